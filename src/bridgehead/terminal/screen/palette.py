"""Colors of the terminal's map, and signs of terrain, roads and units without color."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

RISING = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"
FALLING = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}"


class Terrain(NamedTuple):
    """A kind of terrain: its sign, its color, and its word in the list of signs."""

    glyph: str
    color: str
    word: str


TERRAIN = {
    "clear": Terrain(".", "#efe2bd", "clear"),
    "sand": Terrain(":", "#e2bf7c", "sand"),
    "elevated_sand": Terrain("^", "#c48d4c", "high"),
    "lake": Terrain("≈", "#6fa9c9", "lake"),
    "swamp": Terrain("%", "#9cc0a0", "swamp"),
    "chinese_farm": Terrain("#", "#a3ba6b", "farm"),
    "bar_lev": Terrain("B", "#cfc3b0", "fort"),
    "rough": Terrain("^", "#cda765", "rough"),
    "city": Terrain("#", "#d99f86", "city"),
    "oil_tank": Terrain("o", "#b3b0a8", "oil"),
    "fortification": Terrain("F", "#c3a5cf", "fort"),
    "sea": Terrain("~", "#5f97bb", "sea"),
}


def terrain(kind: str) -> Terrain:
    """Return the look of a kind of terrain, also of an unknown one."""
    return TERRAIN.get(kind, Terrain("?", "#dddddd", ""))


# What lies in a hex besides its terrain: a sign, and its word in the list of signs
PLACES = {
    "objective": ("*", "objective"),
    "exit": ("x", "exit"),
    "west_edge": ("x", "exit"),
    "airfield": ("+", "airfield"),
    "town": ("t", "town"),
    "village": ("v", "village"),
}
NAMES_ALONE = frozenset({"town", "village"})  # no rule asks for them: terrain of rules is shown
WATER_TERRAIN = frozenset({"lake", "sea"})
STRONG = frozenset({"bar_lev", "chinese_farm", "city", "oil_tank", "fortification"})  # in bold
CLOSED = frozenset({"suez_canal", "lake"})  # hexsides that no unit crosses on its own
WATER = "#6fa9c9"
INK = "#5b4a2e"  # hex numbers
ROAD = "#7a1f1f"
TRAIL = "#7d5a26"
RIDGE = "#6b2f0b"
STREAM = "#1c6ea4"  # hexsides of water: wadis, channels
CANAL = "#0a3f8f"
NIGHT_TINT = "#16204a"
NIGHT_SHARE = 0.55
NIGHT_INK = "#d6d2c4"
NIGHT_ROAD = "#ffb199"
NIGHT_RIDGE = "#d9863f"
NIGHT_STREAM = "#7fc4ff"

# How a mark colors its hex: background and how strongly it covers the terrain
MARKS = {
    "reach": ("#54b435", 0.55),
    "path": ("#1f7a1f", 0.85),
    "entry": ("#54b435", 0.55),
    "target": ("#e0362c", 0.90),
    "candidate": ("#f39c12", 0.60),
    "attacker": ("#d35400", 1.00),
    "offer": ("#b84fd6", 0.80),
    "recent": ("#ffffff", 0.55),
    "selected": ("#00b8d4", 1.00),
}
CURSOR = "#ffe600"


# The color of what is said of a side, and its units: fill, letters, brackets
SIDES = {
    "israel": ("#8ab8ff", "#1d4f9e", "#ffffff", "[]"),
    "anglo_french": ("#8ab8ff", "#1d4f9e", "#ffffff", "[]"),
    "egypt": ("#f2c46d", "#6b3f0e", "#ffe9b8", "()"),
    "arab": ("#f2a46d", "#7a3a22", "#ffffff", "()"),
}
OTHERS = (SIDES["israel"], SIDES["egypt"])  # a game's first and second side, if it is not named


def side(name: str, sides: Sequence[str]) -> tuple[str, str, str, str]:
    """Return the colors of one of a game's sides."""
    return SIDES.get(name) or OTHERS[name not in sides[:1]]


DICE = "#c0c0c0"
NATIONS = {"french": ("#4a3a9c", "#ffffff", "{}")}  # units that do not look like their side's


def _rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@lru_cache(maxsize=4096)
def mix(under: str, over: str, share: float) -> str:
    """Return a color with another laid over it; `share` is 0 to 1."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_rgb(under), _rgb(over), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


@lru_cache(maxsize=4096)
def ink(color: str, ground: str, bold: bool = False, underline: bool = False) -> Style:
    """Return the style of a character; the same arguments give the same object."""
    return Style(color=color, bgcolor=ground, bold=bold or None, underline=underline or None)


def readable(ground: str) -> str:
    """Return black or white, whichever is readable on a background."""
    red, green, blue = _rgb(ground)
    return "#101010" if red * 0.299 + green * 0.587 + blue * 0.114 > 140 else "#ffffff"


def hexside_ink(kind: str, night: bool) -> str:
    """Return the color of a kind of hexside."""
    if kind == "ridge":
        return NIGHT_RIDGE if night else RIDGE
    return NIGHT_STREAM if night else CANAL if kind in CLOSED else STREAM


def water_ink(ground: str) -> str:
    """Return the color of waves, which need not be readable."""
    return mix(ground, "#0c3550", 0.35)
