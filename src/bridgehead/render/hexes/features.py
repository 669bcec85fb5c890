"""Signs in hexes besides terrain: airfields, towns, objectives, exits."""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.maps.grid import parse_hex_number
from bridgehead.render.hexes.geometry import HIGH, Ground, rect
from bridgehead.render.hexes.geometry import Box as Area
from bridgehead.render.markup import Point, attrs, num, path, polygon, words, xy
from bridgehead.render.style import Style

PAPER = "#fffaf0"
GOLD = "#f2b632"
DARK = "#4a2a12"
_SEA = "#7fb3d0"
SPAN = "#1f5f9e"
_EXIT = "#b5402c"


def features(ground: Ground, style: Style) -> list[str]:
    """Return the signs in the hexes, objectives last."""
    out = []
    areas = ground.hexmap.areas.get("features", {})
    for kind, look in style.features.items():
        if look.drawn in _SIGNS:
            signs = "".join(_at(ground.centers[n], _SIGNS[look.drawn]) for n in areas.get(kind, ()))
            if signs:
                out.append(f'<g data-feature="{kind}">{signs}</g>')
    if style.objective:
        for number in ground.hexmap.objectives:
            out.append(f'<g data-objective="{number}">{_objective(ground, number)}</g>')
    return out


def _at(center: Point, drawn: str) -> str:
    return f'<g transform="translate({xy(center)})">{drawn}</g>'


def _runways() -> str:
    d = "M-24 9L24 -9M-13 -19L13 19"
    return (
        path(d, stroke="#5c6064", stroke_width=10.5)
        + path(d, stroke="#c9c9c4", stroke_width=8)
        + path(d, stroke="#ffffff", stroke_width=1.2, stroke_dasharray="5 4")
    )


