"""Notify other processes that games have changed or sessions ended, with PostgreSQL's NOTIFY.

The ids of all games that changed within ten milliseconds are sent in one separate transaction,
after the transactions that changed them: NOTIFY holds a lock on the whole instance until its
commit, so inside each append it would cost most of the throughput. A lost notification does no
harm, because every process also checks its open games and the sessions of its windows regularly
(`game_server.py`). With SQLite there is only one process, so nothing is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy import Connection, text

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import Database

_log = logging.getLogger(__name__)

CHANNEL = "bridgehead_game"
SESSIONS = "sessions"  # sent like the id of a game: sessions have ended
GATHER = 0.01  # seconds over which changes are collected
MOST = 300  # ids in one message: PostgreSQL takes 8,000 bytes
AGAIN = 1.0  # seconds until a broken connection is opened again

Heard = Callable[[list[str]], Awaitable[None]]


class WakeUps:
    """Sends notifications to other processes, and receives theirs."""

    def __init__(self, database: Database, heard: Heard) -> None:
        """`heard` is called with the ids of the games that changed, and SESSIONS if any ended.

        An empty list means any of them.
        """
        self._database = database
        self._heard = heard
        self._waiting: set[str] = set()
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to send and to receive, if there can be other processes."""
        if not self._database.is_sqlite:
            self._tasks = [asyncio.create_task(work) for work in (self._send(), self._listen())]

    async def stop(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def wake(self, what: str) -> None:
        """Announce that a game has changed, or SESSIONS. The database must have it already."""
        if not self._database.is_sqlite:
            self._waiting.add(what)
            self._woken.set()

    async def _send(self) -> None:
        while True:
            await self._woken.wait()
            await asyncio.sleep(GATHER)
            self._woken.clear()
            while self._waiting:
                some = [self._waiting.pop() for _ in range(min(MOST, len(self._waiting)))]
                try:
                    await self._database.write(_notify, ",".join(some))
                except BridgeheadError as error:  # other processes check for changes anyway
                    _log.warning("other processes were not told: %s", error)

    async def _listen(self) -> None:
        url = self._database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    await self._heard([])  # notifications sent before now were missed
                    async for message in line.notifies():
                        await self._heard(message.payload.split(","))
            await asyncio.sleep(AGAIN)


def _notify(connection: Connection, told: str) -> None:
    connection.execute(text("SET LOCAL synchronous_commit = off"))
    connection.execute(
        text("SELECT pg_notify(:channel, :told)"), {"channel": CHANNEL, "told": told}
    )
