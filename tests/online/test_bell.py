"""Processes on one PostgreSQL hear of each other at once, also after it was restarted."""

from __future__ import annotations

import time

import pytest

from bridgehead.online import house
from tests.online.conftest import Person, Seat, client_of
from tests.online.postgresql import PostgreSQL

pytestmark = pytest.mark.plain


@pytest.fixture(autouse=True)
def looks_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes look by themselves so seldom that only the bell can have told them."""
    monkeypatch.setattr(house, "EVERY", 3600.0)


def test_a_change_is_heard_by_another_process(postgresql: PostgreSQL) -> None:
    url = postgresql.new_database()
    with client_of(url) as first, client_of(url) as second:
        anna, bert = Person(first, "Anna"), Person(second, "Bert")
        game = anna.challenge("israel")
        bert.join(game)
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Seat(one), Seat(two)
            begun = time.monotonic()
            assert here.do(here.a_move())["ok"]
            there.until(lambda: there.state["at"] == 1)
            assert here.call(type="chat", text="shalom")["ok"]
            there.until(lambda: there.remarks)
            assert time.monotonic() - begun < 30


def test_after_a_crash_of_the_database_the_game_goes_on() -> None:
    server = PostgreSQL(safe=True)
    server.start()
    url = server.new_database()
    try:
        with client_of(url) as first, client_of(url) as second:
            anna, bert = Person(first, "Anna"), Person(second, "Bert")
            game = anna.challenge("israel")
            bert.join(game)
            with anna.sits(game) as one, bert.sits(game) as two:
                here, there = Seat(one), Seat(two)
                assert here.do(here.a_move())["ok"]
                there.until(lambda: there.state["at"] == 1)
                key, move = "k" * 16, here.a_move()
                server.kill()
                refused = here.do(move, key=key, at=1, version=1)
                assert not refused["ok"]
                assert "database" in refused["error"]["text"]
                assert here.state["at"] == 1  # nobody was told of what is not written
                server.start()
                for _ in range(10):  # the connections of the pool find out one by one
                    answer = here.do(move, key=key, at=1, version=1)
                    if answer["ok"]:
                        break
                assert answer["ok"], answer
                there.until(lambda: there.state["at"] == 2)
                assert there.state["last"] == move
    finally:
        server.stop()
