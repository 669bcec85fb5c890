"""How well a network plays: pairs of games against a kernel player, each side once.

Game i has the same dice for both sides, as far as the games go alike. Of each place of the batch
only the first game counts, so that short games do not count more often than long ones.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError

AT_ONCE = 128  # games
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


def play(network: Any, side: str, games: int, seed: int, opponent: str) -> NDArray[np.float64]:
    """Return what came of games of a network's side: 1 for a win, 0.5 for a draw."""
    from bridgehead.envs import BatchEnv
    from bridgehead.learning.features import of_batch

    if games < 1:
        raise BridgeheadError(f"{games} games: must be 1 or more")
    game, results = network.features.game, []
    number = game.sides.index(side)
    for first in range(0, games, AT_ONCE):
        count = min(AT_ONCE, games - first)
        found = np.zeros(count)
        random = np.random.default_rng([seed, first, number])
        made: dict[str, Any] = {"learner": side, "opponent": opponent, "mask": False}
        with BatchEnv(game, count, seed=seed + first, **made) as env:
            rows = np.arange(count)
            while len(rows):
                actions = env.legal[:, 0].astype(np.int64)  # for those whose game is over
                actions[rows] = network.choose(of_batch(env, rows), random)
                env.step(actions)
                ended = env.terminated[rows]
                found[rows[ended]] = 0.5 + 0.5 * env.rewards[rows[ended], number]
                rows = rows[~ended]
        results.append(found)
    return np.concatenate(results)


def evaluate(network: Any, games: int, seed: int, opponent: str = "sergeant") -> dict[str, Score]:
    """Return the score of each side over as many games, and of both together."""
    sides = network.features.game.sides
    results = {side: play(network, side, games, seed, opponent) for side in sides}
    scores = {side: score_of(found) for side, found in results.items()}
    return scores | {"both": score_of(np.concatenate(list(results.values())))}
