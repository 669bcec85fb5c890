"""Names of points, also shortened for the cells of the map."""

from __future__ import annotations

from collections.abc import Mapping

from bridgehead.core.maps.pointmap import Point, PointMap
from bridgehead.render.points.signs import NAMELESS, called

_SMALL = ("el", "of", "the", "to", "al")


def short_name(point: Point, room: int, short: Mapping[str, str]) -> str:
    """Return a point's name in at most `room` characters; `short` has names of at most seven."""
    name = called(point)
    if len(name) <= room:
        return name
    given = short.get(point.id)
    if given is not None and (room < 11 or len(given) == room):
        return given[:room]
    words = [word for word in name.replace("(", "").replace(")", "").split()
             if word.lower() not in _SMALL]  # fmt: skip
    joined = " ".join(words)
    if len(joined) <= room:
        return joined
    *first, last = words
    return f"{''.join(word[:1] + '.' for word in first)}{last}"[:room]


def place_names(pointmap: PointMap) -> dict[str, str]:
    """Return the names of points and reserve areas in lists."""
    found = {
        point.id: called(point) if point.name == NAMELESS else point.name
        for point in pointmap.points
    }
    return found | {reserve.id: reserve.name for reserve in pointmap.reserves}
