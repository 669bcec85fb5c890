"""Games that begin in a position of a finished game, or of a puzzle, on the server for many."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.records.record_schema import schema
from bridgehead.players import puzzles
from tests.online.conftest import GAME, Person, Seat, client_of, has_https
from tests.server.conftest import Connection

pytestmark = pytest.mark.plain


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


@pytest.fixture
def bert(client: TestClient) -> Person:
    return Person(client, "Bert")


def finished(anna: Person, bert: Person, opponent: str = "open", moves: int = 2) -> str:
    """Play a game of a few moves, which Anna then resigns; return its id."""
    game = anna.challenge("israel", opponent)
    if opponent == "open":
        bert.join(game)
    else:
        game = str(bert.post(game).headers["location"]).removeprefix("/game/")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        for _ in range(moves):
            seat.do(seat.a_move())
        seat.call(type="resign")
    return game


def record_of(who: Person, game: str) -> bh.Record:
    return bh.Record.from_dict(who.get(f"/api/saved/{game}/record").json())


def branch(who: Person, path: str, opponent: str = "recruit", **more: str) -> Any:
    return who.post(path, side="israel", opponent=opponent, **more)


def test_a_finished_game_is_played_on_against_the_computer(anna: Person, bert: Person) -> None:
    parent = finished(anna, bert)
    path = f"/game/{parent}/from/1"
    form = anna.get(path).text
    assert "begins after action 1 of another one" in form
    assert 'name="rated"' not in form
    made = branch(anna, path, watched="yes")
    game = str(made.headers["location"]).removeprefix("/game/")
    whole = record_of(anna, parent)
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert seat.hello["record"]["origin"] == {"action": 1, "view": ""}
        assert seat.state["at"] == 0
        move = next(m for n in range(9) if (m := seat.a_move(n)) != whole.actions[1])
        assert seat.do(move)["ok"]
        assert seat.call(type="undo", at=1, version=seat.state["version"])["ok"]
        assert seat.do(move)["ok"]
        assert anna.get(f"/api/saved/{game}/record").status_code == 409  # it runs
        seat.call(type="resign")
    found = record_of(bert, game)
    Draft202012Validator(schema()).validate(bert.get(f"/api/saved/{game}/record").json())
    assert found.position_at(0) == whole.position_at(1)
    assert found.actions[0] == move
    found.verify()
    assert found.origin is not None
    assert (found.origin.record, found.origin.action) == (whole.digest(1), 1)
    assert f'href="/game/{parent}#1"' in bert.get("/games").text
    with anna.sits(parent) as socket:
        seat = Seat(socket)
        while (message := seat.receive())["type"] != "after":
            pass
    assert [(one["id"], one["action"]) for one in message["branches"]] == [(game, 1)]
    assert message["branches"][0]["seats"] == {"israel": "Anna", "egypt": "recruit"}


def test_an_open_challenge_from_a_position_is_taken_and_survives_a_restart(lite: str) -> None:
    with client_of(lite) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        parent = finished(anna, bert)
        there = record_of(bert, parent).position_at(2)
        assert branch(bert, f"/game/{parent}/from/2", "open").headers["location"] == "/"
        lobby = anna.get("/").text
        game = lobby.partition("/join")[0][-20:]
        assert f'href="/game/{parent}#2"' in lobby
        anna.join(game)
    with client_of(lite) as client:
        anna, bert = (Person(client, name, register=False) for name in ("Anna", "Bert"))
        for one in (anna, bert):
            one.post("/login", name=one.name, password="a sentence that only I know")
        with bert.sits(game) as socket:
            seat = Seat(socket)
            seat.do(seat.a_move())
            seat.call(type="resign")
        found = record_of(anna, game)
        assert found.position_at(0) == there
        # the rematch begins in the same position, with the sides swapped
        with anna.sits(game) as one, bert.sits(game) as other:
            Seat(one).call(type="rematch", what="offer")
            again = Seat(other).call(type="rematch", what="accept")["data"]
        with anna.sits(again) as socket:
            seat = Seat(socket)
            assert seat.hello["online"]["seats"]["israel"]["name"] == "Anna"
            assert seat.hello["record"]["origin"]["action"] == 2
            seat.call(type="resign")
        assert record_of(anna, again).position_at(0) == there


def test_what_cannot_be_played_on_is_refused(
    client: TestClient, anna: Person, bert: Person
) -> None:
    running = anna.challenge("israel", "open")
    bert.join(running)
    refused = anna.get(f"/game/{running}/from/0")
    assert refused.status_code == 409
    assert "as soon as the game is over" in refused.text
    parent = finished(anna, bert)
    for end in ("9", "-1", "x", "1234567"):
        assert anna.get(f"/game/{parent}/from/{end}").status_code == 404, end
    over = anna.get(f"/game/{parent}/from/3")
    assert over.status_code == 400
    assert "choose an earlier action" in over.text
    assert anna.get(f"/game/{parent}/from/1/syria").status_code == 400
    has_https(client)
    rated = branch(anna, f"/game/{parent}/from/1", "open", rated="yes")
    assert rated.status_code == 400
    assert "not rated" in rated.text
    stranger = Person(client, "", register=False)
    sent = stranger.get(f"/game/{parent}/from/1").headers["location"]
    assert sent == f"/login?next=/game/{parent}/from/1"


def test_a_branch_of_a_private_game_is_private(client: TestClient) -> None:
    anna, bert, eve = (Person(client, name) for name in ("Anna", "Bert", "Eve"))
    parent = finished(anna, bert, "link")
    path = f"/game/{parent}/from/1"
    assert eve.get(path).status_code == 404
    refused = branch(anna, path, "open")
    assert refused.status_code == 400
    assert "share it first" in refused.text
    assert branch(anna, path, "recruit", watched="yes").status_code == 400
    game = branch(anna, path).headers["location"]
    assert eve.get(game).status_code == 404
    anna.post(f"/game/{parent}/share")
    assert branch(eve, path, "open").headers["location"] == "/"


def test_a_game_is_played_on_from_what_a_side_knew(anna: Person, bert: Person) -> None:
    game = anna.challenge("anglo_french", "recruit", "suez-56")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        seat.until(lambda: seat.state["at"])  # where nobody has acted, the start is the end
        assert seat.call(type="resign")["ok"]
    form = anna.get(f"/game/{game}/from/0/anglo_french").text
    assert "drawn by chance" in form
    assert "what each side hid" in anna.get(f"/game/{game}/from/0").text
    made = anna.post(f"/game/{game}/from/0/anglo_french", side="anglo_french", opponent="recruit")
    with anna.sits(str(made.headers["location"]).removeprefix("/game/")) as socket:
        seat = Seat(socket)
        assert seat.hello["record"]["origin"] == {"action": 0, "view": "anglo_french"}


def test_a_puzzle_is_played_on(client: TestClient, anna: Person) -> None:
    puzzle = puzzles.of_game(GAME)[0]
    page = anna.get(f"/puzzle/{puzzle.id}").text
    name = page.partition('data-game="')[2].partition('"')[0]
    path = f"/puzzle/{name}/from/1"
    assert anna.get(path).status_code == 404  # the page has not asked for it
    with anna.sits(name) as socket:
        Connection(socket).do(puzzle.best.plan[0])
        assert "begins in the puzzle" in anna.get(path).text
        assert anna.get(f"/puzzle/{name}/from/2").status_code == 404
        made = anna.post(path, side=puzzle.side, opponent="recruit")
    with anna.sits(str(made.headers["location"]).removeprefix("/game/")) as socket:
        seat = Seat(socket)
        assert (seat.state["at"], seat.state["mine"]) == (0, True)
        seat.call(type="resign")
    game = str(made.headers["location"]).removeprefix("/game/")
    start = puzzle.position
    start.push(puzzle.best.plan[0])
    assert record_of(anna, game).position_at(0) == start
