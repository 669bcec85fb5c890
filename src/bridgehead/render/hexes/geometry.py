"""Geometry of the sheet: hexes, the fringe around the map, smooth outlines and curves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Generic, TypeVar

from bridgehead.core.maps.grid import ROOT3, corners, parse_hex_number
from bridgehead.core.maps.hexmap import HexMap
from bridgehead.render.markup import Point, attrs, xy

SIDE = 44.0  # a hex's side in units of the picture
HIGH = SIDE * ROOT3  # from hexside to hexside
CORNERS = corners(SIDE)
COUNTER = 54.0  # a counter's side
COUNTER_DROP = 3.0  # how far below the hex's center its counter lies: the number stays free
WEST = 152.0  # the strip beyond the first column
FRINGE = 3  # columns drawn beyond it, cut off by the frame

M = TypeVar("M")
Cell = tuple[int, int]  # column and row, also where no hex of the map is


@dataclass(frozen=True)
class Box:
    """A rectangle on the sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height


def rect(box: Box, fill: str, **given: object) -> str:
    """Return a rectangle's element."""
    place = attrs(x=float(box.x), y=float(box.y), width=float(box.width), height=float(box.height))
    return f"<rect{place}{attrs(fill=fill, **given)}/>"


class Ground:
    """The hexes of a map as shapes; the center of the grid's first hex is at (0, 0)."""

    def __init__(self, hexmap: HexMap, west: bool) -> None:
        self.hexmap = hexmap
        grid = hexmap.grid
        self.hexes = grid.hexes()
        self.centers = {number: grid.center(number, SIDE) for number in self.hexes}
        left = -SIDE - (WEST if west else 8.0)
        right = max(x for x, _ in self.centers.values()) + SIDE + 8.0
        top = min(y for _, y in self.centers.values()) - HIGH / 2 - 8.0
        bottom = max(y for _, y in self.centers.values()) + HIGH / 2 + 8.0
        self.frame = Box(left, top, right - left, bottom - top)

    def center(self, cell: Cell) -> Point:
        """Return the center of a cell, which may be beyond the map."""
        grid = self.hexmap.grid
        low = self._is_low(cell[0])
        y = HIGH * (cell[1] - grid.rows[0] + (0.5 if low else 0.0))
        return 1.5 * SIDE * (cell[0] - grid.columns[0]), y

    def _is_low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.hexmap.grid.shifted_down == "even")

    def neighbor(self, cell: Cell, direction: int) -> Cell:
        """Return the neighbor of a cell, which may be beyond the map."""
        column, row = cell
        if direction in (0, 3):
            return column, row + (-1 if direction == 0 else 1)
        low, upward = self._is_low(column), direction in (1, 5)
        row += (0 if low else -1) if upward else (1 if low else 0)
        return column + (1 if direction in (1, 2) else -1), row

    def cells(self) -> list[Cell]:
        """Return the cells of the map and of the fringe around it."""
        (c0, c1), (r0, r1) = self.hexmap.grid.columns, self.hexmap.grid.rows
        columns, rows = range(c0 - FRINGE, c1 + 2), range(r0 - 1, r1 + 2)
        return [(column, row) for column in columns for row in rows]

    def number(self, cell: Cell) -> str | None:
        """Return the printed number of a cell, None beyond the map."""
        if not (0 <= cell[0] <= 99 and 0 <= cell[1] <= 99):
            return None
        number = f"{cell[0]:02d}{cell[1]:02d}"
        return number if number in self.centers else None

    def nearest(self, cell: Cell) -> str:
        """Return the hex of the map whose terrain a fringe cell continues."""
        (c0, c1), (r0, r1) = self.hexmap.grid.columns, self.hexmap.grid.rows
        column, row = min(max(cell[0], c0), c1), min(max(cell[1], r0), r1)
        for step in range(r1 - r0 + 1):
            for r in (row - step, row + step):
                number = self.number((column, r))
                if number is not None:
                    return number
        return self.hexes[0]

    def corner(self, cell: Cell, index: int) -> Point:
        """Return a corner of a cell; side d connects corner d and corner d + 1."""
        x, y = self.center(cell)
        cx, cy = CORNERS[index % 6]
        return x + cx, y + cy

    def outline(self, number: str, inset: float = 0.0) -> list[Point]:
        """Return the corners of a hex, moved inward by `inset`."""
        x, y = self.centers[number]
        shrink = 1 - inset / (HIGH / 2)
        return [(x + cx * shrink, y + cy * shrink) for cx, cy in CORNERS]

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """Return the two ends of the hexside between neighbors, clockwise around `a`."""
        direction = self.hexmap.grid.direction(a, b)
        if direction is None:
            raise ValueError(f"{a} and {b} do not share a hexside")
        cell = parse_hex_number(a)
        return self.corner(cell, direction), self.corner(cell, direction + 1)

    def loops(self, cells: Collection[Cell]) -> list[list[Point]]:
        """Return the closed outlines of a set of cells, with their corners in order."""
        inside = set(cells)
        following: dict[tuple[int, int], tuple[Point, Point]] = {}
        for cell in sorted(inside):
            for d in range(6):
                if self.neighbor(cell, d) not in inside:
                    a, b = self.corner(cell, d), self.corner(cell, d + 1)
                    following[_key(a)] = (a, b)
        loops = []
        while following:
            start = next(iter(following))
            loop, here = [], start
            while here in following:
                a, b = following.pop(here)
                loop.append(a)
                here = _key(b)
            loops.append(loop)
        return loops

    def area(self, cells: Collection[Cell], smooth: bool = True) -> str:
        """Return the path data of a set of cells, with a smooth outline if `smooth`."""
        shape: Callable[[list[Point]], str] = rounded if smooth else angular
        return "".join(shape(loop) for loop in self.loops(cells))


