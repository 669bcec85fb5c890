"""The ground: terrain with its patterns, the canal, the shore, ridges."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import pairwise

from bridgehead.core.maps.grid import parse_hex_number
from bridgehead.render.hexes.geometry import HIGH, SIDE, Box, Cell, Ground, middle, rect
from bridgehead.render.markup import Point, attrs, path, polygon, words, xy
from bridgehead.render.style import Style, TerrainStyle, WestStyle

RIDGE = "#5d3a1a"
RIDGE_AT_NIGHT = "#e3cda0"
WATER_NAME = "#1d5573"
WATER_NAME_AT_NIGHT = "#cfe6f2"
CANAL = 26.0  # its breadth


@lru_cache(maxsize=16)
def patterns(style: Style) -> str:
    """Return the definitions of a style's textures."""
    used = {look.pattern for look in style.terrain.values()} | ({"west"} if style.west else set())
    tiles = (
        ("gravel", 140, 120, _specks(150, 140, 120, 0.65, color="#a98f5c", opacity=0.6)),
        ("stipple", 96, 84, _specks(120, 96, 84, 0.85, color="#b0863c", opacity=0.75)),
        ("dunes", 44, 34, _dunes()),
        ("marsh", 40, 32, _marsh()),
        ("waves", 64, 40, _waves()),
        ("fields", 22, 22, _fields()),
        ("blocks", 44, 40, _blocks()),
        ("scrub", 52, 44, _scrub()),
        ("ripples", 72, 48, _ripples()),
        ("west", 30, 30, _specks(26, 30, 30, 1.0, color="#8d9a55", opacity=0.6)),
    )
    return "".join(_tile(*tile) for tile in tiles if tile[0] in used)


def _tile(name: str, width: int, height: int, content: str) -> str:
    return (
        f'<pattern id="pattern-{name}" patternUnits="userSpaceOnUse" '
        f'width="{width}" height="{height}">{content}</pattern>'
    )


def _specks(n: int, width: int, height: int, r: float, *, color: str, opacity: float) -> str:
    dice = random.Random(n)
    dots = []
    for _ in range(n):
        x, y = dice.uniform(2, width - 2), dice.uniform(2, height - 2)
        dots.append(f"M{xy((x, y))}h.01")
    return (
        f'<path d="{"".join(dots)}" fill="none" stroke="{color}" stroke-opacity="{opacity}" '
        f'stroke-width="{r * 2}" stroke-linecap="round"/>'
    )


def _dunes() -> str:
    shapes = "M3 12q7 -8 15 -1M8 13.500q5 -3 8 0M25 29q7 -8 15 -1M30 30.500q5 -3 8 0"
    dots = "M26 8h.01M33 5h.01M38 12h.01M30 14h.01M4 26h.01M11 23h.01M16 29h.01M8 31h.01"
    return path(
        shapes, fill="none", stroke="#8a5a26", stroke_width=1.1, stroke_linecap="round"
    ) + path(dots, fill="none", stroke="#8a5a26", stroke_width=1.5, stroke_linecap="round")


def _marsh() -> str:
    tufts = []
    for x, y in ((10, 12), (30, 28)):
        tufts.append(f"M{x - 7} {y}h14M{x} {y - 1}v-8M{x - 3} {y - 1}l-3 -6M{x + 3} {y - 1}l3 -6")
        tufts.append(f"M{x - 12} {y + 4}h5M{x + 4} {y + 4}h7")
    return path("".join(tufts), fill="none", stroke="#47784f", stroke_width=1.1)


def _waves() -> str:
    lines = "M6 12q4 -4 8 0t8 0M38 32q4 -4 8 0t8 0"
    return path(lines, fill="none", stroke="#e6f3f9", stroke_opacity=0.7, stroke_width=1.2)


def _fields() -> str:
    return path("M0 5.500h22M0 16.500h22M5.500 0v22", stroke="#6d8046", stroke_width=0.9) + path(
        "M0 11h22M16.500 5.500v11", stroke="#dbe3b4", stroke_width=1.4
    )


def _blocks() -> str:
    houses = (
        (2, 2, 9, 7), (13, 2, 7, 7), (24, 2, 11, 7), (37, 2, 5, 7), (2, 12, 6, 6), (10, 12, 10, 6),
        (24, 12, 7, 6), (33, 12, 9, 6), (2, 22, 11, 7), (15, 22, 5, 7), (24, 22, 8, 7),
        (34, 22, 8, 7), (2, 32, 7, 6), (11, 32, 9, 6), (24, 32, 10, 6), (36, 32, 6, 6),
    )  # fmt: skip
    d = "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in houses)
    return path(d, fill="#c9a08a", stroke="#a1755f", stroke_width=0.6)


