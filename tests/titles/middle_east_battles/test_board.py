"""The board: what the rulebook and the rulings state, in the numbers that the kernels read."""

from __future__ import annotations

import itertools
from collections import deque
from functools import cache
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.maps.hexmap import HexMap, hexside, parse_map
from bridgehead.core.titles.dataset import with_map
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.board import (
    build,
    counters,
    counters_in_play,
    markers,
    suggested_setup,
    tables,
)
from bridgehead.titles.middle_east_battles.formats.dataset import rules_of
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS, Edition
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map

pytestmark = [pytest.mark.plain]

SUEZ, EL_ARISH = EDITIONS["suez-56"], EDITIONS["el-arish-67"]
GAMES = {
    "suez": (SUEZ, frozenset[str]()),
    "what-if": (SUEZ, frozenset({"what_if"})),
    "el-arish": (EL_ARISH, frozenset[str]()),
}


class Table:
    """A board with its hex numbers and unit ids, to ask it by name."""

    def __init__(self, edition: Edition, options: frozenset[str], hexmap: HexMap) -> None:
        self.map = hexmap
        self.board: Any = build(with_map(rules_of(edition), hexmap), edition, options)
        self.numbers = hexmap.grid.hexes()
        self.hex = {number: i for i, number in enumerate(self.numbers)}
        self.units = counters_in_play(edition, options)
        self.unit = {unit["id"]: u for u, unit in enumerate(self.units)}

    def side(self, field: str, a: str, b: str) -> int:
        direction = self.map.grid.direction(a, b)
        assert direction is not None
        return int(self.board[field][self.hex[a], direction])

    def both(self, field: str, a: str, b: str) -> tuple[int, int]:
        return self.side(field, a, b), self.side(field, b, a)

    def where(self, values: Any) -> list[str]:
        return [self.numbers[i] for i in np.flatnonzero(values).tolist()]

    def of(self, field: str) -> list[str]:
        """Return the hexes, or the units, that have the property."""
        values = self.board[field]
        if len(values) == st.MAX_HEXES:
            return self.where(values)
        return [self.units[u]["id"] for u in np.flatnonzero(values).tolist()]


@cache
def table(game: str) -> Table:
    edition, options = GAMES[game]
    return Table(edition, options, own_map(edition.id))


@pytest.fixture(params=GAMES)
def any_table(request: pytest.FixtureRequest) -> Table:
    return table(request.param)


@pytest.fixture
def suez() -> Table:
    return table("suez")


@pytest.fixture
def el_arish() -> Table:
    return table("el-arish")


# Hexes and distances


def test_distances_are_those_of_a_walk_over_the_hexes_there_are(any_table: Table) -> None:
    """A helicopter's flight is counted by distance; no absent hex lies in its way."""
    b = any_table.board
    sea = any_table.map.areas["features"].get("helicopter_sea", ())
    for start in {any_table.numbers[0], any_table.numbers[-1], "2732", "4827", *sea[::7]}:
        origin = any_table.hex[start]
        steps = {origin: 0}
        queue = deque([origin])
        while queue:
            here = queue.popleft()
            for near in b.neighbor[here].tolist():
                if near >= 0 and near not in steps:
                    steps[near] = steps[here] + 1
                    queue.append(near)
        assert len(steps) == b.hexes
        for i, walked in steps.items():
            dq, dr = int(b.q[i] - b.q[origin]), int(b.r[i] - b.r[origin])
            assert walked == max(abs(dq), abs(dr), abs(dq + dr))
            assert walked == any_table.map.grid.distance(start, any_table.numbers[i])


def test_everything_of_a_hexside_but_its_price_is_the_same_from_both_sides(
    any_table: Table,
) -> None:
    b = any_table.board
    for i in range(b.hexes):
        for direction in range(6):
            j = int(b.neighbor[i, direction])
            if j < 0:
                assert b.step[i, direction] == b.retreat[i, direction] == 0
                assert b.closed[i, direction] == b.side_shift[i, direction] == 0
                continue
            back = (direction + 3) % 6
            assert b.neighbor[j, back] == i
            for field in ("closed", "retreat", "side_shift"):
                assert b[field][i, direction] == b[field][j, back]
            assert (b.step[i, direction] > 0) == (b.step[j, back] > 0)
            passable = b.land[i] and b.land[j] and not b.closed[i, direction]
            assert (b.step[i, direction] > 0) == bool(passable)
            assert 0 <= b.step[i, direction] < st.BUCKETS


