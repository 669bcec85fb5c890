"""A database that does not answer for a while: nothing is lost, and nobody is told a falsehood."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.online.database.database import NO_DATABASE, UnreachableError
from bridgehead.online.database.tables import CHAT, ENTRY
from bridgehead.online.games import chat, games
from bridgehead.online.orders import stored_orders
from bridgehead.server.games.store import StoreError
from tests.online.conftest import Person, Seat

pytestmark = pytest.mark.plain
CAUSE = "the database cannot be read: /secret/socket refused"
KEY = "the same key, again"


def down(*_: object, **__: object) -> Any:
    raise UnreachableError(CAUSE)


def begun(client: TestClient) -> tuple[Person, Person, str]:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge()
    bert.join(game)
    return anna, bert, game


def rows(client: TestClient, table: Any) -> list[str]:
    with client.app.state.server.database.reading() as connection:  # type: ignore[attr-defined]
        return [key for key in connection.execute(select(table.c.key)).scalars() if key]


def test_pages_say_that_it_is_for_a_moment(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who is logged in is asked first, before anything else could answer."""
    anna, _, game = begun(client)
    monkeypatch.setattr("bridgehead.online.accounts.login_sessions._find", down)
    for path in ("/", f"/api/saved/{game}"):
        answer = anna.get(path)
        assert answer.status_code == 503
        assert NO_DATABASE in answer.text.replace("The server", "the server")
        assert "secret" not in answer.text
    assert CAUSE in caplog.text  # which the host needs
    with anna.sits(game) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 1013  # try again later: "gone" would end the page


def test_a_game_is_not_gone_because_the_database_is(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, game = begun(client)
    monkeypatch.setattr(games, "load", down)
    with anna.sits(game) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 1013


@pytest.mark.parametrize("kind", ["do", "chat"])
def test_what_may_have_been_written_gets_no_answer_and_is_sent_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The database ends just after a commit: a refusal would be a falsehood."""
    anna, _, game = begun(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    write: Callable[..., Any] = server.database.write

    async def written_and_lost(work: Any, *args: Any, **named: Any) -> Any:
        written = await write(work, *args, **named)
        if work not in (stored_orders.append, chat.say):  # the server's heartbeat, for example
            return written
        monkeypatch.undo()
        return down()

    with anna.sits(game) as socket:
        seat = Seat(socket)
        known = {"at": seat.state["at"], "version": seat.state["version"]}
        deed = {"do": {"action": seat.a_move(), **known}, "chat": {"text": "Hello"}}[kind]
        monkeypatch.setattr(server.database, "write", written_and_lost)
        with pytest.raises(WebSocketDisconnect) as closed:
            seat.call(type=kind, key=KEY, **deed)
        assert closed.value.code == 1013
        assert seat.replies == {}
    with anna.sits(game) as socket:
        assert Seat(socket).call(type=kind, key=KEY, **deed)["ok"]
    assert len(rows(client, ENTRY) + rows(client, CHAT)) == 1


def test_what_was_not_written_is_refused_without_the_cause(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, game = begun(client)

    async def full(*_: object) -> Any:
        raise StoreError("the database cannot be written: /secret/file is full")

    server = client.app.state.server  # type: ignore[attr-defined]
    with anna.sits(game) as socket:
        seat = Seat(socket)
        monkeypatch.setattr(server.database, "write", full)
        reply = seat.do(seat.a_move())
    assert (reply["ok"], reply["error"]) == (
        False,
        {"kind": "store", "text": NO_DATABASE, "case": ""},
    )
