"""A `bridgehead serve` process that is attacked: how long others wait meanwhile, and what it costs.

The clients that attack run in processes of their own, so that they do not delay the one that
measures.
"""

from __future__ import annotations

import contextlib
import http.client
import multiprocessing
import os
import random
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

import bridgehead as bh
from bridgehead.core.records.record import Record
from bridgehead.online.database import schema
from bridgehead.online.database.database import FILE, Database
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import games, journal
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StateAfter
from bridgehead.online.games.rules_version import rules_digest
from bridgehead.online.ratings import matches
from tests.online import people as rows
from tests.online.forked import GAME, free_port
from tests.processes import as_users_do
from tests.waiting import wait_until

PATIENCE = 120.0  # seconds until the server has to answer
VISITOR = "127.0.0.2"  # the address of those who attack nobody; the others' is 127.0.0.1
PROMPT = 0.5  # seconds: nobody waits longer, whatever others do
EVERY = 0.05  # seconds between two questions


@dataclass
class Waits:
    """How long a visitor waited for `/healthz` while something went on, and what it cost."""

    seconds: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)  # for a server that nobody attacks
    processor: float = 0.0  # seconds of the server
    megabytes: float = 0.0  # by which its memory has grown

    @property
    def longest(self) -> float:
        """The longest wait."""
        return max(self.seconds)

    @property
    def is_prompt(self) -> bool:
        """Whether nobody waited for long, but for what other programs on this machine need."""
        return self.longest < PROMPT + max(self.others)

    def told(self, what: str) -> str:
        """Return the figures."""
        return (
            f"{what}: longest wait {self.longest:.2f} s of {len(self.seconds)} requests "
            f"({max(self.others):.2f} s at a server that nobody attacks), "
            f"processor {self.processor:.1f} s, memory {self.megabytes:+.0f} MB"
        )


class Served:
    """A server process over the database of a folder."""

    def __init__(self, folder: Path, files: int = 0) -> None:
        """`files`: how many files and sockets it may open; 0: as many as this process."""
        self.folder = folder
        self.port = free_port()
        self.log = folder / "server.log"
        self._files = files
        self._process: Any = None
        self._other_port = free_port()
        self._other: Any = None

    def __enter__(self) -> Served:
        """Start it, and wait until it answers."""
        limit = f"ulimit -n {self._files} && " if self._files else ""
        command = f'{limit}exec "$0" -m bridgehead serve --host 127.0.0.1 --port "$1"'
        environment = as_users_do(BRIDGEHEAD_DATA=str(self.folder))
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", command, sys.executable, str(self.port)],
                env=environment,
                stdout=log,
                stderr=log,
            )
        other = [sys.executable, "-m", "http.server", str(self._other_port), "--bind", "127.0.0.1"]
        quiet = subprocess.DEVNULL
        self._other = subprocess.Popen(other, stdout=quiet, stderr=quiet, cwd=self.folder)
        try:
            wait_until(self._is_ready, PATIENCE)
        except (AssertionError, TimeoutError):
            self.__exit__()
            raise TimeoutError(self.log.read_text()[-4000:]) from None
        return self

    def _is_ready(self) -> bool:
        """Whether it answers; AssertionError once it has ended."""
        assert self._process.poll() is None
        with contextlib.suppress(OSError, http.client.HTTPException):
            return bool(self.get("/readyz").status == 200)
        return False

    def __exit__(self, *_: object) -> None:
        """End it."""
        for process in (self._process, self._other):
            process.send_signal(signal.SIGKILL)
            process.wait()

    def get(self, path: str, port: int = 0, timeout: float = PATIENCE, **headers: str) -> Any:
        """Return the answer to a request; its `text` has been read."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", port or self.port, timeout=timeout, source_address=(VISITOR, 0)
        )
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

        def ask(port: int, seconds: list[float]) -> None:
            while not over.is_set():
                begun = time.monotonic()
                with contextlib.suppress(OSError, http.client.HTTPException):
                    self.get("/healthz", port)
                seconds.append(time.monotonic() - begun)
                over.wait(EVERY)

        processor, megabytes = self.processor, self.megabytes
        asked = ((self.port, waits.seconds), (self._other_port, waits.others))
        visitors = [threading.Thread(target=ask, args=each) for each in asked]
        for visitor in visitors:
            visitor.start()
        try:
            yield waits
        finally:
            over.set()
            for visitor in visitors:
                visitor.join()
            waits.processor = self.processor - processor
            waits.megabytes = self.megabytes - megabytes


def public_game(folder: Path) -> str:
    """Begin a public game of two in the database of a folder, before it is served."""
    database = Database(f"sqlite:///{folder / FILE}")
    schema.migrate(database)
    seal = Seal.of_folder(folder)
    with database.writing() as connection:
        one, two = (rows.account(connection, name) for name in ("Anna", "Bert"))
        wanted = matches.opening(GAME, (), "israel")
        [game] = matches.begin(connection, one, wanted, seal.fresh, mirrored=False)
        games.join(connection, two, game)
    database.close()
    return game


def finished_games(folder: Path, title: str, count: int) -> tuple[list[str], int]:
    """Store games that were played at random to their end, before they are served.

    Return them, and how many actions each has.
    """
    database = Database(f"sqlite:///{folder / FILE}")
    schema.migrate(database)
    seal, rng = Seal.of_folder(folder), random.Random(5)
    game = bh.load(title)
    record, entries = Record(game), list[Entry]()
    while record.position.result is None:
        mover = str(record.position.to_move)
        action = rng.choice([str(each) for each in record.position.legal_actions()])
        record.do(action)
        entries.append(Entry("action", mover, action))
    after = StateAfter(
        state="over", waits_for="", due="", views={}, summary={"turn": 1},
        result=record.position.result.to_dict(), data=game.data.digest,
        snapshot=(rules_digest(title), record.position.to_dict()),
        closing={"by": dict.fromkeys(game.sides, len(entries)), "rolls": 1, "points": None},
    )  # fmt: skip
    found = []
    with database.writing() as connection:
        one, two = (rows.account(connection, f"{name} {title[:9]}") for name in ("Carl", "Dora"))
        for _ in range(count):
            wanted = matches.opening(title, (), game.sides[0])
            [made] = matches.begin(connection, one, wanted, seal.fresh, mirrored=False)
            games.join(connection, two, made)
            journal.append(connection, made, games.load(connection, made).revision, entries, after)
            found.append(made)
    database.close()
    return found, len(entries)


def attack(work: Callable[..., None], *given: Any, seconds: float) -> None:
    """Do something in another process; AssertionError if it fails, or takes more seconds.

    What counts is what it does to the server, not that both share this machine.
    """
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_politely, args=(work, given), daemon=True)
    process.start()
    process.join(seconds)
    status = process.exitcode
    process.kill()
    process.join()
    assert status == 0, f"status {status}; the attack was to end within {seconds} s"


def _politely(work: Callable[..., None], given: tuple[Any, ...]) -> None:
    os.nice(10)
    work(*given)
