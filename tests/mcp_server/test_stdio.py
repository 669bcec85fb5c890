"""The command as a process: over standard input and output, and over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.cli.conftest import Run, run
from tests.waiting import wait_until

__all__ = ["run"]
COMMAND = ("-m", "bridgehead", "mcp", "--opponent", "recruit")


async def _begin(client: Client) -> str:
    answer = await client.call_tool("new_game", {"game": "across-suez-1980", "side": "israel"})
    assert not answer.is_error, answer
    name = answer.structured_content["game_id"]
    moved = await client.call_tool("act", {"game_id": name, "actions": ["move matt-1 0514"]})
    return str(moved.structured_content["done"])


def test_a_game_over_standard_input_and_output() -> None:
    async def main() -> str:
        command = StdioServerParameters(
            command=sys.executable, args=[*COMMAND], env={**os.environ, "BRIDGEHEAD_JIT": "0"}
        )
        async with Client(command) as client:
            return await _begin(client)

    assert anyio.run(main) == "1"


@pytest.mark.slow
def test_a_game_over_http_for_this_machine_alone() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, *COMMAND, "--http", str(port)]
    url = f"http://127.0.0.1:{port}/mcp"

    async def main() -> str:
        async with Client(url) as client:
            return await _begin(client)

    with subprocess.Popen(command, env={**os.environ, "BRIDGEHEAD_JIT": "0"}) as server:
        try:
            _wait_for(port)
            assert anyio.run(main) == "1"
            headers = {"Host": "evil.example", "Content-Type": "application/json"}
            foreign = urllib.request.Request(url, b"{}", headers)
            with pytest.raises(urllib.error.HTTPError, match="421"):
                urllib.request.urlopen(foreign, timeout=10)
        finally:
            server.terminate()


def _wait_for(port: int) -> None:
    def listens() -> bool:
        with socket.socket() as trial:
            return trial.connect_ex(("127.0.0.1", port)) == 0

    wait_until(listens)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--opponent", "admiral"), "there are recruit"),
        (("--opponent", "general@99"), "at most 5 seconds"),
        (("--records", "/no/such/folder"), "is not a folder"),
    ],
)
def test_wrong_arguments(run: Run, words: tuple[str, ...], reason: str) -> None:
    answer = run("mcp", *words)
    assert answer.status == 1
    assert reason in answer.err
    assert not answer.out


def test_a_port_that_is_taken(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = run("mcp", "--http", taken.getsockname()[1])
    assert answer.status == 1
    assert "cannot be used" in answer.err
