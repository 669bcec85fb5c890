"""Handicaps: a computer player that makes some of its decisions at random, like the recruit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

import numpy as np

from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.positions.position import Game, Position
from bridgehead.players.ranks.recruit import Recruit
from bridgehead.players.ranks.thinker import Thinker

MOST = 90  # percent: beyond that it is a recruit


class Chooser(Protocol):
    """The player that is given a handicap."""

    def choose(self, position: Position) -> str:
        """Return one of the legal actions."""


class Careless:
    """Another player that makes a share of its decisions, in percent, at random."""

    def __init__(
        self, game: Game, name: str, player: Chooser, share: int, seed: int | None
    ) -> None:
        self.name = name
        self._player = player
        self._share = share / 100
        lots, moves = np.random.SeedSequence(seed).spawn(2)
        self._random = np.random.default_rng(lots).random
        self._recruit = Recruit(game, int(moves.generate_state(1)[0]))

    def choose(self, position: Position) -> str:
        """Return the player's choice, or a random action."""
        by_lot = self._random() < self._share
        return (self._recruit if by_lot else self._player).choose(position)

    def interrupt(self, asked: Callable[[], bool] | None) -> None:
        """Pass a thinking player the function that tells it to stop."""
        if isinstance(self._player, Thinker):
            self._player.interrupt(asked)


def split(name: str) -> tuple[str, int]:
    """Return a name without its handicap, and the handicap in percent, 0 if there is none.

    UnknownPlayer if the handicap is invalid.
    """
    player, sign, share = name.partition("%")
    if not sign:
        return name, 0
    if not re.fullmatch(r"[1-9]\d?", share) or int(share) > MOST:
        raise UnknownPlayer(
            f"{name}: the number after % is the share of random decisions, 1 to {MOST} "
            f"({player}%10)"
        )
    return player, int(share)
