"""How a title of points is drawn and named, asked once: its style, names, counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.registry import point_title
from bridgehead.render import point_style_of
from bridgehead.render.points import PointScene as Drawn
from bridgehead.render.points import scene_of
from bridgehead.terminal.points import names

point_style = point_style_of
SIDE_INKS = {"israel": "#8ab8ff", "arab": "#f2a46d"}


def courses(game_id: str) -> dict[str, str]:
    """Return the lines among the scenery: name -> "channel" or "border"."""
    return {name: course.drawn for name, course in point_style(game_id).courses.items()}


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
    return scene_of(game.map, point_style(game), game.counters, _known(view), viewer=viewer)


def _known(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a view without a battle that `scene_of` would look for on the map."""
    return {name: value for name, value in view.items() if name != "battle"}


def label(game: Any, side: str | None) -> str:
    """Return what a side is called: "Israel", "Arab states"; the dice are a side too."""
    if side == "dice":
        return "the dice"
    sides = point_style(game).style.sides
    return sides[str(side)].label if side in sides else str(side)


def side_ink(side: str | None) -> str:
    """Return the color of what is said of a side."""
    return SIDE_INKS.get(str(side), "#c0c0c0")
