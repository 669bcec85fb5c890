"""How a hex title looks in a terminal: the signs of its terrain and water, its colors.

What a title says of itself comes from its `style`; the signs and colors are the terminal's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bridgehead.core.registry import part_of
from bridgehead.terminal import palette


@dataclass(frozen=True)
class TerrainLook:
    """A kind of terrain: its sign, its color, the word beside them in the list of signs."""

    glyph: str
    color: str
    sign: str


@dataclass(frozen=True)
class Look:
    """What the terminal shows of the games of one title."""

    terrain: Mapping[str, TerrainLook]
    signs: Mapping[str, str]  # beside the terrain's: sign -> word
    nights: tuple[int, ...]


_SHORT_SIGNS = {
    "clear": "clear", "sand": "sand", "elevated_sand": "high", "lake": "lake", "swamp": "swamp",
    "chinese_farm": "farm", "bar_lev": "fort", "rough": "rough", "city": "city",
    "oil_tank": "oil", "sea": "sea", "fortification": "fort",
}  # fmt: skip
_MARKS = {  # how hexsides are drawn: open to units, closed to them
    "ridge": "▐▁▌", "wadi": "▐▁▌", "manzala_canal": "▐▁▌", "raswa_channel": "▐▁▌",
    "suez_canal": "█▄█", "lake": "█▄█",
}  # fmt: skip
_HEXSIDE_SIGNS = {
    "ridge": "ridge", "wadi": "wadi", "manzala_canal": "channel", "raswa_channel": "channel",
    "suez_canal": "closed", "lake": "closed",
}  # fmt: skip


def look(game: Any) -> Look:
    """Return how a game looks."""
    terrain = tuple(dict.fromkeys(("clear", *game.map.terrain.values())))
    return _look(game.id, tuple(game.map.hexsides), frozenset(terrain))


@lru_cache(maxsize=16)
def _look(game_id: str, hexsides: tuple[str, ...], terrain: frozenset[str]) -> Look:
    style = part_of(game_id, "screen.style").style(game_id)
    known = [kind for kind in palette.GLYPHS if kind in style["terrain"] or kind in terrain]
    signs = {"═══": "road", "┄┄┄": "trail"}
    signs |= {_MARKS[kind]: _HEXSIDE_SIGNS[kind] for kind in hexsides if kind in _MARKS}
    signs |= {mark: word for mark, word in palette.PLACES.values() if mark in _places(style)}
    return Look(
        terrain={
            kind: TerrainLook(palette.GLYPHS[kind], palette.TERRAIN[kind], _SHORT_SIGNS[kind])
            for kind in known
        },
        signs=signs,
        nights=tuple(style.get("night", ())),
    )


def _places(style: Mapping[str, Any]) -> set[str]:
    """Return the marks of places that a title's maps have."""
    found = {
        palette.PLACES[kind][0] for kind in style.get("features", {}) if kind in palette.PLACES
    }
    return found | ({palette.PLACES["objective"][0]} if "objective" in style else set())


def counter_colors(counter: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return fill, letters and brackets of a unit: those of its nation, or of its side."""
    own = palette.NATIONS.get(str(counter.get("nation", "")))
    if own is not None:
        return own
    _, fill, letters, brackets = palette.SIDES.get(counter["side"], palette.SIDES["egypt"])
    return fill, letters, brackets
