"""Limits on connections: their number, and how long one may be silent.

uvicorn has no limit for the time that a request takes to arrive, and asyncio's accept loop fails
once for each place in the backlog when no file descriptor is left. So connections are counted and
refused before that, and once a second those are closed that send no complete request, or do not
read what is sent to them.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bridgehead.server.web.rate_limits import Limit, Limits, TooOftenError, network_of

HEADERS = 10.0  # seconds for the headers of a request to arrive
BODY = 30.0  # seconds for its body
STUCK = 30.0  # seconds for the client to read something of what is sent
READ = 2048  # bytes read from a WebSocket at a time, so that other connections get their turn
FRAMES = Limit(400, 0.02)  # per WebSocket: messages, pings and parts of messages
RESERVED = 80  # file descriptors for everything else: database, drawing, log
FILES = 65_536  # file descriptors, if the system allows so many


@dataclass(frozen=True)
class ConnectionLimits:
    """The most connections in total, and from one address; None means no limit.

    Addresses in `trusted` (of proxies, separated by commas) may have any number.
    """

    address: int | None = None
    rate: Limit | None = None  # limit for new connections from one address
    frames: Limit | None = None  # per WebSocket
    trusted: str = ""


FREE = ConnectionLimits()
ONLINE = ConnectionLimits(address=300, rate=Limit(200, 0.05), frames=FRAMES)


class OpenConnections:
    """The open connections: at most `total`, and at most half of these from one address."""

    def __init__(self, caps: ConnectionLimits, total: int) -> None:
        self.caps = caps
        self.total = total
        self.count = 0
        self.by_address: Counter[str] = Counter()
        self._trusted = tuple(_networks(caps.trusted))
        self._rate = Limits({"connection": caps.rate} if caps.rate else {})
        self._most = min(caps.address or total, max(total // 2, 1))

    def take(self, peer: str) -> bool:
        """Count a connection from an address and return True, or return False to refuse it."""
        address = network_of(peer)
        if self.count >= self.total:
            return False
        if self.caps.address is not None and not self._is_trusted(peer):
            if self.by_address[address] >= self._most:
                return False
            if self.caps.rate is not None:
                try:
                    self._rate.check("connection", address)
                except TooOftenError:
                    return False
        self.count += 1
        self.by_address[address] += 1
        return True

    def release(self, peer: str) -> None:
        """Count one connection less."""
        address = network_of(peer)
        self.count -= 1
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]

    def _is_trusted(self, peer: str) -> bool:
        if self.caps.trusted == "*":
            return True
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._trusted)


def _networks(trusted: str) -> Iterable[Any]:
    for each in trusted.split(","):
        try:
            yield ipaddress.ip_network(each.strip(), strict=False)
        except ValueError:
            continue  # a host name, which peers never have


def most_connections() -> int:
    """Raise the limit of file descriptors as far as allowed; return the possible connections."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return FILES - RESERVED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(min(soft, FILES) - RESERVED, 16)


class Settings(uvicorn.Config):
    """uvicorn's settings together with the open connections."""

    def __init__(self, app: Any, caps: ConnectionLimits, **settings: Any) -> None:
        # uvloop's transports do not read less at a time
        super().__init__(app, loop="asyncio", http=Requests, ws=Sockets, **settings)
        self.open = OpenConnections(caps, most_connections())


def _peer(transport: asyncio.BaseTransport) -> str:
    found = transport.get_extra_info("peername")
    return str(found[0]) if found else ""


class Requests(H11Protocol):
    """An HTTP connection, until it becomes a WebSocket."""

    config: Settings
    peer: str | None = None  # None: not counted
    stage: object = None
    since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or refuse it."""
        peer = _peer(transport)
        if not self.config.open.take(peer):
            self.transport = transport
            transport.abort()
            return
        self.peer = peer
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove it from the count."""
        if self.peer is not None:
            self.config.open.release(self.peer)
            super().connection_lost(exc)

    def waits_for(self) -> tuple[object, float]:
        """Return what the client must send next (None if nothing), and the seconds left for it."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return ("headers", id(cycle)), HEADERS
        return (("body", id(cycle)), BODY) if cycle.more_body else (None, 0.0)


class Sockets(WebSocketsSansIOProtocol):
    """A WebSocket; it was already counted as an HTTP connection."""

    config: Settings
    stage: object = None
    since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Read small amounts at a time from now on."""
        super().connection_made(transport)
        self.peer = _peer(transport)
        self.transport.max_size = READ  # type: ignore[attr-defined]
        frames = self.config.open.caps.frames
        self._frames = Limits({"frame": frames}) if frames else None

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove it from the count."""
        self.config.open.release(self.peer)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Handle incoming data; disconnect a client that sends too much."""
        if self._frames is not None:
            try:
                for _ in self.conn.events:
                    self._frames.check("frame", "")
            except TooOftenError:
                self.transport.abort()
                return
        super().handle_events()

    def waits_for(self) -> tuple[object, float]:
        """Return that nothing is expected: pings show whether the client is still there."""
        return None, 0.0


def end_idle(connections: Iterable[Any], clock: float | None = None) -> None:
    """Close connections whose client is silent for too long."""
    now = time.monotonic() if clock is None else clock
    for each in list(connections):
        stage, patience = each.waits_for()
        if left := each.transport.get_write_buffer_size():
            stage, patience = ("sent", left), STUCK
        if stage is None or stage != each.stage:
            each.stage, each.since = stage, now
        elif now - each.since >= patience:
            each.transport.abort()
