"""How the server stops: within two seconds of Ctrl-C or SIGTERM, whatever it is waiting for.

Connections are told, thinking is cancelled, and processes that compile or draw are ended. It does
not wait for work that cannot be cancelled: a thread that compiles, or a write that waits for a
lock. Every action that somebody was told of is in the database by then.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from bridgehead.server.web.connection_limits import FREE, ConnectionLimits, Settings, end_idle

GRACE = 1  # seconds for connections to close
ACCEPTED = 32  # connections accepted at a time, before open ones get their turn
WAITING = 4096  # backlog of connections
LAST = 1.2  # seconds after a signal until the process is ended in any case


class Server(uvicorn.Server):
    """A server of our application that stops in time, and then lets the command continue."""

    def __init__(
        self,
        app: Any,
        caps: ConnectionLimits = FREE,
        listens: Callable[[], None] | None = None,
        **settings: Any,
    ) -> None:
        """Serve an application; `listens` is called as soon as it can be reached.

        `settings` are the uvicorn settings that differ from our usual ones.
        """
        super().__init__(
            Settings(
                app,
                caps,
                log_level="warning",
                backlog=ACCEPTED,
                ws_max_size=2**18,  # bytes; the page sends no message of that size
                timeout_graceful_shutdown=GRACE,
                **settings,
            )
        )
        self._app, self._listens = app, listens
        self._ends = False

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        for listener in sockets or ():  # asyncio uses one number for both limits
            listener.listen(WAITING)
        if self._listens is not None:
            self._listens()

    async def on_tick(self, counter: int) -> bool:
        """Do the work that is due ten times a second; return whether to stop."""
        if counter % 10 == 0:
            end_idle(self.server_state.connections)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal: begin to stop."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # do not raise them again: the command returns a status
        if not self._ends:
            self._ends = True
            with contextlib.suppress(AttributeError, RuntimeError):  # not started yet, or finished
                self._loop.call_soon_threadsafe(self._app.state.ending.set)
            last = threading.Timer(LAST, self._leave)
            last.daemon = True
            last.start()

    def _leave(self) -> None:
        """End the process if it has not ended by itself."""
        with contextlib.suppress(Exception):
            self._app.state.end_processes()
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        os._exit(0)
