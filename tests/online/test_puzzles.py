"""Puzzles on the server for many: solved by visitors and accounts; ratings, limits, pages."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.core.errors import NotCompiledError
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.database.database import Database
from bridgehead.online.live import open_puzzles
from bridgehead.online.ratings import puzzle_attempts
from bridgehead.online.web.app import Settings
from bridgehead.players import puzzles
from bridgehead.players.puzzles import Grade, Puzzle
from bridgehead.players.puzzles.puzzle import after
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online import people
from tests.online.conftest import FREE, GAME, QUICK, Person, client_of
from tests.server.conftest import Connection

pytestmark = pytest.mark.plain


@pytest.fixture
def puzzle() -> Puzzle:
    return puzzles.of_game(GAME)[0]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grade without rollouts: the best plan solves a puzzle, others do not."""

    def graded(puzzle: Puzzle, plan: Sequence[str], threads: int) -> Grade:
        after(puzzle.position, plan)
        share = float(tuple(plan) == puzzle.best.plan)
        return Grade(share == 1, share, 0.5, 0.6, 0.4, puzzle.best.plan, "Go.", ())

    monkeypatch.setattr("bridgehead.server.puzzles.puzzles._graded", graded)
    monkeypatch.setattr("bridgehead.server.puzzles.puzzles.OFF", "none")  # rules run plain here


def name_of(who: Any, puzzle: Puzzle) -> str:
    """Open the page of a puzzle; return the name by which it asks the server."""
    page = who.get(f"/puzzle/{puzzle.id}")
    assert page.status_code == 200, page.text
    return str(page.text.partition('data-game="')[2].partition('"')[0])


def solve(who: Person, puzzle: Puzzle, plan: Sequence[str]) -> Any:
    """Play a plan, and have it checked; return the reply."""
    with who.sits(name_of(who, puzzle)) as socket:
        page = Connection(socket)
        page.call(type="plan", actions=list(plan), at=page.state["at"])
        return page.call(type="grade")


def kept(client: TestClient) -> int:
    """Return how many attempts the database holds."""
    database: Database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM puzzle_attempt").scalar_one())


def test_a_visitor_solves_a_puzzle_and_nothing_is_kept(client: TestClient, puzzle: Puzzle) -> None:
    visitor = Person(client, "", register=False)
    found = solve(visitor, puzzle, puzzle.best.plan)["data"]
    assert (found["solved"], found["rating"]) == (True, None)
    listed = visitor.get("/api/puzzles").json()
    assert (listed["rating"], listed["due"], kept(client)) == (None, 0, 0)
    assert {one["solved"] for one in listed["puzzles"]} == {None}
    assert listed["today"]["id"] == puzzles.of_the_day(puzzles.today()).id


def test_an_account_has_a_rating_and_so_have_the_puzzles(
    client: TestClient, puzzle: Puzzle
) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    first = solve(anna, puzzle, puzzle.usual.plan)["data"]
    assert not first["solved"]
    assert first["rating"]["change"] < 0
    again = solve(anna, puzzle, puzzle.best.plan)["data"]
    assert (again["rating"]["rating"], again["rating"]["change"]) == (first["rating"]["rating"], 0)
    listed = {one["id"]: one for one in anna.get("/api/puzzles").json()["puzzles"]}[puzzle.id]
    assert listed["solved"]
    assert listed["rating"] > puzzle.rating  # somebody failed at it
    theirs = {one["id"]: one for one in bert.get("/api/puzzles").json()["puzzles"]}[puzzle.id]
    assert (theirs["solved"], theirs["rating"]) == (None, listed["rating"])
    assert solve(bert, puzzle, puzzle.best.plan)["data"]["rating"]["change"] > 0
    assert kept(client) == 2


def test_the_page_can_be_loaded_again_and_goes_on_after_a_lost_connection(
    client: TestClient, puzzle: Puzzle
) -> None:
    anna, eve = Person(client, "Anna"), Person(client, "", register=False)
    name = name_of(anna, puzzle)
    with anna.sits(name) as socket:
        page = Connection(socket)
        page.do(puzzle.best.plan[0])
    with anna.sits(name) as socket:
        assert Connection(socket).state["at"] == 1
    with eve.sits(name) as socket:  # somebody else begins anew
        assert Connection(socket).state["at"] == 0
    assert anna.get(f"/api/saved/{name}/story").json()["entries"]
    assert anna.get(f"/api/saved/{name}/board.svg").text.startswith("<svg")
    assert anna.get(f"/api/saved/{name}/at/7").status_code == 404
    assert anna.get(f"/api/saved/{name}/record").json()["actions"] == [puzzle.best.plan[0]]
    client.app.state.server.puzzles._sessions.clear()  # type: ignore[attr-defined]
    with anna.sits(name) as socket:  # as after a restart
        assert Connection(socket).state["at"] == 0


def test_today_and_next_lead_to_puzzles(client: TestClient) -> None:
    visitor, anna = Person(client, "", register=False), Person(client, "Anna")
    today = puzzles.of_the_day(puzzles.today()).id
    assert visitor.get("/puzzle/today").headers["location"] == f"/puzzle/{today}"
    seen = {visitor.get("/puzzle/next").headers["location"]}
    for _ in range(3):  # a visitor gets another one each time, though nothing is kept
        before = sorted(seen)[-1].removeprefix("/puzzle/")
        seen.add(visitor.get(f"/puzzle/next?after={before}").headers["location"])
    assert len(seen) > 1
    chosen = anna.get("/puzzle/next?game=suez-56").headers["location"].removeprefix("/puzzle/")
    assert puzzles.find(chosen).game_id == "suez-56"
    assert 'href="/puzzles"' in anna.get("/").text
    assert 'data-screen="puzzles"' in anna.get("/puzzles").text


