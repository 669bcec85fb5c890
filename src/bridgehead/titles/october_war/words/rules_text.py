"""Summaries of the rules in our own words, by the rulebook's case numbers, for help texts."""

from __future__ import annotations

from functools import cache

from bridgehead.core.titles.rules_text import RuleText, entries, in_order
from bridgehead.titles.october_war.formats.editions import ID


@cache
def rules_text(game: str) -> tuple[RuleText, ...]:
    """Return the rules of a game, by its id, in the order of their cases.

    KeyError if no game has this id.
    """
    if game != ID:
        raise KeyError(game)
    found = entries("bridgehead.titles.october_war")
    return in_order(
        RuleText(one["case"], one["title"], one["text"], tuple(one.get("examples", ())))
        for one in found
    )


__all__ = ["RuleText", "rules_text"]
