"""The heartbeat: while clocks run, each serving process writes regularly that it is alive.

A separate thread writes it, so that a process that is merely busy does not count as an outage;
otherwise an attack on the server would give its players time. An outage is whatever stops this
thread from writing: no process runs, the machine stands still, or the database does not answer.
"""

from __future__ import annotations

import asyncio
import logging
import threading

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.clocks import stored_clocks
from bridgehead.online.database.database import Database

_log = logging.getLogger(__name__)

EVERY = 5.0  # seconds between two checks whether a heartbeat is due
ENDING = 1.0  # seconds to wait at the end of a process for a heartbeat that is being written


class Heartbeat:
    """Writes the heartbeat of one process from `start` to `stop`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Start the thread. The first heartbeat follows after one interval."""
        self._thread.start()

    async def stop(self) -> None:
        """Stop the thread."""
        self._over.set()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join, ENDING)

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            try:
                self._write()
            except BridgeheadError as error:
                _log.warning("the heartbeat was not written: %s", error)
            except Exception:
                _log.exception("the heartbeat was not written")

    def _write(self) -> None:
        with self._database.reading() as connection:
            if stored_clocks.is_quiet(connection):
                return
        with self._database.writing() as connection:
            written = stored_clocks.beat(connection, self._database.steady)
        self._database.steady = written.steady
        if written.moved:
            _log.warning(
                "%s deadlines moved, after an outage or a jump of the clock", written.moved
            )
