"""Small boards of lists: a square for each place that a side has units in, where the map has it."""

from __future__ import annotations

import re

import pytest

import bridgehead as bh
from bridgehead.core.titles.games import games
from bridgehead.render.hexes.geometry import HIGH, SIDE
from bridgehead.render.small_boards import small_map, small_units

pytestmark = pytest.mark.plain
SQUARE = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"[^>]* fill="(#\w+)"')
BOX = re.compile(r'viewBox="([^"]+)"')


def test_places_by_hand() -> None:
    """Two units in 0101 are one square; 0102 lies one hex further south; 0201 a column east."""
    game = bh.load("across-suez-1980")
    israel = [unit["id"] for unit in game.played if unit["side"] == "israel"]
    egypt = [unit["id"] for unit in game.played if unit["side"] == "egypt"]
    places = {israel[0]: "0101", israel[1]: "0101", israel[2]: "0102", egypt[0]: "0201",
              egypt[1]: "eliminated"}  # fmt: skip
    found = SQUARE.findall(small_units(game, {"units": places}, None))
    size = float(found[0][2])
    centers = {(round(float(x) + size / 2), round(float(y) + size / 2)) for x, y, *_ in found}
    assert len(found) == 3
    assert {(0, 0), (0, round(HIGH))} < centers
    [east] = centers - {(0, 0), (0, round(HIGH))}
    assert east[0] == round(1.5 * SIDE)
    assert abs(east[1]) == round(HIGH / 2)
    assert len({fill for *_, fill in found}) == 2


@pytest.mark.slow
@pytest.mark.parametrize("info", games(), ids=lambda info: info.id)
def test_units_lie_on_the_map(info: bh.GameInfo) -> None:
    game = bh.load(info.id)
    text = small_units(game, game.start().view(None), None)
    assert len(text) < 12_000
    [mine], [maps] = BOX.findall(text), BOX.findall(small_map(game))[:1]
    assert mine == maps
    left, top, wide, high = map(float, mine.split())
    for x, y, size, _ in SQUARE.findall(text):
        assert left <= float(x) <= left + wide - float(size)
        assert top <= float(y) <= top + high - float(size)


@pytest.mark.slow
def test_what_a_viewer_does_not_see_is_counted_only() -> None:
    """Hidden counters are a square of their side, whatever they are."""
    game = bh.load("october-war")
    text = small_units(game, {"units": {}, "hidden": {"tasa": {"israel": 3}}}, "arab")
    assert len(SQUARE.findall(text)) == 1
