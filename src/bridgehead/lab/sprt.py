"""The sequential probability ratio test: stop a match as soon as it has told enough.

Two hypotheses stand against each other: the first player is `elo0` ahead of the second, or
`elo1`. After each pair of games the logarithm of the likelihood ratio is computed (LLR); when it
leaves the bounds, one of them is accepted. Accepting H1 though H0 is true happens in a share
`alpha` of all matches, accepting H0 though H1 is true in a share `beta`.

The results of a pair are five, and how often each comes is not known; so each hypothesis is given
the likeliest five chances that it allows (the generalized test, as Fishtest uses it, on pairs).

>>> test = Sprt(elo0=0, elo1=50)
>>> test.verdict(test.llr([2, 4, 10, 6, 4]))
'continue'
>>> test.verdict(test.llr([2, 4, 30, 20, 8]))
'H1'
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bridgehead.lab.elo import SHARES, share_of

NEVER_SEEN = 1e-3  # the count of a result that has not come up: no chance is quite zero
CONTINUE = "continue"


@dataclass(frozen=True)
class Sprt:
    """A sequential test. ValueError if its numbers are invalid."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise ValueError(
                f"a test of Elo {self.elo0:g} against {self.elo1:g}: the first must be below the "
                "second, and both between -1000 and 1000"
            )
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise ValueError(f"{name} is {share:g}; it must be above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """Return the log likelihood ratio of H1 to H0, from the five counts of the first player."""
        if not any(counts):
            return 0.0
        seen = [max(n, NEVER_SEEN) for n in counts]
        ratios = zip(
            _logs(seen, share_of(self.elo0)), _logs(seen, share_of(self.elo1)), strict=True
        )
        return sum(n * (log1 - log0) for n, (log0, log1) in zip(seen, ratios, strict=True))

    def verdict(self, llr: float) -> str:
        """Return "H0" or "H1" if one is accepted, otherwise "continue"."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else CONTINUE


def _logs(counts: Sequence[float], mean: float) -> list[float]:
    """Return log(p / frequency) for the most likely probabilities p with this mean.

    By Lagrange, frequency f of a share s becomes f / (1 + x * (s - mean)), with the x for which the
    mean has the required value. The sum that must be zero decreases in x over its range.
    """
    away = [share - mean for share in SHARES]
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(60):
        x = (low + high) / 2
        if sum(n * d / (1 + x * d) for n, d in zip(counts, away, strict=True)) > 0:
            low = x
        else:
            high = x
    return [-math.log(1 + x * d) for d in away]
