"""Which titles bring players of their own, and where these are found.

A title's module offers `KINDS`, from the names of those who can play in kernels (the recruit
too) to their numbers; the kernel `decide(board, state, work, out, random, kind)`, which returns
the number of an action; the kernel `play_out(board, state, work, out, random, *kinds)`, which
plays to the end and counts decisions and rolls; `outcome(state)`, which reads winner, ending and
turn; and the kernel `count_sequences(board, states, works, outs, depth)` for perft. The module is
imported when it is needed, not before.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from bridgehead.core.errors import BridgeheadError, UnknownPlayer
from bridgehead.core.position import Game, Position
from bridgehead.core.registry import part_of

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


def kernels(game_id: str) -> ModuleType | None:
    """Return the module that plays whole games of a title in kernels, None where there is none."""
    try:
        found: ModuleType = part_of(game_id, "player.playout")
    except BridgeheadError:
        return None
    return found


def thinking(game_id: str) -> ModuleType:
    """Return the module of a title that a thinking player is made of.

    It offers `FEATURES`, `NAMES`, `LONGEST`, `AHEAD`, `SPREAD`, `DOUBT`, `GLANCES`, `HIDES`
    (how the ids of games begin that hide something) and the kernels `draft`, `follow`, `look`,
    `features`, `imagine`, `worth` and `turn_of`; one that hides counters also `carry`. The numbers
    that the title's sergeant plays by are in `data/heuristic_weights.py` (`NAMES`, `usual`); they
    are the field `temper` of its board. UnknownPlayer where a title has none.
    """
    try:
        found: ModuleType = part_of(game_id, "player.thinking")
    except BridgeheadError:
        raise UnknownPlayer(f"no player can think about {game_id}") from None
    return found


def hides(game_id: str) -> bool:
    """Whether a game hides anything from a side, as its title's `thinking` module says."""
    return any(game_id.startswith(name) for name in thinking(game_id).HIDES)


class KernelPlayer:
    """A player whose decisions are made by a title's kernel."""

    def __init__(self, game: Game, name: str, seed: int | None, module: ModuleType) -> None:
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
        raise UnknownPlayer(f"{game.id} has no player called {name!r} yet")
    return KernelPlayer(game, name, seed, module)
