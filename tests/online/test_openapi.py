"""The HTTP API is what its OpenAPI document says, whatever is sent: Schemathesis tries it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route
from starlette.testclient import TestClient

from bridgehead.online.accounts.login_sessions import _find, digest_of
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.web.app import Settings, create_app
from bridgehead.online.web.openapi import BODIES, FORMS, document
from bridgehead.server.web.rate_limits import Limits
from tests.online.conftest import FREE, QUICK, SEAL, SECRET, opened
from tests.waiting import wait_until

pytestmark = pytest.mark.plain
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_schema_conformance,
]  # fmt: skip


def test_every_route_is_described(client: TestClient) -> None:
    told = client.get("/api/openapi.json").json()
    routes = [route for route in client.app.routes if isinstance(route, Route)]  # type: ignore[attr-defined]
    assert {route.path for route in routes} == set(told["paths"])
    for route in routes:
        methods = {method.upper() for method in told["paths"][route.path]}
        there = {m for r in routes if r.path == route.path for m in r.methods or ()}
        assert methods == there - {"HEAD"}
        assert all(one["summary"].endswith(".") for one in told["paths"][route.path].values())
    assert set(FORMS) | set(BODIES) <= set(told["paths"])


class Server:
    """A server of its own in a thread, with people and games."""

    def __init__(self, url: str) -> None:
        free = Settings(public="http://localhost", passwords=QUICK, limits=Limits(FREE))
        self.app = create_app(opened(url), Seal(SEAL), free)
        # Without a configuration of its own: that of uvicorn would stay for all later tests.
        config = uvicorn.Config(self.app, host="127.0.0.1", port=0, log_config=None, ws="none")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        wait_until(lambda: self._server.started)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.games: list[str] = []

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture
def server(lite: str) -> Iterator[Server]:
    found = Server(lite)
    yield found
    found.stop()


def person(server: Server, name: str) -> Any:
    """Return somebody who is logged in."""
    import requests  # Schemathesis's own

    session = requests.Session()
    fields = {"name": name, "password": SECRET}
    answer = session.post(f"{server.url}/register", data=fields, allow_redirects=False)
    assert answer.status_code == 303
    return session


def prepare(server: Server) -> None:
    """Let two people play, and one of them wait."""
    from bridgehead.online.moderation.roles import make_administrator

    anna, bert = person(server, "Anna"), person(server, "Bert")
    with server.app.state.server.database.writing() as connection:
        make_administrator(connection, "Anna")
    fields = {"side": "israel", "opponent": "open"}
    for _ in range(2):
        anna.post(f"{server.url}/new/across-suez-1980", data=fields)
    page = anna.get(server.url).text
    server.games = [part[:20] for part in page.split('data-game="')[1:]]
    bert.post(f"{server.url}/challenge/{server.games[0]}/join", allow_redirects=False)
    server.app.state.people = {"Anna": anna, "Bert": bert}


KNOWN = {"name": ["Anna", "Bert"], "title": ["across-suez-1980"], "game": ["across-suez-1980"],
         "n": ["0", "1"], "what": ["mute", "suspend", "rename", "role"]}  # fmt: skip


def attack(server: Server, examples: int, *, only: str = "", part: int = 0, of: int = 1) -> int:
    """Try every operation, or each one of so many, so many times; return how many there are."""
    prepare(server)
    schema = schemathesis.openapi.from_dict(document(server.app.routes))
    operations = [found.ok() for found in schema.get_all_operations()][part::of]
    tried = 0
    for operation in operations:
        if operation.path.startswith(only):
            tried += 1
            # a picture takes a second
            attack_one(server, operation, min(examples, 5) if "png" in operation.path else examples)
    return tried


def is_in(server: Server, who: Any) -> bool:
    """Whether somebody's session still lasts: some operations end it."""
    token = str(who.cookies.get("session"))
    with server.app.state.server.database.reading() as connection:
        return _find(connection, digest_of(token)) is not None


def attack_one(server: Server, operation: Any, examples: int) -> None:
    """Try one operation, as somebody who plays and as nobody, for what is there and what is not."""
    import requests  # Schemathesis's own

    who = server.app.state.people["Bert"]
    known = {**KNOWN, "id": server.games}
    line = requests.Session()  # one connection for all requests

    @given(case=operation.as_strategy(), data=st.data())
    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )  # fmt: skip
    def check(case: Any, data: Any) -> None:
        for name in case.path_parameters or {}:
            if name in known and data.draw(st.booleans(), f"known {name}"):
                case.path_parameters[name] = data.draw(st.sampled_from(known[name]), name)
        cookies = dict(who.cookies) if data.draw(st.booleans(), "logged in") else {}
        answer = case.call(
            base_url=server.url, session=line, cookies=cookies, allow_redirects=False, timeout=120
        )
        line.cookies.clear()
        case.validate_response(answer, checks=CHECKS)
        if cookies and not is_in(server, who):
            fresh = {"name": "Bert", "password": SECRET}
            who.post(f"{server.url}/login", data=fresh, allow_redirects=False)

    check()


@pytest.mark.slow
def test_schemathesis_tries_it_shortly(server: Server) -> None:
    assert attack(server, 3, only="/api/saved") >= 8


PARTS = 5  # each a minute or two of a core, most of it the requests themselves


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_schemathesis_tries_it_for_long(server: Server, part: int) -> None:
    assert attack(server, 60, part=part, of=PARTS) > 15
