"""How a server that is watched by others ends: it says that it is not ready, waits, then ends.

On SIGTERM `/readyz` answers 503 at once, so that a balancer sends new visitors elsewhere; after
`--drain` seconds what is being done is finished, and connections are closed with 1012 ("service
restart"): pages come back after a while that differs from page to page.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from types import FrameType
from typing import Any

from bridgehead.server.connections import FREE, Caps
from bridgehead.server.ending import Server


class DrainingServer(Server):
    """A server that is not ready for a while before it ends. A second signal ends it at once."""

    def __init__(self, app: Any, drain: float, caps: Caps = FREE, **settings: Any) -> None:
        super().__init__(app, caps, **settings)
        self._draining = app.state.draining
        self._drain = drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end."""
        if self._draining.is_set() or not self._drain or sig != signal.SIGTERM:
            self._draining.set()
            super().handle_exit(sig, frame)
            return
        self._draining.set()
        with contextlib.suppress(AttributeError, RuntimeError):  # not begun, or over
            self._loop.call_soon_threadsafe(self._later, sig)

    def _later(self, sig: int) -> None:
        asyncio.get_running_loop().call_later(self._drain, super().handle_exit, sig, None)