class Same(Generic[M]):
    """A map as a dictionary key, compared by identity because it contains dicts."""

    def __init__(self, map_: M) -> None:
        self.map = map_

    def __hash__(self) -> int:
        return id(self.map)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.map is self.map


@lru_cache(maxsize=16)
def _ground(same: Same[HexMap], west: bool) -> Ground:
    return Ground(same.map, west)


def ground_of(hexmap: HexMap, west: bool) -> Ground:
    """Return the ground of a map; cached."""
    return _ground(Same(hexmap), west)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def middle(a: Point, b: Point) -> Point:
    """Return the midpoint of two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def rounded(loop: list[Point]) -> str:
    """Return a closed curve through the midpoints of a loop's sides."""
    start = middle(loop[-1], loop[0])
    out = [f"M{xy(start)}"]
    for point, after in zip(loop, [*loop[1:], loop[0]], strict=True):
        out.append(f"Q{xy(point)} {xy(middle(point, after))}")
    return "".join(out) + "Z"


def angular(loop: list[Point]) -> str:
    """Return a closed polygon."""
    return "M" + "L".join(xy(point) for point in loop) + "Z"


def curve(points: Sequence[Point], first: int = 0, last: int | None = None) -> str:
    """Return a smooth curve through points `first` to `last`, curved like the whole sequence."""
    last = len(points) - 1 if last is None else last
    out = [f"M{xy(points[first])}"]
    for i in range(first, last):
        before, after = points[max(i - 1, 0)], points[min(i + 2, len(points) - 1)]
        a, b = points[i], points[i + 1]
        one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        two = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        out.append(f"C{xy(one)} {xy(two)} {xy(b)}")
    return "".join(out)


def undrawn_runs(path: Sequence[str], drawn: set[frozenset[str]]) -> Iterable[tuple[int, int]]:
    """Yield (first, last) of each part of a path that is not drawn yet, and mark it as drawn."""
    first: int | None = None
    for i, (a, b) in enumerate(pairwise(path)):
        step = frozenset((a, b))
        if step in drawn:
            if first is not None:
                yield first, i
            first = None
        else:
            drawn.add(step)
            first = i if first is None else first
    if first is not None:
        yield first, len(path) - 1
