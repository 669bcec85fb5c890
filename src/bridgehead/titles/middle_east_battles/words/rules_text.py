"""The rules in short, in our own words, by the rulebook's case numbers: the help of screens."""

from __future__ import annotations

from functools import cache

from bridgehead.core.rules_text import RuleText, entries, in_order
from bridgehead.titles.middle_east_battles.data.editions import EDITIONS


@cache
def rules_text(game: str) -> tuple[RuleText, ...]:
    """Return the rules of a game (its id, "suez-56"), in the order of their cases.

    A rule of the other game alone is left out. KeyError where no game has this id.
    """
    edition = EDITIONS[game].id
    found = []
    for entry in entries("bridgehead.titles.middle_east_battles"):
        if entry.get("only", edition) == edition:
            text = " ".join(part for part in (entry["text"], entry.get(edition, "")) if part)
            found.append(RuleText(entry["case"], entry["title"], text))
    return in_order(found)


__all__ = ["RuleText", "rules_text"]
