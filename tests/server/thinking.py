"""A thinker for tests: it has the shape of a real one, needs no weights, and is at once done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bridgehead import players
from tests.players.fakes import Shortsighted


@dataclass
class FakeThinker(Shortsighted):
    """Thinks of the first two actions of every decision; counts and can hold its thoughts.

    `chances` says the chance of the first side by the number of a turn.
    """

    game: Any
    name: str = "general"
    thoughts: list[str] = field(default_factory=list)  # who was to move in each
    go_on: threading.Event = field(default_factory=threading.Event)
    busy: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(1))
    crossed: bool = False  # whether two thoughts were ever thought at once

    def __post_init__(self) -> None:
        self.go_on.set()

    def think(self, position: Any) -> players.Thought:
        """Return two lines, of 63 and 55 per cent."""
        if not self.busy.acquire(blocking=False):
            self.crossed = True
        assert self.go_on.wait(30)
        self.thoughts.append(position.to_move)
        lines = [
            players.Line(action, (action,), chance, 32)
            for action, chance in zip(
                list(position.legal_actions())[:2], (0.63, 0.55), strict=False
            )
        ]
        self.busy.release()
        return players.Thought(position.to_move, tuple(lines), 64, 0.1)

    def chance(self, position: Any, looks: int = 32) -> float:
        """Return a chance that falls from turn to turn."""
        assert self.go_on.wait(30)
        if position.result is not None:
            return 1.0 if position.result.winner == self.game.sides[0] else 0.0
        return 0.9 - 0.1 * position.turn

    def measure(self, position: Any, looks: int) -> tuple[float, float]:
        """Return that chance as if it were exact."""
        return self.chance(position, looks), 0.0


def thinker_of(made: list[FakeThinker], **given: Any) -> Callable[..., FakeThinker]:
    """Return a stand-in for `players.thinker`, which puts the player that it makes into `made`."""

    def make(game: Any, *_: Any, **__: Any) -> FakeThinker:
        if not made:
            made.append(FakeThinker(game, **given))
        return made[0]

    return make
