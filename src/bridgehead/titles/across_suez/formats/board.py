"""The board: all constant data of a game, as one record for the kernels.

It is built from the three data files: the map, the counters, the charts. Movement costs are in half
points. `step[h, d]` is the total cost of going from hex h in direction d by the cheapest way, 0 if
that is impossible; terrain is not looked up while units move.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.kernels.kernel import record
from bridgehead.core.maps.hexmap import HexMap, hexside
from bridgehead.core.titles.dataset import DataSet, own_data
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats import heuristic_weights
from bridgehead.titles.across_suez.formats.dataset import RULES
from bridgehead.titles.across_suez.formats.editions import Edition
from bridgehead.titles.across_suez.formats.mapfile import MATZMED, SCHEMA
from bridgehead.titles.across_suez.records import BOARD


def tables() -> dict[str, Any]:
    """Return our charts as data."""
    found: dict[str, Any] = own_data(RULES)["tables.toml"]
    return found


def counters() -> tuple[dict[str, Any], ...]:
    """Return every counter of all editions of ours, in the order of the counter list."""
    return tuple(own_data(RULES)["units.toml"]["unit"])


def counters_in_play(data: DataSet, options: frozenset[str]) -> tuple[dict[str, Any], ...]:
    """Return the counters of a game; an optional one is in play if an option lets it arrive."""
    units = data["units.toml"]["unit"]
    return tuple(unit for unit in units if "option" not in unit or _arrivals(unit, options))


def _arrivals(unit: dict[str, Any], options: frozenset[str]) -> set[str]:
    """Return the ways an optional counter may arrive: "land", "beside", "air", "sea".

    [reprint 15.1, 15.2, 15.3, 15.4, 15.5, 15.6]
    """
    ways = set()
    if unit["option"] in options:
        ways |= {"land"} if "entry" in unit else set()
        ways |= {"beside"} if "beside" in unit else set()
    if "by_air_from" in unit and "airborne_operations" in options:
        ways.add("air")
    if "by_sea_from" in unit and "amphibious_operations" in options:
        ways.add("sea")
    return ways


def spellings(units: tuple[str, ...]) -> dict[str, str]:
    """Return other spellings of unit ids, as the first edition prints them, with their meaning."""
    printed_otherwise = {"reshef": "reshev", "raviv": "raviz", "keren": "karen"}
    found = {}
    for unit in units:
        brigade, dash, number = unit.partition("-")
        if brigade in printed_otherwise:
            found[f"{printed_otherwise[brigade]}{dash}{number}"] = unit
    return found


def build(data: DataSet, edition: Edition, options: frozenset[str]) -> Any:
    """Return the board record of a game. InvalidMap if the map is not suitable."""
    board = record(BOARD)
    hexmap: Any = data.map
    charts = data["tables.toml"]
    numbers = hexmap.grid.hexes()
    if len(numbers) > st.MAX_HEXES:
        raise InvalidMap(
            f"{hexmap.source}: [grid] has {len(numbers)} hexes; {st.MAX_HEXES} is the most"
        )
    index = {number: i for i, number in enumerate(numbers)}
    _lay_hexes(board, hexmap, charts, edition, numbers, index)
    for what, number in {"the crossing": MATZMED, **hexmap.entries}.items():
        if not board.land[index[number]]:
            raise InvalidMap(
                f"{hexmap.source}: [terrain] {number} ({what}) must be land a unit may stand on"
            )
    _lay_counters(board, data, options, index)
    _lay_charts(board, charts, edition)
    board.weights[st.ISRAEL] = list(heuristic_weights.usual(edition.id, "israel").values())
    board.weights[st.EGYPT] = list(heuristic_weights.usual(edition.id, "egypt").values())
    return board


def _lay_hexes(
    board: Any, hexmap: HexMap, charts: Any, edition: Edition, numbers: list[str],
    index: dict[str, int],
) -> None:  # fmt: skip
    """Set terrain, costs and shifts; for a hex with two terrains the map names one [12.3]."""
    chart = charts["movement"]
    shifts = charts["column_shifts"]
    with_road = hexmap.on_path("road")
    canal = {number for area in hexmap.areas["canal_hexes"].values() for number in area}

    board.hexes = len(numbers)
    board.crossing_hex = index[MATZMED]
    board.neighbor[:] = -1
    for number, i in index.items():
        terrain = hexmap.terrain_of(number)
        cost = 0 if chart[terrain] == "prohibited" else chart[terrain]
        board.terrain_cost[i] = cost
        board.land[i] = cost > 0
    for number, i in index.items():
        terrain = hexmap.terrain_of(number)
        board.q[i], board.r[i] = hexmap.grid.axial(number)
        clear_or_road = terrain == "clear" or number in with_road
        board.carries_loc[i] = clear_or_road or number == MATZMED
        board.bridge_may[i] = clear_or_road or number == MATZMED
        board.canal[i] = number in canal and board.land[i]
        board.shift[i] = shifts.get(terrain, 0)
        board.shift_across_ridge[i] = (
            shifts["elevated_sand_attacked_only_across_ridge"]
            if terrain == "elevated_sand"
            else board.shift[i]
        )
    _lay_hexsides(board, hexmap, chart, edition, index)


def _lay_hexsides(
    board: Any, hexmap: HexMap, chart: Any, edition: Edition, index: dict[str, int]
) -> None:
    """Set what depends on the six hexsides of each hex: neighbors, steps, zones, the map's edge."""
    roads, trails = hexmap.path_steps("road"), hexmap.path_steps("trail")
    ridges, closed = hexmap.hexsides["ridge"], set(hexmap.hexsides["lake"])
    if edition.canal_hexsides_closed:
        closed |= hexmap.hexsides["canal"]
    exits = {path[end] for path in hexmap.paths["road"] for end in (0, -1)} - {MATZMED}
    for number, i in index.items():
        on_map = 0
        for direction in range(6):
            other = hexmap.grid.neighbor(number, direction)
            if other is None:
                continue
            on_map += 1
            j, side = index[other], hexside(number, other)
            board.neighbor[i, direction] = j
            board.ridge[i, direction] = side in ridges
            open_ = side not in closed and board.land[j]
            board.zone_reaches[i, direction] = open_ or not edition.zone_stops_at_prohibited
            if open_:
                across = chart["ridge_hexside"] if side in ridges else 0
                ways = [int(board.terrain_cost[j]) + across]
                ways += [chart["road"]] if side in roads else []
                ways += [chart["trail"]] if side in trails else []
                board.step[i, direction] = min(ways)
        board.edge[i] = on_map < 6
        board.entry_cost[i] = board.terrain_cost[i]
        if board.edge[i] and number in exits and board.land[i]:
            board.entry_cost[i] = chart["road"]


