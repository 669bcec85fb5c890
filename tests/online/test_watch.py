"""What the keepers of a server see: readiness, numbers, logs; and how a server ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client import generate_latest
from sqlalchemy import text
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bridgehead.online.web.app import Settings
from bridgehead.online.work import logs
from bridgehead.server.web.rate_limits import Limits
from tests.online.conftest import FREE, QUICK, Person, Seat, client_of
from tests.waiting import wait_until

pytestmark = pytest.mark.plain


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_a_server_is_ready_as_long_as_it_can_serve(url: str) -> None:
    with client_of(url) as client:
        assert client.get("/readyz").status_code == 200
        client.app.state.draining.set()
        assert (client.get("/readyz").status_code, client.get("/healthz").status_code) == (503, 200)
        client.app.state.draining.clear()
        database = client.app.state.server.database
        with database.writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        answer = client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the database has a different schema\n")
        with database.writing() as connection:
            connection.execute(text("DROP TABLE alembic_version"))
        assert client.get("/readyz").status_code == 503


def test_numbers_name_routes_and_no_ids(client: TestClient) -> None:
    anna = Person(client, "Anna")
    path = anna.challenge(opponent="link")
    assert anna.get(path).status_code == 200
    game = anna.challenge(opponent="recruit")
    with anna.sits(game) as one:
        seat = Seat(one)
        assert seat.call(type="resign")["ok"]
        found = generate_latest().decode()
        assert "bridgehead_sockets 1.0" in found
    assert anna.get(f"/game/{game}").status_code == 200
    assert anna.get("/no/such/page").status_code == 404
    found = generate_latest().decode()
    assert 'bridgehead_requests_total{method="GET",route="/game/{id}",status="200"}' in found
    assert 'route="/invitation/{token}"' in found
    assert 'route="none",status="404"' in found
    assert 'bridgehead_appends_total{outcome="written"}' in found
    for secret in (game, path.rpartition("/")[2], "Anna", anna.browser.cookies["session"]):
        assert secret not in found
    assert client.get("/metrics").status_code == 404  # on a port of its own only


def test_what_is_named_like_a_secret_is_hidden() -> None:
    event = {"event": "x", "Token": "abc", "smtp_password": "p", "account": "a1"}
    assert logs.hide(None, "", event) == {
        "event": "x", "Token": "hidden", "smtp_password": "hidden", "account": "a1",
    }  # fmt: skip


class Running:
    """A server as a process, with numbers, logs in JSON, and a while before it ends."""

    def __init__(self, folder: Path) -> None:
        self.port, self.metrics = free_port(), free_port()
        self.output = folder / "output.txt"
        command = [sys.executable, "-m", "bridgehead", "serve", "--host", "127.0.0.1"]
        more = ["--metrics", f"127.0.0.1:{self.metrics}", "--log-json", "--drain", "60"]
        output = self.output.open("w")
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *more],
            env={**os.environ, "BRIDGEHEAD_DATA": str(folder), "BRIDGEHEAD_JIT": "0"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        output.close()
        self.url = f"http://127.0.0.1:{self.port}"

    def wait(self) -> None:
        """Wait until it serves."""

        def answers() -> bool:
            assert self.process.poll() is None, self.output.read_text()
            with contextlib.suppress(httpx2.TransportError):
                httpx2.get(f"{self.url}/healthz")
                return True
            return False

        wait_until(answers, 240)


@pytest.mark.slow
def test_a_server_says_that_it_ends_and_then_sends_pages_away(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        running.wait()
        with httpx2.Client(base_url=running.url) as browser:
            form = {"name": "Anna", "password": "a sentence that only I know"}
            assert browser.post("/register", data=form).status_code == 303
            game = {"side": "israel", "opponent": "recruit"}
            to = browser.post("/new/across-suez-1980", data=game).headers["location"]
            cookie = {"Cookie": f"session={browser.cookies['session']}"}
            numbers = httpx2.get(f"http://127.0.0.1:{running.metrics}/metrics").text
            assert "bridgehead_requests_total" in numbers
            address = f"ws://127.0.0.1:{running.port}/api/saved/{to.removeprefix('/game/')}/play"
            with connect(address, additional_headers=cookie) as page:
                assert json.loads(page.recv())["type"] == "hello"
                running.process.send_signal(signal.SIGTERM)
                assert wait_status(browser) == 503
                running.process.send_signal(signal.SIGTERM)  # it need not wait any longer
                code = closed(page)
        running.process.wait(timeout=60)
    finally:
        running.process.kill()
        running.process.wait()
    said = running.output.read_text()
    assert code == 1012  # pages come back
    assert running.process.returncode == 0
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    asked = [line for line in lines if line["event"] == "request"]
    assert {"/register", "/new/{title}"} <= {line["route"] for line in asked}
    assert "Anna" not in said.partition("{")[2]
    assert form["password"] not in said
    assert "Traceback" not in said


def wait_status(browser: Any) -> int:
    """Return the status of /readyz once it is another than 200."""

    def other() -> int | None:
        status = int(browser.get("/readyz").status_code)
        return None if status == 200 else status

    return int(wait_until(other) or 0)


def closed(page: Any) -> int:
    """Return the code with which the server closes a connection."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            page.recv(timeout=60)
    return int(page.close_code)


def test_a_load_balancer_may_name_the_machine(lite: str) -> None:
    with client_of(lite, Settings("https://play.example.org", QUICK, Limits(FREE))) as client:
        named = {"host": "10.0.0.5:8074"}
        for path in ("/healthz", "/readyz"):
            assert client.get(path, headers=named).status_code == 200
        assert client.get("/", headers=named).status_code == 400
