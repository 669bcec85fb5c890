"""The command: ports, a server that runs already, a game put in before the page opens."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

import bridgehead as bh
from bridgehead.core.dice.dice import Secrets
from bridgehead.core.errors import BridgeheadError
from bridgehead.server.games.one_server import HOLDER, OtherServerError, note_address, only_server
from bridgehead.server.games.store import Store
from bridgehead.server.web import run
from bridgehead.server.web.shutdown import Server
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


def test_an_address_is_told_when_it_can_be_reached() -> None:
    reached = list[str]()

    def listens() -> None:
        with socket.create_connection(listener.getsockname(), timeout=10):
            reached.append("yes")
        server.should_exit = True

    with run._listen(None) as listener:
        server = Server(Starlette(), listens=listens, lifespan="off")
        server.run(sockets=[listener])
    assert reached == ["yes"]


def test_another_port_is_looked_for(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PORT", taken)
    with run._listen(None) as found:
        assert taken < found.getsockname()[1] < taken + run.TRIED
    monkeypatch.setattr(run, "TRIED", 1)
    with pytest.raises(run.PortTakenError, match="no port"):
        run._listen(None)


def test_a_running_server_is_opened_instead_of_a_second(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened, said = list[str](), list[str]()
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    monkeypatch.setattr(run.webbrowser, "open", opened.append)
    record = bh.Record.new(bh.load(GAME), secrets=Secrets())
    with only_server(tmp_path):
        note_address(tmp_path, "http://127.0.0.1:9999/")
        assert run.serve(record=record, say=said.append) == 0
    store = Store(tmp_path / "bridgehead.sqlite")
    (saved,) = store.listing().games
    store.close()
    assert opened == [f"http://127.0.0.1:9999/#/game/{saved['id']}"]
    assert "runs already" in said[0]


def test_a_second_server_with_a_port_of_its_own_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    record = bh.Record.new(bh.load(GAME), secrets=Secrets())
    with only_server(tmp_path):
        with pytest.raises(OtherServerError, match="process unknown"):  # it has just begun
            run.serve(browser=False)
        note_address(tmp_path, "http://127.0.0.1:9999/")
        with pytest.raises(OtherServerError) as refused:
            run.serve(port=9998, record=record)
    for told in (f"process {os.getpid()}", "http://127.0.0.1:9999/", str(tmp_path), "BRIDGEHEAD_"):
        assert told in str(refused.value)
    assert not (tmp_path / "bridgehead.sqlite").exists()  # the record was not stored either
    assert not (tmp_path / HOLDER).exists()


def test_a_killed_server_leaves_the_data_folder_to_the_next(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib\n"
        "from bridgehead.server.games.one_server import only_server, note_address\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "with only_server(folder):\n"
        "    note_address(folder, 'x')\n"
        "    print('has it', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "has it\n" or process.kill()
    with (
        pytest.raises(OtherServerError, match=f"process {process.pid}, at x"),
        only_server(tmp_path),
    ):
        pass
    process.kill()
    process.communicate()
    with only_server(tmp_path):
        assert not (tmp_path / HOLDER).exists()


def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BridgeheadError, match="BRIDGEHEAD_DATA"), only_server(tmp_path / "file"):
        pass


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