def test_terrain_of_suez(suez: Table) -> None:
    b, at = suez.board, suez.hex
    for number, land, clear, city, shift in (
        ("3512", 1, 1, 0, 0),
        ("1929", 1, 1, 0, 0),  # an airfield is clear
        ("2612", 1, 0, 1, -1),
        ("3108", 1, 0, 1, -1),  # Port Fuad is a city too
        ("2222", 1, 0, 0, -2),
        ("3413", 1, 0, 0, 1),  # the oil tank helps the attacker
        ("2031", 0, 0, 0, 0),
        ("1704", 0, 0, 0, 0),
    ):
        i = at[number]
        assert (b.land[i], b.clear[i], b.city[i]) == (land, clear, city)
        assert b.shift[i] == b.fort_shift[i] == shift
    assert not b.fort.any()
    assert not b.near_fort.any()
    places = [int(b.city_place[at[number]]) for number in suez.of("city")]
    assert places == list(range(b.cities))
    assert (b.city_place >= 0).sum() == b.cities
    assert len(suez.of("objective")) == 7
    assert {"2801", "1632", "2510"} <= set(suez.of("coast"))
    assert b.sea_distance[at["1704"]] == b.sea_distance[at["1232"]] == 0
    assert b.sea_distance[at["1804"]] == 1
    assert b.sea_distance[at["2612"]] == min(
        suez.map.grid.distance("2612", sea) for sea in suez.map.areas["features"]["helicopter_sea"]
    )


def test_terrain_of_el_arish(el_arish: Table) -> None:
    b, at = el_arish.board, el_arish.hex
    assert (b.shift[at["4444"]], b.fort_shift[at["4444"]]) == (0, -2)  # for Egyptians alone
    assert (b.clear[at["4444"]], b.land[at["4444"]]) == (0, 1)  # never clear ground
    assert b.shift[at["2228"]] == b.fort_shift[at["2228"]] == -1
    assert b.clear[at["3924"]] == b.clear[at["2431"]] == b.clear[at["2250"]] == 1
    forts = set(el_arish.of("fort"))
    assert len(forts) == 9
    near = {other for number in forts for other in el_arish.map.grid.neighbors(number)}
    assert set(el_arish.of("near_fort")) == forts | near
    stops = set(el_arish.of("missile_stop"))
    assert {"3844", "3924", "4620", "2228", "1929"} <= stops  # towns in fortifications too
    assert not {"4444", "2250", "2431"} & stops  # neither fortification, village nor airfield
    assert el_arish.of("city") == ["2228"]
    assert len(el_arish.of("objective")) == 5
    assert not b.coast.any()
    assert not b.sea_distance.any()


# Steps


def test_roads_and_trails_count_along_their_hexsides_alone(el_arish: Table) -> None:
    assert el_arish.both("step", "2927", "2827") == (1, 1)  # into rough, by road
    assert el_arish.both("step", "4819", "4720") == (1, 1)
    assert el_arish.side("step", "4820", "4819") == 2  # beside the road
    assert el_arish.both("step", "4721", "4722") == (2, 2)
    assert el_arish.side("step", "2826", "2927") == 4  # a fortification


def test_wadis(el_arish: Table) -> None:
    assert el_arish.both("step", "3542", "3543") == (4, 4)  # clear and a wadi
    assert el_arish.both("step", "3442", "3543") == (1, 1)  # the road cancels it
    trail = [
        side
        for side in el_arish.map.hexsides["wadi"] & el_arish.map.path_steps("trail")
        if side not in el_arish.map.path_steps("road")
    ]
    assert trail
    for a, b in trail:  # a trail does not
        assert el_arish.both("step", a, b) == (4, 4)
    for a, b in el_arish.map.hexsides["wadi"]:
        assert el_arish.both("side_shift", a, b) == (-1, -1)
        assert el_arish.both("retreat", a, b) == (1, 1)
    assert not el_arish.board.closed.any()


