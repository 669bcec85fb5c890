"""A thinking player whose thoughts and chances are given: what uses them can be tested exactly."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32


def anywhere(position: Any) -> float:
    """Return a chance that is another one at every position."""
    return 0.5 + crc32(json.dumps(position.to_dict()).encode()) % 1000 / 4000


def first_legal(position: Any) -> tuple[str, ...]:
    """Return a plan of one action."""
    return (str(position.legal_actions()[0]),)


@dataclass(frozen=True)
class Line:
    """One line of a thought."""

    action: str
    plan: tuple[str, ...]
    chance: float
    looks: int


@dataclass(frozen=True)
class Thought:
    """What a side should do."""

    side: str
    lines: tuple[Line, ...]
    looks: int
    seconds: float


class Shortsighted:
    """The part of a thinker that has nothing to tell but its thought: it does not look ahead."""

    def worlds(self, position: Any) -> list[Any]:
        return []

    def futures(self, position: Any, plans: Sequence[Any], looks: int) -> list[Any]:
        return []

    def win_probability(self, position: Any, plan: Sequence[str] = ()) -> float | None:
        return None

    def tell_first(self, hears: Any) -> None:
        pass

    def tell_apart(self, kind: Any, faults: Any = None) -> None:
        pass


class Oracle(Shortsighted):
    """Knows the chance of every position, and what is best in it.

    `chances` gives the first side's chance at a position; `best` the best plan there, or `plans`
    the same plans with their chances everywhere; `error` is how unsure it says that it is.
    """

    name = "oracle"

    def __init__(
        self,
        chances: Callable[[Any], float] = lambda position: 0.5,
        best: Callable[[Any], Sequence[str]] | None = None,
        plans: Sequence[tuple[Sequence[str], float]] = (),
        error: float = 0.0,
    ) -> None:
        self.chances, self.best, self.plans, self.error = chances, best, plans, error
        self.thoughts = 0
        self.measured: list[int] = []  # the rollouts of each measuring

    def think(self, position: Any) -> Thought:
        self.thoughts += 1
        plans = self.plans if self.best is None else [(self.best(position), 0.5)]
        lines = tuple(Line(plan[0], tuple(plan), chance, 8) for plan, chance in plans)
        return Thought(position.to_move, lines, 8, 0.1)

    def chance(self, position: Any, looks: int = 32) -> float:
        return self.chances(position)

    def measure(self, position: Any, looks: int) -> tuple[float, float]:
        self.measured.append(looks)
        return self.chances(position), self.error
