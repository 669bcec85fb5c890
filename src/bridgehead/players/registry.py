"""Which titles bring players of their own, and where these are found.

What a title offers for them is said in `core.title`: `Kernels`, `Thinking`, `HeuristicWeights`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from bridgehead.core.errors import UnknownGame, UnknownPlayer
from bridgehead.core.position import Game, Position
from bridgehead.core.registry import title_of
from bridgehead.core.title import Kernels, Thinking

RANKS = ("sergeant", "captain", "general")  # besides the recruit, the weakest first
THINKERS = RANKS[1:]  # those who search; the sergeant is the title's own kernel


def weights_of(game_id: str) -> Path:
    """Return where the learned judgement of a game lies, without which nobody thinks."""
    return Path(__file__).parent / "weights" / f"{game_id}.json"


@cache
def names(game_id: str) -> tuple[str, ...]:
    """Return the players that a game's title brings and its module knows, the weakest first."""
    module = kernels(game_id)
    if module is None:
        return ()
    thinkers = THINKERS if weights_of(game_id).exists() else ()
    return tuple(name for name in RANKS if name in module.KINDS or name in thinkers)


def kernels(game_id: str) -> Kernels | None:
    """Return the kernels that play whole games of a title; None if it has none."""
    try:
        return title_of(game_id).kernels
    except UnknownGame:  # of a game that is not registered
        return None


def thinking(game_id: str) -> Thinking:
    """Return what a thinking player of a title is made of; UnknownPlayer where it has none."""
    found = title_of(game_id).thinking
    if found is None:
        raise UnknownPlayer(f"no player can think about {game_id}")
    return found


class KernelPlayer:
    """A player whose decisions are made by a title's kernel."""

    def __init__(self, game: Game, name: str, seed: int | None, module: Kernels) -> None:
        self.game = game
        self.name = name
        self._random = np.random.default_rng(seed)
        self._decide = module.decide
        self._kind = module.KINDS[name]
        self._out = np.zeros(game.max_actions, np.int32)

    def choose(self, position: Position) -> str:
        """Return the player's choice among the legal actions; the position is left alone."""
        board, state, work = position.arrays
        code = self._decide(board, state, work, self._out, self._random, self._kind)
        return self.game.grammar.decode(int(code))


def create(game: Game, name: str, seed: int | None) -> KernelPlayer:
    """Return a player that the game's title brings. UnknownPlayer where it is not there (yet)."""
    module = kernels(game.id)
    if module is None or name not in module.KINDS:
        raise UnknownPlayer(f"{game.id} has no player {name!r} yet")
    return KernelPlayer(game, name, seed, module)
