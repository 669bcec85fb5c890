"""Steps a second through PettingZoo and OpenSpiel, at random: `python -m benchmarks.doors [GAME]`.

In seconds of the processor. A step of PettingZoo includes observation and mask.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pyspiel

from benchmarks.common import named_game, say
from bridgehead.envs import aec
from bridgehead.envs.openspiel import short_name

GAMES = 3


def main() -> None:
    name = named_game(__doc__)
    for what, play in (("PettingZoo", play_aec), ("OpenSpiel", play_openspiel)):
        play(name, 0)
        began = time.process_time()
        steps = sum(play(name, seed) for seed in range(GAMES))
        say(f"{name}, {what}", f"{steps / (time.process_time() - began):6.0f} steps/s")


def play_aec(name: str, seed: int) -> int:
    env: Any = aec(name)
    draw = np.random.default_rng(seed)
    env.reset(seed=seed)
    steps = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(int(draw.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    return steps


def play_openspiel(name: str, seed: int) -> int:
    draw = np.random.default_rng(seed)
    state = pyspiel.load_game(short_name(name)).new_initial_state()
    while not state.is_terminal():
        legal: Any = state.legal_actions()
        state.apply_action(int(legal[draw.integers(len(legal))]))
    return int(state.move_number())


if __name__ == "__main__":
    main()