def test_water_of_suez(suez: Table) -> None:
    for kind in ("suez_canal", "lake"):
        for a, b in suez.map.hexsides[kind]:
            assert suez.both("step", a, b) == suez.both("retreat", a, b) == (0, 0)
            assert suez.both("closed", a, b) == (1, 1)
            assert suez.both("side_shift", a, b) == (-2, -2)
    roads = suez.map.path_steps("road")
    bridges = set()
    for kind in ("manzala_canal", "raswa_channel"):
        for a, b in suez.map.hexsides[kind]:
            assert suez.both("side_shift", a, b) == (-1, -1)  # with a bridge too
            assert suez.both("closed", a, b) == (0, 0)
            bridge = hexside(a, b) in roads
            assert suez.both("retreat", a, b) == ((1, 1) if bridge else (0, 0))
            if bridge:
                bridges.add((a, b))
                assert suez.both("step", a, b) == (1, 1)
            else:
                assert min(suez.both("step", a, b)) >= 6
    assert bridges == {("3212", "3312"), ("3711", "3811")}
    closed = {*suez.map.hexsides["suez_canal"], *suez.map.hexsides["lake"]}
    assert suez.board.closed.sum() == 2 * len(closed)


def test_a_trail_makes_no_bridge() -> None:
    own = own_map(SUEZ.id)
    text = own.text.replace('  "3312 3313 3314 3415",', "").replace(
        "trail = [", 'trail = [\n  "3712 3812",'
    )
    changed = Table(SUEZ, frozenset(), parse_map(text, SUEZ.map.schema))
    assert changed.both("step", "3712", "3812") == (6, 6)
    assert changed.both("retreat", "3712", "3812") == (0, 0)


def cost(on: Table, path: list[str]) -> int:
    return sum(on.side("step", a, b) for a, b in itertools.pairwise(path))


def test_line_of_play_of_suez(suez: Table) -> None:
    coast, causeway, street = suez.map.paths["road"][:3]
    assert street[0] == "2513"
    road = [
        "2512",
        *street,
        *causeway[causeway.index("3112") + 1 :],
    ]
    assert coast[-3] == "2512"
    assert len(road) - 1 == 24
    assert cost(suez, ["2411", *road]) + int(suez.board.exit_cost[suez.hex["4811"]]) == 29
    assert cost(suez, ["4611", "4711", "4811"]) == 2


def test_line_of_play_of_el_arish(el_arish: Table) -> None:
    road = list(el_arish.map.paths["road"][0])
    assert (road[0], road[-1], len(road) - 1) == ("4819", "1929", 29)
    b, at = el_arish.board, el_arish.hex
    assert b.entry_cost[at["4819"]] + cost(el_arish, road[:16]) == 16  # all 8 points of a turn
    assert cost(el_arish, road[15:]) + int(b.exit_cost[at["1929"]]) == 15


# Coming and going


def test_exits(suez: Table, el_arish: Table) -> None:
    assert suez.of("exit_cost") == [f"48{row:02d}" for row in range(7, 15)]
    costs = {number: int(suez.board.exit_cost[suez.hex[number]]) for number in ("4810", "4811")}
    assert costs == {"4810": 2, "4811": 1}  # a trail is no road
    assert el_arish.of("exit_cost") == [f"19{row}" for row in range(28, 53)]
    by_road = [n for n in el_arish.of("exit_cost") if el_arish.board.exit_cost[el_arish.hex[n]] < 2]
    assert by_road == ["1929", "1951"]
    assert suez.board.exit_cost.max() == el_arish.board.exit_cost.max() == 2


def test_entry_costs(el_arish: Table) -> None:
    b = el_arish.board
    roads, trails = ("1929", "1951", "4819", "4843", "4852"), ("1934", "4823", "4840")
    for i in b.rim_hex[: b.rims].tolist():
        number = el_arish.numbers[i]
        terrain = {"clear": 2, "rough": 4}[el_arish.map.terrain_of(number)]
        expected = 1 if number in roads else 2 if number in trails else terrain
        assert b.entry_cost[i] == expected
    for number in ("1947", "4833", "3852"):  # the trails that enter on clear ground
        assert b.entry_cost[el_arish.hex[number]] == 2
    assert (b.entry_cost > 0).sum() == b.rims


