"""The `Title` object: what titles fill in, what is said of what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bridgehead as bh
from bridgehead.core.maps import point_check
from bridgehead.core.titles.games import hex_title, point_title, title_of
from bridgehead.core.titles.title import HexTitle, PointTitle
from tests import points, urn

pytestmark = pytest.mark.plain

ROOMS = ("screen", "words", "player", "rules", "game")


@pytest.mark.parametrize("info", bh.games(), ids=lambda info: info.id)
def test_a_title_is_filled_in(info: bh.GameInfo) -> None:
    title = title_of(info.id)
    assert title is info.title_object
    assert isinstance(title, HexTitle | PointTitle)
    assert title.package.startswith("bridgehead.titles.")
    game = bh.load(info.id)
    for side in game.sides:
        assert title.side_name(info.id, side)
    rules = title.rules_text(info.id)
    assert rules[0] in title.rules_for(info.id, rules[0].case)
    names = title.unit_names(game)
    assert set(title.counter_names(game)) == set(names) == set(game.units)
    assert len(set(names.values())) == len(names)  # nobody is taken for another
    weights = title.heuristic_weights
    assert all(tuple(weights.usual(info.id, side)) == weights.NAMES for side in game.sides)
    assert title.kernels is not None
    assert title.thinking is not None
    known = title.map_check or point_check
    assert known.report(game.map, info.id)["differences"] == []
    position = game.start()
    assert set(title.screen.counts(position)) == set(game.sides)
    assert title.screen.turns(game) > 0
    if isinstance(title, HexTitle):
        assert title.terminal.commands(game)
        assert title.screen.last_turn(position, game.sides[0]) is not None or title.hiding
        own = game.map.terrain.values()
        assert any(title.screen.terrain_cost(info.id, terrain) for terrain in own)
    else:
        assert title.points_style(info.id)


def test_names_of_sides_are_read_from_files_once(monkeypatch: pytest.MonkeyPatch) -> None:
    title = title_of("suez-56")  # lists of games ask for them in every line
    known = title.side_name("suez-56", "egypt")
    monkeypatch.setattr(HexTitle, "style", lambda *_: pytest.fail("read once more"))
    assert title.side_name("suez-56", "egypt") == known == "Egypt"


def test_what_is_missing_is_said() -> None:
    made_up = urn.UrnTitle()
    for what in ("screen", "terminal", "phrasebook", "map_check", "heuristic_weights"):
        with pytest.raises(bh.BridgeheadError, match=r"^urn has no \w+\.\w+$"):
            getattr(made_up, what)
    with pytest.raises(bh.BridgeheadError, match=r"^points has no screen\.style$"):
        points.PointsTitle().points_style(points.ID)
    with pytest.raises(bh.BridgeheadError, match=r"^urn has no player\.guess$"):
        made_up.whole(urn.Urn(), {})
    assert made_up.kernels is made_up.thinking is None
    assert made_up.side_name(urn.ID, "red") == "Red"


def test_a_title_is_of_hexes_or_of_points() -> None:
    assert hex_title("suez-56").kind == "hexes"
    assert point_title("october-war").kind == "points"
    with pytest.raises(AssertionError, match="october-war is not played on a hex map"):
        hex_title("october-war")


def test_nothing_is_imported_before_it_is_needed() -> None:
    script = "import sys, bridgehead; print(*(m for m in sys.modules if '.titles.' in m))"
    told = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout.split()
    assert told
    assert not [module for module in told if module.split(".")[3:4] in ([room] for room in ROOMS)]
