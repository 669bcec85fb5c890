"""The surroundings of the map: title, turn track, boxes of eliminated units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bridgehead.render.hexes import boxes, counters
from bridgehead.render.hexes.boxes import empty
from bridgehead.render.hexes.geometry import COUNTER, Box, Ground
from bridgehead.render.hexes.legend import INK, RED, WIDTH, box, entry_disc, heading, legend
from bridgehead.render.hexes.scene import ELIMINATED, OFF, Counter, Scene
from bridgehead.render.markup import Point, attrs, path, polygon, words, wrapped, xy
from bridgehead.render.style import Style

_SMALL = 0.54  # how large counters are in the boxes of a title that has boxes of its own
CROWD = 45  # counters from which on everything is set closer
_LEFT = 62.0  # the cell of a turn's number


def header(scene: Scene, place: Box) -> str:
    """Return the title, with turn, side and phase on the right."""
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
    return f'<g id="header"{enlarged((place.x, place.y), style.furniture)}>{"".join(out)}</g>'


def enlarged(about: Point, scale: float) -> str:
    """Return the attribute that enlarges a group around a fixed point."""
    if scale == 1.0:
        return ""
    off = xy((about[0] * (1 - scale), about[1] * (1 - scale)))
    return attrs(transform=f"translate({off}) scale({scale:g})")


class Panel:
    """The column to the right of the map, filled from the top.

    `y` is the top of the next section.
    """

    def __init__(self, ground: Ground, scene: Scene, at: Point) -> None:
        self.ground = ground
        self.scene = scene
        self.x, self.y = at
        crowded = len(scene.counters) > CROWD
        self.track = 0.76 if crowded else 1.0  # how large counters are on the turn track
        self.small = 0.6 if crowded else 0.74  # and in the boxes of the eliminated
        self.row = 32.0 if crowded else 40.0  # the height of a line of the legend
        if scene.style.boxes:
            self.row = 34.0
        self.step = COUNTER * self.track + 4.0
        self.out: list[str] = []
        self.units: list[tuple[Counter, Point, float]] = []

    def fill(self) -> None:
        """Draw every section."""
        style = self.scene.style
        if style.boxes:
            self._display()
        else:
            if style.turns:
                self._turn_track()
            for side in self.scene.sides():
                self._eliminated(side)
        kinds = counters.kinds(self.scene.counters)
        at = (self.x, self.y)
        drawn, self.y = legend(self.ground, style, kinds, at, self.row)
        self.out.append(f'<g id="legend">{drawn}</g>')

    def _display(self) -> None:
        """Draw turns, points and boxes of a title with its own boxes."""
        scene = self.scene
        self.out.append(heading((self.x, self.y + 14), "Turns", WIDTH))
        drawn, self.y = track(scene.style, scene.turn, scene.last_turn, (self.x, self.y + 30))
        self.out.append(drawn)
        if scene.points:
            self.out.append(heading((self.x, self.y + 14), "Victory points", WIDTH))
            self.out.append(_points(scene, (self.x, self.y + 30)))
            self.y += 80
        if scene.counters:
            self.out.append(heading((self.x, self.y + 14), "Units off the map", WIDTH))
            self.y += 30
        for look in scene.style.boxes:
            drawn, placed, bottom = boxes.draw(scene, look, (self.x, self.y), _SMALL)
            self.out.append(drawn)
            self.units += placed
            self.y = bottom + (6 if drawn else 0)
        self.y += 4

    def _turn_track(self) -> None:
        self.out.append(heading((self.x, self.y + 14), "Turns and arrivals", WIDTH))
        self.y += 30
        scene = self.scene
        half = COUNTER * self.track / 2
        for turn, label in enumerate(scene.style.turns, start=1):
            due = [unit for unit in scene.counters if unit.arrives == turn]
            lines = self._lines(due)
            height = 40.0 if not lines else 25.0 + len(lines) * self.step + 4
            place = Box(self.x, self.y, WIDTH, height)
            dark, now = turn in scene.style.night, turn == scene.turn
            self.out.append(_turn(turn, label, place, dark, now))
            y = self.y + 25
            for line in lines:
                x = self.x + _LEFT + 8
                entry = None
                for unit in line:
                    if unit.entry != entry and unit.entry:
                        self.out.append(entry_disc((x + 7, y + half), unit.entry))
                        x += 18
                    entry = unit.entry
                    at = (x + half, y + half)
                    if unit.place == OFF:
                        self.units.append((unit, at, self.track))
                    else:
                        self.out.append(empty(at, half - 2))
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


@lru_cache(maxsize=256)
def _turn(turn: int, label: str, place: Box, night: bool, now: bool) -> str:
    """Return the row of a turn on the track, without its units."""
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


@lru_cache(maxsize=256)
def track(style: Style, now: int | None, last: int | None, at: Point) -> tuple[str, float]:
    """Return the turns in two columns, and the y of their lower end.

    Turns that are played only if the game goes on are paler.
    """
    count = len(style.turns)
    sure = style.sure_turns or count
    rows = -(-count // 2)
    wide, high, gap = (WIDTH - 6) / 2, 31.0, 3.5
    x, y = at
    out = []
    more = bool(style.more_turns) and sure < count
    if more:
        right = x + wide + 6
        out.append(words((right, y + 9), style.more_turns, 12, anchor="start", fill=INK, fit=wide))
        y += 14
    for turn, label in enumerate(style.turns, start=1):
        column, row = divmod(turn - 1, rows)
        place = Box(x + column * (wide + 6), y + row * (high + gap), wide, high)
        given = sure < turn and turn != now and not (last and turn <= last)
        out.append(_short_turn(style, turn, label, place, turn == now, turn == last, given))
    return "".join(out), y + rows * (high + gap) + 12


def _short_turn(
    style: Style, turn: int, label: str, place: Box, now: bool, last: bool, pale: bool
) -> str:
    """Return a turn's cell on a track of two columns."""
    night = turn in style.night
    by_night = style.is_dark(turn)
    dark = "#26305a" if by_night else "#f4d98a"
    cell = Box(place.x, place.y, 46.0, place.height)
    out = [box(place, "#e3e4ee" if night else "#fdf8e8"), box(cell, dark)]
    ink = "#ffffff" if by_night else INK
    out.append(words((place.x + 13, place.y + 22), str(turn), 19, bold=True, fill=ink))
    sky = xy((place.x + 34, place.y + 15.5))
    drawn = _moon((0.0, 0.0)) if by_night else _sun((0.0, 0.0))
    out.append(f'<g transform="translate({sky}) scale(.72)">{drawn}</g>')
    at = (place.x + 52, place.y + 20.5)
    text = f"{label} · last" if last else label
    room = place.width - 57
    out.append(words(at, text, 13.5, bold=now, anchor="start", fill=INK, fit=room))
    if now or last:
        rim = attrs(x=float(place.x - 1), y=float(place.y - 1), width=float(place.width + 2))
        rim += attrs(height=float(place.height + 2), rx=5, fill="none", stroke=RED)
        rim += attrs(stroke_width=3.6 if now else 2, stroke_dasharray=None if now else "6 3")
        out.append(f"<rect{rim}/>")
    given = attrs(data_turn=turn, opacity=0.55 if pale else None)
    return f"<g{given}>{''.join(out)}</g>"


