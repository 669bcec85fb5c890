"""Drafts of plans and looks ahead: they keep to the rules, and to what a side knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.search import net as nets
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player.thinking import (
    FEATURES,
    LONGEST,
    determinize,
    features,
    play_out,
    principal_line,
    rollout,
    turn_of,
)
from tests.titles.middle_east_battles.games import SETTINGS, load, scatter, walk

NO_LIMIT = -1
EVEN = 0.25  # a net's bias, as the logit of a chance


class Desk:
    """The arrays that the kernels of a game are called with."""

    def __init__(self, game: Any, seed: int = 1) -> None:
        self.game = game
        self.states = np.zeros(LONGEST + 1, game.state_type)
        self.scratch = np.zeros(1, game.state_type)
        self.plan = np.zeros(LONGEST, np.int64)
        self.work = np.zeros(1, game.work_type)
        self.out = np.zeros(game.max_actions, np.int32)
        self.random = np.random.default_rng(seed)
        self.x = np.zeros(FEATURES)

    def principal_line(self, position: Any, first: int = -1, loose: float = 0.0) -> list[str]:
        """Return a plan from a position on."""
        self.states[0] = position.state
        n = principal_line(
            self.game.board, self.states, self.work, self.out, self.random,
            self.plan, 0, first, loose,
        )  # fmt: skip
        return [self.game.grammar.decode(int(code)) for code in self.plan[:n]]

    def play_out(
        self, position: Any, turns: int, steps: int = NO_LIMIT, loose: float = 0.0, face: int = -1
    ) -> tuple[Any, int]:
        """Return the position to which one is played on, and the number of actions."""
        state = position.arrays[1].copy()
        both = np.full(2, loose)
        made = play_out(
            self.game.board, state, self.work, self.out, self.random, turns, steps, both, face
        )
        return state, int(made)

    def rollout(self, position: Any, turns: int, net: Any, face: int = -1) -> float:
        """Return what a look finds."""
        state = position.arrays[1]
        return float(rollout(
            self.game.board, state, self.scratch, self.work, self.out, self.random,
            turns, np.zeros(2), face, net, self.x,
        ))  # fmt: skip


def constant_net() -> Any:
    """Return a net that sees the same chance everywhere."""
    net = np.zeros(nets.size(FEATURES, 0))
    net[0] = FEATURES
    net[-1] = EVEN
    return net


def replayed(desk: Desk, position: Any, turns: int, loose: float) -> int:
    """Play on by drafts, each action pushed; return how many there were.

    Drafts and rolls take their random numbers from the desk in the order in which `play_out` does.
    """
    made, ended = 0, 0
    while position.to_move is not None and ended != turns:
        side, now = position.to_move, turn_of(position.arrays[1])
        if side == "dice":
            position.push(f"roll {1 + int(desk.random.random() * 6)}")
            made += 1
        else:
            for action in desk.principal_line(position, loose=loose):
                assert position.to_move == side
                position.push(action)
                made += 1
            assert position.to_move != side
        if turn_of(position.arrays[1]) != now:
            ended += 1
    return made


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("loose", [0.0, 0.3] if JIT else [0.3])
def test_to_follow_is_to_draft_legal_actions_and_to_roll(setting: str, loose: float) -> None:
    turns = NO_LIMIT if JIT else 2
    position = load(setting).start()
    state, made = Desk(position.game, 7).play_out(position, turns, loose=loose)
    assert replayed(Desk(position.game, 7), position, turns, loose) == made
    assert position.arrays[1].tobytes() == state.tobytes()
    assert not JIT or position.result is not None


def crowded(setting: str) -> list[Any]:
    """Return crowded positions in which a side decides."""
    positions = [scatter(setting, seed) for seed in range(12 if JIT else 2)]
    return [position for position in positions if position.to_move in position.game.sides]


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_draft_keeps_every_position_on_its_way(setting: str) -> None:
    for position in crowded(setting):
        desk, start = Desk(position.game), position.copy()
        actions = desk.principal_line(position, loose=0.2)
        side = position.to_move
        assert actions
        for number, action in enumerate(actions):
            assert position.to_move == side
            assert position.arrays[1].tobytes() == desk.states[number : number + 1].tobytes()
            position.push(action)
        n = len(actions)
        assert position.arrays[1].tobytes() == desk.states[n : n + 1].tobytes()
        assert position.to_move != side
        again = Desk(position.game)
        assert again.principal_line(start, loose=0.2) == actions


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_draft_begins_where_and_as_it_is_told(setting: str) -> None:
    position = crowded(setting)[0]
    game, desk = position.game, Desk(position.game)
    for first in position.legal_codes()[:: 40 if JIT else 400].tolist():
        assert desk.principal_line(position, first=first)[0] == game.grammar.decode(first)
    actions = desk.principal_line(position)
    before, plan = desk.states[:3].tobytes(), desk.plan[:2].copy()
    if len(actions) > 2:
        n = principal_line(
            game.board, desk.states, desk.work, desk.out, desk.random, desk.plan, 2, -1, 0.0
        )
        assert n == len(actions)  # the sergeant remembers nothing and does as before
        assert desk.states[:3].tobytes() == before
        assert (desk.plan[:2] == plan).all()


def test_what_cannot_be_planned_has_no_draft() -> None:
    position = load("suez").position({"game": "suez-56"})
    position.push("resign")
    assert Desk(position.game).principal_line(position) == []


@pytest.mark.parametrize("setting", SETTINGS)
def test_to_follow_ends_when_it_is_told(setting: str) -> None:
    position = load(setting).start()
    desk = Desk(position.game)
    for steps in range(3):
        assert desk.play_out(position, NO_LIMIT, steps)[1] == steps
    assert desk.play_out(position, 0)[1] == 0
    for turns, (turn, side) in enumerate([(1, st.WEST), (1, st.EGYPT)], start=1):
        state, made = desk.play_out(position, turns)
        assert made > 0
        assert (state[0].turn, state[0].side) == (turn, side)
        assert state[0].step in (st.MOVEMENT, st.WITHDRAWAL)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_face_decides_the_first_roll(setting: str) -> None:
    for number, (position, _) in enumerate(walk(setting, seed=3)):
        if position.to_move == "dice" and number > 100:
            break
    for face in range(8):
        state, made = Desk(position.game).play_out(position, NO_LIMIT, 1, face=face)
        rolled = position.copy()
        rolled.push(f"roll {face % 6 + 1}")
        assert made == 1
        assert state.tobytes() == rolled.arrays[1].tobytes()


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_look_judges_what_comes_of_a_position(setting: str) -> None:
    game, net = load(setting), constant_net()
    west, egypt = game.sides
    position = game.position({"game": game.id, "turn": 2, "side": egypt, "units": {}})
    before = position.copy()
    desk = Desk(game)
    assert desk.rollout(position, 1, net) == pytest.approx(1 / (1 + np.exp(-EVEN)))
    assert position == before
    assert (desk.scratch[0].turn, desk.scratch[0].side) == (3, st.WEST)
    judged = desk.x.copy()
    game.refresh(desk.scratch, desk.work)
    features(game.board, desk.scratch, desk.work, desk.out, desk.x)
    assert (judged == desk.x).all()
    last = {"game": game.id, "turn": 12 if game.options or "suez" in setting else 11, "units": {}}
    last |= {"side": egypt, "phase": "combat"}
    won = {west: {"units exited": 60}, egypt: {"western units eliminated": 30}}
    for winner, ledger in won.items():
        over = game.position({**last, "ledger": ledger})
        worth = desk.rollout(over, 9, net)  # the result, and the lead beside it
        assert 0.85 < worth < 1 if winner == west else 0 < worth < 0.15
    even = game.position({**last, "ledger": {"units exited": 6, "western units eliminated": 4}})
    assert desk.rollout(even, 9, net, face=1) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("setting", SETTINGS)
def test_looks_are_reproduced_by_their_seed(setting: str) -> None:
    position = load(setting).start()
    ends = []
    for seed in (1, 1, 2):
        desk = Desk(position.game, seed)
        desk.rollout(position, 6 if JIT else 1, constant_net())
        ends.append(desk.scratch.tobytes())
    assert ends[0] == ends[1]
    assert not JIT or ends[0] != ends[2]


def secret(turn: int, last: int, side: str = "egypt") -> Any:
    """Return a position of Suez '56 with the West's last turn."""
    game = load("suez")
    units = {"1-p": "1929", "4-inf": "2612"}
    data = {"game": game.id, "turn": turn, "side": side, "phase": "movement", "units": units}
    return game.position({**data, "last_turn": last})


def determinized(position: Any, side: int, seed: int) -> Any:
    """Return a copy of a position as a side can imagine it."""
    desk, state = Desk(position.game, seed), position.arrays[1].copy()
    determinize(position.game.board, state, desk.work, side, desk.random)
    again = position.copy()
    again.arrays[1][:] = state
    return again


@pytest.mark.slow_for("12", "9")
@pytest.mark.parametrize("turn", [7, 9, 12])
def test_egypt_imagines_every_last_turn_that_there_can_be(turn: int) -> None:
    found = set()
    for seed in range(200):
        one, other = (determinized(secret(turn, last), st.EGYPT, seed) for last in (turn, 12))
        assert one == other  # what it really is makes no difference
        assert one.view("egypt") == secret(turn, 12).view("egypt")
        found.add(int(one.state.last_turn))
    assert found == set(range(turn, 13))


def test_features_of_what_is_imagined_do_not_tell_the_truth() -> None:
    for seed in range(20):
        found = []
        for last in (8, 11):
            position = determinized(secret(8, last), st.EGYPT, seed)
            x = np.zeros(FEATURES)
            features(*position.arrays, Desk(position.game).out, x)
            found.append(x)
        assert (found[0] == found[1]).all()


def test_the_west_knows_its_last_turn() -> None:
    for last in range(7, 13):
        position = secret(7, last, "anglo_french")
        assert determinized(position, st.WEST, last) == position


@pytest.mark.parametrize("setting", SETTINGS)
def test_nothing_else_is_hidden(setting: str) -> None:
    for number, (position, _) in enumerate(walk(setting, seed=4)):
        if number % 50 == 0 and position.turn <= int(position.game.board[0].turns):
            for side in (st.WEST, st.EGYPT):
                assert determinized(position, side, number) == position
        if number > (4000 if JIT else 100):
            break


def test_a_finished_game_is_known_to_all() -> None:
    position = secret(7, 9)
    position.push("resign")
    assert determinized(position, st.EGYPT, 3) == position
