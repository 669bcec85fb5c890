"""The command: ports, a server that runs already, a game put in before the page opens."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dice import Secrets
from bridgehead.server import run
from bridgehead.server.store import Store
from tests.processes import as_users_do
from tests.server.conftest import GAME
from tests.waiting import wait_until


@pytest.fixture
def taken() -> Iterator[int]:
    """Return a port that somebody listens at, and the next is free as far as one can know."""
    with socket.socket() as other:
        other.bind((run.HOST, 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_port_that_is_taken_is_refused_when_it_was_asked_for(taken: int) -> None:
    with pytest.raises(run.PortTakenError, match=f"--port {taken}"):
        run._listen(taken)
    with pytest.raises(run.PortTakenError, match="--port 99999"):
        run._listen(99999)


def test_the_listener_is_named_tcp() -> None:
    # asyncio switches delays off (TCP_NODELAY) for such sockets alone: 40 ms an answer otherwise
    with run._listen(None) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_another_port_is_looked_for(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PORT", taken)
    with run._listen(None) as found:
        assert taken < found.getsockname()[1] < taken + run.TRIED
    monkeypatch.setattr(run, "TRIED", 1)
    with pytest.raises(run.PortTakenError, match="no port"):
        run._listen(None)


class Answer(BaseHTTPRequestHandler):
    """Answers every request as the class is told to."""

    body: Any = None

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(type(self).body).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def neighbor() -> Iterator[HTTPServer]:
    """Run a server of somebody's on a port of its own."""
    with HTTPServer((run.HOST, 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("body", "ours"),
    [({"program": "bridgehead"}, True), ({"program": "chess"}, False), ([], False), (None, False)],
)
def test_a_server_of_ours_is_known(neighbor: HTTPServer, body: Any, ours: bool) -> None:
    Answer.body = body
    assert run._is_ours(neighbor.server_port) is ours


def test_a_running_server_is_opened_instead_of_a_second(
    neighbor: HTTPServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Answer.body = {"program": "bridgehead"}
    opened, said = list[str](), list[str]()
    monkeypatch.setattr(run, "PORT", neighbor.server_port)
    monkeypatch.setattr(run.webbrowser, "open", opened.append)
    record = bh.Record.new(bh.load(GAME), secrets=Secrets(tmp_path / "secrets"))
    assert run.serve(record=record, say=said.append) == 0
    store = Store(tmp_path / "bridgehead.sqlite")
    (saved,) = store.listing().games
    store.close()
    assert opened == [f"http://{run.HOST}:{neighbor.server_port}/#/game/{saved['id']}"]
    assert "runs already" in said[0]


def answers(process: subprocess.Popen[str], port: int) -> bool:
    """Whether a server that was started answers; AssertionError once it has ended."""
    assert process.poll() is None
    try:
        with urllib.request.urlopen(f"http://{run.HOST}:{port}/") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_the_command_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind((run.HOST, 0))
        port = free.getsockname()[1]
    words = ["play", "--no-browser", "--port", str(port)]
    program = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    program += f"from bridgehead.cli import main; sys.exit(main({words}))"
    environment = as_users_do(BRIDGEHEAD_DATA=str(tmp_path))
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: answers(process, port))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    assert f"http://127.0.0.1:{port}/" in out
    assert process.returncode == 0
