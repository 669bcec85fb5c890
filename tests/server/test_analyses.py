"""Analyses: computed once, in the background, kept beside the game; and which games have none."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead import players
from tests.server.conftest import Connection, begin, client_of, connect
from tests.server.thinking import FakeThinker
from tests.waiting import wait_until

RECORDS = Path(__file__).parents[1] / "records"
RESIGNED = "1980-resigned"  # the shortest


def take(client: TestClient, name: str, actions: int | None = None) -> str:
    """Import a recorded game, or its first actions, and return its id."""
    data = json.loads((RECORDS / f"{name}.json").read_text())
    if actions is not None:
        data["actions"] = data["actions"][:actions]
        data.pop("result", None)
    answer = client.post("/api/saved/import", json=data)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def state(client: TestClient, game: str) -> Any:
    return client.get(f"/api/saved/{game}/analysis").json()


def start(client: TestClient, game: str) -> Any:
    return client.post(f"/api/saved/{game}/analysis").json()


def finished(client: TestClient, game: str) -> Any:
    """Wait for an analysis that was begun, and return its state."""
    wait_until(lambda: state(client, game)["state"] != "running")
    return state(client, game)


def test_an_analysis_is_begun_runs_and_is_done(made: list[FakeThinker], client: TestClient) -> None:
    game = take(client, RESIGNED)
    assert state(client, game) == {"state": "none"}
    begun = start(client, game)
    assert begun["state"] == "running"
    done = finished(client, game)
    assert done["state"] == "done"
    result = done["result"]
    assert result["first_side"] == "israel"
    length = len(json.loads((RECORDS / f"{RESIGNED}.json").read_text())["actions"])
    assert (result["steps"][0]["from"], result["steps"][-1]["to"]) == (1, length)
    assert set(result["summary"]) >= {"israel", "egypt"}


def test_it_is_computed_once_for_every_copy(made: list[FakeThinker], client: TestClient) -> None:
    game = take(client, RESIGNED)
    start(client, game)
    first = finished(client, game)
    thoughts = len(made[0].thoughts)
    assert start(client, game) == first
    assert state(client, take(client, RESIGNED)) == first
    assert len(made[0].thoughts) == thoughts


def test_it_is_kept_and_goes_with_its_game(made: list[FakeThinker], data: Path) -> None:
    with client_of(data) as client:
        game = take(client, RESIGNED)
        start(client, game)
        first = finished(client, game)
    with client_of(data) as client:
        assert state(client, game) == first
        assert client.delete(f"/api/saved/{game}").status_code == 204
        assert state(client, take(client, RESIGNED)) == {"state": "none"}


def test_two_run_one_after_the_other_and_the_server_goes_on(
    made: list[FakeThinker], client: TestClient
) -> None:
    made.append(FakeThinker(None))  # the one that thinks for both
    made[0].game = _Sides()
    made[0].go_on.clear()
    one, two = take(client, RESIGNED), take(client, "1980-time")
    start(client, one)
    assert start(client, two)["of"] == 0  # it has not begun
    assert start(client, one)["state"] == "running"  # and is not begun twice
    assert client.get("/api/games").status_code == 200
    made[0].go_on.set()
    assert finished(client, one)["state"] == "done"
    assert finished(client, two)["state"] == "done"


class _Sides:
    sides = ("israel", "egypt")


def test_the_server_can_end_while_one_runs(made: list[FakeThinker], data: Path) -> None:
    with client_of(data) as client:
        game = take(client, "1980-time")
        start(client, game)
        started = time.monotonic()
    assert time.monotonic() - started < 20
    with client_of(data) as client:
        assert state(client, game)["state"] in ("none", "done")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("name", ["suez-long", "october-whole"])
def test_a_game_that_hides_something_has_none_before_its_end(
    made: list[FakeThinker], client: TestClient, name: str, method: str
) -> None:
    game = take(client, name, 40)
    answer = client.request(method, f"/api/saved/{game}/analysis")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "secret")
    assert "over" in answer.json()["error"]["text"]
    assert not made


def test_nor_has_one_with_committed_dice(made: list[FakeThinker], client: TestClient) -> None:
    committed, seeded = begin(client), take(client, "1980-held", 30)
    with connect(client, committed) as socket:
        assert Connection(socket).do("end")["ok"]
    answer = client.post(f"/api/saved/{committed}/analysis")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "secret")
    assert "committed" in answer.json()["error"]["text"]
    assert state(client, seeded) == {"state": "none"}  # nothing is foretold by it
    assert client.get("/api/saved/nowhere/analysis").status_code == 404


def test_a_failure_is_told(
    made: list[FakeThinker], client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no head")

    monkeypatch.setattr(players, "thinker", none)
    game = take(client, RESIGNED)
    start(client, game)
    found = finished(client, game)
    assert found["state"] == "none"
    assert "no head" in found["trouble"]
