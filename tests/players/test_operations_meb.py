"""Operations of Middle East Battles: every plan is legal, and what is looked at leaves no trace."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player.joint_attack import MARKS, MOST, joint_attack
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
    for seed in range(16 if JIT else 3):
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
    seen = (0, "")
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


# What a joint attack promises


class Ground:
    """Open ground in the Sinai: a hex with an Egyptian battalion, and the hexes about it."""

    def __init__(self, **more: Any) -> None:
        self.game = load("el arish")
        b = self.game.board[0]
        open_ = [self.is_open(b, hex_, 1) for hex_ in range(int(b.hexes))]
        self.target = open_.index(True)
        self.ring = [int(there) for there in b.neighbor[self.target]]
        self.of = {counter["id"]: n for n, counter in enumerate(self.game.counters)}
        egypt = [n for n in range(int(b.units)) if self.plain(b, n) and b.side[n] == st.EGYPT]
        west = [n for n in range(int(b.units)) if self.plain(b, n) and b.side[n] == st.WEST]
        division = b.division[west[0]]
        self.attackers = [n for n in west if b.division[n] == division][:3]
        self.defender, self.second = egypt[:2]
        self.more = more

    @staticmethod
    def plain(b: Any, unit: int) -> bool:
        return bool(b.strength[unit] and not b.artillery[unit] and b.mobility[unit] < 2)

    @staticmethod
    def is_open(b: Any, hex_: int, depth: int) -> bool:
        """Whether there is nothing but clear ground without forts around a hex."""
        if hex_ < 0 or not b.clear[hex_] or b.fort[hex_]:
            return False
        return depth == 0 or all(Ground.is_open(b, int(h), depth - 1) for h in b.neighbor[hex_])

    def value(self, sides: list[int], second: int | None = None, start: int | None = None) -> float:
        """Return what an attack is worth from sides of the hex, with a second enemy somewhere."""
        names = {n: name for name, n in self.of.items()}
        units = {names[self.defender]: self.game.hexes[self.target]}
        if second is not None:
            units[names[self.second]] = self.game.hexes[second]
        if start is not None:
            units[names[self.attackers[0]]] = self.game.hexes[start]
        side = self.game.sides[0]
        data = {"game": self.game.id, "turn": 2, "side": side, "phase": "movement"}
        position = self.game.position({**data, "units": units, **self.more})
        board, state, work = position.arrays
        moving, hexes, marks = (np.zeros(MOST + MARKS, np.int64) for _ in range(3))
        for n, direction in enumerate(sides):
            moving[n], hexes[n] = self.attackers[n], self.ring[direction]
        self.game.refresh(state, work)
        before = state.tobytes(), work[0].zone.tobytes(), work[0].head.tobytes()
        b, s, w = board[0], state[0], work[0]
        found = joint_attack(b, s, w, self.target, moving, hexes, marks, len(sides))
        assert (state.tobytes(), work[0].zone.tobytes(), work[0].head.tobytes()) == before
        return float(found)


def test_a_joint_attack_counts_cut_retreats_strength_and_airstrikes() -> None:
    ground = Ground()
    side_by_side, around = ground.value([0, 1]), ground.value([0, 3])
    assert around > side_by_side > ground.value([0])
    supported = Ground(airstrikes={load("el arish").air[0]: 4})
    assert supported.value([0]) > ground.value([0])


def test_a_joint_attack_pays_for_other_enemies_beside_and_for_an_objective_that_is_left() -> None:
    ground = Ground()
    b = ground.game.board[0]
    beyond = int(b.neighbor[ground.ring[0], 0])
    assert ground.value([0, 3], second=beyond) < ground.value([0, 3])
    objective = int(b.goal[0])
    assert ground.value([0, 3], start=objective) < ground.value([0, 3]) - 1.0
