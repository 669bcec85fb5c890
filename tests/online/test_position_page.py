"""Positions that are set up on the server for many, and games that begin in them."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online.conftest import FREE, GAME, QUICK, Person, client_of

pytestmark = pytest.mark.plain
CHECK = "/api/position/check"


def test_a_visitor_sets_up_a_position_and_an_account_begins_in_it(client: TestClient) -> None:
    assert 'data-screen="position"' in client.get("/position").text
    start = client.post(CHECK, json={"game": GAME, "open": True}).json()
    change = {"position": start["position"], "set": {"turn": 3}}
    changed = client.post(CHECK, json=change).json()
    assert (changed["fault"], changed["position"]["turn"]) == (None, 3)
    refused = client.post(CHECK, json={**change, "set": {"turn": 99}}).json()
    assert "turn" in refused["fault"]["text"]
    board = client.get(f"/api/position/{GAME}/board.svg")
    assert (board.status_code, board.headers["content-type"]) == (200, "image/svg+xml")
    begin = f"/begin?{urlencode({'line': changed['line']})}"
    answer = client.get(begin)
    assert (answer.status_code, answer.headers["location"].partition("?")[0]) == (303, "/login")
    form = Person(client, "Anna").get(begin)
    assert form.status_code == 200
    assert "not rated" in form.text


def test_what_is_no_request_is_refused(client: TestClient) -> None:
    assert client.post(CHECK, content=b"{}").status_code == 415
    assert client.post(CHECK, json={"text": "x" * 30_000}).status_code == 413
    assert client.post(CHECK, json={"game": "chess"}).status_code == 404


def test_changes_are_limited(lite: str) -> None:
    limits = Limits(FREE | {"position": Limit(1, 3600)})
    with client_of(lite, Settings(passwords=QUICK, limits=limits)) as client:
        asked = [client.post(CHECK, json={"game": GAME}).status_code for _ in range(2)]
    assert asked == [200, 429]
