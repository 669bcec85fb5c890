"""The board of the game, made from the data files: the map, the counters, the charts.

`build` fills one `BOARD` record. InvalidMap says why a map is not suitable.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from bridgehead.core.errors import InvalidData, InvalidMap
from bridgehead.core.kernels.kernel import record
from bridgehead.core.maps.pointmap import PointMap
from bridgehead.core.titles.bids import ANY_LEAD, half_points_of_first
from bridgehead.core.titles.dataset import DataSet, own_data
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights
from bridgehead.titles.october_war.formats.dataset import RULES
from bridgehead.titles.october_war.formats.editions import ID
from bridgehead.titles.october_war.records import BOARD

NO_STEPS = 99
FREE_ORDER = ("recon", "mobile_sam", "engineer", "antitank", "rocket", "garrison")
START_BOXES = {name: -1 - i for i, name in enumerate(st.BOXES)}
RESULTS = {"-": 0, "r": st.LITTLE_R, "R": st.BIG_R, "A": st.RESULT_A}
HITS = {st.LITTLE_R: 0.35, st.BIG_R: 0.6}  # what an r, an R is worth to the sergeant
DEFENSE = {"-": st.AD_NOTHING, "AR": st.AD_AR, "E": st.AD_ELIM, "E+AR": st.AD_BOTH}
REFIT = {"X": st.REFIT_X, "R0": 0, "R1": 1, "R2": 2, "R3": 3}


def data(name: str) -> dict[str, Any]:
    """Return one of the package's data files: "units", "tables" or "events"."""
    found: dict[str, Any] = own_data(RULES)[f"{name}.toml"]
    return found


def counters(given: DataSet | None = None) -> tuple[dict[str, Any], ...]:
    """Return every counter in the order of the counter list: id, name, group and its values."""
    found = []
    for group in (given or own_data(RULES))["units.toml"]["group"]:
        names = group.get("names", group["ids"])
        for k, id_ in enumerate(group["ids"]):
            found.append({**group, "id": id_, "name": names[k], "place_in_group": k})
    return tuple(found)


def place_ids(pointmap: PointMap) -> tuple[str, ...]:
    """Return the ids of all places: the points in file order, then the reserve areas."""
    return (*(p.id for p in pointmap.points), *(r.id for r in pointmap.reserves))


def standard_setup(board: Any) -> list[int]:
    """Return the place of each counter after the suggested set-up."""
    units = range(int(board.units))
    return [int(board.suggested[u] if board.zone[u] >= 0 else board.start[u]) for u in units]


def build(given: DataSet, options: frozenset[str]) -> Any:
    """Return the board record of the game. InvalidMap if the map is not suitable."""
    return _Builder(given, options).build()


