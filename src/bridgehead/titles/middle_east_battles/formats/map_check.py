"""Checks of the two map files against the rulebook, and their differences from ours.

The rulebook names few hexes; they are under [stated] in the maps of the package, and your own map
must have them. Everything here returns plain data for a screen to show.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.maps import map_report
from bridgehead.core.maps.hexmap import HexMap, hexside, load_map
from bridgehead.core.maps.map_report import Statement
from bridgehead.core.titles.dataset import with_map
from bridgehead.titles.middle_east_battles.formats.board import BRIDGED, build
from bridgehead.titles.middle_east_battles.formats.dataset import rules_of
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map


def read(path: Path, game_id: str) -> HexMap:
    """Return the map in a file. InvalidMap names the file, the line, the key and the reason."""
    return load_map(path, EDITIONS[game_id].map.schema)


def errors(hexmap: HexMap, game_id: str) -> list[str]:
    """Return why no game can be set up on a valid map."""
    edition = EDITIONS[game_id]
    try:
        build(with_map(rules_of(edition), hexmap), edition, frozenset(edition.options))
    except InvalidMap as error:
        return [str(error)]
    return []


# What the rulebook states


def broken(hexmap: HexMap, game_id: str) -> list[Statement]:
    """Return the rulebook statements that a map breaks."""
    stated = own_map(game_id).stated
    found: list[Statement] = []
    if "mediterranean_coast_ends" in stated:
        found += _landings(hexmap, stated)
    if "east_edge_ends" in stated:
        found += _entries(hexmap, stated)
    return [*found, *_has(hexmap, game_id)]


def _landings(hexmap: HexMap, stated: Mapping[str, Any]) -> Iterator[Statement]:
    features = hexmap.areas["features"]
    coast, sea = features["mediterranean_coast"], features["helicopter_sea"]
    for number in stated["mediterranean_coast_ends"].split():
        if number not in coast:
            text = f"{number} must be an end of the Mediterranean coast (9.13)"
            yield Statement("mediterranean_coast", number, text)
    yield from _all_land(hexmap, coast, "Mediterranean coast (9.13)")
    yield from _by_the_sea(hexmap, coast, "mediterranean_coast", "9.13")
    for number in stated["helicopter_sea_ends"].split():
        if number not in sea:
            text = f"{number} must be an end of the line of all-sea hexes (9.12)"
            yield Statement("helicopter_sea", number, text)
    for number in sea:
        if hexmap.terrain_of(number) != "sea":
            yield Statement("sea", number, f"{number} must be all sea (9.12)")
    yield from _exactly("exit", stated["exit"].split(), features["exit"], "an exit hex (9.9)")
    yield from _all_land(hexmap, features["exit"], "exit hex (9.9)")
    tanks = sum(terrain == "oil_tank" for terrain in hexmap.terrain.values())
    if tanks != stated["oil_tank_hexes"]:
        text = f"there must be one oil tank hex (7.6), there are {tanks}"
        yield Statement("oil_tank", "", text)
    for kind in stated["hexsides"].split():
        if not hexmap.hexsides[kind]:
            text = f"there must be {kind.replace('_', ' ')} hexsides (9.14, 9.16)"
            yield Statement(kind, "", text)
    small = {side for kind in BRIDGED for side in hexmap.hexsides[kind]}
    if not small & hexmap.path_steps("road"):
        text = "a road must cross the Manzala Canal or the Raswa Channel: the bridges (9.16)"
        yield Statement("road", "", text)


def _entries(hexmap: HexMap, stated: Mapping[str, Any]) -> Iterator[Statement]:
    features = hexmap.areas["features"]
    for edge, case in (("east_edge", "10.3"), ("west_edge", "10.4, 10.9")):
        must = _column(stated[f"{edge}_ends"])
        yield from _exactly(edge, must, features[edge], f"of the {edge[:4]}ern edge ({case})")
        yield from _all_land(hexmap, must, f"of the {edge[:4]}ern edge ({case})")
    for name, ends in stated["entries"].items():
        place = f"in the entry span {name} (10.5)"
        yield from _exactly("entries", _column(ends), hexmap.spans[name], place)
    for what, name in (("rafiah", "Rafiah"), ("abu_aweiqla", "Abu Aweiqla")):
        yield from _all_land(hexmap, [stated[what]], f"{name} (10.3)")
    forts = sum(terrain == "fortification" for terrain in hexmap.terrain.values())
    least = stated["fortification_hexes_at_least"]
    if forts < least:
        text = f"there must be at least {least} fortification hexes (10.3), there are {forts}"
        yield Statement("fortification", "", text)
    if not features["coastal"]:
        yield Statement("coastal", "", "there must be coastal hexes (10.3)")
    yield from _all_land(hexmap, features["coastal"], "coastal hex (10.3)")
    yield from _by_the_sea(hexmap, features["coastal"], "coastal", "10.3")
    if not hexmap.hexsides["wadi"]:
        yield Statement("wadi", "", "there must be wadi hexsides (5.8)")


def _column(ends: str) -> list[str]:
    """Return the hexes of a column between two ends, inclusive."""
    first, last = ends.split()
    return [f"{first[:2]}{row:02d}" for row in range(int(first[2:]), int(last[2:]) + 1)]


def _exactly(what: str, must: list[str], given: tuple[str, ...], place: str) -> Iterator[Statement]:
    for number in sorted(set(must) ^ set(given)):
        verb = "must be" if number in must else "must not be"
        yield Statement(what, number, f"{number} {verb} {place}")


def _all_land(
    hexmap: HexMap, numbers: list[str] | tuple[str, ...], place: str
) -> Iterator[Statement]:
    for number in numbers:
        on_map = number in hexmap.grid
        if not on_map or hexmap.terrain_of(number) in ("sea", "lake"):
            there = hexmap.terrain_of(number) if on_map else "not on the map"
            yield Statement("land", number, f"{number} must be land, is {there}: {place}")


def _by_the_sea(
    hexmap: HexMap, numbers: tuple[str, ...], what: str, case: str
) -> Iterator[Statement]:
    for number in numbers:
        if not any(hexmap.terrain_of(near) == "sea" for near in hexmap.grid.neighbors(number)):
            yield Statement(what, number, f"{number} must lie by the sea ({case})")


def _has(hexmap: HexMap, game_id: str) -> Iterator[Statement]:
    there = {hexmap.terrain_of(number) for number in hexmap.grid.hexes()}
    edition = EDITIONS[game_id]
    for terrain, case in edition.terrain_cases.items():
        if terrain not in there:
            yield Statement(terrain, "", f"there must be {terrain} hexes ({case})")
    if not hexmap.objectives:
        case = edition.cases["points_of_egypt"]
        yield Statement("objectives", "", f"there must be objective hexes ({case})")


# What the game needs


def line_of_play(hexmap: HexMap, game_id: str) -> dict[str, float | int | None]:
    """Return the cost for a vehicle to drive to an exit and leave, on an empty map; None is no way.

    `road_steps`: along roads only. `points`: by the cheapest way, including entering and leaving.
    """
    edition = EDITIONS[game_id]
    line = edition.line
    if line is None:
        return {"road_steps": None, "points": None}
    try:
        board = build(with_map(rules_of(edition), hexmap), edition, frozenset())
    except InvalidMap:
        return {"road_steps": None, "points": None}
    index = {number: i for i, number in enumerate(hexmap.grid.hexes())}
    roads = hexmap.path_steps("road")
    by_road: dict[str, dict[str, int]] = {}
    by_any: dict[str, dict[str, int]] = {}
    for number, i in index.items():
        ways = {
            near: int(board.step[i, direction])
            for direction in range(6)
            if (near := hexmap.grid.neighbor(number, direction)) and board.step[i, direction]
        }
        by_any[number] = ways
        by_road[number] = {near: 1 for near in ways if hexside(number, near) in roads}
    spent = _cheapest(by_any, line.origin, line.target)
    leaving = int(board.exit_cost[index[line.target]]) if line.target in index else 0
    points = None
    if spent is not None and leaving:
        entering = int(board.entry_cost[index[line.origin]]) if line.enters else 0
        points = (entering + spent + leaving) / 2
    return {
        "road_steps": _cheapest(by_road, line.by_road_from, line.target),
        "points": points,
    }


def line_in_words(found: dict[str, Any]) -> str:
    """Return a valid line of play as a sentence."""
    steps, points = found["road_steps"], found["points"]
    return f"{steps} road steps; {points:g} points for a vehicle to come to the exit and leave"


def warnings(hexmap: HexMap, game_id: str) -> list[str]:
    """Return what the rulings assume about the map but this one does not have."""
    return _warnings(line_of_play(hexmap, game_id), game_id)


def _warnings(found: dict[str, float | int | None], game_id: str) -> list[str]:
    line = EDITIONS[game_id].line
    told: list[str] = []
    if line is None:
        return told
    steps, points = found["road_steps"], found["points"]
    if steps != line.road_steps:
        ways = "there is no road" if steps is None else f"the shortest road has {steps} steps"
        told.append(
            f"{ways} from {line.by_road_from} to {line.target}; {line.road_steps} road steps are "
            "expected"
        )
    if points is None or points > line.points:
        cost = "there is no way at all" if points is None else f"that costs {points:g}"
        how = "enter at" if line.enters else "drive from"
        told.append(
            f"a vehicle should {how} {line.origin} and leave by {line.target} for "
            f"{line.points:g} points: {cost}"
        )
    return told


def _cheapest(ways: dict[str, dict[str, int]], origin: str, target: str) -> int | None:
    """Return the least cost from a hex to another, None if there is no way."""
    spent = {origin: 0}
    queue = [(0, origin)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here == target:
            return so_far
        if so_far > spent[here]:
            continue
        for near, cost in ways.get(here, {}).items():
            if so_far + cost < spent.get(near, so_far + cost + 1):
                spent[near] = so_far + cost
                heapq.heappush(queue, (so_far + cost, near))
    return None


def report(hexmap: HexMap, game_id: str) -> dict[str, Any]:
    """Return a report on a valid map, as JSON data."""
    statements = broken(hexmap, game_id)
    found = errors(hexmap, game_id)
    # what a statement says already of a hex is not said again
    said = {statement.where for statement in statements if statement.where}
    found = [text for text in found if not any(where in text for where in said)]
    line = line_of_play(hexmap, game_id)
    has_line = EDITIONS[game_id].line is not None
    return {
        "name": hexmap.name,
        "digest": hexmap.digest,
        "errors": found,
        "statements": [statement.to_dict() for statement in statements],
        "warnings": _warnings(line, game_id),
        **({"line_of_play": line} if has_line else {}),
        "differences": [
            difference.to_dict() for difference in map_report.differences(own_map(game_id), hexmap)
        ],
    }
