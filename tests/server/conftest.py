"""A server in this process, and a connection that plays on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead import players
from bridgehead.core.dice.dice import Secrets
from bridgehead.server import create_app
from tests.server.thinking import FakeThinker, thinker_of

GAME = "across-suez-1980"
REPRINT = "across-suez-reprint"
PEOPLE = {"israel": "human", "egypt": "human"}


class Connection:
    """One connection to a game: it keeps the last state, and counts what it asked."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self.hello = self.receive()
        self.state = self.receive()
        self.log = list(self.state["log"]["entries"])
        self._number = 0

    def receive(self) -> Any:
        """Return the next message; the standing orders, which come after the first state, go by."""
        import json

        message = {"type": "orders"}
        while message["type"] == "orders":
            text = self.socket.receive_text()
            message = json.loads(text)
        self.texts.append(text)
        if message["type"] == "state" and hasattr(self, "log"):
            board = self.state["board"] | message["board"]  # what has not changed is not sent
            self.state = {**message, "board": board}
            self.log[message["log"]["from"] :] = message["log"]["entries"]
        return message

    def call(self, **message: Any) -> Any:
        """Send a message and return its reply; states on the way are taken in."""
        self._number += 1
        self.socket.send_json({**message, "id": self._number})
        while True:
            answer = self.receive()
            if answer["type"] == "reply":
                assert answer["id"] == self._number
                return answer

    def ask(self, what: str, **fields: Any) -> Any:
        """Ask about the position."""
        answer = self.call(type="ask", what=what, **fields)
        return answer["data"] if answer["ok"] else answer["error"]

    def do(self, action: str, at: int | None = None) -> Any:
        """Act, and return the reply."""
        return self.call(type="do", action=action, at=self.state["at"] if at is None else at)

    def until(self, found: Any) -> None:
        """Take messages in until the state is what is waited for."""
        while not found(self.state):
            self.receive()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the data folder of the server."""
    return tmp_path / "data"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[FakeThinker]]:
    """Let a fake think; it is in the list once it is asked for."""
    made: list[FakeThinker] = []
    monkeypatch.setattr(players, "thinker", thinker_of(made))
    yield made
    for thinker in made:
        thinker.go_on.set()


def client_of(data: Path) -> TestClient:
    """Return a client of a server over a data folder; the server runs within `with`."""
    return TestClient(create_app(Secrets(data / "secrets"), hosts=["testserver"]))


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    """Return a client of a running server."""
    with client_of(data) as client:
        yield client


def begin(client: TestClient, **wanted: Any) -> str:
    """Begin a game and return its id."""
    answer = client.post("/api/saved", json={"game": GAME, "players": PEOPLE, **wanted})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def connect(client: TestClient, game: str) -> Any:
    """Return the connection of a connection, to be used in `with`."""
    return client.websocket_connect(f"/api/saved/{game}/play")
