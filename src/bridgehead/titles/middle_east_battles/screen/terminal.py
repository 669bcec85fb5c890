"""Terminal texts of the two games that no other title has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bridgehead.core.titles.screens import Lines, OwnGame

KEYS: Mapping[str, Lines] = {
    "Everywhere": (("E or e", "end the phase; no advance; no (more) protective fire"),),
    "Setting up, moving": (
        ("Enter", "choose a unit, the other one of a stack; go to a lit hex"),
        ("d", "set up the rest as suggested"),
        ("i", "the units off the map that can come, and how"),
        ("v", "another way: exit, lift, cross, back to the box …"),
        ("x", "cross with an engineer's help; the next engineer"),
    ),
    "Fighting": (
        ("Enter, a", "on a target: prepare an attack"),
        ("space", "add or drop the attacker, or a further target"),
        ("s, + and -", "kind and number of airstrikes and naval guns"),
        ("f", "fire"),
    ),
    "Besides": (("p", "the victory points, by what they were given for"),),
}
SIGNS = ""
ODDS_FORM = "odds HEX [also HEX …] with UNIT … [markers]"
EXAMPLE_CASE = "7.3"
LISTS_EACH_ACTION = False
NEAREST_GOAL = True


def commands(game: OwnGame) -> Lines:
    """Return the commands of the line mode that other titles may not have."""
    markers = " ".join(
        f"{name} N" if name.endswith("air") else name for name in game.markers if name
    )
    return (
        ("ACTION", "any action: deploy, move UNIT HEX, enter UNIT ENTRY HEX, end, resign"),
        ("attack HEX [also HEX …] with UNIT … [MARKERS] [fire]", "a whole attack in one line"),
        ("odds HEX [also HEX …] with UNIT … [MARKERS]", "what an attack would be, on both tables"),
        ("MARKERS", markers),
        ("why UNIT HEX [WAY], why ACTION", "why a unit cannot go there, why an action is refused"),
        ("path UNIT HEX [WAY]", "the cheapest way there, and its cost; WAY is move, exit, enter …"),
        ("hex HEX", "terrain, roads, water, objectives, who stands there"),
        ("units [SIDE]", "where the units are"),
        ("points", "the victory points, by what they were given for"),
    )


def tally(game: OwnGame) -> None:
    """Return None, because no number of units gives victory."""
    del game


def formation(game: OwnGame, counter: Mapping[str, Any], owner: str) -> str:
    """Return what a unit belongs to, in words: its division, its nation or its side."""
    of = next((str(counter[key]) for key in ("division", "nation") if key in counter), "")
    of = owner if of in ("", counter["side"]) else of.upper() if len(of) < 4 else of.title()
    return f"{owner} {of}," if "division" in counter and counter["side"] == game.sides[1] else of


def short_names(game: OwnGame) -> Mapping[str, str]:
    """Return no codes, because they are derived from the units' names."""
    del game
    return {}
