"""Colors of the terminal's map that are the same in all titles; `look.py` has the others."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from bridgehead.terminal.screen.look import Hexside

RISING = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"
FALLING = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}"

WATER = "#6fa9c9"
INK = "#5b4a2e"  # hex numbers
ROAD = "#7a1f1f"
TRAIL = "#7d5a26"
STREAM = "#1c6ea4"  # hexsides of water: wadis, channels
CANAL = "#0a3f8f"
NIGHT_TINT = "#16204a"
NIGHT_SHARE = 0.55
NIGHT_INK = "#d6d2c4"
NIGHT_ROAD = "#ffb199"
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


DICE = "#c0c0c0"


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


def hexside_ink(look: Hexside, night: bool) -> str:
    """Return the color of a kind of hexside."""
    if look.color:
        return look.by_night if night else look.color
    return NIGHT_STREAM if night else CANAL if look.closed else STREAM


def water_ink(ground: str) -> str:
    """Return the color of waves, which need not be readable."""
    return mix(ground, "#0c3550", 0.35)
