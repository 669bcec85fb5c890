"""A process adds to its games what others have appended, and reads no more than that."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update
from starlette.testclient import TestClient

from bridgehead.core.records.record import Record
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ENTRY, GAME, SNAPSHOT
from bridgehead.online.games import games, journal, stored_logs
from bridgehead.online.live import game_server
from bridgehead.online.live.game_journal import GameJournal
from bridgehead.online.live.live_game import LiveGame
from bridgehead.online.live.replay import CHANGED_RULES
from bridgehead.server.views.story import Story
from tests.online.conftest import Person, Seat, client_of
from tests.waiting import wait_until

pytestmark = pytest.mark.plain


class Two:
    """A game of Anna, at one process, and Bert, at another: `there` is Bert's window."""

    def __init__(self, clients: list[TestClient], game: str, here: Seat, there: Seat) -> None:
        self.clients, self.game, self.here, self.there = clients, game, here, there
        self.read: Counter[int] = Counter()  # how often a process has read all of the game

    def held(self, process: int) -> LiveGame:
        found: LiveGame = self.clients[process].app.state.server._open[self.game]  # type: ignore[attr-defined]
        return found

    def arrives(self, found: Callable[[], bool], process: int = 1) -> None:
        """Wait until a window has it; then memory is what reading the whole game would give."""
        (self.here, self.there)[process].until(found)
        held = self.held(process)

        async def compared() -> tuple[dict[str, Any], dict[str, Any]]:
            async with held.journal.lock:
                row = await held._database.read(games.load, self.game)
                fresh = await LiveGame.open(row, held._database, held.memory.seal, lambda _: None)
                return known(held), known(fresh)

        portal = self.clients[process].portal
        assert portal is not None
        mine, whole = portal.call(compared)
        assert mine == whole

    def read_by(self, process: int) -> int:
        return self.read[id(self.held(process).journal)]


def known(live: LiveGame) -> dict[str, Any]:
    """Return all that a process knows of a game; the last roll is not read from the journal."""
    game = live.memory
    return {
        "history": game.history,
        "dice": game.dice,
        "numbers": (game.revision, game.drawn, game.last),
        "keys": set(game.keys),
        "orders": live.orders.standing,
        "clock": live.clocks.clock,
        "record": game.record.to_dict(),
        "position": game.record.position.to_dict(),
        "views": {name: {**one.state(), "roll": 0} for name, one in game.readers.items()},
    }


