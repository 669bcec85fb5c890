"""A server that is there at once: forked from a process that has imported everything.

`multiprocessing` forks it from its fork server, which imports this module and nothing of ours that
has threads. So a server can be killed and started a hundred times in minutes. What it logs, and
where its threads are when it is asked (`stacks`), is in files of the data folder.
"""

from __future__ import annotations

import faulthandler
import http.client
import logging
import multiprocessing
import os
import random
import signal
import socket
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.passwords import Passwords
from bridgehead.online.database import schema
from bridgehead.online.database.database import Database
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.web import run
from bridgehead.online.web.app import Settings, create_app
from bridgehead.online.web.limits import LIMITS, OpenWindows
from bridgehead.online.work import heap
from bridgehead.online.work.stopping import DrainingServer
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.waiting import wait_until

GAME = "across-suez-1980"
SEAL = bytes(range(32))
PATIENCE = 120.0  # seconds until a server has to answer
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# Below the ports that the system gives to clients. A client that calls one of those while nobody
# listens there may get that very port as its own: it talks to itself, and no server can listen.
PORTS = range(20_000, 32_000)
LOG, STACKS = "server.log", "stacks.log"


def serve(url: str, port: int, folder: str) -> None:
    """Serve a database at a port, without limits and with quick passwords, until the end."""
    logging.basicConfig(filename=f"{folder}/{LOG}", level=logging.WARNING)
    stacks = open(f"{folder}/{STACKS}", "a")  # noqa: SIM115 - as long as the process lives
    faulthandler.register(signal.SIGUSR1, stacks)
    heap.share_one()
    settings = Settings(
        passwords=Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)),
        limits=Limits({name: Limit(10**9, 0.001) for name in LIMITS}),
        windows=OpenWindows(10**6, 10**6),
    )
    database = wait_until(lambda: migrated(url), PATIENCE, every=0.05)
    listener = run._listen("127.0.0.1", port)
    app = create_app(database, Seal(SEAL), settings)
    DrainingServer(app, 0.0, log_config=None).run(sockets=[listener])


def migrated(url: str) -> Database | None:
    """Return a database with our schema; None while it cannot be reached."""
    try:
        database = Database(url)
        schema.migrate(database)
    except BridgeheadError as error:  # PostgreSQL was killed, too, and recovers
        logging.warning("the database: %s", error)
        return None
    return database


class Forked:
    """A server process of a database, which can be killed and started again."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self.port = free_port()
        bh.load(GAME)  # compiled here where it has to be: the patience below is for starting alone
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
        wanted = (self.url, self.port, str(self.folder))
        self._process = self._context.Process(target=serve, args=wanted, daemon=True)
        self._process.start()
        wait_until(self._is_ready, PATIENCE)
        return time.monotonic() - began

    def _is_ready(self) -> bool:
        try:
            DIRECT.open(f"http://{self.address}/readyz", timeout=PATIENCE).close()
        except (OSError, http.client.HTTPException):
            status = self._process.exitcode
            if status is not None:
                text = f"the server at {self.address} ended with status {status}"
                raise TimeoutError(text) from None
            return False
        return True

    def stacks(self) -> str:
        """Return where the threads of the process are, and the end of its log."""
        if self._process is not None and self._process.is_alive():
            stacks = self.folder / STACKS
            before = stacks.stat().st_size
            os.kill(self.pid, signal.SIGUSR1)
            with suppress(TimeoutError):  # a process that hardly runs writes nothing
                wait_until(lambda: stacks.stat().st_size > before, 5)
        texts = [self.folder / name for name in (STACKS, LOG)]
        return "\n".join(path.read_text()[-4000:] for path in texts if path.exists())

    def kill(self) -> None:
        """End it with SIGKILL."""
        self._process.kill()
        self._process.join()


def free_port() -> int:
    """Return a port at which nobody listens."""
    for port in random.sample(PORTS, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"no port from {PORTS.start} to {PORTS.stop} is free")
