"""Counters: NATO symbols, drawn once each by milsymbol, and all that is printed around them."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache

from milsymbol import Symbol

from bridgehead.render.geometry import COUNTER, COUNTER_DROP
from bridgehead.render.markup import (
    FONT,
    Point,
    attrs,
    described,
    ink_on,
    num,
    path,
    polygon,
    tooltip,
    width_of,
    words,
)
from bridgehead.render.scene import Counter
from bridgehead.render.style import SideStyle, Style, TypeStyle

HALF = COUNTER / 2
BAND = 12.2  # the height of the formation's band
_CUT = 8.0  # how much is cut off the corners of a "cut" counter
_FRAME = 0.195  # milsymbol's frame is 150 by 100 units
_PAPER = "#fffdf4"


@cache
def symbol(entity: str, echelon: str) -> str:
    """Return the drawing of a symbol, its frame's center at (100, 100), 150 wide, 100 high.

    ValueError where milsymbol knows no such entity.
    """
    drawn = Symbol(f"10031000{echelon}{entity}")
    if not drawn.is_valid():
        raise ValueError(f"milsymbol draws no {entity}")
    body = re.sub(r"^<svg[^>]*>|</svg>$", "", drawn.as_svg())
    body = body.replace("rgb(128,224,255)", _PAPER).replace('"Arial"', f'"{FONT}"')
    body = body.replace('stroke-width="4"', 'stroke-width="8"').replace(",40L", ",41L")
    body = re.sub(r",15(?=\")", ",24", body)  # a shorter echelon leaves room for a larger frame
    return body.replace('stroke-width="3"', 'stroke-width="8"').replace(" >", ">")


def definitions(style: Style, types: Collection[str]) -> str:
    """Return the definitions that counters of these types use: symbols, bodies, bands, marks."""
    out = []
    for name, kind in style.types.items():
        if name in types:
            out.append(_symbol_definition(name, kind))
    out.extend(_body(name, side) for name, side in style.sides.items())
    return "".join(out) + _mark_definitions()


def _symbol_definition(name: str, kind: TypeStyle) -> str:
    scale = f"scale({_FRAME}) translate(-100 -100)"
    return f'<g id="symbol-{name}" transform="{scale}">{symbol(kind.symbol, kind.echelon)}</g>'


def _shape(side: SideStyle, inset: float = 0.0) -> str:
    h = HALF - inset
    if side.corner == "cut":
        c = _CUT - inset * 0.6
        corners: list[Point] = [
            (-h + c, -h), (h - c, -h), (h, -h + c), (h, h - c),
            (h - c, h), (-h + c, h), (-h, h - c), (-h, -h + c),
        ]  # fmt: skip
        return polygon(corners)
    r = num(7.0 - inset)
    s = num(2 * h - 2 * (7.0 - inset))
    a = f"a{r} {r} 0 0 1"
    return (
        f"M{num(-h + 7.0 - inset)} {num(-h)}h{s}{a} {r} {r}v{s}{a} -{r} {r}h-{s}"
        f"{a} -{r} -{r}v-{s}{a} {r} -{r}z"
    )


def _band(side: SideStyle) -> str:
    h, top = HALF - 1.2, -HALF + BAND
    c = _CUT - 0.6 if side.corner == "cut" else 6.0
    if side.corner == "cut":
        ends = (f"L{num(-h)} {num(-h + c)}L{num(-h + c)} {num(-h)}", f"L{num(h)} {num(-h + c)}")
    else:
        r = num(c)
        ends = (
            f"V{num(-h + c)}A{r} {r} 0 0 1 {num(-h + c)} {num(-h)}",
            f"A{r} {r} 0 0 1 {num(h)} {num(-h + c)}",
        )
    return f"M{num(-h)} {num(top)}{ends[0]}H{num(h - c)}{ends[1]}V{num(top)}Z"


def _body(name: str, side: SideStyle) -> str:
    shape = _shape(side)
    body = path(shape, fill="#000000", fill_opacity=0.32, transform="translate(2 2.6)")
    body += path(shape, fill=side.fill, stroke=side.rim, stroke_width=2.2)
    if side.corner == "cut":
        body += path(
            _shape(side, 2.6), fill="none", stroke=side.ink, stroke_width=0.8, stroke_opacity=0.75
        )
    band = path(_band(side))
    seam = num(-HALF + BAND)
    band += path(f"M{num(-HALF + 1.2)} {seam}H{num(HALF - 1.2)}", stroke=side.rim, stroke_width=1)
    return f'<g id="body-{name}">{body}</g><g id="band-{name}">{band}</g>'


def counter(
    unit: Counter,
    style: Style,
    at: Point,
    scale: float = 1.0,
    about: str = "",
    interactive: bool = False,
) -> str:
    """Return one counter, its center at a point. `about` is its tooltip."""
    about = about or describe(unit, style, unit.place)
    where = f"translate({num(at[0])} {num(at[1])})"
    if scale != 1.0:
        where += f" scale({scale:.3g})"
    given = attrs(
        id=f"unit-{unit.id}",
        class_=f"unit {unit.side}" + "".join(f" {mark}" for mark in unit.marks),
        data_unit=unit.id,
        data_side=unit.side,
        data_place=unit.place,
        transform=where,
    )
    done = "moved" in unit.marks or "fought" in unit.marks
    return (
        f"<g{given}{described(about, interactive)}>{tooltip(about)}"
        f"{_face(style, unit.id, unit.side, unit.type, unit.name, unit.numbers)}"
        f"{_veil(style.sides[unit.side]) if done else ''}</g>"
    )


@lru_cache(maxsize=1024)
def _face(style: Style, unit: str, side: str, kind: str, name: str, numbers: str) -> str:
    """Return what is printed on a counter, the same wherever it lies."""
    color = style.formation_color(unit)
    ink = style.sides[side].ink
    large = width_of(numbers, 17, True) < 46
    return (
        f'<use href="#body-{side}"/><use href="#band-{side}" fill="{color}"/>'
        f"{words((0, -17.4), name, 10.5, bold=True, fill=ink_on(color), fit=COUNTER - 8)}"
        f'<use href="#symbol-{kind}" y="1.3"/>'
        f"{words((0, 24.0), numbers, 16.5 if large else 15, bold=True, fill=ink)}"
    )


@cache
def _veil(side: SideStyle) -> str:
    return path(_shape(side), fill="#6e6a60", fill_opacity=0.26, class_="veil")


def describe(unit: Counter, style: Style, place: str) -> str:
    """Return what a counter is, in words."""
    side, kind = style.sides[unit.side].label, style.types[unit.type]
    size = {"15": "company", "16": "battalion"}.get(kind.echelon, "unit")
    marks = f" ({', '.join(unit.marks)})" if unit.marks else ""
    return f"{unit.name}, {side}, {kind.label.lower()} {size}, {unit.numbers}, {place}{marks}"


def _mark_definitions() -> str:
    disc = '<circle r="8.2" stroke-width="1.6"'
    arrow = path("M-4.500 -1.200h4v-3.300l5 4.500l-5 4.500v-3.300h-4z", fill="#ffffff")
    cross = path("M-4 -4L4 4M4 -4L-4 4", stroke="#ffffff", stroke_width=2.6, stroke_linecap="round")
    burst = path(
        "M0 -9.500L2.600 -4.600L7.600 -6.600L5.600 -1.600L9.500 1L4.800 3.300L5.800 8.300"
        "L1.200 5.600L-2.600 9.200L-3.600 4.400L-8.800 4.600"
        "L-5.800 .6L-9.300 -3.200L-4.200 -3.600Z",
        fill="#f6b21b",
        stroke="#7d2114",
        stroke_width=1.3,
    )
    wing = path("M-5 0A5 5 0 0 1 5 0ZM-4.500 0L0 5.500L4.500 0", fill="#fff", stroke="#1f4e86")
    return (
        f'<g id="mark-moved">{disc} fill="#1d2a3a" stroke="#ffffff"/>{arrow}</g>'
        f'<g id="mark-fought">{disc} fill="#b3261e" stroke="#ffffff"/>{cross}</g>'
        f'<g id="mark-attacked">{burst}</g>'
        f'<g id="mark-bombarded">{burst}<circle r="2.6" fill="#7d2114"/></g>'
        f'<g id="mark-landed">{disc} fill="#8fbfd6" stroke="#ffffff"/>{wing}</g>'
    )


def marks(unit: Counter, at: Point, scale: float = 1.0) -> str:
    """Return the marks of what a unit has done, down the counter's right side."""
    out = []
    for k, mark in enumerate(unit.marks):
        x, y = at[0] + (HALF - 0.5) * scale, at[1] + (-5 + 16 * k) * scale
        given = attrs(href=f"#mark-{mark}", x=float(x), y=float(y), data_mark=mark)
        out.append(f"<use{given}{attrs(data_of=unit.id)}/>")
    return "".join(out)


def on_hex(center: Point, index: int = 0, total: int = 1) -> Point:
    """Return where a counter lies in its hex, the `index`-th of a stack from below."""
    off = 4.0 * (index - (total - 1) / 2)
    return center[0] + off, center[1] + COUNTER_DROP - off
