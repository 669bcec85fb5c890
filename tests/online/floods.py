"""Clients that attack a server, each in a process of its own (`attacked.attack`)."""

from __future__ import annotations

import asyncio
import contextlib
import struct
import time

from websockets.sync.client import connect

BATCH = 200  # frames that are written together


def windows(port: int, path: str, count: int, messages: list[str], seconds: float) -> None:
    """Open windows, and send messages in each as fast as they are taken, reading all answers.

    Who is closed opens another one. It prints how many were opened and how many messages sent.
    """
    asyncio.run(_windows(port, path, count, messages, time.monotonic() + seconds))


async def _windows(port: int, path: str, count: int, messages: list[str], until: float) -> None:
    frames = b"".join(_frame(message.encode()) for message in messages) * (BATCH // len(messages))
    sent = opened = 0

    async def flood() -> None:
        nonlocal sent, opened
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        reads = asyncio.create_task(_read(reader))
        try:
            writer.write(_handshake(port, path))
            opened += 1
            while time.monotonic() < until and not reads.done():
                writer.write(frames)
                sent += BATCH
                await asyncio.wait_for(writer.drain(), 5)
        finally:
            writer.close()
            reads.cancel()

    async def go_on() -> None:
        while time.monotonic() < until:
            with contextlib.suppress(OSError, TimeoutError):
                await flood()
            await asyncio.sleep(0)  # the others' turn

    await asyncio.gather(*(go_on() for _ in range(count)))
    print(f"windows opened: {opened}, messages sent: {sent}")


async def _read(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(2**16):
            pass


def _handshake(port: int, path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def _frame(data: bytes) -> bytes:
    """Return a text frame, masked with zeros."""
    return struct.pack("!BB", 0x81, 0x80 | len(data)) + b"\0\0\0\0" + data


def half_requests(port: int, count: int, seconds: float) -> None:
    """Open connections and begin a request in each, which never ends; reopen those that end."""
    asyncio.run(_half_requests(port, count, time.monotonic() + seconds))


async def _half_requests(port: int, count: int, until: float) -> None:
    opened = ended = 0

    async def one() -> None:
        nonlocal opened, ended
        while time.monotonic() < until:
            with contextlib.suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                opened += 1
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
                try:
                    async with asyncio.timeout(max(until - time.monotonic(), 0.1)):
                        await _read(reader)
                        ended += 1
                finally:
                    writer.close()
            await asyncio.sleep(0.2)  # between two attacks; nothing is waited for

    await asyncio.gather(*(one() for _ in range(count)))
    print(f"half requests opened: {opened}, ended by the server: {ended}")


def visit(port: int, games: list[str]) -> None:
    """Open a window of each game, one after the other, and close it when it shows the game."""
    for game in games:
        url = f"ws://127.0.0.1:{port}/api/saved/{game}/play"
        with connect(url, max_size=None, compression=None, proxy=None) as socket:
            while not socket.recv().startswith('{"type":"state"'):
                pass
