"""Scenarios as environments: ids of their own, and many games at once."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import bridgehead as bh
from bridgehead import envs
from bridgehead.envs.batch import BatchEnv
from bridgehead.envs.gymnasium import GameEnv

GAME, SCENARIO = "across-suez-1980", "corridor"


@pytest.mark.plain
def test_gymnasium_has_an_id_for_a_scenario() -> None:
    id_ = GameEnv.id_of(GAME, SCENARIO)
    assert id_ == "bridgehead/AcrossSuez1980-Corridor-v0"
    env = gymnasium.make(id_, opponent="recruit", side="egypt", disable_env_checker=True)
    _, info = env.reset(seed=1)
    over, steps = False, 0
    while not over and steps < 3000:
        action = int(np.flatnonzero(info["action_mask"])[-1])
        _, reward, over, _, info = env.step(action)
        steps += 1
    assert info["result"]["ending"] == "scenario"
    assert reward in (1.0, -1.0)
    env.close()


@pytest.mark.plain
def test_pettingzoo_has_a_module_for_a_scenario() -> None:
    env = envs.across_suez_1980_corridor_v0.env()  # type: ignore[attr-defined]
    env.reset(seed=1)
    assert env.agent_selection == "egypt"
    assert env.unwrapped.metadata["name"] == "across_suez_1980_corridor_v0"
    env.close()


@pytest.mark.slow
def test_a_batch_of_games_plays_a_scenario_to_its_end() -> None:
    batch = BatchEnv(bh.load(GAME, scenario=SCENARIO), 4, seed=1, mask=False)
    ended = 0
    for _ in range(1500):
        last = np.array([batch.legal[k, batch.counts[k] - 1] for k in range(4)])
        batch.step(last)
        ended += int(batch.terminated.sum())
    assert ended >= 4
    assert {batch.position(k).turn for k in range(4)} <= {5, 6}
