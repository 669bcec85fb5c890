"""How a title looks in a terminal: its sides, the signs of its terrain and water, its colors.

What a title says of itself comes from its `style`; the signs and colors are the terminal's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bridgehead.core.registry import title_of
from bridgehead.terminal import palette


@dataclass(frozen=True)
class SideLook:
    """A side: its name, the color of what is said of it, its units' colors and brackets."""

    label: str
    ink: str
    fill: str
    letters: str
    brackets: str


@dataclass(frozen=True)
class TerrainLook:
    """A kind of terrain: its sign, its color, the word beside them in the list of signs."""

    glyph: str
    color: str
    sign: str


@dataclass(frozen=True)
class Look:
    """What the terminal shows of the games of one title."""

    sides: Mapping[str, SideLook]
    terrain: Mapping[str, TerrainLook]
    signs: Mapping[str, str]  # beside the terrain's: sign -> word
    nights: tuple[int, ...]

    def label(self, side: str | None) -> str:
        """Return what a side is called; the dice are a side too."""
        return self.sides[str(side)].label if side in self.sides else str(side)

    def ink(self, side: str | None) -> str:
        """Return the color of what is said of a side, "" where it has none."""
        return self.sides[str(side)].ink if side in self.sides else ""


DICE = SideLook("the dice", "#c0c0c0", "#dddddd", "#000000", "<>")
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
    return _look(game.id, game.sides, tuple(game.map.hexsides), frozenset(terrain))


@lru_cache(maxsize=16)
def _look(
    game_id: str, sides: tuple[str, ...], hexsides: tuple[str, ...], terrain: frozenset[str]
) -> Look:
    style = title_of(game_id).style(game_id)
    known = [kind for kind in palette.GLYPHS if kind in style["terrain"] or kind in terrain]
    signs = {"═══": "road", "┄┄┄": "trail"}
    signs |= {_MARKS[kind]: _HEXSIDE_SIGNS[kind] for kind in hexsides if kind in _MARKS}
    signs |= {mark: word for mark, word in palette.PLACES.values() if mark in _places(style)}
    return Look(
        sides={
            **{side: _side(side, style["sides"][side]["label"]) for side in sides},
            "dice": DICE,
        },
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


def _side(side: str, label: str) -> SideLook:
    ink, fill, letters, brackets = palette.SIDES.get(side, palette.SIDES["egypt"])
    return SideLook(label, ink, fill, letters, brackets)


def counter_colors(counter: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return fill, letters and brackets of a unit: those of its nation, or of its side."""
    own = palette.NATIONS.get(str(counter.get("nation", "")))
    if own is not None:
        return own
    _, fill, letters, brackets = palette.SIDES.get(counter["side"], palette.SIDES["egypt"])
    return fill, letters, brackets
