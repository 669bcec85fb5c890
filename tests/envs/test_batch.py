"""Many games at once: the same as one by one, whatever the threads; seeds, ends, wrong actions."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError, UnknownPlayer
from bridgehead.core.kernels.kernel import JIT
from bridgehead.envs import BatchEnv
from bridgehead.lab.matches import random_of

pytestmark = pytest.mark.plain
GAMES = (
    "across-suez-reprint",
    *(pytest.param(game, marks=pytest.mark.slow) for game in ("suez-56", "el-arish-67")),
    pytest.param("october-war", marks=pytest.mark.slow),
)
COMPILED = JIT  # nightly; in plain Python a few decisions are enough
DEPLOY = ("deploy", "end")


class OneByOne:
    """A game of a batch, played on a `Position` with the same random numbers."""

    def __init__(self, env: BatchEnv, seed: int, number: int) -> None:
        self.env, self.number = env, number
        self.random = random_of(seed, number)
        self.position = env.game.start()
        self.decisions = 0
        self.roll()

    def roll(self) -> None:
        while self.position.to_move == "dice":
            codes = self.position.legal_codes()
            self.position.push_code(int(codes[int(self.random.random() * len(codes))]))

    def push(self, action: int) -> None:
        self.position.push_code(self.env.actions.code(action))
        self.decisions += 1
        self.roll()

    def check(self) -> None:
        """Compare everything that the batch says of the game."""
        env, g, position = self.env, self.number, self.position
        legal = env.actions.legal(position)
        assert np.array_equal(env.legal[g, : env.counts[g]], legal)
        assert np.array_equal(np.flatnonzero(env.mask[g]), legal)
        assert position.to_move == env.game.sides[env.to_move[g]]
        seen = env.space.observe(position, position.to_move)
        assert np.array_equal(seen.map, env.observations.map[g])
        assert np.array_equal(seen.units, env.observations.units[g])
        assert np.array_equal(seen.scalars, env.observations.scalars[g])
        assert env.position(g) == position
        assert env.decisions[g] == self.decisions


def quick(env: BatchEnv) -> np.ndarray[Any, Any]:
    """Return actions that get through a set-up at once and are random afterwards."""
    chosen = env.random_actions()
    for g in range(env.n):
        for text in DEPLOY:
            verb = env.game.grammar.verbs.get(text)
            index = env.actions.numbering.index(env.game.grammar.encode(text)) if verb else -1
            if index >= 0 and env.mask[g, index] and env.observations.scalars[g, 2] <= 1:
                chosen[g] = index
                break
    return chosen


@pytest.mark.parametrize("game_id", GAMES)
def test_a_batch_is_what_positions_are_one_by_one(game_id: str) -> None:
    with BatchEnv(bh.load(game_id), 2, seed=5) as env:
        games = [OneByOne(env, 5, g) for g in range(env.n)]
        for _ in range(60 if COMPILED else 3):
            chosen = quick(env)
            env.step(chosen)
            for game, action in zip(games, chosen.tolist(), strict=True):
                game.push(action)
                if game.position.result is not None:
                    return
                game.check()


def play(game: bh.Game, threads: int, steps: int, **options: Any) -> list[bytes]:
    with BatchEnv(game, 3, seed=9, threads=threads, **options) as env:
        found = []
        for _ in range(steps):
            env.step(env.random_actions())
            found += [array.tobytes() for array in (env._states, env.legal, env.mask, env._map)]
        return found


def test_games_do_not_depend_on_threads_or_on_one_another() -> None:
    game = bh.load("across-suez-1980")
    assert play(game, 1, 2) == play(game, 2, 2)
    with BatchEnv(game, 1, seed=9) as few, BatchEnv(game, 2, seed=9) as many:
        for _ in range(3):
            chosen = many.random_actions()
            many.step(chosen)
            few.step(chosen[:1])
        assert np.array_equal(many.observations.units[:1], few.observations.units)


def over_soon(env: BatchEnv) -> None:
    """Put all games just before their end: the last decision of the last turn."""
    ending = env.game.position(
        {"format": 1, "game": env.game.id, "turn": 7, "side": "egypt", "phase": "combat"}
    )
    env._states[:] = ending.arrays[1][0]
    env._advance(np.full(env.n, -1, np.int32))


def test_a_game_that_is_over_begins_anew() -> None:
    game = bh.load("across-suez-1980")
    with BatchEnv(game, 2, seed=1) as env:
        first = [array.copy() for array in env.observations.to_dict().values()]
        over_soon(env)
        end = env.actions.index_of("end")
        assert not env.terminated.any()
        env.step([end, end])
        assert env.terminated.tolist() == [True, True]
        assert sorted(env.rewards[0].tolist()) == [-1.0, 1.0]
        assert env.rewards[0].tolist() == env.rewards[1].tolist()
        for array, then in zip(env.observations.to_dict().values(), first, strict=True):
            assert np.array_equal(array, then)
        assert env.last_lengths.tolist() == [1, 1]
        assert env.finished.tolist() == [1, 1]
        assert env.decisions.tolist() == [0, 0]
        env.step(env.random_actions())
        assert not env.terminated.any()
        assert not env.rewards.any()


def test_without_auto_reset_a_game_stays_over() -> None:
    with BatchEnv(bh.load("across-suez-1980"), 2, seed=1, auto_reset=False) as env:
        over_soon(env)
        env.step([env.actions.index_of("end")] * 2)
        assert env.to_move.tolist() == [-1, -1]
        assert not env.mask.any()
        assert env.position(0).result is not None
        env.reset(2)
        assert env.mask.any(axis=1).all()


def end_one(env: BatchEnv) -> None:
    """End the first of two games, the other goes on."""
    over_soon(env)
    other = int(np.flatnonzero(env.mask[1])[0])
    env.step([env.actions.index_of("end"), other])


def test_a_game_that_is_over_waits_for_the_others() -> None:
    game = bh.load("across-suez-1980")
    with BatchEnv(game, 2, seed=1, auto_reset=False, history=2) as env:
        end_one(env)
        ended, seen = env.position(0), env.history[0].copy()
        assert env.terminated.tolist() == [True, False]
        assert env.rewards[0].any()
        for given in (0, 5, -7):  # whatever is given for it
            before = env.position(1)
            env.step([given, int(env.legal[1, 0])])
            assert env.terminated.tolist() == [True, False]
            assert env.to_move.tolist()[0] == -1
            assert not env.rewards.any()  # told once
            assert env.finished.tolist() == [1, 0]
            assert env.position(0) == ended
            assert np.array_equal(env.history[0], seen)
            assert env.position(1) != before
        assert env.random_actions()[0] == 0


def test_chosen_games_begin_anew() -> None:
    game = bh.load("across-suez-1980")
    with BatchEnv(game, 2, seed=1, auto_reset=False) as env:
        end_one(env)
        going_on, mask = env.position(1), env.mask[1].copy()
        env.reset(games=env.terminated)
        assert env.position(0) == game.start()
        assert env.to_move.tolist()[0] == 0
        assert not env.terminated.any()
        assert env.position(1) == going_on
        assert np.array_equal(env.mask[1], mask)
        env.reset(9, games=[1])
        with BatchEnv(game, 2, seed=9) as other:
            for _ in range(2):  # the same chance as in a batch of that seed
                chosen = [int(env.legal[0, 0]), int(env.legal[1, 0])]
                env.step(chosen)
                other.step([int(other.legal[0, 0]), chosen[1]])
                assert env.position(1) == other.position(1)
        env.reset(games=[])
        for wrong, said in (([2], "no game 2"), ([[0]], "shape"), ([0.5], "float64")):
            with pytest.raises(BridgeheadError, match=said):
                env.reset(games=wrong)


def test_wrong_actions_are_refused_or_replaced() -> None:
    game = bh.load("across-suez-1980")
    with BatchEnv(game, 3, seed=1) as env:
        before, good = env._states.tobytes(), env.random_actions()
        wrong = env.actions.index_of("roll 4")
        with pytest.raises(
            BridgeheadError, match=r"game 1: \d+ \('roll 4'\) is not legal; \d+ are"
        ):
            env.step([int(good[0]), wrong, int(good[2])])
        with pytest.raises(BridgeheadError, match=r"game 0 .and 1 more games.: -4 is not an act"):
            env.step([-4, wrong, int(good[2])])
        with pytest.raises(BridgeheadError, match="array of 3 whole numbers, not of float64"):
            env.step(np.zeros(3))
        with pytest.raises(BridgeheadError, match=r"shape \(2,\)"):
            env.step([1, 2])
        assert env._states.tobytes() == before
    with BatchEnv(game, 3, seed=1, illegal="resample", mask=False, observe=False) as env:
        env.step([wrong] * 3)
        assert env.decisions.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "said"),
    [({"learner": "syria"}, "'syria' is not a side"), ({"illegal": "ignore"}, "error or resample"),
     ({"n": 0}, "0 games"), ({"threads": 0}, "0 threads")],
)  # fmt: skip
def test_wrong_options_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BridgeheadError, match=said):
        BatchEnv(bh.load("across-suez-1980"), **{"n": 1, **options})
    with pytest.raises(UnknownPlayer, match=r"'captain' does not play in kernels; .*recruit, serg"):
        BatchEnv(bh.load("across-suez-1980"), 1, learner="egypt", opponent="captain")


@pytest.mark.parametrize(
    ("game_id", "opponent"),
    [
        ("across-suez-1980", "recruit"),
        pytest.param("october-war", "sergeant", marks=pytest.mark.slow),
    ],
)
def test_a_learner_decides_for_its_own_side_alone(game_id: str, opponent: str) -> None:
    game = bh.load(game_id)
    learner = game.sides[1] if opponent == "recruit" else game.sides[0]
    with BatchEnv(game, 2, seed=4, learner=learner, opponent=opponent) as env:
        for _ in range(40 if COMPILED else 2):
            assert (env.to_move == game.sides.index(learner)).all()
            assert (env.observations.scalars[:, 0] == game.sides.index(learner)).all()
            env.step(quick(env))
        assert env.position(0).to_move == learner


def test_a_saved_batch_goes_on_alike() -> None:
    with BatchEnv(bh.load("across-suez-1980"), 3, seed=2) as env:
        for _ in range(2):
            env.step(env.random_actions())
        saved, found = env.save(), []
        for _ in range(2):
            for _ in range(2):
                env.step(env.random_actions())
            found.append(
                (env._states.tobytes(), env.legal[:, :9].tobytes(), env.decisions.tolist())
            )
            env.restore(saved)
        assert found[0] == found[1]
        env.reset()
        assert env.decisions.tolist() == [0, 0, 0]
    with (
        BatchEnv(bh.load("across-suez-1980"), 2) as other,
        pytest.raises(BridgeheadError, match="of 3 games with the actions 1-"),
    ):
        other.restore(saved)


def test_arrays_are_handed_on_without_copying() -> None:
    with BatchEnv(bh.load("across-suez-1980"), 2, seed=2) as env:
        for array in (
            env.mask, env.legal, env.counts, env.rewards, env.terminated, env.to_move,
            env.observations.map, env.observations.units, env.observations.scalars,
        ):  # fmt: skip
            assert np.shares_memory(np.from_dlpack(array), array)
        seen, mask = np.from_dlpack(env.observations.scalars), np.from_dlpack(env.mask)
        env.step(env.random_actions())
        assert np.array_equal(seen, env.observations.scalars)
        assert mask.sum() == env.counts.sum()


def test_a_random_stream_is_numpys() -> None:
    """The dice of game i are those of `default_rng([seed, i])`, from the first roll on."""
    with BatchEnv(bh.load("across-suez-1980"), 2, seed=11) as env:
        for g in range(2):
            own = env._shares[0]
            own.stream[:] = env._words[g]
            assert own.random.random(3).tolist() == random_of(11, g).random(3).tolist()


MEMORY = """
import os, sys
import bridgehead as bh
from bridgehead.envs import BatchEnv

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

game = bh.load(sys.argv[1])
BatchEnv(game, 1).close()
before = resident()
env = BatchEnv(game, 64, seed=1)
for _ in range(250):
    env.step(env.random_actions())
seen = env.mask.nbytes + sum(one.nbytes for one in env.observations.to_dict().values())
print((resident() - before - seen) / env.n)
"""


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="hundreds of steps")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("game_id", ["across-suez-1980", "suez-56", "el-arish-67", "october-war"])
def test_what_is_not_written_takes_no_memory(game_id: str) -> None:
    command = [sys.executable, "-c", MEMORY, game_id]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(told.stdout) < 600_000


FORKED = """
import os
import bridgehead as bh
from bridgehead.envs import BatchEnv

env = BatchEnv(bh.load("across-suez-1980"), 2, seed=1, mask=False, observe=False)
before = env.legal.copy()
child = os.fork()
if child == 0:
    env.legal[:] = 7
    os._exit(0)
os.waitpid(child, 0)
print((env.legal == before).all())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked here")
def test_a_forked_process_has_arrays_of_its_own() -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == "True\n"
