"""The look of a hex title in a terminal: the signs and colors of terrain and water.

Names and kinds come from the title's `style`; signs and colors are the terminal's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.terminal.screen import palette


@dataclass(frozen=True)
class Look:
    """The terminal's look for the games of one title."""

    terrain: tuple[str, ...]  # kinds of terrain that its maps have
    signs: Mapping[str, str]  # beside the terrain's: sign -> word
    nights: tuple[int, ...]


_HEXSIDES = {  # how they are drawn, open to units or closed to them, and what is said of them
    "ridge": ("▐▁▌", "ridge"),
    "wadi": ("▐▁▌", "wadi"),
    "manzala_canal": ("▐▁▌", "channel"),
    "raswa_channel": ("▐▁▌", "channel"),
    "suez_canal": ("█▄█", "closed"),
    "lake": ("█▄█", "closed"),
}


def look(game: Any) -> Look:
    """Return the look of a game."""
    terrain = tuple(dict.fromkeys(("clear", *game.map.terrain.values())))
    return _look(game.id, tuple(game.map.hexsides), frozenset(terrain))


@lru_cache(maxsize=16)
def _look(game_id: str, hexsides: tuple[str, ...], terrain: frozenset[str]) -> Look:
    style = title_of(game_id).style(game_id)
    signs = {"═══": "road", "┄┄┄": "trail"}
    signs |= dict(_HEXSIDES[kind] for kind in hexsides if kind in _HEXSIDES)
    signs |= {mark: word for mark, word in palette.PLACES.values() if mark in _places(style)}
    return Look(
        terrain=tuple(kind for kind in palette.TERRAIN if kind in {*style["terrain"], *terrain}),
        signs=signs,
        nights=tuple(style.get("night", ())),
    )


def _places(style: Mapping[str, Any]) -> set[str]:
    """Return the signs for marked places on a title's maps."""
    found = {
        palette.PLACES[kind][0] for kind in style.get("features", {}) if kind in palette.PLACES
    }
    return found | ({palette.PLACES["objective"][0]} if "objective" in style else set())


def counter_colors(counter: Mapping[str, Any], sides: Sequence[str]) -> tuple[str, str, str]:
    """Return fill, letters and brackets of a unit, by its nation or its side."""
    own = palette.NATIONS.get(str(counter.get("nation", "")))
    if own is not None:
        return own
    _, fill, letters, brackets = palette.side(counter["side"], sides)
    return fill, letters, brackets
