"""Operations: plans that begin with moves, commitments or raids that belong together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player import operations as op
from bridgehead.titles.october_war.player.thinking import LONGEST, OPERATIONS, operate
from tests.titles.october_war.games import load, scatter

OUT = np.zeros(st.MAX_ACTIONS, np.int32)
NONE = np.zeros(0, np.int64)
END = st.NO_UNIT * st.UNIT + st.END * st.VERB


def planned(position: Any, kind: int, seed: int = 1, old: Any = NONE) -> list[int] | None:
    """Return a plan that begins with an operation, None where there is none.

    Each of its actions is legal when its turn comes, and `states` says what comes of it.
    """
    board, state, work = position.arrays
    states, plan = np.zeros(LONGEST + 1, state.dtype), np.zeros(LONGEST, np.int64)
    states[0] = state[0]
    random = np.random.default_rng(seed)
    n = operate(board, states, work.copy(), OUT, random, plan, 0, kind, np.array(old, np.int64))
    if n < 0:
        return None
    codes = [int(code) for code in plan[:n]]
    twin = position.copy()
    for i, code in enumerate(codes):
        assert twin.to_move == position.to_move
        assert code in twin.legal_codes()
        twin.push_code(code)
        assert twin.state.tobytes() == states[i + 1].tobytes()
    assert n == LONGEST or twin.to_move != position.to_move
    return codes


def ends(position: Any, code: int) -> int:
    """Return where a move ends."""
    b, verb, place = position.game.board[0], code // st.VERB % 64, code % st.VERB
    assert verb in (st.MOVE_UNIT, st.CROSS)
    return int(b.walk[place, b.walk_size[place] - 1]) if verb == st.MOVE_UNIT else place


def test_an_operation_is_legal_and_does_what_it_is_called() -> None:
    found = dict.fromkeys(range(len(OPERATIONS)), 0)
    for seed in range(40, 48):
        position = scatter("fog", seed, "movement 1" if seed % 4 else "combat 1")
        enemy = position.work[0].count[1 - int(position.state.side)]
        for kind in found:
            plan = planned(position, kind, seed)
            if plan is None:
                continue
            found[kind] += 1
            assert (kind == op.AIR) == (position.step == "raids")
            if kind == op.AIR:
                assert plan[0] // st.VERB % 64 == st.RAID_ON
            else:
                assert (enemy[ends(position, plan[0])] > 0) == (kind == op.STRIKE)
            if kind == op.EVACUATION:
                assert 0 <= position.state.where[plan[0] // st.UNIT] < position.game.board[0].points
    assert all(found.values())


def test_an_operation_is_the_same_for_the_same_seed() -> None:
    position = scatter("fog", 41, "movement 1")
    plans = [planned(position, op.GATHERING, seed) for seed in (1, 2, 3, 1, 2, 3)]
    assert plans[:3] == plans[3:]
    assert len({tuple(plan or ()) for plan in plans}) > 1


@pytest.mark.plain
def test_the_old_plan_goes_on_as_far_as_it_can() -> None:
    position = scatter("fog", 41, "combat 1")
    own = planned(position, -1)
    assert own
    assert planned(position, -1, old=[*own[:1], END + 1, *own[1:]]) == own  # nonsense is left out
    assert planned(position, -1, old=[END]) != planned(position, -1)
    assert planned(position, op.STRIKE) is None  # nobody moves in this phase


@pytest.mark.plain
def test_strikes_are_divided_among_missions() -> None:
    position = load("fog").start()
    while position.step != "commit":
        position.push_code(int(position.legal_codes()[-1]))
    for side in ("arab", "israel"):
        assert position.to_move == side
        plans = [planned(position, op.AIR, seed) for seed in range(4)]
        assert len({tuple(plan or ()) for plan in plans}) > 1
        for code in plans[0] or ():
            position.push_code(code)