def _points(scene: Scene, at: Point) -> str:
    """Return each side's victory points, side by side."""
    sides = [side for side in scene.sides() if side in scene.points]
    wide = (WIDTH - 6 * (len(sides) - 1)) / len(sides)
    out = []
    for k, side in enumerate(sides):
        look = scene.style.sides[side]
        place = Box(at[0] + k * (wide + 6), at[1], wide, 34.0)
        text = points_text(scene.points[side])
        left, right = (place.x + 11, place.y + 22.5), (place.right - 11, place.y + 25)
        out.append(
            f'<g data-points="{side}">{box(place, look.fill)}'
            f"{words(left, look.label, 15.5, bold=True, anchor='start', fill=look.ink)}"
            f"{words(right, text, 22, bold=True, anchor='end', fill=look.ink)}</g>"
        )
    return "".join(out)


def points_text(points: float) -> str:
    """Return points as text: 7½, not 7.5."""
    whole, half = divmod(round(points * 2), 2)
    return (f"{whole}½" if whole else "½") if half else str(whole)


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


@lru_cache(maxsize=32)
def footer(
    name: str, reconstructed: str, left: float, bottom: float, width: float, large: float = 1.0
) -> tuple[str, float]:
    """Return the line about the reconstructed parts of a map, and its height."""
    text = " ".join(reconstructed.split())
    size, step = 13 * large, 16 * large
    lines = wrapped(f"{name}. {text}" if text else name, size, width)
    shown = [
        words((left, bottom + size + step * k), line, size, anchor="start", fill="#5b4a33")
        for k, line in enumerate(lines)
    ]
    return f'<g id="footer">{"".join(shown)}</g>', 8.0 + step * len(lines)
