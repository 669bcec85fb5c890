"""Spectators have a chat of their own: players read it when the game is over, visitors never."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from bridgehead.online.accounts import data_export
from bridgehead.online.database.lobby_tables import WATCHERS_CHAT
from bridgehead.online.database.tables import ACCOUNT, NOTICE
from tests.online.conftest import SECRET, Person, Seat

pytestmark = pytest.mark.plain
ADVICE = "Israel should go south"


class Looker(Seat):
    """A window that keeps the spectators' remarks apart from the players'."""

    def __init__(self, socket: Any) -> None:
        self.seen: list[str] = []
        super().__init__(socket)

    def receive(self) -> Any:
        message = self.socket.receive_json()
        if message.get("room") == "watchers":
            self.seen[message["from"] :] = [one["text"] for one in message["remarks"]]
            return message
        kind = message["type"]
        if kind == "state":
            self.state = {**self.state, **message}
        elif kind == "chat":
            self.remarks[message["from"] :] = message["remarks"]
        elif kind == "reply":
            self.replies[message["id"]] = message
        return message


@pytest.fixture
def people(client: TestClient) -> list[Person]:
    return [Person(client, name) for name in ("Anna", "Bert", "Clara", "Dora")]


def test_who_reads_the_spectators_chat(client: TestClient, people: list[Person]) -> None:
    anna, bert, clara, dora = people
    game = anna.challenge()
    bert.join(game)
    visitor = client.websocket_connect(f"ws://localhost/api/saved/{game}/play")
    with anna.sits(game) as a, clara.sits(game) as c, dora.sits(game) as d, visitor as v:
        player, one, other, guest = Looker(a), Looker(c), Looker(d), Looker(v)
        assert one.call(type="chat", text=ADVICE)["ok"]
        other.until(lambda: other.seen)
        one.until(lambda: one.seen)
        assert one.seen == other.seen == [ADVICE]
        reply = guest.call(type="chat", text="hello")
        assert reply["error"]["text"] == "log in to write to those who watch this game"
        assert player.call(type="chat", text="to Bert")["ok"]
        for each in (player, guest):
            assert each.call(type="ping")["ok"]
            assert each.seen == []
        assert [remark["text"] for remark in player.remarks] == ["to Bert"]
        assert other.remarks == []
        assert ADVICE not in anna.get(f"/game/{game}").text
        assert player.call(type="resign")["ok"]
        player.until(lambda: player.seen)
        assert player.seen == [ADVICE]
    with anna.sits(game) as a, bert.sits(game) as b:
        for socket in (a, b):
            late = Looker(socket)
            late.until(lambda late=late: late.seen)
            assert late.seen == [ADVICE]
    with client.websocket_connect(f"ws://localhost/api/saved/{game}/play") as v:
        guest = Looker(v)
        assert guest.call(type="ping")["ok"]
        assert guest.seen == []


@pytest.mark.slow
def test_a_message_comes_once_and_nobody_is_told(people: list[Person]) -> None:
    anna, bert, clara, _ = people
    game = anna.challenge()
    bert.join(game)
    with clara.sits(game) as socket:
        seat = Looker(socket)
        for _ in range(2):
            assert seat.call(type="chat", text=ADVICE, key="the same key")["ok"]
        assert seat.call(type="chat", text="   ")["ok"] is False
        seat.until(lambda: seat.seen)
        assert seat.seen == [ADVICE]
    database = anna.browser.app.state.server.database  # type: ignore[attr-defined]
    with database.reading() as connection:
        told = select(NOTICE.c.kind).where(NOTICE.c.kind == "chat")
        assert connection.execute(told).all() == []
        who = select(ACCOUNT.c.id).where(ACCOUNT.c.name == "Clara")
        data, _ = data_export._kept(connection, connection.execute(who).scalar_one())
        assert [remark["text"] for remark in data["watchers_chat"]] == [ADVICE]


@pytest.mark.slow
def test_a_deleted_account_leaves_no_words(people: list[Person]) -> None:
    anna, bert, clara, _ = people
    game = anna.challenge()
    bert.join(game)
    with clara.sits(game) as socket:
        assert Looker(socket).call(type="chat", text=ADVICE)["ok"]
    answer = clara.post("/settings/data/leave", name="Clara", password=SECRET)
    assert answer.status_code in (200, 303)
    database = anna.browser.app.state.server.database  # type: ignore[attr-defined]
    with database.reading() as connection:
        assert connection.execute(select(WATCHERS_CHAT.c.text)).scalars().all() == ["…"]
