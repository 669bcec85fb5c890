"""A title with a small map of points, that knows no more of its maps than any other."""

from __future__ import annotations

from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.dataset import DataRules, DataSet
from bridgehead.core.titles.games import GameInfo
from bridgehead.core.titles.title import PointTitle
from tests.urn import Urn

ID = "points"


def make(options: frozenset[str], data: DataSet) -> Game:
    """Make a game, any; InvalidMap without a city."""
    del options
    pointmap: Any = data.map
    if not any(point.terrain == "city" for point in pointmap.points):
        raise InvalidMap(f"{pointmap.source}: [points] there must be a city")
    return Urn()


def parse(text: str, source: str) -> Any:
    """Return a map from its text."""
    from bridgehead.core.maps.pointmap import parse_points
    from tests.points.data.mapfile import SCHEMA

    return parse_points(text, SCHEMA, source)


def own_map() -> Any:
    """Return the title's own map."""
    from tests.points.data.mapfile import own_map as found

    return found()


class PointsTitle(PointTitle):
    """What the rest of the program knows of the title: what it knows of any title of points."""


RULES = DataRules(
    files=("map.toml",), own_text=lambda file: "", own_map=own_map, parse_map=parse, games=(ID,)
)
INFO = GameInfo(
    id=ID, title="Points", title_object=PointsTitle(), edition="", sides=("red", "blue"),
    options={}, about="", reconstructed="", make=make, data=RULES,
)  # fmt: skip
