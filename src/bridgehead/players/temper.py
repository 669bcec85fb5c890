"""The numbers that searching players take a sergeant to play by.

The sergeant itself plays by its usual numbers. Those who search draft their plans, and imagine both
sides, by numbers that were learned (`python -m benchmarks.temper`) where a side has any. They stand
in `data/temper.toml` of the title's package, by game, rank and side: a captain's were learned
against the usual sergeant, a general's against one with a captain's. A general has a captain's
where it has none of its own. A game whose table says `same_as` has the numbers of another.
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
    path = files(package).joinpath("data/temper.toml")
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
        board[0]["temper"][side] = list(numbers(game.id, name, rank).values())
    board.flags.writeable = False
    return board
