"""Counters: NATO symbols by milsymbol (each drawn once), and the text printed around them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import Any

from milsymbol import Symbol

from bridgehead.render.hexes.geometry import COUNTER, COUNTER_DROP
from bridgehead.render.hexes.scene import Counter
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
    xy,
)
from bridgehead.render.style import SideStyle, Style, TypeStyle, in_sentence

HALF = COUNTER / 2
BAND = 12.2  # the height of the formation's band
_CUT = 8.0  # how much is cut off the corners of a "cut" counter
_FRAME = 0.195  # milsymbol's frame is 150 by 100 units
_PAPER = "#fffdf4"
_CORNERS = ((-20.4, 1.0), (20.4, 1.0), (-18.8, 23.4), (18.0, 23.4))  # of four numbers
SIZES = {  # echelons of MIL-STD-2525D
    "14": "platoon", "15": "company", "16": "battalion", "17": "regiment", "18": "brigade",
    "21": "division", "23": "army",
}  # fmt: skip


@cache
def symbol(entity: str, echelon: str) -> str:
    """Return the drawing of a symbol, 150 wide and 100 high, with its frame's center at (100, 100).

    ValueError if milsymbol knows no such entity.
    """
    drawn = Symbol(f"10031000{echelon}{entity}")
    if not drawn.is_valid():
        raise ValueError(f"milsymbol draws no {entity}")
    body = re.sub(r"^<svg[^>]*>|</svg>$", "", drawn.as_svg())
    body = body.replace("rgb(128,224,255)", _PAPER).replace('"Arial"', f'"{FONT}"')
    body = body.replace('stroke-width="4"', 'stroke-width="8"').replace(",40L", ",41L")
    body = re.sub(r",15(?=\")", ",24", body)  # a shorter echelon leaves room for a larger frame
    return body.replace('stroke-width="3"', 'stroke-width="8"').replace(" >", ">")


Kind = tuple[str, str]  # a unit's type and size


def kinds(counters: Iterable[Counter]) -> frozenset[Kind]:
    """Return the types and sizes of these counters; each pair needs one symbol."""
    return frozenset((unit.type, unit.size) for unit in counters)


def symbol_name(kind: Kind) -> str:
    """Return the id of a symbol's definition."""
    return "symbol-" + "-".join(filter(None, kind))


def definitions(style: Style, kinds: Collection[Kind]) -> str:
    """Return the definitions for counters of these kinds: symbols, bodies, bands, marks."""
    out = []
    for name, type_ in style.types.items():
        for kind in sorted(kind for kind in kinds if kind[0] == name):
            out.append(_symbol_definition(kind, type_, style.sizes.get(kind[1], type_.echelon)))
    out.extend(_body(name, side) for name, side in style.sides.items())
    out.extend(_body(f"group-{name}", look_of(style, name)) for name in style.groups)
    return "".join(out) + _mark_definitions()


def look_of(style: Style, group: str) -> SideStyle:
    """Return the look of a group's counters: colors and the shape of the corners."""
    given = style.groups[group]
    side = next((s for name, s in style.sides.items() if ("side", name) in given.of), None)
    corner = side.corner if side else "round"
    return SideStyle(given.label, given.fill, given.ink, given.rim, given.fill, corner)


def _symbol_definition(kind: Kind, type_: TypeStyle, echelon: str) -> str:
    scale = f"scale({_FRAME}) translate(-100 -100)"
    drawn = symbol(type_.symbol, echelon) + _at_the_foot(type_)
    return f'<g id="{symbol_name(kind)}" transform="{scale}">{drawn}</g>'


def _at_the_foot(type_: TypeStyle) -> str:
    """Return an addition to a symbol, in the symbol's own units: the frame ends at (175, 150)."""
    line = {"fill": "none", "stroke": "#000000", "stroke_width": 6}
    if type_.letters:
        return words((100, 145), type_.letters, 36, bold=True, fill="#000000", fit=64)
    if type_.glyph == "waves":
        return path("M50 134q12.500 -15 25 0t25 0t25 0t25 0", **line)
    if type_.glyph == "missile":
        return path("M86 143V117a14 16 0 0 1 28 0V143M100 104V143", **line)
    return ""


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


def placed(unit: Any, at: Point, scale: float, on: str | None = None) -> str:
    """Return the attributes of a unit of any title; `on` is its place on the map."""
    where = f"translate({num(at[0])} {num(at[1])})"
    if scale != 1.0:
        where += f" scale({scale:.3g})"
    return attrs(
        id=f"unit-{unit.id}",
        class_=f"unit {unit.side}" + "".join(f" {mark}" for mark in unit.marks),
        data_unit=unit.id,
        data_side=unit.side,
        data_place=unit.place,
        data_hex=on,
        transform=where,
    )


@lru_cache(maxsize=4096)
def counter(
    unit: Counter,
    style: Style,
    at: Point,
    scale: float = 1.0,
    about: str = "",
    interactive: bool = False,
) -> str:
    """Return a counter with its center at a point. `about` is its tooltip."""
    about = about or describe(unit, style, unit.place)
    done = "moved" in unit.marks or "fought" in unit.marks
    return (
        f"<g{placed(unit, at, scale)}{described(about, interactive)}>{tooltip(about)}"
        f"{_face(style, unit) if unit.group else _plain_face(style, unit)}"
        f"{_veil(style.sides[unit.side]) if done else ''}</g>"
    )


