"""`bridgehead serve --check` and `--backup`: what is wrong, and copies that can be put back."""

from __future__ import annotations

import base64
import contextlib
import http.server
import os
import socket
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bridgehead.cli import main
from bridgehead.online.database import backup
from bridgehead.online.database.backup import BackupError
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, DICE
from bridgehead.online.dice.key_check import checked_seal
from bridgehead.online.dice.sealed import Seal, SealError
from bridgehead.online.notices.delivery import MailServer
from bridgehead.online.ratings import matches
from bridgehead.online.web import run
from bridgehead.online.work import installation_check
from bridgehead.online.work.installation_check import ERROR, OK, WARNING, Finding, Installation
from tests.online.conftest import SEAL, Person, client_of
from tests.online.people import account, wanted
from tests.online.postgresql import programs

pytestmark = pytest.mark.plain


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def found_in(tmp_path: Path, url: str, **more: object) -> dict[str, list[Finding]]:
    """Return the findings by subject."""
    database = Database(url)
    settings: dict[str, object] = {"host": "127.0.0.1", "port": free_port(), **more}
    found: dict[str, list[Finding]] = {}
    try:
        for one in installation_check.check(Installation(tmp_path, database, **settings)):  # type: ignore[arg-type]
            found.setdefault(one.subject, []).append(one)
    finally:
        database.close()
    return found


def states(found: list[Finding]) -> list[str]:
    return [one.state for one in found]


@pytest.fixture
def played(tmp_path: Path, lite: str) -> str:
    """Return a database with a game, in a private folder with its key."""
    with client_of(lite) as client:
        Person(client, "Anna").challenge()
    tmp_path.chmod(0o700)
    (tmp_path / "seal.key").write_text(base64.b64encode(SEAL).decode())
    (tmp_path / "push.key").write_text(base64.b64encode(SEAL).decode())
    return lite


def test_a_sound_installation_has_no_errors(tmp_path: Path, played: str) -> None:
    found = found_in(tmp_path, played)
    assert not [one for each in found.values() for one in each if one.state == ERROR][1:]  # rules
    for subject in ("folder", "database", "keys", "port"):
        assert states(found[subject]) == [OK], found[subject]
    assert states(found["public"]) == states(found["mail"]) == [WARNING]


def test_a_new_installation_creates_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    found = found_in(folder, f"sqlite:///{folder / 'online.sqlite'}")
    assert states(found["database"]) == [WARNING]
    assert states(found["keys"]) == [WARNING, WARNING]
    assert not list(folder.iterdir())


def test_a_lost_and_a_wrong_key_are_errors(tmp_path: Path, played: str) -> None:
    key = tmp_path / "seal.key"
    key.write_text(base64.b64encode(bytes(32)).decode())
    [one] = found_in(tmp_path, played)["keys"]
    assert one.state == ERROR
    assert "sealed with another key" in one.text
    key.unlink()
    [one] = found_in(tmp_path, played)["keys"]
    assert one.state == ERROR
    assert "seal.key: is missing: without it no game can continue" in one.text
    assert not key.exists()


