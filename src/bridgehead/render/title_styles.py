"""Styles of titles, made once from each title's data, and pictures of views in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import point_title, title_of
from bridgehead.render.hexes.scene import position_scene
from bridgehead.render.hexes.sheet import svg
from bridgehead.render.points import PointStyle, points_svg
from bridgehead.render.style import Style


@lru_cache(maxsize=16)
def style_of(game_id: str) -> Style:
    """Return the style of a game; InvalidData says what is wrong in one from outside."""
    try:
        return Style.of(title_of(game_id).style(game_id))
    except ValueError as error:
        raise InvalidData(f"{game_id}, {error}") from error


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


def view_picture(
    game: Any,
    view: Mapping[str, Any],
    viewer: str | None,
    *,
    theater: str = "both",
    embed_fonts: bool = True,
) -> str:
    """Return a view of a position as SVG; `theater` chooses one of several maps."""
    draw = {"hexes": _hex_picture, "points": _point_picture}[title_of(game.id).kind]
    return draw(game, view, viewer, theater, embed_fonts)


def _hex_picture(
    game: Any, view: Mapping[str, Any], viewer: str | None, theater: str, embed_fonts: bool
) -> str:
    del viewer, theater
    scene = position_scene(game.map, style_of(game.id), game.played, view, in_play=game.units)
    return svg(scene, embed_fonts=embed_fonts)


def _point_picture(
    game: Any, view: Mapping[str, Any], viewer: str | None, theater: str, embed_fonts: bool
) -> str:
    style = point_style_of(game)
    return points_svg(
        game.map, style, game.counters, view, theater, viewer=viewer, embed_fonts=embed_fonts
    )
