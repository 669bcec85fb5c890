"""The allowed content of map files of Across Suez, and the package's map."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from bridgehead.core.maps.hexmap import HexMap, MapSchema, parse_map

MATZMED = "0112"  # the crossing hex, one end of the line of communication

SCHEMA = MapSchema(
    terrain=("clear", "bar_lev", "chinese_farm", "swamp", "lake", "sand", "elevated_sand"),
    hexsides=("ridge", "canal", "lake"),
    paths=("road", "trail"),
    entries=("A", "B", "C", "D"),
    areas={"canal_hexes": ("north_of_matzmed", "south_of_lakekan")},
    landmarks={MATZMED: "the canal is crossed there (11.0)", "1609": "I/35 enters there (15.1)"},
)


@cache
def own_map() -> HexMap:
    """Return the map of the package."""
    text = (
        files("bridgehead.titles.across_suez").joinpath("data/map.toml").read_text(encoding="utf-8")
    )
    return parse_map(text, SCHEMA, source="across_suez/data/map.toml")
