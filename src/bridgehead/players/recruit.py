"""The recruit: random legal play, on any game.

It draws a unit evenly among those that can act, then one of that unit's actions evenly. An action
that names no unit (`end`, `fire`, `support`, `stay`, `attack HEX`, `bombard HEX`) is one more
ticket in the first draw. So a unit with three hundred hexes to go to is drawn no more often than
one with three, and a phase ends after some decisions, not after hundreds.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.notation import NO_UNIT, UNIT, Codes
from bridgehead.core.position import Game, Position


class Recruit:
    """Random legal play by the draw that this module describes."""

    name = "recruit"

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._random = np.random.default_rng(seed)

    def choose(self, position: Position) -> str:
        """Return a random legal action; ValueError where there is none."""
        return self.game.grammar.decode(draw(position.legal_codes(), self._random))


def draw(codes: Codes, random: np.random.Generator) -> int:
    """Draw one of the actions, given as ascending numbers."""
    if not len(codes):
        raise ValueError("no decision is pending: there is nothing to choose from")
    acting = codes // UNIT
    starts = np.flatnonzero(np.diff(acting, prepend=-1) | (acting == NO_UNIT))
    ticket = int(random.integers(len(starts)))
    first = int(starts[ticket])
    last = int(starts[ticket + 1]) if ticket + 1 < len(starts) else len(codes)
    return int(codes[first + int(random.integers(last - first))])
