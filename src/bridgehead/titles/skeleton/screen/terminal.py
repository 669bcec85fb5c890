"""Terminal texts of this title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bridgehead.core.titles.screens import Lines, OwnGame

KEYS: Mapping[str, Lines] = {
    "Everywhere": (("E or e", "end the movement"),),
    "Moving": (("Enter", "choose a unit; go to a lit hex"),),
}
SIGNS = ""
ODDS_FORM = "odds HEX"
EXAMPLE_CASE = "2.3"
LISTS_EACH_ACTION = True
NEAREST_GOAL = True


def commands(game: OwnGame) -> Lines:
    """Return the commands of the line mode that other titles may not have."""
    del game
    return (
        ("ACTION", "any action: move UNIT HEX, end, resign"),
        ("why UNIT HEX", "why a unit cannot go there"),
        ("units [SIDE]", "where the units are"),
    )


def tally(game: OwnGame) -> None:
    """Return None: no number of units gives victory."""
    del game


def formation(game: OwnGame, counter: Mapping[str, Any], owner: str) -> str:
    """Return what a unit belongs to, in words: its side."""
    del game, counter
    return owner


def short_names(game: OwnGame) -> Mapping[str, str]:
    """Return no codes: they are derived from the units' names."""
    del game
    return {}
