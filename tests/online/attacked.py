"""A `bridgehead serve` process that is attacked: how long others wait meanwhile, and what it costs.

The clients that attack run in processes of their own, so that they do not delay the one that
measures.
"""

from __future__ import annotations

import contextlib
import http.client
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.online.forked import free_port
from tests.processes import as_users_do

PATIENCE = 120.0  # seconds until the server has to answer
EVERY = 0.05  # seconds between two questions


@dataclass
class Waits:
    """How long a visitor waited for `/healthz` while something went on, and what it cost."""

    seconds: list[float] = field(default_factory=list)
    processor: float = 0.0  # seconds of the server
    megabytes: float = 0.0  # by which its memory has grown

    @property
    def longest(self) -> float:
        """The longest wait."""
        return max(self.seconds)


class Served:
    """A server process over the database of a folder."""

    def __init__(self, folder: Path, files: int = 0) -> None:
        """`files`: how many files and sockets it may open; 0: as many as this process."""
        self.folder = folder
        self.port = free_port()
        self.log = folder / "server.log"
        self._files = files
        self._process: Any = None

    def __enter__(self) -> Served:
        """Start it, and wait until it answers."""
        limit = f"ulimit -n {self._files} && " if self._files else ""
        command = f'{limit}exec "$0" -m bridgehead serve --host 127.0.0.1 --port "$1"'
        environment = as_users_do(BRIDGEHEAD_DATA=str(self.folder), BRIDGEHEAD_JIT="0")
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", command, sys.executable, str(self.port)],
                env=environment,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.get("/readyz").status == 200:
                    return self
            time.sleep(0.1)
        self.__exit__()
        raise TimeoutError(self.log.read_text()[-4000:])

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def get(self, path: str, timeout: float = PATIENCE, **headers: str) -> Any:
        """Return the answer to a request; its `text` has been read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            answer: Any = connection.getresponse()
            answer.text = answer.read().decode()
            return answer

    @property
    def processor(self) -> float:
        """Seconds of the processor that the process has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """The memory that the process has."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20

    @contextlib.contextmanager
    def watched(self) -> Iterator[Waits]:
        """Ask for `/healthz` again and again while the block runs."""
        waits, over = Waits(), threading.Event()

        def ask() -> None:
            while not over.is_set():
                begun = time.monotonic()
                with contextlib.suppress(OSError, http.client.HTTPException):
                    self.get("/healthz")
                waits.seconds.append(time.monotonic() - begun)
                over.wait(EVERY)

        processor, megabytes = self.processor, self.megabytes
        visitor = threading.Thread(target=ask)
        visitor.start()
        try:
            yield waits
        finally:
            over.set()
            visitor.join()
            waits.processor = self.processor - processor
            waits.megabytes = self.megabytes - megabytes


def attack(work: Callable[..., None], *given: Any, seconds: float) -> None:
    """Do something in another process, for so many seconds at most."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=given, daemon=True)
    process.start()
    process.join(seconds)
    process.kill()
    process.join()
