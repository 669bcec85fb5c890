"""The legend: terrain, units, marks, the scale. It is drawn once per map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bridgehead.render.hexes.counters import Kind, sample, symbol_name
from bridgehead.render.hexes.features import SPAN, objective_swatch, sign
from bridgehead.render.hexes.geometry import CORNERS, HIGH, SIDE, Box, Ground
from bridgehead.render.hexes.lettering import PAPER, path_look
from bridgehead.render.hexes.scene import MARKS
from bridgehead.render.hexes.terrain import RIDGE, SIGNS, hachures, water_side
from bridgehead.render.hexes.waterways import COURSES, bridge, course
from bridgehead.render.markup import Point, attrs, path, polygon, width_of, words, xy
from bridgehead.render.style import Style, TerrainStyle

WIDTH = 372.0  # of the column right of the map
INK = "#2b2118"
RULE = "#8a7350"
RED = "#8f2a1c"
_ENTRY = ("#b5402c", "#7d2114")  # rim and ink of an entry hex's disc
_AROUND = ((-32, 4, "end"), (32, 4, "start"), (-32, 25, "end"), (32, 25, "start"))  # a counter
_SPACED = ' xml:space="preserve"'


def box(place: Box, fill: str = "#fbf5e3", **given: object) -> str:
    """Return a ruled rectangle."""
    at = attrs(x=float(place.x), y=float(place.y), width=float(place.width))
    at += attrs(height=float(place.height), rx=4, fill=fill, stroke=RULE, stroke_width=1.4)
    return f"<rect{at}{attrs(**given)}/>"


def heading(at: Point, text: str, width: float) -> str:
    """Return a section's heading with a rule below it."""
    x, y = at
    rule = path(f"M{xy((x, y + 6))}h{width:.0f}", stroke=RED, stroke_width=2.2)
    return words((x, y), text.upper(), 17, bold=True, anchor="start", fill=RED, spacing=1.6) + rule


@lru_cache(maxsize=32)
def legend(
    ground: Ground, style: Style, kinds: frozenset[Kind], at: Point, row: float
) -> tuple[str, float]:
    """Return the legend for a map and these kinds of unit, and the y of its lower end.

    `at` is the upper left corner, `row` the height of a line.
    """
    drawing = _Legend(ground, style, at, row)
    drawing.terrain()
    drawing.units(kinds)
    drawing.scale()
    return "".join(drawing.out), drawing.y


