"""The puzzles of the package: each is in order; the puzzle of a day is the same everywhere."""

from __future__ import annotations

import datetime
from collections import Counter
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.errors import InvalidPuzzle, UnknownPuzzle
from bridgehead.players import puzzles
from bridgehead.players.puzzles import collection
from bridgehead.players.puzzles.finder import CLEAR, FAR, MOST_AS_GOOD
from bridgehead.players.puzzles.puzzle import id_of
from tests.tiers import first

pytestmark = pytest.mark.plain

GAMES = [info.id for info in bh.games() if collection.path_of(info.id).is_file()]
GAME = max(GAMES, key=lambda name: len(puzzles.of_game(name)))
DAYS = [datetime.date(2027, 1, 1) + datetime.timedelta(days) for days in range(365)]


def test_there_are_collections() -> None:
    assert GAMES


@pytest.mark.parametrize("game", first(0, GAMES))
def test_every_puzzle_is_in_order(game: str) -> None:
    found = collection.read(collection.path_of(game))
    assert {one.id: one for one in found} == {one.id: one for one in puzzles.of_game(game)}
    for one in found:
        assert one.game_id == game
        assert one.id == id_of(one.game, one.data)
        ahead = one.best.chance - one.usual.chance
        as_good = sum(one.best.chance - other.chance < CLEAR for other in one.plans[1:])
        assert ahead >= (FAR if as_good else CLEAR) - 1e-3  # chances are rounded
        assert as_good <= MOST_AS_GOOD


def test_a_puzzle_is_found_by_its_id() -> None:
    one = puzzles.of_game(GAME)[-1]
    assert puzzles.find(one.id) == one
    with pytest.raises(UnknownPuzzle, match="there is no puzzle 'nothing'"):
        puzzles.find("nothing")


def test_the_puzzles_of_the_days_of_a_year_differ_and_come_from_all_games() -> None:
    found = [puzzles.of_the_day(day) for day in DAYS]
    assert [one.id for one in found] == [puzzles.of_the_day(day).id for day in DAYS]
    by_game = Counter(one.game_id for one in found)
    assert set(by_game) == set(GAMES)
    assert max(by_game.values()) < 2.5 * len(DAYS) / len(GAMES)
    assert puzzles.of_the_day(DAYS[0], GAME).game_id == GAME


def test_a_new_puzzle_changes_few_days(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAME
    before = [puzzles.of_the_day(day, game).id for day in DAYS]
    known = puzzles.of_game(game)
    left = {game: known[1:]}
    monkeypatch.setattr(collection, "of_game", lambda name: left.get(name, ()))
    after = [collection.of_the_day(day, game).id for day in DAYS]
    assert {old for old, new in zip(before, after, strict=True) if old != new} == {known[0].id}


def test_a_fault_in_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    line = collection.path_of(GAME).read_text(encoding="utf-8").splitlines()[0]
    path = tmp_path / "mine.jsonl"
    path.write_text(f"{line}\n\n{{}}\n", encoding="utf-8")
    with pytest.raises(InvalidPuzzle, match=r"mine.jsonl, line 3: format"):
        puzzles.read(path)
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidPuzzle, match=r"line 2: id .* is there twice"):
        puzzles.read(path)
