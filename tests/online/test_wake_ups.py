"""Processes on one PostgreSQL hear of each other at once, also after it was restarted."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from bridgehead.online.live import game_server
from bridgehead.online.pages.site import LATER
from tests.online.conftest import SECRET, Person, Seat, client_of
from tests.online.postgresql import PostgreSQL
from tests.online.test_security import drain

pytestmark = pytest.mark.plain
KEY = "the same key, again"


@pytest.fixture(autouse=True)
def looks_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes look by themselves so seldom that only the bell can have told them."""
    monkeypatch.setattr(game_server, "EVERY", 3600.0)


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_end_of_a_session_is_heard_by_another_process(postgresql: PostgreSQL) -> None:
    url = postgresql.new_database()
    with client_of(url) as first, client_of(url) as second:
        anna, elsewhere = Person(first, "Anna"), Person(second, "", register=False)
        game = anna.challenge("israel")
        Person(first, "Bert").join(game)
        assert elsewhere.post("/login", name="Anna", password=SECRET).status_code == 303
        with anna.sits(game) as kept, elsewhere.sits(game) as socket:
            Seat(socket)
            assert anna.post("/settings/revoke", session="others").status_code == 303
            with pytest.raises(WebSocketDisconnect):
                drain(socket)
            assert Seat(kept).call(type="resign")["ok"]


@pytest.mark.slow
def test_after_a_crash_of_the_database_the_game_goes_on() -> None:
    server = PostgreSQL(safe=True)
    server.start()
    url = server.new_database()
    try:
        with client_of(url) as first, client_of(url) as second:
            anna, bert = Person(first, "Anna"), Person(second, "Bert")
            game = anna.challenge("israel")
            bert.join(game)
            with bert.sits(game) as two:
                there = Seat(two)
                with anna.sits(game) as one:
                    here = Seat(one)
                    assert here.do(here.a_move())["ok"]
                    there.until(lambda: there.state["at"] == 1)
                    move = here.a_move()
                    server.kill()
                    with pytest.raises(WebSocketDisconnect) as closed:
                        here.do(move, key=KEY, at=1, version=1)
                    assert closed.value.code == LATER
                    assert here.state["at"] == 1  # nobody was told of what is not written
                server.start()
                assert sent_again(anna, game, move)["ok"]
                there.until(lambda: there.state["at"] == 2)
                assert there.state["last"] == move
    finally:
        server.stop()


def sent_again(who: Person, game: str, move: str) -> Any:
    """Open another window and send it again, as the page does, until there is an answer."""
    for _ in range(20):  # the connections of the pool find out one by one
        with suppress(WebSocketDisconnect), who.sits(game) as socket:
            return Seat(socket).do(move, key=KEY, at=1, version=1)
    raise AssertionError("no window got an answer")
