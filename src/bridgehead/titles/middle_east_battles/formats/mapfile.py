"""The allowed content of the two games' map files, and the package's maps."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from bridgehead.core.maps.hexmap import HexMap, MapSchema, parse_map
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS, EL_ARISH, SUEZ

RAFIAH, ABU_AWEIQLA = "4620", "3844"  # set-up is counted from them [10.3]

SCHEMAS = {
    SUEZ.id: MapSchema(
        terrain=("clear", "sea", "lake", "city", "rough", "oil_tank"),
        hexsides=("suez_canal", "lake", "manzala_canal", "raswa_channel"),
        paths=("road", "trail"),
        entries=(),
        areas={
            "features": ("mediterranean_coast", "helicopter_sea", "exit", "airfield", "port_fuad"),
        },
        landmarks={"4807": "the West leaves the map there (9.9)"},
        objectives=True,
    ),
    EL_ARISH.id: MapSchema(
        terrain=("clear", "sea", "rough", "city", "fortification"),
        hexsides=("wadi",),
        paths=("road", "trail"),
        entries=(),
        areas={
            "features": ("coastal", "town", "village", "airfield", "east_edge", "west_edge"),
        },
        landmarks={
            RAFIAH: "units are set up near it (10.3)",
            ABU_AWEIQLA: "units are set up near it (10.3)",
        },
        spans=("T", "Y", "S"),
        objectives=True,
    ),
}


@cache
def own_map(game_id: str) -> HexMap:
    """Return the package's map of a game."""
    name = f"data/{EDITIONS[game_id].data}/map.toml"
    text = files("bridgehead.titles.middle_east_battles").joinpath(name).read_text(encoding="utf-8")
    return parse_map(text, SCHEMAS[game_id], source=f"middle_east_battles/{name}")
