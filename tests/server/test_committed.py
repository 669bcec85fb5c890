"""Committed dice cannot be foreseen: not by a copy that is ended, nor by one that is made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from bridgehead.core.dice.dice import Secrets
from tests.server.conftest import Connection, begin, client_of, connect

ATTACK = "attack 0512 with matt-2 fire"


def exported(client: TestClient, game: str) -> Any:
    return client.get(f"/api/saved/{game}/record").json()


def take(client: TestClient, record: Any) -> Any:
    return client.post("/api/saved/import", json=record)


def resign(client: TestClient, game: str) -> None:
    with connect(client, game) as socket:
        assert Connection(socket).do("resign")["ok"]


def test_a_copy_of_a_game_that_is_over_is_not_played_on(client: TestClient) -> None:
    game = begin(client)
    running = exported(client, game)
    resign(client, game)
    assert exported(client, game)["dice"]["secret"]
    copy = take(client, running).json()["id"]
    with connect(client, copy) as socket:
        connection = Connection(socket)
        assert "disclosed" in connection.state["trouble"]
        assert (connection.state["mine"], connection.state["decision"]) == (False, None)
        assert not connection.do("end")["ok"]
        assert not connection.do(ATTACK)["ok"]


def test_nor_after_the_one_that_is_over_was_deleted(client: TestClient, data: Path) -> None:
    game = begin(client)
    running = exported(client, game)
    resign(client, game)
    assert client.delete(f"/api/saved/{game}").status_code == 204
    copy = take(client, running).json()["id"]
    with connect(client, copy) as socket:
        assert not Connection(socket).do("end")["ok"]
    with client_of(data) as later, connect(later, copy) as socket:  # nor by a server of later
        assert not Connection(socket).do("end")["ok"]


def test_nor_where_the_end_was_played_before_it_was_noted(client: TestClient, data: Path) -> None:
    game = begin(client)
    running = exported(client, game)
    resign(client, game)
    for note in (data / "secrets").glob("*.disclosed"):
        note.unlink()  # as an older version left it
    client.app.state.open_games._sessions.clear()  # type: ignore[attr-defined]
    copy = take(client, running).json()["id"]
    with connect(client, copy) as socket:
        assert not Connection(socket).do("end")["ok"]


def test_an_end_that_is_made_up_does_not_disclose_the_secret(
    client: TestClient, data: Path
) -> None:
    game = begin(client)
    made_up = exported(client, game)
    made_up["actions"].append("resign")
    answer = take(client, made_up)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "record")
    assert "already here" in answer.json()["error"]["text"]
    assert not [*(data / "secrets").glob("*.disclosed")]
    with connect(client, game) as socket:
        assert Connection(socket).do("end")["ok"]


def test_where_the_secret_is_not_known_the_end_is_taken_in(client: TestClient) -> None:
    record = {
        "format": "bridgehead-record", "version": 1, "game": "across-suez-1980",
        "actions": ["end"], "dice": {"kind": "committed", "commitment": "0" * 64},
    }  # fmt: skip
    assert take(client, record).status_code == 201  # to be looked at
    assert take(client, record).status_code == 400
    assert take(client, {**record, "actions": ["end", "resign"]}).status_code == 201


def test_a_game_that_runs_ends_where_a_copy_is_ended_elsewhere(
    client: TestClient, data: Path
) -> None:
    """A copy of the file is ended with `bridgehead do`: the game in the browser rolls no more."""
    import bridgehead as bh

    game = begin(client)
    text = json.dumps(exported(client, game))
    with connect(client, game) as socket:
        connection = Connection(socket)
        connection.do("end")
        copy = bh.Record.from_dict(json.loads(text), secrets=Secrets(data / "secrets"))
        copy.do("resign")
        assert copy.dice.secret
        assert connection.do(ATTACK)["ok"]
        connection.until(lambda state: state["trouble"])
        assert "disclosed" in connection.state["trouble"]
        assert connection.state["toMove"] == "dice"
