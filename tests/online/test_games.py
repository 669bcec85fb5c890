"""Two people play over the server: what each sees, and what each may do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.online.conftest import Person, Seat, client_of

pytestmark = pytest.mark.plain


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


@pytest.fixture
def bert(client: TestClient) -> Person:
    return Person(client, "Bert")


@pytest.fixture
def game(anna: Person, bert: Person) -> str:
    """Return a public game of Anna (Israel) and Bert (Egypt)."""
    game = anna.challenge("israel")
    bert.join(game)
    return game


def journal(client: TestClient, game: str) -> list[tuple[str, str, str]]:
    """Return the journal as it lies in the database."""
    from bridgehead.online.games import games, journal

    with client.app.state.server.database.reading() as connection:
        row = games.load(connection, game)
        entries = journal.read(connection, game, row.revision).entries
    return [(entry.kind, entry.side, entry.text) for entry in entries]


def test_a_game_from_challenge_to_resignation(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        assert (here.hello["online"]["you"], there.hello["online"]["you"]) == ("israel", "egypt")
        assert here.state["mine"]
        assert not there.state["mine"]
        move = here.a_move()
        assert here.do(move)["ok"]
        there.until(lambda: there.state["at"] == 1)
        assert there.state["last"] == move
        assert there.do("end")["error"]["text"].startswith("it is not for you")
        assert here.do("end")["ok"]
        there.until(lambda: there.state["at"] == 2)
        assert there.call(type="resign")["ok"]
        here.until(lambda: here.state["result"] is not None)
        assert here.state["result"]["winner"] == there.state["result"]["winner"] == "israel"
        assert here.state["decision"] is None
        assert here.do("end")["error"]["text"] == "the game is over"
    assert [kind for kind, _, _ in journal(client, game)] == ["action", "action", "resign"]
    record = anna.get(f"/api/saved/{game}/record")
    assert record.status_code == 200
    assert record.json()["actions"][:2] == [move, "end"]
    assert "Israel has won" in bert.get("/people/Bert").text


def test_a_plan_is_carried_out_as_far_as_it_goes(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        move = here.a_move()
        unit = move.split()[1]
        known = {"at": 0, "version": here.state["version"], "key": "p" * 8}
        plan = {"type": "plan", "actions": [move, f"move {unit} 0101", "end"]}
        told = here.call(**plan, **known)["data"]
        assert (told["done"], told["stopped"]) == (1, "refused")
        assert told["refused"]["case"]
        assert here.call(**plan, **known)["data"] is None  # the same request again does nothing
        assert (
            here.call(**{**plan, "actions": ["end", "x"]}, **{**known, "key": "q" * 8})["ok"]
            is False
        )
        there.until(lambda: there.state["at"] == 1)
        assert there.state["goals"] == here.state["goals"] != []
        refused = there.call(type="plan", actions=[move], at=1, version=there.state["version"])
        assert refused["error"]["case"] == "notation"
    assert [text for _, _, text in journal(client, game)] == [move]


def test_undo_within_a_turn_is_an_entry(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        assert here.do(here.a_move())["ok"]
        known = {"at": here.state["at"], "version": here.state["version"]}
        assert here.call(type="undo", **known)["ok"]
        assert here.state["at"] == 0
        there.until(lambda: there.state["version"] == here.state["version"] == 2)
        assert there.state["at"] == 0
        assert there.call(type="undo", at=0, version=2)["error"]["case"] == "notation"
    assert [kind for kind, _, _ in journal(client, game)] == ["action", "undo"]


def test_a_take_back_needs_consent(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        assert not here.call(type="offer", what="takeback")["ok"]  # nothing was decided yet
        here.do(here.a_move())
        here.do("end")
        assert here.call(type="offer", what="takeback")["ok"]
        there.until(lambda: there.state["offer"] is not None)
        assert there.state["offer"] == {"side": "israel", "what": "takeback"}
        assert not here.call(type="answer", answer="accept", version=here.state["version"])["ok"]
        assert there.call(type="answer", answer="decline", version=there.state["version"])["ok"]
        here.until(lambda: here.state["offer"] is None)
        assert here.state["at"] == 2
        here.call(type="offer", what="takeback")
        there.until(lambda: there.state["offer"] is not None)
        assert there.call(type="answer", answer="accept", version=there.state["version"])["ok"]
        here.until(lambda: here.state["at"] == 1)
        assert here.state["mine"]
        assert len(here.state["log"]["entries"]) + here.state["log"]["from"] <= 2
    kinds = [kind for kind, _, _ in journal(client, game)]
    assert kinds == ["action", "action", "offer", "decline", "offer", "accept"]


def test_a_draw_by_agreement(anna: Person, bert: Person, game: str) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        assert there.call(type="offer", what="draw")["ok"]
        here.until(lambda: here.state["offer"] is not None)
        assert here.call(type="answer", answer="accept", version=here.state["version"])["ok"]
        there.until(lambda: there.state["result"] is not None)
        assert there.state["result"]["winner"] == "draw"


def test_an_answer_to_an_offer_that_was_replaced_is_stale(
    anna: Person, bert: Person, game: str
) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        here.call(type="offer", what="draw")
        there.until(lambda: there.state["offer"] is not None)
        seen = there.state["version"]
        here.call(type="answer", answer="withdraw", version=here.state["version"])
        here.do(here.a_move())
        here.call(type="offer", what="takeback")
        answer = there.call(type="answer", answer="accept", version=seen)
        assert answer["error"]["kind"] == "stale"


def test_stale_doubled_and_reordered_messages(anna: Person, bert: Person, game: str) -> None:
    with anna.sits(game) as one, anna.sits(game) as two:
        here, other = Seat(one), Seat(two)
        first, second = here.a_move(0), here.a_move(1)
        assert here.do(first, key="k" * 8)["ok"]
        assert here.do(first, key="k" * 8, at=0, version=0)["ok"]  # it comes again: one answer
        assert here.state["at"] == 1
        late = other.do(second, at=0, version=0)  # a window that had not heard
        assert late["error"]["kind"] == "stale"
        other.until(lambda: other.state["at"] == 1)
        for missing in ({"version": None}, {"at": None}, {"at": True}, {"version": "1"}):
            assert here.do("end", **missing)["error"]["kind"] == "stale"
        assert here.do("end", key="short")["error"]["kind"] == "request"
    with bert.sits(game) as socket:  # the same key of another person is another request
        there = Seat(socket)
        assert there.state["at"] == 1
        assert not there.do("end", key="k" * 8)["ok"]


def test_a_request_sent_again_after_a_break_is_carried_out_once(
    anna: Person, bert: Person, game: str
) -> None:
    with anna.sits(game) as socket:
        here = Seat(socket)
        move, key = here.a_move(), "0123456789abcdef"
        socket.send_json({"type": "do", "action": move, "at": 0, "version": 0, "key": key, "id": 7})
        here.until(lambda: here.state["at"] == 1)
    with anna.sits(game) as socket:
        again = Seat(socket)
        assert again.do(move, key=key, at=0, version=0)["ok"]
        assert again.state["at"] == 1


@pytest.mark.slow_for("sqlite")
def test_two_servers_on_one_database(url: str) -> None:
    with client_of(url) as first, client_of(url) as second:
        anna, bert = Person(first, "Anna"), Person(second, "Bert")
        game = anna.challenge("israel")
        bert.join(game)
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Seat(one), Seat(two)
            move = here.a_move()
            here.do(move, key="a" * 16)
            there.until(lambda: there.state["at"] == 1)  # the other process is looked at
            assert there.state["last"] == move
            here.call(type="chat", text="shalom")
            there.until(lambda: there.remarks)
            assert there.remarks[0]["text"] == "shalom"
            here.do("end")
            assert there.call(type="offer", what="draw")["ok"] or there.state["at"] == 2
        anna.browser.app = second.app
        anna.browser.portal = second.portal
        with anna.sits(game) as socket:  # the first server is gone; the request comes again
            assert Seat(socket).do(move, key="a" * 16, at=0, version=0)["ok"]


def test_what_was_done_is_there_after_a_restart(url: str) -> None:
    with client_of(url) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        game = anna.challenge()
        bert.join(game)
        with anna.sits(game) as socket:
            here = Seat(socket)
            here.do(here.a_move())
            here.call(type="offer", what="draw")
            here.call(type="chat", text="hello")
            before = here.state
        cookies = anna.browser.cookies
    with client_of(url) as client:
        anna = Person(client, "Anna", register=False)
        anna.browser.cookies = cookies
        with anna.sits(game) as socket:
            here = Seat(socket)
            here.until(lambda: here.remarks)
            assert {**here.state, "log": None} == {**before, "log": None}


def test_a_computer_answers(anna: Person) -> None:
    game = anna.challenge("egypt", opponent="recruit")
    with anna.sits(game) as socket:
        here = Seat(socket)
        here.until(lambda: here.state["mine"] or here.state["at"] > 3)
        assert here.state["at"] > 0
        assert here.hello["online"]["seats"]["israel"]["kind"] == "computer"
        assert here.call(type="resign")["ok"]


def test_chat_is_the_players_own(client: TestClient, anna: Person, bert: Person, game: str) -> None:
    clara = Person(client, "Clara")
    with anna.sits(game) as one, bert.sits(game) as two, clara.sits(game) as three:
        here, there, watcher = Seat(one), Seat(two), Seat(three)
        said = '<img src=x onerror=alert(1)> \u202e" {name}'
        assert here.call(type="chat", text=said, key="x" * 8)["ok"]
        assert here.call(type="chat", text=said, key="x" * 8)["ok"]
        there.until(lambda: there.remarks)
        assert [remark["text"] for remark in there.remarks] == [said]
        assert not here.call(type="chat", text=" \u0000 ")["ok"]
        assert not here.call(type="chat", text="x" * 1001)["ok"]
        here.do(here.a_move())
        watcher.until(lambda: watcher.state["at"] == 1)
        assert watcher.remarks == []


def test_spectators_see_what_both_may_see(
    client: TestClient, anna: Person, bert: Person, game: str
) -> None:
    clara = Person(client, "Clara")
    with anna.sits(game) as one, clara.sits(game) as three:
        here, watcher = Seat(one), Seat(three)
        assert watcher.hello["online"]["you"] is None
        assert watcher.state["decision"] is None
        here.do(here.a_move())
        watcher.until(lambda: watcher.state["at"] == 1)
        for message in ({"type": "do", "action": "end", "at": 1, "version": 1},
                        {"type": "resign"}, {"type": "offer", "what": "draw"},
                        {"type": "ask", "what": "why", "action": "end"}):  # fmt: skip
            assert not watcher.call(**message)["ok"]
        here.call(type="offer", what="draw")
        here.do(here.a_move())
        watcher.until(lambda: watcher.state["at"] == 2)
        assert watcher.state["offer"] is None  # what one offers the other is their own matter
        assert watcher.state["version"] == 2


def test_nothing_tells_of_the_revision(anna: Person, bert: Person, game: str) -> None:
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        for seat in (here, there):
            text = json.dumps([seat.hello, seat.state])
            assert "revision" not in text
            assert "secret" not in text


def test_a_story_and_earlier_positions(anna: Person, bert: Person, game: str) -> None:
    with anna.sits(game) as socket:
        here = Seat(socket)
        start = dict(here.state["units"])
        here.do(here.a_move())
    assert bert.get(f"/api/saved/{game}/story").json()["length"] == 1
    assert bert.get(f"/api/saved/{game}/at/0").json()["units"] == start
    assert bert.get(f"/api/saved/{game}/at/2").status_code == 404
    picture = bert.get(f"/api/saved/{game}/board.svg")
    assert picture.status_code == 200
    assert picture.headers["cache-control"] == "no-store"
    for path in ("hint", "analysis"):
        answer = bert.browser.post(f"/api/saved/{game}/{path}", json={"side": "egypt", "at": 1})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "secret")
    assert bert.get(f"/api/saved/{game}/record").status_code == 409


@pytest.mark.parametrize("title", ["october-war", "suez-56", "el-arish-67"])
def test_other_titles_begin(anna: Person, bert: Person, title: str) -> None:
    game = anna.challenge(_first_side(title), game=title)
    bert.join(game)
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        seats = [here, there]
        deciding = [seat for seat in seats if seat.state["mine"]]
        assert len(deciding) == 1
        decision: dict[str, Any] = deciding[0].state["decision"]
        assert decision
        assert all(seat.state["decision"] is None for seat in seats if seat not in deciding)


def _first_side(title: str) -> str:
    from bridgehead.core.titles.games import game_info

    return str(game_info(title).sides[0])
