"""Handicaps: computer players that forget some of their units, or decide some things at random."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

import numpy as np

from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of
from bridgehead.players.ranks.recruit import Recruit
from bridgehead.players.ranks.thinker import Thinker

MOST = 90  # percent: beyond that it is a recruit
CORPORAL_UNITS = 8  # that a corporal moves in a turn


class Chooser(Protocol):
    """The player that is given a handicap."""

    def choose(self, position: Position) -> str:
        """Return one of the legal actions."""


class _Handicapped:
    """Another player that is given a handicap."""

    def __init__(self, name: str, player: Chooser) -> None:
        self.name = name
        self._player = player

    def interrupt(self, asked: Callable[[], bool] | None) -> None:
        """Pass a thinking player the function that tells it to stop."""
        if isinstance(self._player, (Thinker, _Handicapped)):
            self._player.interrupt(asked)


class Inattentive(_Handicapped):
    """Another player that moves only some units in a turn and forgets the others, as beginners do.

    These are the first that it wants to move. It ends a phase in which it may not move another one.
    """

    def __init__(self, game: Game, name: str, player: Chooser, units: int) -> None:
        super().__init__(name, player)
        self._verbs = title_of(game.id).decisions.verbs
        self._units = units
        self._turn: tuple[int, str] = (0, "")
        self._moved: set[str] = set()

    def choose(self, position: Position) -> str:
        """Return the player's choice, or the end of the phase."""
        action = self._player.choose(position)
        verb, _, rest = action.partition(" ")
        if verb not in self._verbs or not self._verbs[verb].moves:
            return action
        turn = int(position.turn), str(position.to_move)  # type: ignore[attr-defined]
        if turn != self._turn:
            self._turn, self._moved = turn, set()
        unit = rest.partition(" ")[0]
        if len(self._moved) >= self._units and unit not in self._moved:
            ends = "end" in position.legal_actions()
            return "end" if ends else action
        self._moved.add(unit)
        return action


class Careless(_Handicapped):
    """Another player that makes a share of its decisions, in percent, at random."""

    def __init__(
        self, game: Game, name: str, player: Chooser, share: int, seed: int | None
    ) -> None:
        super().__init__(name, player)
        self._share = share / 100
        lots, moves = np.random.SeedSequence(seed).spawn(2)
        self._random = np.random.default_rng(lots).random
        self._recruit = Recruit(game, int(moves.generate_state(1)[0]))

    def choose(self, position: Position) -> str:
        """Return the player's choice, or a random action."""
        by_lot = self._random() < self._share
        return (self._recruit if by_lot else self._player).choose(position)


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
