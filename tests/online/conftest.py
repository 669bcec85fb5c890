"""Databases to test with, and people who talk to a server in this process."""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from bridgehead.online.accounts.passwords import Passwords
from bridgehead.online.database import database as databases
from bridgehead.online.database import schema
from bridgehead.online.database.database import Database
from bridgehead.online.database.key_file import new_key
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.web.app import Settings, create_app
from bridgehead.online.web.limits import LIMITS
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online.postgresql import PostgreSQL
from tests.tiers import is_below

GAME = "across-suez-1980"
SEAL = bytes(range(32))
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
FREE = {name: Limit(10_000, 0.001) for name in LIMITS}
HOST = "http://localhost"
SECRET = "a sentence that only I know"


# By day only what depends on the kind of database runs on both; the rest runs on SQLite.
ON_BOTH_BY_DAY = {
    "test_an_append_is_all_or_nothing",
    "test_a_request_that_comes_twice_is_carried_out_once",
    "test_a_stale_append_writes_nothing",
    "test_only_new_rows_are_read",
    "test_two_processes_on_one_database",
}


@pytest.hookimpl(tryfirst=True)  # before pytest selects by mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests on PostgreSQL to the night where the database makes no difference."""
    for item in items:
        if (
            is_below(item, Path(__file__).parent)
            and isinstance(item, pytest.Function)
            and item.originalname not in ON_BOTH_BY_DAY
            and hasattr(item, "callspec")
            and item.callspec.params.get("url") == "postgresql"
        ):
            item.add_marker(pytest.mark.slow)


class CompiledStatements(dict[Any, Any]):
    """SQL statements that are compiled once for the databases of all tests.

    SQLAlchemy keeps them for each engine, so each test would compile all that it needs again. Its
    keys begin with the engine's dialect; here the dialect's name takes its place.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__((key[0].name, *key[1:]), value)


@pytest.fixture(scope="session", autouse=True)
def compiled_statements() -> Iterator[CompiledStatements]:
    """Let all databases of the tests share their compiled statements."""
    statements = CompiledStatements()

    def create(*args: Any, **options: Any) -> Any:
        engine = create_engine(*args, **options)
        engine.update_execution_options(compiled_cache=statements)
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "create_engine", create)
        yield statements


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQL]:
    """Return a PostgreSQL that these tests started."""
    server = PostgreSQL()
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where an empty database is."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'online.sqlite'}"
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new_database()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """Return a database with our schema, SQLite and PostgreSQL in turn."""
    found = opened(url)
    yield found
    found.close()


def opened(url: str) -> Database:
    """Return a database with our schema; a new one of SQLite is a copy, because that is quick."""
    path = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    if path is not None and not path.exists():
        path.write_bytes(empty())
        return Database(url)
    database = Database(url)
    schema.migrate(database)
    return database


@cache
def empty() -> bytes:
    """Return the file of an empty database of SQLite with our schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        database = Database(f"sqlite:///{path}")
        schema.migrate(database)
        database.close()
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.read_bytes()


def client_of(url: str, settings: Settings | None = None, host: str = HOST) -> TestClient:
    """Return a client of a server over a database; the server runs within `with`."""
    chosen = settings or Settings(passwords=QUICK, limits=Limits(FREE))
    app = create_app(opened(url), Seal(SEAL), chosen)
    return TestClient(app, base_url=host, follow_redirects=False)


@pytest.fixture
def lite(tmp_path: Path) -> str:
    """Return where an empty database of SQLite is, for what does not depend on which it is."""
    return f"sqlite:///{tmp_path / 'online.sqlite'}"


@pytest.fixture
def client(lite: str) -> Iterator[TestClient]:
    """Return a client of a running server."""
    with client_of(lite) as client:
        yield client


class Person:
    """Somebody with a browser of his own on a server in this process."""

    def __init__(self, client: TestClient, name: str, *, register: bool = True) -> None:
        self.name = name
        self.browser = TestClient(client.app, base_url=str(client.base_url), follow_redirects=False)
        self.browser.portal = client.portal  # the loop in which the server runs
        if register:
            answer = self.post("/register", name=name, password=SECRET)
            assert answer.status_code == 303, answer.text

    def post(self, path: str, **fields: str | list[str]) -> Any:
        return self.browser.post(path, data=fields)

    def get(self, path: str) -> Any:
        return self.browser.get(path)

    def challenge(self, side: str = "israel", opponent: str = "open", game: str = GAME) -> str:
        """Begin a game; return its id, or, of a private one, the path of its link."""
        answer = self.post(f"/new/{game}", side=side, opponent=opponent)
        assert answer.status_code == 303, answer.text
        to = str(answer.headers["location"])
        if to != "/":
            return to.removeprefix("/game/")
        return self.get("/").text.partition("/withdraw")[0][-20:]

    def join(self, game: str) -> None:
        answer = self.post(f"/challenge/{game}/join")
        assert answer.status_code == 303, answer.text

    def sits(self, game: str, **headers: str) -> Any:
        """Return the connection to a game, to be used in `with`."""
        url = f"ws://localhost/api/saved/{game}/play"
        return self.browser.websocket_connect(url, headers=headers)


def has_https(client: TestClient) -> None:
    """Let the browsers of a server add to the dice, as by HTTPS: then games can be rated."""
    client.app.state.server.seal.chained = True  # type: ignore[attr-defined]


class Seat:
    """An open window of a game: it keeps the last state and all that was said."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.hello = self.receive()
        self.texts: list[str] = []
        self.state: dict[str, Any] = {}
        self.remarks: list[Any] = []
        self.replies: dict[int, Any] = {}
        self._number = 0
        self.until(lambda: bool(self.state))

    def receive(self) -> Any:
        message = self.socket.receive_json()
        kind = message["type"]
        if kind == "state":  # what has not changed of the board is not sent again
            board = {**self.state.get("board", {}), **message["board"]}
            self.state = {**message, "board": board}
        elif kind == "chat":
            self.remarks[message["from"] :] = message["remarks"]
        elif kind == "reply":
            self.replies[message["id"]] = message
        return message

    def until(self, found: Any) -> None:
        while not found():
            self.receive()

    def call(self, **message: Any) -> Any:
        """Send a message with a key of its own, unless it has one; return the reply."""
        self._number += 1
        number = self._number
        key = secrets.token_hex(8)
        self.socket.send_json({"key": key, **message, "id": number})
        self.until(lambda: number in self.replies)
        return self.replies[number]

    def do(self, action: str, **more: Any) -> Any:
        known = {"at": self.state["at"], "version": self.state["version"]}
        return self.call(type="do", action=action, **{**known, **more})

    def a_move(self, nth: int = 0) -> str:
        """Return a move that is legal now."""
        moves = [
            f"move {unit} {place}"
            for unit, verbs in self.state["decision"]["units"].items()
            for place in verbs.get("move", ())
        ]
        return moves[nth]


def fresh_seal() -> Seal:
    """Return a seal with a key of its own."""
    import base64

    return Seal(base64.b64decode(new_key()))
