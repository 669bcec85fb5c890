"""The look and the names of a title of points, computed once: style, names, counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.titles.games import point_title
from bridgehead.render import point_style_of
from bridgehead.render.points import PointScene as Drawn
from bridgehead.render.points import scene_of
from bridgehead.terminal.points import names


def courses(game_id: str) -> dict[str, str]:
    """Return the lines in the scenery: name -> "channel" or "border"."""
    return {name: course.drawn for name, course in point_style_of(game_id).courses.items()}


def unit_names(game: Any) -> Mapping[str, str]:
    """Return the name of each counter in a sentence."""
    return point_title(game.id).counter_names(game)


_places: dict[str, dict[str, str]] = {}


def place_names(game: Any) -> Mapping[str, str]:
    """Return the name of each point and reserve area in a list."""
    if game.map.digest not in _places:
        _places[game.map.digest] = names.place_names(game.map)
    return _places[game.map.digest]


def drawn(game: Any, view: Mapping[str, Any], viewer: str | None) -> Drawn:
    """Return the content of a view: visible counters, and the numbers of hidden ones."""
    return scene_of(game.map, point_style_of(game), game.counters, _known(view), viewer=viewer)


def _known(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a view without its battle if that is not on the map."""
    return {name: value for name, value in view.items() if name != "battle"}
