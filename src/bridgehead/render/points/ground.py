"""Geometry of the sheet: the theaters side by side, points, reserve areas, crossings."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from bridgehead.core.maps.pointmap import PointMap, Reserve, Route, Theater
from bridgehead.render.hexes.geometry import Box, Same
from bridgehead.render.markup import Point

BETWEEN = 36.0  # two theaters
BAND_HEAD = 38.0  # of a reserve area's name


class Ground:
    """The theaters in the picture; the first is at (0, 0), the others to its right."""

    def __init__(self, pointmap: PointMap, theaters: tuple[str, ...]) -> None:
        self.pointmap = pointmap
        self.sheets: list[tuple[Theater, Box]] = []
        x = 0.0
        for theater in pointmap.theaters:
            if theater.id in theaters:
                self.sheets.append((theater, Box(x, 0.0, theater.width, theater.height)))
                x += theater.width + BETWEEN
        self.frame = Box(0.0, 0.0, x - BETWEEN, max(box.height for _, box in self.sheets))
        self.box = {theater.id: box for theater, box in self.sheets}
        self.points = [p for p in pointmap.points if p.theater in self.box]
        self.routes = [r for r in pointmap.routes if r.theater in self.box]
        self.centers: dict[str, Point] = {
            p.id: self.moved(p.theater, (p.x, p.y)) for p in self.points
        }
        self.names = {
            p.id: p.name if not p.name.startswith("(") else p.id.replace("-", " ")
            for p in pointmap.points
        }
        self.names |= {r.id: r.name for r in pointmap.reserves}
        self.bands: list[tuple[Reserve, str, Box]] = []
        self.home: dict[str, Box] = {}  # of a reserve area: the band in which its counters lie
        for reserve in pointmap.reserves:
            for name, (x, y, wide, high) in reserve.rect.items():
                if name in self.box:
                    band = Box(x + self.box[name].x, y, wide, high)
                    self.bands.append((reserve, name, band))
                    self.home.setdefault(reserve.id, band)
                    middle = (band.x + wide / 2, band.y + high / 2)
                    self.centers.setdefault(reserve.id, middle)

    def moved(self, theater: str, at: Point) -> Point:
        """Return a point of a theater's canvas in sheet coordinates."""
        return at[0] + self.box[theater].x, at[1] + self.box[theater].y

    def sheet_of(self, place: str) -> Box:
        """Return the canvas that contains a place of the map."""
        x = self.centers[place][0]
        return next(box for _, box in self.sheets if box.x <= x <= box.right)

    def way_out(self, point: str, band: Box) -> Point:
        """Return where the path from an edge point meets a reserve area."""
        x, y = self.centers[point]
        return min(max(x, band.x), band.right), min(max(y, band.y), band.bottom)

    def crossing(self, route: Route) -> Point:
        """Return where a route crosses the drawn canal, or its midpoint if it does not."""
        a, b = self.centers[route.a], self.centers[route.b]
        for line in self.pointmap.scenery.get(route.theater, {}).get("canal", ()):
            for one, two in pairwise(line):
                found = _meet(a, b, self.moved(route.theater, tuple(one)),
                              self.moved(route.theater, tuple(two)))  # fmt: skip
                if found is not None:
                    return found
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _meet(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return the intersection of two line segments."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-9:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    if not (0 <= t <= 1 and 0 <= u <= 1):
        return None
    return a[0] + t * rx, a[1] + t * ry


@lru_cache(maxsize=16)
def _ground(same: Same[PointMap], theaters: tuple[str, ...]) -> Ground:
    return Ground(same.map, theaters)


def ground_of(pointmap: PointMap, theaters: tuple[str, ...]) -> Ground:
    """Return the ground of a map; cached."""
    return _ground(Same(pointmap), theaters)
