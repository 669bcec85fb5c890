"""Terminal texts of October War that no other title has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bridgehead.titles.october_war.screen.style import points_style

EXAMPLE = "move 14-armor tasa"
EXAMPLES = "move 14-armor tasa, attack fort-hizayon, end, resign"

Levels = list[tuple[str, tuple[str, ...]]]


def menu_levels(verb: str, objects: Sequence[str], place_name: Callable[[str], str]) -> Levels:
    """Return the levels of the menu that lead to an action: words, and the places in them.

    An empty list is returned for verbs that need no levels of their own.
    """
    displays = points_style()["displays"]
    kinds = displays["kinds"]
    if verb == "commit":
        kind, nation, theater, mission, number = objects
        where = f"{theater.title()}, {displays['missions'].get(mission, mission).lower()}"
        return [(f"{kinds[kind]} of {nation.capitalize()}", ()), (where, ()), (number, ())]
    if verb == "raid":
        place, kind, number = objects
        return [(f"raid on {place_name(place)}", (place,)), (kinds[kind], ()), (number, ())]
    if verb == "recon":
        place, number = objects
        return [
            ("air reconnaissance", ()), (place_name(place), (place,)), (f"with {number}", ()),
        ]  # fmt: skip
    if verb == "barrage":
        nation, place = objects
        return [
            (f"barrage of {nation.capitalize()}", ()), (f"on {place_name(place)}", (place,)),
        ]  # fmt: skip
    return []