def _houses(places: Sequence[tuple[float, float, float, float]]) -> str:
    d = "".join(f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z" for x, y, w, h in places)
    return path(d, fill="#6d3f2c", stroke=PAPER, stroke_width=0.8)


_TOWN = (
    (-27, -13, 8, 7), (-16, -20, 7, 7), (-31, 0, 7, 8), (-20, -8, 9, 8), (-18, 6, 8, 7),
    (-6, -11, 8, 8), (-6, 4, 9, 8), (8, -19, 7, 8), (7, -5, 8, 7), (20, -12, 8, 7), (11, 10, 7, 8),
    (22, 3, 8, 8), (-8, 17, 8, 7), (-25, 17, 8, 7),
)  # fmt: skip
_VILLAGE = ((-22, -14, 8, 7), (-9, -9, 7, 7), (11, -16, 7, 7), (-16, 8, 8, 7), (9, 6, 8, 7))


def _rotor() -> str:
    blades = "M-9 -5L9 5M-9 5L9 -5"
    ring = attrs(r=12.5, fill="none", stroke="#f4fbff", stroke_width=1.3, stroke_dasharray="3 3")
    return f"<circle{ring}/>" + path(
        blades, fill="none", stroke="#f4fbff", stroke_width=2.6, stroke_linecap="round"
    ) + '<circle r="2.4" fill="#f4fbff"/>'  # fmt: skip


_SIGNS = {
    "airfield": f'<g fill="none" stroke-linecap="butt">{_runways()}</g>',
    "town": _houses(_TOWN),
    "village": _houses(_VILLAGE),
    "rotor": _rotor(),
}


def sign(drawn: str) -> str:
    """Return a sign for the legend, centered on (0, 0)."""
    if drawn == "exit":
        return path(_chevron((0.0, 0.0), (1.0, 0.0), 13.0), fill=_EXIT, stroke=PAPER)
    sea = f'<circle r="17" fill="{_SEA}"/>' if drawn == "rotor" else ""
    return f'<g transform="scale(.72)">{sea}{_SIGNS[drawn]}</g>'


def star(at: Point, size: float) -> str:
    """Return a five-pointed star's path data."""
    unit = ((0, -1), (0.588, 0.809), (-0.951, -0.309), (0.951, -0.309), (-0.588, 0.809))
    inner = ((0.235, -0.324), (0.381, 0.124), (0, 0.4), (-0.381, 0.124), (-0.235, -0.324))
    outer = (unit[0], unit[3], unit[1], unit[4], unit[2])
    points = [p for pair in zip(outer, inner, strict=True) for p in pair]
    return polygon([(at[0] + x * size, at[1] + y * size) for x, y in points])


def _objective(ground: Ground, number: str) -> str:
    ring = polygon(ground.outline(number, inset=3.6))
    x, y = ground.centers[number]
    stars = star((x - 36.5, y), 7.4) + star((x + 36.5, y), 7.4)
    look = {"fill": "none", "stroke_linejoin": "round"}
    return (
        path(ring, stroke=DARK, stroke_width=6.6, stroke_opacity=0.85, **look)
        + path(ring, stroke=GOLD, stroke_width=4, **look)
        + path(stars, fill=GOLD, stroke=DARK, stroke_width=1.2, stroke_linejoin="round")
    )


def objective_swatch(outline: list[Point]) -> str:
    """Return an objective for the legend."""
    ring = path(polygon(outline), fill="#f3e7c6", stroke=DARK, stroke_width=4.4)
    ring += path(polygon(outline), fill="none", stroke=GOLD, stroke_width=2.6)
    return ring + path(star((0.0, 0.5), 8.0), fill=GOLD, stroke=DARK, stroke_width=1.1)


# Ways onto the map and off it, along the frame


def spans(ground: Ground, style: Style) -> list[str]:
    """Return the bars along the map edge for entry hexes and exits."""
    out = []
    for letter, hexes in ground.hexmap.spans.items():
        drawn = _span(ground, hexes, SPAN, letter, inward=True)
        out.append(f'<g data-entry="{letter}">{drawn}</g>')
    areas = ground.hexmap.areas.get("features", {})
    for kind, look in style.features.items():
        if look.drawn == "exit" and areas.get(kind):
            drawn = _span(ground, areas[kind], _EXIT, look.outside, inward=False)
            out.append(f'<g data-exit="{kind}">{drawn}</g>')
    return out


def _edge_of(ground: Ground, hexes: Sequence[str]) -> tuple[float, float]:
    """Return the edge of the map at these hexes."""
    (c0, c1), (r0, r1) = ground.hexmap.grid.columns, ground.hexmap.grid.rows
    cells = [parse_hex_number(number) for number in hexes]
    edges = (
        (sum(c == c1 for c, _ in cells), (1.0, 0.0)),
        (sum(c == c0 for c, _ in cells), (-1.0, 0.0)),
        (sum(r == r1 for _, r in cells), (0.0, 1.0)),
        (sum(r == r0 for _, r in cells), (0.0, -1.0)),
    )
    return max(edges)[1]


def _chevron(at: Point, way: tuple[float, float], size: float) -> str:
    """Return an arrowhead at a point."""
    (x, y), (dx, dy) = at, way
    half = size * 0.55
    tip = (x + dx * half, y + dy * half)
    one = (x - dx * half - dy * size * 0.7, y - dy * half + dx * size * 0.7)
    notch = (x - dx * half * 0.35, y - dy * half * 0.35)
    two = (x - dx * half + dy * size * 0.7, y - dy * half - dx * size * 0.7)
    return polygon([tip, one, notch, two])


def _span(ground: Ground, hexes: Sequence[str], color: str, text: str, *, inward: bool) -> str:
    """Return a bar along the frame with an arrow for each hex, and its name in the middle."""
    out_x, out_y = _edge_of(ground, hexes)
    frame = ground.frame
    upright = out_x != 0
    places = [ground.centers[number][1 if upright else 0] for number in hexes]
    half = HIGH / 2 - 2
    first, last = min(places) - half, max(places) + half
    if upright:
        rim = frame.right if out_x > 0 else frame.x
        bar = Area(rim - 5, first, 10, last - first)
    else:
        rim = frame.bottom if out_y > 0 else frame.y
        bar = Area(first, rim - 5, last - first, 10)
    drawn = [rect(bar, color, rx=4, stroke=PAPER, stroke_width=1.6)]
    way = (-out_x, -out_y) if inward else (out_x, out_y)
    heads = []
    for place in places:
        deep = rim - (out_x or out_y) * 13.0
        at = (deep, place) if upright else (place, deep)
        heads.append(_chevron(at, way, 13.0))
    drawn.append(path("".join(heads), fill=color, stroke=PAPER, stroke_width=1))
    middle = (first + last) / 2
    if inward:
        x, y = (rim, middle) if upright else (middle, rim)
        disc = attrs(cx=float(x), cy=float(y), r=19, fill=PAPER, stroke=color, stroke_width=4)
        drawn.append(f"<circle{disc}/>")
        drawn.append(words((x, y + 9), text, 25, bold=True, fill=color))
    elif text:
        outside = rim + (out_x or out_y) * (20.0 if out_x + out_y > 0 else 11.0)
        x, y = (outside, middle) if upright else (middle, outside)
        turn = attrs(transform=f"rotate(-90 {xy((x, y))})") if upright else ""
        drawn.append(
            words((x, y), text.upper(), 15, bold=True, fill=color, spacing=2.2, extra=turn)
        )
    return "".join(drawn)