def test_a_server_starts_only_with_the_key_of_its_games(
    tmp_path: Path,
    played: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    served: list[object] = []
    monkeypatch.setattr(run, "_run", lambda *given: served.append(given))
    key = tmp_path / "seal.key"
    right = key.read_text()
    for wrong, told in ((None, f"{key}: is missing"), (bytes(32), "sealed with another key")):
        key.unlink()
        if wrong is not None:
            key.write_text(base64.b64encode(wrong).decode())
        assert main(["serve"]) == 1
        assert told in (said := capsys.readouterr().err)
        assert "--new-key" in said
        assert key.exists() == (wrong is not None)  # no other key takes its place
        key.write_text(right)
        assert main(["serve"]) == 0
    assert len(served) == 2
    key.unlink()
    assert main(["serve", "--new-key"]) == 0
    assert (len(served), key.read_text() == right) == (3, False)


def test_a_lost_key_does_not_keep_games_with_a_new_one(tmp_path: Path, played: str) -> None:
    new = base64.b64encode(bytes(32)).decode()
    (tmp_path / "seal.key").write_text(new)
    database = Database(played)
    with database.writing() as connection:
        with pytest.raises(SealError):
            checked_seal(connection, tmp_path)
        one = account(connection, "Bert")
        matches.begin(connection, one, wanted(), Seal(bytes(32)).fresh, mirrored=False)
        assert checked_seal(connection, tmp_path).fresh("g").sealed
    database.close()


def test_a_folder_that_others_can_read_is_a_warning(tmp_path: Path, played: str) -> None:
    tmp_path.chmod(0o755)
    assert states(found_in(tmp_path, played)["folder"]) == [WARNING, OK]


def test_a_damaged_database_is_an_error(tmp_path: Path, played: str) -> None:
    path = tmp_path / "online.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[8192 : len(data) // 2] = b"\xff" * (len(data) // 2 - 8192)
    path.write_bytes(data)
    assert ERROR in states(found_in(tmp_path, played)["database"])
    database = Database(played)
    with pytest.raises(BackupError):
        backup.make(database, tmp_path / "copy.sqlite")
    database.close()
    assert not (tmp_path / "copy.sqlite").exists()
    assert not list(tmp_path.glob(".copy*"))


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers every request with the text and status of its server."""

    def do_GET(self) -> None:
        status, text = self.server.said  # type: ignore[attr-defined]
        self.server.asked.append((self.headers["Host"], self.path))  # type: ignore[attr-defined]
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def somebody() -> Iterator[http.server.HTTPServer]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Answers)
    server.said = (200, "ok\n")  # type: ignore[attr-defined]
    server.asked = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("said", "state", "text"),
    [((200, "ok\n"), OK, "answers"), ((503, "the disk is full\n"), ERROR, "the disk is full"),
     ((200, "<html>another page"), ERROR, "another page"), ((404, "no"), ERROR, "404")],
)  # fmt: skip
def test_the_public_address_and_the_port_are_asked(
    said: tuple[int, str],
    state: str,
    text: str,
    tmp_path: Path,
    played: str,
    somebody: http.server.HTTPServer,
) -> None:
    somebody.said = said  # type: ignore[attr-defined]
    port = somebody.server_port
    found = found_in(tmp_path, played, port=port, public=f"http://127.0.0.1:{port}")
    assert states(found["public"]) == [WARNING, state]  # the warning: no HTTPS
    assert text in found["public"][1].text
    assert states(found["port"]) == [state]


def test_a_public_address_with_a_path_is_asked(
    tmp_path: Path, played: str, somebody: http.server.HTTPServer
) -> None:
    port = somebody.server_port
    public = f"http://localhost:{port}/bridgehead"
    found = found_in(tmp_path, played, port=port, public=public)
    assert states(found["port"]) == [OK]
    assert states(found["public"]) == [WARNING, OK]
    host = f"localhost:{port}"
    asked = somebody.asked  # type: ignore[attr-defined]
    assert asked == [(host, "/readyz"), (host, "/bridgehead/readyz")]


def test_an_address_where_nobody_answers_is_an_error(tmp_path: Path, played: str) -> None:
    found = found_in(tmp_path, played, public=f"http://127.0.0.1:{free_port()}")
    assert states(found["public"]) == [WARNING, ERROR]
    assert "does the proxy lead to it?" in found["public"][1].text
    https = found_in(tmp_path, played, public=f"https://127.0.0.1:{free_port()}")["public"]
    assert "--proxy" in https[0].text


def test_a_mail_server_that_does_not_answer_is_an_error(tmp_path: Path, played: str) -> None:
    mail = MailServer.of(f"smtp://127.0.0.1:{free_port()}", "Bridgehead <play@example.org>")
    assert states(found_in(tmp_path, played, mail=mail)["mail"]) == [ERROR]


def test_the_command_counts_and_sets_the_exit_status(
    tmp_path: Path,
    played: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    words = ["serve", "--check", "--host", "127.0.0.1", "--port", str(free_port())]
    monkeypatch.setattr(installation_check, "JIT", True)
    assert main(words) == 0
    assert "warnings." in capsys.readouterr().out.splitlines()[-1]
    (tmp_path / "seal.key").unlink()
    assert main(words) == 1
    assert "1 error, " in capsys.readouterr().out.splitlines()[-1]
    assert main(["serve", "--check", "--public", "play.example.org"]) == 1


def test_a_backup_is_private_complete_and_overwrites_nothing(
    tmp_path: Path,
    played: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    copy = tmp_path / "copy.sqlite"
    database = Database(played)
    with database.writing() as connection:  # a server writes meanwhile; that is not in it
        account(connection, "Bert")
        assert main(["serve", "--backup", str(copy)]) == 0
    database.close()
    assert "copy.sqlite: " in capsys.readouterr().out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    restored = Database(f"sqlite:///{copy}")
    with restored.reading() as connection:
        assert list(connection.execute(select(ACCOUNT.c.name)).scalars()) == ["Anna"]
        assert connection.execute(select(func.count()).select_from(DICE)).scalar_one() == 1
    restored.close()
    kept = copy.read_bytes()
    assert main(["serve", "--backup", str(copy)]) == 1
    assert "is there already; choose another name" in capsys.readouterr().err
    assert copy.read_bytes() == kept
    assert main(["serve", "--backup", str(tmp_path / "no" / "copy")]) == 1
    assert not list(tmp_path.glob(".copy*"))


@pytest.mark.slow
def test_a_backup_of_postgresql_is_read_by_its_own_program(
    postgresql: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgresql.new_database()  # type: ignore[attr-defined]
    with client_of(url) as client:
        Person(client, "Anna")
    copy = tmp_path / "bridgehead.dump"
    database = Database(url)
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    assert backup.make(database, copy) > 0
    listed = subprocess.run(
        [programs() / "pg_restore", "--list", copy], capture_output=True, text=True, check=True
    )
    assert "TABLE DATA public account" in listed.stdout
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupError, match="postgresql-client"):
        backup.make(database, tmp_path / "other.dump")
    database.close()
