"""Elo ratings and their errors, from pairs of games.

The two games of a pair share their dice and the better side, so they are no two observations: a
pair is one, and its result one of five: 0, 1/2, 1, 3/2 or 2 points. How often each was found are
the five *counts* of a player against an opponent; the opponent's are the same backwards.

>>> round(elo_of(0.75), 1)
190.8
>>> mean, variance = moments([0, 0, 10, 0, 0])  # each pair went one to one: no doubt is left
>>> mean, variance
(0.5, 0.0)
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair's two points
ELO_PER_LOGIT = 400 / math.log(10)
NEAR_CERTAIN = 1.96  # standard errors to either side, for 95 of 100

# One drawn game more, as half a pair of which nobody knows who won it: it keeps the rating of a
# player who won everything finite, and its error above zero.
UNSEEN = (0.25, 0.0, 0.0, 0.0, 0.25)


def share_of(elo: float) -> float:
    """Return the expected share of the points for a player who is `elo` ahead."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the Elo difference for a share of the points (not 0, not 1)."""
    return ELO_PER_LOGIT * math.log(share / (1 - share))


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance of a pair's share of the points. Some count must not be zero."""
    total = sum(counts)
    mean = sum(n * share for n, share in zip(counts, SHARES, strict=True)) / total
    deviations = [(share - mean) ** 2 for share in SHARES]
    return mean, sum(n * d for n, d in zip(counts, deviations, strict=True)) / total


def difference(counts: Sequence[float]) -> tuple[float, float]:
    """Return the Elo difference between a player and an opponent, and its error.

    The error is the half width of the 95 % confidence interval.
    """
    padded = [n + unseen for n, unseen in zip(counts, UNSEEN, strict=True)]
    mean, variance = moments(padded)
    error = math.sqrt(variance / sum(padded)) / (mean * (1 - mean))
    return elo_of(mean), error * ELO_PER_LOGIT * NEAR_CERTAIN


def rate(counts: Numbers) -> tuple[Numbers, Numbers]:
    """Return each player's Elo rating, with a mean of 0, and its error.

    `counts[player, opponent]` are five numbers, all 0 for two who have not met. The
    ratings fit all results best if the expected share of the points between two players is 1 / (1 +
    10 ** (-difference / 400)). The errors are based on the observed variance of the pairs, not on a
    model of single games, and are half widths of 95 % intervals around the mean of all.
    """
    players = len(counts)
    others = 1 - np.eye(players)
    met = (counts.sum(axis=2) > 0) * others if counts.any() else others
    padded = (counts + np.array(UNSEEN)) * met[:, :, None]
    pairs = padded.sum(axis=2)
    shares = np.array(SHARES)
    won = 2 * (padded * shares).sum(axis=2)  # points
    mean = won / np.where(met, 2 * pairs, 1.0)
    spread = 4 * (padded * (shares - mean[:, :, None]) ** 2).sum(axis=2)  # variance of `won`
    logit: Numbers = np.zeros(players, np.float64)
    bread: Numbers = np.eye(players)
    for _ in range(100):
        expected: Numbers = 1 / (1 + np.exp(logit[None, :] - logit[:, None]))
        bread = _inverse(_laplacian(2 * pairs * expected * (1 - expected)))
        step: Numbers = bread @ (won - 2 * pairs * expected).sum(axis=1)
        logit += np.clip(step, -1, 1)
        if float(np.abs(step).max()) < 1e-9:
            break
    variance: Numbers = np.diag(bread @ _laplacian(spread) @ bread)
    return (logit - logit.mean()) * ELO_PER_LOGIT, np.sqrt(variance) * ELO_PER_LOGIT * NEAR_CERTAIN


def _inverse(table: Numbers) -> Numbers:
    """Return the pseudo-inverse: only differences between players count, not the common level."""
    return np.asarray(np.linalg.pinv(table), np.float64)


def _laplacian(weights: Numbers) -> Numbers:
    """Return the graph Laplacian of a symmetric table of weights between players."""
    table: Numbers = np.diag(weights.sum(axis=1)) - weights
    return table
