"""What is wrong with a request, the database or the machine gets a clear answer, never a 500."""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.core.dice.dice import Secrets
from bridgehead.server import create_app
from bridgehead.server.games import store
from bridgehead.server.views import pictures
from tests.server.conftest import GAME, PEOPLE, Connection, begin, client_of, connect

ODD = [
    None,
    True,
    7,
    -1.5,
    "",
    "x",
    "\ud800",
    "\x1b[2J",
    "0512 ",
    [],
    ["\ud800"],
    [[]],
    {},
    {"a": 1},
]
FILE = "bridgehead.sqlite"


def refused(answer: Any, *status: int) -> str:
    """Return the text of a refusal."""
    assert answer.status_code in (status or (400, 404, 409)), answer.text
    return str(answer.json()["error"]["text"])


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_values_in_requests(client: TestClient, odd: Any) -> None:
    wanted: dict[str, Any] = {"game": GAME, "players": PEOPLE}
    for field in ("game", "players", "options", "seed"):
        answer = client.post("/api/saved", content=json.dumps({**wanted, field: odd}))
        assert answer.status_code == 201 or refused(answer)
    named = {**wanted, "players": {"israel": odd}}
    answer = client.post("/api/saved", content=json.dumps(named))
    assert "players" in refused(answer)
    game = begin(client)
    for field in ("side", "at"):
        asked = {"side": "israel", "at": 0, field: odd}
        assert refused(client.post(f"/api/saved/{game}/hint", content=json.dumps(asked)))


