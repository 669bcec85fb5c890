"""What is printed around the map: title, turn track, holding boxes, legends, scale."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.render.geometry import CORNERS, COUNTER, HIGH, SIDE, Box
from bridgehead.render.lettering import PAPER, path_look
from bridgehead.render.markup import Point, attrs, path, polygon, width_of, words, wrapped, xy
from bridgehead.render.scene import ELIMINATED, MARKS, OFF, Counter, Scene
from bridgehead.render.terrain import RIDGE, fort, hachures, water_side

WIDTH = 372.0
INK = "#2b2118"
RULE = "#8a7350"
RED = "#8f2a1c"
CROWD = 45  # counters from which on everything is set closer
_LEFT = 62.0  # the cell of a turn's number


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


def header(scene: Scene, place: Box) -> str:
    """Return the title, and on the right the turn, the side and the phase."""
    style = scene.style
    title = style.title.upper()
    x, y = place.x, place.bottom - 40
    under = scene.subtitle or style.subtitle
    out = [
        words((x, y), title, 62, bold=True, anchor="start", fill=RED, spacing=3),
        words((x + 2, y + 28), under, 21, anchor="start", fill=INK, spacing=0.5),
    ]
    if scene.turn is not None:
        night = " · night" if scene.night else ""
        turn = f"Turn {scene.turn}{night}"
        out.append(words((place.right, y - 2), turn, 34, bold=True, anchor="end", fill=INK))
    if scene.status:
        out.append(words((place.right, y + 28), scene.status, 21, anchor="end", fill=INK))
    return f'<g id="header">{"".join(out)}</g>'


class Panel:
    """The column right of the map, filled from the top; `y` is where the next section begins."""

    def __init__(self, scene: Scene, x: float, y: float) -> None:
        self.scene = scene
        self.x = x
        self.y = y
        crowded = len(scene.counters) > CROWD
        self.track = 0.76 if crowded else 1.0  # how large counters are on the turn track
        self.small = 0.6 if crowded else 0.74  # and in the boxes of the eliminated
        self.row = 32.0 if crowded else 40.0  # the height of a line of the legend
        self.step = COUNTER * self.track + 4.0
        self.out: list[str] = []
        self.units: list[tuple[Counter, Point, float]] = []

    def fill(self) -> None:
        """Draw every section."""
        if self.scene.style.turns:
            self._turn_track()
        for side in self.scene.sides():
            self._eliminated(side)
        self._terrain_legend()
        self._unit_legend()
        self._scale()

    def _turn_track(self) -> None:
        self.out.append(heading((self.x, self.y + 14), "Turns and arrivals", WIDTH))
        self.y += 30
        scene = self.scene
        half = COUNTER * self.track / 2
        for turn, label in enumerate(scene.style.turns, start=1):
            due = [unit for unit in scene.counters if unit.arrives == turn]
            waiting = [unit for unit in scene.counters if unit.place == OFF]
            lines = self._lines(due)
            height = 40.0 if not lines else 25.0 + len(lines) * self.step + 4
            place = Box(self.x, self.y, WIDTH, height)
            self.out.append(self._turn(turn, label, place))
            y = self.y + 25
            for line in lines:
                x = self.x + _LEFT + 8
                entry = None
                for unit in line:
                    if unit.entry != entry and unit.entry:
                        self.out.append(_entry((x + 7, y + half), unit.entry))
                        x += 18
                    entry = unit.entry
                    at = (x + half, y + half)
                    if unit in waiting:
                        self.units.append((unit, at, self.track))
                    else:
                        self.out.append(_empty(at, half - 2))
                    x += self.step
                y += self.step
            self.y += height + 5
        self.y += 12

    def _lines(self, due: Sequence[Counter]) -> list[list[Counter]]:
        lines: list[list[Counter]] = []
        room = WIDTH - _LEFT - 8
        for side in self.scene.sides():
            wide, entry = room, ""
            for unit in sorted((u for u in due if u.side == side), key=lambda u: u.entry or "~"):
                need = self.step + (18 if unit.entry and unit.entry != entry else 0)
                entry = unit.entry
                if wide + need > room:
                    lines.append([])
                    wide = 18 if unit.entry and need == self.step else 0
                wide += need
                lines[-1].append(unit)
        return lines

    def _turn(self, turn: int, label: str, place: Box) -> str:
        scene = self.scene
        night, now = turn in scene.style.night, turn == scene.turn
        cell = Box(place.x, place.y, _LEFT, place.height)
        dark = "#26305a" if night else "#f4d98a"
        ink = "#ffffff" if night else INK
        out = [box(place, "#e3e4ee" if night else "#fdf8e8"), box(cell, dark)]
        out.append(words((place.x + 20, place.y + 29), str(turn), 26, bold=True, fill=ink))
        sky = (place.x + 45, place.y + 20)
        out.append(_moon(sky) if night else _sun(sky))
        at = (place.x + _LEFT + 9, place.y + (18 if place.height > 50 else 25))
        out.append(words(at, label, 15, bold=now, anchor="start", fill=INK))
        if now:
            rim = attrs(x=float(place.x - 1), y=float(place.y - 1), width=float(place.width + 2))
            rim += attrs(height=float(place.height + 2), rx=5, fill="none", stroke=RED)
            out.append(f"<rect{rim}{attrs(stroke_width=4)}/>")
            x = place.right - 8
            tip = [(x, at[1] - 5.0), (x - 13, at[1] - 12.0), (x - 13, at[1] + 2.0)]
            now_at = (x - 18, at[1])
            out.append(path(polygon(tip), fill=RED))
            out.append(words(now_at, "now", 15, bold=True, anchor="end", fill=RED))
        return f'<g data-turn="{turn}">{"".join(out)}</g>'

    def _eliminated(self, side: str) -> None:
        every = [unit for unit in self.scene.counters if unit.side == side]
        if not every:
            return
        step = COUNTER * self.small + 3.6
        a_line = int((WIDTH - 10) / step)
        rows = max(1, -(-len(every) // a_line))
        height = 24 + rows * step + 5
        label = f"Eliminated, {self.scene.style.sides[side].label}"
        self.out.append(box(Box(self.x, self.y, WIDTH, height), data_box=f"{ELIMINATED}-{side}"))
        at = (self.x + 10, self.y + 18)
        self.out.append(words(at, label, 15, bold=True, anchor="start", fill=INK))
        gone = [unit for unit in every if unit.place == ELIMINATED]
        for k, unit in enumerate(gone):
            x = self.x + 6 + step * (k % a_line + 0.5)
            y = self.y + 24 + step * (k // a_line + 0.5)
            self.units.append((unit, (x, y), self.small))
        self.y += height + 8

    def _terrain_legend(self) -> None:
        self.y += 10
        self.out.append(heading((self.x, self.y + 14), "Terrain", WIDTH))
        self.y += 34
        scene = self.scene
        hexmap, style = scene.hexmap, scene.style
        there = {hexmap.terrain_of(number) for number in hexmap.grid.hexes()}
        items = [
            (_swatch(kind, scene), t.label) for kind, t in style.terrain.items() if kind in there
        ]
        items += [
            (_hexside_swatch(h.drawn), h.label)
            for kind, h in style.hexsides.items()
            if hexmap.hexsides.get(kind)
        ]
        items += [(_path_swatch(p.dashed), p.label) for p in style.paths.values()]
        items.append((_entry_swatch(), "Entry hex"))
        self._two_columns(items, self.row)

    def _unit_legend(self) -> None:
        there = {unit.type for unit in self.scene.counters}
        if not there:
            return
        self.y += 6
        self.out.append(heading((self.x, self.y + 14), "Units: strength-movement", WIDTH))
        self.y += 34
        items = [
            (f'<use href="#symbol-{name}" y="2"/>', kind.label)
            for name, kind in self.scene.style.types.items()
            if name in there
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

    def _scale(self) -> None:
        scale = self.scene.style.scale
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


def _entry(at: Point, letter: str) -> str:
    size = 15 if width_of(letter, 15, True) < 14 else 8
    disc = attrs(cx=float(at[0]), cy=float(at[1]), r=9, fill="#fffaf0", stroke="#b5402c")
    letter_at = (at[0], at[1] + size * 0.36)
    return f"<circle{disc}{attrs(stroke_width=2)}/>" + words(
        letter_at, letter, size, bold=True, fill="#7d2114"
    )


def _empty(at: Point, h: float) -> str:
    rect = attrs(x=float(at[0] - h), y=float(at[1] - h), width=float(2 * h), height=float(2 * h))
    look = attrs(rx=5, fill="none", stroke=RULE, stroke_width=1, stroke_dasharray="3 3")
    return f"<rect{rect}{look}/>"


def _moon(at: Point) -> str:
    x, y = at
    horns = xy((x + 3, y - 9)), xy((x + 8, y + 5))
    crescent = f"M{horns[0]}A9.500 9.500 0 1 0 {horns[1]}A8 8 0 0 1 {horns[0]}Z"
    return path(crescent, fill="#f5e7a8")


def _sun(at: Point) -> str:
    x, y = at
    d = "".join(
        f"M{xy((x + dx * 7.6, y + dy * 7.6))}L{xy((x + dx * 11, y + dy * 11))}"
        for dx, dy in (
            (1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)
        )
    )  # fmt: skip
    core = attrs(cx=float(x), cy=float(y), r=5.6, fill="#c9641f")
    return f"<circle{core}/>" + path(d, stroke="#c9641f", stroke_width=2, stroke_linecap="round")


def _hexagon(size: float) -> list[Point]:
    k = size / SIDE
    return [(x * k, y * k) for x, y in CORNERS]


def _swatch(kind: str, scene: Scene) -> str:
    look = scene.style.terrain[kind]
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
    return _entry((0.0, 0.0), "A")


def footer(scene: Scene, place: Box) -> str:
    """Return the line that says what of the map is reconstructed."""
    text = " ".join(scene.hexmap.reconstructed.split())
    lines = wrapped(f"{scene.hexmap.name}. {text}" if text else scene.hexmap.name, 13, place.width)
    shown = [
        words((place.x, place.y + 13 + 16 * k), line, 13, anchor="start", fill="#5b4a33")
        for k, line in enumerate(lines)
    ]
    return f'<g id="footer">{"".join(shown)}</g>'


def footer_height(scene: Scene, width: float) -> float:
    """Return how high the footer is."""
    text = f"{scene.hexmap.name}. {' '.join(scene.hexmap.reconstructed.split())}"
    return 8.0 + 16 * len(wrapped(text, 13, width))
