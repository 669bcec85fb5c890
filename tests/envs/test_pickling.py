"""What research code sends to other processes: games, positions, records, spaces, errors, doors."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core import errors
from bridgehead.core.errors import BridgeheadError, IllegalAction, MalformedAction
from bridgehead.engine.protocol import RequestError
from bridgehead.envs import BatchEnv
from bridgehead.envs.gymnasium import GameEnv
from bridgehead.envs.pettingzoo import aec, parallel
from bridgehead.envs.spaces import spaces

pytestmark = pytest.mark.plain
GAMES = [info.id for info in bh.games()]
METHODS = ("spawn", "forkserver")


def copies(one: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(one)), copy.deepcopy(one)]


@pytest.mark.parametrize("game_id", GAMES)
def test_games_positions_and_records(game_id: str) -> None:
    game = bh.load(game_id)
    position = game.start()
    position.push(position.legal_actions()[0])
    for twin in copies(position):
        assert twin == position
        assert twin.game == game
        assert list(twin.legal_actions()) == list(position.legal_actions())
        twin.pop()
        assert twin == game.start()
        assert twin != position
        assert twin.legal_actions()
    record = bh.Record.new(game, "seeded", seed=3)
    record.do(record.position.legal_actions()[0])
    for twin in copies(record):
        assert twin.to_dict() == record.to_dict()
        twin.do(twin.position.legal_actions()[-1])
        assert len(record.actions) == 1


def test_options_and_data_of_ones_own_are_kept(tmp_path: Any) -> None:
    game = bh.load("across-suez-reprint", commandos=True)
    assert copies(game)[0].options == ("commandos",)
    text = game.map.text + "\n# mine\n"
    (tmp_path / "map.toml").write_text(text)
    mine = bh.load("across-suez-1980", map=tmp_path / "map.toml")
    assert not mine.own_map
    for twin in copies(mine):
        assert twin == mine
        assert twin.map.text == text


@pytest.mark.parametrize("game_id", GAMES)
def test_spaces_are_made_once(game_id: str) -> None:
    made = spaces(bh.load(game_id))
    for twin in copies(made):
        assert twin is made
    for twin in copies(made.actions) + copies(made.observations):
        assert twin in (made.actions, made.observations)


ERRORS = (
    IllegalAction("4.5", "it is too far"),
    MalformedAction("there is no such unit"),
    *(kind("a reason") for kind in (errors.InvalidMap, errors.InvalidRecord, errors.UnknownGame)),
    RequestError("action", "it is not legal"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors(error: Exception) -> None:
    for twin in copies(error):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.__dict__ == error.__dict__


def kinds(of: type[BaseException]) -> list[type[BaseException]]:
    return [of, *(deeper for kind in of.__subclasses__() for deeper in kinds(kind))]


def test_every_error_of_the_package() -> None:
    for kind in kinds(BridgeheadError):
        error = kind.__new__(kind, "a reason")
        error.__dict__["more"] = 7
        for twin in copies(error):
            assert (type(twin), twin.args, twin.__dict__) == (kind, ("a reason",), {"more": 7})


def refuse(position: Any) -> None:
    position.push("move reshef-2 0101")


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_an_illegal_action_in_a_process_pool(method: str) -> None:
    position = bh.load("across-suez-1980").start()
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        with pytest.raises(IllegalAction) as raised:
            pool.submit(refuse, position).result()
        here = position.why_not("move reshef-2 0101")
        assert (raised.value.case, raised.value.reason) == (here.case, here.reason)


@pytest.mark.parametrize("opponent", ["recruit", "sergeant", "captain"])
def test_an_environment_of_gymnasium_in_the_middle_of_a_game(opponent: str) -> None:
    env = GameEnv("across-suez-1980", opponent=opponent)
    env.reset(seed=5)
    env.action_space.seed(1)
    env.step(env.action_space.sample())
    for twin in copies(env):
        assert twin.episode.position == env.episode.position
        assert np.array_equal(twin.action_masks(), env.action_masks())
        twin.action_space.seed(9)
        drawn = int(twin.action_space.sample())
        assert twin.action_masks()[drawn]
        before = env.episode.position.copy()
        observation, *_ = twin.step(drawn)
        assert env.episode.position == before
        env_copy = copy.deepcopy(env)
        again, *_ = env_copy.step(drawn)
        assert np.array_equal(observation, again)


def test_the_space_of_an_environment_travels_alone() -> None:
    env = GameEnv("across-suez-1980", opponent="recruit")
    env.reset(seed=5)
    for twin in copies(env.action_space):
        assert twin.n == env.action_space.n
    assert len(pickle.dumps(env.action_space)) < 1000
    assert pickle.loads(pickle.dumps(env.observation_space)) == env.observation_space


@pytest.mark.parametrize("make", [aec, parallel])
def test_environments_of_pettingzoo(make: Any) -> None:
    env = make("across-suez-1980")
    env.reset(seed=2)
    for twin in copies(env):
        assert twin.possible_agents == env.possible_agents
        assert np.array_equal(twin.state(), env.state())


def listed(env: BatchEnv, g: int) -> list[int]:
    found: list[int] = env.legal[g, : env.counts[g]].tolist()
    return found


@pytest.mark.parametrize("auto_reset", [True, False])
def test_a_batch(auto_reset: bool) -> None:
    with BatchEnv(bh.load("across-suez-1980"), 3, seed=4, history=4, auto_reset=auto_reset) as env:
        for _ in range(3):
            env.step(env.random_actions())
        for twin in copies(env):
            for _ in range(2):
                assert [listed(twin, g) for g in range(3)] == [listed(env, g) for g in range(3)]
                assert np.array_equal(twin.mask, env.mask)
                assert np.array_equal(twin.observations.units, env.observations.units)
                assert np.array_equal(twin.history, env.history)
                saved = env.save()
                chosen = env.random_actions()
                assert np.array_equal(chosen, twin.random_actions())
                env.step(chosen)
                twin.step(chosen)
                assert np.array_equal(twin.counts, env.counts)
                env.restore(saved)
                twin.restore(saved)
            twin.close()


@pytest.mark.slow
def test_asynchronous_vector_environments() -> None:
    import gymnasium

    name = GameEnv.id_of("across-suez-1980")
    envs = gymnasium.make_vec(
        name, num_envs=2, vectorization_mode="async", opponent="recruit",
        vector_kwargs={"context": "spawn"},
    )  # fmt: skip
    try:
        _, info = envs.reset(seed=3)
        masks = np.asarray(info["action_mask"])
        observations, *_ = envs.step(np.array([int(np.flatnonzero(mask)[0]) for mask in masks]))
        assert len(observations) == 2
    finally:
        envs.close()
