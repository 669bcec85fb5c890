"""What was told of a game is stored: a long game opens without telling all of it again."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import zlib
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.record import Record
from bridgehead.online.database.tables import SNAPSHOT, STORY
from bridgehead.online.games import stored_logs
from bridgehead.online.games.stored_logs import Stories
from bridgehead.online.live.readers import Reader
from bridgehead.server.views.story import Story, tell
from tests.online.conftest import Person, Seat, client_of
from tests.tiers import first

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


def played(
    client: TestClient, moves: int = 6, names: tuple[str, str] = ("Anna", "Bert")
) -> tuple[str, Person]:
    """Begin a game of two, and decide some times; return it and its first player."""
    anna, bert = (Person(client, name) for name in names)
    game = anna.challenge()
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
    server: Any = client.app.state.server  # type: ignore[attr-defined]
    for known in list(server._open.values()):
        client.portal.call(known.journal.settled)  # type: ignore[union-attr]
    with server.database.reading() as connection:
        rows = connection.execute(select(STORY).where(STORY.c.game == game)).all()
    return {row.reader: row for row in rows}


def stored(row: Any) -> Any:
    return json.loads(zlib.decompress(row.packed))


def state_of(client: TestClient, game: str) -> dict[str, Any]:
    with client.websocket_connect(f"ws://localhost/api/saved/{game}/play") as socket:
        return Seat(socket).state


@pytest.mark.parametrize("ending", first(1, ["resign", "draw"]))
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
                server: Any = client.app.state.server  # type: ignore[attr-defined]
                live = client.portal.call(server.game, game)  # type: ignore[union-attr]
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


@pytest.mark.parametrize("fault", first(1, ["other program", "damaged", "gone", "other rules"]))
def test_what_does_not_fit_is_told_anew(lite: str, told: list[int], fault: str) -> None:
    with client_of(lite) as client:
        game, anna = played(client)
        with anna.sits(game) as socket:
            assert Seat(socket).call(type="resign")["ok"]
        before = state_of(client, game)
        rows_of(client, game)
        with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
            if fault == "gone":
                connection.execute(delete(STORY))
            elif fault == "damaged":
                connection.execute(update(STORY).values(packed=b"nothing"))
            elif fault == "other program":
                connection.execute(update(STORY).values(made="0123456789abcdef"))
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
    monkeypatch.setattr(stored_logs, "FEW", 3)
    with client_of(lite) as client:
        game, anna = played(client, 6)
        rows = rows_of(client, game)
        assert {name: len(stored(row)["record"]) for name, row in rows.items()} == {
            "": 4, "israel": 4, "egypt": 4,
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


@pytest.mark.parametrize("title", first(1, ["across-suez-1980", "suez-56", "october-war"]))
def test_a_stored_story_is_the_one_that_was_told(title: str) -> None:
    game, rng = bh.load(title), random.Random(4)
    record = Record(game)
    while len(record.actions) < 60:
        record.do(rng.choice([str(each) for each in record.position.legal_actions()]))
    half = Record(game)
    for action in record.actions[:30]:
        half.do(action)
    for viewer in (*game.sides, None, EVERYTHING):
        resumed, anew = Stories(kept_of(half, viewer)).tell(record, viewer), tell(record, viewer)
        assert resumed.to_dict() == anew.to_dict()
        assert resumed.entries == anew.entries


def kept_of(record: Record, viewer: str | None) -> stored_logs.StoredJournal:
    """Return what is stored of the whole story of a record."""
    found = Stories()
    news = found.news(record, [found.tell(record, viewer)])
    return {name: (made, packed) for name, made, packed in stored_logs.packed(news)}


@pytest.mark.parametrize("title", first(1, ["across-suez-1980", "october-war"]))
def test_what_is_left_after_a_take_back_is_not_told_again(
    title: str, told: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_logs, "FEW", 0)
    game, rng = bh.load(title), random.Random(4)
    record, other = Record(game), Record(game)
    while len(record.actions) < 24:
        record.do(rng.choice([str(each) for each in record.position.legal_actions()]))
    for action in record.actions[:17]:  # then something else was done
        other.do(action)
    legal = [str(each) for each in other.position.legal_actions()]
    other.do(next(each for each in legal if each != record.actions[17]))
    for viewer in (game.sides[0], None):
        kept = kept_of(record, viewer)
        for shorter in (other, fewer(record, 17)):
            told.clear()
            found = Stories(kept).tell(shorter, viewer)
            assert told == list(range(18, len(shorter.actions) + 1))
            assert found.to_dict() == tell(shorter, viewer).to_dict()
        reader = Reader(viewer, record, Stories(kept))
        reader.settle()
        told.clear()
        reader.go_back(fewer(record, 17))
        assert (reader.story.told, told) == (17, [])
        assert reader.story.to_dict() == tell(reader.record, viewer).to_dict()


def fewer(record: Record, count: int) -> Record:
    """Return a record of the first `count` actions."""
    made = Record(record.game)
    for action in record.actions[:count]:
        made.do(action)
    return made


def test_what_was_taken_back_is_stored_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_logs, "FEW", 5)
    record = Record(bh.load("across-suez-1980"))
    found = Stories()
    story = Story(record.opening(), None)

    def do(count: int) -> list[stored_logs.News]:
        for _ in range(count):
            before = record.position.copy()
            action = next(str(one) for one in before.legal_actions() if "move" in str(one))
            record.do(action)
            story.add(before, action, record.position, len(record.actions))
        return found.news(record, [story])

    assert do(5) == []
    [(_, _, data)] = do(1)
    assert len(data["record"]) == 6
    record.cut(2)
    story.cut(2)
    assert found.news(record, [story]) == []
    assert do(5) == []
    [(_, _, data)] = do(1)
    assert data["record"] == record.actions


class Held:
    """Telling stories, held up until somebody lets it go on; each begins with a note."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str | None] = []
        self.go_on = threading.Event()
        self.is_told = threading.Event()
        anew = stored_logs.tell

        def held(record: Record, reader: str | None, known: Story | None = None) -> Story:
            self.begun.append(reader)
            assert threading.current_thread() is not threading.main_thread()
            self.is_told.set()
            assert self.go_on.wait(30)
            return anew(record, reader, known)

        monkeypatch.setattr(stored_logs, "tell", held)


