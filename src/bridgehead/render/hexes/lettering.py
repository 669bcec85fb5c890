"""Roads, trails and lettering on the map: path names, hex numbers, places, entry hexes."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise

from bridgehead.core.maps.grid import parse_hex_number
from bridgehead.core.maps.hexmap import HexMap, hexside
from bridgehead.render.hexes.geometry import HIGH, SIDE, Ground, curve, undrawn_runs
from bridgehead.render.hexes.terrain import WATER_NAME, WATER_NAME_AT_NIGHT, canal_label
from bridgehead.render.markup import Point, attrs, num, path, polygon, width_of, words, xy
from bridgehead.render.style import Style

INK = "#2b2118"
PAPER = "#fbf4df"
INK_AT_NIGHT = "#fff6dc"
PAPER_AT_NIGHT = "#1d2438"
NAME_SIZE = 12.0
SPACING = 1.4


def paths(ground: Ground, style: Style) -> list[str]:
    """Return roads and trails: first all outlines, so that crossings stay open."""
    under, over = [], []
    kinds = sorted(style.paths, key=lambda kind: not style.paths[kind].dashed)
    for kind in kinds:
        d = "".join(_curves(ground, kind, _leaving(ground, style, kind)))
        if d:
            casing, line = _strokes(d, style.paths[kind].dashed)
            under.append(casing)
            over.append(f'<g data-path="{kind}">{line}</g>')
    return [f'<g fill="none" stroke-linecap="round">{"".join(under + over)}</g>']


def _strokes(d: str, dashed: bool) -> tuple[str, str]:
    """Return the outline of a path and the line on it."""
    if dashed:
        casing = path(d, stroke=PAPER, stroke_width=5, stroke_opacity=0.7)
        return casing, path(d, stroke="#4a3222", stroke_width=2.6, stroke_dasharray="7 5")
    casing = path(d, stroke=PAPER, stroke_width=9) + path(d, stroke="#3a2c22", stroke_width=7.4)
    return casing, path(d, stroke="#c8553d", stroke_width=4.2)


def path_look(d: str, dashed: bool) -> str:
    """Return a piece of road or trail for the legend."""
    return f'<g fill="none" stroke-linecap="round">{"".join(_strokes(d, dashed))}</g>'


def _leaving(ground: Ground, style: Style, kind: str) -> set[str]:
    """Return the hexes where a path continues beyond the frame."""
    hexmap = ground.hexmap
    if style.paths_leave:
        (c0, c1), (r0, r1) = hexmap.grid.columns, hexmap.grid.rows
        edges = (c0, c1), (r0, r1)
        return {
            number
            for number in hexmap.on_path(kind)
            if any(at in edge for at, edge in zip(parse_hex_number(number), edges, strict=True))
        }
    return set(hexmap.entries.values()) if kind == next(iter(hexmap.paths)) else set()


def _curves(ground: Ground, kind: str, leaving: Collection[str]) -> list[str]:
    hexmap = ground.hexmap
    drawn: set[frozenset[str]] = set()
    out = []
    for listed in hexmap.paths.get(kind, ()):
        points = [ground.centers[number] for number in listed]
        starts, ends = listed[0] in leaving, listed[-1] in leaving
        if starts:
            points.insert(0, gate(ground, listed[0])[1])
        if ends:
            points.append(gate(ground, listed[-1])[1])
        for first, last in undrawn_runs(listed, drawn):
            out_at_end = ends and last == len(listed) - 1
            begin = first + int(starts and first > 0)
            out.append(curve(points, begin, last + int(starts) + int(out_at_end)))
    return out


def gate(ground: Ground, number: str) -> tuple[Point, Point, Point]:
    """Return an edge hex's center, the nearest point of the frame, and the exit's direction."""
    x, y = ground.centers[number]
    frame = ground.frame
    ways = (
        (y - frame.y, (x, frame.y), (0.0, -1.0)),
        (frame.right - x, (frame.right, y), (1.0, 0.0)),
        (frame.bottom - y, (x, frame.bottom), (0.0, 1.0)),
        (x - frame.x, (frame.x, y), (-1.0, 0.0)),
    )
    _, at, out = min(ways)
    return (x, y), at, out


def numbers(ground: Ground, style: Style) -> list[str]:
    """Return the printed number of every hex, moved aside if a path crosses its north side."""
    hexmap = ground.hexmap
    steps = {side for kind in hexmap.paths for side in hexmap.path_steps(kind)}
    wet = {kind for kind, look in style.terrain.items() if look.water}
    out = []
    for number in ground.hexes:
        x, y = ground.centers[number]
        north = hexmap.grid.neighbor(number, 0)
        aside = north is not None and hexside(number, north) in steps
        at = attrs(x=float(x - 6 if aside else x), y=float(y - 28.6))
        at += attrs(text_anchor="end" if aside else None)
        water = hexmap.terrain_of(number) in wet
        out.append(f"<text{at}{attrs(class_='wet' if water else None)}>{number}</text>")
    return out


def numbers_at_night() -> str:
    """Return the CSS rules that make the numbers readable at night."""
    return (
        f"svg.night #layer-numbers{{fill:#f2ecd6;stroke:{PAPER_AT_NIGHT}}}"
        "svg.night #layer-numbers .wet{fill:#e9f4fa}"
    )


def names_at_night() -> str:
    """Return the CSS rules that make the names readable at night."""
    return (
        f"svg.night #layer-names .land{{fill:{INK_AT_NIGHT};stroke:{PAPER_AT_NIGHT}}}"
        f"svg.night #layer-names .water{{fill:{WATER_NAME_AT_NIGHT}}}"
    )


def names(ground: Ground, style: Style, keep_clear: Collection[str]) -> list[str]:
    """Return the names of hexes and paths, and the style's own lettering.

    Names along paths avoid the hexes in `keep_clear`.
    """
    hexmap = ground.hexmap
    out = []
    for label in style.labels:
        if label.hex in ground.centers and hexmap.terrain_of(label.hex) == label.terrain:
            x, y = ground.centers[label.hex]
            at = (x + label.dx, y + label.dy)
            turn = attrs(transform=f"rotate({num(label.turned)} {xy(at)})", font_style="italic")
            turn += attrs(class_="water")
            text = label.text.upper()
            spaced = label.size * 0.3
            out.append(words(at, text, label.size, fill=WATER_NAME, spacing=spaced, extra=turn))
    out.append(canal_label(ground, style))
    out.extend(_path_names(ground, keep_clear))
    for number, name in {**hexmap.objectives, **hexmap.names}.items():
        x, y = ground.centers[number]
        out.append(
            words(
                (x, y + 39.5), name.upper(), 11.5, bold=True, fill=INK, halo=PAPER, spacing=0.6,
                extra=attrs(data_name=number, class_="land"),
            )
        )  # fmt: skip
    return out


def _path_names(ground: Ground, keep_clear: Collection[str]) -> list[str]:
    hexmap = ground.hexmap
    busy = {*keep_clear, *hexmap.names, *hexmap.objectives, *hexmap.entries.values()}
    out = []
    for count, (name, ends) in enumerate(hexmap.path_names.items()):
        listed = _path_between(hexmap, ends)
        text = name.upper()
        wide = width_of(text, NAME_SIZE, True, SPACING)
        for k, window in enumerate(_windows(ground, listed, wide, busy)):
            busy.update(window)
            points = [ground.centers[number] for number in window]
            dx, dy = points[-1][0] - points[0][0], points[-1][1] - points[0][1]
            below = abs(dy) > 1.5 * abs(dx)  # beside a road north, away from the hex numbers
            if (points[-1][0], -points[-1][1]) < (points[0][0], -points[0][1]):
                points.reverse()
            line = f"name-{count}-{k}"
            out.append(f'<path id="{line}" d="{curve(points)}" fill="none"/>')
            style = attrs(font_size=NAME_SIZE, font_weight=700, letter_spacing=SPACING)
            style += attrs(dy=16 if below else -7)
            style += attrs(fill=INK, stroke=PAPER, stroke_width=3.2, paint_order="stroke")
            out.append(
                f'<text class="land" text-anchor="middle" stroke-linejoin="round"{style}>'
                f'<textPath href="#{line}" startOffset="50%">{text}</textPath></text>'
            )
    return out


def _path_between(hexmap: HexMap, ends: tuple[str, str]) -> Sequence[str]:
    """Return the listed path with these two ends, or the part of a path between them."""
    listed = [path for kind in hexmap.paths for path in hexmap.paths[kind]]
    for found in listed:
        if set(ends) == {found[0], found[-1]}:
            return found
    for found in listed:
        if ends[0] in found and ends[1] in found:
            a, b = sorted((found.index(ends[0]), found.index(ends[1])))
            return found[a : b + 1]
    return ()


def _windows(
    ground: Ground, listed: Sequence[str], wide: float, busy: set[str]
) -> list[Sequence[str]]:
    """Return the places along a path for its name: one, and another every dozen hexes."""
    length = max(2, math.ceil((wide + 8) / HIGH) + 1)
    if len(listed) < length:
        return []
    times = max(1, round(len(listed) / 12))
    share = len(listed) / times
    found: list[Sequence[str]] = []
    for k in range(times):
        first, last = round(k * share), min(round((k + 1) * share), len(listed)) - length
        starts = range(first, max(last, first) + 1)
        windows = [listed[i : i + length] for i in starts if i + length <= len(listed)]
        if windows:
            found.append(min(windows, key=lambda window: _cost(ground, window, busy)))
    return found


def _cost(ground: Ground, window: Sequence[str], busy: set[str]) -> float:
    """Return how unsuitable a place for a name is: busy hexes, bends, steps due north."""
    grid = ground.hexmap.grid
    ways = [grid.direction(a, b) or 0 for a, b in pairwise(window)]
    bends = sum(min((a - b) % 6, (b - a) % 6) for a, b in pairwise(ways))
    upright = sum(way in (0, 3) for way in ways)
    return 10 * len(busy & set(window)) + 4 * bends + 1.5 * upright


def entries(ground: Ground) -> list[str]:
    """Return the marks of the entry hexes: a letter on the frame and an arrow into the map."""
    out = []
    for letter, number in ground.hexmap.entries.items():
        _, (x, y), (ox, oy) = gate(ground, number)
        cx, cy = x + 3 * ox, y + 3 * oy
        tip = (x - 27 * ox, y - 27 * oy)
        left = (x - 11 * ox - 11 * oy, y - 11 * oy + 11 * ox)
        right = (x - 11 * ox + 11 * oy, y - 11 * oy - 11 * ox)
        disc = attrs(cx=float(cx), cy=float(cy), r=15, fill="#fffaf0", stroke="#b5402c")
        out.append(
            f'<g data-entry="{letter}">'
            f"{path(polygon([tip, left, right]), fill='#b5402c', stroke=PAPER)}"
            f"<circle{disc}{attrs(stroke_width=3)}/>"
            f"{words((cx, cy + 7), letter, 20, bold=True, fill='#7d2114')}</g>"
        )
    return out


_NORTHS = {"top": (0.0, -1.0), "right": (1.0, 0.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0)}


def compass(at: Point, north: str = "top", size: float = 1.0) -> str:
    """Return a compass rose at a point; `north` is the edge of the sheet at which north is."""
    x, y = at
    long, short, waist = SIDE * 1.1 * size, SIDE * 0.62 * size, 6.3 * size
    needles = []
    nx, ny = _NORTHS[north]
    for k, (dx, dy) in enumerate(((nx, ny), (-ny, nx), (-nx, -ny), (ny, -nx))):
        reach = long if k == 0 else short
        tip = (x + dx * reach, y + dy * reach)
        one = (x + (dx + dy) * waist, y + (dy - dx) * waist)
        two = (x + (dx - dy) * waist, y + (dy + dx) * waist)
        needles.append(path(polygon([tip, one, (x, y)]), fill="#f4fbff"))
        needles.append(path(polygon([tip, two, (x, y)]), fill="#1d5573"))
    ring = attrs(cx=float(x), cy=float(y), r=float(27 * size), fill="none", stroke="#1d5573")
    ring += attrs(stroke_width=float(1.4 * size))
    off = long + 5 * size if ny else long + 11 * size
    letter_at = (x + nx * off, y + ny * off + (14 * size if ny > 0 else 0 if ny else 7 * size))
    letter = words(letter_at, "N", 20 * size, bold=True, fill="#1d5573")
    body = "".join(needles)
    return (
        f'<g id="compass"><circle{ring}/>'
        f'<g stroke="#1d5573" stroke-width="1" stroke-linejoin="round">{body}</g>{letter}</g>'
    )
