"""Counters of titles with points: bodies and symbols as in hex titles, but different faces."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.render.hexes import counters as art
from bridgehead.render.hexes.geometry import COUNTER
from bridgehead.render.markup import (
    Point,
    attrs,
    described,
    ink_on,
    num,
    path,
    tooltip,
    width_of,
    words,
    xy,
)
from bridgehead.render.points.look import PointStyle
from bridgehead.render.points.scene import Piece
from bridgehead.render.style import in_sentence

_LARGER = 1.06  # than in hex titles: the points leave room
_SIZES = {"ii": "battalion", "iii": "regiment", "x": "brigade", "xx": "division", "xxxx": "army"}
_WING = "M-7.5 -2.5Q-3 -5.5 0 0Q3 -5.5 7.5 -2.5Q3.5 -1.5 0 4.5Q-3.5 -1.5 -7.5 -2.5Z"
_ELITE = "M0 -6L1.6 -1.9L6 -1.9L2.5 .8L3.8 5L0 2.5L-3.8 5L-2.5 .8L-6 -1.9L-1.6 -1.9Z"


def definitions(look: PointStyle, kinds: frozenset[art.Kind]) -> str:
    """Return the definitions for counters of these kinds."""
    return art.definitions(look.style, kinds)


def kind_of(piece: Piece) -> art.Kind:
    """Return the properties that a counter's symbol depends on."""
    return piece.type, piece.size


@lru_cache(maxsize=8192)  # from position to position few are drawn otherwise
def piece(
    unit: Piece,
    look: PointStyle,
    at: Point,
    scale: float,
    where: str,
    interactive: bool = False,
    on_map: bool = True,
) -> str:
    """Return a counter with its center at a point; `where` is its place in words."""
    about = describe(unit, look, where)
    given = art.placed(unit, at, scale, unit.place if on_map else None)
    return (
        f"<g{given}{described(about, interactive)}>{tooltip(about)}{face_of(unit, look)}"
        f"{_veil() if unit.marks else ''}</g>"
    )


def face_of(unit: Piece, look: PointStyle) -> str:
    """Draw the face of a counter."""
    bits = (unit.elite, unit.airmobile, unit.back)
    numbers = (unit.strength, unit.bracket, unit.hq)
    return _face(look, unit.group, kind_of(unit), unit.short, numbers, bits)


@lru_cache(maxsize=2048)
def _face(
    look: PointStyle,
    group: str,
    kind: art.Kind,
    short: str,
    numbers: tuple[int, int | None, int | None],
    bits: tuple[bool, bool, bool],
) -> str:
    colors = look.style.groups[group]
    band = colors.band or colors.fill
    ink = ink_on(band)
    strength, bracket, hq = numbers
    out = [
        f'<use href="#body-group-{group}"/><use href="#band-group-{group}" fill="{band}"/>',
        words((0, -17.2), short, 12, bold=True, fill=ink, fit=COUNTER - 7),
        f'<use href="#{art.symbol_name(kind)}" transform="translate(0 2.6) scale({_LARGER})"/>',
    ]
    if kind[0] in look.letters:
        out.append(words((0, 7.0), look.letters[kind[0]], 12, bold=True, fill="#1a1a1a", fit=26))
    elite, airmobile, back = bits
    if hq is not None:
        out.append(words((-10, 25.0), str(strength), 16, bold=True, fill=colors.ink))
        out.append(
            '<circle cx="10" cy="19.200" r="7.300" fill="#fffdf4" stroke="#1a1a1a" '
            'stroke-width="1.600"/>'
        )
        out.append(words((10, 23.9), str(hq), 13, bold=True, fill="#1a1a1a"))
        return "".join(out)
    x = (3.0 if elite else 0.0) - (3.0 if airmobile or back else 0.0)
    if bracket is None:
        out.append(words((x, 25.0), str(strength), 16, bold=True, fill=colors.ink))
    else:
        left = -(width_of(str(strength), 16, True) + 4 + width_of(f"[{bracket}]", 14, True)) / 2
        out.append(words((left, 25.0), str(strength), 16, bold=True, anchor="start",
                         fill=colors.ink))  # fmt: skip
        out.append(words((-left, 24.0), f"[{bracket}]", 14, bold=True, anchor="end",
                         fill=colors.ink))  # fmt: skip
    if elite:
        out.append(_set(path(_ELITE, fill="#ffd23e", stroke="#5a3d00"), (-18.5, 18.5)))
    if airmobile:
        out.append(_set(path(_WING, fill="#fffdf4", stroke="#1a1a1a"), (17.5, 19.0)))
    if back:
        out.append(words((18, 23.5), "CA", 11, bold=True, fill=colors.ink))
    return "".join(out)


