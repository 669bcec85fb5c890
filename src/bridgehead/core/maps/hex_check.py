"""Checks of map files for titles on hexes that have no more to check than the form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.files.bounded_text import read_text
from bridgehead.core.maps import map_report
from bridgehead.core.maps.hexmap import HexMap
from bridgehead.core.titles.games import game_info, load_with


def read(path: Path, game_id: str) -> HexMap:
    """Return the map in a file. InvalidMap names the file, the key and the reason."""
    found = game_info(game_id).data.parse_map(read_text(path, InvalidMap), str(path))
    assert isinstance(found, HexMap)
    return found


def report(hexmap: HexMap, game_id: str) -> dict[str, Any]:
    """Return a report on a valid map, as JSON data."""
    errors = []
    try:
        load_with(game_id, (), map=hexmap)
    except InvalidMap as error:
        errors.append(str(error))
    own = game_info(game_id).data.own_map()
    assert isinstance(own, HexMap)
    return {
        "name": hexmap.name,
        "digest": hexmap.digest,
        "errors": errors,
        "statements": [],
        "warnings": [],
        "differences": [one.to_dict() for one in map_report.differences(own, hexmap)],
    }


def line_in_words(found: dict[str, Any]) -> str:
    """Return nothing: no line of play is known."""
    del found
    return ""
