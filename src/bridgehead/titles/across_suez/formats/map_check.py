"""Checks of a map file against the rulebooks, and its differences from ours.

Owners of the game can write the printed map into a file. The rulebooks name single hexes, and those
statements must hold: they are under [stated] in the map of the package. Everything here returns
plain data for a screen to show.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.maps import map_report
from bridgehead.core.maps.hexmap import HexMap, hexside, load_map
from bridgehead.core.maps.map_report import Difference, Statement
from bridgehead.core.titles.dataset import with_map
from bridgehead.titles.across_suez.formats.board import build, counters, tables
from bridgehead.titles.across_suez.formats.dataset import RULES
from bridgehead.titles.across_suez.formats.editions import EDITIONS, OPTIONS
from bridgehead.titles.across_suez.formats.mapfile import MATZMED, SCHEMA, own_map

RETREAT_EXAMPLE = ("0312", "0412", "0512")  # land in the example of a retreat (reprint 7.4.2)
LINE_OF_PLAY_STEPS = 17  # road steps between C and Matzmed
LINE_OF_PLAY_POINTS = 12  # enter at C, come to Matzmed and cross by ferry in one day turn

# What the rulebooks say of each group of [stated], and where they say it.
SOURCES = {
    "bar_lev": "a Bar Lev fort (1980 11.0; reprint 13.1, 15.6)",
    "chinese_farm": "the Chinese Farm (reprint 8.0(2))",
    "swamp": "swamp (example of reprint 7.4.2)",
    "elevated_sand": "elevated sand (examples of reprint 5.3, 5.4 and 8.0)",
    "ridge": "a ridge hexside (examples of reprint 5.3 and 8.0)",
    "road": "on a road (example of reprint 5.4)",
    "entries": "an entry hex (1980 7.4; reprint 11.1)",
}


def read(path: Path, game_id: str = "") -> HexMap:
    """Return the map in a file. InvalidMap names the file, the line, the key and the reason.

    All editions are played on the same map.
    """
    del game_id
    return load_map(path, SCHEMA)


def errors(hexmap: HexMap) -> list[str]:
    """Return why no game can be set up on a valid map."""
    found: list[str] = []
    for edition in EDITIONS.values():
        try:
            build(with_map(RULES, hexmap), edition, frozenset(set(OPTIONS) & set(edition.options)))
        except InvalidMap as error:
            if str(error) not in found:
                found.append(str(error))
    return found


# What the rulebooks state


def broken(hexmap: HexMap) -> list[Statement]:
    """Return the rulebook statements that a map breaks."""
    return [*_stated(hexmap), *_land(hexmap)]


def _stated(hexmap: HexMap) -> Iterator[Statement]:
    for what, value in own_map().stated.items():
        if what == "entries":
            for name, number in value.items():
                if hexmap.entries[name] != number:
                    text = f"entry {name} is {number}, not {hexmap.entries[name]}"
                    yield Statement(what, number, f"{text}: {SOURCES[what]}")
            continue
        for where in value.split():
            if not _holds(hexmap, what, where):
                yield Statement(what, where, f"{where} must be {SOURCES[what]}{_is(hexmap, where)}")


def _holds(hexmap: HexMap, what: str, where: str) -> bool:
    if what in SCHEMA.hexsides:
        a, _, b = where.partition("/")
        return hexside(a, b) in hexmap.hexsides[what]
    if what in SCHEMA.paths:
        return where in hexmap.on_path(what)
    return where in hexmap.grid and hexmap.terrain_of(where) == what


def _is(hexmap: HexMap, where: str) -> str:
    """Return what a hex contains instead."""
    if "/" in where:
        return ""
    return f", is {_terrain(hexmap, where) or 'not on the map'}"


def _land(hexmap: HexMap) -> Iterator[Statement]:
    """Check that set-up hexes, and those of an example, are land, since units stand there."""
    starts = {unit["hex"]: unit["name"] for unit in counters() if "hex" in unit}
    reasons = {number: f"{name} starts there (1980 2.5)" for number, name in starts.items()}
    reasons |= dict.fromkeys(RETREAT_EXAMPLE, "example of reprint 7.4.2")
    for number, why in sorted(reasons.items()):
        if not _is_land(hexmap, number):
            text = f"{number} must be land{_is(hexmap, number)}: {why}"
            yield Statement("land", number, text)


def _terrain(hexmap: HexMap, number: str) -> str:
    return hexmap.terrain_of(number) if number in hexmap.grid else ""


def _is_land(hexmap: HexMap, number: str) -> bool:
    terrain = _terrain(hexmap, number)
    return terrain != "" and tables()["movement"][terrain] != "prohibited"


# What the game needs


def line_of_play(hexmap: HexMap) -> dict[str, float | int | None]:
    """Return the cost of the shortest ways between C and Matzmed on an empty map; None is no way.

    `road_steps`: along roads only. `points`: to enter at C, move to Matzmed and cross by ferry.
    `line_steps`: of a line of communication, through clear hexes and hexes with a road [14.1].
    """
    far = hexmap.entries["C"]
    roads = hexmap.path_steps("road")
    step = _half_points(hexmap)  # None where a step is closed
    with_road = hexmap.on_path("road")
    carries = {n for n in hexmap.grid.hexes() if hexmap.terrain_of(n) == "clear" or n in with_road}
    carries |= {MATZMED}
    road = _cheapest(hexmap, far, lambda a, b: 1 if hexside(a, b) in roads and step(a, b) else None)
    line = _cheapest(hexmap, far, lambda a, b: 1 if b in carries and step(a, b) else None)
    way = _cheapest(hexmap, far, step)
    if way is None or not _is_land(hexmap, far):
        points = None
    else:
        points = (_entering(hexmap, far) + way + int(tables()["movement"]["ferry"])) / 2
    return {
        "road_steps": road,
        "points": points,
        "line_steps": line if far in carries else None,
    }


def warnings(hexmap: HexMap) -> list[str]:
    """Return what the rules assume about the map but this one does not have."""
    found = line_of_play(hexmap)
    far = hexmap.entries["C"]
    told = []
    if found["line_steps"] is None:
        told.append(
            f"no line of communication can run between {MATZMED} and {far} (14.1): "
            "Israel could never win"
        )
    steps = found["road_steps"]
    if steps != LINE_OF_PLAY_STEPS:
        ways = "there is no road" if steps is None else f"the shortest road has {steps} steps"
        told.append(f"{ways} from {far} to {MATZMED}; {LINE_OF_PLAY_STEPS} road steps are expected")
    points = found["points"]
    if points is None or points > LINE_OF_PLAY_POINTS:
        cost = "there is no way at all" if points is None else f"that costs {points:g}"
        told.append(
            f"a unit with {LINE_OF_PLAY_POINTS} points should enter at {far}, reach {MATZMED} and "
            f"cross by ferry in one day turn: {cost}"
        )
    exits = {path[end] for path in hexmap.paths["road"] for end in (0, -1)}
    told += [
        f"no road leaves the map at entry {name}, {number} (ruling 14 expects one)"
        for name, number in sorted(hexmap.entries.items())
        if number not in exits
    ]
    return told


def _half_points(hexmap: HexMap) -> Callable[[str, str], int | None]:
    """Return the cost of a step in half points, by the terrain effects chart [4.2]."""
    chart = tables()["movement"]
    roads, trails = hexmap.path_steps("road"), hexmap.path_steps("trail")
    closed = hexmap.hexsides["lake"] | hexmap.hexsides["canal"]

    def cost(a: str, b: str) -> int | None:
        side = hexside(a, b)
        if side in closed or not _is_land(hexmap, b):
            return None
        ridge = chart["ridge_hexside"] if side in hexmap.hexsides["ridge"] else 0
        ways = [int(chart[hexmap.terrain_of(b)]) + int(ridge)]
        ways += [int(chart["road"])] if side in roads else []
        ways += [int(chart["trail"])] if side in trails else []
        return min(ways)

    return cost


def _entering(hexmap: HexMap, number: str) -> int:
    """Return the half points for the entry hex [7.1]: the road's, if one leaves the map there."""
    exits = {path[end] for path in hexmap.paths["road"] for end in (0, -1)}
    edge = len(hexmap.grid.neighbors(number)) < 6
    kind = "road" if edge and number in exits else hexmap.terrain_of(number)
    return int(tables()["movement"][kind])