def test_the_rim(suez: Table, el_arish: Table) -> None:
    b = el_arish.board
    rim = [el_arish.numbers[i] for i in b.rim_hex[: b.rims].tolist()]
    land = set(el_arish.of("land"))
    assert rim == sorted(n for n in land if n[:2] in ("19", "48") or n[2:] == "52")
    assert [int(b.rim[el_arish.hex[number]]) for number in rim] == list(range(b.rims))
    assert (b.rim[: b.hexes] >= 0).sum() == b.rims
    assert suez.board.rims == 0
    assert (suez.board.rim == -1).all()


def test_by_which_hexes_units_enter(el_arish: Table) -> None:
    b = el_arish.board
    rim = [el_arish.numbers[i] for i in b.rim_hex[: b.rims].tolist()]

    def enters(unit: str, field: str = "may_enter") -> list[str]:
        return [rim[k] for k in np.flatnonzero(b[field][el_arish.unit[unit]]).tolist()]

    east = [f"48{row}" for row in range(16, 53)]
    tal, yoffe, sharon = east[:9], east[9:21], east[21:33]
    assert (tal[-1], yoffe[0], yoffe[-1], sharon[0], sharon[-1]) == (
        "4824",
        "4825",
        "4836",
        "4837",
        "4848",
    )
    assert enters("79-7-tal") == tal
    assert enters("88-202") == tal
    assert enters("yof-artillery") == yoffe
    assert enters("63-shr") == sharon
    for unit in ("1-ma", "ma-artillery", "sc-artillery", "sc-helicopter"):
        assert enters(unit) == east
    for unit in ("3-armor", "1-4a", "shf-mech"):
        assert enters(unit) == [f"19{row}" for row in range(28, 53)]
    for unit in el_arish.unit:
        matt_battalion = unit in ("1-ma", "2-ma", "3-ma")
        assert enters(unit, "may_enter_privileged") == (rim if matt_battalion else [])
    assert enters("pla-inf") == []


def test_when_units_arrive(el_arish: Table, suez: Table) -> None:
    b = el_arish.board
    for u, unit in enumerate(el_arish.units):
        late = unit.get("column") == "shf" or unit.get("division") == "202"
        expected = 5 if late else 1 if "entry" in unit else 0
        assert b.arrives[u] == expected
        assert (b.setup_group[u] > 0) == (expected == 0)
    for u, unit in enumerate(suez.units):
        assert suez.board.arrives[u] == (unit["side"] != "egypt")


# Counters


def test_allowances(any_table: Table) -> None:
    given = {
        ("anglo_french", "moto_mech"): 24,
        ("anglo_french", "straight_leg"): 12,
        ("anglo_french", "helicopter"): 120,
        ("israel", "moto_mech"): 16,
        ("israel", "straight_leg"): 12,
        ("israel", "helicopter"): 60,
    }
    egypt = {"moto_mech": 16, "straight_leg": 8, "static": 0}
    if "79-7-tal" in any_table.unit:
        egypt = {"moto_mech": 12, "straight_leg": 8}
    for u, unit in enumerate(any_table.units):
        key = (unit["side"], unit["mobility"])
        expected = egypt[unit["mobility"]] if unit["side"] == "egypt" else given[key]
        assert any_table.board.allowance[u] == expected
        assert st.MOBILITIES[any_table.board.mobility[u]] == unit["mobility"]


def test_the_counters_of_each_game() -> None:
    assert [len(table(game).units) for game in GAMES] == [49, 82, 88]
    assert all(table(game).board.units == len(table(game).units) for game in GAMES)
    for edition in EDITIONS.values():
        ids = [unit["id"] for unit in counters(edition)]
        assert len(set(ids)) == len(ids)
    later = [unit["id"] for unit in counters(SUEZ) if unit["setup"] == "what_if"]
    assert set(table("what-if").unit) - set(table("suez").unit) == set(later)
    assert list(table("what-if").unit) == [unit["id"] for unit in counters(SUEZ)]


