"""The database: SQLite for a single process, PostgreSQL for any number of processes.

Statements use SQLAlchemy Core and run in threads; the code is the same for both. An asynchronous
engine would need another driver for SQLite, which is a thread itself, and Core through greenlets:
nothing would be quicker, and everything harder to read. SQLite gets one writing thread, PostgreSQL
eight.

In SQLite a writing transaction begins with BEGIN IMMEDIATE, so that it has the lock before it
reads, and a commit is on the disk when it returns (`synchronous=FULL`): whatever a user was told
survives a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.clocks.clock_jumps import ClockDifference
from bridgehead.server.games.store import StoreError

P = ParamSpec("P")
T = TypeVar("T")

FILE = "online.sqlite"
PATIENCE = 5.0  # seconds to wait for a locked database
READERS = 4
ROOM = 16 * 2**20  # bytes that must be free on the disk
POOL = 8  # connections to PostgreSQL


class UnreachableError(StoreError):
    """PostgreSQL did not answer: the change may have been written or not."""


# The text for users in place of a StoreError's own text, which is for the host.
NO_DATABASE = "the server cannot use its database at the moment: try again in a minute"
UNREACHABLE = (InterfaceError, OperationalError, PoolTimeoutError)


class Database:
    """A database and the threads that run statements on it."""

    def __init__(self, url: str) -> None:
        """Set the URL of a database without opening it; BridgeheadError if the URL is invalid."""
        self.url = url
        try:
            self.engine = _engine(url)
        except (ArgumentError, NoSuchModuleError, ValueError) as error:
            raise BridgeheadError(
                f"--database: {error}; it is sqlite:////path/to/file or postgresql://user@host/name"
            ) from error
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        if self.is_sqlite:
            self._writer = ThreadPoolExecutor(1, "write")
            self._reader = ThreadPoolExecutor(READERS, "read")
        else:
            self._writer = self._reader = ThreadPoolExecutor(POOL, "database")
        self.writes = 0  # number of transactions of this process that may have changed something
        self._ahead = 0  # ms by which the database's clock is ahead of ours
        self.steady: ClockDifference | None = None  # at the last heartbeat of this process

    def is_there(self) -> bool:
        """Whether the file of an SQLite database exists; PostgreSQL is asked by a connection."""
        return not self.is_sqlite or Path(str(self.engine.url.database)).exists()

    @property
    def has_room(self) -> bool:
        """Whether the disk of the SQLite file has free space; always true for PostgreSQL."""
        if not self.is_sqlite:
            return True
        folder = Path(str(self.engine.url.database)).absolute().parent
        return shutil.disk_usage(folder).free >= ROOM

    def time(self) -> int:
        """Return the approximate time of the database in milliseconds, without asking it."""
        return int(time.time() * 1000) + self._ahead

    @property
    def has_jumped(self) -> bool:
        """Whether the database's clock has jumped since the last heartbeat."""
        known = self.steady
        return known is not None and known.jump(self.time(), known.jumped) != 0

    def agree(self, now: int, asked: float) -> None:
        """Record the database's time `now`, which was requested at the local time `asked`."""
        if not self.is_sqlite:  # SQLite's time is ours
            self._ahead = now - int((asked + time.time()) * 500)

    def close(self) -> None:
        """Close every connection after running writes are finished."""
        self._writer.shutdown()
        self._reader.shutdown()
        self.engine.dispose()

    # In the thread of the caller

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading; StoreError if that fails."""
        with self._told("read"), self.engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction for writing.

        StoreError if it failed, UnreachableError if that is unknown.
        """
        engine = self.engine.execution_options(begin="IMMEDIATE")
        try:
            with self._told("written"), engine.begin() as connection:
                yield connection
        finally:
            self.writes += 1

    @contextlib.contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            cause = getattr(error, "orig", None) or error
            lost = not self.is_sqlite and isinstance(error, UNREACHABLE)
            kind = UnreachableError if lost else StoreError
            raise kind(f"the database cannot be {what}: {cause}") from error

    # From the event loop

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Run `work` in a reading thread and return its result."""

        def run() -> T:
            with self.reading() as connection:
                return work(connection, *args, **named)

        here = copy_context()  # the language of the reader, for errors that name a time
        return await asyncio.get_running_loop().run_in_executor(self._reader, here.run, run)

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Run `work` in a transaction; return its result after everything is on the disk.

        If `work` raises an exception, nothing is written. If the caller is cancelled, the
        transaction still runs to its end.
        """

        def run() -> T:
            with self.writing() as connection:
                return work(connection, *args, **named)

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)


def now(connection: Connection) -> int:
    """Return the database's time in milliseconds; clocks of different machines may disagree."""
    if connection.dialect.name == "sqlite":
        return int(time.time() * 1000)
    found = connection.execute(text("SELECT extract(epoch FROM clock_timestamp()) * 1000"))
    return int(found.scalar_one())


def _engine(url: str) -> Engine:
    made = make_url(url)
    name = made.get_backend_name()
    if name == "sqlite":
        return _sqlite(made)
    if name == "postgresql":
        return create_engine(
            made.set(drivername="postgresql+psycopg"),
            pool_size=POOL,
            max_overflow=0,
            pool_pre_ping=True,  # after a restart of the database
            hide_parameters=True,  # in errors, and so in logs
        )
    raise ValueError(f"{name} is none of sqlite, postgresql")


def _sqlite(url: Any) -> Engine:
    if not url.database or url.database == ":memory:":
        raise ValueError("a database of SQLite is a file")
    file = Path(url.database).resolve()  # SQLite follows a link, too
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)

    @event.listens_for(engine, "do_connect")
    def make_private(*_: Any) -> None:
        with contextlib.suppress(OSError):  # an error shows up when the file is read
            with contextlib.suppress(FileExistsError):
                # Only for a new file: closing a file ends all locks that this process has on it
                # (POSIX).
                os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            for ending in ("", "-wal", "-shm"):  # also files of a restored backup
                found = file.with_name(file.name + ending)
                if found.exists():
                    found.chmod(0o600)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        kind = connection.get_execution_options().get("begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {kind}")

    return engine
