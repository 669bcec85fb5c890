"""Levels: computer players of a game on one scale of strength, the weakest first.

`data/players.toml` of a title has them by game, as `benchmarks.levels` measures them. The sergeant
has SERGEANT points. 100 points more than an opponent are a score of 64 % against it, 200 are 76 %
(`lab.elo`). A beginner should beat the first level in a first game.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bridgehead.core.titles.games import package_of
from bridgehead.core.titles.title_file import PLAYERS, title_file_if_any

SERGEANT = 1000


class Level(NamedTuple):
    """A computer player of a game and its strength."""

    number: int  # from 1 on
    player: str  # as `players.create` takes it
    rating: int


@cache
def levels(game_id: str) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first; none if they were not measured."""
    found = title_file_if_any(package_of(game_id), PLAYERS)
    games: dict[str, dict[str, int]] = found.get("levels", {})
    like: dict[str, str] = found.get("levels_as", {})
    own = games.get(like.get(game_id, game_id), {})
    rated = sorted(own.items(), key=lambda one: one[1])
    return tuple(Level(n, name, rating) for n, (name, rating) in enumerate(rated, start=1))


def propose(game_id: str, rating: float) -> Level | None:
    """Return the level that is nearest to a person's rating; None if the game has no levels."""
    return min(levels(game_id), key=lambda one: abs(one.rating - rating), default=None)