def _lay_counters(
    board: Any, data: DataSet, options: frozenset[str], index: dict[str, int]
) -> None:
    hexmap: Any = data.map
    units = counters_in_play(data, options)
    board.units = len(units)
    board.loc_end = index[hexmap.entries["C"]]
    board.at_start[:] = -1
    board.entry[:] = -1
    brigades = {unit["beside"] for unit in units if "beside" in unit}
    for u, unit in enumerate(units):
        ways = _arrivals(unit, options) if "option" in unit else {"land"}
        board.side[u] = st.SIDES.index(unit["side"])
        board.type[u] = st.TYPES.index(unit["type"])
        board.strength[u] = unit["strength"]
        board.allowance[u] = unit["movement"]
        if unit["type"] == "bridge":
            board.bridge_unit = u
        if "hex" in unit:
            if unit["hex"] not in index or not board.land[index[unit["hex"]]]:
                raise InvalidMap(
                    f"{data.place}: [terrain] {unit['name']} starts on {unit['hex']}, "
                    "which must be land a unit may stand on"
                )
            board.at_start[u] = index[unit["hex"]]
        if "entry" in unit and "land" in ways:
            entry = hexmap.entries.get(unit["entry"], unit["entry"])
            board.arrives[u] = unit["turn"]
            board.entry[u] = index[entry]
            board.entry_inside[u] = not board.edge[index[entry]]
        board.by_air_from[u] = unit.get("by_air_from", 0) if "air" in ways else 0
        board.by_sea_from[u] = unit.get("by_sea_from", 0) if "sea" in ways else 0
        board.beside[u] = "beside" in ways
        board.anchor[u] = unit["id"].split("-")[0] in brigades


def _lay_charts(board: Any, charts: Any, edition: Edition) -> None:
    board.turns = charts["turns"]["count"]
    for turn in charts["turns"]["night"]:
        board.night[turn] = 1
    board.confusion_turn = charts["turns"]["first_turn_confusion"]
    for die, row in enumerate(charts["combat_results"]["rows"], start=1):
        for column, result in enumerate(row.split()):
            board.results[die, column] = st.RESULTS.index(result)
    labels = charts["combat_results"]["columns"]
    board.columns = len(labels)
    for column, label in enumerate(labels):
        low = label.split("..")[0]
        board.column_low[column] = int(low) if low else -999
    board.combined_arms_shift = charts["column_shifts"]["combined_arms"]
    board.support_shift = charts["column_shifts"]["israeli_artillery"]
    board.support_free = charts["artillery"]["israeli_support_per_phase"]
    board.bombardments = charts["artillery"]["egyptian_bombardments_per_phase"]
    for die in charts["artillery"]["bombardment_eliminates_on"]:
        board.bombard_kills[die] = 1
    board.ferry_cost = charts["movement"]["ferry"]
    board.bridge_cost = charts["movement"]["bridge"]
    board.night_less = charts["movement"]["night_less"]
    board.ferry_units = charts["canal"]["ferry_units_per_phase"]
    board.crossing_from = charts["canal"]["not_before_turn"]
    board.units_across_to_win = charts["victory"]["units_across"]
    board.night_halves = edition.night_halves
    board.bridge_limited = edition.bridge_limited
    board.bridge_loss_ends = edition.bridge_loss_ends


__all__ = ["SCHEMA", "build", "counters", "counters_in_play", "spellings", "tables"]
