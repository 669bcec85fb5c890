"""The board of 0.1 is kept for records that were played on it."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dataset import MAP, from_texts
from bridgehead.core.registry import game_info, load_with
from bridgehead.titles.middle_east_battles.data.mapfile import (
    SCHEMAS,
    former_map,
    own_map,
    parse_map,
)

pytestmark = [pytest.mark.plain]

# their digests stand in records, and never change
FORMER = {
    "suez-56": "75d065a8592f",
    "el-arish-67": "3cfc0ac1b233",
}


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
    former = former_map(game)
    assert former.digest.startswith(FORMER[game])
    record = begun(game, former.digest)
    assert record.game.map == former
    assert len(former.objectives) == 8
    assert len(own_map(game).objectives) == (7 if game == "suez-56" else 5)
    now, then = bh.load(game), record.game
    city = then.hexes.index("2612" if game == "suez-56" else "2228")
    assert (now.board[0].shift[city], then.board[0].shift[city]) == (-1, -2)
    again = record.to_dict()
    assert again["map"] == {"name": former.name, "digest": former.digest}
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
    [former] = game_info(game).data.formers()
    assert now.game.data.tables != former.tables
    assert bh.Record.from_dict(now.to_dict()).game == now.game
    then = begun(game, digest, map=told, actions=[])  # of version 1, which named no data
    assert then.game.data.tables == former.tables
    assert bh.Record.from_dict(then.to_dict()).game == then.game
    then_2 = {**then.to_dict(), "data": {"digest": then.game.data.digest}}  # as 0.1 wrote it later
    assert bh.Record.from_dict(then_2).game == then.game


def test_a_digest_that_nobody_knows_is_refused() -> None:
    with pytest.raises(bh.InvalidRecord, match="was played on the map 'a name' with digest"):
        begun("suez-56", "0" * 64)
    with pytest.raises(bh.InvalidRecord, match="was played on the map 'a name' with digest"):
        begun("el-arish-67", former_map("suez-56").digest)
