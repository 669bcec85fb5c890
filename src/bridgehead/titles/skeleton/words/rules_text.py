"""The rules in short, in our own words, by case."""

from __future__ import annotations

from bridgehead.core.titles.rules_text import RuleText, entries, in_order


def rules_text(game_id: str) -> tuple[RuleText, ...]:
    """Return the rules of the game, in the order of their cases."""
    del game_id
    return in_order(RuleText(**entry) for entry in entries("bridgehead.titles.skeleton"))
