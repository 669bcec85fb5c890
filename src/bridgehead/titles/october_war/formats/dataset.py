"""The allowed data of October War: the map, counters, charts, events, a set-up.

The groups of counters are those of the rulebook, whose rules name them; the number of counters in a
group, their values, their names and their starting places may be changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.maps.pointmap import PointMap, parse_points
from bridgehead.core.positions.schema import (
    Anything,
    Each,
    Entries,
    Name,
    OneOf,
    Row,
    Several,
    Shape,
    Table,
    Text,
    Whole,
    distinct,
    like,
)
from bridgehead.core.records.earlier_data import former_files
from bridgehead.core.titles.dataset import DataRules, DataSet, own_data
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.editions import ID
from bridgehead.titles.october_war.formats.mapfile import SCHEMA, own_map

FILES = ("map.toml", "units.toml", "setup.toml", "tables.toml", "events.toml")
DATA = files("bridgehead.titles.october_war").joinpath("data")
MOST = 31  # counters of a group: actions have room for no larger number of strikes
STEPS = 4  # points of the longest way
TURNS = 9  # that the turn record has
HITS = tuple("0123456789")


def own_text(file: str) -> str:
    """Return the text of a file of the package."""
    return DATA.joinpath(file).read_text(encoding="utf-8")


def shapes() -> Mapping[str, Shape]:
    """Return the allowed content of each file."""
    own = own_data(RULES)
    events: dict[str, Shape] = {
        "event.*.effects.*.dice": Whole(0, 6),
        "event.*.effects.*.amount": Whole(0, 30),
        "event.*.effects.*.not_before_turn": Whole(1, TURNS),
        "event.*.effects.*.division_counts": Whole(1, 9),
    }
    return {
        "units.toml": _units(own["units.toml"]),
        "setup.toml": Table({"suggested": Each(Text(), st.MAX_UNITS, Name())}),
        "tables.toml": like(own["tables.toml"], _charts(own["tables.toml"])),
        "events.toml": like(own["events.toml"], events),
    }


def _units(ours: Mapping[str, Any]) -> Shape:
    zones: dict[str, Shape] = {
        "zones.*.theater": OneOf(st.THEATERS),
        "zones.*.max_per_point": Whole(0, 30),
        "zones.*.features": Several(OneOf(st.FEATURES), 0, 6),
        "zones.*.not": Several(OneOf(st.FEATURES), 0, 6),
        "zones.*.forts.occupied_exactly": Whole(0, 20),
    }
    numbers = ("marker.*.count", "marker.*.start", "marker.*.strength", "marker.*.start_*")
    markers: dict[str, Shape] = dict.fromkeys(numbers, Whole(0, MOST))
    markers |= dict.fromkeys(("marker.*.note", "marker.*.status"), Text(200))
    groups = [_group(group, tuple(ours["zones"])) for group in ours["group"]]
    return Table(
        {
            "zones": like(ours["zones"], zones, "zones"),
            "setup": like(ours["setup"], {}, "setup"),
            "group": Entries(groups, [group["key"] for group in ours["group"]]),
            "marker": like(ours["marker"], markers, "marker"),
        }
    )


def _group(ours: Mapping[str, Any], zones: tuple[str, ...]) -> Shape:
    worth = Whole(0, 60)
    place: dict[str, Shape] = {"zone": OneOf(zones), "point": Text(), "box": Text()}
    if "air" in ours["setup"][0]:
        place = {"air": Anything(), "box": Text()}
    may: dict[str, Shape] = {
        "strength": worth,
        "hq": Several(Whole(0, 9), 1, MOST) if isinstance(ours.get("hq"), list) else Whole(0, 9),
        "stack": Whole(0, 9),
        "bracket.value": worth,
        "back.strength": worth,
        "count": Whole(1, MOST),
        "ids": Several(Name(), 1, MOST),
        "names": Several(Text(40), 1, MOST),
        "setup": Several(Table({"count": Whole(1, MOST)}, place), 1, 9),
        "components.*": Whole(1, 6),
        "back.components.*": Whole(1, 6),
    }
    told = ("note", "status", "names")
    needed = {key: like(one, may, key) for key, one in ours.items() if key not in told}
    return Table(needed, {"note": Text(200), "status": Text(20), "names": may["names"]})


def _charts(ours: Mapping[str, Any]) -> dict[str, Shape]:
    shift, points = Whole(-10, 10), Whole(0, 60)
    few = Whole(0, 12)
    return {
        "crt.ground.columns": like(ours["crt"]["ground"]["columns"], {}),
        "crt.ground.*": Row(20, ("-", "r", "R", *HITS)),
        "crt.air.columns": like(ours["crt"]["air"]["columns"], {}),
        "crt.air.meaning": Anything(),
        "crt.air.[1-6]": Row(11, ("-", "A", *HITS)),
        "crt.air_defense.*": Row(6, ("-", "AR", "E", "E+AR")),
        "crt.airmobile.*": Row(6, ("E", "A", "S")),
        "terrain.*.arab": shift,
        "terrain.*.israel": shift,
        "terrain.*.mechanized": shift,
        "movement.allowance": Whole(1, STEPS),
        "movement.without_loc": Whole(0, STEPS),
        "movement.from_reserve": Whole(1, STEPS),
        "movement.airmobile_range": Whole(0, 40),
        "movement.drop_range": Whole(0, 40),
        "stacking.arab": Whole(1, 20),
        "stacking.israel": Whole(1, 30),
        "stacking.air_per_point.*": Whole(1, 20),
        "umbrella.*": Whole(0, 6),
        "cost.*.*.mobilize": Whole(1, 60),
        "cost.*.*.refit": Whole(1, 60),
        "cost.*.*.limit": points,
        "refit.*": Row(6, ("X", "R0", "R1", "R2", "R3")),
        "free_unit.from_turn": Whole(1, TURNS),
        "free_unit.cost_rows": Several(OneOf(tuple(ours["cost"]["israel"])), 0, 20),
        "victory.*.*": Whole(0, 200),
        "sudden_death.*_above": Whole(1, 999),
        "sudden_death.israel.occupy.egyptian_city": few,
        "turns.last": Whole(1, TURNS),
        "turns.date": Several(Text(40), TURNS, TURNS),
        **{
            f"turns.{stock}": Several(points, TURNS, TURNS)
            for stock in ("israel", "egypt", "syria")
        },
        "turn_one.israeli_tac_in_missions": Whole(0, MOST),
        "options.city_points": Several(points, 2, 2),
    }


def check(data: DataSet) -> None:
    """Raise InvalidData for counters and places with which no game can be played."""
    groups = data["units.toml"]["group"]
    distinct(id_ for group in groups for id_ in group["ids"])
    known = {id_ for group in groups for id_ in group["ids"]}
    if len(known) > st.MAX_UNITS:
        raise InvalidData(f"[group] has {len(known)} counters; {st.MAX_UNITS} is the most")
    for group in groups:
        _check_group(group, data)
    for side in st.SIDES:
        air = sum(g["count"] for g in groups if g["side"] == side and g["class"] == "air")
        if air >= st.MAX_RAIDS:
            raise InvalidData(
                f"[group] has {air} air counters of {side}; {st.MAX_RAIDS - 1} is the most"
            )
    for id_ in data["setup.toml"]["suggested"]:
        if id_ not in known:
            raise InvalidData(f"[suggested.{id_}] is no counter of units.toml")
    _check_lists(data)


def _check_group(group: Mapping[str, Any], data: DataSet) -> None:
    here, count = f"[group {group['key']}]", group["count"]
    for field in ("ids", "names", "hq"):
        if isinstance(group.get(field), list) and len(group[field]) != count:
            raise InvalidData(f"{here} {field} has {len(group[field])} entries; count is {count}")
    if sum(entry["count"] for entry in group["setup"]) != count:
        raise InvalidData(f"{here} the counts of its setup must make {count} together")
    game_map = data.map
    assert isinstance(game_map, PointMap)
    places = {point.id for point in game_map.points} | {one.id for one in game_map.reserves}
    for entry in group["setup"]:
        if len(entry) != 2:
            raise InvalidData(f"{here} a setup has a count and one place: zone, point, box or air")
        if "point" in entry and entry["point"] not in places:
            raise InvalidData(f"{here} {entry['point']} is not a point of the map")
        if "box" in entry and entry["box"] not in (*places, *st.BOXES):
            raise InvalidData(f"{here} {entry['box']} is no box; there are {', '.join(st.BOXES)}")


def _check_lists(data: DataSet) -> None:
    """Reject data that could make a list of legal actions longer than its buffer.

    The limit is on the counters of a side times the paths from the point that has most of them: the
    larger of the package's number and the size of the buffer.
    """
    ours, theirs = _most_moves(own_data(RULES)), _most_moves(data)
    if theirs > max(ours, st.MAX_ACTIONS // 2):
        raise InvalidData(
            f"[group] and [routes]: {theirs} moves might be possible at once; "
            f"{max(ours, st.MAX_ACTIONS // 2)} is the most"
        )


def _most_moves(data: DataSet) -> int:
    game_map = data.map
    assert isinstance(game_map, PointMap)
    near: dict[str, list[str]] = {}
    pairs = [(route.a, route.b) for route in game_map.routes]
    for area in game_map.reserves:
        pairs += [(area.id, point) for points in area.edges.values() for point in points]
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    ways = dict.fromkeys(near, 1)
    found = dict.fromkeys(near, 1)
    for _ in range(STEPS):
        ways = {at: sum(ways[other] for other in near[at]) for at in near}
        found = {at: found[at] + ways[at] for at in near}
    count = {
        side: sum(1 for g in data["units.toml"]["group"] if g["side"] == side) for side in st.SIDES
    }
    return max(found.values(), default=1) * max(count.values())


def stated(file: str, path: tuple[str, ...]) -> str:
    """Return where the rulebook states a value in our files, "" if it is reconstructed."""
    if file == "units.toml" and path[0] == "group" and len(path) > 1:
        groups = {group["key"]: group for group in own_data(RULES)[file]["group"]}
        status = groups.get(path[1], {}).get("status")
        told = path[-1] in ("strength", "count", "hq", "stack", "value") or "setup" in path
        return "the rulebook's counter list and set-up" if told and status == "stated" else ""
    if file == "events.toml":
        return "8.0"
    if file != "tables.toml" or path[0] == "turns":
        return "2.0" if path == ("turns", "last") else ""
    place = ".".join(path)
    return "" if place == "crt.air_defense.strategic" else CASES.get(path[0], "its charts")


CASES = {"stacking": "12.0", "movement": "13.0", "victory": "22.0", "sudden_death": "22.0"}

RULES = DataRules(
    files=FILES,
    own_text=own_text,
    own_map=own_map,
    parse_map=lambda text, source: parse_points(text, SCHEMA, source),
    shapes=shapes,
    check=check,
    stated=stated,
    games=(ID,),
    former_files=cache(lambda: former_files(DATA, FILES)),
)
