"""Generators of random numbers: the same seed gives the same dice, and kernels give them back.

Numba takes a reference to a generator whenever Python hands one to a kernel. When the kernel did
not give it back, each rollout cost a server 2.6 kB for good.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.envs.batch import BatchEnv
from bridgehead.players.learned.weights import load as weights_of
from bridgehead.players.search.agent import Agent
from tests.tiers import first

GAMES = first(1, ("suez-56", "across-suez-1980", "october-war"))


def agent_of(game_id: str) -> Agent:
    game = bh.load(game_id)
    return Agent(game, weights_of(game_id).net, 1)


@pytest.mark.skipif(not JIT, reason="plain kernels are Python")
@pytest.mark.parametrize("game_id", GAMES)
def test_kernels_give_generators_back(game_id: str) -> None:
    agent = agent_of(game_id)
    state = bh.load(game_id).start().arrays[1]
    calls: dict[str, Callable[[], object]] = {
        "rollout": lambda: agent.rollout(state, 1),
        "determinize": lambda: agent.determinize(state, agent.owner(state)),
        "decide": lambda: agent.quick(state),
        "principal_line": lambda: agent.principal_line(state),
        "play_out": lambda: agent.play_out(state.copy(), steps=3),
    }
    for name, call in calls.items():
        call()
        before = sys.getrefcount(agent.random)
        for _ in range(5):
            call()
        after = sys.getrefcount(agent.random)  # pytest holds what stands in an assertion
        assert after == before, name


@pytest.mark.skipif(not JIT, reason="plain kernels are Python")
@pytest.mark.slow  # the environments are compiled for it alone
@pytest.mark.parametrize("game_id", GAMES)
def test_environments_give_generators_back(game_id: str) -> None:
    with BatchEnv(bh.load(game_id), 2, seed=1) as env:
        env.step(env.random_actions())
        generator = env._shares[0].random
        before = sys.getrefcount(generator)
        for _ in range(20):
            env.step(env.random_actions())
        after = sys.getrefcount(generator)
        assert after == before


def test_a_generator_that_is_used_again_draws_what_a_new_one_would() -> None:
    agent = agent_of("across-suez-1980")
    own = agent.random
    for seed in ((3,), (7, 1, 2), (3,)):
        fresh = np.random.Generator(np.random.SFC64(seed))
        expected = fresh.random(4).tolist(), fresh.integers(2**31, size=3, dtype=np.int32).tolist()
        with agent.drawing(*seed):
            used = agent.random
            found = used.random(4).tolist(), used.integers(2**31, size=3, dtype=np.int32).tolist()
        assert found == expected
        assert agent.random is own


def test_a_drawing_within_a_drawing_has_dice_of_its_own() -> None:
    agent = agent_of("across-suez-1980")
    alone = np.random.Generator(np.random.SFC64((5,))).random(4).tolist()
    with agent.drawing(5):
        found = [agent.random.random(), agent.random.random()]
        with agent.drawing(5):
            assert agent.random.random() == alone[0]
        found += [agent.random.random(), agent.random.random()]
    assert found == alone
    with agent.twin().drawing(5), agent.drawing(6):
        assert agent.twin()._generators == []
