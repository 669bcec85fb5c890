"""The allowed data of Across Suez: the map, the counters, the charts."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.maps.hexmap import parse_map
from bridgehead.core.positions.schema import (
    Either,
    Like,
    Name,
    OneOf,
    Row,
    Same,
    Several,
    Shape,
    Table,
    Text,
    Whole,
    ascending,
    distinct,
    like,
)
from bridgehead.core.titles.dataset import DataRules, DataSet, own_data
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.editions import EDITIONS, OPTIONS
from bridgehead.titles.across_suez.formats.mapfile import MATZMED, SCHEMA, own_map

TURNS = 7  # game turns that the track has
DEAREST = 15  # half points that one step may cost: searches have room for no more
COLUMN = Like(r"-?\d{1,2}|(-?\d{1,2})?\.\.(-?\d{1,2})?", "a column as 0..1, ..-3 or 9..")
HEX = Like(r"\d{4}", "a hex number of four digits")


def own_text(file: str) -> str:
    """Return the text of a file of the package."""
    return (
        files("bridgehead.titles.across_suez").joinpath(f"data/{file}").read_text(encoding="utf-8")
    )


def shapes() -> Mapping[str, Shape]:
    """Return the allowed content of each file."""
    unit = Table(
        {
            "id": Name(),
            "name": Text(24),
            "side": OneOf(st.SIDES),
            "type": OneOf(st.TYPES),
            "strength": Whole(0, 30),
            "movement": Whole(0, 60),
        },
        {
            "hex": HEX,
            "turn": Whole(1, TURNS),
            "entry": Like(r"[A-D]|\d{4}", "an entry A to D, or a hex number"),
            "option": OneOf(tuple(OPTIONS)),
            "by_air_from": Whole(1, TURNS),
            "by_sea_from": Whole(1, TURNS),
            "beside": Name(),
        },
    )
    step = Whole(1, DEAREST)
    charts: dict[str, Shape] = {
        "turns.count": Whole(1, TURNS),
        "turns.first_turn_confusion": Whole(0, TURNS),
        "movement.ridge_hexside": Whole(0, DEAREST),
        "movement.night_less": Whole(0, 40),
        "movement.ferry": Whole(1, 120),
        "movement.bridge": Whole(1, 120),
        "movement.*": Either("prohibited", step),
        "combat_results.columns": Several(COLUMN, 7, 7),
        "combat_results.rows": Several(Row(7, st.RESULTS[1:]), 6, 6),
        "artillery.bombardment_eliminates_on": Several(Whole(1, 6), 0, 6),
        "artillery.at_night": Same(False),
        "artillery.*": Whole(0, st.MAX_UNITS),
        "column_shifts.*": Whole(-6, 6),
        "canal.crossing_hex": Same(MATZMED),
        "canal.not_before_turn": Whole(1, TURNS),
        "canal.ferry_units_per_phase": Whole(0, st.MAX_UNITS),
        "victory.units_across": Whole(1, st.MAX_UNITS),
        "victory.bridge_at": Same(MATZMED),
        "victory.line_of_communication_to": Same("1708"),
    }
    ours = own_data(RULES)["tables.toml"]
    return {
        "units.toml": Table({"unit": Several(unit, 2, st.MAX_UNITS)}),
        "tables.toml": like(ours, charts),
    }


def check(data: DataSet) -> None:
    """Raise InvalidData for counters and charts with which no game can be played."""
    chart = data["tables.toml"]["movement"]
    for road in ("road", "trail"):
        if chart[road] == "prohibited":
            raise InvalidData(f"[movement.{road}] must be a number of half points")
    for terrain in SCHEMA.terrain:
        if chart[terrain] != "prohibited" and chart[terrain] + chart["ridge_hexside"] > DEAREST:
            raise InvalidData(f"[movement.{terrain}] and a ridge cost more than {DEAREST} together")
    ascending(data["tables.toml"]["combat_results"]["columns"])
    game_map: Any = data.map
    units = data["units.toml"]["unit"]
    distinct(unit["id"] for unit in units)
    bridges = [unit for unit in units if unit["type"] == "bridge"]
    if len(bridges) != 1 or bridges[0]["side"] != "israel" or "option" in bridges[0]:
        raise InvalidData("[unit] one counter, Israel's and of no option, must be of type bridge")
    starts: dict[str, str] = {}
    for unit in units:
        here = f"[unit {unit['id']}]"
        ways = {"hex", "entry", "by_air_from", "by_sea_from", "beside"} & unit.keys()
        if not ways:
            raise InvalidData(f"{here} has no hex, entry or other way to come into play")
        if ("entry" in unit) != ("turn" in unit):
            raise InvalidData(f"{here} an entry and the turn of it belong together")
        if ways & {"by_air_from", "by_sea_from", "beside"} and "option" not in unit:
            raise InvalidData(f"{here} comes in a way that only an option allows")
        if "hex" in unit and "option" in unit:
            raise InvalidData(f"{here} belongs to an option: it cannot start in a hex")
        place = unit.get("hex", unit.get("entry", MATZMED))
        if place.isdigit() and place not in game_map.grid:
            raise InvalidData(f"{here} {place} is not on the map")
        if "hex" in unit and starts.setdefault(unit["hex"], unit["id"]) != unit["id"]:
            raise InvalidData(f"{here} starts in {unit['hex']}, where {starts[unit['hex']]} is")


def stated(file: str, path: tuple[str, ...]) -> str:
    """Return where the rulebook, or the counter sheet, states a value in our files."""
    if file == "tables.toml":
        return "printed in the rulebooks"
    units = {unit["id"]: unit for unit in own_data(RULES)["units.toml"]["unit"]}
    if len(path) > 1 and "option" in units.get(path[1], {}):
        return ""  # reconstructed
    if path[-1] in ("strength", "movement", "hex", "entry", "turn", "side", "there"):
        return "printed on the counters (SPI 1980)"
    return ""


RULES = DataRules(
    files=("map.toml", "units.toml", "tables.toml"),
    own_text=own_text,
    own_map=own_map,
    parse_map=lambda text, source: parse_map(text, SCHEMA, source),
    shapes=shapes,
    check=check,
    stated=stated,
    games=tuple(EDITIONS),
)
