"""Heuristic weights that searching players assume for sergeants.

The sergeant itself uses its usual weights. The players that search use learned weights (`python -m
benchmarks.weights`), if a side has any, for their lines and for both sides in rollouts. These are
in `data/learned_weights.toml` of the title's package, by game, rank and side, under the rank
captain; the general uses them, too. A game whose table says `same_as` has the weights of another.

A *style* multiplies some of them. `data/players.toml` of the title's package has the factors by
style and name, and those of a player that overlooks what the enemy may do next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import package_of, title_of
from bridgehead.core.titles.title_file import PLAYERS, title_file_if_any

RANK = "captain"  # under which the weights stand
SEARCHING = (RANK, "general")  # the ranks that use them
Learned = dict[str, dict[str, dict[str, float]]]  # learned numbers by rank, side and name
OVERLOOKS = "overlooks"  # what a corporal does, told like a style
_file = cache(title_file_if_any)


def styles(game_id: str) -> tuple[str, ...]:
    """Return the styles of play that a game has."""
    return tuple(_file(package_of(game_id), PLAYERS).get("styles", ()))


def learned(game_id: str) -> Learned:
    """Return the learned weights of a game by rank, side and name; missing ones are left out."""
    return learned_in(_file(package_of(game_id), "learned_weights.toml"), game_id)


def learned_in(games: dict[str, Any], game_id: str) -> Learned:
    """Return the learned weights of a game in the contents of a `learned_weights.toml`."""
    own = games.get(game_id, {})
    found: Learned = games.get(own.get("same_as"), own)
    return found


def numbers(game_id: str, side: str, rank: str, table: Learned | None = None) -> dict[str, float]:
    """Return all weights that a rank assumes for a side by name; learned ones come first.

    `table` replaces the title's learned weights.
    """
    found = title_of(game_id).heuristic_weights.usual(game_id, side)
    if rank not in SEARCHING:
        return found
    known = learned(game_id) if table is None else table
    return found | known.get(RANK, {}).get(side, {})


def board_of(game: Game, rank: str, style: str = "", side: str | None = None) -> Any:
    """Return a copy of a game's board, an array of one record, with the weights of a rank.

    `side` (None: both) plays in a style. A rank without learned weights has the usual ones.
    """
    title: Any = game
    board = title.board.copy()
    for number, name in enumerate(game.sides):
        found = numbers(game.id, name, rank)
        if style and side in (None, name):
            found = changed(game.id, found, style)
        board[0]["weights"][number] = list(found.values())
    board.flags.writeable = False
    return board


def styled(game: Game, styles: Sequence[str]) -> Any:
    """Return a copy of a game's board whose weights are changed by styles."""
    title: Any = game
    board = title.board.copy()
    names = title_of(game.id).heuristic_weights.NAMES
    for row in board[0]["weights"]:
        found = dict(zip(names, row.tolist(), strict=True))
        for style in styles:
            found = changed(game.id, found, style)
        row[:] = list(found.values())
    board.flags.writeable = False
    return board


def changed(game_id: str, found: dict[str, float], style: str) -> dict[str, float]:
    """Return weights multiplied by a style, or by the corporal's factors."""
    found_in = _file(package_of(game_id), PLAYERS)
    factors = found_in[OVERLOOKS] if style == OVERLOOKS else found_in["styles"][style]
    return {name: value * factors.get(name, 1.0) for name, value in found.items()}
