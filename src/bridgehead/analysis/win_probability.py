"""Win probabilities with their standard errors, measured by a thinking player's rollouts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

MOST_FACES = 36  # a roll or draw with more outcomes is not weighed face by face
ENOUGH = 2.0  # standard errors from which on a difference is more than noise


@dataclass(frozen=True)
class Chance:
    """A probability from 0 to 1 and its standard error."""

    value: float
    error: float

    def minus(self, other: Chance) -> Chance:
        """Return the difference of two independent estimates."""
        return Chance(self.value - other.value, math.hypot(self.error, other.error))

    @property
    def is_clear(self) -> bool:
        """Whether it differs from 0 by more than chance explains."""
        return abs(self.value) > ENOUGH * self.error


NOTHING = Chance(0.0, 0.0)


def total(chances: list[Chance]) -> Chance:
    """Return the sum of independent estimates."""
    return Chance(
        math.fsum(chance.value for chance in chances),
        math.sqrt(math.fsum(chance.error**2 for chance in chances)),
    )


@dataclass(frozen=True)
class Spread:
    """The possible outcomes of a roll or draw with their probabilities, and the mean over all."""

    mean: Chance
    outcomes: dict[str, Chance]
    shares: dict[str, float]  # of all faces, those that bring the same

    def luck(self, text: str) -> Chance:
        """Return how much better than the mean an outcome is for the first side.

        The outcome is part of the mean: only the remaining uncertainty counts as error.
        """
        own, share = self.outcomes[text], self.shares[text]
        others = max(0.0, self.mean.error**2 - (share * own.error) ** 2)
        return Chance(
            own.value - self.mean.value, math.sqrt(((1 - share) * own.error) ** 2 + others)
        )


class WinProbabilities:
    """Measures the first side's chance at positions, once for each position and number of rollouts.

    A position before a roll is measured after each face, with the same number of rollouts for each,
    so that every face has the same weight.
    """

    def __init__(self, thinker: Any, rollouts: int) -> None:
        self.thinker = thinker
        self.rollouts = rollouts
        self._known: dict[tuple[Any, int], Chance] = {}
        self._spreads: dict[tuple[Any, int], Spread | None] = {}

    def chance(self, position: Any, rollouts: int | None = None) -> Chance:
        """Return the chance at a position."""
        if position.to_move == "dice":
            spread = self.spread(position, rollouts)
            if spread is not None:
                return spread.mean
        return self._measured(position, rollouts or self.rollouts)

    def spread(self, position: Any, rollouts: int | None = None) -> Spread | None:
        """Return the chance after each face of a roll; None if there are too many."""
        count = rollouts or self.rollouts
        key = (position, count)
        if key not in self._spreads:
            self._spreads[(position.copy(), count)] = self._spread(position, count)
        return self._spreads[key]

    def _spread(self, position: Any, rollouts: int) -> Spread | None:
        faces = list(position.legal_actions())
        if len(faces) > MOST_FACES:
            return None
        by_position: dict[Any, list[str]] = {}
        for face in faces:
            after = position.copy()
            after.push(face)
            by_position.setdefault(after, []).append(face)
        outcomes: dict[str, Chance] = {}
        shares: dict[str, float] = {}
        parts = []
        for after, same in by_position.items():
            found, share = self._measured(after, rollouts), len(same) / len(faces)
            parts.append(Chance(found.value * share, found.error * share))
            for face in same:
                outcomes[face], shares[face] = found, share
        return Spread(total(parts), outcomes, shares)

    def _measured(self, position: Any, rollouts: int) -> Chance:
        result = position.result
        if result is not None:
            first = position.game.sides[0]
            value = 0.5 if result.winner == "draw" else float(result.winner == first)
            return Chance(value, 0.0)
        key = (position, rollouts)
        if key not in self._known:
            self._known[(position.copy(), rollouts)] = measured(self.thinker, position, rollouts)
        return self._known[key]


def measured(thinker: Any, position: Any, rollouts: int) -> Chance:
    """Return a thinker's estimate of a position.

    A thinker with `measure` returns the error. For others it is only known that each rollout is
    between 0 and 1, and the error is the largest that this allows.
    """
    measure = getattr(thinker, "measure", None)
    if measure is not None:
        value, error = measure(position, rollouts)
        return Chance(float(value), float(error))
    value = float(thinker.chance(position, rollouts))
    cautious = (value * rollouts + 1) / (rollouts + 2)  # 0 of 8 rollouts does not mean never
    return Chance(value, math.sqrt(cautious * (1 - cautious) / rollouts))