class _Builder:
    """A board being built; errors name the map and are raised by `refuse`."""

    def __init__(self, given: DataSet, options: frozenset[str]) -> None:
        self.data = given
        self.map = cast(PointMap, given.map)
        self.options = options
        self.board = record(BOARD)
        self.index = {id_: i for i, id_ in enumerate(place_ids(self.map))}
        self.units = counters(given)
        self.unit_index = {unit["id"]: u for u, unit in enumerate(self.units)}
        self.charts: Any = given["tables.toml"]

    def refuse(self, table: str, reason: str) -> InvalidMap:
        return InvalidMap(f"{self.data.place}: [{table}] {reason}")

    def build(self) -> Any:
        if len(self.index) > st.MAX_PLACES:
            raise self.refuse("points", f"{len(self.index)} places; {st.MAX_PLACES} is the most")
        self._lay_places()
        self._lay_routes()
        self._lay_terrain()
        self._lay_ways()
        self._lay_walks()
        self._lay_counters()
        self._lay_setup()
        self._lay_charts()
        self._lay_victory()
        self._lay_events()
        self._lay_options()
        self._lay_weights()
        return self.board

    # The map

    def _lay_places(self) -> None:
        b = self.board
        b.points = len(self.map.points)
        b.places = len(self.index)
        b.start_control[:] = st.NOBODY
        b.hermon = -1
        sides = {"israel": st.ISRAEL, "arab": st.ARAB, "none": st.NOBODY}
        for p, point in enumerate(self.map.points):
            b.theater[p] = st.THEATERS.index(point.theater)
            b.start_control[p] = sides[point.control]
            b.features[p] = sum(1 << st.FEATURES.index(name) for name in point.features)
            if "sigint_site" in point.features:
                b.hermon = p
        for k, reserve in enumerate(self.map.reserves):
            p = self.index[reserve.id]
            b.reserve[k] = p
            b.start_control[p] = sides[reserve.side]
            if not reserve.edges:
                raise self.refuse("reserve", f"{reserve.id} has no edges in any theater")
            both = len(reserve.edges) > 1
            b.theater[p] = st.BOTH if both else st.THEATERS.index(next(iter(reserve.edges)))

    def _lay_routes(self) -> None:
        b = self.board
        ways: dict[int, list[tuple[int, int, int]]] = {p: [] for p in self.index.values()}
        canals = 0
        b.canal_end[:] = -1
        for route in self.map.routes:
            a, z = self.index[route.a], self.index[route.b]
            kind = st.ROUTES.index(route.kind)
            canal = -1
            if kind == st.CANAL:
                if canals == st.MAX_CANALS:
                    raise self.refuse("routes", f"{st.MAX_CANALS} canal routes are the most")
                canal, canals = canals, canals + 1
                west = a if b.features[a] & st.AFRICA else z
                b.canal_end[canal] = west, a + z - west
            ways[a].append((z, kind, canal))
            ways[z].append((a, kind, canal))
        for reserve in self.map.reserves:
            home = self.index[reserve.id]
            for edges in reserve.edges.values():
                for edge in edges:
                    ways[home].append((self.index[edge], st.EDGE, -1))
                    ways[self.index[edge]].append((home, st.EDGE, -1))
        b.canals = canals
        b.neighbor[:], b.route[:], b.canal[:] = -1, -1, -1
        for p, found in ways.items():
            if len(found) > st.MAX_DEGREE:
                raise self.refuse("routes", f"more than {st.MAX_DEGREE} routes meet in a point")
            b.degree[p] = len(found)
            for k, way in enumerate(sorted(found)):
                b.neighbor[p, k], b.route[p, k], b.canal[p, k] = way
        self._lay_distances(b.sam_steps, (st.ROAD, st.CANAL, st.LAKE), st.NOBODY)
        every = (st.ROAD, st.CANAL, st.LAKE, st.RED_SEA, st.EDGE)
        for side in range(2):
            self._lay_distances(b.steps[side], every, side)
            self._lay_neighborhoods(side)

    def _lay_distances(self, field: Any, kinds: tuple[int, ...], side: int) -> None:
        b = self.board
        field[:] = NO_STEPS
        open_to = [  # lists: a record's fields are slow to read one by one
            [
                q
                for q, route in zip(*(row.tolist() for row in found), strict=True)
                if route in kinds and (q < b.points or b.start_control[q] == side)
            ]
            for found in (
                (b.neighbor[p, : b.degree[p]], b.route[p, : b.degree[p]]) for p in range(b.places)
            )
        ]
        for start in range(b.places):
            steps = {start: 0}
            queue = [start]
            for p in queue:
                for q in open_to[p]:
                    if q not in steps:
                        steps[q] = steps[p] + 1
                        queue.append(q)
            field[start, list(steps)] = list(steps.values())

    def _lay_neighborhoods(self, side: int) -> None:
        """Set the points of each point's theater that a side reaches in one step, then in two."""
        b = self.board
        theater = b.theater[: b.points]
        b.near[side] = -1
        for p in range(b.points):
            steps = b.steps[side, p, : b.points]
            beside = np.flatnonzero((steps == 1) & (theater == theater[p]))
            after = np.flatnonzero((steps == 2) & (theater == theater[p]))
            both = np.concatenate((beside, after))
            b.near[side, p, : len(both)] = both
            b.nears[side, p] = len(beside), len(both)

    def _lay_terrain(self) -> None:
        b = self.board
        chart = self.charts["terrain"]
        b.passes[:], b.fort_of[:] = -1, -1
        for p, point in enumerate(self.map.points):
            terrain = chart[point.terrain]
            b.water[p] = int(terrain.get("only") == "water")
            b.stop_all[p] = int(terrain["stop"] == "all")
            b.stop_foot[p] = int(terrain["stop"] == "non_mechanized")
            b.no_mech[p] = int(terrain.get("prohibited") == "mechanized")
            b.shift[p, st.ISRAEL] = terrain.get("israel", 0)
            b.shift[p, st.ARAB] = terrain.get("arab", 0)
            b.mech_shift[p] = terrain.get("mechanized", 0)
            b.city[p] = int(point.terrain == "city")
            if "own_side_passes" in terrain:
                b.passes[p] = b.fort_of[p] = st.SIDES.index(terrain["own_side_passes"])

    def _lay_ways(self) -> None:
        """Set the routes, by side and class, along which the influence of an objective spreads."""
        b = self.board
        b.way_to[:], b.way_canal[:] = -1, -1
        for p in range(b.places):
            if b.water[p]:
                continue
            for k in range(b.degree[p]):
                q, kind = int(b.neighbor[p, k]), int(b.route[p, k])
                if kind in (st.LAKE, st.RED_SEA):
                    continue
                for who in range(4):
                    side, foot = divmod(who, 2)
                    closed = b.no_mech[q] and not foot
                    if q >= b.points:
                        closed = b.start_control[q] != side
                    if not closed:
                        n = b.ways[who, p]
                        b.way_to[who, p, n], b.way_canal[who, p, n] = q, b.canal[p, k]
                        b.ways[who, p] = n + 1

    def _lay_walks(self) -> None:
        """Give a number to every path of one to four points, in the order of a search."""
        b = self.board
        b.walk[:], b.longer[:], b.first_walk[:] = -1, -1, -1
        count = 0

        def lay(way: tuple[int, ...]) -> int:
            nonlocal count
            if count == st.MAX_WALKS:
                raise self.refuse("routes", f"more than {st.MAX_WALKS} ways of four steps")
            number, count = count, count + 1
            b.walk[number, : len(way)] = way
            b.walk_size[number] = len(way)
            b.walk_end[number] = way[-1]
            last = way[-1]
            ends = b.stop_all[last] and b.passes[last] < 0
            if len(way) < 4 and not ends and last < b.points:
                for k in range(b.degree[last]):
                    b.longer[number, k] = lay((*way, int(b.neighbor[last, k])))
            return number

        for p in range(b.places):
            b.first_walk[p] = lay((p,))
        b.walks = count

    # The counters

    def _lay_counters(self) -> None:
        b = self.board
        if len(self.units) > st.MAX_UNITS:
            raise InvalidData(f"[group] has {len(self.units)} counters; {st.MAX_UNITS} is the most")
        b.units = len(self.units)
        groups = [group["key"] for group in self.data["units.toml"]["group"]]
        b.groups = len(groups)
        b.part[:], b.back_part[:] = -1, -1
        b.type_first[:], b.type_last[:] = 0, -1
        for u, unit in reversed(list(enumerate(self.units))):
            b.type_first[st.TYPES.index(unit["type"])] = u
        for u, unit in enumerate(self.units):
            b.type_last[st.TYPES.index(unit["type"])] = u
        kinds = np.array([st.TYPES.index(unit["type"]) for unit in self.units])
        b.typed[: b.units] = np.argsort(kinds, kind="stable")
        b.typed_from[:] = np.searchsorted(np.sort(kinds), np.arange(len(st.TYPES) + 1))
        for u, unit in enumerate(self.units):
            g = groups.index(unit["key"])
            b.group[u] = g
            if unit["place_in_group"] == 0:
                b.group_first[g], b.group_count[g] = u, unit["count"]
            self._lay_counter(u, unit)
            self._lay_parts(b.part[u], b.parts[u], unit.get("components", {}), groups)
            back = unit.get("back", {})
            self._lay_parts(b.back_part[u], b.back_parts[u], back.get("components", {}), groups)
            b.back_strength[u] = back.get("strength", 0)
            self._lay_costs(u, unit)

    def _lay_parts(self, part: Any, parts: Any, given: dict[str, int], groups: list[str]) -> None:
        for k, (key, count) in enumerate(given.items()):
            part[k], parts[k] = groups.index(key), count

    def _lay_counter(self, u: int, unit: dict[str, Any]) -> None:
        b = self.board
        kind = unit["type"]
        nation = st.NATIONS.index(unit["nation"])
        b.side[u] = st.SIDES.index(unit["side"])
        b.nation[u] = nation
        b.stock[u] = nation if nation <= st.SYRIA else -1
        b.type[u] = st.TYPES.index(kind)
        b.air[u] = int(unit["class"] == "air")
        b.mech[u] = int(unit["class"] == "mechanized")
        b.army[u] = int(unit.get("size") == "xxxx")
        b.strength[u] = unit["strength"]
        bracket = unit.get("bracket", {})
        b.anti_armor[u] = bracket["value"] if bracket.get("kind") == "anti_armor" else 0
        b.attack_bracket[u] = bracket["value"] if bracket.get("kind") == "attack" else 0
        leader = unit.get("hq", 0)
        b.hq[u] = leader[unit["place_in_group"]] if isinstance(leader, list) else leader
        b.stack[u] = unit.get("stack", 0)
        b.free_type[u] = FREE_ORDER.index(kind) if kind in FREE_ORDER else -1
        b.traits[u] = sum(1 << st.FLAGS.index(name) for name in unit.get("flags", ()))
        b.large[u] = int("components" in unit)

    def _lay_costs(self, u: int, unit: dict[str, Any]) -> None:
        b = self.board
        row_name = unit.get("cost")
        chart = self.charts["cost"][unit["side"]]
        row = chart.get(row_name, {}) if row_name else {}
        b.mobilize[u] = row.get("mobilize", 0)
        b.refit[u] = row.get("refit", 0)
        b.limit[u] = b.third[u] = b.tied[u] = -1
        israeli = unit["side"] == "israel"
        if israeli and "limit" in row:
            b.limit[u] = ("armor", "mech").index(row_name)
        b.free[u] = int(israeli and row_name in self.charts["free_unit"]["cost_rows"])
        thirds = ("israel.armor-battalion", "israel.mech-battalion", "israel.infantry-battalion")
        brigades = ("israel.armor-brigade", "israel.mech-brigade", "israel.infantry-brigade")
        if unit["key"] in thirds:
            b.third[u] = thirds.index(unit["key"])
        if unit["key"] in brigades:
            b.tied[u] = brigades.index(unit["key"])

    # The set-up

    def _lay_setup(self) -> None:
        b = self.board
        zones = self.data["units.toml"]["zones"]
        names = list(zones)
        b.zones = len(names)
        b.home[:] = -1
        for z, zone in enumerate(zones.values()):
            forts = zone.get("forts", {})
            b.zone_most[z] = zone.get("max_per_point", 0)
            b.zone_forts[z] = forts.get("occupied_exactly", 0)
            for p, point in enumerate(self.map.points):
                inside = point.theater == zone["theater"]
                inside &= all(name in point.features for name in zone.get("features", ()))
                inside &= not any(name in point.features for name in zone.get("not", ()))
                b.zone_place[z, p] = int(inside)
        for u, unit in enumerate(self.units):
            given = [entry for entry in unit["setup"] for _ in range(entry["count"])]
            entry = given[unit["place_in_group"]]
            b.zone[u] = -1
            if "zone" in entry:
                b.zone[u] = names.index(entry["zone"])
                b.zone_side[b.zone[u]] = b.side[u]
                b.start[u] = st.UNPLACED
            elif "point" in entry:
                b.start[u] = self._place(entry["point"])
            elif "air" in entry:
                b.start[u] = st.READY
            else:
                box = entry["box"]
                b.start[u] = START_BOXES[box] if box in START_BOXES else self._place(box)
            if b.traits[u] & st.CITY_BOUND:
                b.home[u] = b.start[u]
        b.suggested[:] = -1
        for id_, place in self.data["setup.toml"]["suggested"].items():
            b.suggested[self.unit_index[id_]] = self.index.get(place, -1)

    def _place(self, id_: str) -> int:
        if id_ not in self.index:
            raise self.refuse("points", f"{id_!r} is missing: a counter is set up there")
        return self.index[id_]

    # The charts

    def _lay_charts(self) -> None:
        b, charts = self.board, self.charts
        for die in range(6):
            row = charts["crt"]["ground"][str(die + 1)].split()
            b.crt[die] = [RESULTS[c] if c in RESULTS else int(c) for c in row]
            row = charts["crt"]["air"][str(die + 1)].split()
            b.air_crt[die] = [RESULTS[c] if c in RESULTS else int(c) for c in row]
        for column in range(b.crt.shape[1]):
            hits = [HITS.get(result, result) for result in b.crt[:, column].tolist()]
            b.promise[column] = sum(hits) / len(hits)
        for k, name in enumerate(("strategic", "ground_attack", "recon")):
            b.air_defense[k] = [DEFENSE[c] for c in charts["crt"]["air_defense"][name].split()]
        for k, name in enumerate(("good", "plain", "bad")):
            b.airmobile[k] = ["EAS".index(c) for c in charts["crt"]["airmobile"][name].split()]
        for k, name in enumerate(st.SIDES):
            b.refit_table[k] = [REFIT[c] for c in charts["refit"][name].split()]
            b.stack_limit[k] = charts["stacking"][name]
            b.air_limit[k] = charts["stacking"]["air_per_point"][name]
        move = charts["movement"]
        b.allowance, b.without_loc = move["allowance"], move["without_loc"]
        b.doubled, b.fly_range = move["from_reserve"], move["airmobile_range"]
        b.drop_range = move["drop_range"]
        b.umbrella[:] = charts["umbrella"]["mobile_sam"], charts["umbrella"]["static_sam"]
        cost = charts["cost"]["israel"]
        b.limits[:] = cost["armor"]["limit"], cost["mech"]["limit"]
        b.free_from = charts["free_unit"]["from_turn"]
        b.last_turn = charts["turns"]["last"]
        for k, name in enumerate(("israel", "egypt", "syria")):
            income = charts["turns"][name]
            b.income[k, 1 : len(income) + 1] = income
        b.first_tac = charts["turn_one"]["israeli_tac_in_missions"]
        self._lay_markers()

    def _lay_markers(self) -> None:
        b = self.board
        markers = {marker["key"]: marker for marker in self.data["units.toml"]["marker"]}
        for k, name in enumerate(("israel", "egypt", "syria")):
            marker = markers[f"{name}.barrage"]
            b.barrage_strength[k] = marker["strength"]
            b.barrage_most[k], b.barrage_start[k] = marker["count"], marker["start"]
        arab = markers["arab.ew"]
        b.ew_most[:] = markers["israel.ew"]["count"], arab["count"]
        b.ew_start[:] = markers["israel.ew"]["start"], arab["start_egypt"], arab["start_syria"]
        b.bridges_most = markers["bridge"]["count"]

    # the end of the game, events

    def _lay_victory(self) -> None:
        b, victory, sudden = self.board, self.charts["victory"], self.charts["sudden_death"]
        israel, arab = victory["israel"], victory["arab"]
        b.casualties_above[:] = sudden["israel_casualties_above"], sudden["arab_casualties_above"]
        b.cities_needed = sudden["israel"]["occupy"]["egyptian_city"]
        b.casualty_worth[:] = israel["arab_casualty_point"], arab["israeli_casualty_point"]
        b.fort_worth[:] = israel["arab_fort"], arab["israeli_fort"]
        b.objective_worth[:] = israel["israeli_objective"], arab["arab_objective"]
        b.pass_worth = arab["pass"]
        b.town_worth, b.african_worth = israel["egyptian_town"], israel["african_point"]
        b.level[:] = victory["level"]["minor"], victory["level"]["major"]
        cost = self.charts["cost"]
        b.barrage_price[:] = [cost[side]["barrage"]["mobilize"] for side in st.SIDES]

    def _lay_events(self) -> None:
        b = self.board
        b.effect_stock[:] = -1
        for event in self.data["events.toml"]["event"]:
            e = st.EVENTS.index(event["id"])
            b.event_returns[e] = int(event["disposition"] == "return")
            b.effects[e] = len(event["effects"])
            for k, effect in enumerate(event["effects"]):
                self._lay_effect(e, k, effect, event["side"])

    def _lay_effect(self, e: int, k: int, effect: dict[str, Any], side: str) -> None:
        b = self.board
        b.effect[e, k] = st.OPS.index(effect["op"])
        b.effect_dice[e, k] = effect.get("dice", 0)
        b.effect_amount[e, k] = effect.get("amount", 0)
        nation = effect.get("nation", side)
        if "choose" not in effect and nation in ("israel", "egypt", "syria"):
            b.effect_stock[e, k] = st.NATIONS.index(nation)
        b.effect_split[e, k] = int(effect.get("split", False))
        b.effect_theater[e, k] = ("sinai", "golan", "both").index(effect.get("theater", "both"))
        b.effect_count[e, k] = sum(1 << st.FEATURES.index(f) for f in effect.get("count", ()))
        group = [unit["type"] for unit in self.units if unit["key"] == effect.get("group")]
        types = set(effect.get("types", group))
        b.effect_types[e, k] = sum(1 << st.TYPES.index(name) for name in types)
        b.effect_boxes[e, k] = sum(1 << st.BOXES.index(name) for name in effect.get("from", ()))
        if effect["op"] == "ceasefire":
            b.ceasefire_from = effect["not_before_turn"]
        elif effect["op"] == "draw_allies":
            b.division_counts = effect["division_counts"]
        elif effect["op"] == "cap_reinforcements":
            b.jordan_most = effect["amount"]

    def _lay_options(self) -> None:
        b = self.board
        printed, other = self.charts["options"]["city_points"]
        b.city_points = other if "city_points" in self.options else printed
        b.elite_everywhere = int("elite_city_or_fort" not in self.options)
        b.ceasefires = int("no_ceasefire" not in self.options)
        b.hold_return = int("hold_return_events" in self.options)
        b.fog = int("no_fog" not in self.options)
        b.win_by = 1 if ANY_LEAD in self.options else 2 * b.level[0]
        b.bid = half_points_of_first(self.options, st.SIDES)

    def _lay_weights(self) -> None:
        b = self.board
        for side, name in enumerate(st.SIDES):
            b.weights[side] = list(heuristic_weights.usual(ID, name).values())
