"""How the games of a title are drawn: what the title says of it, made a style of, once."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.core.position import Game
from bridgehead.core.registry import point_title, title_of
from bridgehead.render.points import PointStyle
from bridgehead.render.style import Style


@lru_cache(maxsize=16)
def style_of(game_id: str) -> Style:
    """Return how a game is drawn."""
    return Style.of(title_of(game_id).style(game_id))


@lru_cache(maxsize=16)
def point_style_of(game: Game | str) -> PointStyle:
    """Return how a game of points is drawn: a game, or by its id how it is with our data."""
    if isinstance(game, str):
        title = point_title(game)
        return PointStyle.of(title.style(game), title.points_style(game))
    if game.own_data:
        return point_style_of(game.id)
    title = point_title(game.id)
    return PointStyle.of(title.style(game.id, game.data), title.points_style(game.id, game.data))
