"""Operations of Middle East Battles: every plan is legal, and what is looked at leaves no trace."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernel import JIT
from bridgehead.titles.middle_east_battles.player.thinking import LONGEST, OPERATIONS, operate
from tests.titles.middle_east_battles.games import SETTINGS, load, scatter, walk

NO_PLAN = np.zeros(0, np.int64)
KINDS = {name: kind for kind, (name, _) in enumerate(OPERATIONS)}


class Staff:
    """The arrays with which operations are planned."""

    def __init__(self, game: Any, seed: int = 1) -> None:
        self.game = game
        self.states = np.zeros(LONGEST + 1, game.state_type)
        self.plan = np.zeros(LONGEST, np.int64)
        self.work = np.zeros(1, game.work_type)
        self.out = np.zeros(game.max_actions, np.int32)
        self.random = np.random.default_rng(seed)

    def operation(self, position: Any, kind: int, old: Any = NO_PLAN) -> list[int] | None:
        """Return the plan of an operation, None where there is none."""
        self.states[0] = position.state
        n = operate(
            self.game.board, self.states, self.work, self.out, self.random, self.plan, 0, kind, old
        )
        assert self.states[0].tobytes() == position.arrays[1].tobytes()
        return None if n < 0 else [int(code) for code in self.plan[:n]]


def carried_out(position: Any, plan: list[int]) -> Any:
    """Return the position after a plan, each of whose actions must be legal for the side."""
    side, now = position.to_move, position.copy()
    for code in plan:
        assert now.to_move == side
        now.push(now.game.grammar.decode(code))
    assert now.to_move != side
    return now


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_plan_of_an_operation_is_legal(setting: str) -> None:
    found = dict.fromkeys(KINDS, 0)
    for seed in range(30 if JIT else 3):
        position = scatter(setting, seed)
        if position.to_move not in position.game.sides or position.phase != "movement":
            continue
        staff, old = Staff(position.game, seed), NO_PLAN
        for name, kind in KINDS.items():
            plan = staff.operation(position, kind, old)
            if plan is not None:
                found[name] += 1
                end = carried_out(position, plan)
                assert end.arrays[1].tobytes() == staff.states[len(plan)].tobytes()
                old = np.array(plan, np.int64)
    assert not JIT or all(found.values())


def movement_of(setting: str, seed: int, number: int) -> Any:
    """Return a position at the beginning of a Movement Phase of a random game."""
    seen = -1
    for position, _ in walk(setting, seed):
        turn = (position.turn, position.to_move)
        if position.phase == "movement" and position.to_move in position.game.sides:
            if turn != seen:
                number -= 1
            seen = turn
            if number <= 0:
                return position.copy()
    raise AssertionError("the game is over sooner")


@pytest.mark.parametrize("setting", SETTINGS)
def test_plans_are_reproduced_by_their_seed_and_there_is_no_operation_elsewhere(
    setting: str,
) -> None:
    position = movement_of(setting, 3, 2)
    for kind in KINDS.values():
        plans = [Staff(position.game, seed).operation(position, kind) for seed in (1, 1)]
        assert plans[0] == plans[1]
    setup = load(setting).start()
    assert all(Staff(setup.game).operation(setup, kind) is None for kind in KINDS.values())


@pytest.mark.parametrize("setting", SETTINGS)
def test_without_an_operation_the_old_plan_is_carried_on(setting: str) -> None:
    position = movement_of(setting, 3, 2)
    staff = Staff(position.game)
    plan = staff.operation(position, -1)
    assert plan is not None
    again = staff.operation(position, -1, np.array(plan, np.int64))
    assert again == plan
