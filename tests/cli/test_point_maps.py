"""Maps of points: what `map check` tells of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.maps.gamemap import GameMap
from bridgehead.core.maps.pointmap import PointMap, parse_points
from bridgehead.core.titles import games
from tests import points
from tests.cli.conftest import Run
from tests.points.data.mapfile import SCHEMA, TEXT, own_map


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, points.ID, points.INFO)


def changed(path: Path, *edits: tuple[str, str]) -> Path:
    text = TEXT
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_own_map_is_reported(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path / "own.toml")
    answer = run("map", "check", path, "--game", points.ID)
    assert answer.status == 0
    assert answer.lines == [
        f"{path}: Small",
        "North: 3 points; routes: road 2",
        "South: 2 points; routes: road 1",
        "red-reserve: beside north: a; south: d e",
        "no difference from Bridgehead's map",
    ]
    data = run("map", "check", path, "--game", points.ID, "--json").data
    assert data["errors"] == data["statements"] == data["warnings"] == data["differences"] == []
    assert data["digest"] == own_map().digest
    assert data["contents"]["theaters"]["north"] == {
        "name": "North", "points": 3, "terrain": {"city": 1, "open": 2}, "routes": {"road": 2},
    }  # fmt: skip
    assert data["contents"]["reserves"] == {"red-reserve": {"north": ["a"], "south": ["d", "e"]}}


def test_differences_are_told(run: Run, tmp_path: Path) -> None:
    path = changed(
        tmp_path / "m.toml",
        ('"open", control = "blue"', '"city", control = "red"'),
        ('features = ["bank"]', 'features = ["pass"]'),
        ('{ id = "c", terrain', '{ id = "f", terrain'),
        ('north_road = ["a b", "b c"]', 'north_red_sea = ["a b", "b f"]'),
        ('south = ["d", "e"] }', 'south = ["d"] }'),
        ('side = "red"', 'side = "blue"'),
    )
    answer = run("map", "check", path, "--game", points.ID)
    assert answer.status == 0
    for line in (
        "differences from Bridgehead's map: 11",
        "  terrain open → city:  b",
        "  control blue → red:  b",
        "  bank, only in ours:  a",
        "  pass, not in ours:  a",
        "  point, only in ours:  c",
        "  point, not in ours:  f",
        "  route road → red_sea:  a/b",
        "  route, only in ours:  b/c",
        "  route, not in ours:  b/f",
        "  side red → blue:  red-reserve",
        "  beside red-reserve, only in ours:  e",
    ):
        assert line in answer.lines
    assert "North: 3 points; routes: red sea 2" in answer.lines


def test_what_is_cut_off_is_a_warning(run: Run, tmp_path: Path) -> None:
    path = changed(
        tmp_path / "m.toml",
        ('north_road = ["a b", "b c"]', 'north_road = ["a b"]'),
        ('edges = { north = ["a"], south = ["d", "e"] }', "edges = {}"),
    )
    answer = run("map", "check", path, "--game", points.ID)
    assert answer.status == 0
    assert "warning: no route joins c to the rest of North" in answer.lines
    assert "warning: Red Reserve is next to no point" in answer.lines
    assert "red-reserve: beside no point" in answer.lines


def test_what_no_game_can_be_set_up_on(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path / "m.toml", ('"city"', '"open"'))
    answer = run("map", "check", path, "--game", points.ID)
    assert answer.status == 1
    assert f"cannot be played on: {path}: [points] there must be a city" in answer.lines
    assert "1 fault" in answer.err


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (('"open"', '"swamp"'), "[points.b] terrain 'swamp' is unknown; there are open, city"),
        (('"a b"', '"a d"'), "[routes.north_road] 'a d' must be two points of north"),
        (("[map]", "[map"), "no TOML"),
    ],
)
def test_a_file_that_is_no_map(run: Run, tmp_path: Path, edit: tuple[str, str], told: str) -> None:
    path = changed(tmp_path / "m.toml", edit)
    answer = run("map", "check", path, "--game", points.ID)
    assert answer.status == 1
    assert told in answer.err
    data = run("map", "check", path, "--game", points.ID, "--json").data
    assert told in data["errors"][0]


def test_a_title_that_is_drawn_nowhere_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path / "m.toml")
    answer = run("map", "draw", path, "--game", points.ID, "-o", tmp_path / "m.svg")
    assert answer.status == 1
    assert "has no screen.style" in answer.err
    assert not (tmp_path / "m.svg").exists()


def test_both_kinds_are_maps() -> None:
    kinds: list[GameMap] = [own_map(), bh.load("across-suez-1980").map]
    for one in kinds:
        assert one.name
        assert one.text
        assert one.reconstructed
        assert one.source
        assert len(one.digest) == 64
    assert isinstance(parse_points(TEXT, SCHEMA), PointMap)
