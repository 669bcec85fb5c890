"""The counters of 0.1 are kept for records that were played with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dataset import DataSet, former_data, own_data
from bridgehead.core.record_data import data_in
from bridgehead.titles.october_war.data.dataset import RULES, own_text

pytestmark = [pytest.mark.plain]

GAME = "october-war"
FORMER = "2b6edcecbc32"  # it stands in records, and never changes
MORE = "# mine\n"


def former() -> DataSet:
    """Return the data of 0.1."""
    [found] = former_data(RULES)
    return found


def begun(version: int = 2, **more: Any) -> bh.Record:
    """Return a record in which the set-up has begun."""
    data = {"format": "bridgehead-record", "version": version, "game": GAME, "actions": [], **more}
    return bh.Record.from_dict(data)


def strength(record: bh.Record, unit: str) -> int:
    """Return the strength of a counter in the game of a record."""
    game: Any = record.game
    return int(game.board[0]["strength"][game.units.index(unit)])


def test_their_digest_is_the_one_that_stands_in_records() -> None:
    assert former().digest.startswith(FORMER)
    assert own_data(RULES).digest != former().digest


def test_a_record_that_names_the_former_data_is_played_with_them() -> None:
    then, now = begun(data={"digest": former().digest}), begun()
    assert (strength(then, "mech-1"), strength(now, "mech-1")) == (3, 2)
    assert (strength(then, "2-inf-div"), strength(now, "2-inf-div")) == (6, 9)
    points = [int(one.game.board[0]["income"][0, 9]) for one in (then, now)]
    assert points == [4, 8]
    assert then.game.map == now.game.map
    again = then.to_dict()
    assert again["data"] == {"digest": former().digest}
    assert strength(bh.Record.from_dict(again), "mech-1") == 3


def test_a_record_of_version_1_names_no_data_and_means_the_former_ones() -> None:
    assert strength(begun(version=1), "mech-1") == 3
    assert begun(version=1).to_dict()["data"] == {"digest": former().digest}
    today = own_data(RULES).digest
    assert strength(begun(version=1, data={"digest": today}), "mech-1") == 2


def test_a_record_of_today_that_names_none_means_those_of_today() -> None:
    assert strength(begun(), "mech-1") == 2
    assert data_in({"game": GAME}) is None  # as an engine's request


def test_a_position_that_names_its_data_is_refused_by_a_game_with_others() -> None:
    now, then = begun().game, begun(data={"digest": former().digest}).game
    for one, other in ((now, then), (then, now)):
        whole = one.start().to_dict(full=True)
        assert one.position(whole) == one.start()
        with pytest.raises(bh.InvalidPosition, match="data: differ from the game's"):
            other.position(whole)


def test_data_that_nobody_knows_are_refused() -> None:
    with pytest.raises(bh.InvalidRecord, match="was played with data of digest '0000"):
        begun(data={"digest": "0" * 64})


@pytest.mark.parametrize("version", [1, 2])
def test_a_map_of_ones_own_is_played_with_the_counters_of_its_time(
    version: int, tmp_path: Path
) -> None:
    text = MORE + own_text("map.toml")
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    game = bh.load(GAME, map=path)
    told = {"name": game.map.name, "digest": game.map.digest, "text": text}
    then = tmp_path / "then"
    then.mkdir()
    (then / "map.toml").write_text(text, encoding="utf-8")
    for file, told_then in RULES.former_files()[0].texts.items():
        (then / file).write_text(told_then, encoding="utf-8")
    digest = bh.load(GAME, data=then).data.digest
    said = {} if version == 1 else {"data": {"digest": digest}}
    record = begun(version=version, map=told, **said)
    assert strength(record, "mech-1") == 3
    assert record.game.data.digest == digest
    again = bh.Record.from_dict(record.to_dict())
    assert strength(again, "mech-1") == 3
    assert again.game.map.digest == game.map.digest
    today = begun(map=told)
    assert strength(today, "mech-1") == 2
