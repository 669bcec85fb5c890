"""The recruit: random legal play, on any game.

The recruit draws a unit evenly among those that can act, then one of its actions evenly. An
action that names no unit (`end`, `fire`, `support`, `stay`, `attack HEX`, `bombard HEX`) is one
more ticket in the first draw; in a title with hundreds of such actions each verb is one. So a
unit with three hundred hexes to go to is drawn no more often than one with three, and a phase
ends after some decisions, not after hundreds.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.position import Game, Position
from bridgehead.core.random_policy import draw


class Recruit:
    """Random legal play by the draw that this module describes."""

    name = "recruit"

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._random = np.random.default_rng(seed).random

    def choose(self, position: Position) -> str:
        """Return a random legal action; ValueError where there is none."""
        codes = position.legal_codes()
        if not len(codes):
            raise ValueError("no decision is pending")
        packing = self.game.grammar.packing
        first, second = self._random(), self._random()
        verb = packing.verb if packing.by_verb else 0
        code = draw(codes, len(codes), first, second, packing.unit, packing.no_unit, verb)
        return self.game.grammar.decode(code)
