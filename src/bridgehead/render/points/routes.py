"""Routes between points by kind, and the bridges along them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from bridgehead.core.maps.pointmap import Route
from bridgehead.render.markup import Point, num, path, xy
from bridgehead.render.points.ground import Ground
from bridgehead.render.points.look import PointStyle


def routes(ground: Ground, look: PointStyle) -> str:
    """Return all routes: first the edges, then the lines inside, so that they join."""
    out = []
    for kind, style in look.style.paths.items():
        lines = [route for route in ground.routes if route.kind == kind]
        d = "".join(
            f"M{xy(ground.centers[route.a])}L{xy(ground.centers[route.b])}" for route in lines
        )
        if d:
            out.append(f'<g data-path="{kind}" fill="none">{stroked(d, style.drawn)}</g>')
    return "".join(out)


def stroked(d: str, drawn: str) -> str:
    """Return a route that is drawn in this way along path data."""
    if drawn == "road":
        return path(d, class_="road-edge", stroke_width=8.5, stroke_linecap="round") + path(
            d, class_="road", stroke_width=5, stroke_linecap="round"
        )
    if drawn == "boats":
        return path(d, class_="ferry-ground", stroke_width=10) + path(
            d, class_="ferry", stroke_width=9, stroke_dasharray="3.500 5"
        )
    dashes = "13 8" if drawn == "dashes" else "3 9"
    return path(d, class_="ferry-ground", stroke_width=7, stroke_opacity=0.75) + path(
        d, class_="ferry", stroke_width=4.4, stroke_dasharray=dashes,
        stroke_linecap="round" if drawn == "dots" else None,
    )  # fmt: skip


def bridges(ground: Ground, look: PointStyle, given: Mapping[str, str]) -> list[str]:
    """Return the bridges: `given` maps one of its ends to the bridge's owner."""
    out = []
    for point, owner in given.items():
        route = _bridged_route(ground, look, point)
        if route is not None and owner in look.style.sides:
            at = ground.crossing(route)
            a, b = ground.centers[route.a], ground.centers[route.b]
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            body = bridge(look.style.sides[owner].tint)
            place = f"translate({xy(at)}) rotate({num(turn)})"
            out.append(f'<g transform="{place}" data-bridge="{point}" data-of="{owner}">{body}</g>')
    return out


def bridge(color: str) -> str:
    """Return a pontoon bridge along the x axis, with rails in its owner's color."""
    boats = "".join(
        f'<rect x="{x}" y="-15" width="8" height="30" rx="4" fill="#5b5148" stroke="#241d15"/>'
        for x in (-27, -15, -4, 7, 19)
    )
    deck = '<rect x="-38" y="-8.500" width="76" height="17" fill="#f7e3b0" stroke="#241d15"/>'
    planks = path("M-30 -7v14M-22 -7v14M-14 -7v14M-6 -7v14M2 -7v14M10 -7v14M18 -7v14M26 -7v14",
                  stroke="#8a6a3a", stroke_width=1.2)  # fmt: skip
    rails = path("M-40 -9H40M-40 9H40", stroke=color, stroke_width=4.6, stroke_linecap="round")
    return boats + deck + planks + rails


def _bridged_route(ground: Ground, look: PointStyle, point: str) -> Route | None:
    for route in ground.routes:
        if look.style.paths[route.kind].bridged and point in (route.a, route.b):
            return route
    return None


def way(points: list[Point], short: float) -> str:
    """Return the path data from point to point, ending `short` units before the last center."""
    if len(points) < 2:
        return ""
    (ax, ay), (bx, by) = points[-2:]
    far = math.hypot(bx - ax, by - ay) or 1.0
    stop = (bx - (bx - ax) / far * short, by - (by - ay) / far * short)
    return "M" + "L".join(xy(p) for p in [*points[:-1], stop])
