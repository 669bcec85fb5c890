"""Generalized advantage estimation, for many games at once; NumPy only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def advantages(
    rewards: Floats, ended: NDArray[np.bool_], values: Floats, last: Floats, trace: float
) -> Floats:
    """Return how much better each decision went than expected: arrays of (steps, games).

    `values` are what was expected before each decision and `last` after all of them. Nothing is
    discounted: a game has an end. With `trace` 1 the results alone count, with 0 the next value.
    """
    found = np.zeros_like(values)
    carried: Any = np.zeros_like(last)
    following: Any = last
    for t in range(len(values) - 1, -1, -1):
        goes_on = np.where(ended[t], 0.0, 1.0).astype(np.float32)
        surprise = rewards[t] + goes_on * following - values[t]
        carried = surprise + goes_on * trace * carried
        found[t] = carried
        following = values[t]
    return found
