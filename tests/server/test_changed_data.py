"""A saved game goes on with the data that it began with, or it is refused and nothing is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.core.records.record import Record
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import load_with
from bridgehead.server.games.open_games import keep
from bridgehead.server.games.store import Store
from tests.earlier_data import earlier_data
from tests.server.conftest import Connection, client_of, connect

pytestmark = pytest.mark.plain

MEB, OCTOBER = "el-arish-67", "october-war"
PEOPLE = ("human", "human")


def begun(title: str, data: DataSet | None, *, actions: int = 2) -> Record:
    """Return a game of two people that began with data."""
    game = load_with(title, (), data=data)
    record = Record.new(game, "seeded", seed=1, players=dict(zip(game.sides, PEOPLE, strict=True)))
    for _ in range(actions):
        record.do(record.position.legal_actions()[0])
    return record


def saved(data: Path, record: Record) -> str:
    """Keep a game in the database of a server that does not run."""
    data.mkdir(exist_ok=True)
    store = Store(data / "bridgehead.sqlite")
    game = keep(store, record)
    store.close()
    return game


def header(data: Path, game: str, change: Any = None) -> str:
    """Return the header of a game in the database, changed first where that is wanted."""
    import json

    with closing(sqlite3.connect(data / "bridgehead.sqlite")) as connection, connection:
        (found,) = connection.execute("SELECT header FROM games WHERE id = ?", (game,)).fetchone()
        if change is not None:
            read = json.loads(found)
            change(read)
            found = json.dumps(read)
            connection.execute("UPDATE games SET header = ? WHERE id = ?", (found, game))
    return str(found)


def in_memory(client: TestClient, game: str) -> Record:
    """Return a game that a server has open."""
    open_games = client.app.state.open_games  # type: ignore[attr-defined]
    found: Record = open_games._sessions[game].record
    return found


@pytest.mark.parametrize("title", [MEB, OCTOBER])
def test_a_game_goes_on_with_the_data_it_began_with(data: Path, title: str) -> None:
    with earlier_data(title) as then:
        goes_on(data, title, then)


def goes_on(data: Path, title: str, then: DataSet) -> None:
    record = begun(title, then)
    game = saved(data, record)
    with client_of(data) as client:
        for count in (2, 3):
            with connect(client, game) as socket:
                connection = Connection(socket)
                if connection.state.get("curtain"):
                    connection.call(type="look", side=connection.state["curtain"])
                assert connection.do(record.position.legal_actions()[0], at=count)["ok"]
                record.do(record.position.legal_actions()[0])
        found = in_memory(client, game)
    assert found.game.data.digest == then.digest
    assert found.to_dict() == record.to_dict()


@pytest.mark.parametrize("title", [MEB, OCTOBER])
def test_a_game_with_data_that_nobody_knows_is_refused_and_stays(data: Path, title: str) -> None:
    game = saved(data, begun(title, None))

    def other(header: dict[str, Any]) -> None:
        header["data"]["digest"] = "0" * 64

    kept = header(data, game, other)
    with client_of(data) as client:
        assert game in [one["id"] for one in client.get("/api/saved").json()["saved"]]
        for path in ("", "/record"):
            answer = client.get(f"/api/saved/{game}{path}")
            assert answer.status_code in (400, 404, 405), path
        assert "was played with data of digest '0000" in answer.json()["error"]["text"]
        assert refused(client, game)
    assert header(data, game) == kept
    with closing(sqlite3.connect(data / "bridgehead.sqlite")) as connection:
        query = "SELECT count(*) FROM actions WHERE game = ?"
        assert connection.execute(query, (game,)).fetchone() == (2,)


def refused(client: TestClient, game: str) -> bool:
    """Whether a page that opens the game is told why it cannot."""
    with connect(client, game) as socket:
        message = socket.receive_json()
    return "was played with data of digest" in str(message)
