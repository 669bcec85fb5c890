"""Ctrl-C and SIGTERM end the server and its children within two seconds, whatever is waiting."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bridgehead.server.web.run import HOST
from tests.server.conftest import GAME
from tests.waiting import wait_until

IN_TIME = 2.0  # seconds, where the machine has a core for each who wants one
BUSY = "it is busy"
# What the program does before it serves.
SLOW = f"""
import time
def slow(*_, **__):
    print({BUSY!r}, flush=True)
    time.sleep(60)  # the server is ended long before
"""
SLOW_SETUP = f"""{SLOW}
from bridgehead.server.games import open_games
open_games.load_with = slow
"""
SLOW_LOOP = f"""{SLOW}
from bridgehead.server.games import open_games
open_games.game_info = slow
"""
SLOW_PICTURE = """
import sys
from bridgehead.server.views import pictures
pictures.COMMAND = sys.executable, "-c", "import time; time.sleep(60)"  # likewise
"""
TELLS_THAT_IT_THINKS = f"""
from bridgehead.players.advice import hints
hint = hints.hint
def told(*given):
    print({BUSY!r}, flush=True)
    return hint(*given)
hints.hint = told
"""
TELLS_THAT_IT_SAVES = f"""
from bridgehead.server.games.store import Store
create = Store.create
def told(*given):
    print({BUSY!r}, flush=True)
    return create(*given)
Store.create = told
"""
SLOW_COMPILER = """
import sys
from bridgehead.core.kernels import warming
command = "import time; time.sleep(60)"  # likewise
from bridgehead.server.web import app
made = warming.Warming
app.Warming = lambda: made(command=(sys.executable, "-c", command))
"""


class Running:
    """A server in a process of its own."""

    def __init__(self, data: Path, before: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port = free.getsockname()[1]
        words = ["play", "--no-browser", "--port", str(self.port)]
        program = "import signal, sys\n"
        program += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        program += f"{before}\nfrom bridgehead.cli import main; sys.exit(main({words}))"
        self.said = data / "said.txt"
        data.mkdir(exist_ok=True)
        with self.said.open("w") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program],
                env=os.environ | {"BRIDGEHEAD_DATA": str(data)} | environment,
                stdout=said, stderr=said,
            )  # fmt: skip
        wait_until(self._answers, every=0.05)

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.said.read_text()
        try:
            self.ask("/static/icon.svg")
        except OSError:
            return False
        return True

    def ask(self, path: str, data: Any = None, timeout: float = 60) -> bytes:
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(f"http://{HOST}:{self.port}{path}", body)
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            told: bytes = answer.read()
        return told

    def begin(self, **wanted: Any) -> str:
        """Begin a game, and return its id."""
        return str(json.loads(self.ask("/api/saved", {"game": GAME, **wanted}))["id"])

    def ask_for_long(self, path: str, data: Any, busy: Callable[[], Any]) -> None:
        """Ask for what takes long; wait until the server is busy with it, and no longer."""

        def ask() -> None:
            with contextlib.suppress(OSError):
                self.ask(path, data)

        threading.Thread(target=ask, daemon=True).start()
        wait_until(busy)

    def says_busy(self, times: int = 1) -> bool:
        """Whether the program has said so often that it does what takes long."""
        return self.said.read_text().count(BUSY) >= times

    def children(self) -> list[int]:
        """Return the processes that the server has started."""
        task = Path(f"/proc/{self.process.pid}/task")
        return [int(pid) for path in task.glob("*/children") for pid in path.read_text().split()]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> float:
        """Send a signal; return the seconds until the server and its children are gone."""
        children, began = self.children(), time.monotonic()
        self.process.send_signal(sign)
        self.process.wait(60)
        wait_until(lambda: not any(map(_is_there, children)))
        return time.monotonic() - began


def _is_there(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Return what starts a server."""
    started: list[Running] = []

    def start(before: str = "", **environment: str) -> Running:
        running = Running(tmp_path / "data", before, **{"BRIDGEHEAD_JIT": "0"} | environment)
        started.append(running)
        return running

    yield start
    for running in started:
        running.process.kill()
        running.process.wait()


def the_end(running: Running, sign: signal.Signals = signal.SIGTERM) -> None:
    """End a server; fail where that took too long or went wrong."""
    seconds = running.end(sign)
    assert seconds < IN_TIME * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert running.process.returncode == 0
    assert "Traceback" not in running.said.read_text()


@pytest.mark.slow_for("15")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_an_idle_server(start: Callable[..., Running], sign: signal.Signals) -> None:
    running = start()
    running.begin()
    the_end(running, sign)


@pytest.mark.slow
@pytest.mark.parametrize("before", [SLOW_SETUP, SLOW_LOOP], ids=["in a thread", "in the loop"])
def test_one_that_sets_a_game_up(start: Callable[..., Running], before: str) -> None:
    running = start(before)
    running.ask_for_long("/api/saved", {"game": GAME}, running.says_busy)
    the_end(running, signal.SIGINT)


def test_one_that_thinks(start: Callable[..., Running]) -> None:
    running = start(TELLS_THAT_IT_THINKS)
    game = running.begin()
    asked = {"side": "israel", "at": 0}
    running.ask_for_long(f"/api/saved/{game}/hint", asked, running.says_busy)
    the_end(running)


@pytest.mark.slow
def test_one_that_draws(start: Callable[..., Running]) -> None:
    running = start(SLOW_PICTURE)
    game = running.begin()
    running.ask(f"/api/saved/{game}/board.svg")  # what is asked for first takes long
    path = f"/api/saved/{game}/board.png?width=400"
    running.ask_for_long(path, None, running.children)
    the_end(running)


@pytest.mark.slow
def test_one_that_waits_for_a_lock(start: Callable[..., Running], tmp_path: Path) -> None:
    running = start(TELLS_THAT_IT_SAVES)
    game = running.begin()
    other = sqlite3.connect(tmp_path / "data" / "bridgehead.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    running.ask_for_long("/api/saved", {"game": GAME}, lambda: running.says_busy(2))
    assert running.ask(f"/api/saved/{game}")  # others are answered meanwhile
    the_end(running)
    other.execute("ROLLBACK")
    other.close()


def test_one_that_compiles(start: Callable[..., Running], tmp_path: Path) -> None:
    new = {"BRIDGEHEAD_JIT": "", "BRIDGEHEAD_CACHE": str(tmp_path / "kernels")}
    running = start(SLOW_COMPILER, **new)
    running.begin()
    wait_until(running.children)
    the_end(running)
