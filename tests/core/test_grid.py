"""Hex geometry against a search that knows nothing of coordinates, and against plane geometry."""

from __future__ import annotations

import math
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgehead.core.maps.grid import Grid, corners, hex_number, parse_hex_number

pytestmark = [pytest.mark.plain]

PRINTED = Grid((1, 17), (1, 21), absent=frozenset(f"{c:02d}21" for c in range(2, 18, 2)))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    west, north = draw(st.integers(0, 90)), draw(st.integers(0, 90))
    return Grid(
        (west, west + draw(st.integers(0, 9))),
        (north, north + draw(st.integers(0, 9))),
        draw(st.sampled_from(["even", "odd"])),
    )


def steps_from(grid: Grid, origin: str) -> dict[str, int]:
    steps, waiting = {origin: 0}, deque([origin])
    while waiting:
        here = waiting.popleft()
        for there in grid.neighbors(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


@given(grids(), st.data())
def test_neighbors_are_symmetric_and_opposite(grid: Grid, data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(grid.hexes()))
    for direction in range(6):
        other = grid.neighbor(number, direction)
        if other is not None:
            assert other in grid
            assert grid.neighbor(other, (direction + 3) % 6) == number
            assert grid.direction(number, other) == direction
    assert number not in grid.neighbors(number)
    assert len(set(grid.neighbors(number))) == len(grid.neighbors(number))


@pytest.mark.slow
@given(grids(), st.data())
def test_distance_is_the_number_of_steps(grid: Grid, data: st.DataObject) -> None:
    # A rectangle of hexes is wide enough for a straight way where it has two rows or columns
    origin = data.draw(st.sampled_from(grid.hexes()))
    wide = Grid(
        (max(0, grid.columns[0] - 12), min(99, grid.columns[1] + 12)),
        (max(0, grid.rows[0] - 12), min(99, grid.rows[1] + 12)),
        grid.shifted_down,
    )
    steps = steps_from(wide, origin)
    for number in grid.hexes():
        assert grid.distance(origin, number) == steps[number]
        assert grid.distance(number, origin) == steps[number]


@given(grids(), st.floats(0.1, 100), st.data())
def test_neighbors_lie_six_equal_ways_around(grid: Grid, size: float, data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(grid.hexes()))
    x, y = grid.center(number, size)
    for direction in range(6):
        other = grid.neighbor(number, direction)
        if other is not None:
            ox, oy = grid.center(other, size)
            angle = math.radians(60 * direction - 90)  # north first, y downward
            assert math.isclose(ox - x, math.sqrt(3) * size * math.cos(angle), abs_tol=1e-9 * size)
            assert math.isclose(oy - y, math.sqrt(3) * size * math.sin(angle), abs_tol=1e-9 * size)


def test_side_d_joins_corner_d_and_the_next() -> None:
    for direction, name in enumerate(("N", "NE", "SE", "S", "SW", "NW")):
        a, b = corners(2.0)[direction], corners(2.0)[(direction + 1) % 6]
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        angle = math.radians(60 * direction - 90)
        assert middle == pytest.approx(
            (math.sqrt(3) * math.cos(angle), math.sqrt(3) * math.sin(angle))
        )
        assert ("N" in name) == (middle[1] < 0)
        assert math.dist(a, b) == pytest.approx(2.0)


def test_the_printed_grid() -> None:
    assert len(PRINTED.hexes()) == 17 * 21 - 8
    assert PRINTED.hexes() == sorted(PRINTED.hexes())
    assert PRINTED.neighbors("0112") == ["0111", "0211", "0212", "0113"]
    assert PRINTED.neighbors("0910") == ["0909", "1009", "1010", "0911", "0810", "0809"]
    assert PRINTED.distance("0112", "1708") == 16
    assert PRINTED.direction("0112", "0910") is None
    assert PRINTED.neighbor("0220", 3) is None  # 0221 is absent
    for absent in ("0221", "1800", "0122", "01", "01x2", "٠١١٢", "", "0112 "):
        assert absent not in PRINTED


@given(st.integers(0, 99), st.integers(0, 99))
def test_numbers_and_columns_and_rows(column: int, row: int) -> None:
    assert parse_hex_number(hex_number(column, row)) == (column, row)


@pytest.mark.parametrize("text", ["", "112", "01012", "-112", "1.12", "abcd", "²112", "١٢٣٤"])
def test_what_is_no_hex_number(text: str) -> None:
    with pytest.raises(ValueError, match="four digits, column then row, as in 0112"):
        parse_hex_number(text)
