"""The messages waiting to be sent to one connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

BEHIND = 500  # messages that a connection may leave unread


@dataclass(eq=False)
class Connection:
    """One connection; messages to send wait in its queue, and None closes it.

    `code` is the code with which its WebSocket is closed.
    """

    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(BEHIND))
    code: int = 1000

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to this connection alone."""
        self.send(encoded(message))

    def send(self, text: str | None) -> None:
        """Put a message into the queue; close a connection that does not read its messages."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


def encoded(message: Mapping[str, Any]) -> str:
    """Return a message encoded for sending."""
    return json.dumps(message, separators=(",", ":"))


def join(one: str, other: str) -> str:
    """Return the union of two encoded objects, neither of which is empty."""
    return f"{one[:-1]},{other[1:]}"
