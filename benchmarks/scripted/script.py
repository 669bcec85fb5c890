"""What all scripted opponents share: a seed, and a queue of announced actions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

Legal = Sequence[str]


class Script:
    """A player written by hand, made from game and seed as `bridgehead.lab` makes players."""

    style = ""  # in one line, for tables

    def __init__(self, game: Any, seed: int = 0) -> None:
        self.game = game
        self.name = type(self).__name__
        self.random = random.Random(seed)
        self.queue: list[str] = []  # what is still to be done of a plan
        self.data = {unit["id"]: unit for unit in game.counters}

    def choose(self, position: Any) -> str:
        """Return a legal action; the position is not changed."""
        legal = list(position.legal_actions())
        while self.queue:
            if (text := self.queue.pop(0)) in legal:
                return text
        return legal[0] if len(legal) == 1 else self.decide(position, legal)

    def decide(self, position: Any, legal: Legal) -> str:
        """Return one of several legal actions."""
        raise NotImplementedError

    def best(self, choices: Iterable[tuple[float, str]]) -> tuple[float, str]:
        """Return the best of valued choices, with a little randomness between equals."""
        return max((value + 1e-3 * self.random.random(), text) for value, text in choices)

    def strength(self, unit: str) -> float:
        """Return a unit's printed strength."""
        return float(self.data[unit].get("strength") or 0)


def by_verb(legal: Legal) -> dict[str, list[list[str]]]:
    """Return the objects of the legal actions, grouped by verb."""
    found: dict[str, list[list[str]]] = {}
    for text in legal:
        verb, *rest = text.split()
        found.setdefault(verb, []).append(rest)
    return found
