"""The layout of a theater on a sheet of characters: points and the routes between them.

The sheet follows the coordinates of the map file; points that would overlap are moved apart by a
few characters. Each point is a cell two lines high: its name, and its units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from bridgehead.core.maps.pointmap import PointMap, Route
from bridgehead.terminal.screen import palette

HEIGHT = 2  # lines of a cell
BAND = 2  # characters of a reserve area's strip at the edge of the sheet
EDGE = 1  # free characters around the points
_TRIES = 60  # rounds in which points are moved apart

Spot = tuple[int, int]  # column and row


@dataclass(frozen=True)
class Zoom:
    """The scale of the map: characters of a cell, map units for a column and for a row."""

    said: str
    cell: int
    across: float
    down: float


ZOOMS = (Zoom("the map", 9, 16.3, 40.0), Zoom("a large map", 17, 9.2, 34.0))
NORMAL, LARGE = ZOOMS


@dataclass(frozen=True)
class Way:
    """A route on the sheet: its kind, its two ends, and a character for each cell it crosses."""

    kind: str
    ends: tuple[str, str]
    steps: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class TheaterSheet:
    """A theater as a sheet: the upper left corners of all cells, routes, waters, lines, bands."""

    theater: str
    zoom: Zoom
    width: int
    height: int
    cells: Mapping[str, Spot]
    ways: tuple[Way, ...]
    water: frozenset[Spot] = frozenset()
    canal: frozenset[Spot] = frozenset()
    border: frozenset[Spot] = frozenset()
    bands: Mapping[str, frozenset[Spot]] = field(default_factory=dict)

    def center(self, place: str) -> Spot:
        """Return the middle of a cell."""
        x, y = self.cells[place]
        return x + self.zoom.cell // 2, y

    def place_at(self, x: int, y: int) -> str | None:
        """Return the point or reserve area at a character, None between them."""
        for place, (left, top) in self.cells.items():
            if left <= x < left + self.zoom.cell and top <= y < top + HEIGHT:
                return place
        return next((place for place, spots in self.bands.items() if (x, y) in spots), None)

    def beside(self, place: str, across: int, down: int) -> str | None:
        """Return the nearest place in a direction, None if there is none."""
        x, y = self.center(place)
        found: list[tuple[float, str]] = []
        for other in self.cells:
            dx, dy = self.center(other)[0] - x, 2 * (self.center(other)[1] - y)
            ahead, aside = (dx * across, abs(dy)) if across else (dy * down, abs(dx))
            if other != place and ahead > 0 and aside <= 2 * ahead:
                found.append((ahead + 2 * aside, other))
        return min(found)[1] if found else None


def theaters_of(pointmap: PointMap, place: str) -> tuple[str, ...]:
    """Return the theaters that contain a place; none for an unknown place."""
    for point in pointmap.points:
        if point.id == place:
            return (point.theater,)
    for reserve in pointmap.reserves:
        if reserve.id == place:
            return tuple(reserve.edges)
    return ()


_sheets: dict[tuple[str, str, Zoom], TheaterSheet] = {}


def sheet_of(
    pointmap: PointMap, theater: str, zoom: Zoom = NORMAL, courses: Mapping[str, str] | None = None
) -> TheaterSheet:
    """Return the sheet of a theater; it is made once.

    `courses` are the lines in the map file's scenery: name -> "channel" or "border".
    """
    key = (pointmap.digest, theater, zoom)
    if key not in _sheets:
        _sheets[key] = _Surveyor(pointmap, theater, zoom, courses or {}).sheet()
    return _sheets[key]


class _Surveyor:
    """Makes one sheet."""

    def __init__(
        self, pointmap: PointMap, theater: str, zoom: Zoom, courses: Mapping[str, str]
    ) -> None:
        self.map, self.theater, self.zoom, self.courses = pointmap, theater, zoom, courses
        self.points = [point for point in pointmap.points if point.theater == theater]
        self.left = min(point.x for point in self.points)
        self.top = min(point.y for point in self.points)
        self.shift = (0, 0)  # by which everything was moved when the points were moved apart

    def sheet(self) -> TheaterSheet:
        cells = self._spread()
        width = max(x for x, _ in cells.values()) + self.zoom.cell + EDGE + BAND
        height = max(y for _, y in cells.values()) + HEIGHT + 1
        bands = self._bands(width, height)
        cells |= self._reserves(cells, bands, width, height)
        water, canal, border = self._scenery(width, height)
        return TheaterSheet(self.theater, self.zoom, width, height, cells,
                     tuple(self._ways(cells, bands)), water, canal, border, bands)  # fmt: skip

    def _column(self, x: float) -> int:
        return BAND + EDGE + self.shift[0] + round((x - self.left) / self.zoom.across)

    def _row(self, y: float) -> int:
        return 2 + self.shift[1] + round((y - self.top) / self.zoom.down)

    def _spread(self) -> dict[str, Spot]:
        """Return the cells of the points, moved apart if they would touch."""
        spots = {p.id: [self._column(p.x), self._row(p.y)] for p in self.points}
        ids = list(spots)
        for _ in range(_TRIES):
            calm = True
            for k, a in enumerate(ids):
                for b in ids[:k]:
                    calm = not self._part(spots[a], spots[b]) and calm
            if calm:
                break
        least = min(x for x, _ in spots.values()) - (BAND + EDGE)
        highest = min(y for _, y in spots.values()) - 2
        self.shift = (-least, -highest)
        return {id_: (x - least, y - highest) for id_, (x, y) in spots.items()}

    def _part(self, a: list[int], b: list[int]) -> bool:
        """Move two cells apart by one character; return whether that was needed."""
        dx, dy = a[0] - b[0], a[1] - b[1]
        if abs(dx) > self.zoom.cell or abs(dy) >= HEIGHT:
            return False
        if abs(dx) > self.zoom.cell // 2 or dy == 0:
            first, second = (a, b) if dx < 0 else (b, a)
            first[0] -= 1
            if abs(dx) < self.zoom.cell:
                second[0] += 1
        else:
            (a if dy > 0 else b)[1] += 1
        return True

    # Reserve areas

    def _bands(self, width: int, height: int) -> dict[str, frozenset[Spot]]:
        """Return the strips of the reserve areas, at the edges nearest to their places."""
        found = {}
        for reserve in self.map.reserves:
            if self.theater not in reserve.rect:
                continue
            x, y, wide, high = reserve.rect[self.theater]
            if high >= wide:
                rows = range(max(0, self._row(y)), min(height, self._row(y + high)))
                start = 0 if x < self.left else width - BAND
                spots = {(column, row) for column in range(start, start + BAND) for row in rows}
            else:
                columns = range(max(0, self._column(x)), min(width, self._column(x + wide)))
                row = 0 if y < self.top else height - 1
                spots = {(column, row) for column in columns}
            found[reserve.id] = frozenset(spots)
        return found

    def _reserves(
        self, cells: Mapping[str, Spot], bands: Mapping[str, frozenset[Spot]], width: int,
        height: int,
    ) -> dict[str, Spot]:  # fmt: skip
        """Return a cell for each reserve area, beside its strip if there is room."""
        found: dict[str, Spot] = {}
        for reserve, spots in bands.items():
            columns = sorted({x for x, _ in spots})
            rows = sorted({y for _, y in spots})
            if len(rows) > 1:
                left = 0 if columns[0] == 0 else width - self.zoom.cell
                middle = rows[len(rows) // 2]
                tried = sorted(range(height - HEIGHT), key=lambda row: abs(row - middle))
                spots_tried = [(left, row) for row in tried]
            else:
                middle = columns[len(columns) // 2] - self.zoom.cell // 2
                spots_tried = sorted(
                    ((x, y) for x in range(width - self.zoom.cell) for y in range(height - 1)),
                    key=lambda spot: abs(spot[0] - middle) + 4 * abs(spot[1] - rows[0]),
                )
            taken = [*cells.values(), *found.values()]
            found[reserve] = next(
                (spot for spot in spots_tried if self._free(spot, taken)), spots_tried[0]
            )
        return found

    def _free(self, spot: Spot, taken: Sequence[Spot]) -> bool:
        return all(abs(spot[0] - x) > self.zoom.cell or abs(spot[1] - y) > HEIGHT for x, y in taken)

    # Routes

    def _ways(
        self, cells: Mapping[str, Spot], bands: Mapping[str, frozenset[Spot]]
    ) -> Iterator[Way]:
        half = self.zoom.cell // 2
        for route in self.map.routes:
            if route.theater == self.theater:
                yield self._way(route, cells, half)
        for reserve in self.map.reserves:
            for edge in reserve.edges.get(self.theater, ()):
                x, y = cells[edge][0] + half, cells[edge][1]
                spots = bands.get(reserve.id, frozenset({cells[reserve.id]}))
                end = min(spots, key=lambda s: (abs(s[0] - x) + 2 * abs(s[1] - y), s))
                yield Way("edge", (edge, reserve.id), tuple(line((x, y), end)))

    def _way(self, route: Route, cells: Mapping[str, Spot], half: int) -> Way:
        a, b = cells[route.a], cells[route.b]
        steps = tuple(line((a[0] + half, a[1]), (b[0] + half, b[1])))
        return Way(route.kind, (route.a, route.b), steps)

    # Scenery

    def _scenery(
        self, width: int, height: int
    ) -> tuple[frozenset[Spot], frozenset[Spot], frozenset[Spot]]:
        """Return the characters of waters, the canal, and a border line."""
        water: set[Spot] = set()
        canal: set[Spot] = set()
        border: set[Spot] = set()
        for name, shape in self.map.scenery.get(self.theater, {}).items():
            if name in self.courses:
                into = border if self.courses[name] == "border" else canal
                for course in shape if isinstance(shape[0][0], list) else [shape]:
                    spots = [(self._middle(x), self._row(y)) for x, y in course]
                    for a, b in pairwise(spots):
                        into.update((x, y) for x, y, _ in line(a, b))
            else:
                water |= self._filled([(float(x), float(y)) for x, y in shape], width, height)
        inside = {(x, y) for x in range(width) for y in range(height)}
        return frozenset(water & inside), frozenset(canal & inside), frozenset(border & inside)

    def _middle(self, x: float) -> int:
        return self._column(x) + self.zoom.cell // 2

    def _filled(self, shape: list[tuple[float, float]], width: int, height: int) -> set[Spot]:
        found = set()
        for row in range(height):
            y = self.top + (row - 2 - self.shift[1]) * self.zoom.down
            for column in range(width):
                ahead = column - BAND - EDGE - self.shift[0] - self.zoom.cell // 2
                if _inside(self.left + ahead * self.zoom.across, y, shape):
                    found.add((column, row))
        return found


def _inside(x: float, y: float, shape: Sequence[tuple[float, float]]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


@lru_cache(maxsize=4096)
def line(a: Spot, b: Spot) -> list[tuple[int, int, str]]:
    """Return the characters of a line from `a` to `b`, each with its stroke."""
    (ax, ay), (bx, by) = (a, b) if a <= b else (b, a)
    dx, dy = bx - ax, by - ay
    slant = palette.FALLING if dy > 0 else palette.RISING
    found = []
    if dx > abs(dy):
        rows = [ay + round(dy * k / dx) for k in range(dx + 1)]
        for k, row in enumerate(rows):
            bend = k < dx and rows[k + 1] != row
            found.append((ax + k, row, slant if bend else "─"))
    elif dy:
        way = 1 if dy > 0 else -1
        columns = [ax + round(dx * k / abs(dy)) for k in range(abs(dy) + 1)]
        for k, column in enumerate(columns):
            bend = k < abs(dy) and columns[k + 1] != column
            found.append((column, ay + way * k, slant if bend else "│"))
    else:
        found.append((ax, ay, "─"))
    return found