@pytest.mark.parametrize("path", ["/puzzle/0000000f", "/puzzle/next?game=nothing",
                                  "/api/puzzles/nothing/board.svg", "/api/saved/puzzle-x/story",
                                  "/api/saved/puzzle-0000000f-0123456789abcdef/story"])  # fmt: skip
def test_what_is_no_puzzle_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_mistakes_are_practiced_unrated_until_they_are_solved(
    client: TestClient, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    mine = replace(puzzle, id="00c0ffee")
    database: Database = client.app.state.server.database  # type: ignore[attr-defined]
    long_ago = puzzles.today() - datetime.timedelta(days=3)
    game = anna.challenge()
    with monkeypatch.context() as earlier, database.writing() as connection:
        earlier.setattr("bridgehead.analysis.mistakes.today", lambda: long_ago)
        account = connection.exec_driver_sql("SELECT id FROM account WHERE name = 'Anna'").scalar()
        puzzle_attempts.add_mistakes(connection, str(account), [mine], game)
        puzzle_attempts.add_mistakes(connection, str(account), [mine], game)  # once is enough
    assert [one.get("/api/puzzles").json()["due"] for one in (anna, bert)] == [1, 0]
    assert bert.get(f"/puzzle/{mine.id}").status_code == 404
    assert anna.get("/puzzle/due").headers["location"] == f"/puzzle/{mine.id}"
    failed = solve(anna, mine, mine.usual.plan)["data"]
    assert (failed["solved"], failed["rating"]["change"], kept(client)) == (False, 0, 0)
    tomorrow = puzzles.today() + datetime.timedelta(days=1)
    assert failed["again"] == tomorrow.isoformat()
    assert (
        solve(anna, mine, mine.best.plan)["data"]["again"] == tomorrow.isoformat()
    )  # it was shown
    assert anna.get("/api/puzzles").json()["due"] == 0  # until tomorrow
    assert anna.get("/puzzle/due").headers["location"] != f"/puzzle/{mine.id}"  # the next one
    monkeypatch.setattr("bridgehead.players.puzzles.today", lambda: tomorrow)
    monkeypatch.setattr("bridgehead.analysis.mistakes.today", lambda: tomorrow)
    assert anna.get("/api/puzzles").json()["due"] == 1
    assert solve(anna, mine, mine.best.plan)["data"]["solved"]
    assert anna.get("/api/puzzles").json()["due"] == 0


def test_checks_are_limited(lite: str, puzzle: Puzzle) -> None:
    limits = Limits(FREE | {"grade": Limit(1, 3600)})
    with client_of(lite, Settings(passwords=QUICK, limits=limits)) as client:
        anna = Person(client, "Anna")
        assert solve(anna, puzzle, puzzle.usual.plan)["ok"]
        refused = solve(anna, puzzle, puzzle.best.plan)
        assert refused["error"]["kind"] == "often"
        assert kept(client) == 1


def test_asking_again_while_the_rules_are_compiled_is_not_counted(
    lite: str, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(FREE | {"grade": Limit(1, 3600)})
    with client_of(lite, Settings(passwords=QUICK, limits=limits)) as client:
        anna = Person(client, "Anna")

        def refused(puzzle: Puzzle, plan: Sequence[str], threads: int) -> Grade:
            raise NotCompiledError("try again soon")

        with monkeypatch.context() as compiling:
            compiling.setattr(Warming, "is_ready", lambda *_: False)
            compiling.setattr("bridgehead.server.puzzles.puzzles._graded", refused)
            for _ in range(3):
                asked = solve(anna, puzzle, puzzle.best.plan)
                assert asked["error"]["kind"] == "compiling"
        assert solve(anna, puzzle, puzzle.best.plan)["data"]["solved"]


def test_sessions_are_limited(
    client: TestClient, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_puzzles, "OPEN", 2)
    anna = Person(client, "Anna")
    names = [name_of(anna, puzzle) for _ in range(4)]
    with anna.sits(names[0]) as one, anna.sits(names[1]) as two:
        Connection(one), Connection(two)
        refused = anna.get(f"/api/saved/{names[2]}/story")
        assert (refused.status_code, refused.json()["error"]["kind"]) == (503, "busy")
    assert anna.get(f"/api/saved/{names[3]}/story").status_code == 200
    assert len(client.app.state.server.puzzles._sessions) == 2  # type: ignore[attr-defined]


def test_who_logs_out_is_not_shown_a_puzzle_any_more(client: TestClient, puzzle: Puzzle) -> None:
    anna = Person(client, "Anna")
    with anna.sits(name_of(anna, puzzle)) as socket:
        Connection(socket)
        anna.post("/logout")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_attempts_of_two_databases_are_kept_alike(database: Database, puzzle: Puzzle) -> None:
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
    mine = puzzle_attempts.AccountPuzzles(database, anna)
    theirs = puzzle_attempts.AccountPuzzles(database, bert)
    first = mine.attempt(puzzle, solved=True, share=1.0)
    assert first.points == 1500 + first.change
    theirs.attempt(puzzle, solved=True, share=0.9)
    mine.attempt(puzzle, solved=False, share=0.0)
    assert (mine.rating().points, mine.rating().attempts) == (first.points, 1)
    assert mine.tried() == {puzzle.id: True}  # it was solved once
    assert mine.puzzle_ratings()[puzzle.id] < puzzle.rating
    with database.reading() as connection:
        [told] = puzzle_attempts.history(connection, anna)
    assert (told["solved"], told["share"], told["tries"]) == (True, 1.0, 2)
    assert told["rating"] == first.points
