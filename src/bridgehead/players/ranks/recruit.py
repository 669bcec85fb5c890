"""The recruit: random legal play, in any game.

The recruit draws a unit with equal chances among those that can act, then one of its actions. Each
action without a unit (`end`, `fire`, `support`, `stay`, `attack HEX`, `bombard HEX`) counts like a
unit in the first draw; in a title with hundreds of such actions each verb does. So a unit that can
go to three hundred hexes is drawn no more often than one with three, and a phase ends after some
decisions, not after hundreds.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.positions.position import Game, Position
from bridgehead.core.search.random_policy import draw


class Recruit:
    """Random legal play by the draw that this module describes."""

    name = "recruit"

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._random = np.random.default_rng(seed).random

    def choose(self, position: Position) -> str:
        """Return a random legal action; ValueError if there is none."""
        codes = position.legal_codes()
        if not len(codes):
            raise ValueError("no decision is pending")
        packing = self.game.grammar.packing
        first, second = self._random(), self._random()
        verb = packing.verb if packing.by_verb else 0
        code = draw(codes, len(codes), first, second, packing.unit, packing.no_unit, verb)
        return self.game.grammar.decode(code)