@pytest.mark.parametrize("over", first(1, [False, True]))
def test_nobody_waits_for_a_game_that_is_told(
    lite: str, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    """Whoever asks for it, and leaves meanwhile, it is told once; other games go on."""
    with client_of(lite) as client:
        game, anna = played(client)
        if over:
            with anna.sits(game) as socket:
                assert Seat(socket).call(type="resign")["ok"]
        before = state_of(client, game)
        other, _ = played(client, 1, ("Clara", "Dora"))
        rows_of(client, game)
        with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
            connection.execute(delete(STORY))
    with client_of(lite) as client:
        server: Any = client.app.state.server  # type: ignore[attr-defined]
        assert state_of(client, other)
        held = Held(monkeypatch)

        async def ask() -> None:
            await server.game(game)

        async def leave() -> None:
            asked = asyncio.create_task(server.game(game))
            await asyncio.to_thread(held.is_told.wait, 30)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked

        portal = client.portal
        assert portal is not None
        try:
            portal.call(leave)
            asked = [portal.start_task_soon(ask) for _ in range(3)]
            assert client.get("/healthz").status_code == 200
            assert state_of(client, other)
            assert client.get(f"/api/saved/{other}/at/1").status_code == 200
            assert len(held.begun) == 1
        finally:
            held.go_on.set()
        for one in asked:
            one.result()
        assert sorted(held.begun, key=str) == ([EVERYTHING] if over else [None, "egypt", "israel"])
        assert state_of(client, game) == before


def test_readers_of_a_finished_game_share_one_story() -> None:
    record = Record(bh.load("across-suez-1980"))
    shared = Stories()
    readers = [Reader(side, record, shared) for side in (*record.game.sides, None)]
    for reader in readers:
        reader.end({"winner": "israel"})
    assert len({id(reader.story) for reader in readers}) == 1
