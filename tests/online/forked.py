"""A server that is there at once: forked from a process that has imported everything.

`multiprocessing` forks it from its fork server, which imports this module and nothing of ours that
has threads. So a server can be killed and started a hundred times in minutes.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import time
import urllib.request
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from bridgehead.core.errors import BridgeheadError
from bridgehead.online import run, schema
from bridgehead.online.app import Settings, create_app
from bridgehead.online.database import Database
from bridgehead.online.dice import Seal
from bridgehead.online.limits import LIMITS, Limit, Limits
from bridgehead.online.passwords import Passwords
from bridgehead.online.stopping import DrainingServer

GAME = "across-suez-1980"
SEAL = bytes(range(32))
PATIENCE = 120.0  # seconds until a server has to answer
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def serve(url: str, port: int) -> None:
    """Serve a database at a port, without limits and with quick passwords, until the end."""
    settings = Settings(
        passwords=Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)),
        limits=Limits({name: Limit(10**9, 0.001) for name in LIMITS}),
    )
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            database = Database(url)
            schema.migrate(database)
            break
        except BridgeheadError:  # PostgreSQL was killed, too, and recovers
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    listener = run._listen("127.0.0.1", port)
    app = create_app(database, Seal(SEAL), settings)
    DrainingServer(app, 0.0, log_config=None, backlog=4096).run(sockets=[listener])


class Forked:
    """A server process of a database, which can be killed and started again."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        os.environ["BRIDGEHEAD_DATA"] = str(folder)
        self._context: Any = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.online.prepared"])
        self._process: Any = None

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process."""
        return int(self._process.pid)

    def start(self) -> float:
        """Start it; return the seconds until it answers."""
        began = time.monotonic()
        self._process = self._context.Process(target=serve, args=(self.url, self.port), daemon=True)
        self._process.start()
        while time.monotonic() - began < PATIENCE:
            try:
                DIRECT.open(f"http://{self.address}/readyz", timeout=PATIENCE).close()
                return time.monotonic() - began
            except OSError:
                time.sleep(0.01)
        raise TimeoutError(f"the server at {self.address} does not answer")

    def kill(self) -> None:
        """End it with SIGKILL."""
        self._process.kill()
        self._process.join()
