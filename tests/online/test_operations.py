"""What hosts rely on: files that nobody else reads, readiness, numbers, clear faults."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import text
from starlette.testclient import TestClient

from bridgehead.core.errors import IllegalAction
from bridgehead.online.database.database import NO_DATABASE, Database
from bridgehead.online.moderation.roles import (
    RoleError,
    make_administrator,
    remove_administrator,
    role_of,
)
from bridgehead.online.web.app import Settings
from bridgehead.online.work import monitoring
from bridgehead.server.games.store import StoreError
from bridgehead.server.views.pictures import Drawer
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online.conftest import FREE, QUICK, SECRET, Person, client_of, has_https, opened
from tests.online.people import account
from tests.waiting import wait_until

pytestmark = pytest.mark.plain
SECRETS = "connection to server at 10.0.0.7, port 5432 failed"


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/register", {"name": "Bert", "password": SECRET}),
        ("/login", {"name": "Anna", "password": SECRET}),
        ("/new/across-suez-1980", {"side": "israel", "opponent": "open"}),
        ("/settings/password", {"old": SECRET, "new": SECRET + "!"}),
        ("/settings/notices/hook", {"hook": "https://example.org/x"}),
        ("/report", {"person": "Anna", "reason": "a reason"}),
    ],
)
def test_a_fault_of_the_database_is_told_without_its_address(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str, fields: dict[str, str]
) -> None:
    anna = Person(client, "Anna")
    server: Any = client.app.state.server  # type: ignore[attr-defined]

    async def fail(*_: object, **__: object) -> None:
        raise StoreError(f"the database cannot be written: {SECRETS}")

    found = server.sessions.find
    monkeypatch.setattr(server.database, "write", fail)
    monkeypatch.setattr(server.sessions, "find", found)
    answer = anna.post(path, **fields)
    if answer.status_code != 503:  # refused before anything was written
        assert answer.status_code in (400, 404)
        monkeypatch.setattr(server.database, "read", fail)
        monkeypatch.setattr(server.sessions, "find", fail)
        answer = anna.post(path, **fields)
    assert answer.status_code == 503
    assert "10.0.0.7" not in answer.text
    assert NO_DATABASE[1:] in answer.text


def test_the_database_is_nobody_elses_to_read(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    opened_first = Database(f"sqlite:///{folder / 'online.sqlite'}")
    with opened_first.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE one (n INTEGER)")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    opened_first.close()
    (folder / "online.sqlite").chmod(0o644)  # as earlier versions left it
    again = Database(f"sqlite:///{folder / 'online.sqlite'}")
    with again.reading() as connection:
        connection.exec_driver_sql("SELECT * FROM one")
    again.close()
    assert stat.S_IMODE((folder / "online.sqlite").stat().st_mode) == 0o600


def test_the_file_that_a_link_names_is_nobody_elses_to_read_either(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "real.sqlite")
    database = Database(f"sqlite:///{tmp_path / 'link.sqlite'}")
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE one (n INTEGER)")
        files = [tmp_path / f"real.sqlite{ending}" for ending in ("", "-wal", "-shm")]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    database.close()


def test_other_processes_may_look_into_the_file_while_it_is_served(tmp_path: Path) -> None:
    """Who looks last and leaves takes away what the server has not yet moved into the file.

    SQLite does so where it finds no lock of another process.
    """
    file = tmp_path / "online.sqlite"
    look = f"import sqlite3; print(*sqlite3.connect({str(file)!r}).execute('SELECT n FROM t'))"
    database = Database(f"sqlite:///{file}")
    try:
        with database.writing() as one:
            one.execute(text("CREATE TABLE t (n INTEGER)"))
        with database.reading(), database.reading():  # a connection more
            for n in (1, 2):
                with database.writing() as one:
                    one.execute(text("INSERT INTO t VALUES (:n)"), {"n": n})
                seen = subprocess.run([sys.executable, "-c", look], capture_output=True, check=True)
                assert len(seen.stdout.split()) == n
    finally:
        database.close()


def test_a_server_with_a_full_disk_is_not_ready(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1000))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the disk is full\n")


def test_the_lag_of_the_event_loop_is_measured(lite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "MEASURED", 0.01)

    def measured(most: str) -> float:
        name = "bridgehead_loop_lag_seconds_bucket"
        return REGISTRY.get_sample_value(name, {"le": most}) or 0.0

    with client_of(lite) as client:
        before = measured("+Inf") - measured("0.25")

        async def be_busy() -> None:
            time.sleep(0.4)  # the loop stands still: it is this time that is measured

        client.portal.call(be_busy)  # type: ignore[union-attr]
        wait_until(lambda: measured("+Inf") - measured("0.25") > before)


def test_only_the_host_removes_an_administrator(lite: str) -> None:
    with client_of(lite) as client:
        ada, bea = Person(client, "Ada"), Person(client, "Bea")
        with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
            make_administrator(connection, "Ada")
            make_administrator(connection, "Bea")
        reason = "a reason to do so"
        answer = bea.post("/moderate/people/Ada/role", role="player", reason=reason)
        assert answer.status_code == 403
        assert "Only the host" in answer.text
        assert ada.get("/moderate").status_code == 200
    database = opened(lite)
    with database.writing() as connection:
        remove_administrator(connection, "Ada")
        with pytest.raises(RoleError, match="no administrator"):
            remove_administrator(connection, "Ada")
        with pytest.raises(RoleError, match="no account"):
            remove_administrator(connection, "Nobody")
        assert role_of(connection, account(connection, "Carl")) == "player"
    database.close()


def test_pictures_have_a_limit_a_largest_size_and_a_queue(
    lite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = FREE | {"picture": Limit(3, 3600)}

    async def draw(self: Drawer, svg: str, width: int) -> bytes:
        return b"png"

    monkeypatch.setattr(Drawer, "_png", draw)
    with client_of(lite, Settings(passwords=QUICK, limits=Limits(limits, lambda: 0.0))) as client:
        anna = Person(client, "Anna")
        game = anna.challenge()
        Person(client, "Bert").join(game)
        board = f"/api/saved/{game}/board.png"
        assert anna.get(f"{board}?width=2400").status_code == 200
        assert anna.get(f"{board}?width=2401").status_code == 400
        drawer: Drawer = client.app.state.drawer  # type: ignore[attr-defined]
        drawer._asked = 10
        assert client.get(board).status_code == 503
        drawer._asked = 0
        assert client.get(board).status_code == 200
        assert anna.get(board).status_code == 200
        assert anna.get(board).status_code == 429


def test_who_has_begun_a_chain_does_not_go_on_without_one(lite: str) -> None:
    with client_of(lite) as client:
        has_https(client)
        anna = Person(client, "Anna")
        game = anna.challenge()
        Person(client, "Bert").join(game)
        server: Any = client.app.state.server  # type: ignore[attr-defined]
        live = client.portal.call(server.game, game)  # type: ignore[union-attr]
        first = live.memory.dice.anchored("israel", "11" * 32)
        begun = live.memory.dice.after([first])
        with pytest.raises(IllegalAction, match="begin a new chain"):
            begun.anchored("israel", "none")
        assert begun.anchored("israel", "22" * 32).text == "22" * 32
        assert begun.anchored("egypt", "none").text == "none"  # it has none yet
