"""Levels: computer players on a scale of strength, and who is proposed to a person."""

from __future__ import annotations

from itertools import pairwise

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.lab.elo import share_of
from bridgehead.players.ranks.levels import SERGEANT, Level

pytestmark = pytest.mark.plain
GAMES = [info.id for info in bh.games()]
# players that are far ahead of the level before: nobody between them has been measured
UNEVEN = {"october-war": ("captain@30n",), "el-arish-67": ("general@40n",)}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_steps_are_small_and_every_player_can_be_made(game_id: str) -> None:
    found = players.levels(game_id)
    assert [level.number for level in found] == list(range(1, len(found) + 1))
    assert len(found) >= 5
    for level in found:
        players.check(game_id, level.player)
    for weaker, stronger in pairwise(found):
        most = 0.91 if stronger.player in UNEVEN.get(game_id, ()) else 0.78
        assert 0.55 < share_of(stronger.rating - weaker.rating) < most, stronger
    assert {level.player: level.rating for level in found}["sergeant"] == SERGEANT


@pytest.mark.parametrize("game_id", GAMES)
def test_lower_levels_overlook_and_forget_and_nobody_plays_at_random(game_id: str) -> None:
    found = players.levels(game_id)
    assert all("%" not in level.player and level.player != "recruit" for level in found)
    assert found[0].player.startswith("corporal:units=")


def test_who_is_proposed_is_the_nearest_in_strength() -> None:
    found = players.levels("across-suez-1980")
    assert players.propose("across-suez-1980", 0) == found[0]
    assert players.propose("across-suez-1980", 9999) == found[-1]
    sergeant = players.propose("across-suez-1980", SERGEANT + 10)
    assert sergeant == next(level for level in found if level.player == "sergeant")
    middle = (found[4].rating + found[5].rating) / 2
    assert players.propose("across-suez-1980", middle + 1) == found[5]


def test_a_game_that_was_not_measured_has_no_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgehead.core.titles.title_file.has_title_file", lambda *_: False)
    players.levels.cache_clear()
    try:
        assert players.levels("suez-56") == ()
        assert players.propose("suez-56", 1000) is None
    finally:
        players.levels.cache_clear()


def test_a_level_has_a_number_a_player_and_a_rating() -> None:
    first = players.levels("across-suez-1995")[0]
    assert isinstance(first, Level)
    assert first == players.levels("across-suez-1980")[0], "the same rules"
