"""The record of the person who plays here, over the server, and what a finished game meant."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.players.ranks.levels import Level
from bridgehead.server.views import own_games
from tests.server.conftest import GAME
from tests.server.test_analyses import finished, start
from tests.server.thinking import FakeThinker

RECORDS = Path(__file__).parents[1] / "records"
LEVELS = (Level(1, "recruit", 700), Level(2, "sergeant", 1000), Level(3, "general@1", 1300))
PLAYED = "1980-resigned"  # a short game


@pytest.fixture(autouse=True)
def levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game have three levels."""
    from bridgehead import players

    monkeypatch.setattr(players, "levels", lambda game: LEVELS if game == GAME else ())
    monkeypatch.setattr(
        players,
        "propose",
        lambda game, rating: min(players.levels(game), key=lambda one: abs(one.rating - rating)),
    )


def take(client: TestClient, name: str = PLAYED, **who: str) -> str:
    """Import a finished game with these players."""
    text = (RECORDS / f"{name}.json").read_text()
    answer = client.post("/api/saved/import", content=text, params=who)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def winner() -> str:
    found: str = json.loads((RECORDS / f"{PLAYED}.json").read_text())["result"]["winner"]
    return found


def other(side: str) -> str:
    return "egypt" if side == "israel" else "israel"


def record(client: TestClient) -> Any:
    answer = client.get("/api/record")
    assert answer.status_code == 200
    return answer.json()


def test_nothing_was_played_yet(client: TestClient) -> None:
    found = record(client)
    assert found["totals"]["games"] == 0
    assert (found["ratings"], found["months"], found["games"]) == ([], [], [])
    assert client.get("/api/record.csv").text.count("\n") == 1


def test_the_puzzle_rating_over_time(client: TestClient) -> None:
    from bridgehead.players import puzzles
    from bridgehead.server.puzzles.puzzle_store import PuzzleStore

    kept, (first, second) = PuzzleStore(store(client)), puzzles.everything()[:2]
    after = [kept.attempt(first, solved=True, share=1.0).points]
    after.append(kept.attempt(second, solved=False, share=0.0).points)
    kept.attempt(second, solved=True, share=1.0)  # again: it does not count
    found = record(client)["puzzles"]
    assert [one["rating"] for one in found["history"]] == after
    assert (found["attempts"], found["rating"]) == (2, after[1])


def test_a_game_that_was_won_and_one_that_was_lost(client: TestClient) -> None:
    mine = winner()
    won = take(client, **{mine: "human", other(mine): "recruit"})
    lost = take(client, **{other(mine): "human", mine: "sergeant"})
    hot_seat = take(client, israel="human", egypt="human")
    found = record(client)
    results = {one["id"]: one["result"] for one in found["games"]}
    assert results == {won: "won", lost: "lost", hot_seat: "other"}
    [rating] = found["ratings"]
    assert [one["id"] for one in rating["history"]] == [won, lost]
    rows = list(csv.DictReader(io.StringIO(client.get("/api/record.csv").text)))
    assert [row["id"] for row in rows] == [won, lost, hot_seat]
    assert (rows[0]["result"], rows[0]["rated"], rows[2]["rated"]) == ("won", "yes", "no")
    assert int(rows[0]["change"]) == rating["history"][0]["change"] > 0

    told = client.get(f"/api/saved/{won}/outcome").json()
    assert (told["side"], told["result"]) == (mine, "won")
    assert told["rating"]["change"] == rating["history"][0]["change"]
    assert told["next"]["player"] == "recruit"  # 700 and a little, less what the second one cost
    told = client.get(f"/api/saved/{hot_seat}/outcome").json()
    assert (told["side"], told["rating"], told["next"]) == ("", None, None)


def test_the_ratings_alone_need_no_analysis(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(client, israel="human", egypt="recruit")
    ratings = record(client)["ratings"]
    monkeypatch.setattr(store(client), "analyses", None)
    assert len(ratings) == 1
    assert client.get("/api/record/ratings").json() == {"ratings": ratings}


def test_what_decided_a_game_is_told_before_and_after_its_analysis(
    made: list[FakeThinker], client: TestClient
) -> None:
    game = take(client, "1980-time", israel="human", egypt="recruit")
    told = client.get(f"/api/saved/{game}/outcome").json()
    assert (told["analyzed"], len(told["decided"])) == (False, 3)
    assert {"first", "turn", "side", "phase", "lost"} <= set(told["decided"][0])
    game = take(client, israel="human", egypt="recruit")
    start(client, game)
    result = finished(client, game)["result"]
    told = client.get(f"/api/saved/{game}/outcome").json()
    assert told["analyzed"]
    largest = sorted((one["swing"] for one in result["turning_points"]), reverse=True)[:3]
    assert sorted((one["swing"] for one in told["decided"]), reverse=True) == largest
    assert record(client)["luck"]["games"] == 1


def test_a_branch_is_not_rated(client: TestClient) -> None:
    parent = take(client, israel="human", egypt="recruit")
    wanted = {"at": 1, "players": {"israel": "human", "egypt": "recruit"}}
    made = client.post(f"/api/saved/{parent}/branch", json=wanted)
    assert made.status_code == 201, made.text
    games = {one["id"]: one for one in record(client)["games"]}
    stored = {one.id: one for one in own_games.stored_games(store(client), {})}
    assert stored[parent].whole
    assert not stored[made.json()["id"]].whole
    assert games[made.json()["id"]]["result"] == "running"


def store(client: TestClient) -> Any:
    return client.app.state.open_games.store  # type: ignore[attr-defined]


def test_a_running_game_has_no_outcome(client: TestClient) -> None:
    game = client.post("/api/saved", json={"game": GAME}).json()["id"]
    answer = client.get(f"/api/saved/{game}/outcome")
    assert (answer.status_code, answer.json()["error"]["text"]) == (409, "the game is not over")
    assert client.get("/api/saved/none/outcome").status_code == 404
