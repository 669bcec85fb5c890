"""Puzzles on the server: begun, played, graded, begun again; ratings; mistakes to practice."""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import bridgehead as bh
from bridgehead import players
from bridgehead.core.records.record import Record
from bridgehead.players import puzzles
from bridgehead.players.puzzles import Grade, Puzzle, collection
from bridgehead.players.puzzles.puzzle import after, id_of
from bridgehead.players.puzzles.rated_plan import RatedPlan
from bridgehead.server.games.store import FILE, Store, UnknownSavedError
from bridgehead.server.puzzles.puzzle_store import PuzzleStore
from bridgehead.server.puzzles.puzzles import KEPT
from tests.server.conftest import Connection, begin, connect
from tests.server.test_october import deployed
from tests.waiting import wait_until

GAME = "across-suez-1980"


@pytest.fixture
def puzzle() -> Puzzle:
    return puzzles.of_game(GAME)[0]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grade without rollouts: the best plan solves a puzzle, others do not."""

    def graded(puzzle: Puzzle, plan: Sequence[str], threads: int) -> Grade:
        after(puzzle.position, plan)
        share = float(tuple(plan) == puzzle.best.plan)
        best, usual = puzzle.best, puzzle.usual.chance
        chance = usual + share * (best.chance - usual)
        return Grade(share == 1, share, chance, best.chance, usual, best.plan, "Go.", ())

    monkeypatch.setattr("bridgehead.server.puzzles.puzzles._graded", graded)


@pytest.fixture
def kept(tmp_path: Path) -> PuzzleStore:
    return PuzzleStore(Store(tmp_path / FILE))


def open_puzzle(client: TestClient, what: str, **more: Any) -> str:
    """Begin a puzzle and return the id of its game."""
    answer = client.post("/api/saved", json={"puzzle": what, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def play(connection: Connection, plan: Sequence[str]) -> None:
    at = connection.state["at"]
    found = connection.call(type="plan", actions=list(plan), at=at)
    assert found["data"]["done"] == len(plan), found
    connection.until(lambda state: state["puzzle"]["complete"])


def grade(connection: Connection, **wanted: Any) -> Any:
    answer = connection.call(type="grade", **wanted)
    assert answer["ok"], answer
    return answer["data"]


@pytest.mark.usefixtures("quick")
def test_a_puzzle_is_solved(client: TestClient, puzzle: Puzzle) -> None:
    game = open_puzzle(client, puzzle.id)
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.hello["puzzle"]["question"] == puzzle.question
        assert puzzle.best.plan[0] not in str(connection.hello["puzzle"])
        assert connection.state["puzzle"] == {"complete": False, "grade": None, "shows": False}
        play(connection, puzzle.best.plan)
        assert connection.state["waiting"] is None  # no dice, no computer
        assert connection.state["canUndo"]
        found = grade(connection)
        assert (found["solved"], found["share"]) == (True, 1.0)
        assert found["rating"]["change"] > 0
        connection.until(lambda state: state["puzzle"]["grade"])
        assert connection.state["puzzle"]["grade"] == found
    listed = client.get("/api/puzzles").json()
    assert listed["rating"]["rating"] == 1500 + found["rating"]["change"]
    assert [one["solved"] for one in listed["puzzles"] if one["id"] == puzzle.id] == [True]
    assert client.get("/api/saved").json()["saved"] == []


@pytest.mark.usefixtures("quick")
def test_a_puzzle_is_failed_tried_again_and_shown(client: TestClient, puzzle: Puzzle) -> None:
    game = open_puzzle(client, puzzle.id)
    with connect(client, game) as socket:
        connection = Connection(socket)
        at = connection.state["at"]
        refused = connection.call(type="puzzle", solution=True, at=at)
        assert "after a plan of yours has been checked" in refused["error"]["text"]
        play(connection, puzzle.usual.plan)
        found = grade(connection)
        assert not found["solved"]
        assert found["share"] == 0.0
        assert found["rating"]["change"] < 0
        assert found["solution"] == list(puzzle.best.plan)
        assert connection.call(type="puzzle", at=connection.state["at"])["ok"]
        assert (connection.state["at"], connection.state["puzzle"]["grade"]) == (0, None)
        play(connection, puzzle.best.plan)
        again = grade(connection)
        assert (again["solved"], again["rating"]["change"]) == (True, 0)  # the first one counts
        assert connection.call(type="puzzle", solution=True, at=connection.state["at"])["ok"]
        assert (connection.state["at"], connection.state["puzzle"]["shows"]) == (0, True)
        assert connection.state["puzzle"]["grade"]["solved"]


@pytest.mark.usefixtures("quick")
def test_an_unfinished_plan_is_refused_and_taken_back_step_by_step(
    client: TestClient, puzzle: Puzzle
) -> None:
    game = open_puzzle(client, puzzle.id)
    with connect(client, game) as socket:
        connection = Connection(socket)
        for action in puzzle.best.plan[:-1]:
            assert connection.do(action)["ok"]
        done = len(puzzle.best.plan) - 1
        assert "still has to decide" in connection.call(type="grade")["error"]["text"]
        assert connection.call(type="undo", at=connection.state["at"])["ok"]
        assert connection.state["at"] == done - 1
        hint = {"side": puzzle.side, "at": done - 1}
        answer = client.post(f"/api/saved/{game}/hint", json=hint)
        assert "no hints in a puzzle" in answer.json()["error"]["text"]


@pytest.mark.usefixtures("quick")
def test_who_gives_up_gets_the_best_plan_and_has_not_solved_it(
    client: TestClient, puzzle: Puzzle
) -> None:
    game = open_puzzle(client, puzzle.id)
    with connect(client, game) as socket:
        connection = Connection(socket)
        found = grade(connection, solution=True)
        assert (found["solved"], found["gaveUp"]) == (False, True)
        assert found["solution"] == list(puzzle.best.plan)
        assert found["rating"]["change"] < 0
        assert grade(connection) == found  # it is not graded twice


def test_a_grade_that_fails_leaves_nobody_waiting(
    client: TestClient, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridgehead.server.puzzles.puzzles._graded", lambda *_: 1 / 0)
    with connect(client, open_puzzle(client, puzzle.id)) as socket:
        connection = Connection(socket)
        with pytest.raises(WebSocketDisconnect):
            connection.call(type="grade", solution=True)


@pytest.mark.slow
def test_a_plan_is_graded_by_rollouts(client: TestClient, puzzle: Puzzle) -> None:
    game = open_puzzle(client, puzzle.id)
    with connect(client, game) as socket:
        connection = Connection(socket)
        play(connection, puzzle.best.plan)
        found = grade(connection)
    assert found["solved"]
    assert found["best"] > found["usual"] + 0.05
    assert found["reasons"]


def test_today_next_and_pictures(client: TestClient) -> None:
    listed = client.get("/api/puzzles").json()
    today = puzzles.of_the_day(puzzles.today())
    assert listed["today"]["id"] == today.id
    with connect(client, open_puzzle(client, "today")) as socket:
        assert Connection(socket).hello["puzzle"]["id"] == today.id
    with connect(client, open_puzzle(client, "next", game="suez-56")) as socket:
        assert Connection(socket).hello["puzzle"]["game"] == "suez-56"
    picture = client.get(f"/api/puzzles/{today.id}/board.svg")
    assert picture.headers["content-type"].startswith("image/svg")
    assert picture.text.startswith("<svg")


def test_old_games_of_puzzles_go(client: TestClient, puzzle: Puzzle) -> None:
    games = [open_puzzle(client, puzzle.id) for _ in range(KEPT + 2)]
    assert client.get(f"/api/saved/{games[0]}").status_code == 404
    assert client.get(f"/api/saved/{games[-1]}").status_code == 200


@pytest.mark.parametrize(
    ("wanted", "status", "told"),
    [
        ({"puzzle": "nothing"}, 404, "there is no puzzle 'nothing'"),
        ({"puzzle": 7}, 400, "puzzle: must be an id"),
        ({"puzzle": "due"}, 404, "no mistake"),
        ({"puzzle": "\ud800"}, 404, "there is no puzzle"),  # which SQLite cannot look for
        ({"puzzle": "next", "game": "nothing"}, 404, "unknown game 'nothing'"),
    ],
)
def test_bad_requests(client: TestClient, wanted: Any, status: int, told: str) -> None:
    answer = client.post("/api/saved", content=json.dumps(wanted))
    assert answer.status_code == status
    assert told in answer.json()["error"]["text"]


def test_an_ordinary_game_is_no_puzzle(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        refused = Connection(socket).call(type="grade")
    assert refused["error"]["text"] == "this game is not a puzzle"


# Mistakes


def plan_of(position: Any, name: str) -> tuple[str, ...]:
    """Return the whole plan of a computer player in a position."""
    player, trial, plan = players.create(position.game, name, 1), position.copy(), []
    while trial.to_move == position.to_move:
        plan.append(player.choose(trial))
        trial.push(plan[-1])
    return tuple(plan)


@pytest.mark.usefixtures("quick")
def test_mistakes_of_an_analyzed_game_are_practiced_the_next_day(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = bh.load(GAME).start()
    played, better = plan_of(start, "recruit"), plan_of(start, "sergeant")
    point = {
        "from": 1, "to": len(played), "who": start.to_move, "kind": "decision", "swing": 0.2,
        "better": {"plan": list(better), "sentence": "Go.", "chance": 0.7},
    }  # fmt: skip
    found = {"looks": 600, "turning_points": [point]}
    monkeypatch.setattr("bridgehead.server.games.analyses.analyse_record", lambda *_: found)
    record = Record.new(bh.load(GAME), "open", players=dict.fromkeys(start.game.sides, "human"))
    for action in played:
        record.do(action)
    record.roll() if record.position.to_move == "dice" else None
    record.do("resign")
    game = client.post("/api/saved/import", json=record.to_dict()).json()["id"]
    client.post(f"/api/saved/{game}/analysis")
    path = f"/api/saved/{game}/analysis"
    wait_until(lambda: client.get(path).json()["state"] == "done")
    assert client.get(path).json()["mistakes"] == 1
    assert client.get("/api/puzzles").json()["due"] == 0
    tomorrow = collection.today() + datetime.timedelta(days=1)
    for module in ("players.puzzles", "analysis.mistakes"):
        monkeypatch.setattr(f"bridgehead.{module}.today", lambda: tomorrow)
    assert client.get("/api/puzzles").json()["due"] == 1
    with connect(client, open_puzzle(client, "due")) as socket:
        connection = Connection(socket)
        assert connection.hello["puzzle"]["own"]
        play(connection, better)
        solved = grade(connection)
        assert (solved["solved"], solved["rating"]["attempts"]) == (True, 0)
    assert client.get("/api/puzzles").json()["due"] == 0


@pytest.mark.usefixtures("quick")
def test_a_puzzle_in_which_something_is_hidden(client: TestClient, data: Path) -> None:
    position = bh.load("october-war").position(deployed())
    plans = {name: plan_of(position, name) for name in ("recruit", "sergeant")}
    puzzle = Puzzle(
        id_of(position.game, position.to_dict()), "october-war", (), position.to_dict(), "israel",
        "Israel to move.", (), "hard", 1800, RatedPlan(plans["recruit"], 0.2),
        (RatedPlan(plans["sergeant"], 0.4),), 600,
    )  # fmt: skip
    PuzzleStore(Store(data / FILE)).add_mistakes([puzzle], "a game")
    game = open_puzzle(client, puzzle.id)
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert (connection.state["viewer"], connection.state["curtain"]) == ("israel", None)
        play(connection, puzzle.best.plan)
        assert connection.state["viewer"] == "israel"
        assert grade(connection)["solved"]
        assert connection.call(type="puzzle", at=connection.state["at"])["ok"]
        assert connection.state["at"] == 0


# What is kept


@pytest.mark.plain
def test_the_first_attempt_counts_for_both_ratings(kept: PuzzleStore, puzzle: Puzzle) -> None:
    assert kept.rating().to_dict() == {
        "rating": 1500, "margin": 250, "provisional": True, "attempts": 0, "change": 0,
    }  # fmt: skip
    first = kept.attempt(puzzle, solved=False, share=0.2)
    assert first.change < 0
    assert first.points == 1500 + first.change
    assert kept.puzzle_ratings()[puzzle.id] > puzzle.rating
    again = kept.attempt(puzzle, solved=True, share=1.0)
    assert (again.points, again.change, again.attempts) == (first.points, 0, 1)
    assert kept.tried() == {puzzle.id: True}
    assert [one["rating"] for one in kept.history()] == [first.points, None]


@pytest.mark.plain
def test_a_mistake_comes_again_until_it_is_solved(
    kept: PuzzleStore, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = datetime.date(2026, 3, 1)
    now = [day]
    monkeypatch.setattr("bridgehead.analysis.mistakes.today", lambda: now[0])
    kept.add_mistakes([puzzle], "a game")
    kept.add_mistakes([puzzle], "another game")
    assert kept.mistakes_of("a game") == 1
    assert kept.due(day) == []
    for days in (1, 1, 3, 7, 7):  # until it is due: at first, then after each failure
        before, now[0] = now[0], now[0] + datetime.timedelta(days=days)
        assert kept.due(now[0] - datetime.timedelta(days=1)) == [], (before, days)
        assert kept.due(now[0]) == [puzzle]
        assert kept.attempt(puzzle, solved=False, share=0.0).change == 0
    week = datetime.timedelta(days=7)
    kept.attempt(puzzle, solved=True, share=1.0)  # after its best plan was shown: it comes again
    assert kept.comes_again(puzzle.id) == (now[0] + week).isoformat()
    assert kept.due(now[0] + week) == [puzzle]
    now[0] += week
    kept.attempt(puzzle, solved=True, share=1.0)
    assert kept.comes_again(puzzle.id) is None
    assert kept.due(day + datetime.timedelta(days=1000)) == []
    assert kept.rating().attempts == 0


@pytest.mark.plain
def test_a_mistake_of_a_scenario_that_is_gone_does_not_bar_the_others(
    kept: PuzzleStore, puzzle: Puzzle
) -> None:
    later = puzzles.today() + datetime.timedelta(days=1)
    gone = dataclasses.replace(puzzle, id="00000000", options=("scenario=gone",))
    kept.add_mistakes([gone, puzzle], "game")
    assert kept.due(later) == [puzzle]
    assert kept.mistake(gone.id) is None


def test_games_of_puzzles_go_with_their_game(kept: PuzzleStore, puzzle: Puzzle) -> None:
    record = {"format": "x", "actions": []}
    game = kept.store.create(record, {}, puzzle=puzzle.id)
    assert (kept.puzzle_of(game), kept.games()) == (puzzle.id, [game])
    assert kept.store.listing().games == []
    kept.store.delete(game)
    assert (kept.puzzle_of(game), kept.games()) == (None, [])
    with pytest.raises(UnknownSavedError):
        kept.store.load(game)


@pytest.mark.plain
def test_today_is_the_same_everywhere() -> None:
    assert collection.today() == datetime.datetime.now(datetime.UTC).date()
