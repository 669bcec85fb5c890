"""The board of a game, made from the data files: the map, the counters, the charts, a set-up.

`build` fills one `BOARD` record. Movement is in half points; `step[h, d]` is the total cost
of going from hex h in direction d by the cheapest way, 0 if that is impossible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import InvalidMap
from bridgehead.core.kernels.kernel import record
from bridgehead.core.maps.hexmap import HexMap, hexside
from bridgehead.core.titles.bids import ANY_LEAD, half_points_of_first
from bridgehead.core.titles.dataset import DataSet, own_data
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights
from bridgehead.titles.middle_east_battles.formats.dataset import rules_of
from bridgehead.titles.middle_east_battles.formats.editions import Edition, SetupCode
from bridgehead.titles.middle_east_battles.records import BOARD

BRIDGED = ("manzala_canal", "raswa_channel")  # no retreat across them but by a bridge [9.16]
COLUMNS = {"3": st.THIRD, "4a": st.FOURTH, "shf": st.SHAZLI}
NO_GOAL = 99  # hexes to the nearest objective where there is none


def tables(edition: Edition) -> dict[str, Any]:
    """Return our charts of a game as data."""
    found: dict[str, Any] = own_data(rules_of(edition))["tables.toml"]
    return found


def markers(edition: Edition, data: DataSet | None = None) -> dict[str, Any]:
    """Return the values of markers: airstrikes, naval gunfire [8.18, 8.19]."""
    found: dict[str, Any] = (data or own_data(rules_of(edition)))["units.toml"].get("markers", {})
    return found


def counters(edition: Edition, data: DataSet | None = None) -> tuple[dict[str, Any], ...]:
    """Return every counter of a game, in the order of the counter list; ours without `data`."""
    return tuple((data or own_data(rules_of(edition)))["units.toml"]["unit"])


def counters_in_play(
    edition: Edition, options: frozenset[str], data: DataSet | None = None
) -> tuple[dict[str, Any], ...]:
    """Return the counters of a game with these options [9.5]."""
    played = {code for code, one in edition.setup.items() if one.option in ("", *options)}
    return tuple(unit for unit in counters(edition, data) if unit["setup"] in played)


def suggested_setup(edition: Edition, data: DataSet | None = None) -> dict[str, str]:
    """Return the suggested set-up for a map: unit -> hex."""
    found: dict[str, str] = (data or own_data(rules_of(edition)))["setup.toml"]["suggested"]
    return found


def terrain_chart(edition: Edition, data: DataSet | None = None) -> dict[str, dict[str, Any]]:
    """Return the terrain effects chart of a game: kind -> move, shift."""
    chart = (data or own_data(rules_of(edition)))["tables.toml"]["terrain"]
    return {**chart["both"], **chart.get(edition.charts, {})}


def build(
    data: DataSet, edition: Edition, options: frozenset[str], goals: Collection[str] = ()
) -> Any:
    """Return the board record of a game. InvalidMap if the map is not suitable.

    `goals` are the objectives of a scenario, instead of the map's.
    """
    return _Builder(data, edition, options, goals).build()


class _Builder:
    """A board being built; errors name the map and are raised by `refuse`."""

    def __init__(
        self, data: DataSet, edition: Edition, options: frozenset[str], goals: Collection[str]
    ) -> None:
        self.data = data
        self.tables: Any = data["tables.toml"]
        self.map = cast(HexMap, data.map)
        self.edition = edition
        self.options = options
        self.chart = terrain_chart(edition, data)
        self.numbers = self.map.grid.hexes()
        self.index = {number: i for i, number in enumerate(self.numbers)}
        self.features = self.map.areas["features"]
        self.goals = [goal for goal in goals if goal in self.index]
        self.board = record(BOARD)

    def refuse(self, table: str, reason: str) -> InvalidMap:
        return InvalidMap(f"{self.data.place}: [{table}] {reason}")

    def build(self) -> Any:
        self._at_most(len(self.numbers), st.MAX_HEXES, "grid", "hexes")
        self._lay_hexes()
        self._lay_hexsides()
        self._lay_edges()
        self._lay_goals()
        self._lay_counters()
        self._lay_setup()
        self._lay_charts()
        self._lay_points()
        self._lay_weights()
        return self.board

    def _at_most(self, there_are: int, limit: int, table: str, what: str) -> None:
        if there_are > limit:
            raise self.refuse(table, f"has {there_are} {what}; {limit} is the most")

    def _land(self, number: str) -> bool:
        return bool(self.board.land[self.index[number]])

    def _all_land(self, hexes: Iterable[str], what: str) -> None:
        for number in hexes:
            if not self._land(number):
                raise self.refuse("terrain", f"{number} ({what}) must be land")

    def _marked(self, field: Any, hexes: Iterable[str]) -> None:
        for number in hexes:
            field[self.index[number]] = 1

    # Hexes

    def _lay_hexes(self) -> None:
        board = self.board
        board.hexes = len(self.numbers)
        cities = [number for number in self.numbers if self.map.terrain_of(number) == "city"]
        self._at_most(len(cities), st.MAX_CITY, "terrain", "city hexes")
        board.cities = len(cities)
        board.city_place[:] = -1
        for place, number in enumerate(cities):
            board.city_place[self.index[number]] = place
        for number, i in self.index.items():
            terrain = self.map.terrain_of(number)
            board.q[i], board.r[i] = self.map.grid.axial(number)
            board.land[i] = self.chart[terrain]["move"] != "prohibited"
            board.clear[i] = terrain == "clear"
            board.city[i] = terrain == "city"
            board.fort[i] = terrain == "fortification"
            board.missile_stop[i] = terrain in ("city", "rough")
            board.fort_shift[i] = self.chart[terrain].get("shift", 0)
            # a fortification helps Egyptians alone [6.2]
            board.shift[i] = 0 if board.fort[i] else board.fort_shift[i]
        board.engineer_ground[:] = {"city": board.city, "fortification": board.fort}.get(
            self.edition.engineers_attack, 0
        )
        self._lay_neighbors()
        around = np.c_[np.arange(board.hexes), board.neighbor[: board.hexes]]
        forts = board.fort[around].astype(bool) & (around >= 0)
        board.near_fort[: board.hexes] = forts.any(axis=1)
        # a town in a fortification is both (ruling 1 of El Arish)
        self._marked(board.missile_stop, self.features.get("town", ()))
        coast = self.features.get(self.edition.map.coast, ())
        self._marked(board.coast, coast)
        self._all_land(coast, "of the coast")
        self._marked(board.objective, self.goals or self.map.objectives)
        self._all_land(self.map.objectives, "an objective")
        self._lay_sea_distances()

    def _lay_sea_distances(self) -> None:
        """Set the distances of hexes from those by which helicopters come and go [9.12]."""
        flights = self.edition.map.flights
        if not flights:
            return
        sea = self.features[flights]
        if not sea:
            raise self.refuse("features", f"{flights} names no hex")
        for number in sea:
            if self.map.terrain_of(number) != "sea":
                raise self.refuse("terrain", f"{number} (of {flights}) must be sea")
        distances = [self._distances(at) for at in sea]
        self.board.sea_distance[: self.board.hexes] = np.min(distances, axis=0)

    def _distances(self, number: str) -> NDArray[np.int64]:
        """Return the distance of every hex from one, in hexes."""
        column, row = self.map.grid.axial(number)
        dq = self.board.q[: self.board.hexes].astype(np.int64) - column
        dr = self.board.r[: self.board.hexes].astype(np.int64) - row
        found: NDArray[np.int64] = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        return found

    def _lay_neighbors(self) -> None:
        """Set the six neighbors of each hex, -1 off the map."""
        grid, neighbor = self.map.grid, self.board.neighbor
        neighbor[:] = -1
        for number, i in self.index.items():
            for direction in range(3):
                j = self.index.get(grid.neighbor(number, direction) or "")
                if j is not None:
                    neighbor[i, direction] = j
                    neighbor[j, direction + 3] = i

    def _lay_hexsides(self) -> None:
        board = self.board
        roads, trails = self.map.path_steps("road"), self.map.path_steps("trail")
        on_side: dict[Any, list[str]] = defaultdict(list)
        for kind, sides in self.map.hexsides.items():
            for side in sides:
                on_side[side].append(kind)
        for number, i in self.index.items():
            for direction, j in enumerate(board.neighbor[i].tolist()):
                if j < 0:
                    continue
                other = self.numbers[j]
                side = hexside(number, other)
                kinds = on_side.get(side, [])
                effects = [self.chart[f"{kind}_hexside"] for kind in kinds]
                shifts = [effect["shift"] for effect in effects]
                board.side_shift[i, direction] = min(shifts, default=0)
                if not (board.land[i] and board.land[j]):
                    continue
                if any(effect["move"] == "prohibited" for effect in effects):
                    board.closed[i, direction] = 1
                    continue
                water = sum(effect["move"] for effect in effects)
                ways = [self.chart[self.map.terrain_of(other)]["move"] + water]
                ways += [self.chart["road"]["move"]] if side in roads else []
                ways += [self.chart["trail"]["move"] + water] if side in trails else []
                board.step[i, direction] = min(ways)
                barred = any(kind in BRIDGED for kind in kinds) and side not in roads
                board.retreat[i, direction] = not barred

    # The rim: where units come and go

    def _lay_edges(self) -> None:
        board = self.board
        ends = {path[end] for path in self.map.paths["road"] for end in (0, -1)}
        trail_ends = {path[end] for path in self.map.paths["trail"] for end in (0, -1)}
        road, trail = self.chart["road"]["move"], self.chart["trail"]["move"]

        exits = self.features[self.edition.map.exits]
        self._all_land(exits, "units leave the map there")
        for number in exits:
            # one point, and half a point where a road leaves the map [9.10, 10.9]
            board.exit_cost[self.index[number]] = road if number in ends else 2

        board.rim_hex[:] = -1
        board.rim[:] = -1
        if not self.edition.switches["edge_entry"]:
            return
        for name, span in self._spans().items():
            self._all_land(span, f"of {name}: units enter there")
            for number in span:
                if not self._on_rim(number):
                    raise self.refuse("entries", f"{number} (of {name}) is not on the map's edge")
        rim = [number for number in self.numbers if self._on_rim(number) and self._land(number)]
        self._at_most(len(rim), st.MAX_RIM, "terrain", "land hexes on the edges")
        board.rims = len(rim)
        for place, number in enumerate(rim):
            i = self.index[number]
            board.rim[i] = place
            board.rim_hex[place] = i
            costs = [self.chart[self.map.terrain_of(number)]["move"]]
            costs += [road] if number in ends else []
            costs += [trail] if number in trail_ends else []
            board.entry_cost[i] = min(costs)

    def _spans(self) -> dict[str, tuple[str, ...]]:
        """Return the hexes by which units enter, by the names that counters have for them."""
        edges = self.edition.map.edges
        return {**self.map.spans, **{name: self.features[edges[name]] for name in edges}}

    def _on_rim(self, number: str) -> bool:
        """Whether units can enter the map there: not from the sea in the north [10.5]."""
        (west, east), (_, south) = self.map.grid.columns, self.map.grid.rows
        return int(number[:2]) in (west, east) or int(number[2:]) == south

    def _lay_goals(self) -> None:
        """Set the distances of all hexes from each side's goals."""
        board = self.board

        def distances(wanted: Any) -> list[Any]:
            return [self._distances(self.numbers[hex_]) for hex_ in np.flatnonzero(wanted)]

        board.near_goal[:] = NO_GOAL
        to_goals, to_exits = distances(board.objective), distances(board.exit_cost)
        for side, ways in ((st.WEST, to_goals + to_exits), (st.EGYPT, to_goals)):
            near = board.near_goal[side, : board.hexes]
            near[:] = np.min([near, *ways], axis=0)
        board.goals = min(len(to_goals), st.MAX_GOALS)
        board.goal[: board.goals] = np.flatnonzero(board.objective)[: board.goals]
        for place in range(board.goals):
            board.goal_distance[place, : board.hexes] = to_goals[place]

    # Counters

    def _lay_counters(self) -> None:
        board, west = self.board, self.edition.sides[0]
        units = counters_in_play(self.edition, self.options, self.data)
        board.units = len(units)
        board.joint = -1
        board.slot_unit[:] = -1
        board.engineer_slot[:] = -1
        board.nation[:] = -1
        board.column[:] = st.NO_COLUMN
        engineers = 0
        for u, unit in enumerate(units):
            western = unit["side"] == west
            artillery = "barrage" in unit
            board.side[u] = st.WEST if western else st.EGYPT
            if unit.get("nation") in self.edition.nations:
                board.nation[u] = self.edition.nations.index(unit["nation"])
            board.mobility[u] = st.MOBILITIES.index(unit["mobility"])
            allowances = self.tables["movement"][self.edition.charts][unit["side"]]
            board.allowance[u] = 2 * allowances[unit["mobility"]]
            board.artillery[u] = artillery
            board.missile[u] = unit["type"] == "antitank_missile"
            board.strength[u] = unit["barrage"] if artillery else unit["strength"]
            board.defense[u] = unit["defense"] if artillery else unit["strength"]
            board.fpf[u] = unit["fpf"] if artillery else 0
            board.range[u] = unit["range"] if artillery else 0
            board.drops[u] = unit.get("paratroop_drop", unit.get("airborne_drop", False))
            board.militia[u] = self.edition.setup[unit["setup"]].pool
            board.arrives[u] = self.edition.setup[unit["setup"]].arrives
            if western and unit.get("division"):
                divisions = ("", *self.edition.divisions)
                if unit["division"] in divisions:
                    board.division[u] = divisions.index(unit["division"])
                board.matt[u] = unit["division"] == self.edition.paid_division
            if unit["id"] == self.edition.carrier:
                board.joint = u
            if western and unit["type"] == "engineer":
                board.engineer[u] = 1
                board.engineer_slot[u] = engineers
                board.slot_unit[engineers] = u
                engineers += 1
            if "column" in unit:
                board.column[u] = COLUMNS[unit["column"]]
            self._lay_entry(u, unit)

    def _lay_entry(self, u: int, unit: dict[str, Any]) -> None:
        """Set the hexes by which a unit enters; one of Matt's battalions by any [10.4, 10.5]."""
        if "entry" not in unit:
            return
        for number in self._spans()[unit["entry"]]:
            self.board.may_enter[u, self.board.rim[self.index[number]]] = 1
        if unit.get("airborne_drop"):
            self.board.may_enter_privileged[u, : self.board.rims] = 1

    # Set-up

    def _lay_setup(self) -> None:
        board = self.board
        units = counters_in_play(self.edition, self.options, self.data)
        board.suggested[:] = -1
        allowed: dict[str, NDArray[np.bool_]] = {}  # many units share a rule
        for u, unit in enumerate(units):
            code = unit["setup"]
            if not self.edition.setup[code].order:
                continue
            if code not in allowed:
                allowed[code] = self._may_set_up(self.edition.setup[code])
            board.setup_group[u] = self.edition.setup[code].order
            board.setup_hex[u, : board.hexes] = allowed[code]
        # the suggestion holds for our own map; on another the nearest hexes are taken
        taken: set[int] = set()
        placed = [u for u in range(len(units)) if board.setup_group[u]]
        for u in sorted(placed, key=lambda u: int(board.setup_hex[u].sum())):
            wanted = suggested_setup(self.edition, self.data)[units[u]["id"]]
            free = [i for i in np.flatnonzero(board.setup_hex[u]).tolist() if i not in taken]
            if not free:
                raise self.refuse("terrain", f"there is no hex to set up {units[u]['name']} in")
            near = free[int(np.argmin(self._distances(wanted)[free]))]
            board.suggested[u] = near
            taken.add(near)

    def _may_set_up(self, code: SetupCode) -> NDArray[np.bool_]:
        """Return whether a unit with this code may be set up, for each hex [9.3, 10.3]."""
        board = self.board
        may: NDArray[np.bool_] = board.land[: board.hexes].astype(bool)
        outside = self.features[code.outside] if code.outside else ()
        if self.edition.map.east_column_free:
            east = f"{self.map.grid.columns[1]:02d}"
            outside = (*outside, *(number for number in self.numbers if number[:2] == east))
        may[[self.index[number] for number in outside]] = False
        if code.terrain:
            terrain = [self.map.terrain_of(number) for number in self.numbers]
            may &= np.array(terrain) == code.terrain
        around = self.features[code.inside] if code.inside else (code.near,) if code.near else ()
        if around:
            may &= np.min([self._distances(one) for one in around], axis=0) <= code.within
        return may

    # Charts

    def _lay_charts(self) -> None:
        board, edition, charts = self.board, self.edition, self.tables
        turns = charts["turns"][edition.charts]
        board.turns = turns["count"]
        board.optional_last = turns.get("optional_last", 0)
        for turn in turns.get("night", ()):
            board.night[turn] = 1
        for table, name in ((st.MOBILE, "mobile"), (st.FRONTAL, "frontal")):
            for die, row in enumerate(charts["crt"][name], start=1):
                for column, result in enumerate(row.split()):
                    board.results[table, die, column] = st.RESULTS.index(result)
        for column, label in enumerate(charts["crt"]["columns"]):
            low = label.split("..")[0]
            board.column_low[column] = int(low) if low else -999
        passing = charts["movement"]["pass_through"]
        board.pass_through[st.WEST] = passing["western"]
        board.pass_through[st.EGYPT] = passing["egypt"]
        board.divisions = bool(edition.divisions)
        for name, value in edition.switches.items():
            board[name] = value
        shifts = charts["shifts"]
        if edition.engineers_attack:
            board.engineer_shift = shifts[f"engineer_{edition.engineers_attack}"]
        if edition.nations:
            board.mixed_shift = shifts["british_and_french"]
        if board.withdrawal:
            board.withdrawal_shift = shifts["withdrawal"]
        self._lay_fire(charts["airstrikes"].get(edition.charts, {}))

    def _lay_fire(self, air: dict[str, int]) -> None:
        """Set the airstrikes of a game turn, by nation or rolled for, and naval gunfire."""
        board = self.board
        if "first_turn" in air:
            board.air_dice_day = air["day_dice"]
            board.air_dice_night = air["night_dice"]
            board.air_from = air["first_turn"]
        else:
            for kind, number in enumerate(air.values()):
                board.air_markers[kind] = number
        guns = markers(self.edition, self.data).get("naval_gunfire")
        if guns:
            board.guns = 1
            board.guns_barrage = guns["barrage"]
            board.guns_fpf = guns["fpf"]

    def _lay_points(self) -> None:
        board, edition = self.board, self.edition
        points = self.tables["victory"][edition.charts]
        west, egypt = edition.sides
        west = west if f"{west}_unit_eliminated" in points else "western"
        board.win_by = 1 if ANY_LEAD in self.options else self.tables["victory"]["win_by"]
        board.bid = half_points_of_first(self.options, edition.sides)
        starts = [points[key] for one in self.options if (key := f"{egypt}_start_{one}") in points]
        board.opening = starts[0] if starts else points.get(f"{egypt}_start", 0)
        board.worth[st.WEST] = points[f"{egypt}_unit_eliminated"]
        board.worth[st.EGYPT] = points[f"{west}_unit_eliminated"]
        board.egypt_objective = points[f"{egypt}_objective_each_turn"]
        board.west_objective = points[f"{west}_objective_at_end"]
        board.fire_into_city = points.get(f"{egypt}_fire_into_city_hex", 0)
        board.drop_points = points.get(f"{egypt}_airborne_drop", 0)
        board.matt_points = points.get(f"{egypt}_matt_enters", 0)
        board.fourth_points = points.get(f"{west}_4a_enters", 0)
        board.shazli_points = points.get(f"{west}_shf_enters", 0)
        if f"{west}_exit_later" in points:
            board.exit_points[1:4] = points[f"{west}_exit_until_turn_3"]
            board.exit_points[4 : board.optional_last + 1] = points[f"{west}_exit_later"]
        for turns, worth in points.get(f"{west}_exit", {}).items():
            _, first, _, last = turns.split("_")
            board.exit_points[int(first) : int(last) + 1] = worth

    def _lay_weights(self) -> None:
        self.board.weights[:] = [*{**heuristic_weights.USUAL, **self.edition.weights}.values()]


__all__ = [
    "build",
    "counters",
    "counters_in_play",
    "markers",
    "suggested_setup",
    "tables",
    "terrain_chart",
]
