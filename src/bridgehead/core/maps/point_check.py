"""Checks of map files for titles whose units stand on points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.files.bounded_text import read_text
from bridgehead.core.maps import point_report
from bridgehead.core.maps.pointmap import PointMap
from bridgehead.core.titles.games import game_info, load_with


def read(path: Path, game_id: str) -> PointMap:
    """Return the map in a file. InvalidMap names the file, the key and the reason."""
    found = game_info(game_id).data.parse_map(read_text(path, InvalidMap), str(path))
    assert isinstance(found, PointMap)
    return found


def report(pointmap: PointMap, game_id: str) -> dict[str, Any]:
    """Return a report on a valid map, as JSON data."""
    errors = []
    try:
        load_with(game_id, (), map=pointmap)
    except InvalidMap as error:
        errors.append(str(error))
    own = game_info(game_id).data.own_map()
    assert isinstance(own, PointMap)
    return point_report.report(own, pointmap, errors)


def line_in_words(found: dict[str, Any]) -> str:
    """Return nothing: a map of points has no line of play."""
    del found
    return ""
