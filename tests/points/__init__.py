"""A title with a small map of points, that knows no more of its maps than any other."""

from __future__ import annotations

from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.position import Game
from bridgehead.core.registry import GameInfo
from tests.urn import Urn

ID = "points"


def make(options: frozenset[str], pointmap: Any) -> Game:
    """Make a game, any; InvalidMap without a city."""
    del options
    if not any(point.terrain == "city" for point in pointmap.points):
        raise InvalidMap(f"{pointmap.source}: [points] there must be a city")
    return Urn()


def parse(text: str) -> Any:
    """Return a map from its text."""
    from bridgehead.core.pointmap import parse_points
    from tests.points.mapfile import SCHEMA

    return parse_points(text, SCHEMA)


INFO = GameInfo(
    id=ID, title="Points", edition="", sides=("red", "blue"), options={}, about="",
    reconstructed="", make=make, parse_map=parse,
)  # fmt: skip
