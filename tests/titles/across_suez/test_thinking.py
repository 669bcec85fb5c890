"""Drafts, looks and features of Across Suez: legal, where they say they are, and bounded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.search import net as nets
from bridgehead.titles.across_suez.player import thinking

pytestmark = pytest.mark.plain
OUT_TYPE = np.int32


class Desk:
    """A game, and the scratch that its kernels want."""

    def __init__(self, game_id: str = "across-suez-1980", seed: int = 1) -> None:
        self.game = bh.load(game_id)
        self.work = np.zeros(1, self.game.work_type)
        self.out = np.zeros(self.game.max_actions, OUT_TYPE)
        self.random = np.random.default_rng(seed)
        self.x = np.zeros(thinking.FEATURES)

    def principal_line(self, state: Any, loose: float, first: int = -1) -> tuple[list[int], Any]:
        states = np.zeros(thinking.LONGEST + 1, state.dtype)
        states[0] = state[0]
        plan = np.zeros(thinking.LONGEST, np.int64)
        n = thinking.principal_line(
            self.game.board, states, self.work, self.out, self.random, plan, 0, first, loose
        )
        return plan[:n].tolist(), states[n : n + 1].copy()

    def features(self, state: Any, board: Any = None) -> np.ndarray:
        self.game.refresh(state, self.work)
        board = self.game.board if board is None else board
        thinking.features(board, state, self.work, self.out, self.x)
        return self.x.copy()


@pytest.mark.parametrize("loose", [0.0, 0.3])
def test_a_draft_is_legal_and_ends_where_it_says(loose: float) -> None:
    desk = Desk()
    position = desk.game.start()
    plan, end = desk.principal_line(position.arrays[1], loose)
    for code in plan:
        assert position.to_move == "israel"
        assert code in position.legal_codes()
        position.push_code(code)
    assert position.to_move != "israel"
    assert position.arrays[1].tobytes() == end.tobytes()


def test_a_draft_begins_as_it_is_told() -> None:
    desk = Desk()
    position = desk.game.start()
    first = int(position.legal_codes()[7])
    assert desk.principal_line(position.arrays[1], 0.0, first)[0][0] == first


@pytest.mark.slow
def test_features_are_named_finite_and_small() -> None:
    desk = Desk()
    assert len(thinking.NAMES) == len(set(thinking.NAMES)) == thinking.FEATURES
    state = desk.game.start().arrays[1].copy()
    loose = np.array([0.2, 0.2])
    for _ in range(3):
        before = state.tobytes()
        x = desk.features(state)
        assert state.tobytes() == before
        assert np.isfinite(x).all()
        assert np.abs(x).max() < 12
        assert x[:16].sum() == 1  # one side to move, so many turns left
        thinking.play_out(
            desk.game.board, state, desk.work, desk.out, desk.random, 1, -1, loose, -1
        )


@pytest.mark.slow
def test_features_do_not_depend_on_heuristic_weights() -> None:
    desk = Desk()
    state = desk.game.start().arrays[1].copy()
    thinking.play_out(
        desk.game.board, state, desk.work, desk.out, desk.random, 3, -1, np.zeros(2), -1
    )
    usual = desk.features(state)
    assert usual[thinking.NAMES.index("exposure")] > 0.0
    assert usual[thinking.NAMES.index("lives")] > 0.0
    board = desk.game.board.copy()
    board[0]["weights"] *= 3.0
    board.flags.writeable = False
    assert desk.features(state, board).tolist() == usual.tolist()


def test_features_tell_what_they_name() -> None:
    desk = Desk()
    names = list(thinking.NAMES)
    game = desk.game
    bridge = game.units[int(game.board[0].bridge_unit)]
    units = {bridge: "0112", "matt-1": "across", "matt-2": "across"}
    position = game.position({"game": game.id, "turn": 6, "side": "egypt", "units": units})
    x = desk.features(position.arrays[1].copy())
    assert x[names.index("egypt to move, 1 turns left")] == 1
    assert x[names.index("units across")] == pytest.approx(2 / 6)
    assert x[names.index("bridge placed")] == 1
    assert x[names.index("line open")] == 1
    assert x[names.index("egypt units")] == 0


def test_a_look_at_an_ended_game_is_its_result_and_else_a_judgement() -> None:
    desk = Desk()
    net = np.zeros(nets.size(thinking.FEATURES, 0))
    net[0] = thinking.FEATURES
    net[-1] = 1.0  # the bias
    position = desk.game.start()
    scratch, strict = position.arrays[1].copy(), np.zeros(2)

    def rollout(state: Any, turns: int) -> float:
        return float(thinking.rollout(
            desk.game.board, state, scratch, desk.work, desk.out, desk.random,
            turns, strict, -1, net, desk.x,
        ))  # fmt: skip

    before = position.arrays[1].tobytes()
    assert rollout(position.arrays[1], 1) == pytest.approx(1 / (1 + np.exp(-1)))
    assert position.arrays[1].tobytes() == before
    assert thinking.turn_of(scratch) == thinking.turn_of(position.arrays[1]) + 1
    position.push("resign")
    assert rollout(position.arrays[1], 1) == 0.0
