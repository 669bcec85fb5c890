"""Two servers on one data folder: nothing that one has acknowledged is lost by the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import Connection, begin, client_of, connect


@pytest.fixture
def other(data: Path, client: TestClient) -> Iterator[TestClient]:
    """Return a client of a second server on the same data."""
    with client_of(data) as other:
        yield other


def a_move(connection: Connection, unit: str = "sharon", which: int = 0) -> str:
    return f"move {unit} {connection.state['decision']['units'][unit]['move'][which]}"


def actions(client: TestClient, game: str) -> Any:
    return client.get(f"/api/saved/{game}/record").json()["actions"]


def test_a_stale_action_is_refused_and_the_page_sees_the_others(
    client: TestClient, other: TestClient
) -> None:
    game = begin(client, seed=1)
    with connect(client, game) as one_socket, connect(other, game) as two_socket:
        one, two = Connection(one_socket), Connection(two_socket)
        first = a_move(one)
        assert one.do(first)["ok"]
        answer = two.do("end")
        assert answer["error"]["kind"] == "stale"
        assert "another server" in answer["error"]["text"]
        assert (two.state["at"], two.state["last"]) == (1, first)
        assert two.log == one.log
        assert two.do("end")["ok"]
    assert actions(client, game) == [first, "end"]


def test_a_stale_undo_takes_nothing_back_that_the_other_has_acknowledged(
    client: TestClient, other: TestClient
) -> None:
    game = begin(client, seed=1)
    with connect(client, game) as one_socket:
        one = Connection(one_socket)
        first = a_move(one)
        assert one.do(first)["ok"]
        with connect(other, game) as two_socket:
            two = Connection(two_socket)
            assert two.do("end")["ok"]
            assert one.call(type="undo", at=1)["error"]["kind"] == "stale"
            assert (one.state["at"], one.state["last"]) == (2, "end")
    assert actions(other, game) == [first, "end"]


def test_another_history_of_the_same_length_is_noticed(
    client: TestClient, other: TestClient
) -> None:
    game = begin(client, seed=1)
    with connect(client, game) as one_socket, connect(other, game) as two_socket:
        one, two = Connection(one_socket), Connection(two_socket)
        first, second = a_move(one), a_move(one, which=1)
        assert one.do(first)["ok"]
        assert two.do("end")["error"]["kind"] == "stale"  # it knows the first move now
        assert one.call(type="undo", at=1)["ok"]
        assert one.do(second)["ok"]
        assert two.do("end")["error"]["kind"] == "stale"
        assert two.state["last"] == second
        assert two.do("end")["ok"]
    assert actions(client, game) == [second, "end"]


def test_who_comes_later_sees_what_was_done_meanwhile(
    client: TestClient, other: TestClient
) -> None:
    game = begin(client, seed=1)
    assert actions(other, game) == []  # it has the game open from now on
    with connect(client, game) as socket:
        connection = Connection(socket)
        first = a_move(connection)
        connection.do(first)
    assert actions(other, game) == [first]
    with connect(other, game) as socket:
        assert Connection(socket).state["at"] == 1


def test_a_game_that_the_other_server_deletes_is_gone(
    client: TestClient, other: TestClient
) -> None:
    game = begin(client, seed=1)
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert other.delete(f"/api/saved/{game}").status_code == 204
        socket.send_json({"type": "do", "action": "end", "at": 0, "id": 1})
        assert connection.receive()["type"] == "gone"
    assert client.get(f"/api/saved/{game}/record").status_code == 404
    assert client.get("/api/saved").json()["saved"] == []


def test_two_computers_of_two_servers_play_one_game(client: TestClient, other: TestClient) -> None:
    who = {"israel": "recruit", "egypt": "recruit"}
    game = begin(client, players=who, seed=2)
    with connect(client, game) as one_socket, connect(other, game) as two_socket:
        for socket in (one_socket, two_socket):
            socket.send_json({"type": "pace", "ms": 0})
        one, two = Connection(one_socket), Connection(two_socket)
        one.until(lambda state: state["at"] > 20)
        two.until(lambda state: state["at"] > 20)
        for connection in (one, two):
            connection.socket.send_json({"type": "pause", "on": True})
            connection.until(lambda state: state["paused"])
            assert connection.state["trouble"] == ""
    told = client.get(f"/api/saved/{game}/record")
    again = other.post("/api/saved/import", content=told.text)  # every action is legal, every roll
    assert again.status_code == 201
