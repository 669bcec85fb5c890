"""The boards and counters of earlier versions are kept for records that were played with them."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dataset import MAP, DataSet, former_data, from_texts, own_data
from bridgehead.core.record_data import data_in
from bridgehead.core.registry import game_info, load_with
from bridgehead.titles.middle_east_battles.data.mapfile import SCHEMAS, own_map, parse_map

pytestmark = [pytest.mark.plain]

# the digests of the maps of 0.1, which stand in records, and never change
FORMER = {
    "suez-56": "75d065a8592f",
    "el-arish-67": "3cfc0ac1b233",
}
# those of all earlier data, which never change either
DIGESTS = {
    ("suez-56", "2026-11-25, night"): "3671c5449a0b",
    ("suez-56", "2026-11-25, evening"): "f3ba5a276356",
    ("suez-56", "2026-11-25"): "af2fe25d12d2",
    ("suez-56", "0.1"): "27c50fe5a358",
    ("el-arish-67", "2026-11-25"): "99e6c801c6ce",
    ("el-arish-67", "0.1"): "002286c5d72a",
}
PARATROOPS = ("1-ma", "2-ma", "3-ma", "88-202", "202-202", "890-202")
ARISH = "el-arish-67"


def former(game: str, version: str = "0.1") -> DataSet:
    """Return the data that the package had in a version, or until a day."""
    [found] = [data for data in former_data(game_info(game).data) if data.name.endswith(version)]
    return found


def former_map(game: str) -> Any:
    """Return the map of 0.1."""
    return former(game).map


def strengths(record: bh.Record) -> set[int]:
    """Return the strengths of the Israeli paratroops in the game of a record."""
    game: Any = record.game
    return {int(game.board[0].strength[game.units.index(unit)]) for unit in PARATROOPS}


def begun(game: str, digest: str, **more: Any) -> bh.Record:
    """Return a record that names a map and has a set-up as suggested."""
    data = {
        "format": "bridgehead-record",
        "version": 1,
        "program": "0.1.0",
        "game": game,
        "map": {"name": "a name", "digest": digest},
        "dice": {"kind": "seeded", "seed": 1},
        "actions": ["deploy", "end"],
        **more,
    }
    return bh.Record.from_dict(data)


@pytest.mark.parametrize("game", FORMER)
def test_a_record_that_names_the_former_map_is_played_on_the_former_board(game: str) -> None:
    then_map = former_map(game)
    assert then_map.digest.startswith(FORMER[game])
    record = begun(game, then_map.digest)
    assert record.game.map == then_map
    assert record.game.data is former(game)
    assert len(then_map.objectives) == 8
    assert len(own_map(game).objectives) == (7 if game == "suez-56" else 5)
    now, then = bh.load(game), record.game
    city = then.hexes.index("2612" if game == "suez-56" else "2228")
    assert (now.board[0].shift[city], then.board[0].shift[city]) == (-1, -2)
    again = record.to_dict()
    assert again["map"] == {"name": then_map.name, "digest": then_map.digest}
    assert bh.Record.from_dict(again).position == record.position


def test_its_set_up_is_the_former_one() -> None:
    then = begun("suez-56", former_map("suez-56").digest)
    assert then.position.units["1ng-inf"] == "2612"
    now = begun("suez-56", own_map("suez-56").digest)
    assert now.game.own_map
    then = begun("el-arish-67", former_map("el-arish-67").digest)
    now = begun("el-arish-67", own_map("el-arish-67").digest)
    assert then.position.units["sf-missile"] == "4243"
    assert now.position.units["sf-missile"] == "3126"


def test_its_what_if_force_is_the_former_one() -> None:
    then = begun("suez-56", former_map("suez-56").digest, options=["what_if"])
    assert len(then.game.units) == 59
    assert then.game.data.digest != bh.load("suez-56").data.digest


def test_a_record_says_no_more_of_it_than_its_digest() -> None:
    then = begun("suez-56", former_map("suez-56").digest)
    data = then.to_dict()
    assert set(data["data"]) == {"digest"}
    assert "text" not in data["map"]
    assert bh.Record.from_dict(data).game.data.digest == data["data"]["digest"]


@pytest.mark.parametrize("game", FORMER)
def test_a_map_of_ones_own_is_played_with_the_counters_and_charts_of_its_time(game: str) -> None:
    text = "# mine\n" + own_map(game).text
    digest = parse_map(text, SCHEMAS[game], "mine").digest
    told = {"name": "mine", "digest": digest, "text": text}
    now = bh.Record.new(load_with(game, (), data=from_texts(game_info(game).data, {MAP: text})))
    assert now.game.data.tables != former(game).tables
    assert bh.Record.from_dict(now.to_dict()).game == now.game
    then = begun(game, digest, map=told, actions=[])  # of version 1, which named no data
    assert then.game.data.tables == former(game).tables
    assert bh.Record.from_dict(then.to_dict()).game == then.game
    then_2 = {**then.to_dict(), "data": {"digest": then.game.data.digest}}  # as 0.1 wrote it later
    assert bh.Record.from_dict(then_2).game == then.game


def test_a_digest_that_nobody_knows_is_refused() -> None:
    with pytest.raises(bh.InvalidRecord, match="was played on the map 'a name' with digest"):
        begun("suez-56", "0" * 64)
    with pytest.raises(bh.InvalidRecord, match="was played on the map 'a name' with digest"):
        begun("el-arish-67", former_map("suez-56").digest)


@pytest.mark.parametrize(("game", "version"), DIGESTS)
def test_the_digests_of_earlier_data_never_change(game: str, version: str) -> None:
    assert former(game, version).digest.startswith(DIGESTS[game, version])
    assert {name for name, _ in DIGESTS if name == game}
    assert len(former_data(game_info(game).data)) == sum(name == game for name, _ in DIGESTS)


def of_data(digest: str, **more: Any) -> bh.Record:
    """Return a record of today that names its data."""
    return begun(ARISH, more.pop("map_digest", own_map(ARISH).digest), version=2,
                 data={"digest": digest}, **more)  # fmt: skip


def test_a_new_game_has_paratroops_of_today() -> None:
    record = bh.Record.new(bh.load(ARISH))
    assert strengths(record) == {3}
    assert strengths(of_data(record.game.data.digest)) == {3}
    assert strengths(bh.Record.from_dict(record.to_dict())) == {3}
    assert data_in({"game": ARISH}) is None


@pytest.mark.parametrize("version", ["2026-11-25", "0.1"])
def test_a_record_that_names_earlier_data_goes_on_with_their_paratroops(version: str) -> None:
    data = former(ARISH, version)
    record = of_data(data.digest, map_digest=data.map.digest)
    assert record.game.data is data
    assert strengths(record) == {4}
    assert record.game.own_map == (version != "0.1")
    again = bh.Record.from_dict(record.to_dict())
    assert again.to_dict()["data"] == {"digest": data.digest}
    assert strengths(again) == {4}
    record.do(record.position.legal_actions()[0])
    assert strengths(bh.Record.from_dict(record.to_dict())) == {4}


def test_a_record_of_version_1_on_todays_map_has_the_paratroops_of_its_time() -> None:
    record = begun(ARISH, own_map(ARISH).digest)
    assert record.game.data is former(ARISH, "2026-11-25")
    assert strengths(record) == {4}
    assert strengths(begun(ARISH, former_map(ARISH).digest)) == {4}
    told = {"digest": own_data(game_info(ARISH).data).digest}
    assert strengths(begun(ARISH, own_map(ARISH).digest, data=told)) == {3}
    data = begun(ARISH, own_map(ARISH).digest).to_dict()
    nameless = {key: each for key, each in data.items() if key not in ("map", "data")}
    assert strengths(bh.Record.from_dict({**nameless, "version": 1})) == {4}
    assert strengths(bh.Record.from_dict(nameless)) == {3}  # somebody has written it today


@pytest.mark.parametrize(("version", "strength"), [("2026-11-25", 4), ("0.1", 4), ("", 3)])
def test_a_map_of_ones_own_is_played_with_the_paratroops_of_its_time(
    version: str, strength: int
) -> None:
    rules = game_info(ARISH).data
    texts = former_texts(ARISH, version) if version else {}
    mine = from_texts(rules, {**texts, MAP: "# mine\n" + own_map(ARISH).text})
    told = {"name": "mine", "digest": mine.map.digest, "text": mine.map.text}
    record = begun(ARISH, "", version=2, map=told, data={"digest": mine.digest}, actions=[])
    assert record.game.data.digest == mine.digest
    assert strengths(record) == {strength}
    assert strengths(bh.Record.from_dict(record.to_dict())) == {strength}


@pytest.mark.parametrize("game", FORMER)
def test_counters_of_ones_own_stay_on_the_map_of_their_time(game: str) -> None:
    units = former_texts(game)["units.toml"].replace('name = "', 'name = "*', 1)
    mine = from_texts(game_info(game).data, {**former_texts(game), "units.toml": units})
    told = {"name": mine.map.name, "digest": mine.map.digest}
    data = {"digest": mine.digest, "files": {"units.toml": units}}  # as 0.1 wrote it
    record = begun(game, "", version=2, map=told, data=data, actions=[])
    assert record.game.data.digest == mine.digest
    assert record.game.map.digest == former_map(game).digest
    again = bh.Record.from_dict(record.to_dict())
    assert again.game == record.game
    wrong = {**data, "digest": "0" * 64}
    with pytest.raises(bh.BridgeheadError):
        begun(game, "", version=2, map=told, data=wrong, actions=[])


def former_texts(game: str, version: str = "0.1") -> dict[str, str]:
    """Return the files of a version that have changed since."""
    kept = game_info(game).data.former_files()
    return dict(next(each.texts for each in kept if each.version == version))


def test_a_position_that_names_earlier_data_is_refused_by_a_game_of_today() -> None:
    then = bh.Record.new(load_with(ARISH, (), data=former(ARISH, "2026-11-25"))).game
    position = then.start().to_dict()
    assert position["data"] == then.data.digest
    assert then.position(position) == then.start()
    with pytest.raises(bh.InvalidPosition, match="data: differ from the game's"):
        bh.load(ARISH).position(position)
