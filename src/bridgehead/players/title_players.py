"""The players that titles bring, and where they are found.

`core.titles.title` defines what a title provides for them: `Kernels`, `Thinking`,
`HeuristicWeights`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from bridgehead.core.errors import UnknownGame, UnknownPlayer
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.title import Kernels, Thinking
from bridgehead.players.learned.heuristic_weights import styled

# besides the recruit, the weakest first; the corporal is a sergeant that overlooks things
RANKS = ("corporal", "sergeant", "lieutenant", "captain", "general")
THINKERS = RANKS[2:]  # those who search; the sergeant is the title's own kernel


def weights_of(game_id: str) -> Path:
    """Return the path of a game's learned evaluation, which thinking players need."""
    return Path(__file__).parent / "learned" / "weights" / f"{game_id}.json"


def lacks_weights(game_id: str) -> bool:
    """Whether a game could have thinking players, but nobody has learned an evaluation for it."""
    return title_of(game_id).thinking is not None and not weights_of(game_id).exists()


@cache
def names(game_id: str) -> tuple[str, ...]:
    """Return the players of a game's title, the weakest first."""
    module = kernels(game_id)
    if module is None:
        return ()
    thinkers = THINKERS if weights_of(game_id).exists() else ()
    kinds = {*module.KINDS, *thinkers, *(("corporal",) if "sergeant" in module.KINDS else ())}
    return tuple(name for name in RANKS if name in kinds)


def kernels(game_id: str) -> Kernels | None:
    """Return the kernels that play whole games of a title; None if it has none."""
    try:
        return title_of(game_id).kernels
    except UnknownGame:  # of a game that is not registered
        return None


def thinking(game_id: str) -> Thinking:
    """Return the title's part of a thinking player; UnknownPlayer if there is none."""
    found = title_of(game_id).thinking
    if found is None:
        raise UnknownPlayer(f"no player can think about {game_id}")
    return found


class KernelPlayer:
    """A player whose decisions are made by a title's kernel.

    In a style, or several, it uses other weights than those on the game's board.
    """

    def __init__(
        self, game: Game, name: str, seed: int | None, module: Kernels, kind: str,
        styles: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.game = game
        self.name = name
        self._random = np.random.default_rng(seed)
        self._kind = module.KINDS[kind]
        self._out = np.zeros(game.max_actions, np.int32)
        self._board = styled(game, styles) if styles else None

    def choose(self, position: Position) -> str:
        """Return the player's choice among the legal actions; the position is not changed."""
        board, state, work = position.arrays
        own = board if self._board is None else self._board
        # found anew each time: kernels do not pickle
        decide = kernels(self.game.id).decide  # type: ignore[union-attr]
        code = decide(own, state, work, self._out, self._random, self._kind)
        return self.game.grammar.decode(int(code))


def create(
    game: Game, name: str, seed: int | None, kind: str = "", styles: Sequence[str] = ()
) -> KernelPlayer:
    """Return a player of the game's title. UnknownPlayer if there is none (yet).

    `kind` is the title's name for it, if that differs from the player's name.
    """
    module = kernels(game.id)
    kind = kind or name
    if module is None or kind not in module.KINDS:
        raise UnknownPlayer(f"{game.id} has no player {kind!r} yet")
    return KernelPlayer(game, name, seed, module, kind, styles)