def _scrub() -> str:
    stones = "M6 10l4 -5 5 2 1 4zM31 33l3 -5 6 0 3 5zM36 9l3 -4 4 2 0 3zM10 35l3 -4 5 2 0 3z"
    tufts = "M22 18l-2 -6M23 18v-7M24 18l2 -6M44 22l-2 -5M45 22v-6M46 22l2 -5M3 25l-2 -5M4 25v-6"
    dots = "M18 5h.01M28 12h.01M14 24h.01M26 26h.01M49 36h.01M4 41h.01M24 39h.01M46 3h.01"
    look = {"stroke": "#7b6a43", "stroke_linecap": "round"}
    return (
        path(stones, fill="#b9a67c", stroke="#7b6a43", stroke_width=0.9, stroke_linejoin="round")
        + path(tufts, fill="none", stroke_width=1.1, **look)
        + path(dots, fill="none", stroke_width=1.8, **look)
    )


def _ripples() -> str:
    lines = "M5 12h15M26 12h6M44 30h18M38 34h5M12 42h9M58 8h7"
    reeds = "M50 16l-2 -6M51 16v-8M52 16l2 -6M16 33l-2 -5M17 33v-6M18 33l2 -5"
    return path(lines, fill="none", stroke="#f0f8f6", stroke_opacity=0.8, stroke_width=1.2) + path(
        reeds, fill="none", stroke="#5d8f7f", stroke_opacity=0.7, stroke_width=1.1
    )


def terrain(ground: Ground, style: Style) -> list[str]:
    """Return the ground of the whole frame, the lowest layer first."""
    frame = ground.frame
    base = style.terrain.get("clear", TerrainStyle("", "#f3e7c6"))
    out = [rect(frame, base.fill)]
    if base.pattern:
        out.append(rect(frame, f"url(#pattern-{base.pattern})"))
    areas = _areas(ground, style)
    order = sorted(areas, key=lambda kind: (style.terrain[kind].water, style.terrain[kind].high))
    canal = _canal(ground, style)
    for kind in order:
        if style.terrain[kind].water and canal:
            out.append(canal)
            canal = ""
        out.append(_area(ground, kind, style.terrain[kind], areas[kind]))
    out.append(canal)
    return out


def _areas(ground: Ground, style: Style) -> dict[str, list[Cell]]:
    areas: dict[str, list[Cell]] = {}
    first = ground.hexmap.grid.columns[0] if style.west else -99  # beyond it another land begins
    for cell in ground.cells():
        number = ground.number(cell)
        kind = ground.hexmap.terrain_of(number or ground.nearest(cell))
        look = style.terrain[kind]
        beyond = number is None and (look.exact or (cell[0] < first and not look.water))
        if kind != "clear" and not beyond:
            areas.setdefault(kind, []).append(cell)
    return areas


def _area(ground: Ground, kind: str, look: TerrainStyle, cells: list[Cell]) -> str:
    d = ground.area(cells, smooth=not look.exact)
    out = [path(d, fill=look.fill, fill_rule="evenodd")]
    if look.pattern in SIGNS:
        out.extend(SIGNS[look.pattern](ground.center(cell)) for cell in cells)
    elif look.pattern:
        out.append(path(d, fill=f"url(#pattern-{look.pattern})", fill_rule="evenodd"))
    if look.water:
        clip = f"clip-{kind}"
        out.append(f'<clipPath id="{clip}"><path d="{d}" clip-rule="evenodd"/></clipPath>')
        shore = "".join(
            path(d, stroke=color, stroke_width=wide, stroke_opacity=opacity)
            for wide, color, opacity in ((46, "#c4e1ec", 0.35), (28, "#d3eaf2", 0.4))
        )
        lines = "".join(
            path(d, stroke="#4f8fb0", stroke_width=wide, stroke_opacity=0.35)
            + path(d, stroke="#cde6f0", stroke_width=wide - 1.8)
            for wide in (22.0, 14.0, 7.0)
        )
        out.append(f'<g clip-path="url(#{clip})" fill="none">{shore}{lines}</g>')
    if look.edge and look.pattern not in SIGNS:
        if look.high:
            soft = attrs(stroke=look.edge, stroke_width=7, stroke_opacity=0.25)
            out.append(f'<path d="{d}" fill="none"{soft}/>')
        wide = 1.8 if look.water or look.high else 1.1
        out.append(path(d, fill="none", stroke=look.edge, stroke_width=wide))
    return f'<g data-terrain="{kind}">{"".join(out)}</g>'


