"""The journal only grows: stale, doubled and reordered requests, and two processes at once."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.ending import ADJUDICATED, AGREED, CANCELLED, RESIGNED, TIME, Ending
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, ENTRY, GAME
from bridgehead.online.games import games, journal
from bridgehead.online.games.games import NewGameSettings
from bridgehead.online.games.history import Entry, History, JournalError, Offer
from bridgehead.online.games.journal import StaleError, StateAfter
from tests.online.conftest import fresh_seal

pytestmark = pytest.mark.plain
SIDES = ("israel", "egypt")
AFTER = StateAfter("running", "egypt", "", {"": 1}, {"turn": 1})
WANTED = NewGameSettings(
    title="across-suez-1980", options=(), sides=SIDES, side="israel", computer=None,
    is_listed=True, rules="digest", data="digest", views={}, summary={}, waits_for="israel",
)  # fmt: skip


def action(text: str, side: str = "israel") -> Entry:
    return Entry("action", side, text)


@pytest.fixture
def game(database: Database) -> str:
    """Return a game that runs."""
    with database.writing() as connection:
        for name in ("anna", "bert"):
            row = {"id": name, "name": name, "folded": name, "kind": "member", "created": 1}
            connection.execute(insert(ACCOUNT).values(**row))
        games.create(connection, "anna", WANTED, "g", fresh_seal().fresh("g"))
        games.join(connection, "bert", "g")
    return "g"


def kept(database: Database, game: str) -> journal.StoredJournal:
    with database.reading() as connection:
        row = games.load(connection, game)
        return journal.read(connection, game, row.revision)


def append(database: Database, game: str, base: int, *texts: str, key: str | None = None) -> bool:
    with database.writing() as connection:
        entries = [action(text) for text in texts]
        return journal.append(connection, game, base, entries, AFTER, key)


@pytest.mark.slow_for("postgresql")
def test_an_append_is_all_or_nothing(database: Database, game: str) -> None:
    assert append(database, game, 0, "a", "b")
    found = kept(database, game)
    assert [entry.text for entry in found.entries] == ["a", "b"]
    assert found.revision == 2
    bad = replace(AFTER, snapshot=("rules", {"no": object()}))  # cannot be written
    with pytest.raises(TypeError), database.writing() as connection:
        journal.append(connection, game, 2, [action("c")], bad)
    assert kept(database, game) == found


def test_a_stale_append_writes_nothing(database: Database, game: str) -> None:
    append(database, game, 0, "a")
    for base in (0, 2, 17):
        with pytest.raises(StaleError):
            append(database, game, base, "late")
    assert [entry.text for entry in kept(database, game).entries] == ["a"]


@pytest.mark.slow_for("postgresql")
def test_a_request_that_comes_twice_is_carried_out_once(database: Database, game: str) -> None:
    assert append(database, game, 0, "a", key="k1")
    assert append(database, game, 1, "b", key="k2")
    assert not append(database, game, 0, "a", key="k1")  # as it was sent
    assert not append(database, game, 2, "a", key="k1")  # by one who knows what came since
    assert [entry.text for entry in kept(database, game).entries] == ["a", "b"]
    assert kept(database, game).keys == {"k1", "k2"}


def test_messages_in_another_order_lose_nothing(database: Database, game: str) -> None:
    with pytest.raises(StaleError):
        append(database, game, 1, "b", key="k2")  # it overtook the first
    assert append(database, game, 0, "a", key="k1")
    assert append(database, game, 1, "b", key="k2")
    assert [entry.text for entry in kept(database, game).entries] == ["a", "b"]


def test_keys_are_a_games_own(database: Database, game: str) -> None:
    with database.writing() as connection:
        games.create(connection, "anna", WANTED, "h", fresh_seal().fresh("h"))
        games.join(connection, "bert", "h")
    assert append(database, game, 0, "a", key="k")
    assert append(database, "h", 0, "a", key="k")


def test_nothing_is_appended_to_a_game_that_does_not_run(database: Database, game: str) -> None:
    over = replace(AFTER, state="over", waits_for="", result={"winner": "egypt"})
    with database.writing() as connection:
        journal.append(connection, game, 0, [Entry("resign", "israel")], over)
    with pytest.raises(StaleError):
        append(database, game, 1, "a")
    with pytest.raises(StaleError):
        append(database, "unknown", 0, "a")


def test_missing_entries_are_noticed(database: Database, game: str) -> None:
    append(database, game, 0, "a")
    with database.writing() as connection:
        connection.execute(update(GAME).where(GAME.c.id == game).values(revision=2))
    with pytest.raises(BridgeheadError, match="missing"):
        kept(database, game)


def test_what_is_read_is_of_one_revision(database: Database, game: str) -> None:
    append(database, game, 0, "a", "b", "c")
    with database.reading() as connection:
        found = journal.read(connection, game, 2)
    assert [entry.text for entry in found.entries] == ["a", "b"]


def compete(url: str, name: str, count: int, done: Callable[[Any], None]) -> None:
    """Append so many entries, as a process that reads anew where another was quicker."""
    database, base, stale = Database(url), 0, 0
    for number in range(count):
        while True:
            try:
                append(database, "g", base, f"{name} {number}", key=f"{name}:{number}")
                base += 1
                break
            except StaleError:
                stale += 1
                base = kept(database, "g").revision
    database.close()
    done.put(stale)  # type: ignore[attr-defined]


@pytest.mark.slow_for("postgresql", "sqlite")
def test_two_processes_on_one_database(database: Database, game: str, url: str) -> None:
    context = multiprocessing.get_context("spawn")
    done: Any = context.Queue()
    names = ("one", "two")
    processes = [context.Process(target=compete, args=(url, name, 25, done)) for name in names]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    with database.reading() as connection:
        numbers = list(
            connection.execute(select(ENTRY.c.number).order_by(ENTRY.c.number)).scalars()
        )
    assert numbers == list(range(1, 51))
    texts = [entry.text for entry in kept(database, game).entries]
    for name in names:
        assert [text for text in texts if text.startswith(name)] == [
            f"{name} {n}" for n in range(25)
        ]


# What a journal amounts to


def history(*entries: Entry) -> History:
    return History.of(SIDES, entries)


A, B, C = action("a"), action("b", "egypt"), action("c")


def test_undo_and_take_back_cut_and_delete_nothing() -> None:
    found = history(A, C, Entry("undo", "israel", "1"), B)
    assert found.actions == ("a", "b")
    assert found.by == ("israel", "egypt")
    assert found.count == 4
    offer = Entry("offer", "israel", "takeback 0")
    assert history(A, B, offer).offer == Offer("israel", "takeback", 0)
    taken = history(A, B, offer, Entry("accept", "egypt"), C)
    assert (taken.actions, taken.offer, taken.count) == (("c",), None, 5)


def test_a_draw_is_agreed() -> None:
    found = history(A, Entry("offer", "egypt", "draw"), Entry("accept", "israel"))
    assert found.ending == Ending(AGREED, "draw")


@pytest.mark.parametrize(
    ("entry", "ending"),
    [
        (Entry("resign", "israel"), Ending(RESIGNED, "egypt", "israel")),
        (Entry("flag", "egypt"), Ending(TIME, "israel", "egypt")),
        (Entry("adjudicate", "", "draw"), Ending(ADJUDICATED, "draw")),
        (Entry("adjudicate", "", "egypt"), Ending(ADJUDICATED, "egypt")),
        (Entry("cancel", ""), Ending(CANCELLED, "draw")),
    ],
)
def test_endings(entry: Entry, ending: Ending) -> None:
    assert history(A, entry).ending == ending
    with pytest.raises(JournalError, match="after the end"):
        history(A, entry, B)


def test_offers_lapse_when_they_no_longer_fit() -> None:
    back, draw = Entry("offer", "israel", "takeback 0"), Entry("offer", "israel", "draw")
    assert history(A, back, C).offer is None
    assert history(A, draw, C).offer == Offer("israel", "draw")  # who offers may play on
    assert history(A, draw, B).offer is None  # the other side has answered by acting
    assert history(A, draw, Entry("decline", "egypt")).offer is None
    assert history(A, draw, Entry("withdraw", "israel")).offer is None


@pytest.mark.parametrize(
    "entries",
    [
        (A, Entry("accept", "egypt")),
        (A, Entry("offer", "israel", "draw"), Entry("accept", "israel")),
        (A, Entry("offer", "israel", "draw"), Entry("withdraw", "egypt")),
        (A, Entry("offer", "israel", "peace")),
        (A, Entry("undo", "israel", "2")),
        (A, Entry("undo", "israel", "-1")),
        (A, Entry("adjudicate", "", "nobody")),
        (A, Entry("history", "israel")),
        (A, Entry("resign", "arab")),
    ],
)
def test_a_journal_that_makes_no_sense_is_refused(entries: tuple[Entry, ...]) -> None:
    with pytest.raises(JournalError):
        history(*entries)


def test_a_history_goes_on_as_if_it_had_been_read_whole() -> None:
    entries = [A, B, Entry("offer", "israel", "draw"), C, Entry("decline", "egypt"), A]
    for cut in range(len(entries)):
        assert history(*entries[:cut]).after(entries[cut:]) == history(*entries)
