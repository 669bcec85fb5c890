"""What was told of a game is stored: a long game opens without telling all of it again."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.position import EVERYTHING
from bridgehead.core.record import Record
from bridgehead.online import stories
from bridgehead.online.reader import Reader
from bridgehead.online.stories import Stories, class_of
from bridgehead.online.tables import SNAPSHOT, STORY
from bridgehead.server.story import Story
from tests.online.conftest import Person, Seat, client_of

pytestmark = pytest.mark.plain


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the actions that are told from now on."""
    numbers: list[int] = []
    add = Story.add

    def noting(self: Story, before: Any, action: str, after: Any, n: int) -> None:
        numbers.append(n)
        add(self, before, action, after, n)

    monkeypatch.setattr(Story, "add", noting)
    return numbers


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the actions that records carry out from now on."""
    actions: list[str] = []
    do = Record.do

    def noting(self: Record, text: str) -> list[str]:
        actions.append(text)
        return do(self, text)

    monkeypatch.setattr(Record, "do", noting)
    return actions


def played(client: TestClient, moves: int = 6) -> tuple[str, Person]:
    """Begin a game against a computer, and decide some times; return it and its player."""
    anna = Person(client, "Anna")
    game = anna.challenge()
    bert = Person(client, "Bert")
    bert.join(game)
    position = bh.load("across-suez-1980").start()
    with anna.sits(game) as socket:
        seat = Seat(socket)
        for _ in range(moves):
            action = next(str(each) for each in position.legal_actions() if "move" in str(each))
            assert seat.do(action)["ok"]
            position.push(action)
    return game, anna


def rows_of(client: TestClient, game: str) -> dict[str, Any]:
    house: Any = client.app.state.house  # type: ignore[attr-defined]
    for known in list(house._open.values()):
        client.portal.call(known.settled)  # type: ignore[union-attr]
    with house.database.reading() as connection:
        rows = connection.execute(select(STORY).where(STORY.c.game == game)).all()
    return {row.reader: row for row in rows}


def state_of(client: TestClient, game: str) -> dict[str, Any]:
    with client.websocket_connect(f"ws://localhost/api/saved/{game}/play") as socket:
        return Seat(socket).state


@pytest.mark.parametrize("ending", ["resign", "draw"])
def test_a_finished_game_opens_without_telling_or_replaying_it(
    lite: str, told: list[int], done: list[str], ending: str
) -> None:
    with client_of(lite) as client:
        game, anna = played(client)
        with anna.sits(game) as socket:
            seat = Seat(socket)
            if ending == "resign":
                assert seat.call(type="resign")["ok"]
            else:
                house: Any = client.app.state.house  # type: ignore[attr-defined]
                live = client.portal.call(house.game, game)  # type: ignore[union-attr]
                client.portal.call(live.decide, "draw", "a key of it")  # type: ignore[union-attr]
        before = state_of(client, game)
        assert list(rows_of(client, game)) == ["*"]
    told.clear()
    done.clear()
    with client_of(lite) as client:
        assert state_of(client, game) == before
        assert told == []
        assert done == []
        now = client.get(f"/api/saved/{game}/at/3").json()  # earlier positions are still there
        assert now["at"] == 3
        record = client.get(f"/api/saved/{game}/record").json()
        assert len(record["actions"]) == 6 + (ending == "resign")
        assert bh.Record.from_dict(record).position.result is not None


@pytest.mark.parametrize("fault", ["other program", "damaged", "gone", "other rules"])
def test_what_does_not_fit_is_told_anew(lite: str, told: list[int], fault: str) -> None:
    with client_of(lite) as client:
        game, anna = played(client)
        with anna.sits(game) as socket:
            assert Seat(socket).call(type="resign")["ok"]
        before = state_of(client, game)
        rows_of(client, game)
        with client.app.state.house.database.writing() as connection:  # type: ignore[attr-defined]
            if fault == "gone":
                connection.execute(delete(STORY))
            elif fault == "damaged":
                connection.execute(update(STORY).values(packed=b"nothing"))
            elif fault == "other program":
                connection.execute(update(STORY).values(made="7 0123456789abcdef"))
            else:
                connection.execute(update(SNAPSHOT).values(rules="others"))
    told.clear()
    with client_of(lite) as client:
        assert state_of(client, game) == before
        assert (told == []) is (fault == "other rules")
        told.clear()
        assert list(rows_of(client, game)) == ["*"]
    with client_of(lite) as client:
        assert state_of(client, game) == before
        assert told == []


def test_a_running_game_goes_on_from_what_is_stored(
    lite: str, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stories, "FEW", 3)
    with client_of(lite) as client:
        game, anna = played(client, 6)
        rows = rows_of(client, game)
        assert {name: row.made.split()[0] for name, row in rows.items()} == {
            "": "4", "israel": "4", "egypt": "4",
        }  # fmt: skip
        cookies = anna.browser.cookies
    told.clear()
    with client_of(lite) as client:
        anna = Person(client, "Anna", register=False)
        anna.browser.cookies = cookies
        with anna.sits(game) as socket:
            seat = Seat(socket)
            assert sorted(told) == [5, 5, 5, 6, 6, 6]  # of each class what is not stored
            assert len(seat.state["log"]["entries"]) >= 6
            for _ in range(4):  # behind what is stored
                assert seat.call(type="undo", at=seat.state["at"], version=seat.state["version"])[
                    "ok"
                ]
            assert seat.do(seat.a_move(5))["ok"]
            after = seat.state
    with client_of(lite) as client:
        anna = Person(client, "Anna", register=False)
        anna.browser.cookies = cookies
        with anna.sits(game) as socket:
            seat = Seat(socket)
            assert seat.state["at"] == after["at"] == 3
            entries = seat.state["log"]["entries"]
            assert [entry["n"] for entry in entries] == [1, 2, 3]
            assert entries[-1:] == after["log"]["entries"][-1:]


@pytest.mark.parametrize("title", ["across-suez-1980", "suez-56", "october-war"])
def test_a_stored_story_is_the_one_that_was_told(title: str) -> None:
    game, rng = bh.load(title), random.Random(4)
    record = Record(game)
    while len(record.actions) < 60:
        record.do(rng.choice([str(each) for each in record.position.legal_actions()]))
    half = Record(game)
    for action in record.actions[:30]:
        half.do(action)
    for viewer in (*game.sides, None, EVERYTHING):
        data = Stories().tell(half, viewer).to_dict()
        kept = {class_of(viewer): (stories._made_of(half, 30), stories.packed(data))}
        resumed, anew = Stories(kept).tell(record, viewer), Stories().tell(record, viewer)
        assert resumed.to_dict() == anew.to_dict()
        assert resumed.entries == anew.entries


def test_readers_of_a_finished_game_share_one_story() -> None:
    record = Record(bh.load("across-suez-1980"))
    shared = Stories()
    readers = [Reader(side, record, shared) for side in (*record.game.sides, None)]
    for reader in readers:
        reader.end({"winner": "israel"})
    assert len({id(reader.story) for reader in readers}) == 1
