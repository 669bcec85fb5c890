"""Hints: who may have one, what is in it, that nobody waits for one of a position that is past."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead import players
from bridgehead.core.errors import UnknownPlayer
from bridgehead.players.ranks.thinker import SECONDS
from bridgehead.players.search.agent import InterruptedThoughtError
from tests.server.conftest import Connection, begin, connect
from tests.server.thinking import FakeThinker

RECORDS = Path(__file__).parents[1] / "records"


def ask(client: TestClient, game: str, side: Any = "israel", at: Any = 0) -> Any:
    return client.post(f"/api/saved/{game}/hint", json={"side": side, "at": at})


def test_a_hint(made: list[FakeThinker], client: TestClient) -> None:
    answer = ask(client, begin(client))
    assert answer.status_code == 200
    hint = answer.json()
    assert (hint["at"], hint["side"], hint["player"], hint["chance"]) == (
        0,
        "israel",
        "general",
        0.63,
    )
    assert hint["plan"][0] == hint["action"] == hint["lines"][0]["action"]
    assert [line["chance"] for line in hint["lines"]] == [0.63, 0.55]
    assert hint["sentence"]
    assert made[0].thoughts == ["israel"]


def test_the_general_thinks_its_usual_time_on_all_cores_but_one(
    monkeypatch: pytest.MonkeyPatch, made: list[FakeThinker], client: TestClient
) -> None:
    asked: list[Any] = []
    make = players.thinker

    def thinker(game: Any, name: str, **options: Any) -> Any:
        asked.append((name, options))
        return make(game, name, **options)

    monkeypatch.setattr(players, "thinker", thinker)
    assert ask(client, begin(client)).status_code == 200
    assert asked == [("general", {"threads": players.spare_cores()})]
    assert SECONDS["general"] >= 3.0


def test_the_same_position_is_thought_about_once(
    made: list[FakeThinker], client: TestClient
) -> None:
    game = begin(client)
    first, second = ask(client, game).json(), ask(client, game).json()
    assert first == second
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.do(first["action"])["ok"]
        assert ask(client, game, at=1).json()["at"] == 1
        assert connection.call(type="undo", at=1)["ok"]
        assert ask(client, game).json() == first
    assert len(made[0].thoughts) == 3


class Telling(FakeThinker):
    """Tells its best line before it goes on."""

    hears: Any = None

    def tell_first(self, hears: Any) -> None:
        self.hears = hears

    def think(self, position: Any) -> players.Thought:
        action = next(iter(position.legal_actions()))
        self.hears(players.Line(action, (action,), 0.5, 32))
        return super().think(position)


def test_the_plan_comes_before_it_is_measured(
    monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    game = begin(client)
    thinkers: list[Telling] = []

    def make(game: Any, *_: Any, **__: Any) -> Telling:
        thinkers.append(Telling(game))
        thinkers[-1].go_on.clear()
        return thinkers[-1]

    monkeypatch.setattr(players, "thinker", make)
    asked = {"side": "israel", "at": 0, "draft": True}
    for _ in range(2):  # asked again, it is there at once
        draft = client.post(f"/api/saved/{game}/hint", json=asked).json()
        assert draft["draft"]
        assert (draft["at"], draft["side"], draft["player"]) == (0, "israel", "general")
        assert (draft["chance"], draft["told"], draft["reasons"]) == (None, "", [])
        assert draft["plan"] == draft["lines"][0]["plan"]
        assert draft["sentence"]
    thinkers[0].go_on.set()
    whole = ask(client, game).json()
    assert "draft" not in whole
    assert (whole["chance"], whole["plan"]) == (0.63, draft["plan"])
    assert client.post(f"/api/saved/{game}/hint", json=asked).json() == whole
    assert len(thinkers) == 1


def test_a_draft_is_given_up_when_somebody_decides(
    monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    over = threading.Event()

    class Slow(Telling):
        def interrupt(self, asked: Any) -> None:
            self.asked = asked

        def think(self, position: Any) -> players.Thought:
            action = next(iter(position.legal_actions()))
            self.hears(players.Line(action, (action,), 0.5, 32))
            while not self.asked():
                over.wait(0.01)
            over.set()
            raise InterruptedThoughtError

    monkeypatch.setattr(players, "thinker", lambda game, *_, **__: Slow(game))
    game = begin(client)
    with connect(client, game) as socket:
        connection = Connection(socket)
        asked = {"side": "israel", "at": 0, "draft": True}
        draft = client.post(f"/api/saved/{game}/hint", json=asked).json()
        assert connection.do(draft["action"])["ok"]
        assert over.wait(20)
        assert ask(client, game).status_code == 409


@pytest.mark.parametrize(
    ("side", "at", "status", "kind"),
    [
        ("israel", 3, 409, "stale"),
        ("israel", None, 409, "stale"),
        ("egypt", 0, 409, "illegal"),
        ("dice", 0, 409, "illegal"),
        (7, 0, 409, "illegal"),
    ],
)
def test_who_gets_none(
    made: list[FakeThinker], client: TestClient, side: Any, at: Any, status: int, kind: str
) -> None:
    answer = ask(client, begin(client), side, at)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
    assert not made


@pytest.mark.parametrize("text", ["", "[]", "7", "{"])
def test_what_is_no_question(made: list[FakeThinker], client: TestClient, text: str) -> None:
    answer = client.post(f"/api/saved/{begin(client)}/hint", content=text)
    assert answer.status_code == 400
    assert ask(client, "nowhere").status_code == 404
    assert not made


def test_a_computer_gets_none_and_nobody_after_the_end(
    made: list[FakeThinker], client: TestClient
) -> None:
    game = begin(client, players={"israel": "sergeant", "egypt": "human"})
    assert ask(client, game).json()["error"]["kind"] == "illegal"
    text = (RECORDS / "1980-resigned.json").read_text()
    over = client.post("/api/saved/import", content=text).json()["id"]
    count = len(json.loads(text)["actions"])
    for side in ("israel", "egypt", None):
        assert ask(client, over, side, count).json()["error"]["kind"] == "illegal"


def test_a_hint_that_comes_too_late(made: list[FakeThinker], client: TestClient) -> None:
    """Two ask at once: one thought at a time; the game moves on: both are told so."""
    game = begin(client)
    hint = ask(client, game).json()
    thinker = made[0]
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.do(hint["action"])["ok"]
        thinker.go_on.clear()
        answers: list[Any] = []
        asking = [
            threading.Thread(target=lambda: answers.append(ask(client, game, at=1)))
            for _ in range(2)
        ]
        for thread in asking:
            thread.start()
        assert connection.ask("movement", unit="sharon")["refusal"] is None  # it answers meanwhile
        assert connection.do(connection.state["decision"]["plain"][0])["ok"]
        thinker.go_on.set()
        for thread in asking:
            thread.join(30)
    assert [answer.json()["error"]["kind"] for answer in answers] == ["stale", "stale"]
    assert not thinker.crossed


def test_no_hint_behind_a_curtain(made: list[FakeThinker], client: TestClient) -> None:
    """Where two share a screen and hide things, who is not there gets no hint."""
    data = json.loads((RECORDS / "october-whole.json").read_text())
    data["actions"] = data["actions"][:40]
    data.pop("result", None)
    who = {"israel": "human", "arab": "human"}
    game = client.post("/api/saved/import", params=who, json=data).json()["id"]
    with connect(client, game) as socket:
        connection = Connection(socket)
        side = connection.state["toMove"]
        assert connection.state["curtain"] == side
        at = connection.state["at"]
        assert ask(client, game, side, at).json()["error"]["kind"] == "illegal"
        assert connection.call(type="look", side=side)["ok"]
        assert ask(client, game, side, connection.state["at"]).status_code == 200
    assert made[0].thoughts == [side]


def test_without_a_thinker_the_best_player_chooses(
    made: list[FakeThinker], client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise UnknownPlayer("nobody thinks here")

    monkeypatch.setattr(players, "thinker", none)
    monkeypatch.setattr(players, "names", lambda _: ("recruit", "sergeant"))
    hint = ask(client, begin(client)).json()
    assert (hint["player"], hint["chance"], hint["sentence"]) == ("sergeant", None, "")
    assert hint["lines"][0]["action"] == hint["action"]
