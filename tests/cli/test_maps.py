"""Maps of one's own: checked, drawn, and played on."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import bridgehead as bh
from tests.cli.conftest import GAME, Run

OWN = files("bridgehead.titles.across_suez").joinpath("data/map.toml").read_text(encoding="utf-8")


def changed(path: Path, *edits: tuple[str, str]) -> Path:
    text = OWN
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return changed(tmp_path / "own.toml")


def test_our_map_is_sound(run: Run, own: Path) -> None:
    answer = run("map", "check", own)
    assert answer.status == 0
    assert "everything agrees with the rulebooks" in answer.lines
    assert "no difference from Bridgehead's map" in answer.lines
    assert "17 road steps; 12 points" in answer.out
    data = run("map", "check", own, "--json").data
    assert data["errors"] == data["statements"] == data["warnings"] == data["differences"] == []


def test_differences_are_told(run: Run, tmp_path: Path) -> None:
    path = changed(
        tmp_path / "m.toml",
        ("0501 0502", "0502"),
        ("0306/0307 ", ""),
        ("0612 0712 0811 0911 0910", "0612 0712 0811 0911"),
        ('B = "1301"', 'B = "1201"'),
        ("0101 0102", "0102"),
    )
    answer = run("map", "check", path)
    assert answer.status == 0
    assert "terrain sand → clear:  0501" in answer.out
    assert "ridge, only in ours:  0306/0307" in answer.out
    assert "trail, only in ours:  0910/0911" in answer.out
    assert "entries 1301 → 1201:  B" in answer.out
    assert "north_of_matzmed, only in ours:  0101" in answer.out
    assert "no road leaves the map at entry B, 1201" in answer.out
    found = run("map", "check", path, "--json").data
    assert {"what": "terrain", "where": "0501", "ours": "sand", "theirs": "clear"} in (
        found["differences"]
    )
    assert len(found["differences"]) == 5


BROKEN = {
    "Bar Lev": (('bar_lev = "0112 0616"', 'bar_lev = "0112"'), "0616 must be a Bar Lev fort"),
    "Chinese Farm": (('chinese_farm = "0910"', ""), "0910 must be the Chinese Farm"),
    "swamp": (('swamp = "0213 0313', 'swamp = "0213'), "0313 must be swamp"),
    "elevated sand": (("0205 0305 0306", "0205 0305"), "0306 must be elevated sand"),
    "ridge": (("1509/1609", ""), "1509/1609 must be a ridge"),
    "road": (("0304 0305 0306 0406 0407", "0304 0305 0405 0406 0407"), "0306 must be on a road"),
    "entry": (('D = "0921"', 'D = "1121"'), "entry D is 0921, not 1121"),
    "example": (('swamp = "0213', 'swamp = "0412 0213'), "0412 must be land, is swamp"),
    "set-up": (('swamp = "0213', 'swamp = "0210 0213'), "Reshef 1 starts there"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_breaks_the_rulebook(run: Run, tmp_path: Path, kind: str) -> None:
    edit, told = BROKEN[kind]
    answer = run("map", "check", changed(tmp_path / "m.toml", edit))
    assert answer.status == 1
    assert "against the rulebook: " in answer.out
    assert told in answer.out
    assert "1 fault" in answer.err
    data = run("map", "check", tmp_path / "m.toml", "--json").data
    assert len(data["statements"]) == 1


WARNINGS: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "no road": ((("0112 0211 0311", "0211 0311"),), "there is no road from 1708 to 0112"),
    "too far": (
        (("1508 1608 1708", "1508 1608"), ("1606 1607 1708", "1606 1607")),
        "a unit with 12 points should enter at 1708",
    ),
    "no line": (
        (('sand = """', 'sand = """ 0111 0211 0212'), ("0112 0211 0311", "0311")),
        "no line of communication can run between 0112 and 1708 (14.1): Israel could never win",
    ),
}


@pytest.mark.parametrize("kind", WARNINGS)
def test_warnings(run: Run, tmp_path: Path, kind: str) -> None:
    edits, told = WARNINGS[kind]
    answer = run("map", "check", changed(tmp_path / "m.toml", *edits))
    assert f"warning: {told}" in answer.out


FAULTS = {
    "two terrains": (('swamp = "0213', 'swamp = "0501 0213'), "0501 is already swamp"),
    "no TOML": (("[grid]", "[grid"), "no TOML"),
    "unknown table": (("[grid]", "[weather]\n[grid]"), "[weather]"),
    "unknown terrain": (('swamp = "', 'jungle = "'), "[terrain.jungle]"),
    "off the grid": (('chinese_farm = "0910"', 'chinese_farm = "9910"'), "9910"),
    "no neighbors": (("0401 0302", "0401 0902"), "[paths.road]"),
    "no entry": (('A = "0401"', ""), "entry hex A is missing"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_files_that_are_no_map(run: Run, tmp_path: Path, kind: str) -> None:
    edit, told = FAULTS[kind]
    path = changed(tmp_path / "m.toml", edit)
    for words in (("check", path), ("draw", path, "-o", tmp_path / "m.svg")):
        answer = run("map", *words)
        assert answer.status == 1
        assert answer.err.startswith(f"error: {path}")
        assert told in answer.err
    data = run("map", "check", path, "--json").data
    assert len(data["errors"]) == 1
    assert not (tmp_path / "m.svg").exists()


def test_a_map_file_that_is_missing(run: Run, tmp_path: Path) -> None:
    assert run("map", "check", tmp_path / "none.toml").status == 1


def test_a_map_with_too_many_hexes(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path / "m.toml", ("columns = [1, 17] ", "columns = [1, 40] "))
    answer = run("map", "check", path)
    assert answer.status == 1
    assert "cannot be played on: " in answer.out
    assert "differences from Bridgehead's map" in answer.out


def test_draw(run: Run, own: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "m.svg", tmp_path / "m.png"
    assert run("map", "draw", own, "-o", svg).status == 0
    assert svg.read_text(encoding="utf-8").lstrip().startswith(("<svg", "<?xml"))
    assert run("map", "draw", own, "-o", png, "--width", 400).status == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run("map", "draw", own, "-o", tmp_path / "m.gif").status == 2
    assert run("map", "draw", own, "-o", png, "--width", 5).status == 2


def test_a_record_carries_a_map_of_ones_own(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path / "m.toml", ('name = "Across Suez, rec', 'name = "Boxed, rec'))
    record = tmp_path / "g.json"
    assert run("new", GAME, "-o", record, "--map", path).status == 0
    path.unlink()
    assert run("do", record, "end").status == 0
    assert "map: Boxed, rec" in run("show", record).out
    assert bh.Record.load(record).game.map.name.startswith("Boxed")
    assert run("verify", record).status == 0
