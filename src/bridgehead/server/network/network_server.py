"""`bridgehead serve` as a process of its own, for people in the same network.

It keeps its games in the same data folder. It ends with the server that has started it, even if
that one is killed: its input ends then (`ENDS_WITH_INPUT`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import socket
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError

ENDS_WITH_INPUT = "BRIDGEHEAD_ENDS_WITH_INPUT"  # a variable of the environment
PORT = 8074  # of `bridgehead serve`
TRIED = 20  # ports from PORT on
PATIENCE = 60.0  # seconds until it must have said its addresses
LAST = 1.0  # seconds it has to stop
NEEDS = ("alembic", "argon2", "jinja2", "segno", "webauthn")  # of the extra `serve`
SERVES = re.compile("Bridgehead serves (.+)")
MISSING = "people in your network need more packages: pip install 'bridgehead[serve]'"

STOPPED, STARTING, RUNNING = "stopped", "starting", "running"


class NetworkError(BridgeheadError):
    """The server for the network could not be started."""


def is_installed() -> bool:
    """Whether the extra `serve` is installed."""
    return all(find_spec(name) is not None for name in NEEDS)


def _command(port: int) -> list[str]:
    return [sys.executable, "-m", "bridgehead", "serve", "--port", str(port)]


class NetworkServer:
    """The process, and what it has said."""

    def __init__(self, folder: Path, command: Callable[[int], list[str]] = _command) -> None:
        """Keep games in this data folder."""
        self._folder, self._command = folder, command
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._addresses: list[str] = []
        self._one = asyncio.Lock()

    def told(self) -> dict[str, Any]:
        """Return its state for the page: whether it can be started, and where it is."""
        is_there = self._process is not None and self._process.returncode is None
        state = (RUNNING if self._addresses else STARTING) if is_there else STOPPED
        addresses = self._addresses if state == RUNNING else []
        return {
            "installed": is_installed(),
            "state": state,
            "addresses": addresses,
            "code": qr_code(addresses[-1]) if addresses else "",
        }

    async def start(self) -> dict[str, Any]:
        """Start the server if it does not run; return its state. NetworkError."""
        async with self._one:
            if self.told()["state"] != RUNNING:
                if not is_installed():
                    raise NetworkError(MISSING)
                try:
                    await asyncio.wait_for(self._start(), PATIENCE)
                except TimeoutError:
                    self.end()
                    raise NetworkError("the server for your network did not start") from None
        return self.told()

    async def _start(self) -> None:
        self._addresses = []
        environment = {
            **os.environ, "BRIDGEHEAD_DATA": str(self._folder), ENDS_WITH_INPUT: "1",
        }  # fmt: skip
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command(_free_port()), stdin=PIPE, stdout=PIPE, stderr=STDOUT,
            env=environment,
        )  # fmt: skip
        assert process.stdout is not None
        said = ""
        async for line in process.stdout:
            said = line.decode(errors="replace").strip() or said
            found = SERVES.match(said)
            if found is not None:
                self._addresses = found[1].split(", ")
                self._reading = asyncio.create_task(_drain(process.stdout))
                return
        await process.wait()
        raise NetworkError(f"the server for your network did not start: {said}")

    async def stop(self) -> dict[str, Any]:
        """Stop the server; return its state."""
        self.end()
        if self._process is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), LAST)
        if self._reading is not None:
            self._reading.cancel()
        return self.told()

    def end(self) -> None:
        """Tell the process to stop, and do not wait for it."""
        self._addresses = []
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()


async def _drain(output: asyncio.StreamReader) -> None:
    """Read what a process says, so that it never waits for a reader."""
    while await output.read(2**16):
        pass


def _free_port() -> int:
    """Return the first port that nobody uses. NetworkError where all of them are taken."""
    for port in range(PORT, PORT + TRIED):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("0.0.0.0", port))
                return port
    raise NetworkError(f"no port from {PORT} to {PORT + TRIED - 1} is free")


def qr_code(address: str, scale: int = 5) -> str:
    """Return the QR code of an address as a data URI; `scale`: pixels of a module."""
    import segno

    return str(segno.make(address, error="m", micro=False).svg_data_uri(scale=scale, border=2))
