"""The database: SQLite for one process, PostgreSQL for any number of them.

Statements are SQLAlchemy Core and run in threads, the same code for both. An asynchronous engine
would need another driver for SQLite that is a thread itself, and Core through greenlets: nothing
would be quicker, and everything harder to read. SQLite gets one thread that writes, PostgreSQL
eight.

In SQLite a transaction that writes begins with BEGIN IMMEDIATE, so that it has the lock before it
reads, and a commit is on the disk when it returns (`synchronous=FULL`): what somebody was told
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
from bridgehead.online.steady import Steady
from bridgehead.server.store import StoreError

P = ParamSpec("P")
T = TypeVar("T")

FILE = "online.sqlite"
PATIENCE = 5.0  # seconds that a database may be locked
READERS = 4
ROOM = 16 * 2**20  # bytes of the disk that have to be free
POOL = 8  # connections to PostgreSQL


class UnreachableError(StoreError):
    """PostgreSQL gave no answer: what was being written may be there, or not."""


# What people are told of a StoreError, whose own text is for the host.
NO_DATABASE = "the server cannot use its database at the moment: try again in a minute"
UNREACHABLE = (InterfaceError, OperationalError, PoolTimeoutError)


class Database:
    """A database and the threads that talk to it."""

    def __init__(self, url: str) -> None:
        """Name a database; nothing is opened yet. BridgeheadError if the URL is invalid."""
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
        self.writes = 0  # transactions of this process that may have changed something
        self._ahead = 0  # ms by which its clock is ahead of ours
        self.steady: Steady | None = None  # at the last heartbeat of this process

    def is_there(self) -> bool:
        """Whether the file of a database of SQLite exists; of PostgreSQL a connection tells."""
        return not self.is_sqlite or Path(str(self.engine.url.database)).exists()

    @property
    def has_room(self) -> bool:
        """Whether there is room on the disk of SQLite's file; of PostgreSQL's nothing is known."""
        if not self.is_sqlite:
            return True
        folder = Path(str(self.engine.url.database)).absolute().parent
        return shutil.disk_usage(folder).free >= ROOM

    def time(self) -> int:
        """Return the database's time, in milliseconds, about: without asking it."""
        return int(time.time() * 1000) + self._ahead

    @property
    def has_jumped(self) -> bool:
        """Whether its clock has jumped since the last heartbeat."""
        known = self.steady
        return known is not None and known.jump(self.time(), known.jumped) != 0

    def agree(self, now: int, asked: float) -> None:
        """Take note of the database's time, which was asked for between `asked` and now."""
        if not self.is_sqlite:  # SQLite's time is ours
            self._ahead = now - int((asked + time.time()) * 500)

    def close(self) -> None:
        """Close every connection. What is being written is written."""
        self._writer.shutdown()
        self._reader.shutdown()
        self.engine.dispose()

    # In the thread of the caller

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection to read with; StoreError if that fails."""
        with self._told("read"), self.engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Change all or nothing; StoreError if that fails, UnreachableError if it may have."""
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
        """Return what work reads."""

        def run() -> T:
            with self.reading() as connection:
                return work(connection, *args, **named)

        return await asyncio.get_running_loop().run_in_executor(self._reader, run)

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Return what work gives, once all that it has written is on the disk.

        Where it raises an exception nothing is written. Cancelled, it runs to its end unseen.
        """

        def run() -> T:
            with self.writing() as connection:
                return work(connection, *args, **named)

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)


def now(connection: Connection) -> int:
    """Return the database's time, in milliseconds: machines may disagree about theirs."""
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
    file = Path(url.database)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)

    @event.listens_for(engine, "do_connect")
    def make_private(*_: Any) -> None:
        with contextlib.suppress(OSError):  # what cannot be opened is told when it is read
            with contextlib.suppress(FileExistsError):
                # Only a new file: to close one ends every lock that this process has on it (POSIX).
                os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            for ending in ("", "-wal", "-shm"):  # of a backup that was put back, too
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