@pytest.fixture
def two(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    yield from playing(url, monkeypatch)


def playing(url: str, monkeypatch: pytest.MonkeyPatch, pace: str = "") -> Iterator[Two]:
    monkeypatch.setattr(game_server, "EVERY", 0.02)
    read = GameJournal.read
    with client_of(url) as one, client_of(url) as other, contextlib.ExitStack() as stack:
        anna, bert = Person(one, "Anna"), Person(other, "Bert")
        fields = {"side": "israel", "opponent": "open", **({"pace": pace} if pace else {})}
        assert anna.post("/new/across-suez-1980", **fields).status_code == 303
        game = anna.get("/").text.partition("/withdraw")[0][-20:]
        bert.join(game)
        here, there = (Seat(stack.enter_context(who.sits(game))) for who in (anna, bert))
        found = Two([one, other], game, here, there)

        async def counted(self: GameJournal) -> None:
            found.read[id(self)] += 1
            await read(self)

        monkeypatch.setattr(GameJournal, "read", counted)
        assert here.do(here.a_move())["ok"]  # the first entry: all is read once more
        found.arrives(lambda: there.state["at"] == 1)
        found.read.clear()
        yield found


def test_actions_and_rolls_arrive(two: Two) -> None:
    for count in range(2, 6):
        assert two.here.do(two.here.a_move())["ok"]
        two.arrives(lambda count=count: two.there.state["at"] == count)  # type: ignore[misc]
    assert two.here.do("end")["ok"]
    two.arrives(lambda: two.there.state["at"] == 6)
    assert two.there.state["version"] == two.here.state["version"]
    assert two.read_by(1) == 0


def test_an_end_is_told_beside_the_event_loop(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the process that ended the game, and in the one that follows."""
    threads, anew = list[str](), stored_logs.tell

    def noting(record: Record, reader: str | None, known: Story | None = None) -> Story:
        if known is None:  # else no more than the resignation is left to tell
            threads.append(threading.current_thread().name)
        return anew(record, reader, known)

    monkeypatch.setattr(stored_logs, "tell", noting)
    assert two.here.call(type="resign")["ok"]
    two.there.until(lambda: two.there.state.get("result") is not None)
    assert [name.partition("_")[0] for name in threads] == ["setup"] * 2


def test_a_page_gets_only_what_has_changed(two: Two) -> None:
    assert two.here.do(two.here.a_move())["ok"]
    while True:
        message = two.there.receive()
        if message["type"] == "state":
            break
    assert 0 < len(message["board"]) < len(two.there.state["board"])
    assert message["log"]["from"] > 0


@pytest.mark.slow
def test_both_play_in_turn(two: Two) -> None:
    assert two.here.do("end")["ok"]
    two.arrives(lambda: two.there.state["at"] == 2)
    if two.there.state["mine"]:
        assert two.there.do(two.there.a_move())["ok"]
        two.arrives(lambda: two.here.state["at"] == 3, process=0)
    assert two.read_by(0) == two.read_by(1) == 0


def test_what_is_taken_back_is_read_anew(two: Two) -> None:
    known = {"at": two.here.state["at"], "version": two.here.state["version"]}
    assert two.here.call(type="undo", **known)["ok"]
    two.arrives(lambda: two.there.state["at"] == 0)
    assert two.read_by(1) == 1
    assert two.here.do(two.here.a_move())["ok"]
    two.arrives(lambda: two.there.state["at"] == 1)
    assert two.read_by(1) == 1


def test_offers_arrive(two: Two) -> None:
    assert two.here.call(type="offer", what="draw")["ok"]
    two.arrives(lambda: two.there.state["offer"] is not None)
    assert two.here.call(type="answer", answer="withdraw", version=two.here.state["version"])["ok"]
    two.arrives(lambda: two.there.state["offer"] is None)
    assert two.read_by(1) == 0
    assert two.here.call(type="offer", what="takeback")["ok"]
    two.arrives(lambda: two.there.state["offer"] is not None)
    version = two.there.state["version"]
    assert two.there.call(type="answer", answer="accept", version=version)["ok"]
    two.arrives(lambda: two.here.state["at"] == 0, process=0)
    assert (two.read_by(0), two.read_by(1)) == (1, 0)


def test_the_end_arrives(two: Two) -> None:
    assert two.here.call(type="resign")["ok"]
    two.arrives(lambda: two.there.state["result"] is not None)
    assert two.there.state["result"]["winner"] == "egypt"
    assert two.read_by(1) == 0


def test_clocks_arrive(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for two in playing(url, monkeypatch, "daily"):
        assert two.held(1).clocks.clock is not None
        assert two.here.call(type="gift")["ok"]
        held = two.held(1)
        wait_until(lambda held=held: held.memory.revision >= 2)  # type: ignore[misc]
        two.arrives(lambda: True)
        assert two.here.do("end")["ok"]
        two.arrives(lambda two=two: two.there.state["at"] == 2)  # type: ignore[misc]
        assert two.read_by(1) == 0


def test_orders_arrive_with_the_next_entry(two: Two) -> None:
    order = {"kind": "retreat", "answers": [{"verb": "retreat"}]}
    assert two.there.call(type="orders", number=0, orders=[order])["ok"]
    assert two.there.call(type="offer", what="draw")["ok"]
    two.arrives(lambda: two.here.state["offer"] is not None, process=0)
    assert two.held(0).orders.standing.number("egypt") == 1
    assert two.read_by(0) == 0


def write(two: Two, statement: Any) -> None:
    with two.held(1)._database.writing() as connection:
        connection.execute(statement)


@pytest.mark.parametrize("what", ["another journal", "other rules"])
def test_what_does_not_continue_the_game_is_read_anew(two: Two, what: str) -> None:
    if what == "another journal":  # as after a failover that has lost entries
        other = two.here.a_move(1)
        write(two, update(ENTRY).where(ENTRY.c.game == two.game).values(text=other))
        assert two.here.call(type="offer", what="draw")["ok"]
        two.there.until(lambda: two.there.state["offer"] is not None)
        assert two.there.state["last"] == other
    else:
        snapshot = {"game": two.game, "number": 2, "rules": "others", "position": "{}"}
        write(two, insert(SNAPSHOT).values(snapshot))
        assert two.here.do(two.here.a_move())["ok"]
        two.there.until(lambda: two.there.state["at"] == 2)
        assert two.there.state["trouble"] == CHANGED_RULES
    assert two.read_by(1) == 1


def test_a_gap_in_the_journal_is_noticed_and_nothing_is_done_until_it_is_closed(
    two: Two, caplog: pytest.LogCaptureFixture
) -> None:
    seen, held = dict(two.there.state), two.held(1)
    move = two.there.state["last"]
    with held._database.writing() as connection:  # entry 3, and no entry 2
        by = {"game": two.game, "side": "israel", "time": 1}
        connection.execute(insert(ENTRY).values(number=3, kind="offer", text="draw", **by))
        connection.execute(update(GAME).where(GAME.c.id == two.game).values(revision=3))
    with held._database.reading() as connection:
        assert held.memory.last is not None
        assert journal.read_on(connection, two.game, 1, held.memory.last, 3) is None
    wait_until(lambda: "entries of its journal are missing" in caplog.text)
    assert not two.there.call(type="resign")["ok"]  # nor is anything written
    assert two.there.state == seen
    assert (held.memory.revision, held.memory.history.offer) == (1, None)
    with held._database.reading() as connection:
        numbers = select(ENTRY.c.number).where(ENTRY.c.game == two.game).order_by(ENTRY.c.number)
        assert list(connection.execute(numbers).scalars()) == [1, 3]
    write(two, insert(ENTRY).values(number=2, kind="undo", text="0", **by))
    two.arrives(lambda: two.there.state["at"] == 0)
    assert two.there.state["last"] != move
    assert two.there.state["offer"] == {"side": "israel", "what": "draw"}
    assert held.memory.revision == 3
    assert two.there.call(type="resign")["ok"]


class Counting:
    """A connection that counts the rows that are read from each table."""

    def __init__(self, connection: Connection, rows: Counter[str]) -> None:
        self._connection, self._rows = connection, rows
        self.dialect = connection.dialect

    def execute(self, statement: Any) -> Any:
        kept = self._connection.execute(statement).freeze()
        for table in statement.get_final_froms():
            self._rows[str(table)] += len(kept.data)
        return kept()


def test_only_new_rows_are_read(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: Counter[str] = Counter()
    held, reading = two.held(1), Database.reading

    @contextlib.contextmanager
    def counted(database: Database) -> Iterator[Any]:
        with reading(database) as connection:
            yield Counting(connection, rows) if database is held._database else connection

    for number in range(10):
        is_offer = number % 2 == 0
        with monkeypatch.context() as patch:
            patch.setattr(Database, "reading", counted)
            rows.clear()
            if is_offer:
                assert two.here.call(type="offer", what="draw")["ok"]
            else:
                known = {"answer": "withdraw", "version": two.here.state["version"]}
                assert two.here.call(type="answer", **known)["ok"]
            two.there.until(lambda wanted=is_offer: bool(two.there.state["offer"]) is wanted)
        assert rows["entry"] == 2  # the last that was known, and the new one
        assert rows["snapshot"] == 0
    assert two.held(1).memory.revision == 11
    assert two.read_by(1) == 0
