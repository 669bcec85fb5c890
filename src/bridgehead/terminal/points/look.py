"""How a title of points is drawn and named, asked once: its style, names, counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.registry import point_title
from bridgehead.render import point_style_of
from bridgehead.render.points import PointScene as Drawn
from bridgehead.render.points import scene_of
from bridgehead.terminal.points import names


def courses(game_id: str) -> dict[str, str]:
    """Return the lines among the scenery: name -> "channel" or "border"."""
    return {name: course.drawn for name, course in point_style_of(game_id).courses.items()}


def unit_names(game: Any) -> Mapping[str, str]:
    """Return what each counter is called in a sentence."""
    return point_title(game.id).counter_names(game)


_places: dict[str, dict[str, str]] = {}


def place_names(game: Any) -> Mapping[str, str]:
    """Return what each point and reserve area is called in a list."""
    if game.map.digest not in _places:
        _places[game.map.digest] = names.place_names(game.map)
    return _places[game.map.digest]


def drawn(game: Any, view: Mapping[str, Any], viewer: str | None) -> Drawn:
    """Return what a view shows: counters that are seen, and how many lie hidden."""
    return scene_of(game.map, point_style_of(game), game.counters, _known(view), viewer=viewer)


def _known(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a view without a battle that `scene_of` would look for on the map."""
    return {name: value for name, value in view.items() if name != "battle"}
