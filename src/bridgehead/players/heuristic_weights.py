"""The heuristic weights that searching players take a sergeant to play by.

The sergeant itself plays by its usual weights. The players that search make their lines, and play
both sides in rollouts, by weights that were learned (`python -m benchmarks.weights`) where a side
has any. These stand in `data/learned_weights.toml` of the title's package, by game, rank and side:
a captain's were learned against the usual sergeant, a general's against one with a captain's. A
general has a captain's where it has none of its own. A game whose table says `same_as` has the
weights of another.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bridgehead.core.position import Game
from bridgehead.core.registry import package_of, title_of
from bridgehead.players import registry


@cache
def _file(package: str) -> dict[str, Any]:
    path = files(package).joinpath("data/learned_weights.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def learned(game_id: str) -> dict[str, dict[str, dict[str, float]]]:
    """Return the learned numbers of a game by rank, side and name; who has none is not there."""
    games = _file(package_of(game_id))
    own = games.get(game_id, {})
    found: dict[str, dict[str, dict[str, float]]] = games.get(own.get("same_as"), own)
    return found


def numbers(game_id: str, side: str, rank: str) -> dict[str, float]:
    """Return by name all numbers that a side is taken to play by: the rank's own go first."""
    found = title_of(game_id).heuristic_weights.usual(game_id, side)
    for one in registry.THINKERS[: registry.THINKERS.index(rank) + 1]:
        found = found | learned(game_id).get(one, {}).get(side, {})
    return found


def board_of(game: Game, rank: str) -> Any:
    """Return a copy of a game's board, an array of one record, with the numbers of a rank on it."""
    title: Any = game
    board = title.board.copy()
    for side, name in enumerate(game.sides):
        board[0]["weights"][side] = list(numbers(game.id, name, rank).values())
    board.flags.writeable = False
    return board
