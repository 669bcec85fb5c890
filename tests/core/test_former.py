"""Files of earlier versions: a folder for each, with what the next version changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bridgehead.core.dataset import (
    all_data,
    former_data,
    known_data,
    own_data,
    unnamed_data,
)
from bridgehead.core.former import former_files
from bridgehead.core.registry import game_info

pytestmark = pytest.mark.plain

FILES = ("map.toml", "units.toml", "tables.toml")


def place(file: str) -> str:
    """Return where a file lies: charts are for both of two games."""
    return file if file == "tables.toml" else f"this/{file}"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name, text in {
        "0.1/this/map.toml": "the first map",
        "0.1/tables.toml": "the first charts",
        "2026-11-25/this/units.toml": "the former counters",
        "2026-11-25/other/map.toml": "a map of the other game",
        "2026-12-01/other/units.toml": "counters of the other game",
        "2027-01-31-evening/this/map.toml": "the last map",
        "2027-01-31/this/map.toml": "the map until noon",
        "2027-01-31/notes.md": "no data",
        "README.md": "no version",
    }.items():
        path = tmp_path / "former" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_file_that_a_version_lacks_is_that_of_the_next(data: Path) -> None:
    last, noon, units, first = former_files(data, FILES, place)
    assert last.texts == {"map.toml": "the last map"}
    assert noon.texts == {"map.toml": "the map until noon"}
    assert units.texts == {**noon.texts, "units.toml": "the former counters"}
    assert first.texts == {
        "map.toml": "the first map",
        "units.toml": "the former counters",
        "tables.toml": "the first charts",
    }


def test_versions_are_days_or_releases(data: Path) -> None:
    assert [one.name for one in former_files(data, FILES, place)] == [
        "the package as it was until 2027-01-31, evening",
        "the package as it was until 2027-01-31",
        "the package as it was until 2026-11-25",
        "the package as it was in 0.1",
    ]


def test_the_other_game_has_versions_of_its_own(data: Path) -> None:
    found = former_files(data, FILES, lambda file: place(file).replace("this", "other"))
    assert [one.version for one in found] == ["2026-12-01", "2026-11-25", "0.1"]
    assert set(found[-1].texts) == {"map.toml", "units.toml", "tables.toml"}


def test_a_title_without_earlier_versions_has_none(tmp_path: Path) -> None:
    assert former_files(tmp_path, FILES, place) == ()


def test_each_version_is_a_data_set_known_by_its_digest(tmp_path: Path) -> None:
    rules = game_info("across-suez-1980").data
    assert former_data(rules) == ()
    assert unnamed_data(rules) == (own_data(rules),)
    units, chart = rules.own_text("units.toml"), rules.own_text("map.toml")
    for version, file, text in (
        ("0.1", "map.toml", f"# the first\n{chart}"),
        ("2026-11-25", "units.toml", units.replace("strength = 2", "strength = 3", 1)),
        ("2026-12-24", "units.toml", units.replace("strength = 2", "strength = 4", 1)),
    ):
        path = tmp_path / "former" / version / file
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    changed = replace(rules, former_files=lambda: former_files(tmp_path, rules.files), unnamed=2)
    own, december, november, first = all_data(changed)
    assert own.own
    assert len({one.digest for one in (own, december, november, first)}) == 4
    assert first["units.toml"] == november["units.toml"] != december["units.toml"]
    assert first.map.digest != own.map.digest == november.map.digest
    assert first["tables.toml"] == own["tables.toml"]
    assert not first.texts  # no record needs to carry them
    for one in (own, december, november, first):
        assert known_data(changed, one.digest) is one
    assert known_data(changed, "0" * 64) is None
    assert unnamed_data(changed) == (november, first)  # only they are older than named data
