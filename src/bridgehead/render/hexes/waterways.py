"""Water and wadis along hexsides, each drawn as one course; bridges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bridgehead.core.maps.hexmap import Hexside
from bridgehead.render.hexes.geometry import SIDE, Ground, middle
from bridgehead.render.markup import Point, path, xy
from bridgehead.render.style import Style

# strokes from below: color, width, dashes
_LOOKS: dict[str, tuple[tuple[str, float, str | None], ...]] = {
    "canal": (
        ("#a98549", 23.0, None),
        ("#e0c88f", 20.0, None),
        ("#2f6f93", 15.5, None),
        ("#7fb3d0", 13.0, None),
        ("#bcdcea", 3.0, None),
    ),
    "channel": (
        ("#b9a06a", 12.5, None),
        ("#2f6f93", 10.0, None),
        ("#8fc1d8", 7.4, None),
    ),
    "arm": (
        ("#4d8a97", 15.0, None),
        ("#a9d0d6", 12.4, None),
    ),
    "wadi": (
        ("#8a6a3a", 9.6, None),
        ("#f0dfb4", 7.2, None),
        ("#2f7ba3", 2.8, "8 5"),
    ),
}
COURSES = tuple(_LOOKS)

Corner = tuple[int, int]  # a corner of a hex, known by its rounded place


def courses(ground: Ground, style: Style) -> list[str]:
    """Return every kind of hexside that is drawn as a course, the widest last."""
    out = []
    kinds = [kind for kind, look in style.hexsides.items() if look.drawn in COURSES]
    kinds.sort(key=lambda kind: _LOOKS[style.hexsides[kind].drawn][0][1])
    for kind in kinds:
        sides = ground.hexmap.hexsides.get(kind, frozenset())
        if sides:
            runs = [_to_the_frame(ground, run) for run in _runs(ground, sides)]
            d = "".join(_smooth(run) for run in runs)
            out.append(f'<g data-kind="{kind}">{course(d, style.hexsides[kind].drawn)}</g>')
    return out


def course(d: str, drawn: str) -> str:
    """Return a course along path data."""
    strokes = "".join(
        path(d, stroke=color, stroke_width=wide, stroke_dasharray=dashes)
        for color, wide, dashes in _LOOKS[drawn]
    )
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{strokes}</g>'


def _runs(ground: Ground, sides: Iterable[Hexside]) -> list[list[Point]]:
    """Return hexsides joined end to end, in as few runs as the branches allow."""
    at: dict[Corner, Point] = {}
    ways: dict[Corner, list[Corner]] = {}
    for a, b in sorted(sides):
        ends = ground.side(a, b)
        one, two = ((round(p[0]), round(p[1])) for p in ends)
        at.setdefault(one, ends[0])
        at.setdefault(two, ends[1])
        ways.setdefault(one, []).append(two)
        ways.setdefault(two, []).append(one)
    whole = {corner: tuple(others) for corner, others in ways.items()}
    runs = []
    while ways:
        # begin at an end where there is one, else at a branch, else anywhere on the ring
        here = min(ways, key=lambda c: (len(whole[c]) != 1, len(ways[c]) % 2 == 0, c))
        run = [here]
        while ways.get(here):
            back = run[-2] if len(run) > 1 else here
            ahead = min(ways[here], key=lambda to: _bend(at, back, here, to))
            for one, two in ((here, ahead), (ahead, here)):
                ways[one].remove(two)
                if not ways[one]:
                    del ways[one]
            run.append(ahead)
            here = ahead
        points = [at[corner] for corner in run]
        runs.append([*_joined(at, whole, run[1::-1]), *points, *_joined(at, whole, run[-2:])])
    return runs


def _joined(
    at: dict[Corner, Point], whole: dict[Corner, tuple[Corner, ...]], end: list[Corner]
) -> list[Point]:
    """Return where a run that ends at another one meets it, allowing for the rounded bend."""
    before, here = end
    others = [corner for corner in whole[here] if corner != before]
    if len(others) != 2:
        return []
    (x, y), (ax, ay), (bx, by) = at[here], at[others[0]], at[others[1]]
    return [((ax + bx + 4 * x) / 6, (ay + by + 4 * y) / 6)]


def _bend(at: dict[Corner, Point], back: Corner, here: Corner, to: Corner) -> float:
    """Return a measure of the bend at a branch: the main course goes straight on."""
    return -math.dist(at[back], at[to]) if back != here else 0.0


def _to_the_frame(ground: Ground, run: list[Point]) -> list[Point]:
    """Extend a course that ends at the map's edge beyond it."""
    frame = ground.frame

    def beyond(end: Point, before: Point) -> list[Point]:
        left, up = end[0] - frame.x, end[1] - frame.y
        near = min(left, up, frame.right - end[0], frame.bottom - end[1])
        if near > SIDE * 0.8:
            return []
        dx, dy = (end[0] - before[0]) / SIDE, (end[1] - before[1]) / SIDE
        return [(end[0] + dx * far, end[1] + dy * far) for far in (SIDE, 2 * SIDE)]

    return [*beyond(run[0], run[1])[::-1], *run, *beyond(run[-1], run[-2])]


def _smooth(run: Sequence[Point]) -> str:
    """Return an open curve along a run, with slightly rounded bends."""
    drawn_in = [
        tuple((a + 4 * b + c) / 6 for a, b, c in zip(before, here, after, strict=True))
        for before, here, after in zip(run, run[1:], run[2:], strict=False)
    ]
    run = [run[0], *((x, y) for x, y in drawn_in), run[-1]]
    out = [f"M{xy(run[0])}L{xy(middle(run[0], run[1]))}"]
    for point, after in pairwise(run[1:]):
        out.append(f"Q{xy(point)} {xy(middle(point, after))}")
    return "".join(out) + f"L{xy(run[-1])}"


def bridges(ground: Ground, style: Style) -> list[str]:
    """Return a bridge wherever a road (not a trail) crosses water or a wadi."""
    if not style.bridges:
        return []
    hexmap = ground.hexmap
    roads = {
        side
        for kind, look in style.paths.items()
        if not look.dashed and kind in hexmap.paths
        for side in hexmap.path_steps(kind)
    }
    out = []
    for kind, look in style.hexsides.items():
        if look.drawn == "hachures":
            continue
        for a, b in sorted(hexmap.hexsides.get(kind, frozenset()) & roads):
            out.append(bridge(*ground.side(a, b)))
    return out


def bridge(one: Point, two: Point) -> str:
    """Return a bridge over the middle of a hexside: two parapets with splayed ends."""
    x, y = middle(one, two)
    length = math.dist(one, two)
    ux, uy = (two[0] - one[0]) / length, (two[1] - one[1]) / length  # along the water
    vx, vy = -uy, ux  # along the road

    def at(along: float, road: float) -> str:
        return xy((x + ux * along + vx * road, y + uy * along + vy * road))

    d = "".join(
        f"M{at(9.5 * s, -13)}L{at(6 * s, -9)}L{at(6 * s, 9)}L{at(9.5 * s, 13)}" for s in (1, -1)
    )
    look = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return path(d, stroke="#fbf4df", stroke_width=5.4, **look) + path(
        d, stroke="#2b2118", stroke_width=2.6, **look
    )
