"""Drafts, looks and games played on by sergeants: what the search is made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.search import net as nets
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player import playout
from bridgehead.titles.october_war.player.thinking import (
    FEATURES,
    LONGEST,
    determinize,
    features,
    play_out,
    principal_line,
    rollout,
    turn_of,
)
from bridgehead.titles.october_war.rules import entry_points
from tests.titles.october_war.games import load, scatter

OUT = np.zeros(st.MAX_ACTIONS, np.int32)
STRICT = np.zeros(2)
COUNTS = ("count", "weight", "free", "hqs", "unknown")


def go_on(position: Any, seed: int = 1, turns: int = -1, steps: int = -1, loose: Any = STRICT,
          face: int = -1) -> int:  # fmt: skip
    """Play a position on in place; return the number of actions."""
    board, state, work = position.arrays
    random = np.random.default_rng(seed)
    made = int(play_out(board, state, work, OUT, random, turns, steps, loose, face))
    position._codes = None  # what was legal before
    return made


def plan_of(position: Any, first: int = -1, loose: float = 0.0, seed: int = 1) -> tuple[Any, Any]:
    """Return a plan and the states on the way."""
    board, state, work = position.arrays
    states, plan = np.zeros(LONGEST + 1, state.dtype), np.zeros(LONGEST, np.int64)
    states[0] = state[0]
    n = principal_line(
        board, states, work.copy(), OUT, np.random.default_rng(seed), plan, 0, first, loose
    )
    return plan[:n].tolist(), states[: n + 1]


def fresh(position: Any) -> dict[str, Any]:
    """Return what a fresh work says."""
    board, state, work = position.arrays
    again = np.zeros(1, work.dtype)
    entry_points.refresh(board, state, again)
    return {name: again[0][name].tolist() for name in COUNTS}


@pytest.mark.plain
def test_a_plan_is_legal_action_by_action() -> None:
    for phase in ("movement 1", "combat 1") if JIT else ("combat 1",):
        position = scatter("fog", 21, phase)
        side = position.to_move
        plan, states = plan_of(position)
        assert plan
        for n, code in enumerate(plan):
            assert position.to_move == side
            assert code in position.legal_codes()
            position.push_code(code)
            assert position.state.tobytes() == states[n + 1].tobytes()
        assert position.to_move != side


@pytest.mark.plain
def test_a_plan_begins_with_the_given_action() -> None:
    position = scatter("fog", 21, "combat 1")
    own = plan_of(position)[0]
    for first in position.legal_codes()[:2].tolist():
        plan, states = plan_of(position, first=first)
        assert plan[0] == first
        position.push_code(first)
        assert position.state.tobytes() == states[1].tobytes()
        assert own[0] != first or plan == own
        position.pop()


def test_the_sergeants_plan_is_the_sergeants() -> None:
    """What stands in a draft is what the player of that name chooses, knowing what it knows."""
    position = scatter("fog", 22, "movement 2")
    plan, _ = plan_of(position)
    for code in plan[:10]:
        board, state, work = position.arrays
        random = np.random.default_rng(1)
        assert code == playout.decide(board, state, work, OUT, random, playout.SERGEANT)
        position.push_code(code)


@pytest.mark.plain
def test_loose_plans_differ() -> None:
    position = scatter("fog", 23, "movement 1")
    plans = {tuple(plan_of(position, loose=0.9, seed=seed)[0]) for seed in range(4)}
    assert len(plans) > 1
    assert plan_of(position, loose=0.9, seed=1)[0] == plan_of(position, loose=0.9, seed=1)[0]


@pytest.mark.plain
def test_following_is_reproducible_and_stops_at_steps() -> None:
    first, again = scatter("fog", 24), scatter("fog", 24)
    steps = 60 if JIT else 12
    assert go_on(first, steps=steps) == steps
    assert go_on(again, steps=steps) == steps
    assert first == again
    assert {name: first.work[0][name].tolist() for name in COUNTS} == fresh(first)


@pytest.mark.parametrize("seed", range(4))
def test_each_follow_ends_with_a_player_turn(seed: int) -> None:
    position = load("fog").start()
    seen = []
    while position.to_move is not None:
        now = turn_of(position.arrays[1])
        assert now not in seen
        seen.append(now)
        assert go_on(position, seed + len(seen), turns=1, loose=np.array([0.0, 0.2])) > 0
    assert seen == sorted(seen)
    assert len(seen) <= 18
    assert position.result is not None


def test_a_player_turn_ends_where_the_other_begins() -> None:
    position = load("fog").start()
    found = []
    for seed in range(4):
        go_on(position, seed, turns=1)
        found.append((position.turn, position.phase, position.side))
    assert found[0] == (1, "movement 2", "israel")  # on turn 1 Israel begins with it
    assert found[1][:2] == (2, "air commitment")
    assert found[2][2] == "israel"
    assert found[3][:2] == (3, "air commitment")


@pytest.mark.plain
def test_the_face_of_the_first_roll_is_given() -> None:
    position = scatter("fog", 25, "combat 1")
    state = position.arrays[1]
    for _ in range(200):
        if state[0].owner == st.DICE:
            break
        go_on(position, steps=1)
    assert state[0].owner == st.DICE
    after = []
    for face in range(6):
        twin = position.copy()
        go_on(twin, face=face, steps=1)
        other = position.copy()
        other.push_code(int(position.legal_codes()[face]))
        assert twin == other
        after.append(twin)
    assert go_on(position, face=6, steps=1) == 1
    assert position == after[0]


@pytest.mark.slow_for("2")
@pytest.mark.parametrize("seed", range(3))
def test_sergeants_that_hurry_play_legal_moves(seed: int) -> None:
    """Several moves at a glance: each is among the legal actions of its moment."""
    start = scatter("fog", 30 + seed, "movement 1")
    before, made = start.copy(), 0
    while before.step == "movement" and made < 30:
        made += 1
        position = start.copy()
        assert go_on(position, steps=made) == made
        after = set()
        for code in before.legal_codes().tolist():
            twin = before.copy()
            twin.push_code(code)
            after.add(twin.state.tobytes())
        assert position.state.tobytes() in after
        before = position
    assert made > 3


def a_net(bias: float) -> Any:
    net = np.zeros(nets.size(FEATURES, 0))
    net[0] = FEATURES
    net[-1] = bias
    return net


def test_a_look_leaves_the_position_and_judges() -> None:
    position = scatter("fog", 26)
    board, state, work = position.arrays
    scratch, x, was = state.copy(), np.zeros(FEATURES), state.tobytes()
    random = np.random.default_rng(3)
    for bias, chance in ((0.0, 0.5), (3.0, 1 / (1 + np.exp(-3.0)))):
        found = rollout(board, state, scratch, work, OUT, random, 0, STRICT, -1, a_net(bias), x)
        assert found == pytest.approx(chance)
        assert state.tobytes() == was
    wanted = np.zeros(FEATURES)
    entry_points.refresh(board, state, work)
    features(board, state, work, OUT, wanted)
    assert x.tolist() == wanted.tolist()


@pytest.mark.plain
def test_a_look_at_the_end_tells_the_result() -> None:
    game, net, x = load("fog"), a_net(0.0), np.zeros(FEATURES)
    for side, chance in (("israel", 0.0), ("arab", 1.0)):
        data = {"game": game.id, "turn": 2, "side": side, "phase": "movement 1"}
        position = game.position(data)
        assert position.to_move == side
        position.push("resign")
        board, state, work = position.arrays
        for winner, wanted in ((int(state[0].winner), chance), (st.NOBODY, 0.5)):
            state[0].winner = winner
            random = np.random.default_rng(3)
            scratch = state.copy()
            found = rollout(board, state, scratch, work, OUT, random, 1, STRICT, -1, net, x)
            if winner == st.NOBODY:  # half of it is the lead in points
                assert 0.25 <= found <= 0.75
            else:
                assert found == wanted


def test_a_game_of_looks_from_what_a_side_knows() -> None:
    """Imagine and look, at each player turn of a game: chances, never anything else."""
    position = load("fog").start()
    board, state, work = position.arrays
    random, x = np.random.default_rng(5), np.zeros(FEATURES)
    net = a_net(0.0)
    net[2 + FEATURES : 2 + 2 * FEATURES] = 1.0
    net[2 + 2 * FEATURES : -1] = 0.1
    while state[0].step != st.OVER:
        for side in range(2):
            world, scratch = state.copy(), state.copy()
            determinize(board, world, work, side, random)
            for face in range(3):
                found = rollout(board, world, scratch, work, OUT, random, 1, STRICT, face, net, x)
                assert 0.0 <= found <= 1.0
                assert np.isfinite(x).all()
        go_on(position, int(turn_of(state)), turns=1)