def _plain_face(style: Style, unit: Counter) -> str:
    kind = unit.type, unit.size
    return _side_face(style, unit.id, unit.side, kind, unit.name, unit.numbers, unit.corners)


def _face(style: Style, unit: Counter) -> str:
    kind = unit.type, unit.size
    return _group_face(style, unit.group, kind, unit.name, unit.numbers, unit.corners)


def sample(style: Style, group: str, kind: Kind, numbers: str, corners: tuple[str, ...]) -> str:
    """Return a counter without a name, for the legend."""
    return _group_face(style, group, kind, "", numbers, corners)


@lru_cache(maxsize=1024)
def _group_face(
    style: Style, name: str, kind: Kind, text: str, numbers: str, corners: tuple[str, ...]
) -> str:
    """Draw the face of a counter in the colors of its nation or division."""
    group = style.groups[name]
    band = group.band or group.fill
    ink = ink_on(band) if group.band else group.ink
    out = [
        f'<use href="#body-group-{name}"/><use href="#band-group-{name}" fill="{band}"/>',
        words((0, -17.2), text, 11.5, bold=True, fill=ink, fit=COUNTER - 7),
        f'<use href="#{symbol_name(kind)}" y="1.3"/>',
    ]
    for number, at in zip(corners, _CORNERS, strict=False):
        out.append(words(at, number, 13, bold=True, fill=group.ink))
    if numbers:
        out.append(words((0, 24.0), numbers, 16.5, bold=True, fill=group.ink))
    return "".join(out)


@lru_cache(maxsize=1024)
def _side_face(
    style: Style, unit: str, side: str, kind: Kind, name: str, numbers: str,
    corners: tuple[str, ...],
) -> str:  # fmt: skip
    """Draw the face of a counter, which is the same everywhere."""
    color = style.formation_color(unit)
    ink = style.sides[side].ink
    large = width_of(numbers, 17, True) < 46
    values = [words((0, 24.0), numbers, 16.5 if large else 15, bold=True, fill=ink)]
    if corners:
        placed = zip(corners, _CORNERS, strict=False)
        values = [words(at, number, 13, bold=True, fill=ink) for number, at in placed]
    return (
        f'<use href="#body-{side}"/><use href="#band-{side}" fill="{color}"/>'
        f"{words((0, -17.4), name, 10.5, bold=True, fill=ink_on(color), fit=COUNTER - 8)}"
        f'<use href="#{symbol_name(kind)}" y="1.3"/>{"".join(values)}'
    )


@cache
def _veil(side: SideStyle) -> str:
    return path(_shape(side), fill="#6e6a60", fill_opacity=0.26, class_="veil")


def describe(unit: Counter, style: Style, place: str) -> str:
    """Return a description of a counter."""
    side, kind = style.sides[unit.side].label, style.types[unit.type]
    size = unit.size or SIZES.get(kind.echelon, "unit")
    marks = f" ({', '.join(unit.marks)})" if unit.marks else ""
    if unit.group and style.groups[unit.group].label:
        side = f"{side}, {style.groups[unit.group].label}"
    numbers = unit.numbers
    if unit.corners:
        numbers = corners_told(unit, style)
    elif style.numbers == "strength":
        numbers = f"strength {numbers}"
    return f"{unit.name}, {side}, {in_sentence(kind)} {size}, {numbers}, {place}{marks}"


def corners_told(unit: Counter, style: Style) -> str:
    """Return the four numbers of a counter with their names: "barrage 2, FPF 1"."""
    named = zip(style.corners, unit.corners, strict=False)
    return ", ".join(f"{corner.short} {number}" for corner, number in named)


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


def marks(unit: Counter, at: Point, scale: float = 1.0, smaller: bool = False) -> str:
    """Return marks for what a unit has done, down the counter's right side.

    With `smaller` they shrink with the counter.
    """
    out = []
    for k, mark in enumerate(unit.marks):
        x, y = at[0] + (HALF - 0.5) * scale, at[1] + (-5 + 16 * k) * scale
        if smaller and scale < 1:
            turn = f"translate({xy((x, y))}) scale({scale:.3g})"
            given = attrs(href=f"#mark-{mark}", transform=turn, data_mark=mark)
        else:
            given = attrs(href=f"#mark-{mark}", x=float(x), y=float(y), data_mark=mark)
        out.append(f"<use{given}{attrs(data_of=unit.id)}/>")
    return "".join(out)


def beside(center: Point, index: int, total: int) -> tuple[Point, float]:
    """Return position and scale of one of several counters side by side in a hex."""
    x, y = center[0], center[1] + COUNTER_DROP
    if total == 1:
        return (x, y), 1.0
    if total == 2:
        return (x + (-20.6, 20.6)[index], y + (4.5, -4.5)[index]), 0.74
    columns = 2 if total <= 4 else 3
    rows = -(-total // columns)
    scale = min(1.36 / columns, 1.2 / rows)
    step = COUNTER * scale + 1.4
    across, down = index % columns, index // columns
    in_row = min(columns, total - down * columns)
    at = (x + step * (across - (in_row - 1) / 2), y + step * (down - (rows - 1) / 2))
    return at, scale


def on_hex(center: Point, index: int = 0, total: int = 1) -> Point:
    """Return the position of a counter in a stack, counted from below."""
    off = 4.0 * (index - (total - 1) / 2)
    return center[0] + off, center[1] + COUNTER_DROP - off
