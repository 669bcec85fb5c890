"""Lessons on the server: what it asks for, what it refuses, undo, reload, leaving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.core.titles import lesson as lessons
from bridgehead.core.titles.lesson import lesson_of
from tests.server.conftest import Connection, begin, client_of, connect

GAME = "across-suez-1980"
BEGUN = [GAME, "suez-56", "october-war"]  # each title begins with a lesson of these
GAMES = [*BEGUN, "el-arish-67"]


def learn(client: TestClient, game: str = GAME, lesson: str = "") -> str:
    """Begin a lesson and return its id."""
    answer = client.post("/api/saved", json={"game": game, "lesson": lesson})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.fixture
def connection(client: TestClient) -> Iterator[Connection]:
    with connect(client, learn(client)) as socket:
        yield at_full_speed(Connection(socket))


def at_full_speed(connection: Connection) -> Connection:
    connection.socket.send_json({"type": "pace", "ms": 0})
    return connection


def say(connection: Connection, what: str) -> Any:
    """Tell the lesson something: next, restart, leave."""
    return connection.call(type="lesson", what=what, at=connection.state["at"])


def waits(state: Any) -> bool:
    return bool(state["mine"] or state["lesson"]["over"])


def read(connection: Connection) -> None:
    """Read on to the next step that asks for an action."""
    while connection.state["lesson"]["reads"]:
        assert say(connection, "next")["ok"]


def play(connection: Connection) -> None:
    """Do all of what the step asks for, and wait for what follows."""
    read(connection)
    step = connection.state["lesson"]["step"]
    while connection.state["lesson"]["step"] == step:
        assert connection.do(connection.state["lesson"]["wanted"][0])["ok"]
        connection.until(waits)
        if connection.state["lesson"]["over"]:
            break


@pytest.mark.parametrize("game", BEGUN)
def test_a_lesson_is_played_to_its_end(client: TestClient, game: str) -> None:
    with connect(client, learn(client, game)) as socket:
        connection = at_full_speed(Connection(socket))
        told = lesson_of(game)
        assert [one["say"] for one in connection.hello["lesson"]["steps"]] == [
            step.say for step in told.steps
        ]
        seen = []
        while not connection.state["lesson"]["over"]:
            read(connection)
            seen.append(connection.state["lesson"]["step"])
            play(connection)
        assert seen == [n for n, step in enumerate(told.steps) if step.asks]
        assert connection.state["lesson"]["step"] == len(told.steps) - 1
        assert connection.state["result"] is not None
        following = lessons.lessons_of(game)[1]
        assert connection.hello["lesson"]["following"] == {"game": game, "id": following.id}


def test_the_first_page_knows_the_lessons(client: TestClient) -> None:
    found = {game["id"]: game["lessons"] for game in client.get("/api/games").json()["games"]}
    assert {game for game, taught in found.items() if taught} == set(GAMES)
    told = lesson_of(GAME)
    assert found[GAME][0] == {
        "key": f"{GAME}/first-crossing", "id": told.id, "title": "Your first crossing",
        "minutes": 12, "side": "israel", "teaches": told.teaches, "titles": [],
    }  # fmt: skip
    assert found["suez-56"][0]["titles"] == ["El Arish '67"]
    assert found["el-arish-67"][0]["titles"] == []


def test_the_saved_game_says_who_plays(client: TestClient) -> None:
    game = learn(client, "across-suez-reprint")  # the lesson of the title
    [found] = client.get("/api/saved").json()["saved"]
    assert found["id"] == game
    assert found["game"] == GAME
    assert found["players"] == {"israel": "human", "egypt": "lesson"}


@pytest.mark.parametrize(
    ("wanted", "status", "text"),
    [
        ({"game": "chess", "lesson": ""}, 404, "unknown game"),
        ({"game": GAME, "lesson": "chess"}, 404, "has no lesson chess: one of first-crossing,"),
        ({"game": GAME, "lesson": 7}, 400, "must be the ids of a lesson and of its game"),
        ({"lesson": ""}, 400, "must be the ids of a lesson and of its game"),
    ],
)
def test_there_is_no_such_lesson(
    client: TestClient, wanted: object, status: int, text: str
) -> None:
    answer = client.post("/api/saved", json=wanted)
    assert answer.status_code == status
    assert text in answer.json()["error"]["text"]


def test_another_action_is_refused_kindly(connection: Connection) -> None:
    read(connection)
    before = connection.state
    answer = connection.do("move reshef-1 0309")
    assert answer["error"]["kind"] == "lesson"
    assert answer["error"]["text"] == lessons.OTHERWISE
    assert connection.do("resign")["error"]["kind"] == "lesson"
    assert connection.do("move reshef-1 0101")["error"]["kind"] == "illegal"  # the rule comes first
    assert connection.do("move reshef-1 0509")["ok"]
    assert connection.state["at"] == before["at"] + 1


def test_who_acts_has_read(connection: Connection) -> None:
    assert connection.state["lesson"]["reads"]
    assert "Read this first" in connection.do("end")["error"]["text"]
    assert connection.do("move reshef-1 0509")["ok"]
    assert connection.state["lesson"]["because"].startswith("Every unit has a zone of control")


def test_a_whole_attack_is_one_step(connection: Connection) -> None:
    while not connection.state["lesson"]["all"]:
        play(connection)
    step = connection.state["lesson"]["step"]
    alone = "attack 0609 with reshef-1 fire"
    assert connection.do(alone)["error"]["kind"] == "lesson"
    assert connection.do("attack 0609")["ok"]
    assert connection.state["lesson"]["step"] == step
    assert connection.state["lesson"]["wanted"] == ["with reshef-1", "with erez-3", "with matt-2"]
    assert connection.call(type="undo", at=connection.state["at"])["ok"]
    assert connection.do("attack 0609 with reshef-1 erez-3 matt-2 fire")["ok"]
    connection.until(waits)
    assert connection.state["lesson"]["step"] == step + 1
    assert connection.state["units"]["16-2"] == "eliminated"
    assert connection.state["roll"]["face"] == 3


def test_reading_does_not_do_a_step(connection: Connection) -> None:
    read(connection)
    assert say(connection, "next")["error"]["kind"] == "lesson"
    assert "has no 'jump'" in say(connection, "jump")["error"]["text"]


def test_undo_takes_a_whole_step_back(connection: Connection) -> None:
    assert not connection.state["canUndo"]
    while not connection.state["lesson"]["all"]:
        play(connection)
    before = connection.state
    play(connection)  # the attack, and its roll
    assert connection.state["canUndo"]
    assert connection.call(type="undo", at=connection.state["at"])["ok"]
    for name in ("at", "units", "phase", "combat"):
        assert connection.state[name] == before[name]
    assert connection.state["lesson"]["step"] == before["lesson"]["step"]
    assert len(connection.log) == len(
        [entry for entry in connection.log if entry["n"] <= before["at"]]
    )


def test_who_takes_the_first_step_back_has_read(connection: Connection) -> None:
    play(connection)
    assert connection.call(type="undo", at=connection.state["at"])["ok"]
    assert connection.state["at"] == 0
    assert connection.state["lesson"]["wanted"] == ["move reshef-1 0509"]


def test_begin_again(connection: Connection) -> None:
    first = connection.state
    for _ in range(8):
        play(connection)
    assert say(connection, "restart")["ok"]
    assert connection.state["at"] == 0
    assert connection.state["units"] == first["units"]
    assert connection.state["lesson"] == first["lesson"]
    play(connection)


def test_the_beginning_of_october_war_stays(client: TestClient) -> None:
    with connect(client, learn(client, "october-war", "the-crossing")) as socket:
        connection = at_full_speed(Connection(socket))
        play(connection)
        play(connection)
        assert say(connection, "restart")["ok"]
        assert connection.state["step"] == "commit"
        assert not connection.state["canUndo"]


def test_the_place_is_kept(data: Path) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            connection = at_full_speed(Connection(socket))
            for _ in range(10):
                play(connection)
            before = connection.state
        with connect(client, game) as socket:
            assert Connection(socket).state["lesson"] == before["lesson"]
    with client_of(data) as client, connect(client, game) as socket:
        connection = at_full_speed(Connection(socket))
        assert connection.state["lesson"] == before["lesson"]
        play(connection)


def test_what_follows_by_itself_goes_on_after_a_restart(data: Path) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            connection = at_full_speed(Connection(socket))
            while connection.state["phase"] != "combat":
                play(connection)
            connection.call(type="pause", on=True)
            connection.do("attack 0609 with reshef-1 erez-3 matt-2 fire")
            assert not connection.state["mine"]
            assert not connection.state["canUndo"]
    with client_of(data) as client, connect(client, game) as socket:
        connection = at_full_speed(Connection(socket))
        connection.until(waits)
        assert connection.state["units"]["16-2"] == "eliminated"


def egypt_has_played(state: dict[str, Any]) -> bool:
    """Whether the turn came back, or Egypt's attack asks Israel something: its dice are open."""
    return bool(state["mine"] and (state["turn"] == 6 or state["side"] == "egypt"))


