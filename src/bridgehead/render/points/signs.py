"""The points: a sign for each terrain that a stack does not hide, names, clickable areas."""

from __future__ import annotations

import math
from functools import lru_cache

from bridgehead.core.maps.pointmap import Point as MapPoint
from bridgehead.render.markup import (
    Point,
    attrs,
    described,
    num,
    path,
    polygon,
    tooltip,
    words,
    wrapped,
    xy,
)
from bridgehead.render.points.ground import Ground
from bridgehead.render.points.look import PointStyle
from bridgehead.render.style import in_sentence

RADIUS = 36.0  # of a point's sign: a counter on it leaves a rim to be seen
HIT = 46.0  # of the area to point at
_NAME = 16.0
_LINE = 17.0


def _round(terrain: str, extra: str = "", dash: str | None = None, wide: float = 2.4) -> str:
    look = attrs(stroke_width=wide, stroke_dasharray=dash)
    return f'<circle r="{num(RADIUS - 2)}" class="t-{terrain} rim"{look}/>{extra}'


def _bumps(terrain: str, count: int, out: float) -> str:
    """Return a disc with a wavy rim."""
    points = []
    for k in range(count * 2):
        angle = math.pi * k / count - math.pi / 2
        r = RADIUS - 4 + (out if k % 2 == 0 else 0.0)
        points.append((r * math.cos(angle), r * math.sin(angle)))
    return path(
        polygon(points), class_=f"t-{terrain} rim", stroke_width=2.4, stroke_linejoin="round"
    )


def _square(terrain: str, half: float, wide: float) -> str:
    at = attrs(x=-half, y=-half, width=2 * half, height=2 * half, rx=4, stroke_width=wide)
    return f'<rect{at} class="t-{terrain} rim"/>'


def _blocks(half: float, every: bool) -> str:
    """Return houses along the rim of a square: on all its sides, or at its corners."""
    inner, size = half - 5.5, 8.0
    spots = [(x, y) for x in (-inner, inner) for y in (-inner, inner)]
    if every:
        third = inner / 2.9
        spots += [(s * inner, k * third) for s in (-1, 1) for k in (-1, 1)]
        spots += [(k * third, s * inner) for s in (-1, 1) for k in (-1, 1)]
    return "".join(
        f'<rect{attrs(x=x - size / 2, y=y - size / 2, width=size, height=size)} class="block"/>'
        for x, y in spots
    )


def _fort(terrain: str) -> str:
    """Return a square with a bastion at each corner."""
    one: list[Point] = [(15.0, -31.0), (24.0, -44.0), (44.0, -44.0), (44.0, -24.0), (31.0, -15.0)]
    points: list[Point] = []
    for _ in range(4):
        points.extend(one)
        one = [(-y, x) for x, y in one]
    d = polygon(points)
    out = path(d, class_=f"t-{terrain} rim", stroke_width=2.6, stroke_linejoin="round")
    return (
        out + f'<g transform="scale(.83)">{path(d, fill="none", class_="rim", stroke_width=1)}</g>'
    )


def _star(count: int, outer: float, inner: float) -> str:
    points = []
    for k in range(count * 2):
        angle = math.pi * k / count - math.pi / 2
        r = outer if k % 2 == 0 else inner
        points.append((r * math.cos(angle), r * math.sin(angle)))
    return polygon(points)


def _caps(inner: str) -> str:
    """Return a small drawing repeated four times around the rim."""
    return "".join(f'<g transform="rotate({turn})">{inner}</g>' for turn in (0, 90, 180, 270))


@lru_cache(maxsize=64)
def sign(shape: str, terrain: str, wanted: str = "") -> str:
    """Return a sign in the color of a terrain, centered on (0, 0).

    `wanted` is the side whose objective it is.
    """
    if shape == "hills":
        return _bumps(terrain, 14, 7.0) + path(
            "M-13 7l7 -11l7 11M2 7l5 -8l5 8", fill="none", class_="detail", stroke_width=2.6
        )
    if shape == "peaks":
        return (
            _bumps(terrain, 8, 11.0)
            + path("M-20 13L-6 -13L2 1L9 -9L21 13Z", class_="peak")
            + path("M-6 -13L-10 -5.500L-6 -7.500L-2 -6Z", fill="#fffdf4")
        )
    if shape == "walls":
        side = "M-30 -31Q-21 0 -30 31L-45 31Q-41 0 -45 -31Z"
        walls = (
            path(side, class_="peak")
            + f'<g transform="scale(-1 1)">{path(side, class_="peak")}</g>'
        )
        return _round(terrain) + walls
    if shape == "dunes":
        dots = "".join(
            f'<circle class="dot" cx="{x}" cy="{y}" r="1.7"/>'
            for x, y in ((-9, -29), (0, -31), (9, -29))
        )
        crest = path("M-14 6q14 -16 28 0q-8 -5 -15 1z", class_="dot")
        return _round(terrain, _caps(dots) + crest, dash="2 4")
    if shape == "reeds":
        reed = path("M-7 -27v-6M0 -28v-7M7 -27v-6", class_="reed", stroke_width=2)
        mid = path("M-10 6h20M-6 4v-8M0 4v-11M6 4v-8", class_="reed", stroke_width=2.2)
        return _round(terrain, _caps(reed) + mid)
    if shape == "star":
        star = path(
            _star(8, 48.0, 35.0), class_=f"star {'wants-' + wanted if wanted else 'rim'}",
            stroke_width=3, stroke_linejoin="round",
        )  # fmt: skip
        five = path(_star(5, 18.0, 7.2), class_="block")
        return star + five
    if shape == "houses":
        mid = '<rect class="block" x="-9" y="-3" width="8" height="10"/>'
        mid += '<rect class="block" x="1" y="-9" width="9" height="16"/>'
        return _square(terrain, 32.0, 2.2) + _blocks(32.0, False) + mid
    if shape == "streets":
        mid = '<rect class="block" x="-14" y="-5" width="9" height="15"/>'
        mid += '<rect class="block" x="-3" y="-13" width="8" height="23"/>'
        mid += '<rect class="block" x="7" y="-1" width="8" height="11"/>'
        return _square(terrain, 36.0, 3.4) + _blocks(36.0, True) + mid
    if shape == "bastions":
        return _fort(terrain)
    if shape == "waves":
        waves = "M-18 -6q4.500 -5 9 0t9 0t9 0t9 0M-18 6q4.500 -5 9 0t9 0t9 0t9 0"
        ring = (
            f'<circle r="27" class="t-{terrain} ferry" stroke-width="2.4" stroke-dasharray="7 4"/>'
        )
        return ring + path(waves, fill="none", class_="ferry", stroke_width=2)
    return _round(terrain)


