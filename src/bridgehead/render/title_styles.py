"""Styles of titles, made once from each title's data."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import point_title, title_of
from bridgehead.render.points import PointStyle
from bridgehead.render.style import Style


@lru_cache(maxsize=16)
def style_of(game_id: str) -> Style:
    """Return the style of a game."""
    return Style.of(title_of(game_id).style(game_id))


@lru_cache(maxsize=16)
def point_style_of(game: Game | str) -> PointStyle:
    """Return the style of a game on points and routes; for an id, with our data."""
    if isinstance(game, str):
        title = point_title(game)
        return PointStyle.of(title.style(game), title.points_style(game))
    if game.own_data:
        return point_style_of(game.id)
    title = point_title(game.id)
    return PointStyle.of(title.style(game.id, game.data), title.points_style(game.id, game.data))