def test_the_lesson_is_left_and_played_on(data: Path) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            connection = at_full_speed(Connection(socket))
            play(connection)
            assert say(connection, "leave")["ok"]
            assert connection.state["lesson"] is None
            assert connection.do("move reshef-2 0307")["ok"]
            assert connection.do("end")["ok"]
            assert connection.do("end")["ok"]
            connection.until(egypt_has_played)
            assert say(connection, "next")["error"]["text"] == "this game is not a lesson"
        [found] = client.get("/api/saved").json()["saved"]
        assert found["players"] == {"israel": "human", "egypt": "sergeant"}
    with client_of(data) as client, connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.hello["lesson"] is None
        assert connection.hello["record"]["players"]["egypt"] == "sergeant"


def test_every_window_hears_that_the_lesson_is_left(client: TestClient) -> None:
    game = learn(client)
    with connect(client, game) as one, connect(client, game) as other:
        first, second = Connection(one), Connection(other)
        assert say(first, "leave")["ok"]
        hello = second.receive()
        assert hello["type"] == "hello"
        assert hello["lesson"] is None
        assert second.receive()["lesson"] is None


def test_a_lesson_that_has_changed_is_played_on(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            play(at_full_speed(Connection(socket)))
    found = lesson_of(GAME)
    monkeypatch.setattr(lessons, "lessons_of", lambda _: [replace(found, steps=found.steps[:1])])
    with client_of(data) as client, connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.state["lesson"] is None
        assert connection.hello["record"]["players"]["egypt"] == lessons.OPPONENT
        assert connection.do("move reshef-2 0307")["ok"]


def test_an_ordinary_game_has_no_lesson(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        assert connection.hello["lesson"] is None
        assert connection.state["lesson"] is None


def test_the_script_of_the_other_side_is_not_told(client: TestClient) -> None:
    with connect(client, learn(client, "october-war", "the-crossing")) as socket:
        connection = at_full_speed(Connection(socket))
        for _ in range(3):
            play(connection)
        told = "".join(connection.texts)
    assert "fire garrison-4" not in told
    assert "roll 5" not in told
