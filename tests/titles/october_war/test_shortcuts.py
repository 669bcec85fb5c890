"""What is looked up or left out to save time gives what the long way gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.player.sergeant import fights, moves, sight
from bridgehead.titles.october_war.rules.ground.barrage import cannot_barrage, legal_barrage
from bridgehead.titles.october_war.rules.ground.fire import armor_in
from bridgehead.titles.october_war.rules.ground.movement import legal_movement
from tests.titles.october_war.games import load, scatter

pytestmark = [pytest.mark.plain]

SEEDS = range(2)


def at_movement(seed: int) -> tuple[Any, Any, Any]:
    """Return board, state and work of a crowded position in a movement phase."""
    position = scatter("fog", seed, "movement 1")
    return position.game.board[0], position.state, position.work[0].copy()


def looked_round(b: Any, s: Any, w: Any, side: int) -> Any:
    t = np.zeros((sight.ROWS, st.MAX_PLACES))
    sight.look_round(b, s, w, t, side)
    sight.aims(b, s, w, t, side)
    return t


def whole_view(b: Any, s: Any, w: Any, count: int) -> Any:
    """Return the table that the sergeant's moves are weighed by, before any fight is called off."""
    side = int(s.side)
    t = looked_round(b, s, w, side)
    fights.forces_that_can_join(b, s, w, t, w.list, count)
    fights.weigh_fights(b, w, t, side)
    sight.spread(b, s, t, sight.FIELD_MECH, side, False)
    sight.spread(b, s, t, sight.FIELD_FOOT, side, True)
    return t


def test_tables_of_the_board() -> None:
    b = load("fog").board[0]
    for side in range(2):
        for p in range(b.points):
            away: list[list[int]] = [[], [], []]
            for q in range(b.points):
                if b.theater[p] == b.theater[q] and b.steps[side, p, q] <= 2:
                    away[b.steps[side, p, q]].append(q)
            one, both = b.nears[side, p]
            assert b.near[side, p, :one].tolist() == away[1]
            assert b.near[side, p, one:both].tolist() == away[2]
    for kind in range(len(st.TYPES)):
        mine = b.typed[b.typed_from[kind] : b.typed_from[kind + 1]]
        assert mine.tolist() == [u for u in range(b.units) if b.type[u] == kind]
    for walk in range(b.walks):
        assert b.walk_end[walk] == b.walk[walk, b.walk_size[walk] - 1]


def swept(b: Any, s: Any, t: Any, side: int, foot: bool) -> Any:
    """Let the aims shine by sweeping over all places until nothing changes."""
    weights = b.weights[side]
    fading = min(sight.MOST_LEFT, float(weights[hw.FADING]))
    bars = min(1.0, float(weights[hw.BARS]))
    field = t[sight.AIM].copy()
    changed = True
    while changed:
        changed = False
        for p in range(b.places):
            for k in range(0 if b.water[p] else b.degree[p]):
                q, kind = int(b.neighbor[p, k]), b.route[p, k]
                closed = b.no_mech[q] and not foot
                if q >= b.points:
                    closed = b.start_control[q] != side
                if closed or kind in (st.LAKE, st.RED_SEA):
                    continue
                part = fading
                if kind == st.CANAL and s.bridge[b.canal[p, k]] != side:
                    part = fading * min(1.0, 0.8 if foot else float(weights[hw.BY_CANAL]))
                value = field[q] * part
                if t[sight.THEIR_HITS, q] > 0.0:
                    value = max(t[sight.AIM, q] * part, value * bars)
                if value > field[p] + 0.001:
                    field[p], changed = value, True
    return field


@pytest.mark.parametrize("seed", SEEDS)
def test_aims_shine_as_far_as_sweeps_over_all_places_say(seed: int) -> None:
    b, s, w = at_movement(seed)
    s = s.copy()
    s.bridge[seed] = seed % 2  # somebody's bridge, whoever is there
    for side in range(2):
        t = looked_round(b, s, w, side)
        for row, foot in ((sight.FIELD_MECH, False), (sight.FIELD_FOOT, True)):
            sight.spread(b, s, t, row, side, foot)
            assert np.array_equal(t[row], swept(b, s, t, side, foot))


@pytest.mark.parametrize("seed", SEEDS)
def test_forces_there_are_added_up_point_by_point(seed: int) -> None:
    b, s, w = at_movement(seed)
    side = int(s.side)
    t = looked_round(b, s, w, side)
    fights.forces_that_can_join(b, s, w, t, w.list, 0)
    found = 0
    for p in range(b.points):
        if w.count[1 - side, p] == 0:
            continue
        armor = armor_in(b, s, 1 - side, p)
        fire, hits = 0.0, 0.0
        for u in range(b.units):
            if s.where[u] == p and b.side[u] == side:
                fire += sight.fire_of(b, s, t, u, p, True, armor)
                hits += sight.hits_of(b, u)
                found += 1
        assert (t[sight.JOIN_FIRE, p], t[sight.JOIN_HITS, p]) == (fire, hits)
        assert (t[sight.HERE_FIRE, p], t[sight.HERE_HITS, p]) == (fire, hits)
    assert found > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_who_serves_is_left_out_only_where_it_cannot_count(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    b, s, w = at_movement(seed)
    count = legal_movement(b, s, w, w.list)
    rows = []
    for bound in (moves._most_behind, lambda b, t, side: 1e9):
        monkeypatch.setattr(moves, "_most_behind", bound)
        best, value = np.zeros(st.MAX_UNITS, np.int64), np.zeros(st.MAX_UNITS)
        moves.weigh_moves(b, s, w, w.list, count, best, value)
        rows.append((best, value))
    counts = rows[1][1] >= moves.SHARE * rows[1][1].max()
    assert rows[1][1].max() > 0.0
    assert np.array_equal(rows[0][1][counts], rows[1][1][counts])
    assert np.array_equal(rows[0][0][counts], rows[1][0][counts])
    assert (rows[0][1][~counts] < moves.SHARE * rows[1][1].max()).all()


@pytest.mark.parametrize("seed", [60, 107])
def test_nobody_goes_to_a_fight_to_which_too_few_come(seed: int) -> None:
    b, s, w = at_movement(seed)
    count = legal_movement(b, s, w, w.list)
    best, value = np.zeros(st.MAX_UNITS, np.int64), np.zeros(st.MAX_UNITS)
    t = whole_view(b, s, w, count)
    moves._weigh(b, s, w, t, w.list, count, best, value, False)
    assert fights.calls_off(b, s, w, t, best, value)  # too few would come where they look first
    moves.weigh_moves(b, s, w, w.list, count, best, value)
    t = looked_round(b, s, w, int(s.side))
    fights.forces_that_can_join(b, s, w, t, w.list, 0)
    assert not fights.calls_off(b, s, w, t, best, value)


def test_barrages_are_those_that_nothing_forbids() -> None:
    found = 0
    for seed, phase in ((1, "combat 1"), (2, "combat 1"), (2, "combat 2")):
        position = scatter("fog", seed, phase)
        b, s, w = position.game.board[0], position.state.copy(), position.work[0].copy()
        s.step, s.looking = st.BARRAGES, 0
        listed = w.list[: legal_barrage(b, s, w, w.list) - 1] % st.VERB
        allowed = [
            nation * 128 + p
            for nation in range(3)
            for p in range(b.points)
            if cannot_barrage(b, s, w, nation, p) == 0
        ]
        assert listed.tolist() == allowed
        found += len(allowed)
    assert found > 0
