"""Hex geometry: printed hex numbers, neighbors, distances, and positions on paper.

A printed number is four digits, column then row ("0112"). Hexes are flat-topped; the columns named
by `shifted_down` ("even" or "odd") are half a hex lower. Directions run clockwise from north: 0 N,
1 NE, 2 SE, 3 S, 4 SW, 5 NW; direction d and (d + 3) % 6 are opposite.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

ROOT3 = math.sqrt(3.0)


def hex_number(column: int, row: int) -> str:
    """Return the printed number of a column and a row: (1, 12) gives "0112"."""
    return f"{column:02d}{row:02d}"


@lru_cache(maxsize=4096)  # maps and boards request the same hexes thousands of times
def parse_hex_number(text: str) -> tuple[int, int]:
    """Return (column, row) of a printed number; ValueError if it is not four digits."""
    if len(text) != 4 or not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is not a hex number: four digits, column then row, as in 0112")
    return int(text[:2]), int(text[2:])


@dataclass(frozen=True)
class Grid:
    """A rectangle of hexes, some of which may be missing.

    Columns and rows are inclusive ranges of the printed numbers.
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    shifted_down: str = "even"
    absent: frozenset[str] = frozenset()

    def hexes(self) -> list[str]:
        """Return every printed number of the map, in ascending order."""
        return [
            number
            for column in range(self.columns[0], self.columns[1] + 1)
            for row in range(self.rows[0], self.rows[1] + 1)
            if (number := hex_number(column, row)) not in self.absent
        ]

    def __contains__(self, number: str) -> bool:
        try:
            column, row = parse_hex_number(number)
        except ValueError:
            return False
        return self._inside(column, row)

    def _inside(self, column: int, row: int) -> bool:
        return (
            self.columns[0] <= column <= self.columns[1]
            and self.rows[0] <= row <= self.rows[1]
            and hex_number(column, row) not in self.absent
        )

    def _is_low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.shifted_down == "even")

    def neighbor(self, number: str, direction: int) -> str | None:
        """Return the neighbor of a hex in `direction` (0 north, clockwise), None off the map."""
        return _neighbor(self, number, direction)

    def neighbors(self, number: str) -> list[str]:
        """Return the hexes of the map next to this one, clockwise from north."""
        found = (self.neighbor(number, direction) for direction in range(6))
        return [hex_ for hex_ in found if hex_ is not None]

    def direction(self, origin: str, target: str) -> int | None:
        """Return the direction from a hex to its neighbor, None if they are not adjacent."""
        for direction in range(6):
            if self.neighbor(origin, direction) == target:
                return direction
        return None

    def distance(self, a: str, b: str) -> int:
        """Return the number of steps between two hexes, ignoring terrain and map edges."""
        return _axial_distance(self.axial(a), self.axial(b))

    def axial(self, number: str) -> tuple[int, int]:
        """Return axial coordinates; the distance is the largest of |dq|, |dr| and |dq + dr|."""
        column, row = parse_hex_number(number)
        lows_before = column // 2 if self.shifted_down == "even" else (column + 1) // 2
        # eastward, each pair of columns is one row higher along the south-east axis
        return column, row - (column - lows_before)

    def center(self, number: str, size: float = 1.0) -> tuple[float, float]:
        """Return (x, y) of the hex's center; `size` is the hex's side, y grows downward."""
        column, row = parse_hex_number(number)
        x = 1.5 * size * (column - self.columns[0])
        y = ROOT3 * size * (row - self.rows[0] + (0.5 if self._is_low(column) else 0.0))
        return x, y


@lru_cache(maxsize=32768)  # each board of a map asks for the same ones
def _neighbor(grid: Grid, number: str, direction: int) -> str | None:
    column, row = parse_hex_number(number)
    if direction in (0, 3):
        row += -1 if direction == 0 else 1
    else:
        upward = direction in (1, 5)
        low = grid._is_low(column)
        column += 1 if direction in (1, 2) else -1
        row += (0 if low else -1) if upward else (1 if low else 0)
    return hex_number(column, row) if grid._inside(column, row) else None


def _axial_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def corners(size: float = 1.0) -> list[tuple[float, float]]:
    """Return the six corners around a center; side d connects corner d and corner d + 1.

    The first corner is the north-west one, so side 0 is the north side.
    """
    return [
        (size * math.cos(math.radians(a)), size * math.sin(math.radians(a)))
        for a in (240, 300, 0, 60, 120, 180)
    ]