class _Legend:
    """The legend's sections, one below the other; `y` is the top of the next."""

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
            (hexside_swatch(h.drawn), h.label)
            for kind, h in style.hexsides.items()
            if hexmap.hexsides.get(kind)
        ]
        items += [(_path_swatch(p.dashed), p.label) for p in style.paths.values()]
        if style.bridges:
            items.append((bridge((-14.0, 0.0), (14.0, 0.0)), "Bridge"))
        areas = hexmap.areas.get("features", {})
        items += [
            (sign(f.drawn), f.label)
            for kind, f in style.features.items()
            if f.drawn and areas.get(kind)
        ]
        if style.objective and hexmap.objectives:
            items.append((objective_swatch(_hexagon(18.0)), style.objective))
        letters = [*hexmap.entries, *hexmap.spans]
        if letters:
            looks = (SPAN, SPAN) if hexmap.spans else _ENTRY
            items.append((entry_disc((0.0, 0.0), letters[0], *looks), style.entry))
        self._two_columns(items, self.row)

    def units(self, kinds: frozenset[Kind]) -> None:
        if not kinds:
            return
        self.y += 6
        title = "Units: strength-movement" if self.style.numbers != "strength" else "Units"
        self.out.append(heading((self.x, self.y + 14), title, WIDTH))
        self.y += 34
        first = {name: min(k for k in kinds if k[0] == name) for name, _ in kinds}
        items = [
            (f'<use href="#{symbol_name(first[name])}" y="2"/>', kind.label)
            for name, kind in self.style.types.items()
            if name in first
        ]
        self._two_columns(items, self.row * 0.8)
        if self.style.numbers == "strength":
            self._corners(kinds)
        marks = [(f'<use href="#mark-{mark}"/>', mark.capitalize()) for mark in self._marks()]
        self._two_columns(marks, self.row * 0.75)

    def _marks(self) -> tuple[str, ...]:
        if self.style.numbers == "strength":
            return tuple(mark for mark in MARKS if mark != "bombarded")
        return MARKS[:4]

    def _corners(self, kinds: frozenset[Kind]) -> None:
        """Explain the numbers on the two sorts of counters, and the size marks."""
        group = next(iter(self.style.groups), "")
        if not group:
            return
        types = self.style.types
        samples = {types[kind[0]].sample: kind for kind in sorted(kinds, reverse=True)}
        guns, others = samples.get("corners"), samples.get("numbers", min(kinds))
        y = self.y + 22
        if guns:
            drawn = sample(self.style, group, guns, "", ("4", "2", "1", "7"))
            self.out.append(f'<g transform="translate({xy((self.x + 118, y))})">{drawn}</g>')
            for corner, (dx, dy, anchor) in zip(self.style.corners, _AROUND, strict=False):
                at = (self.x + 118 + dx, y + dy)
                self.out.append(words(at, corner.name, 14, anchor=anchor, fill=INK))
        drawn = sample(self.style, group, others, "4", ())
        self.out.append(f'<g transform="translate({xy((self.x + 290, y))})">{drawn}</g>')
        at = (self.x + 321, y + 24)
        self.out.append(words(at, "strength", 14, anchor="start", fill=INK))
        self.y += 64
        names = {"14": "•••", "15": "I", "16": "II", "17": "III", "18": "X"}
        by_mark: dict[str, list[str]] = {}
        for size, echelon in self.style.sizes.items():
            if any(size == kind[1] for kind in kinds):
                by_mark.setdefault(names.get(echelon, echelon), []).append(size)
        text = "    ".join(f"{mark} {' or '.join(sizes)}" for mark, sizes in by_mark.items())
        at = (self.x, self.y + 10)
        self.out.append(words(at, text, 14, anchor="start", fill=INK, fit=WIDTH, extra=_SPACED))
        self.y += 30

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
def entry_disc(at: Point, letter: str, rim: str = _ENTRY[0], ink: str = _ENTRY[1]) -> str:
    """Return the sign of an entry hex: a letter on a disc."""
    size = 15 if width_of(letter, 15, True) < 14 else 8
    disc = attrs(cx=float(at[0]), cy=float(at[1]), r=9, fill="#fffaf0", stroke=rim)
    letter_at = (at[0], at[1] + size * 0.36)
    return f"<circle{disc}{attrs(stroke_width=2)}/>" + words(
        letter_at, letter, size, bold=True, fill=ink
    )


def _hexagon(size: float) -> list[Point]:
    k = size / SIDE
    return [(x * k, y * k) for x, y in CORNERS]


def _swatch(look: TerrainStyle) -> str:
    d = polygon(_hexagon(20.5))
    out = path(d, fill=look.fill)
    if look.pattern in SIGNS:
        out += f'<g transform="scale(.45)">{SIGNS[look.pattern]((0.0, 0.0))}</g>'
    elif look.pattern:
        out += path(d, fill=f"url(#pattern-{look.pattern})")
    return out + path(d, fill="none", stroke="#5b4a33", stroke_width=1)


def hexside_swatch(drawn: str) -> str:
    """Return a piece of a kind of hexside."""
    one, two = (-SIDE / 2, -5.0), (SIDE / 2, -5.0)
    if drawn in COURSES:
        return course("M-15 1C-6 -6 6 8 15 1", drawn)
    return (
        f'<g color="{RIDGE}">{hachures(one, two, 0)}</g>'
        if drawn == "hachures"
        else water_side(one, two)
    )


def _path_swatch(dashed: bool) -> str:
    return path_look("M-21 2C-8 -8 8 10 21 -2", dashed)