def signs(ground: Ground, look: PointStyle) -> str:
    """Return the sign of every point."""
    out = []
    for point in ground.points:
        at = xy(ground.centers[point.id])
        drawn = sign(look.style.terrain[point.terrain].sign, point.terrain, look.wanted(point))
        out.append(f'<g transform="translate({at})" data-sign="{point.terrain}">{drawn}</g>')
    return "".join(out)


def hexes(ground: Ground, look: PointStyle, interactive: bool) -> list[str]:
    """Return the clickable areas with descriptions: points and reserve areas.

    Their attributes `x` and `y` give the center to a page; SVG itself does not use them.
    """
    out = []
    for point in ground.points:
        x, y = ground.centers[point.id]
        text = describe_point(look, point)
        given = attrs(
            id=f"hex-{point.id}",
            class_=f"hex point {point.terrain}",
            data_hex=point.id,
            data_terrain=point.terrain,
            data_theater=point.theater,
            x=float(x),
            y=float(y),
        )
        area = (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(HIT)}" fill="#000000" fill-opacity="0"/>'
        )
        out.append(f"<g{given}{described(text, interactive)}>{tooltip(text)}{area}</g>")
    for reserve, theater, band in ground.bands:
        first = ground.home[reserve.id] is band
        x, y = band.x + band.width / 2, band.y + band.height / 2
        given = attrs(
            id=f"hex-{reserve.id}" + ("" if first else f"-{theater}"),
            class_="hex reserve",
            data_hex=reserve.id if first else None,
            data_again=None if first else reserve.id,
            data_theater=theater,
            x=float(x),
            y=float(y),
        )
        at = attrs(x=float(band.x), y=float(band.y), width=float(band.width))
        at += attrs(height=float(band.height), fill="#000000", fill_opacity=0)
        name = described(reserve.name, interactive)
        out.append(f"<g{given}{name}>{tooltip(reserve.name)}<rect{at}/></g>")
    return out


NAMELESS = "(no name)"


def describe_point(look: PointStyle, point: MapPoint) -> str:
    """Return a description of a point: "Nafah, objective, an objective of the Arab states"."""
    label = in_sentence(look.style.terrain[point.terrain])
    told = [look.features[name] for name in sorted(point.features) if name in look.features]
    return ", ".join([called(point), label, *told])


def called(point: MapPoint) -> str:
    """Return the name of a point in words, also if it has no name on the map."""
    if point.name == NAMELESS:
        words = point.id.split("-")
        return " ".join(word if word == "of" else word.capitalize() for word in words)
    return point.name


_SIDES = {
    "n": (0.0, -1.0), "s": (0.0, 1.0), "e": (1.0, 0.0), "w": (-1.0, 0.0),
    "ne": (0.8, -0.72), "se": (0.8, 0.72), "nw": (-0.8, -0.72), "sw": (-0.8, 0.72),
}  # fmt: skip


def names(ground: Ground, look: PointStyle) -> list[str]:
    """Return the names of the points, each on the side that the map file names."""
    out = []
    for point in ground.points:
        if point.name.startswith("("):
            continue  # the printed map has none
        x, y = ground.centers[point.id]
        dx, dy = _SIDES.get(point.label, (0.0, 1.0))
        shape = look.style.terrain[point.terrain].sign
        reach = RADIUS + (12 if shape in ("bastions", "star") else 5)
        reach += 5 if shape == "walls" and dx else 0
        if dx and dy:  # past the corner of a square
            reach += {"houses": 4, "streets": 8, "bastions": 12}.get(shape, 0)
        reach -= 8 if shape == "waves" else 0
        lines = wrapped(point.name, _NAME, 92 if dx else 150, bold=True)
        anchor = "start" if dx > 0 else "end" if dx < 0 else "middle"
        high = _LINE * (len(lines) - 1)
        top = y + 5.5 - high / 2 if not dy else y + dy * reach + (13 if dy > 0 else -3 - high)
        drawn = "".join(
            words((x + dx * reach, top + _LINE * k), line, _NAME, bold=True, anchor=anchor)
            for k, line in enumerate(lines)
        )
        out.append(f'<g data-name="{point.id}">{drawn}</g>')
    return out
