"""Computer players: who there is for a game, and how one is asked for its decision.

>>> import bridgehead as bh
>>> from bridgehead import players
>>> game = bh.load("across-suez-1980")
>>> players.names(game.id)
('recruit', 'sergeant')
>>> player = players.create(game, "recruit", seed=1)
>>> player.choose(game.start()) in game.start().legal_actions()
True

What a player knows of one title lives with the title, in the module that `TITLES` names; a title
never imports this package.
"""

from __future__ import annotations

import difflib
from typing import Protocol

from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.position import Game, Position
from bridgehead.players import registry
from bridgehead.players.recruit import Recruit


class Player(Protocol):
    """A computer player of one game. It decides for either side, and never for the dice."""

    @property
    def name(self) -> str:
        """The name it was created by."""

    def choose(self, position: Position) -> str:
        """Return one of the legal actions of the pending decision; the position is left alone."""


def names(game_id: str) -> tuple[str, ...]:
    """Return the players that a game has, the weakest first."""
    return ("recruit", *registry.names(game_id))


def create(game: Game, name: str, seed: int | None = None) -> Player:
    """Return a player by its name. UnknownPlayer, with those there are, where there is none.

    The same seed and the same positions give the same choices; without a seed, nobody knows.
    """
    if name == "recruit":
        return Recruit(game, seed)
    if name not in names(game.id):
        raise UnknownPlayer(unknown(game.id, name))
    return registry.create(game, name, seed)


def unknown(game_id: str, name: str) -> str:
    """Return the sentence that says that a game has no such player, and which it has."""
    known = names(game_id)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"{game_id} has no player called {name!r}{hint}; there are {', '.join(known)}"


__all__ = ["Player", "create", "names", "unknown"]
