"""The real server in its own process, with its own data."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2

from bridgehead.core.titles.games import game_info
from tests.waiting import wait_until

PATIENCE = 240  # seconds; the rules may have to be compiled first


class Server:
    """A server that can be killed and started again on the same port and data."""

    COMMAND: tuple[str, ...] = ("play", "--no-browser")

    def __init__(self, data: Path, **environment: str | None) -> None:
        """Keep games in a folder; `environment` sets variables, or takes them away (None)."""
        self.data = data
        self._environment = environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = data / "server-output.txt"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it can play."""
        command = [sys.executable, "-m", "bridgehead", *self.COMMAND, "--port"]
        self.data.mkdir(parents=True, exist_ok=True)
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                [*command, str(self.port)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self._variables(),
            )
        try:
            wait_until(self._is_ready, PATIENCE, every=0.05)
        except (TimeoutError, ChildProcessError):
            self.kill()
            told = self.output.read_text(errors="replace")
            raise AssertionError(f"the server did not start; it said:\n{told[-4000:]}") from None

    def _variables(self) -> dict[str, str]:
        own = {"BRIDGEHEAD_DATA": str(self.data)}
        found = os.environ | own | self._environment
        return {name: value for name, value in found.items() if value is not None}

    @property
    def process_id(self) -> int:
        """The number of its process; AssertionError where it does not run."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it as a power cut would (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def get(self, path: str) -> Any:
        """Return the data at an address."""
        answer = httpx2.get(self.url + path, timeout=30)
        answer.raise_for_status()
        return answer.json()

    def record(self, game: str) -> Any:
        """Return the record of a saved game."""
        return self.get(f"/api/saved/{game}/record")

    def put(self, record: dict[str, Any], **players: str) -> str:
        """Import a record for these players (a person where none is named); return its id."""
        sides = dict.fromkeys(game_info(record["game"]).sides, "human") | players
        answer = httpx2.post(f"{self.url}/api/saved/import", params=sides, json=record, timeout=30)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def _is_ready(self) -> bool:
        if not self.is_running:
            raise ChildProcessError("it has ended")
        try:
            answer = httpx2.get(f"{self.url}/api/ready", timeout=10)
        except httpx2.TransportError:
            return False
        answer.raise_for_status()
        return bool(answer.json()["ready"])


class OnlineServer(Server):
    """A server for several people."""

    COMMAND = ("serve", "--host", "127.0.0.1")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
