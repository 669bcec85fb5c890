"""The server for people in the same network: it is started, says where it is, and ends."""

from __future__ import annotations

import asyncio
import base64
import signal
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from bridgehead.server.network import network_server
from bridgehead.server.network.network_server import NetworkError, NetworkServer

pytestmark = pytest.mark.plain
SAYS = """
import os, sys, time
print("A line that says nothing of it.", flush=True)
here = "http://localhost:%s/, http://192.0.2.7:%s/" % (sys.argv[1], sys.argv[1])
print("Bridgehead serves " + here, flush=True)
open("folder", "w").write(os.environ["BRIDGEHEAD_DATA"])
print("x" * 200_000, flush=True)  # more than a pipe holds
open("told", "w").close()
time.sleep(60)  # until it is ended
"""


def server(folder: Path, code: str) -> NetworkServer:
    return NetworkServer(folder, lambda port: [sys.executable, "-c", code, str(port)])


async def appears(path: Path) -> None:
    async with asyncio.timeout(20):
        while not path.exists():
            await asyncio.sleep(0.01)  # another process makes it


def test_it_starts_once_says_where_it_is_and_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def run() -> None:
        found = server(tmp_path, SAYS)
        assert found.told()["state"] == "stopped"
        first, second = await asyncio.gather(found.start(), found.start())
        assert first == second
        assert first["state"] == "running"
        port = first["addresses"][0].rpartition(":")[2].strip("/")
        assert first["addresses"] == [f"http://localhost:{port}/", f"http://192.0.2.7:{port}/"]
        kind, _, code = first["code"].partition(",")
        assert kind.startswith("data:image/svg+xml")
        drawn = base64.b64decode(code).decode() if "base64" in kind else unquote(code)
        assert drawn.startswith("<svg")
        await appears(tmp_path / "told")
        assert (tmp_path / "folder").read_text() == str(tmp_path)
        process = found._process
        assert process is not None
        assert (await found.stop())["state"] == "stopped"
        assert await process.wait() != 0
        assert (await found.start())["state"] == "running"
        await found.stop()

    asyncio.run(run())


def test_what_it_says_last_is_told_where_it_does_not_start(tmp_path: Path) -> None:
    found = server(tmp_path, "import sys; sys.exit('port 8074: cannot be used')")
    with pytest.raises(NetworkError, match="did not start: port 8074: cannot be used"):
        asyncio.run(found.start())
    assert found.told()["state"] == "stopped"


def test_it_must_say_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_server, "PATIENCE", 0.2)

    async def run() -> None:
        found = server(tmp_path, "import time; time.sleep(60)")  # says nothing
        with pytest.raises(NetworkError, match="did not start"):
            await found.start()
        assert (await found.stop())["state"] == "stopped"

    asyncio.run(run())


def test_without_the_extra_the_page_is_told(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/api/network").json()["installed"] is True
    monkeypatch.setattr(network_server, "is_installed", lambda: False)
    assert client.get("/api/network").json()["installed"] is False
    answer = client.post("/api/network")
    assert answer.status_code == 400
    assert "bridgehead[serve]" in answer.json()["error"]["text"]
    assert client.delete("/api/network").json()["state"] == "stopped"


def test_a_page_of_another_site_starts_nothing(client: TestClient) -> None:
    answer = client.post("/api/network", headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert client.get("/api/network").json()["state"] == "stopped"


@pytest.mark.slow
def test_the_server_ends_when_whoever_started_it_is_gone(tmp_path: Path) -> None:
    """Its input ends then, as it does when a process is killed."""

    async def run() -> None:
        found = NetworkServer(tmp_path)
        assert (await found.start())["state"] == "running"
        process = found._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.close()
        async with asyncio.timeout(30):
            assert await process.wait() in (0, -signal.SIGTERM)  # perhaps before it was ready

    asyncio.run(run())