def fort(center: Point) -> str:
    """Return a strongpoint: a rampart with a star fort inside."""
    x, y = center
    ring = [
        (
            x + math.cos(math.radians(60 * k)) * SIDE * 0.68,
            y + math.sin(math.radians(60 * k)) * SIDE * 0.68,
        )
        for k in range(6)
    ]
    star = []
    for k in range(16):
        r = 22.0 if k % 2 == 0 else 14.5
        angle = math.radians(22.5 * k)
        star.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    wall = polygon(ring)
    return (
        path(wall, fill="#d9b98a", stroke="none")
        + path(wall, fill="none", stroke="#6b4a2b", stroke_width=4.5, stroke_dasharray="4 3.2")
        + path(polygon(star), fill="#a8744a", stroke="#4f3019", stroke_width=1.6)
        + path(f"M{xy((x - 7, y - 7))}h14v14h-14z", fill="#f3e7c6", stroke="#4f3019")
    )


def trench(center: Point) -> str:
    """Return a fortification: trenches around it, and a dugout."""
    x, y = center
    ring: list[Point] = []
    for k in range(6):
        a, b = (math.radians(60 * (k + j)) for j in (0, 1))
        for j in range(7):
            t = j / 7
            far = SIDE * (0.75 if j % 2 else 0.63)
            px = math.cos(a) * (1 - t) + math.cos(b) * t
            py = math.sin(a) * (1 - t) + math.sin(b) * t
            ring.append((x + px * far, y + py * far))
    wall = polygon(ring)
    cross = f"M{xy((x - 9, y - 9))}l18 18M{xy((x + 9, y - 9))}l-18 18"
    return (
        path(wall, fill="#d8b98a", stroke="#fbf4df", stroke_width=5, stroke_linejoin="round")
        + path(wall, fill="none", stroke="#54371f", stroke_width=2.8, stroke_linejoin="round")
        + path(cross, fill="none", stroke="#54371f", stroke_width=3, stroke_linecap="round")
    )


def tanks(center: Point) -> str:
    """Return oil tanks: round roofs, some larger."""
    x, y = center
    out = []
    places = ((-16, -9, 9), (4, -14, 8), (22, -5, 7), (-22, 10, 7), (-4, 8, 10), (16, 14, 9))
    for dx, dy, r in places:
        at = attrs(cx=float(x + dx), cy=float(y + dy), r=r)
        out.append(f'<circle{at} fill="#cfd2d2" stroke="#4a4f52" stroke-width="1.6"/>')
        inner = attrs(cx=float(x + dx), cy=float(y + dy), r=float(r * 0.55))
        out.append(f'<circle{inner} fill="#f2f3f1" stroke="#8b9092" stroke-width=".8"/>')
    return "".join(out)


def _canal(ground: Ground, style: Style) -> str:
    """Return the canal along the first column, its banks, and the land beyond it."""
    west = style.west
    if west is None:
        return ""
    along = _canal_hexes(ground, west)
    if not along:
        return ""
    top = ground.frame.y - 20
    bottom = max(ground.centers[number][1] for number in along) + HIGH * 1.15
    x = -SIDE - 6 - CANAL / 2
    points: list[Point] = [(x, top)]
    y, sway = top, 0
    while y < bottom - HIGH:
        y += HIGH
        sway += 1
        points.append((x + (2.2, 0.0, -2.2, 0.0)[sway % 4], y))
    points.append((x - 4, bottom))
    line = "M" + xy(points[0])
    for a, b in pairwise(points):
        mid = middle(a, b)
        line += f"Q{xy(a)} {xy(mid)}"
    line += f"L{xy(points[-1])}"
    land = Box(ground.frame.x, top, x - ground.frame.x, bottom - top)
    lake = next((look for look in style.terrain.values() if look.water), None)
    fill, edge = (lake.fill, lake.edge) if lake else ("#8fbfd6", "#3f7d9e")
    strokes = (
        ("#b99555", CANAL + 15, "none"),
        ("#7d5a2d", CANAL + 15, "1.4 5"),
        ("#dcc48b", CANAL + 9, "none"),
        (edge, CANAL + 3, "none"),
        (fill, CANAL, "none"),
        ("#cde6f0", CANAL - 9, "none"),
        (fill, CANAL - 11, "none"),
    )
    out = [rect(land, west.fill), rect(land, "url(#pattern-west)")]
    for color, wide, dashes in strokes:
        dash = None if dashes == "none" else dashes
        out.append(path(line, fill="none", stroke=color, stroke_width=wide, stroke_dasharray=dash))
    return f'<g id="canal">{"".join(out)}</g>'


