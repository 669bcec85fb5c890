"""The score of a player in some games, with its 95 % interval."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

NORMAL = 1.96  # standard errors of a 95 % interval


@dataclass(frozen=True)
class Score:
    """The share of the points that was won in some games, with its 95 % interval."""

    games: int
    wins: int
    score: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain data."""
        return asdict(self)


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins, after Wilson."""
    share, z = points / games, NORMAL**2 / games
    middle = (share + z / 2) / (1 + z)
    half = NORMAL * math.sqrt(share * (1 - share) / games + z / (4 * games)) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


def score_of(results: NDArray[np.float64]) -> Score:
    """Return the score of single games, given as 1, 0 and 0.5 for a draw."""
    games, points = len(results), float(results.sum())
    return Score(games, int((results == 1.0).sum()), points / games, *wilson(points, games))