def _set(drawn: str, at: Point) -> str:
    return f'<g transform="translate({xy(at)})">{drawn}</g>'


def _veil() -> str:
    h = COUNTER / 2
    return (
        f'<rect class="veil" x="{num(-h)}" y="{num(-h)}" width="{num(2 * h)}" '
        f'height="{num(2 * h)}" rx="6" fill="#6e6a60" fill-opacity=".3"/>'
    )


def describe(unit: Piece, look: PointStyle, where: str) -> str:
    """Return a description of a counter."""
    kind = in_sentence(look.style.types[unit.type])
    size = _SIZES.get(unit.size, "")
    label = look.style.groups[unit.group].label
    told = [unit.name, label, f"{kind} {size}".strip(), f"strength {unit.strength}"]
    if unit.bracket is not None:
        told[-1] += f" [{unit.bracket}]"
    if unit.hq is not None:
        told.append(f"headquarters {unit.hq}")
    told += [word for word, on in (("elite", unit.elite), ("airmobile", unit.airmobile)) if on]
    if unit.back:
        told.append("combined arms")
    marks = f" ({', '.join(unit.marks)})" if unit.marks else ""
    return ", ".join([*told, where]) + marks


@lru_cache(maxsize=2048)
def hidden(
    side: str, count: int, look: PointStyle, place: str, where: str, at: Point, scale: float,
    interactive: bool = False,
) -> str:  # fmt: skip
    """Return counters that are face down: the color of their side and their number."""
    colors = look.style.sides[side]
    word = "counter" if count == 1 else "counters"
    about = f"{colors.label}, {count} hidden {word}, {where}"
    given = attrs(
        class_=f"face-down {side}",
        data_hex=place,
        data_hidden=side,
        data_count=count,
        transform=f"translate({num(at[0])} {num(at[1])}) scale({scale:.3g})",
    )
    under = f'<use href="#body-{side}" x="5" y="-5"/>' if count > 1 else ""
    body = (
        f'{under}<use href="#body-{side}"/>'
        f'<circle r="19" fill="none" stroke="{colors.rim}" stroke-width="1.600" '
        f'stroke-dasharray="4 3"/>{words((0, 12), "?", 34, bold=True, fill=colors.ink)}'
    )
    badge = count_badge(count, colors.rim, (COUNTER / 2 - 1, -COUNTER / 2 + 1)) if count > 1 else ""
    return f"<g{given}{described(about, interactive)}>{tooltip(about)}{body}{badge}</g>"


@lru_cache(maxsize=2048)
def count_badge(count: int, color: str, at: Point, size: float = 9.5) -> str:
    """Return a disc with a number."""
    text = (at[0], at[1] + size / 2)
    return (
        f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="{num(size)}" fill="{color}" '
        f'stroke="#fffdf4" stroke-width="1.800"/>'
        f"{words(text, str(count), size * 1.4, bold=True, fill=ink_on(color), fit=size * 1.6)}"
    )


def marks(unit: Piece, at: Point, scale: float) -> str:
    """Return marks for what a counter has done, at its right side."""
    out = []
    for k, mark in enumerate(unit.marks):
        x, y = at[0] + (art.HALF - 2) * scale, at[1] + (2 + 15 * k) * scale
        turn = f"translate({xy((x, y))}) scale({scale * 0.9:.3g})"
        given = attrs(href=f"#mark-{mark}", transform=turn, data_mark=mark, data_of=unit.id)
        out.append(f"<use{given}/>")
    return "".join(out)
