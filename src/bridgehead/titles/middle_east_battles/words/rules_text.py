"""Summaries of the rules in our own words, by the rulebook's case numbers, for help texts."""

from __future__ import annotations

from functools import cache

from bridgehead.core.titles.rules_text import RuleText, entries, in_order
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS


@cache
def rules_text(game: str) -> tuple[RuleText, ...]:
    """Return the rules of a game (its id, "suez-56"), in the order of their cases.

    Rules of another game alone are left out. KeyError if no game has this id.
    """
    edition = EDITIONS[game]
    of = edition.like or game
    found = []
    for entry in entries("bridgehead.titles.middle_east_battles"):
        if entry.get("only", of) == of:
            text = " ".join(part for part in (entry["text"], entry.get(of, "")) if part)
            examples = tuple(entry.get("examples", ()))
            found.append(RuleText(entry["case"], entry["title"], text, examples))
    return in_order(found)


__all__ = ["RuleText", "rules_text"]
