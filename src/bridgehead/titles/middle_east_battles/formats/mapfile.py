"""The games' own maps."""

from __future__ import annotations

from functools import cache

from bridgehead.core.maps.hexmap import HexMap, parse_map
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS, Edition


def own_map(game_id: str) -> HexMap:
    """Return a game's own map."""
    return _map_of(EDITIONS[game_id])


@cache
def _map_of(edition: Edition) -> HexMap:
    source = f"middle_east_battles/data/{edition.charts}/map.toml"
    if not edition.own:
        source = str(edition.folder.joinpath("map.toml"))
    return parse_map(edition.text("map.toml"), edition.map.schema, source=source)
