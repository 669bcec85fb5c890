"""Connections that say nothing, take nothing, or are too many are ended; others go on."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bridgehead.server.web import connection_limits
from bridgehead.server.web.connection_limits import (
    BODY,
    HEADERS,
    STUCK,
    ConnectionLimits,
    OpenConnections,
    end_idle,
)
from bridgehead.server.web.rate_limits import Limit
from bridgehead.server.web.shutdown import Server
from tests.waiting import wait_until

pytestmark = pytest.mark.plain
HANDSHAKE = (
    "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING = b"\x89\x80\0\0\0\0"


async def _body(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _large(request: Request) -> Response:
    return PlainTextResponse("x" * 20_000_000)


async def _socket(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


class Running:
    """A server with an application of three addresses, in a thread."""

    def __init__(self, caps: ConnectionLimits) -> None:
        routes = [
            Route("/", _body, methods=["GET", "POST"]),
            Route("/large", _large),
            WebSocketRoute("/socket", _socket),
        ]
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        self._listener = listener
        self.server = Server(Starlette(routes=routes), caps, lifespan="off")
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self.server.serve([listener])), daemon=True
        )

    def __enter__(self) -> Running:
        self._thread.start()
        wait_until(lambda: self.server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join()
        self._listener.close()

    def opened(self, sent: str | bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        """Open a connection from an address, and send something."""
        made = socket.create_connection(("127.0.0.1", self.port), 10, (address, 0))
        made.sendall(sent.encode() if isinstance(sent, str) else sent)
        return made

    def answers(self, address: str = "127.0.0.1") -> bool:
        """Whether somebody at an address gets an answer."""
        with self.opened("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", address) as one:
            return read(one).startswith(b"HTTP/1.1 200")


def read(one: socket.socket) -> bytes:
    """Return what comes until the other end closes, or cuts off."""
    found = b""
    try:
        while data := one.recv(2**16):
            found += data
    except ConnectionError:
        pass
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("HEADERS", "BODY", "STUCK"):
        monkeypatch.setattr(connection_limits, name, 0.1)
    return


@pytest.mark.usefixtures("quick")
def test_who_sends_no_whole_request_is_cut_off() -> None:
    with Running(ConnectionLimits()) as running, ExitStack() as stack:
        begun = [
            b"",
            b"GET / HT",
            b"GET / HTTP/1.1\r\nHost: x\r\n",
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345",
            b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",  # the second one of two
        ]
        halves = [stack.enter_context(running.opened(sent)) for sent in begun]
        large = stack.enter_context(running.opened("GET /large HTTP/1.1\r\nHost: x\r\n\r\n"))
        page = stack.enter_context(running.opened(HANDSHAKE))
        assert page.recv(12) == b"HTTP/1.1 101"
        for sent, half in zip(begun, halves, strict=True):
            assert read(half).startswith(b"HTTP/1.1 200" if b"\r\n\r\nGET" in sent else b"")
        # the answer that nobody takes, too; who has opened a WebSocket may be silent
        wait_until(lambda: len(running.server.server_state.connections) == 1)
        assert running.answers()
        page.sendall(PING)
        assert read_some(page, b"\x8a\x00")
        assert large is not None


def read_some(one: socket.socket, wanted: bytes) -> bool:
    found = b""
    while wanted not in found:
        found += one.recv(1000)
    return True


def test_an_address_has_so_many_connections_and_no_more() -> None:
    with Running(ConnectionLimits(address=3)) as running, ExitStack() as stack:
        kept = [stack.enter_context(running.opened(HANDSHAKE)) for _ in range(2)]
        assert [one.recv(12) for one in kept] == [b"HTTP/1.1 101"] * 2
        assert running.answers()
        wait_until(lambda: running.server.config.open.count == 2)
        kept.append(stack.enter_context(running.opened(HANDSHAKE)))
        assert kept[2].recv(12) == b"HTTP/1.1 101"
        assert not running.answers()
        assert running.answers("127.0.0.2")
        for one in kept:
            one.close()
        wait_until(lambda: running.server.config.open.count == 0)
        assert running.server.config.open.by_address == {}
        assert running.answers()


def test_an_address_opens_so_many_connections_a_second() -> None:
    with Running(ConnectionLimits(address=100, rate=Limit(5, 1000))) as running:
        assert [running.answers() for _ in range(7)] == [True] * 5 + [False] * 2
        assert running.answers("127.0.0.2")


def test_a_proxy_has_as_many_as_it_likes_and_one_address_only_half() -> None:
    free = OpenConnections(
        ConnectionLimits(address=300, rate=Limit(1, 1000), trusted="10.0.0.1, 10.1.0.0/16"), 10
    )
    assert all(free.take(peer) for peer in ("10.0.0.1", "10.1.2.3") * 4)
    assert free.take("10.0.0.2")
    assert not free.take("10.0.0.2")  # its rate
    half = OpenConnections(ConnectionLimits(address=300), 10)
    assert [half.take("2001:db8::1") for _ in range(6)] == [True] * 5 + [False]
    assert not half.take("2001:db8::2")  # of the same network
    assert [half.take("10.0.0.1") for _ in range(6)] == [True] * 5 + [False]
    assert not half.take("10.0.0.9")  # all are taken
    half.release("10.0.0.1")
    assert half.take("10.0.0.9")


@pytest.mark.parametrize("frame", [PING, b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 20])
def test_who_floods_a_websocket_with_frames_is_cut_off(frame: bytes) -> None:
    with Running(ConnectionLimits(frames=Limit(100, 1000))) as running:
        with running.opened(HANDSHAKE) as one:
            assert read_some(one, b"\r\n\r\n")
            one.sendall(frame * 200)
            assert len(read(one)) < 1000
        with running.opened(HANDSHAKE) as other:
            assert read_some(other, b"\r\n\r\n")
            other.sendall(PING * 50)
            assert read_some(other, b"\x8a\x00" * 50)


def test_a_websocket_is_read_little_at_a_time() -> None:
    """One that sends as fast as it can holds nobody up for longer than a few messages take."""
    with Running(ConnectionLimits()) as running, running.opened(HANDSHAKE) as one:
        assert read_some(one, b"\r\n\r\n")
        [socket] = running.server.server_state.connections
        assert socket.transport.max_size <= 4096


@pytest.mark.parametrize(
    ("cycle", "left", "patience"),
    [
        (None, 0, HEADERS),
        (SimpleNamespace(response_complete=True), 0, HEADERS),
        (SimpleNamespace(response_complete=False, more_body=True), 0, BODY),
        (SimpleNamespace(response_complete=False, more_body=False), 0, None),
        (SimpleNamespace(response_complete=False, more_body=False), 7, STUCK),
        (SimpleNamespace(response_complete=True), 7, STUCK),
    ],
)
def test_how_long_each_stage_may_take(cycle: Any, left: int, patience: float | None) -> None:
    ended: list[bool] = []
    transport = SimpleNamespace(
        get_write_buffer_size=lambda: left, abort=lambda: ended.append(True)
    )
    one: Any = connection_limits.Requests.__new__(connection_limits.Requests)
    one.cycle, one.transport = cycle, transport
    for clock in (100.0, 100.0 + (patience or 1e6) - 0.1):
        end_idle([one], clock)
    assert not ended
    end_idle([one], 100.0 + (patience or 1e6))
    assert bool(ended) is (patience is not None)
