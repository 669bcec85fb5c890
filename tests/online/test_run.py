"""`bridgehead serve` as a command."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from bridgehead.cli import main
from bridgehead.core.errors import BridgeheadError
from bridgehead.online.web.run import checked_public
from tests.online.postgresql import PostgreSQL
from tests.waiting import wait_until

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    "arguments",
    [["--database", "mysql://x/y"], ["--public", "play.example.org"],
     ["--public", "https://a.example/a//path"], ["--host", "999.1.1.1"], ["--port", "99999"]],
)  # fmt: skip
def test_what_cannot_be_is_said(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    assert main(["serve", *arguments]) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert "Traceback" not in said


@pytest.mark.parametrize("public", ["https://play.example", "http://10.0.0.1:8074", ""])
def test_public_addresses(public: str) -> None:
    assert checked_public(public) == public
    if public:
        assert checked_public(f"{public}/") == public


@pytest.mark.parametrize("public", ["ftp://a", "https://", "https://u@a", "https://a?b", "a"])
def test_what_is_no_public_address(public: str) -> None:
    with pytest.raises(BridgeheadError, match="--public"):
        checked_public(public)


@pytest.mark.slow
def test_postgresql_is_migrated_when_told_to(
    postgresql: PostgreSQL,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    url = postgresql.new_database()
    assert main(["serve", "--database", url]) == 1
    assert "--migrate" in capsys.readouterr().err
    assert main(["serve", "--database", url, "--migrate"]) == 0


def test_the_mail_server_of_the_service_keeps_no_command_from_its_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    monkeypatch.setenv("BRIDGEHEAD_SMTP", "smtp://127.0.0.1:25")
    monkeypatch.setenv("BRIDGEHEAD_MAIL_FROM", "Bridgehead <play@example.org>")
    assert main(["serve", "--migrate"]) == 0, capsys.readouterr().err  # without --public
    assert not (tmp_path / "seal.key").exists()  # only a server makes keys
    assert main(["serve"]) == 1
    assert "--smtp: needs --public" in capsys.readouterr().err


@pytest.mark.slow
def test_it_serves_and_ends(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "bridgehead", "serve", "--host", "127.0.0.1", "--port"]
    output = tmp_path / "output.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [*command, str(port)],
            env={**os.environ, "BRIDGEHEAD_DATA": str(tmp_path), "BRIDGEHEAD_JIT": "0"},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    tmp_path.chmod(0o755)
    try:
        answer = wait_for(f"http://127.0.0.1:{port}/readyz", process, output)
        assert answer.text == "ok\n"
        # at once, although it writes into no terminal: a service's log shows it
        assert f"http://127.0.0.1:{port}/" in output.read_text()
        assert httpx2.get(f"http://127.0.0.1:{port}/").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
    assert "Traceback" not in output.read_text()
    assert {path.name for path in tmp_path.iterdir()} >= {"online.sqlite", "seal.key"}
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "online.sqlite")]
    assert modes == [0o700, 0o600]


def wait_for(url: str, process: subprocess.Popen[bytes], output: Path) -> httpx2.Response:
    def answer() -> httpx2.Response | None:
        assert process.poll() is None
        try:
            return httpx2.get(url)
        except httpx2.TransportError:
            return None

    try:
        found = wait_until(answer, 240)
    except (AssertionError, TimeoutError):
        raise AssertionError(output.read_text()) from None
    assert found is not None
    return found


@pytest.mark.parametrize(
    "option", [["--restored"], ["--make-administrator", "Anna"], ["--news", "Hello all"]]
)
def test_what_needs_a_database_makes_none(
    option: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    assert main(["serve", *option]) == 1
    assert f"{option[0]}: there is no database at {tmp_path}" in capsys.readouterr().err
    assert not (tmp_path / "online.sqlite").exists()
