"""Opening books: what stands in them, who plays by them, and when nobody does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.players.search import book
from bridgehead.players.search.book import Book, Line

GAMES = [info.id for info in bh.games() if book.path_of(info.id).is_file()]
compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")
OPENING = ("move reshef-1 0411", "move sharon 0112")
OTHER = ("move erez-1 0912", "move reshef-1 0411")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the first edition a small book of two lines; return the game."""
    game = bh.load("across-suez-1980")
    lines = Line(OPENING, 3.0), Line(OTHER, 1.0)
    found = Book({book.key_of(game.start()): lines}, 1)
    monkeypatch.setattr(book, "load", lambda game_id: found if game_id == game.id else Book({}, 0))
    return game


def opening(game: Any, name: str, seed: int, actions: int = 2) -> tuple[str, ...]:
    position = game.start()
    player = players.create(game, name, seed)
    found = []
    for _ in range(actions):
        found.append(player.choose(position))
        position.push(found[-1])
    return tuple(found)


@pytest.mark.plain
def test_there_are_books() -> None:
    assert GAMES


@pytest.mark.plain
@pytest.mark.slow_for("el-arish-67")  # long plans; the other books have the same form
@pytest.mark.parametrize("game_id", GAMES)
def test_every_line_is_legal_in_its_position(game_id: str) -> None:
    game = bh.load(game_id)
    import json

    data = json.loads(book.path_of(game_id).read_text(encoding="utf-8"))
    assert (data["format"], data["version"]) == (book.FORMAT, book.VERSION)
    assert data["positions"]
    for key, found in data["positions"].items():
        position: Any = game.start()
        for action in found["after"]:
            position.push(action)
        assert position.to_move == found["side"]
        assert book.key_of(position) == key  # else the book is of other data: make it anew
        assert position.turn <= data["last_turn"]
        assert found["lines"]
        for line in found["lines"]:
            assert line["weight"] > 0
            twin = position.copy()
            for action in line["plan"]:
                assert twin.to_move == found["side"]
                twin.push(action)
        assert len(book.lines_for(position)) == len(found["lines"])


@pytest.mark.plain
def test_lines_are_drawn_by_weight() -> None:
    lines = Line(("a",), 3.0), Line(("b",), 1.0)
    found = Counter(book.drawn(lines, lot / 100).plan[0] for lot in range(100))
    assert found == {"a": 75, "b": 25}


@pytest.mark.plain
@pytest.mark.parametrize("name", ["general@4n", "captain@4n"])
def test_captain_and_general_play_by_the_book(small: Any, name: str) -> None:
    found = Counter(opening(small, name, seed) for seed in range(40))
    assert set(found) == {OPENING, OTHER}
    assert found[OPENING] > found[OTHER]
    assert opening(small, name, 5) == opening(small, name, 5)


@compiled
@pytest.mark.parametrize("name", ["lieutenant@4n", "general:style=bold@4n"])
def test_others_play_as_they_do(small: Any, name: str) -> None:
    assert {opening(small, name, seed, 1) for seed in range(8)} != {OPENING[:1], OTHER[:1]}
    assert not players.thinker(small, name).uses_book


@pytest.mark.plain
def test_a_position_that_the_book_does_not_know(small: Any) -> None:
    position = small.start()
    assert book.lines_for(position)
    position.push("move matt-1 0913")
    assert book.lines_for(position) == ()


@pytest.mark.plain
def test_options_have_books_of_their_own() -> None:
    plain = bh.load("across-suez-reprint").start()
    other = bh.load("across-suez-reprint", marines=True).start()
    assert book.key_of(plain) != book.key_of(other)


@pytest.mark.plain
def test_data_of_ones_own_switch_the_book_off(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    position = small.start()
    monkeypatch.setattr(type(small), "own_data", property(lambda self: False))
    assert book.lines_for(position) == ()


@compiled
def test_a_plan_that_is_not_legal_is_not_played(
    small: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = small.start()
    wrong = Book({book.key_of(start): (Line(("move matt-1 0101",), 1.0),)}, 1)
    monkeypatch.setattr(book, "load", lambda _: wrong)
    assert players.create(small, "general@4n", 1).choose(start) in start.legal_actions()