def _cheapest(hexmap: HexMap, origin: str, step: Callable[[str, str], int | None]) -> int | None:
    """Return the least cost from a hex to Matzmed, None if there is no way."""
    spent = {origin: 0}
    queue = [(0, origin)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here == MATZMED:
            return so_far
        if so_far > spent[here]:
            continue
        for other in hexmap.grid.neighbors(here):
            cost = step(here, other)
            if cost is not None and so_far + cost < spent.get(other, so_far + cost + 1):
                spent[other] = so_far + cost
                heapq.heappush(queue, (so_far + cost, other))
    return None


# How it differs from ours


def differences(hexmap: HexMap) -> list[Difference]:
    """Return how a map differs from the package's: grid, terrain, hexsides, paths, entries."""
    return map_report.differences(own_map(), hexmap)


def line_in_words(found: dict[str, Any]) -> str:
    """Return a valid line of play as a sentence."""
    return (
        f"{found['road_steps']} road steps; {found['points']:g} points to enter, "
        "reach the crossing and cross by ferry"
    )


def report(hexmap: HexMap, game_id: str = "") -> dict[str, Any]:
    """Return a report on a valid map, as JSON data."""
    del game_id
    statements = broken(hexmap)
    no_land = any(statement.what == "land" for statement in statements)  # said once is enough
    return {
        "name": hexmap.name,
        "digest": hexmap.digest,
        "errors": [] if no_land else errors(hexmap),
        "statements": [statement.to_dict() for statement in statements],
        "warnings": warnings(hexmap),
        "line_of_play": line_of_play(hexmap),
        "differences": [difference.to_dict() for difference in differences(hexmap)],
    }