def test_values(suez: Table, el_arish: Table) -> None:
    def values(on: Table, unit: str) -> tuple[int, ...]:
        b, u = on.board, on.unit[unit]
        return tuple(int(b[f][u]) for f in ("strength", "defense", "fpf", "range", "artillery"))

    assert values(suez, "4-inf") == (2, 2, 0, 0, 0)
    assert values(suez, "ps-coastal") == (1, 1, 1, 40, 1)
    assert values(el_arish, "sf-artillery") == (5, 1, 2, 7, 1)
    assert values(el_arish, "sf-missile") == (0, 1, 3, 2, 1)
    assert values(el_arish, "14-armor") == (6, 6, 0, 0, 0)
    assert el_arish.of("missile") == ["sf-missile"]


def test_who_is_what(suez: Table, el_arish: Table) -> None:
    what_if = table("what-if")
    assert what_if.of("engineer") == ["9-p-engineer", "3-engineer", "60-p-engineer"]
    assert el_arish.of("engineer") == [
        "tal-engineer",
        "yof-engineer",
        "shr-engineer",
        "202-engineer",
    ]
    for on in (suez, what_if, el_arish):
        slots = [on.unit[unit] for unit in on.of("engineer")]
        assert on.board.slot_unit.tolist() == [*slots, -1][:4]
        assert [int(on.board.engineer_slot[u]) for u in slots] == list(range(len(slots)))
        assert (on.board.engineer_slot >= 0).sum() == len(slots)
    assert suez.board.joint == suez.unit["js-helicopter"]
    assert el_arish.board.joint == -1
    assert suez.of("militia") == [f"militia-{k}" for k in range(1, 7)]
    assert el_arish.of("matt") == ["1-ma", "2-ma", "3-ma", "ma-artillery"]
    assert el_arish.of("drops") == ["1-ma", "2-ma", "3-ma"]
    assert len(suez.of("drops")) == 11
    for u, unit in enumerate(suez.units):
        nation = {"british": st.BRITISH, "french": st.FRENCH, "egypt": -1}[unit["nation"]]
        assert suez.board.nation[u] == nation
        assert suez.board.side[u] == (st.EGYPT if unit["side"] == "egypt" else st.WEST)
        assert suez.board.division[u] == 0
    divisions = {"tal": 1, "yoffe": 2, "sharon": 3, "matt": 4, "202": 5}
    for u, unit in enumerate(el_arish.units):
        western = unit["side"] == "israel"
        expected = divisions.get(unit["division"], 0) if western else 0
        assert el_arish.board.division[u] == expected
        assert el_arish.board.nation[u] == -1
    columns = {None: -1, "3": st.THIRD, "4a": st.FOURTH, "shf": st.SHAZLI}
    for u, unit in enumerate(el_arish.units):
        assert el_arish.board.column[u] == columns[unit.get("column")]
    assert (suez.board.column == -1).all()


# Set-up


def test_set_up_groups(suez: Table, el_arish: Table) -> None:
    groups: dict[int, list[str]] = {}
    for unit, u in el_arish.unit.items():
        groups.setdefault(int(el_arish.board.setup_group[u]), []).append(unit)
    assert groups[1] == ["sf-artillery", "sf-missile"]
    assert groups[2] == ["14-armor", "pla-inf"]
    assert [len(groups[k]) for k in range(1, 6)] == [2, 2, 7, 9, 1]
    assert groups[5] == ["sf-inf"]
    placed = [unit["id"] for unit in suez.units if unit["setup"].startswith("start")]
    assert suez.of("setup_group") == placed
    assert len(placed) == 10
    assert set(suez.board.setup_group.tolist()) == {0, 1}


def test_where_units_may_be_set_up(suez: Table, el_arish: Table) -> None:
    def may(on: Table, unit: str) -> set[str]:
        return set(on.where(on.board.setup_hex[on.unit[unit]]))

    land, coast = set(suez.of("land")), set(suez.of("coast"))
    assert may(suez, "4-inf") == land - coast
    assert may(suez, "ps-coastal") == coast
    assert may(suez, "militia-1") == may(suez, "rs") == set()

    distance = el_arish.map.grid.distance
    inside = {n for n in el_arish.of("land") if not n.startswith("48")}
    coastal = el_arish.map.areas["features"]["coastal"]
    assert may(el_arish, "sf-missile") == set(el_arish.of("fort"))
    assert may(el_arish, "pla-inf") == {n for n in inside if distance(n, "4620") <= 1}
    assert may(el_arish, "2-armor") == {n for n in inside if distance(n, "3844") <= 8}
    assert may(el_arish, "zsu-7") == {
        n for n in inside if min(distance(n, other) for other in coastal) <= 7
    }
    assert may(el_arish, "sf-inf") == inside
    assert may(el_arish, "1-4a") == may(el_arish, "1-ma") == set()