SIGNS = {"fort": fort, "trench": trench, "tanks": tanks}  # terrain that is a sign in the hex


def _canal_hexes(ground: Ground, west: WestStyle) -> list[str]:
    area, key = west.canal
    first = ground.hexmap.grid.columns[0]
    hexes = ground.hexmap.areas.get(area, {}).get(key, ())
    along = [number for number in hexes if parse_hex_number(number)[0] == first]
    if along and west.beyond in ground.centers:
        along.append(west.beyond)
    return along


def canal_label(ground: Ground, style: Style) -> str:
    """Return the canal's name, written along it."""
    west = style.west
    along = _canal_hexes(ground, west) if west else []
    if west is None or not along:
        return ""
    ys = [ground.centers[number][1] for number in along]
    at = (-SIDE - 6 - CANAL / 2 + 4.0, (min(ys) + max(ys)) / 2)
    turn = attrs(transform=f"rotate(-90 {xy(at)})", class_="water")
    name = west.canal_label.upper()
    return words(at, name, 12, bold=True, fill=WATER_NAME, spacing=4, extra=turn)


def hexside_features(ground: Ground, style: Style) -> list[str]:
    """Return ridges as hachures and closed hexsides as water, hexside by hexside."""
    out = []
    for kind, sides in ground.hexmap.hexsides.items():
        look = style.hexsides.get(kind)
        if look is None or look.drawn not in ("hachures", "water"):
            continue
        for a, b in sorted(sides):
            one, two = ground.side(a, b)
            if look.drawn == "hachures":
                drawn = hachures(one, two, _fall(ground, style, a, b))
            else:
                drawn = water_side(one, two)
            out.append(f'<g data-hexside="{a}/{b}" data-kind="{kind}">{drawn}</g>')
    return out


def _fall(ground: Ground, style: Style, a: str, b: str) -> int:
    """Return 1 if a ridge slopes from `a` toward `b`, -1 for the other way, 0 for both."""
    high = [style.terrain[ground.hexmap.terrain_of(number)].high for number in (a, b)]
    return int(high[0]) - int(high[1])


def water_side(one: Point, two: Point) -> str:
    """Return a hexside that is water."""
    d = f"M{xy(one)}L{xy(two)}"
    return path(d, stroke="#3f7d9e", stroke_width=9, stroke_linecap="round") + path(
        d, stroke="#8fbfd6", stroke_width=6, stroke_linecap="round"
    )


def hachures(one: Point, two: Point, fall: int) -> str:
    """Return a ridge: a crest from corner to corner, and wedges down its slope.

    `fall` is 1 if it slopes to the right of the direction from `one` to `two`, which is out of the
    hex whose sides run clockwise, -1 into that hex, 0 to both sides. The middle of a slope that
    falls straight down stays free for the hex number.
    """
    dx, dy = (two[0] - one[0]) / SIDE, (two[1] - one[1]) / SIDE
    nx, ny = dy, -dx  # outward: the sides run clockwise, y grows downward

    def at(along: float, out: float) -> Point:
        return one[0] + dx * along + nx * out, one[1] + dy * along + ny * out

    wedges = []
    down = ny
    count = 9
    for way in (1, -1):
        if fall not in (way, 0):
            continue
        reach = 11.0 if fall else 7.5
        for k in range(count):
            t = 2.4 + k * (SIDE - 4.8) / (count - 1)
            if down * way > 0.9 and abs(t - SIDE / 2) < 12.5:
                continue
            far = reach * (0.8 if k % 2 else 1.0)
            spread = 1.25
            ends = (at(t - spread, 0), at(t + spread, 0), at(t, far * way))
            wedges.append(polygon(list(ends)))
    crest = f"M{xy(one)}C{xy(at(14, 1.6))} {xy(at(30, -1.6))} {xy(two)}"
    return path("".join(wedges), fill="currentColor") + path(
        crest, fill="none", stroke="currentColor", stroke_width=3.2, stroke_linecap="round"
    )
