"""What the map's signs mean: terrain, units, marks, the scale; drawn once, not once a position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bridgehead.render.geometry import CORNERS, HIGH, SIDE, Box, Ground
from bridgehead.render.lettering import PAPER, path_look
from bridgehead.render.markup import Point, attrs, path, polygon, width_of, words, xy
from bridgehead.render.scene import MARKS
from bridgehead.render.style import Style, TerrainStyle
from bridgehead.render.terrain import RIDGE, fort, hachures, water_side

WIDTH = 372.0  # of the column right of the map
INK = "#2b2118"
RULE = "#8a7350"
RED = "#8f2a1c"


def box(place: Box, fill: str = "#fbf5e3", **given: object) -> str:
    """Return a ruled rectangle."""
    at = attrs(x=float(place.x), y=float(place.y), width=float(place.width))
    at += attrs(height=float(place.height), rx=4, fill=fill, stroke=RULE, stroke_width=1.4)
    return f"<rect{at}{attrs(**given)}/>"


def heading(at: Point, text: str, width: float) -> str:
    """Return a section's heading over a rule."""
    x, y = at
    rule = path(f"M{xy((x, y + 6))}h{width:.0f}", stroke=RED, stroke_width=2.2)
    return words((x, y), text.upper(), 17, bold=True, anchor="start", fill=RED, spacing=1.6) + rule


@lru_cache(maxsize=32)
def legend(
    ground: Ground, style: Style, types: frozenset[str], at: Point, row: float
) -> tuple[str, float]:
    """Return the legends of a map and of these unit types, and the y of their lower end.

    `at` is where they begin, `row` the height of a line.
    """
    drawing = _Legend(ground, style, at, row)
    drawing.terrain()
    drawing.units(types)
    drawing.scale()
    return "".join(drawing.out), drawing.y


class _Legend:
    """The legends, one below the other; `y` is where the next begins."""

    def __init__(self, ground: Ground, style: Style, at: Point, row: float) -> None:
        self.ground = ground
        self.style = style
        self.x, self.y = at
        self.row = row
        self.out: list[str] = []

    def terrain(self) -> None:
        self.y += 10
        self.out.append(heading((self.x, self.y + 14), "Terrain", WIDTH))
        self.y += 34
        hexmap, style = self.ground.hexmap, self.style
        there = {hexmap.terrain_of(number) for number in hexmap.grid.hexes()}
        items = [(_swatch(t), t.label) for kind, t in style.terrain.items() if kind in there]
        items += [
            (_hexside_swatch(h.drawn), h.label)
            for kind, h in style.hexsides.items()
            if hexmap.hexsides.get(kind)
        ]
        items += [(_path_swatch(p.dashed), p.label) for p in style.paths.values()]
        items.append((_entry_swatch(), "Entry hex"))
        self._two_columns(items, self.row)

    def units(self, types: frozenset[str]) -> None:
        if not types:
            return
        self.y += 6
        self.out.append(heading((self.x, self.y + 14), "Units: strength-movement", WIDTH))
        self.y += 34
        items = [
            (f'<use href="#symbol-{name}" y="2"/>', kind.label)
            for name, kind in self.style.types.items()
            if name in types
        ]
        self._two_columns(items, self.row * 0.8)
        marks = [(f'<use href="#mark-{mark}"/>', mark.capitalize()) for mark in MARKS[:4]]
        self._two_columns(marks, self.row * 0.75)

    def _two_columns(self, items: Sequence[tuple[str, str]], step: float) -> None:
        rows = -(-len(items) // 2)
        for k, (drawn, label) in enumerate(items):
            x = self.x + (k // rows) * WIDTH / 2 + 26
            y = self.y + (k % rows) * step + 8
            self.out.append(f'<g transform="translate({xy((x, y))})">{drawn}</g>')
            room = WIDTH / 2 - 58
            self.out.append(words((x + 30, y + 5), label, 15.5, anchor="start", fill=INK, fit=room))
        self.y += rows * step + 4

    def scale(self) -> None:
        scale = self.style.scale
        if scale is None:
            return
        self.y += 22
        wide = min(HIGH * scale.hexes, WIDTH - 60)
        step = wide / scale.hexes
        bars = []
        for k in range(scale.hexes):
            at = attrs(x=float(self.x + k * step), y=float(self.y), width=float(step), height=9)
            fill = INK if k % 2 == 0 else PAPER
            bars.append(f"<rect{at}{attrs(fill=fill, stroke=INK, stroke_width=1.2)}/>")
        self.out.extend(bars)
        for k in (0, scale.hexes):
            text = "0" if k == 0 else scale.label
            anchor = "start" if k == 0 else "middle"
            at_ = (self.x + k * step, self.y - 6)
            self.out.append(words(at_, text, 14, anchor=anchor, fill=INK))
        under = (self.x, self.y + 27)
        self.out.append(words(under, scale.note, 15, anchor="start", fill=INK, fit=WIDTH))
        self.y += 36


@lru_cache(maxsize=256)
def entry_disc(at: Point, letter: str) -> str:
    """Return the sign of an entry hex: its letter on a disc."""
    size = 15 if width_of(letter, 15, True) < 14 else 8
    disc = attrs(cx=float(at[0]), cy=float(at[1]), r=9, fill="#fffaf0", stroke="#b5402c")
    letter_at = (at[0], at[1] + size * 0.36)
    return f"<circle{disc}{attrs(stroke_width=2)}/>" + words(
        letter_at, letter, size, bold=True, fill="#7d2114"
    )


def _hexagon(size: float) -> list[Point]:
    k = size / SIDE
    return [(x * k, y * k) for x, y in CORNERS]


def _swatch(look: TerrainStyle) -> str:
    d = polygon(_hexagon(20.5))
    out = path(d, fill=look.fill)
    if look.pattern == "fort":
        out += f'<g transform="scale(.45)">{fort((0.0, 0.0))}</g>'
    elif look.pattern:
        out += path(d, fill=f"url(#pattern-{look.pattern})")
    return out + path(d, fill="none", stroke="#5b4a33", stroke_width=1)


def _hexside_swatch(drawn: str) -> str:
    one, two = (-SIDE / 2, -5.0), (SIDE / 2, -5.0)
    return (
        f'<g color="{RIDGE}">{hachures(one, two, 0)}</g>'
        if drawn == "hachures"
        else water_side(one, two)
    )


def _path_swatch(dashed: bool) -> str:
    return path_look("M-21 2C-8 -8 8 10 21 -2", dashed)


def _entry_swatch() -> str:
    return entry_disc((0.0, 0.0), "A")
