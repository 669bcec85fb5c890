"""Stop a server behind a load balancer: report that it is not ready, wait, then stop.

On SIGTERM `/readyz` answers 503 at once, so that the balancer sends new visitors elsewhere. After
`--drain` seconds running requests are finished, and connections are closed with 1012 ("service
restart"); pages reconnect after a random delay.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from types import FrameType
from typing import Any

from bridgehead.server.web.connection_limits import FREE, ConnectionLimits
from bridgehead.server.web.shutdown import Server


class DrainingServer(Server):
    """A server that reports "not ready" for a while before it stops.

    A second signal stops it at once.
    """

    def __init__(
        self, app: Any, drain: float, caps: ConnectionLimits = FREE, **settings: Any
    ) -> None:
        super().__init__(app, caps, **settings)
        self._draining = app.state.draining
        self._drain = drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal: begin to stop."""
        if self._draining.is_set() or not self._drain or sig != signal.SIGTERM:
            self._draining.set()
            super().handle_exit(sig, frame)
            return
        self._draining.set()
        with contextlib.suppress(AttributeError, RuntimeError):  # not started yet, or finished
            self._loop.call_soon_threadsafe(self._later, sig)

    def _later(self, sig: int) -> None:
        asyncio.get_running_loop().call_later(self._drain, super().handle_exit, sig, None)
