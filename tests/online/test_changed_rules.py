"""A game whose rules have changed since it was played: nobody plays it on, and it can be ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from starlette.testclient import TestClient

from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ENTRY, GAME, OUTCOME, SNAPSHOT
from bridgehead.online.moderation import roles
from tests.online.conftest import Person, Seat, client_of
from tests.online.test_timed_games import move_deadline

pytestmark = pytest.mark.plain


class Old:
    """A game of Anna (Israel) and Bert, with a move that was played by other rules."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.anna, self.bert = Person(client, "Anna"), Person(client, "Bert")
        self.eve = Person(client, "Eve")
        self.begin()

    def begin(self, pace: str = "evening") -> None:
        """Begin another game."""
        self.anna.post("/new/across-suez-1980", side="israel", opponent="open", pace=pace)
        lobby = self.bert.get("/").text.partition('data-list="challenges"')[2]
        self.game = lobby.partition('data-game="')[2][:20]
        self.bert.join(self.game)
        with self.anna.sits(self.game) as socket:
            seat = Seat(socket)
            assert seat.do(seat.a_move())["ok"]

    @property
    def database(self) -> Database:
        found: Database = self.client.app.state.server.database  # type: ignore[attr-defined]
        return found

    def row(self) -> Any:
        with self.database.reading() as connection:
            return connection.execute(select(GAME).where(GAME.c.id == self.game)).one()

    def change_rules(self, *, readable: bool) -> None:
        """Let another position, or none, follow from what was played; nobody has it in memory."""
        with self.database.writing() as connection:
            if readable:
                old = {"rules": "old", "position": json.dumps({"of": "old"})}
                connection.execute(insert(SNAPSHOT).values(game=self.game, number=1, **old))
            else:
                impossible = update(ENTRY).where(ENTRY.c.game == self.game, ENTRY.c.number == 1)
                connection.execute(impossible.values(text="move nobody 0101"))
        self.forget()

    def forget(self) -> None:
        """Let the server read the game anew."""
        server = self.client.app.state.server  # type: ignore[attr-defined]
        server._games.clear()
        server._open.clear()


def moderator(old: Old, answer: str) -> bool:
    with old.database.writing() as connection:
        roles.make_administrator(connection, "Eve")
    page = f"/moderate/games/{old.game}"
    status = old.eve.post(page, winner=answer, reason="other rules").status_code
    return bool(status == 303)


def agree(one: Seat, two: Seat) -> bool:
    assert one.call(type="offer", what="draw")["ok"]
    two.until(lambda: two.state["offer"])
    accepted = two.call(type="answer", answer="accept", version=two.state["version"])
    return bool(accepted["ok"])


WAYS: dict[str, Callable[[Old, Seat, Seat], bool]] = {
    "resigned": lambda old, one, two: two.call(type="resign")["ok"],
    "adjudicated": lambda old, one, two: moderator(old, "egypt"),
    "cancelled": lambda old, one, two: moderator(old, "cancel"),
    "draw agreed": lambda old, one, two: agree(one, two),
}


@pytest.mark.slow_for("False", "True")
@pytest.mark.parametrize("readable", [True, False])
def test_it_can_be_ended_and_everybody_is_told(lite: str, readable: bool) -> None:
    with client_of(lite) as client:
        old = Old(client)
        for way in WAYS:
            old.change_rules(readable=readable)
            end(old, way)
            old.begin()


def end(old: Old, way: str) -> None:
    """End the game, and look at what everybody is told."""
    with (
        old.anna.sits(old.game) as first,
        old.bert.sits(old.game) as second,
        old.eve.sits(old.game) as third,
    ):
        one, two, watcher = Seat(first), Seat(second), Seat(third)
        for seat in (one, two, watcher):
            assert "not be played on" in seat.state["trouble"]
        assert not one.do("end")["ok"]
        assert not one.call(type="offer", what="takeback")["ok"]
        assert old.row().state == "running"
        assert WAYS[way](old, one, two), way
        for seat in (one, two, watcher):
            seat.until(lambda seat=seat: seat.state.get("result"))
            assert seat.state["result"]["ending"] == way
    row = old.row()
    assert (row.state, row.waits_for, row.deadline) == ("over", "", None)
    with old.database.reading() as connection:
        ending = select(OUTCOME.c.ending).where(OUTCOME.c.game == old.game)
        assert connection.execute(ending).scalar_one() == way


def test_it_is_lost_on_time(client: TestClient) -> None:
    old = Old(client)
    old.change_rules(readable=True)
    with old.bert.sits(old.game) as socket:
        seat = Seat(socket)
        assert not seat.call(type="claim")["ok"]
        assert seat.call(type="gift")["ok"]  # which leaves the clock with the one who has it
        assert json.loads(old.row().clock)["spell"][0] == old.row().waits_for == "israel"
    move_deadline(old.database, old.game, -1000)
    old.forget()
    with old.bert.sits(old.game) as socket:
        seat = Seat(socket)
        assert seat.call(type="claim")["ok"]
        seat.until(lambda: seat.state.get("result"))
        assert seat.state["result"]["winner"] == "egypt"
    assert old.row().state == "over"


def test_a_record_that_the_rules_do_not_allow_is_refused_and_says_why(client: TestClient) -> None:
    old = Old(client)
    old.change_rules(readable=False)
    with old.bert.sits(old.game) as socket:
        assert Seat(socket).call(type="resign")["ok"]
    answer = old.eve.get(f"/api/saved/{old.game}/record")
    assert answer.status_code == 400
    assert "do not allow action 1" in answer.json()["error"]["text"]
