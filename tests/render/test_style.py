import pytest

from bridgehead import render
from bridgehead.render.hexes.counters import symbol
from bridgehead.render.markup import ink_on, width_of, wrapped
from bridgehead.titles.across_suez.formats.mapfile import SCHEMA
from bridgehead.titles.across_suez.screen.style import style


def test_the_style_covers_all_that_a_map_and_a_unit_may_be(look, units):
    assert set(look.terrain) == set(SCHEMA.terrain)
    assert set(look.hexsides) == set(SCHEMA.hexsides)
    assert set(look.paths) == set(SCHEMA.paths)
    assert {unit["type"] for unit in units} <= set(look.types)
    assert len(look.turns) == 7
    for unit in units:
        assert look.formation_color(unit["id"]) in look.formations.values()


def test_every_symbol_is_known_and_differs(look):
    drawn = [symbol(kind.symbol, kind.echelon) for kind in look.types.values()]
    assert len(set(drawn)) == len(drawn)
    with pytest.raises(ValueError, match="milsymbol"):
        symbol("9999999999", "16")


def test_the_longest_formation_counts(look):
    assert look.formation_color("14-21-3") == look.formations["14-21"]
    assert look.formation_color("1-1") == look.formations["1-1"]
    assert look.formation_color("nobody") not in look.formations.values()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"colour": 1}, "'colour' is unknown"),
        ({"terrain": {"clear": {"label": "Clear", "fill": "sand"}}}, "not a #rrggbb color"),
        ({"terrain": {"clear": {"label": "Clear"}}}, "terrain.clear"),
        ({"terrain": {"clear": {"label": "C", "fill": "#ffffff", "pattern": "x"}}}, "not one of"),
        ({"hexsides": {"ridge": {"label": "Ridge", "drawn": "x"}}}, "hexsides.ridge.drawn"),
    ],
)
def test_a_broken_style_says_what_is_wrong(change, reason):
    with pytest.raises(ValueError, match=reason):
        render.Style.of({**style(), **change})


def test_text_is_measured_and_wrapped():
    assert width_of("WW", 10, bold=True) > width_of("ii", 10, bold=True)
    lines = wrapped("one two three four five", 10, 40)
    assert " ".join(lines) == "one two three four five"
    assert len(lines) > 1
    assert ink_on("#ffffff") == "#1a1a1a"
    assert ink_on("#102030") == "#ffffff"
