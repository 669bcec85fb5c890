"""Paths that are no file's, and what a log tells of faults: places in the code, and no secrets."""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from bridgehead.online.live.game_server import GameServer
from bridgehead.online.work import logs
from bridgehead.server.web.repeated_log_lines import OncePerSecond
from tests.online.conftest import Person

pytestmark = pytest.mark.plain
NO_FILES = [
    "/static/none", "/static/", "/static/js", "/static/js/none.js", "/static/fonts/none",
    "/static/bundle/none.js/x", "/static/../app.py", "/static/%2e%2e/%2e%2e/app.py",
    "/static/%00", "/static/%ff", "/static/" + "x" * 5000, "/static/bundle/none.txt",
]  # fmt: skip


@pytest.fixture(params=[False, True], ids=["text", "json"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Return what is logged, as a server logs it."""
    root, written = logging.getLogger(), io.StringIO()
    before, level = root.handlers, root.level
    monkeypatch.setattr(sys, "stderr", written)
    logs.configure(as_json=request.param)
    yield written
    root.handlers = before
    root.setLevel(level)
    logging.getLogger("bridgehead").setLevel(logging.NOTSET)
    logging.getLogger("bridgehead.online.work.monitoring").disabled = False


@pytest.mark.parametrize("path", NO_FILES)
def test_what_is_no_file_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Cookie": "session=a-cookie"})
    assert answer.status_code == 404
    assert client.post(path).status_code in (404, 405)


def test_files_and_unknown_files_need_no_database(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.state.server.sessions, "find", None)  # type: ignore[attr-defined]
    cookie = {"Cookie": "session=a-cookie"}
    assert client.get("/static/none", headers=cookie).status_code == 404
    assert client.get("/static/text/en.json", headers=cookie).status_code == 200


def test_a_fault_is_logged_without_what_people_sent(
    client: TestClient, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person(client, "Anna")
    cookie = str(anna.browser.cookies["session"])

    def fail(self: GameServer, *_: object) -> None:
        """Fail as code does that has a fault, in the midst of what is secret."""
        local = "a local variable"
        raise ValueError(f"cannot read {cookie} {local[:0]}" + "x " * 500)

    monkeypatch.setattr(GameServer, "game", fail)
    with pytest.raises(ValueError, match="cannot read"):
        anna.get("/api/saved/0123456789")
    try:
        fail(client.app.state.server)  # type: ignore[attr-defined]
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    said = log.getvalue()
    assert "ValueError: cannot read hidden" in said
    assert "test_logs.py" in said
    for secret in (cookie, "a local variable", "x " * 200):
        assert secret not in said.replace('local = "a local variable"', "")


def test_exceptions_that_led_to_another_are_told_first(log: io.StringIO) -> None:
    try:
        try:
            raise KeyError("first")
        except KeyError as error:
            raise RuntimeError("second") from error
    except RuntimeError:
        logging.getLogger("bridgehead").exception("it failed")
    said = log.getvalue()
    assert said.index("KeyError: 'first'") < said.index("RuntimeError: second")


def test_formatting_a_traceback_takes_no_time(log: io.StringIO) -> None:
    def deep(n: int, values: list[str]) -> None:
        if n:
            deep(n - 1, values)
        raise ValueError("at the bottom")

    logger, begun = logging.getLogger("bridgehead"), time.process_time()
    for number in range(20):
        try:
            deep(100, ["a long value"] * 10_000)
        except ValueError:
            logger.exception("fault %s", number)
    assert time.process_time() - begun < 1.0  # with local variables 18 s
    assert log.getvalue().count("ValueError: at the bottom") == 20


def test_a_repeated_fault_is_logged_once_a_second(log: io.StringIO) -> None:
    clock = [0.0]
    logging.getLogger().handlers[0].filters = [OncePerSecond(lambda: clock[0])]
    other, ours = logging.getLogger("uvicorn.error"), logging.getLogger("bridgehead.online.x")
    for number in range(100):
        other.warning("fault of task %s", number)
        ours.warning("game %s cannot be played on", number % 2)
    assert log.getvalue().count("fault of task") == 1
    assert log.getvalue().count("cannot be played on") == 2
    for _ in range(2):
        clock[0] += 1.0
        for number in range(3):
            other.warning("fault of task number %s", number)
    assert log.getvalue().count("fault of task number") == 2
    assert "(2 more of these were left out)" in log.getvalue()


def test_requests_are_all_logged(log: io.StringIO, client: TestClient) -> None:
    logging.getLogger("bridgehead.online.work.monitoring").disabled = False
    for _ in range(5):
        client.get("/healthz")
    assert log.getvalue().count("/healthz") == 5
    if log.getvalue().startswith("{"):
        assert json.loads(log.getvalue().splitlines()[0])["status"] == 200