def test_odd_values_in_messages(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        for odd in ODD:
            for message in (
                {"type": odd},
                {"type": "do", "action": odd, "at": 0},
                {"type": "do", "action": "end", "at": odd},
                {"type": "undo", "at": odd},
                {"type": "ask", "what": odd},
                {"type": "ask", "what": "movement", "unit": odd},
                {"type": "ask", "what": "why", "action": odd},
                {"type": "ask", "what": "attack", "hexes": odd},
                {"type": "ask", "what": "attack", "hexes": [odd]},
                {"type": "ask", "what": "odds", "actions": odd},
                {"type": "ask", "what": "odds", "actions": [odd]},
                {"type": "ask", "what": "odds", "actions": [], "planned": odd},
                {"type": "ask", "what": "attacks", "actions": [odd]},
                {"type": "ask", "what": "previews", "unit": odd, "hex": odd},
            ):
                connection.call(**message)
        assert connection.state["at"] == 0
        assert connection.do("end")["ok"]


@pytest.mark.parametrize(
    ("hexes", "said"),
    [
        (["0512", "0612"], "one hex"),
        (["0512 "], "not a hex of the map"),
        (["0512 with matt-2"], "not a hex of the map"),
        (["9999"], "not a hex of the map"),
        ([], "name the hex to attack"),
        (["0512"] * 300, "200"),
    ],
)
def test_what_is_no_attack(client: TestClient, hexes: list[str], said: str) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        connection.do("end")
        for _ in range(2):
            assert said in connection.ask("attack", hexes=hexes)["text"]
            connection.do("attack 0512")  # the same while one is being declared
        assert connection.ask("attack", hexes=["0512"])["candidates"] == ["matt-2"]


@pytest.mark.parametrize("hexes", [[], ["0101 "], ["0101", "9999"]])
def test_nor_where_an_attack_may_be_on_several_hexes(client: TestClient, hexes: list[str]) -> None:
    game = begin(client, game="suez-56", players={"anglo_french": "human", "egypt": "human"})
    with connect(client, game) as socket:
        assert Connection(socket).ask("attack", hexes=hexes)["case"] == "notation"


# The database


def test_damaged_rows_are_left_out_and_told(client: TestClient, data: Path) -> None:
    good, *bad = [begin(client) for _ in range(6)]
    connection = sqlite3.connect(data / FILE)
    for game, column, value in zip(
        bad,
        ("summary", "summary", "summary", "updated", "summary"),
        ("no JSON", "[]", '{"game": 7}', "yesterday", b"\xff\xfe"),
        strict=True,
    ):
        if isinstance(value, bytes):
            sql = f"UPDATE games SET {column} = CAST(? AS TEXT) WHERE id = ?"
        else:
            sql = f"UPDATE games SET {column} = ? WHERE id = ?"
        connection.execute(sql, (value, game))
    connection.commit()
    found = client.get("/api/saved").json()
    assert [one["id"] for one in found["saved"]] == [good]
    assert sorted(found["damaged"]) == sorted(bad)
    connection.execute("UPDATE games SET header = '{' WHERE id = ?", (bad[0],))
    connection.commit()
    connection.close()
    client.app.state.open_games._sessions.clear()  # type: ignore[attr-defined]
    assert "damaged" in refused(client.get(f"/api/saved/{bad[0]}/record"), 503)
    with connect(client, bad[0]) as socket:
        assert "damaged" in socket.receive_json()["text"]
    begin(client)  # that looks through all headers for the same dice
    assert client.delete(f"/api/saved/{bad[0]}").status_code == 204


def everything(client: TestClient, game: str) -> Iterator[Any]:
    """Ask for all that needs the database."""
    yield client.get("/api/saved")
    yield client.post("/api/saved", json={"game": GAME, "players": PEOPLE})
    yield client.get(f"/api/saved/{game}/record")
    yield client.get(f"/api/saved/{game}/analysis")
    yield client.delete(f"/api/saved/{game}")
    record = {"format": "bridgehead-record", "version": 1, "game": GAME, "actions": ["end"]}
    yield client.post("/api/saved/import", json=record)


def test_a_database_that_is_damaged(data: Path) -> None:
    with client_of(data) as client:
        game = begin(client)
    path = data / FILE
    text = path.read_bytes()
    with client_of(data) as client:
        path.write_bytes(text[:100] + b"\xa5" * (len(text) - 100))
        for answer in everything(client, game):
            assert "malformed" in refused(answer, 503) or "not a database" in answer.text
            assert answer.json()["error"]["kind"] == "store"


def test_a_database_that_is_full(client: TestClient, data: Path) -> None:
    game = begin(client)
    engine = client.app.state.open_games.store._engine  # type: ignore[attr-defined]
    engine.dispose()

    @store.event.listens_for(engine, "connect")
    def limit(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA max_page_count=1")  # no more than there are

    record = {"format": "bridgehead-record", "version": 1, "game": GAME, "actions": ["end"]}
    for _ in range(200):
        answer = client.post("/api/saved/import", json=record)
        if answer.status_code != 201:
            break
    assert "full" in refused(answer, 503)
    assert client.get("/api/saved").status_code == 200
    assert client.get(f"/api/saved/{game}/record").status_code == 200


def test_a_database_that_is_locked(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.5)
    with client_of(data) as client:
        game = begin(client)
        with connect(client, game) as socket:
            connection = Connection(socket)
            other = sqlite3.connect(data / FILE, isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            socket.send_json({"type": "do", "action": "end", "at": 0, "id": 99})
            assert client.get("/api/games").status_code == 200  # the others are answered meanwhile
            assert client.get("/api/saved").json()["saved"][0]["id"] == game
            answer = connection.receive()
            assert (answer["id"], answer["ok"]) == (99, False)
            assert "locked" in answer["error"]["text"]
            assert "locked" in refused(client.delete(f"/api/saved/{game}"), 503)
            other.execute("ROLLBACK")
            other.close()
            assert connection.do("end")["ok"]
            assert connection.state["at"] == 1


# Pictures


def test_a_picture_has_its_limits(client: TestClient) -> None:
    game = begin(client)
    for width in (pictures.WIDEST + 1, 6000):
        answer = client.get(f"/api/saved/{game}/board.png?width={width}")
        assert f"0 to {pictures.WIDEST}" in refused(answer, 400)


def test_others_are_answered_while_one_is_drawn(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = "import sys; sys.stdin.read(); import time; time.sleep(60)"  # it is ended before
    monkeypatch.setattr(pictures, "COMMAND", (sys.executable, "-c", slow))
    game = begin(client)
    drawer = client.app.state.drawer  # type: ignore[attr-defined]
    answers: list[Any] = []
    path = f"/api/saved/{game}/board.png"
    asking = threading.Thread(target=lambda: answers.append(client.get(path)))
    asking.start()
    while not drawer._running:
        assert client.get("/api/games").status_code == 200
    assert asking.is_alive()
    drawer.end_processes()
    asking.join(30)
    assert "could not be drawn" in refused(answers[0])
    assert not drawer._running


# Who may call


def test_only_its_own_names_are_answered(data: Path) -> None:
    app = create_app(Secrets(data / "secrets"))
    for host, status in (("127.0.0.1:8073", 200), ("localhost", 200), ("testserver", 400)):
        with TestClient(app, base_url=f"http://{host}") as client:
            assert client.get("/api/games").status_code == status


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/static/js/main.js", "/nothing", "/api/saved/x"]
)
def test_no_page_of_others_may_hold_ours(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["frame-ancestors"] == "'none'"
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "path", ["none", "", "js", "fonts/none", "../app.py", "%00", "%ff", "x" * 5000]
)
def test_a_path_that_is_no_file_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404
