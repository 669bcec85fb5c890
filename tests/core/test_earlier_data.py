"""Files of earlier versions: a folder for each, with what the next version changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.records.earlier_data import former_files
from bridgehead.core.records.record_data import data_in
from bridgehead.core.titles.dataset import (
    MAP,
    all_data,
    former_data,
    from_texts,
    known_data,
    own_data,
)
from bridgehead.core.titles.games import game_info, load_with
from tests.earlier_data import UNITS, earlier_data

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
    units, chart = rules.own_text("units.toml"), rules.own_text("map.toml")
    for version, file, text in (
        ("0.1", "map.toml", f"# the first\n{chart}"),
        ("2026-11-25", "units.toml", units.replace("strength = 2", "strength = 3", 1)),
        ("2026-12-24", "units.toml", units.replace("strength = 2", "strength = 4", 1)),
    ):
        path = tmp_path / "former" / version / file
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    changed = replace(rules, former_files=lambda: former_files(tmp_path, rules.files))
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


@pytest.mark.parametrize("game", ["across-suez-1980", "el-arish-67", "october-war"])
def test_a_record_that_names_earlier_data_goes_on_with_them(game: str) -> None:
    with earlier_data(game) as then:
        record = bh.Record.new(load_with(game, (), data=then), "seeded", seed=1)
        for _ in range(3):
            record.do(record.position.legal_actions()[0])
        told = record.to_dict()
        assert told["data"] == {"digest": then.digest}  # nothing else is carried
        again = bh.Record.from_dict(told)
        assert again.game.data is then
        assert again.position == record.position
        assert bh.Record.new(bh.load(game)).game.data.digest != then.digest
        assert data_in({"game": game}) is None
    with pytest.raises(bh.InvalidRecord, match="was played with data of digest"):
        bh.Record.from_dict(told)


def test_a_position_that_names_earlier_data_is_refused_by_a_game_of_today() -> None:
    with earlier_data("el-arish-67") as then:
        game = load_with("el-arish-67", (), data=then)
        position = game.start().to_dict()
        assert position["data"] == then.digest
        assert game.position(position) == game.start()
        with pytest.raises(bh.InvalidPosition, match="data: differ from the game's"):
            bh.load("el-arish-67").position(position)


def test_a_map_of_ones_own_is_played_with_the_counters_of_its_time() -> None:
    game = "el-arish-67"
    rules = game_info(game).data
    with earlier_data(game):
        [files] = rules.former_files()
        mine = from_texts(rules, {**files.texts, MAP: "# mine\n" + rules.own_text(MAP)})
        told = {"name": "mine", "digest": mine.map.digest, "text": mine.map.text}
        data = bh.Record.new(bh.load(game)).to_dict()
        record = bh.Record.from_dict({**data, "map": told, "data": {"digest": mine.digest}})
        assert record.game.data.digest == mine.digest
        assert record.game.data[UNITS] != own_data(rules)[UNITS]
        assert bh.Record.from_dict(record.to_dict()).game == record.game
