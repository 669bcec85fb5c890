"""Small boards for lists of games: the map of a title, and where a view shows units on it.

A picture in a list is two pictures that lie on each other: the map, which is the same for all games
of a title, and the units, which take a few kilobytes. Both have the same `viewBox`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from bridgehead.core.titles.games import title_of
from bridgehead.render.hexes.geometry import ground_of as hexes_of
from bridgehead.render.hexes.scene import counters_of, map_scene
from bridgehead.render.hexes.sheet import svg
from bridgehead.render.markup import Point, attrs
from bridgehead.render.points import points_svg
from bridgehead.render.points.ground import ground_of as points_of
from bridgehead.render.points.scene import scene_of
from bridgehead.render.title_styles import point_style_of, style_of

SHARE = 0.026  # of the map's longer side: the side of a unit's square
BARE: frozenset[str] = frozenset()
_VIEW = re.compile(r'viewBox="([-\d. ]+)"')
Unit = tuple[str, str]  # place and side


@lru_cache(maxsize=16)
def small_map(game: Any) -> str:
    """Return the map of a game without units and tracks, as SVG."""
    return set_up(game, {"units": {}})


def set_up(game: Any, view: Mapping[str, Any]) -> str:
    """Return the map of a game with the units of a view, by day and without tracks, as SVG."""
    return _PARTS[title_of(game.id).kind].drawn(game, view)


def small_units(game: Any, view: Mapping[str, Any], viewer: str | None) -> str:
    """Return the units that a view shows, as squares in the colors of their sides."""
    parts = _PARTS[title_of(game.id).kind]
    centers, shown = parts.centers(game), parts.shown(game, view, viewer)
    box = _box(game)
    size = SHARE * max(float(number) for number in box.split()[2:])
    marks = "".join(_squares(game, shown, centers, size))
    return f'<svg xmlns="http://www.w3.org/2000/svg"{attrs(viewBox=box)}>{marks}</svg>'


@lru_cache(maxsize=16)
def _box(game: Any) -> str:
    found = _VIEW.search(small_map(game))
    assert found is not None
    return found[1]


@lru_cache(maxsize=16)
def _hex_centers(game: Any) -> Mapping[str, Point]:
    return hexes_of(game.map, style_of(game.id).west is not None).centers


@lru_cache(maxsize=16)
def _point_centers(game: Any) -> Mapping[str, Point]:
    return points_of(game.map, tuple(one.id for one in game.map.theaters)).centers


def _drawn_hexes(game: Any, view: Mapping[str, Any]) -> str:
    counters = counters_of(game.played, view, game.units, style_of(game.id))
    return svg(replace(map_scene(game.map, style_of(game.id), parts=BARE), counters=counters))


def _drawn_points(game: Any, view: Mapping[str, Any]) -> str:
    return points_svg(game.map, point_style_of(game), game.counters, view, parts=BARE)


def _on_hexes(game: Any, view: Mapping[str, Any], _viewer: str | None) -> set[Unit]:
    counters = counters_of(game.played, view, game.units, style_of(game.id))
    return {(one.place, one.side) for one in counters}


def _on_points(game: Any, view: Mapping[str, Any], viewer: str | None) -> set[Unit]:
    scene = scene_of(game.map, point_style_of(game), game.counters, view, viewer=viewer)
    hidden = {(place, side) for place, sides in scene.hidden.items() for side in sides}
    return hidden | {(piece.place, piece.side) for piece in scene.pieces}


class _Parts(NamedTuple):
    """How the boards of one kind are drawn."""

    drawn: Callable[[Any, Mapping[str, Any]], str]
    centers: Callable[[Any], Mapping[str, Point]]
    shown: Callable[[Any, Mapping[str, Any], str | None], set[Unit]]


_PARTS = {
    "hexes": _Parts(_drawn_hexes, _hex_centers, _on_hexes),
    "points": _Parts(_drawn_points, _point_centers, _on_points),
}


def _squares(
    game: Any, shown: Iterable[Unit], centers: Mapping[str, Point], size: float
) -> Iterator[str]:
    style = style_of(game.id)
    for place, side in sorted(shown):
        if place not in centers or side not in style.sides:
            continue  # beside the map
        x, y = centers[place]
        look = style.sides[side]
        yield (
            f"<rect{attrs(x=x - size / 2, y=y - size / 2, width=size, height=size)}"
            f"{attrs(fill=look.fill, stroke=look.rim, stroke_width=size / 6)}/>"
        )
