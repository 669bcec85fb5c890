"""The ground of the two theaters: land, water, mountains, lines, and the bands of reserve areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bridgehead.core.maps.pointmap import Theater
from bridgehead.render.hexes.geometry import Box, curve, rounded
from bridgehead.render.hexes.lettering import compass
from bridgehead.render.markup import Point, attrs, num, path, polygon, width_of, words, wrapped, xy
from bridgehead.render.points.ground import Ground
from bridgehead.render.points.look import Course, Lettering, PointStyle


def patterns() -> str:
    """Return the patterns of waves, dunes and hachures."""
    wave = path("M2 9q6 -6 12 0t12 0", fill="none", class_="ripple", stroke_width=1.3)
    wave += path("M22 25q6 -6 12 0t12 0", fill="none", class_="ripple", stroke_width=1.3)
    dots = "".join(
        f'<circle class="dot" cx="{x}" cy="{y}" r="1.1"/>'
        for x, y in ((3, 4), (15, 9), (8, 17), (22, 20), (19, 2), (2, 25))
    )
    strokes = path(
        "M4 14l5 -9l5 9M22 28l4 -7l4 7M30 10l4 -6l4 6", fill="none", class_="hachure",
        stroke_width=1.6, stroke_linejoin="round",
    )  # fmt: skip
    crops = path("M3 4h9M16 4h7M9 13h9M1 20h8M14 20h9", class_="reed", stroke_width=0.9,
                 stroke_opacity=0.55)  # fmt: skip
    return "".join(
        f'<pattern id="points-{name}" patternUnits="userSpaceOnUse" width="{size}" '
        f'height="{size}">{body}</pattern>'
        for name, size, body in (
            ("waves", 48, wave), ("dots", 28, dots), ("hachures", 42, strokes), ("crops", 25, crops)
        )
    )  # fmt: skip


def scenery(ground: Ground, look: PointStyle) -> str:
    """Return the ground of every theater in the picture, clipped to its canvas."""
    out = []
    for theater, box in ground.sheets:
        body = "".join(_theater(ground, look, theater))
        clip = f"points-clip-{theater.id}"
        out.append(
            f'<clipPath id="{clip}"><rect{_at(Box(0, 0, box.width, box.height))}/></clipPath>'
            f'<g data-theater="{theater.id}" transform="translate({xy((box.x, box.y))})" '
            f'clip-path="url(#{clip})">{body}</g>'
        )
    return "".join(out)


def _at(box: Box) -> str:
    return attrs(x=float(box.x), y=float(box.y), width=float(box.width), height=float(box.height))


def _points(given: Iterable[Sequence[Any]]) -> list[Point]:
    return [(float(x), float(y)) for x, y in given]


def _theater(ground: Ground, look: PointStyle, theater: Theater) -> list[str]:
    given = ground.pointmap.scenery.get(theater.id, {})
    whole = Box(0, 0, theater.width, theater.height)
    desert = look.ground.get(theater.id) == "desert"
    out = [f'<rect{_at(whole)} class="{"ground" if desert else "upland"}"/>']
    if desert:
        out.append(f'<rect{_at(whole)} fill="url(#points-dots)" fill-opacity=".55"/>')
    fills = {"farmland": "crops", "massif": "hachures", "lake": "waves", "dunes": "dots"}
    for shape in look.scenery:
        if shape.theater == theater.id:
            d = rounded(list(shape.shape))
            kind = "sea" if shape.kind == "lake" else shape.kind
            out.append(path(d, class_=kind, stroke_width=1.6 if kind == "sea" else 0))
            out.append(path(d, fill=f"url(#points-{fills[shape.kind]})"))
    out.extend(_water(_points(given[name]), whole) for name in given if name not in look.courses)
    for name, course in look.courses.items():
        out.extend(_course(line, course) for line in _lines(given.get(name, [])))
    if theater.id in look.compass:
        rose = compass(look.compass[theater.id]).replace(" id=", " class=")
        out.append(f'<g opacity=".8">{rose}</g>')
    out.extend(_lettered(label) for label in look.labels if label.theater == theater.id)
    return out


def _water(outline: list[Point], whole: Box) -> str:
    """Return a sea or lake; a corner of the canvas that it covers is not rounded."""
    corner = any(x in (0, whole.width) and y in (0, whole.height) for x, y in outline)
    d = polygon(outline) if corner else rounded(outline)
    shape = path(d, class_="sea", stroke_width=2.4, stroke_linejoin="round")
    return shape + path(d, fill="url(#points-waves)")


def _lines(given: Sequence[Any]) -> list[list[Point]]:
    """Return the lines of a course, which may be one line or a list."""
    if not given:
        return []
    several = isinstance(given[0][0], (list, tuple))
    return [_points(line) for line in (given if several else [given])]


def _course(line: list[Point], look: Course) -> str:
    d = curve(line)
    return _band(d, look.width) if look.drawn == "channel" else _border(d, look.width)


def _band(d: str, wide: float) -> str:
    """Return a watercourse: banks, water, a highlight in the middle."""
    common = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return (
        path(d, class_="bank", stroke_width=wide, **common)
        + path(d, class_="channel", stroke_width=wide * 0.76, **common)
        + path(d, class_="glint", stroke_width=max(wide * 0.07, 1.2), stroke_opacity=0.8, **common)
    )


def _border(d: str, wide: float) -> str:
    """Return a line of demarcation."""
    look = {"fill": "none", "stroke_linejoin": "round"}
    return path(d, class_="halo-line", stroke_width=wide * 2, stroke_opacity=0.6, **look) + path(
        d, class_="border", stroke_width=wide, stroke_dasharray="22 11", **look
    )


def _lettered(label: Lettering) -> str:
    at = (label.x, label.y)
    turn = attrs(transform=f"rotate({num(label.turned)} {xy(at)})") if label.turned else ""
    halo = label.kind in ("canal", "line")
    turn += attrs(
        class_="on-canal" if label.kind == "canal" else label.kind,
        font_style="italic" if label.kind in ("water", "canal") else None,
        opacity=0.55 if label.kind == "land" else None,
        stroke_width=4 if halo else None,
        paint_order="stroke" if halo else None,
        stroke_linejoin="round" if halo else None,
    )
    spaced = label.size * (0.42 if label.kind == "land" else 0.22)
    text = label.text.upper()
    return words(at, text, label.size, bold=halo, spacing=round(spaced, 1), extra=turn)


def ways_out(ground: Ground) -> str:
    """Return the paths from edge points into reserve areas, as arrows in both directions."""
    out = []
    for reserve, theater, band in ground.bands:
        for point in reserve.edges.get(theater, ()):
            one, two = ground.centers[point], ground.way_out(point, band)
            d = f"M{xy(one)}L{xy(two)}"
            out.append(path(d, class_="road-edge", stroke_width=7.5, stroke_dasharray="11 5"))
            out.append(path(d, class_="road", stroke_width=4, stroke_dasharray="9 7"))
    return f'<g data-kind="edge">{"".join(out)}</g>'


def bands(ground: Ground, look: PointStyle) -> str:
    """Return the bands of the reserve areas with their names."""
    out = []
    for reserve, theater, band in ground.bands:
        tint = look.style.sides[reserve.side].tint
        body = f'<rect{_at(band)} rx="7" class="band" stroke-width="2"/>'
        inner = Box(band.x + 3, band.y + 3, band.width - 6, band.height - 6)
        body += f'<rect{_at(inner)} rx="5" fill="{tint}" fill-opacity=".13" stroke="{tint}"/>'
        name = reserve.name.upper()
        ink = ' class="ink"'
        if band.width > band.height:
            lines = wrapped(name, 13, 70, bold=True)
            top = band.y + band.height / 2 - 8 * (len(lines) - 1) + 4
            for k, line in enumerate(lines):
                at = (band.x + 12, top + 16 * k)
                body += words(at, line, 13, bold=True, anchor="start", extra=ink)
        else:
            for k, line in enumerate(name.split()):
                size = min(13.0, 13.0 * (band.width - 10) / width_of(line, 13, True))
                at = (band.x + band.width / 2, band.y + 17 + 14 * k)
                body += words(at, line, size, bold=True, extra=ink)
        if ground.home[reserve.id] is not band:
            body += _elsewhere(band)
        out.append(f'<g data-band="{reserve.id}" data-theater="{theater}">{body}</g>')
    return "".join(out)


def _elsewhere(band: Box) -> str:
    """Draw a note that an area's counters are shown in the other theater's band."""
    at = (band.x + band.width / 2, band.y + band.height / 2)
    turn = attrs(transform=f"rotate(-90 {xy(at)})", class_="muted")
    return words(at, "counters: in the band of the other map", 15, extra=turn)
