"""A guided first game on the server: what it asks for, what it refuses, undo, reload, leaving."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.core import lesson as lessons
from bridgehead.core.lesson import Lesson, lesson_of
from tests.server.conftest import Window, begin, client_of, connect

GAME = "across-suez-1980"
GAMES = [GAME, "suez-56", "october-war"]


def learn(client: TestClient, game: str = GAME) -> str:
    """Begin a lesson and return its id."""
    answer = client.post("/api/saved", json={"lesson": game})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.fixture
def window(client: TestClient) -> Iterator[Window]:
    with connect(client, learn(client)) as socket:
        yield at_full_speed(Window(socket))


def at_full_speed(window: Window) -> Window:
    window.socket.send_json({"type": "pace", "ms": 0})
    return window


def say(window: Window, what: str) -> Any:
    """Tell the lesson something: next, restart, leave."""
    return window.call(type="lesson", what=what, at=window.state["at"])


def waits(state: Any) -> bool:
    return bool(state["mine"] or state["lesson"]["over"])


def read(window: Window) -> None:
    """Read on to the next step that asks for an action."""
    while window.state["lesson"]["reads"]:
        assert say(window, "next")["ok"]


def play(window: Window) -> None:
    """Do all of what the step asks for, and wait for what follows."""
    read(window)
    step = window.state["lesson"]["step"]
    while window.state["lesson"]["step"] == step:
        assert window.do(window.state["lesson"]["wanted"][0])["ok"]
        window.until(waits)
        if window.state["lesson"]["over"]:
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end(client: TestClient, game: str) -> None:
    with connect(client, learn(client, game)) as socket:
        window = at_full_speed(Window(socket))
        told = lesson_of(game)
        assert told is not None
        assert [one["say"] for one in window.hello["lesson"]["steps"]] == [
            step.say for step in told.steps
        ]
        seen = []
        while not window.state["lesson"]["over"]:
            read(window)
            seen.append(window.state["lesson"]["step"])
            play(window)
        assert seen == [n for n, step in enumerate(told.steps) if step.asks]
        assert window.state["lesson"]["step"] == len(told.steps) - 1
        assert window.state["result"] is None


def test_the_first_page_knows_the_lessons(client: TestClient) -> None:
    found = {game["id"]: game["lesson"] for game in client.get("/api/games").json()["games"]}
    assert {game for game, lesson in found.items() if lesson} == set(GAMES)
    assert found[GAME] == {"title": "Your first crossing", "minutes": 12, "side": "israel"}


def test_the_saved_game_says_who_plays(client: TestClient) -> None:
    game = learn(client, "across-suez-reprint")  # the lesson of the title
    [found] = client.get("/api/saved").json()["saved"]
    assert found["id"] == game
    assert found["game"] == GAME
    assert found["players"] == {"israel": "human", "egypt": "lesson"}


@pytest.mark.parametrize(
    ("wanted", "status", "text"),
    [("chess", 404, "no game is called"), (7, 400, "lesson: the id of a game is needed")],
)
def test_there_is_no_such_lesson(
    client: TestClient, wanted: object, status: int, text: str
) -> None:
    answer = client.post("/api/saved", json={"lesson": wanted})
    assert answer.status_code == status
    assert text in answer.json()["error"]["text"]


def test_another_action_is_refused_kindly(window: Window) -> None:
    read(window)
    before = window.state
    answer = window.do("move reshef-1 0309")
    assert answer["error"]["kind"] == "lesson"
    assert "wants to show something else" in answer["error"]["text"]
    assert "Move it to 0509" in answer["error"]["text"]
    assert window.do("resign")["error"]["kind"] == "lesson"
    assert window.do("move reshef-1 0101")["error"]["kind"] == "illegal"  # the rule comes first
    assert window.do("move reshef-1 0509")["ok"]
    assert window.state["at"] == before["at"] + 1


def test_who_acts_has_read(window: Window) -> None:
    assert window.state["lesson"]["reads"]
    assert "Read on first" in window.do("end")["error"]["text"]
    assert window.do("move reshef-1 0509")["ok"]
    assert window.state["lesson"]["because"].startswith("Every unit has a zone of control")


def test_a_whole_attack_is_one_step(window: Window) -> None:
    while not window.state["lesson"]["all"]:
        play(window)
    step = window.state["lesson"]["step"]
    alone = "attack 0609 with reshef-1 fire"
    assert window.do(alone)["error"]["kind"] == "lesson"
    assert window.do("attack 0609")["ok"]
    assert window.state["lesson"]["step"] == step
    assert window.state["lesson"]["wanted"] == ["with reshef-1", "with erez-3", "with matt-2"]
    assert window.call(type="undo", at=window.state["at"])["ok"]
    assert window.do("attack 0609 with reshef-1 erez-3 matt-2 fire")["ok"]
    window.until(waits)
    assert window.state["lesson"]["step"] == step + 1
    assert window.state["units"]["16-2"] == "eliminated"
    assert window.state["roll"]["face"] == 3


def test_reading_does_not_do_a_step(window: Window) -> None:
    read(window)
    assert say(window, "next")["error"]["kind"] == "lesson"
    assert "has no 'jump'" in say(window, "jump")["error"]["text"]


def test_undo_takes_a_whole_step_back(window: Window) -> None:
    assert not window.state["canUndo"]
    while not window.state["lesson"]["all"]:
        play(window)
    before = window.state
    play(window)  # the attack, and its roll
    assert window.state["canUndo"]
    assert window.call(type="undo", at=window.state["at"])["ok"]
    for name in ("at", "units", "phase", "combat"):
        assert window.state[name] == before[name]
    assert window.state["lesson"]["step"] == before["lesson"]["step"]
    assert len(window.log) == len([entry for entry in window.log if entry["n"] <= before["at"]])


def test_who_takes_the_first_step_back_has_read(window: Window) -> None:
    play(window)
    assert window.call(type="undo", at=window.state["at"])["ok"]
    assert window.state["at"] == 0
    assert window.state["lesson"]["wanted"] == ["move reshef-1 0509"]


def test_begin_again(window: Window) -> None:
    first = window.state
    for _ in range(8):
        play(window)
    assert say(window, "restart")["ok"]
    assert window.state["at"] == 0
    assert window.state["units"] == first["units"]
    assert window.state["lesson"] == first["lesson"]
    play(window)


def test_the_beginning_of_october_war_stays(client: TestClient) -> None:
    with connect(client, learn(client, "october-war")) as socket:
        window = at_full_speed(Window(socket))
        play(window)
        play(window)
        assert say(window, "restart")["ok"]
        assert window.state["step"] == "commit"
        assert not window.state["canUndo"]


def test_the_place_is_kept(data: Path) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            window = at_full_speed(Window(socket))
            for _ in range(10):
                play(window)
            before = window.state
        with connect(client, game) as socket:
            assert Window(socket).state["lesson"] == before["lesson"]
    with client_of(data) as client, connect(client, game) as socket:
        window = at_full_speed(Window(socket))
        assert window.state["lesson"] == before["lesson"]
        play(window)


def test_what_follows_by_itself_goes_on_after_a_restart(data: Path) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            window = at_full_speed(Window(socket))
            while window.state["phase"] != "combat":
                play(window)
            window.call(type="pause", on=True)
            window.do("attack 0609 with reshef-1 erez-3 matt-2 fire")
            assert not window.state["mine"]
            assert not window.state["canUndo"]
    with client_of(data) as client, connect(client, game) as socket:
        window = at_full_speed(Window(socket))
        window.until(waits)
        assert window.state["units"]["16-2"] == "eliminated"


def test_the_lesson_is_left_and_played_on(data: Path) -> None:
    with client_of(data) as client:
        game = learn(client)
        with connect(client, game) as socket:
            window = at_full_speed(Window(socket))
            play(window)
            assert say(window, "leave")["ok"]
            assert window.state["lesson"] is None
            assert window.do("move reshef-2 0307")["ok"]
            assert window.do("end")["ok"]
            assert window.do("end")["ok"]
            window.until(lambda state: state["turn"] == 6 and state["mine"])  # Egypt has played
            assert say(window, "next")["error"]["text"] == "this game is no lesson"
        [found] = client.get("/api/saved").json()["saved"]
        assert found["players"] == {"israel": "human", "egypt": "sergeant"}
    with client_of(data) as client, connect(client, game) as socket:
        window = Window(socket)
        assert window.hello["lesson"] is None
        assert window.hello["record"]["players"]["egypt"] == "sergeant"


def test_every_window_hears_that_the_lesson_is_left(client: TestClient) -> None:
    game = learn(client)
    with connect(client, game) as one, connect(client, game) as other:
        first, second = Window(one), Window(other)
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
            play(at_full_speed(Window(socket)))
    found = lesson_of(GAME)
    assert found is not None
    shorter = Lesson(found.game, found.side, "x", 1, found.steps[:1], found.position)
    monkeypatch.setattr(lessons, "lesson_of", lambda _: shorter)
    with client_of(data) as client, connect(client, game) as socket:
        window = Window(socket)
        assert window.state["lesson"] is None
        assert window.hello["record"]["players"]["egypt"] == lessons.OPPONENT
        assert window.do("move reshef-2 0307")["ok"]


def test_an_ordinary_game_has_no_lesson(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        assert window.hello["lesson"] is None
        assert window.state["lesson"] is None


def test_the_script_of_the_other_side_is_not_told(client: TestClient) -> None:
    with connect(client, learn(client, "october-war")) as socket:
        window = at_full_speed(Window(socket))
        for _ in range(3):
            play(window)
        told = "".join(window.texts)
    assert "fire garrison-4" not in told
    assert "roll 5" not in told
