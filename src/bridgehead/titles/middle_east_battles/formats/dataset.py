"""The allowed data of a game: the map, the counters, the charts, a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.maps.gamemap import GameMap
from bridgehead.core.maps.hexmap import parse_map
from bridgehead.core.positions.schema import (
    Anything,
    Each,
    Either,
    Flag,
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
from bridgehead.core.records.earlier_data import former_files
from bridgehead.core.titles.dataset import DataRules, DataSet, own_data
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.editions import DATA, EDITIONS, HEX, Edition
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map

FILES = ("map.toml", "units.toml", "setup.toml", "tables.toml")
DEAREST = st.BUCKETS - 1  # half points that one step may cost: searches have room for no more
ENGINEERS = 4  # Western ones: actions have room for no more
COLUMN = Like(r"-?\d{1,2}|(-?\d{1,2})?\.\.(-?\d{1,2})?", "a column as 2..3, ..-7 or 12..")
SHIFTS = ("shifts.engineer_*", "shifts.british_and_french", "shifts.withdrawal")
SIZES = ("platoon", "battery", "company", "squadron", "battalion", "group", "regiment", "brigade")
GUNS = ("barrage", "fpf", "defense", "range")


@cache
def rules_of(edition: Edition) -> DataRules:
    """Return the rules for the data of one of the games."""

    def place(file: str) -> str:
        return file if file == "tables.toml" else f"{edition.charts}/{file}"

    def parse(text: str, source: str) -> GameMap:
        return parse_map(text, edition.map.schema, source)

    return DataRules(
        files=FILES,
        own_text=edition.text,
        own_map=lambda: own_map(edition.id),
        parse_map=parse,
        shapes=lambda: shapes(edition),
        check=lambda data: check(edition, data),
        stated=lambda file, path: stated(edition, file, path),
        games=(edition.id,),
        source="the package" if edition.own else str(edition.folder),
        former_files=cache(lambda: former_files(DATA, FILES, place) if edition.own else ()),
    )


def shapes(edition: Edition) -> Mapping[str, Shape]:
    """Return the allowed content of each file."""
    own = own_data(rules_of(edition))
    guns = {
        "markers.naval_gunfire.barrage": Whole(0, 30),
        "markers.naval_gunfire.fpf": Whole(0, 30),
    }
    about = {key: one for key, one in own["units.toml"].items() if key != "unit"}
    head = {key: like(one, guns, key) for key, one in about.items()}
    unit = Several(unit_shape(edition), 2, st.MAX_UNITS)
    return {
        "units.toml": Table({**head, "unit": unit}),
        "setup.toml": Table({"suggested": Each(HEX, st.MAX_UNITS)}),
        "tables.toml": like(own["tables.toml"], charts(edition)),
    }


def unit_shape(edition: Edition) -> Shape:
    """Return the allowed data of a counter."""
    allowed: dict[str, Shape] = {"strength": Whole(0, 30), **dict.fromkeys(GUNS, Whole(0, 60))}
    if edition.nations:
        allowed["nation"] = OneOf((edition.sides[1], *edition.nations))
    if edition.switches["edge_entry"]:
        allowed |= {
            "division": Text(20),
            "entry": OneOf((*edition.map.spans, *edition.map.edges)),
            "column": OneOf(("3", "4a", "shf")),
        }
    allowed["airborne_drop" if edition.switches["one_drop"] else "paratroop_drop"] = Flag()
    return Table(
        {
            "id": Name(),
            "name": Text(24),
            "side": OneOf(edition.sides),
            "type": OneOf(edition.types),
            "size": OneOf(SIZES),
            "mobility": OneOf(st.MOBILITIES),
            "setup": OneOf(tuple(edition.setup)),
        },
        allowed,
    )


def charts(edition: Edition) -> dict[str, Shape]:
    """Return the allowed values of the charts. Those of other games are ignored."""
    others = sorted({one.charts for one in EDITIONS.values()} - {edition.charts})
    ignored = [place for other in others for place in (f"*.{other}", other, f"movement.{other}")]
    all_turns = own_data(rules_of(edition))["tables.toml"].get("turns", {})
    if edition.charts not in all_turns:
        raise InvalidData(
            f"[turns.{edition.charts}] is missing in tables.toml: `charts` in edition.toml names it"
        )
    turns = all_turns[edition.charts]
    last = len(turns["track"])
    nights = {} if edition.own else {"turns.*.night": Several(Whole(1, last), 0, last)}
    exits = Like(r"turns_([1-9]|1[0-5])_to_([1-9]|1[0-5])", "turns_1_to_4")
    cells = Several(Row(12, st.RESULTS[1:]), 6, 6)
    return {
        **dict.fromkeys(ignored, Anything()),
        **nights,
        f"movement.{edition.charts}.*.*": Whole(0, 100),
        "movement.pass_through.helicopter": Same(0),
        "movement.pass_through.*": Whole(0, DEAREST),
        "crt.columns": Several(COLUMN, 12, 12),
        "crt.mobile": cells,
        "crt.frontal": cells,
        "terrain.both.town_village_airfield": Same({"move": 2, "shift": 0}),
        "terrain.*.road.move": Whole(1, DEAREST),
        "terrain.*.trail.move": Whole(1, DEAREST),
        "terrain.*.*_hexside.move": Either("prohibited", Whole(0, DEAREST)),
        "terrain.*.move": Either("prohibited", Whole(1, DEAREST)),
        "terrain.*.shift": Whole(-11, 11),
        **dict.fromkeys(SHIFTS, Whole(-11, 11)),
        "turns.*.count": Whole(1, min(last, turns["count"]) if "optional_last" in turns else last),
        "turns.*.optional_last": Whole(turns["count"], last),
        "airstrikes.*.*": Whole(0, 20),
        "victory.*.egypt_continuation": Same("2 * (die + 1)"),
        "victory.*.*_exit": Each(Whole(0, 200), 15, exits),
        "victory.*.*": Whole(0, 200),
        "victory.win_by": Whole(1, 200),
    }


def check(edition: Edition, data: DataSet) -> None:
    """Raise InvalidData for counters and charts with which no game can be played."""
    tables = data["tables.toml"]
    ascending(tables["crt"]["columns"])
    _check_costs(edition, tables["terrain"])
    units = data["units.toml"]["unit"]
    distinct(unit["id"] for unit in units)
    for unit in units:
        _check_unit(edition, unit, tables)
    west = [unit for unit in units if unit["side"] == edition.sides[0]]
    if sum(unit["type"] == "engineer" for unit in west) > ENGINEERS:
        raise InvalidData(f"[unit] has more than {ENGINEERS} Western engineers, the most there are")
    most = st.MAX_ACTIONS // len(data.map.grid.hexes())  # type: ignore[attr-defined]
    for side in edition.sides:
        count = sum(unit["side"] == side for unit in units)
        if not 1 <= count < most:
            raise InvalidData(
                f"[unit] has {count} counters of {side}; 1 to {most - 1} are possible"
            )
    if edition.carrier and edition.carrier not in [unit["id"] for unit in units]:
        raise InvalidData(f"[carrier] in edition.toml: there is no unit {edition.carrier}")
    suggested = data["setup.toml"]["suggested"]
    for unit in units:
        if edition.setup[unit["setup"]].order and unit["id"] not in suggested:
            raise InvalidData(f"[suggested.{unit['id']}] is missing in setup.toml: name a hex")
    for id_, number in suggested.items():
        if not int(number[:2]) >= 1 or not int(number[2:]) >= 1:
            raise InvalidData(f"[suggested.{id_}] {number} is no hex number")


def _check_unit(edition: Edition, unit: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    here = f"[unit {unit['id']}]"
    western = unit["side"] == edition.sides[0]
    guns = [key for key in GUNS if key in unit]
    if ("strength" in unit) == bool(guns) or (guns and len(guns) < len(GUNS)):
        raise InvalidData(f"{here} has either a strength, or all of {', '.join(GUNS)}")
    if unit["mobility"] not in tables["movement"][edition.charts][unit["side"]]:
        raise InvalidData(
            f"{here} {unit['side']} has no allowance for {unit['mobility']} in tables.toml"
        )
    egypt, code = edition.sides[1], edition.setup[unit["setup"]]
    if edition.nations and (unit.get("nation") == egypt) == western:
        name = edition.named_sides[egypt].name
        raise InvalidData(f"{here} nation must be {egypt} on {name}'s side, and on no other")
    if edition.switches["edge_entry"]:
        if code.arrives and not code.by_side and "entry" not in unit:
            raise InvalidData(f"{here} has no entry")
        if western and code.order:
            adjective = edition.named_sides[unit["side"]].adjective
            raise InvalidData(f"{here} setup: {adjective} units enter; they are not set up")
    elif western != (code.arrives > 0):
        raise InvalidData(f"{here} setup: Western units come from the holding_box, and they alone")


def _check_costs(edition: Edition, terrain: Mapping[str, Mapping[str, Any]]) -> None:
    """Reject steps whose costs exceed the limit of searches."""
    chart = {**terrain["both"], **terrain.get(edition.charts, {})}
    worst: dict[bool, int] = {True: 0, False: 0}
    for kind, effect in chart.items():
        if kind not in ("road",) and effect["move"] != "prohibited":
            sides = kind.endswith("_hexside")
            total = effect["move"] + (worst[sides] if sides else 0)
            worst[sides] = total if sides else max(worst[sides], total)
    if worst[True] + worst[False] > DEAREST:
        raise InvalidData(
            f"[terrain] the dearest hex and all hexsides cost {sum(worst.values())} half points "
            f"together; {DEAREST} is the most"
        )


def stated(edition: Edition, file: str, path: tuple[str, ...]) -> str:
    """Return where the rulebook states a value in our files, "" if it is reconstructed."""
    if not edition.own:
        return ""
    if file == "units.toml":
        unit = {one["id"]: one for one in own_data(rules_of(edition))[file]["unit"]}
        return _stated_of_unit(edition, unit.get(path[1], {}) if len(path) > 1 else {}, path)
    if file != "tables.toml":
        return ""
    place = ".".join(path)
    for start, case in STATED.items():
        if place.startswith(start.format(edition.charts)):
            return case
    return ""


STATED = {  # beginnings of places in tables.toml, and the cases; {} is the game's own table
    "movement.pass_through": "5.12",
    "movement.{}": "5.2",
    "terrain.both.road": "5.8",
    "terrain.both.trail": "5.9",
    "terrain.both.clear.move": "5.7",
    "turns.{}": "9.2, 10.2",
    "airstrikes.{}": "9.6, 10.6",
    "victory": "3.3, 9.8, 9.9, 10.7, 10.8",
}


STATED_VALUES = ("strength", "setup", "entry", "column", "division", "side", "there")


def _stated_of_unit(edition: Edition, unit: Mapping[str, Any], path: tuple[str, ...]) -> str:
    if path[0] == "movement":
        return "5.2"
    if path[0] == "markers" and "barrage" not in path and "fpf" not in path:
        return "8.18, 8.19, 9.6" if edition.nations else "8.18"
    if unit.get("side") != edition.sides[1]:
        return ""
    code = edition.setup[unit["setup"]]
    if edition.switches["edge_entry"]:
        third = unit.get("division") == "3" and path[-1] == "strength"  # as the 2nd's and 7th's
        return "10.3, 10.4" if not third and path[-1] in (*STATED_VALUES, *GUNS) else ""
    if code.option or path[-1] not in ("strength", "setup", "side", "there"):
        return ""
    return "9.4" if code.pool else "9.3"
