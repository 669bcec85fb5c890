"""The board: what the rulebook, the charts and the rulings state, in the numbers kernels read."""

from __future__ import annotations

import itertools
import tomllib
from typing import Any

import numpy as np
import pytest

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.board import counters, data
from bridgehead.titles.october_war.formats.mapfile import own_map
from tests.titles.october_war.games import load

pytestmark = [pytest.mark.plain]

GAME: Any = load("fog")
B: Any = GAME.board[0]
TABLES = data("tables")
PLACE = {place: p for p, place in enumerate(GAME.places)}
UNIT = {unit: u for u, unit in enumerate(GAME.units)}
RESULTS = {"-": 0, "r": st.LITTLE_R, "R": st.BIG_R, "A": st.RESULT_A}


def cells(row: str) -> list[int]:
    return [RESULTS[cell] if cell in RESULTS else int(cell) for cell in row.split()]


@pytest.mark.parametrize("face", range(1, 7))
def test_the_tables_of_results(face: int) -> None:
    assert B.crt[face - 1].tolist() == cells(TABLES["crt"]["ground"][str(face)])
    assert B.air_crt[face - 1].tolist() == cells(TABLES["crt"]["air"][str(face)])


def test_air_defense_and_airmobile_rows() -> None:
    words = {"-": st.AD_NOTHING, "AR": st.AD_AR, "E": st.AD_ELIM, "E+AR": st.AD_BOTH}
    for row, name in enumerate(("strategic", "ground_attack", "recon")):
        expected = [words[cell] for cell in TABLES["crt"]["air_defense"][name].split()]
        assert B.air_defense[row].tolist() == expected
    for row, name in enumerate(("good", "plain", "bad")):
        expected = ["EAS".index(cell) for cell in TABLES["crt"]["airmobile"][name].split()]
        assert B.airmobile[row].tolist() == expected


def test_counters_are_those_of_the_list() -> None:
    found = counters()
    assert len(found) == len(GAME.units) == len(set(GAME.units)) == B.units
    for u, counter in enumerate(found):
        assert GAME.sides[B.side[u]] == counter["side"]
        assert st.NATIONS[B.nation[u]] == counter["nation"]
        assert st.TYPES[B.type[u]] == counter["type"]
        assert B.strength[u] == counter["strength"]
        assert B.mech[u] == (counter["class"] == "mechanized")
        assert B.air[u] == (counter["class"] == "air")
        group = B.group[u]
        first, count = B.group_first[group], B.group_count[group]
        assert first <= u < first + count, "the counters of a group follow one another"
        assert B.type_first[B.type[u]] <= u <= B.type_last[B.type[u]]


def test_what_is_stated_of_single_counters() -> None:
    assert B.hq[UNIT["hq-143"]] == 2
    assert B.strength[UNIT["pg"]] == 6
    assert B.strength[UNIT["eg-armor-1"]] == 5  # the example of 15.4
    assert B.strength[UNIT["eg-mech-1"]] == 3
    for hq in ("hq-252", "hq-36", "hq-146", "hq-240", "hq-2", "hq-7"):
        assert B.strength[UNIT[hq]] + B.hq[UNIT[hq]] >= 2


def test_components_stack_like_the_whole() -> None:
    for u in range(int(B.units)):
        if not B.large[u]:
            continue
        parts = sum(int(B.parts[u, k]) for k in range(2) if B.part[u, k] >= 0)
        assert parts == 3
        assert B.stack[u] == 3


def test_neighbors_are_mutual_and_ascending() -> None:
    for p in range(int(B.places)):
        near = B.neighbor[p, : B.degree[p]].tolist()
        assert near == sorted(set(near))
        for k, q in enumerate(near):
            back = B.neighbor[q, : B.degree[q]].tolist().index(p)
            assert B.route[p, k] == B.route[q, back]
            assert B.canal[p, k] == B.canal[q, back]
            crossing = {int(B.water[p]), int(B.water[q])} == {0, 1}
            assert crossing == (B.route[p, k] in (st.LAKE, st.RED_SEA))


def test_banks_of_the_canal() -> None:
    assert B.canals == 9
    for k in range(int(B.canals)):
        africa, asia = B.canal_end[k].tolist()
        assert B.features[africa] & st.AFRICA
        assert B.features[asia] & st.BAR_LEV


def test_nothing_joins_the_theaters_but_the_reserve() -> None:
    for p in range(int(B.points)):
        for q in B.neighbor[p, : B.degree[p]].tolist():
            assert B.theater[q] in (B.theater[p], st.BOTH)


@pytest.mark.parametrize("terrain", TABLES["terrain"])
def test_terrain(terrain: str) -> None:
    row = TABLES["terrain"][terrain]
    here = [
        PLACE[point["id"]]
        for points in tomllib.loads(own_map().text)["points"].values()
        for point in points
        if point["terrain"] == terrain
    ]
    assert here
    for p in here:
        assert B.water[p] == (row.get("only") == "water")
        if B.water[p]:
            continue
        assert B.shift[p].tolist() == [row["israel"], row["arab"]]
        assert B.mech_shift[p] == row.get("mechanized", 0)
        assert B.stop_all[p] == (row["stop"] == "all")
        assert B.stop_foot[p] == (row["stop"] == "non_mechanized")
        assert B.no_mech[p] == (row.get("prohibited") == "mechanized")
        own = row.get("own_side_passes")
        assert B.passes[p] == (GAME.sides.index(own) if own else -1)


def test_walks_lead_along_routes() -> None:
    assert B.walks < st.MAX_WALKS
    sizes = B.walk_size[: B.walks]
    assert sizes.min() == 1
    assert sizes.max() == 4
    for n in range(0, int(B.walks), 7):
        way = B.walk[n, : sizes[n]].tolist()
        for p, q in itertools.pairwise(way):
            assert q in B.neighbor[p, : B.degree[p]]
    walks = {tuple(B.walk[n].tolist()) for n in range(int(B.walks))}
    assert len(walks) == B.walks


def test_limits() -> None:
    assert B.stack_limit.tolist() == [9, 4]
    assert B.air_limit.tolist() == [7, 3]
    assert B.umbrella.tolist() == [1, 2]
    assert (B.allowance, B.without_loc, B.fly_range, B.drop_range) == (2, 1, 4, 8)
    assert B.limits.tolist() == [12, 15]
    assert (B.last_turn, B.first_tac, B.bridges_most) == (9, 10, 6)
    assert B.ew_most.tolist() == [6, 8]
    assert B.ew_start.tolist() == [0, 3, 2]
    assert B.barrage_start.tolist() == [0, 2, 1]
    assert B.barrage_strength.tolist() == [6, 8, 7]
    assert B.casualties_above.tolist() == [70, 60]


def test_options() -> None:
    other = load("options").board[0]
    assert (B.city_points, other.city_points) == (1, 10)
    assert (B.elite_everywhere, other.elite_everywhere) == (1, 0)
    assert (B.hold_return, other.hold_return) == (0, 1)
    assert (B.fog, load("open").board[0].fog) == (1, 0)


def test_the_board_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        GAME.board["points"] = 3
    assert np.shares_memory(GAME.board, GAME.board[0:1])