def test_the_suggested_set_up_is_legal_and_ours(any_table: Table) -> None:
    b = any_table.board
    edition = EL_ARISH if "pla-inf" in any_table.unit else SUEZ
    suggested = suggested_setup(edition)
    taken = []
    for unit, u in any_table.unit.items():
        if b.setup_group[u] == 0:
            assert b.suggested[u] == -1
            continue
        assert any_table.numbers[b.suggested[u]] == suggested[unit]
        assert b.setup_hex[u, b.suggested[u]]
        taken.append(int(b.suggested[u]))
    assert len(set(taken)) == len(taken)
    everybody = table("what-if" if edition is SUEZ else "el-arish")
    assert set(suggested) == set(everybody.of("setup_group"))


def test_on_another_map_the_nearest_hexes_are_suggested() -> None:
    own = own_map(EL_ARISH.id)
    text = own.text.replace("4443 4444 4445 4620", "4443 4445 4620")
    text = text.replace("3126 4045 4421", "3126 4421")
    assert len(text) == len(own.text) - 2 * len("4444 ")
    b = Table(EL_ARISH, frozenset(), parse_map(text, EL_ARISH.map.schema))
    hexes = [int(b.board.suggested[u]) for u in range(b.board.units) if b.board.setup_group[u]]
    assert len(set(hexes)) == len(hexes)
    for u in range(b.board.units):
        if b.board.setup_group[u]:
            assert b.board.setup_hex[u, b.board.suggested[u]]
    assert b.numbers[b.board.suggested[b.unit["sf-artillery"]]] in b.of("fort")


def test_the_counters_of_suez_are_as_many_as_printed() -> None:
    """101 counters are printed; a turn marker and four for victory points are among them."""
    worth = tables(SUEZ)["airstrikes"][SUEZ.charts]
    air = worth["british"] + worth["french"]
    units = counters(SUEZ)
    guns = markers(SUEZ)["naval_gunfire"]
    assert len(units) + air + guns["british"] + guns["french"] + 1 + 4 == 101
    assert len({unit["id"] for unit in units}) == len(units) <= st.MAX_UNITS
    force = [unit for unit in units if unit["setup"] == "what_if"]
    assert len(force) == 33
    assert all(unit["side"] == "egypt" for unit in force)


def test_the_what_if_force_is_as_strong_as_the_national_guard() -> None:
    """Reservists: a strength of 1, as the National Guard's battalions have (9.4)."""
    for unit in counters(SUEZ):
        if unit["setup"] != "what_if":
            continue
        if "barrage" in unit:
            assert unit["fpf"] == unit["barrage"] == unit["defense"] == 1
        else:
            assert unit["strength"] == 1


# Charts


def test_the_combat_tables(any_table: Table) -> None:
    b = any_table.board
    for crt, name in ((st.MOBILE, "mobile"), (st.FRONTAL, "frontal")):
        rows = [" ".join(st.RESULTS[code] for code in b.results[crt, die]) for die in range(1, 7)]
        assert rows == tables(SUEZ)["crt"][name]
    assert not b.results[st.NO_TABLE].any()
    assert not b.results[:, 0].any()


def test_the_lowest_of_each_column_finds_the_columns_of_the_examples(any_table: Table) -> None:
    """[7.2] All shifts first, columns beyond the table count, then back to the table."""
    b = any_table.board
    labels = tables(SUEZ)["crt"]["columns"]
    low = b.column_low.tolist()
    assert low[1:] == [-6, -4, -2, -1, 0, 1, 2, 4, 6, 9, 12]

    def column(difference: int, shift: int) -> str:
        if difference <= -7:
            k = difference + 7
        elif difference >= low[-1]:
            k = difference - 1
        else:
            k = max(i for i in range(12) if low[i] <= difference)
        return str(labels[min(max(k + shift, 0), 11)])

    for difference, shift, expected in tables(SUEZ)["crt"]["off_table"]["examples"]:
        assert column(difference, shift) == expected
    for difference, expected in ((-7, 0), (-6, 1), (-5, 1), (3, 7), (5, 8), (8, 9), (12, 11)):
        assert column(difference, 0) == labels[expected]


