"""Workers: they think for web processes, a lost or doubled job does no harm, a dead one neither."""

from __future__ import annotations

import base64
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from bridgehead.cli import main
from bridgehead.online.database.database import Database
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import journal
from bridgehead.online.web.app import Settings
from bridgehead.online.work import claims
from bridgehead.online.work import worker as worker_command
from bridgehead.server.web.rate_limits import Limits
from tests.online.conftest import FREE, QUICK, SEAL, Person, client_of
from tests.online.postgresql import PostgreSQL
from tests.online.test_journal import WANTED
from tests.waiting import wait_until

pytestmark = pytest.mark.plain
WEB = Settings(passwords=QUICK, limits=Limits(FREE), works=False)
PATIENCE = 150


@contextlib.contextmanager
def worker(url: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run `bridgehead worker` as a process."""
    key = base64.b64encode(SEAL).decode()
    own = {"BRIDGEHEAD_SEAL_KEY": key, "BRIDGEHEAD_PUSH_KEY": key, "BRIDGEHEAD_JIT": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "bridgehead", "worker", "--database", url],
        env={**os.environ, **own, "BRIDGEHEAD_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def until(found: Callable[[], Any]) -> Any:
    return wait_until(found, PATIENCE, every=0.1)


def revision(client: TestClient, game: str) -> int:
    with client.app.state.server.database.reading() as connection:
        return journal.revisions(connection, [game])[game]


def jobs(client: TestClient) -> list[str]:
    with client.app.state.server.database.reading() as connection:
        found = connection.execute(text("SELECT task_name || ' ' || args FROM procrastinate_jobs"))
        return [str(row[0]) for row in found]


@pytest.mark.slow
def test_a_worker_thinks_for_a_web_process(postgresql: PostgreSQL, tmp_path: Path) -> None:
    url = postgresql.new_database()
    with client_of(url, WEB) as client:
        anna = Person(client, "Anna")
        game = anna.challenge("egypt", "recruit")
        [job] = until(lambda: jobs(client))
        assert job == f'bridgehead:think {{"game": "{game}"}}'  # ids, and nothing else
        server = client.app.state.server
        client.portal.call(server.wake, game)  # once more: it waits once
        until(lambda: not server.jobs._waiting)
        client.portal.call(server.jobs.wake)  # comes after it
        assert len(until(lambda: len(found := jobs(client)) > 1 and found)) == 2
        assert revision(client, game) == 0  # nobody thinks here
        with worker(url, tmp_path) as process:
            until(lambda: revision(client, game) > 1)
            until(lambda: not jobs(client))  # what is done is deleted
            process.send_signal(signal.SIGTERM)
            said, _ = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in said


@pytest.mark.slow
def test_after_a_worker_was_killed_another_one_goes_on(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgresql.new_database()
    with client_of(url, WEB) as client:
        game = Person(client, "Anna").challenge("egypt", "recruit")
        database: Database = client.app.state.server.database
        with worker(url, tmp_path) as process:
            until(lambda: revision(client, game) > 0)
            process.kill()
        before = revision(client, game)
        with database.writing() as connection:  # no job rings any more, and its claim is over
            connection.execute(text("DELETE FROM procrastinate_jobs"))
            connection.execute(text("UPDATE claim SET until = 0"))
        with worker(url, tmp_path):
            until(lambda: revision(client, game) > before)
        with database.reading() as connection:
            kept = journal.read(connection, game, revision(client, game))
        assert len(kept.entries) == kept.revision  # no gap, nothing half done


@pytest.mark.slow
def test_a_worker_starts_only_with_the_keys_of_its_web_processes(
    postgresql: PostgreSQL,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = postgresql.new_database()
    with client_of(url) as client:
        Person(client, "Anna").challenge()
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    for name in ("BRIDGEHEAD_SEAL_KEY", "BRIDGEHEAD_PUSH_KEY"):
        monkeypatch.delenv(name, raising=False)
    worked: list[Seal] = []

    async def works(database: Database, seal: Seal, *_: object) -> None:
        worked.append(seal)

    monkeypatch.setattr(worker_command, "_work", works)
    for name in ("seal.key", "push.key"):
        for more in ([], ["--new-key"]):  # a key that it made itself would be no other process's
            assert main(["worker", "--database", url, *more]) == 1
            assert f"{tmp_path / name}: is missing" in capsys.readouterr().err
        assert not (tmp_path / name).exists()
        (tmp_path / name).write_text(base64.b64encode(SEAL).decode())
    assert main(["worker", "--database", url]) == 0
    (tmp_path / "seal.key").write_text(base64.b64encode(bytes(32)).decode())
    assert main(["worker", "--database", url]) == 1
    assert "and its workers, with --new-key" in capsys.readouterr().err
    assert main(["worker", "--database", url, "--new-key"]) == 0
    assert len(worked) == 2


def test_one_process_has_a_game_at_a_time(database: Database) -> None:
    from sqlalchemy import insert

    from bridgehead.online.database.tables import ACCOUNT
    from bridgehead.online.games import games
    from tests.online.conftest import fresh_seal

    with database.writing() as connection:
        row = {"id": "anna", "name": "Anna", "folded": "anna", "kind": "member", "created": 1}
        connection.execute(insert(ACCOUNT).values(**row))
        games.create(connection, "anna", WANTED, "g", fresh_seal().fresh("g"))
        assert claims.claim(connection, "g", "one")
        assert not claims.claim(connection, "g", "two")
        assert claims.claim(connection, "g", "one")  # renewed
        claims.give_back(connection, "g", "two")
        assert not claims.claim(connection, "g", "two")
        connection.execute(text("UPDATE claim SET until = 1"))  # the first one has died
        assert claims.claim(connection, "g", "two")
        assert not claims.claim(connection, "g", "one")
        claims.give_back(connection, "g", "two")
        assert claims.claim(connection, "g", "one")


@pytest.mark.parametrize(
    "command",
    [["worker", "--database", "sqlite:////tmp/none.sqlite"], ["serve", "--no-work"],
     ["serve", "--smtp", "smtps://mail.example.org", "--mail-from", "a@b.example"],
     ["serve", "--smtp", "ftp://x", "--public", "https://a.example"],
     ["serve", "--metrics", "nowhere"]],
)  # fmt: skip
def test_what_cannot_be_is_said(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    assert main(command) == 1
    assert capsys.readouterr().err.startswith("error: --")
