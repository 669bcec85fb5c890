"""Games of a batch at different stages, so that what is learned at one time is not all alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from bridgehead.envs import BatchEnv
from bridgehead.learning.features import Ints

MOST = 240  # decisions that a game is ahead: most of a game


def stagger(env: BatchEnv, choose: Callable[[BatchEnv], Any], seed: int, most: int = MOST) -> Ints:
    """Play each game of a batch on by its own number of decisions, and return these numbers.

    `choose` gives the actions. Games that end on the way begin anew.
    """
    ahead = np.random.default_rng([seed, env.n, 6]).integers(most + 1, size=env.n)
    kept = env.save()
    arrays = kept.arrays
    for step in range(1, int(ahead.max()) + 1):
        env.step(choose(env))
        rows = np.flatnonzero(ahead == step)
        if len(rows):
            now = env.save().arrays
            for name, values in arrays.items():
                values[rows] = now[name][rows]
    arrays["rewards"][:] = 0
    arrays["terminated"][:] = 0
    env.restore(replace(kept, arrays=arrays))
    return ahead