def test_turns_and_airstrikes(suez: Table, el_arish: Table) -> None:
    assert (suez.board.turns, suez.board.optional_last) == (6, 12)
    assert not suez.board.night.any()
    assert (el_arish.board.turns, el_arish.board.optional_last) == (11, 0)
    assert np.flatnonzero(el_arish.board.night).tolist() == [4, 8]
    assert suez.board.air_markers.tolist() == [7, 5]
    assert (suez.board.guns, suez.board.guns_barrage, suez.board.guns_fpf) == (1, 4, 2)
    b = el_arish.board
    assert (b.air_from, b.air_dice_day, b.air_dice_night, b.guns) == (2, 2, 1, 0)
    assert suez.board.air_from == 0


def test_shifts_and_switches(suez: Table, el_arish: Table) -> None:
    s, e = suez.board, el_arish.board
    for name in ("crossings", "city_control", "bars_exits", "lands_to_leave"):
        assert (s[name], e[name]) == (1, 0), name
    for name in ("edge_entry", "withdrawal", "one_drop", "shells_objectives", "divisions"):
        assert (s[name], e[name]) == (0, 1), name
    assert suez.of("engineer_ground") == suez.of("city") != []
    assert el_arish.of("engineer_ground") == el_arish.of("fort") != []
    assert (s.engineer_shift, s.mixed_shift, s.withdrawal_shift) == (1, -1, 0)
    assert (e.engineer_shift, e.mixed_shift, e.withdrawal_shift) == (1, 0, -1)
    assert s.pass_through.tolist() == e.pass_through.tolist() == [2, 4]
    assert (s.militia_from, e.militia_from) == (2, 0)
    assert (s.first_drops, s.later_drops) == (2, 1)
    assert (s.amphibious_from, s.amphibious_first, s.amphibious_later) == (4, 6, 3)
    assert e.amphibious_from == 0


def test_victory_points(suez: Table, el_arish: Table) -> None:
    s, e = suez.board, el_arish.board
    assert (s.win_by, e.win_by) == (10, 10)
    assert (s.opening, table("what-if").board.opening, e.opening) == (16, 0, 0)
    assert s.worth.tolist() == [4, 2]
    assert e.worth.tolist() == [8, 2]
    assert (s.fire_into_city, s.egypt_objective, s.west_objective) == (2, 2, 4)
    assert (e.fire_into_city, e.egypt_objective, e.west_objective) == (0, 2, 2)
    assert s.exit_points[1:13].tolist() == [4] * 3 + [2] * 9
    assert e.exit_points[1:12].tolist() == [4] * 4 + [2] * 4 + [1] * 3
    assert (e.drop_points, e.matt_points, e.fourth_points, e.shazli_points) == (4, 20, 10, 10)


# Maps that cannot serve

REFUSED = {
    "objective at sea": (SUEZ, '"2810" = "Canal Company"\n"2912"', '"1704" = "Sea"\n"2912"'),
    "exit in the lake": (SUEZ, 'exit = "4807', 'exit = "4806'),
    "coast at sea": (SUEZ, "2801 2802 2703", "2701 2802 2703"),
    "line of sea on land": (SUEZ, "1704 1705 1706 1707 1607", "1732 1705 1706 1707 1607"),
    "entry at sea": (EL_ARISH, 'west_edge = """\n1928', 'west_edge = """\n1927'),
    "entry inside": (EL_ARISH, 'T = "4816', 'T = "4620'),
    "one fortification": (
        EL_ARISH,
        own_map(EL_ARISH.id).text.split("fortification = ")[1].split("\n")[0],
        '"4444"',
    ),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_maps_that_cannot_serve_are_refused(fault: str) -> None:
    edition, old, new = REFUSED[fault]
    text = own_map(edition.id).text
    assert old in text
    changed = parse_map(text.replace(old, new, 1), edition.map.schema, source="mine.toml")
    with pytest.raises(bh.InvalidMap, match=r"^mine\.toml: \["):
        build(with_map(rules_of(edition), changed), edition, frozenset())
