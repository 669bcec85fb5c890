"""Terminal texts of Across Suez that no other title has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bridgehead.core.titles.screens import Tally

if TYPE_CHECKING:
    from bridgehead.core.titles.screens import Lines, OwnGame

KEYS: Mapping[str, Lines] = {
    "Everywhere": (("e", "end the phase; decline an advance"),),
    "Moving": (
        ("Enter", "choose a unit; go to a lit hex (points left)"),
        ("i", "the units that can arrive, land or be placed"),
        ("x", "cross the canal"),
    ),
    "Fighting": (
        ("Enter, a", "on a target: prepare an attack"),
        ("space", "add or drop the attacker under the cursor"),
        ("s", "artillery support"),
        ("f", "fire"),
    ),
}
SIGNS = "═ road  ┄ trail  ▌▐▁ ridge  4-12] Israel  2-10) Egypt"
ODDS_FORM = "odds HEX with UNIT … [support]"
EXAMPLE_CASE = "4.5"
LISTS_EACH_ACTION = True
NEAREST_GOAL = False
_COMMANDS: Lines = (
    ("ACTION", "any action: move erez-1 0415, attack 0910 with matt-3 matt-2 fire, end, resign"),
    (ODDS_FORM, "what an attack would be"),
    ("why UNIT HEX", "why a unit cannot go to a hex"),
    ("path UNIT HEX", "the cheapest way there, and its cost"),
    ("hex HEX", "terrain, roads, ridges, who stands there"),
    ("units [SIDE]", "where the units are"),
    ("line", "the line of communication"),
)
_SHORT = {
    "14-21": "14",
    "aj-pal": "ajpal",
    "6-ku": "6ku",
    "sharon": "SHA",
    "i-130": "1/130",
    "ii-130": "2/130",
    "iii-130": "3/130",
    "i-35": "I/35",
    "ii-23": "II/23",
}


def commands(game: OwnGame) -> Lines:
    """Return the commands of the line mode that other titles may not have."""
    del game
    return _COMMANDS


def tally(game: OwnGame) -> Tally:
    """Return which units count towards victory."""
    needed = game.data["tables.toml"]["victory"]["units_across"]
    return Tally("israel", "across", needed, "across the canal")


def formation(game: OwnGame, counter: Mapping[str, Any], owner: str) -> str:
    """Return what a unit belongs to, in words."""
    del game, counter
    return owner


def short_names(game: OwnGame) -> dict[str, str]:
    """Return the code of each unit of a game, which represents it on the map."""
    return {counter["id"]: code(counter) for counter in game.counters}


def code(counter: Mapping[str, Any]) -> str:
    """Return the code of a unit, of at most five characters: MAT3, 16.10, cdoa.

    Israel's codes are words in capitals, Egypt's numbers or small letters.
    """
    unit = str(counter["id"])
    if unit in _SHORT:
        return _SHORT[unit]
    formation, _, number = unit.rpartition("-")
    formation = _SHORT.get(formation, formation)
    if counter["side"] == "israel":
        return f"{formation[:3]}{number}".upper()[:5]
    joint = "" if formation.isalpha() else "."
    return f"{formation}{joint}{number}"[:5]
