"""A game goes on with the data that it began with, or nobody plays it on; nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, insert, select, update
from starlette.testclient import TestClient

from bridgehead.core.records.record import Record
from bridgehead.core.titles.dataset import DataSet, own_data
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ENTRY, GAME
from bridgehead.online.games.game_data import UNKNOWN_DATA
from tests.earlier_data import earlier_data
from tests.online.conftest import Person, Seat, client_of
from tests.online.test_changed_rules import agree

pytestmark = pytest.mark.plain

MEB, OCTOBER = "el-arish-67", "october-war"
AN_ACTION = "place sf-artillery 2535"  # Egypt's first


def own(title: str) -> DataSet:
    return own_data(game_info(title).data)


class Begun:
    """A game of Anna and Bert; Bert decides first, and Eve watches."""

    def __init__(self, client: TestClient, title: str) -> None:
        self.client, self.title = client, title
        self.anna, self.bert = Person(client, "Anna"), Person(client, "Bert")
        self.first = str(load_with(title, ()).start().to_move)
        self.second = next(side for side in game_info(title).sides if side != self.first)
        self.game = self.anna.challenge(self.second, game=title)
        self.bert.join(self.game)

    @property
    def database(self) -> Database:
        found: Database = self.client.app.state.server.database  # type: ignore[attr-defined]
        return found

    def began_with(self, digest: str, *actions: str) -> None:
        """Let the journal be that of a game which began with other data."""
        with self.database.writing() as connection:
            for number, text in enumerate(actions, start=1):
                side = self.second if text.startswith(("enter ", "move ")) else self.first
                row = {"game": self.game, "number": number, "kind": "action", "side": side}
                connection.execute(insert(ENTRY).values(text=text, time=1, **row))
            this = update(GAME).where(GAME.c.id == self.game)
            connection.execute(this.values(data=digest, revision=len(actions)))
        self.forget()

    def forget(self) -> None:
        """Let the server read the game anew."""
        server = self.client.app.state.server  # type: ignore[attr-defined]
        server._games.clear()
        server._open.clear()

    def row(self) -> Any:
        with self.database.reading() as connection:
            return connection.execute(select(GAME).where(GAME.c.id == self.game)).one()

    def entries(self) -> int:
        with self.database.reading() as connection:
            of_game = select(func.count()).where(ENTRY.c.game == self.game)
            return int(connection.execute(of_game).scalar_one())

    @property
    def record(self) -> Record:
        """The game in memory."""
        server = self.client.app.state.server  # type: ignore[attr-defined]
        found: Record = server._open[self.game].memory.record
        return found

    def played_with(self) -> str:
        """Return the digest of the data in memory."""
        return self.record.game.data.digest

    def an_action(self) -> str:
        """Return what is legal now."""
        return str(self.record.position.legal_actions()[0])


@pytest.fixture
def meb(client: TestClient) -> Begun:
    return Begun(client, MEB)


def test_a_new_game_names_its_data(meb: Begun) -> None:
    assert meb.row().data == own(MEB).digest


@pytest.mark.parametrize("title", [MEB, OCTOBER])
def test_a_game_goes_on_with_the_data_it_began_with(client: TestClient, title: str) -> None:
    with earlier_data(title) as data:
        goes_on(client, title, data)


def goes_on(client: TestClient, title: str, data: DataSet) -> None:
    begun = Begun(client, title)
    then = data.digest
    begun.began_with(then)
    with begun.bert.sits(begun.game) as socket:
        seat = Seat(socket)
        assert not seat.state["trouble"]
        assert seat.do(begun.an_action())["ok"]
        assert begun.played_with() == then
    begun.forget()
    with begun.bert.sits(begun.game) as second, begun.anna.sits(begun.game) as first:
        seat, other = Seat(second), Seat(first)
        known = {"at": seat.state["at"], "version": seat.state["version"]}
        assert seat.call(type="undo", **known)["ok"]  # which replays the rest
        assert begun.played_with() == then
        assert seat.do(begun.an_action())["ok"]
        assert other.call(type="resign")["ok"]
    assert begun.row().data == then
    record = begun.anna.get(f"/api/saved/{begun.game}/record").json()
    assert record["data"] == {"digest": then}
    assert record["map"]["digest"] == data.map.digest


def test_where_the_data_are_not_here_nobody_plays_on_and_nothing_is_lost(meb: Begun) -> None:
    digest = "0" * 64
    meb.began_with(digest, AN_ACTION)
    with meb.bert.sits(meb.game) as second, meb.anna.sits(meb.game) as first:
        seat, other = Seat(second), Seat(first)
        for window in (seat, other):
            assert window.state["trouble"] == UNKNOWN_DATA
        assert not seat.do("place sf-missile 2535")["ok"]
        assert not seat.call(type="offer", what="takeback")["ok"]
        row = meb.row()
        assert (row.state, row.revision, row.data) == ("running", 1, digest)
        assert meb.entries() == 1
        assert agree(seat, other)
        other.until(lambda: other.state.get("result"))
    assert (meb.row().state, meb.row().data) == ("over", digest)


def test_of_unknown_data_there_is_no_record_and_no_analysis(meb: Begun) -> None:
    meb.began_with("0" * 64, AN_ACTION)
    with meb.bert.sits(meb.game) as socket:
        assert Seat(socket).call(type="resign")["ok"]
    meb.forget()
    answer = meb.bert.get(f"/api/saved/{meb.game}/record")
    assert answer.status_code == 400
    assert "does not have the data" in answer.json()["error"]["text"]
    asked = meb.bert.browser.post(f"/api/saved/{meb.game}/analysis", json={})
    assert asked.status_code == 400
    assert "does not have the data" in asked.json()["error"]["text"]
    with meb.bert.sits(meb.game) as socket:
        assert Seat(socket).state["result"]["ending"] == "resigned"


def test_the_result_of_a_game_whose_data_are_unknown_is_shown_as_it_was(meb: Begun) -> None:
    meb.began_with("0" * 64, AN_ACTION)
    result = '{"winner": "egypt", "ending": "time", "case": "", "reason": "then"}'
    with meb.database.writing() as connection:
        over = update(GAME).where(GAME.c.id == meb.game)
        connection.execute(over.values(state="over", result=result, waits_for=""))
    with meb.bert.sits(meb.game) as socket:
        assert Seat(socket).state["result"]["reason"] == "then"


@pytest.mark.slow
def test_a_page_of_another_process_sees_the_same(lite: str) -> None:
    with earlier_data(MEB) as then, client_of(lite) as one, client_of(lite) as other:
        begun = Begun(one, MEB)
        begun.began_with(then.digest, AN_ACTION)
        bert = Person(other, "Bert", register=False)
        bert.browser.cookies.update(begun.bert.browser.cookies)
        with bert.sits(begun.game) as there, begun.anna.sits(begun.game) as here:
            seat, watcher = Seat(there), Seat(here)
            assert seat.do(begun.an_action())["ok"]
            watcher.until(lambda: watcher.state["at"] == 2)
        assert begun.row().data == then.digest
