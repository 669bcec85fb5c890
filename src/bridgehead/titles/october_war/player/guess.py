"""A complete position from one side's view: hidden counters are assigned to possible places.

The counters that a view does not name are exactly those that it counts as hidden, so each place
gets as many of them as it has; which ones is a guess. For anything that the side may know, see, or
do, the position is equivalent to the true one: by rulings 69 to 72 none of that depends on hidden
facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.errors import InvalidPosition
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Components

OF_THE_VIEW = ("hidden", "viewer", "takeoff")  # fields that a position as data does not have


def whole(game: Components, view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a position that is consistent with a side's view.

    Egyptians are in Sinai and Syrians on the Golan as far as possible. InvalidPosition if the view
    counts more or fewer counters than it leaves out.
    """
    data = {field: value for field, value in view.items() if field not in OF_THE_VIEW}
    named, hidden = view.get("units", {}), view.get("hidden", {})
    if not isinstance(named, Mapping) or not isinstance(hidden, Mapping):
        raise InvalidPosition("view: units and hidden are objects")
    unnamed = [counter for counter in game.counters if counter["id"] not in named]
    places = [place for place, count in hidden.items() for _ in range(_count(count, unnamed))]
    if len(places) != len(unnamed):
        raise InvalidPosition(
            f"view, hidden: counts {len(places)} counters, but {len(unnamed)} are not named"
        )
    units: dict[str, str] = {}
    for place in sorted(places, key=lambda place: _theater(game, place)):
        counter = _take(unnamed, "syria" if _theater(game, place) == st.GOLAN else "egypt")
        units[counter["id"]] = place
    takeoff = view.get("takeoff")
    if takeoff is not None and "flyer" not in view:
        fliers = [id_ for id_, place in units.items() if place == takeoff]
        if not fliers:
            raise InvalidPosition(f"view, takeoff: nobody hidden stands in {takeoff!r}")
        data["flyer"] = fliers[0]
    return data | {"units": {**named, **units}}


def _count(count: object, unnamed: list[Any]) -> int:
    if type(count) is not int or not 0 <= count <= len(unnamed):
        raise InvalidPosition(f"view, hidden: {count!r} is no number of counters")
    return count


def _theater(game: Components, place: str) -> int:
    """Return the theater of a place; Sinai if it is in none."""
    p = game.place_numbers.get(place, -1)
    return int(game.board[0].theater[p]) if p >= 0 else st.SINAI


def _take(counters: list[Any], nation: str) -> Any:
    """Remove a counter from a list, one of the nation if possible, and return it."""
    found = next((c for c in counters if c["nation"] == nation), counters[0])
    counters.remove(found)
    return found
