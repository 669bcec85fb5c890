"""The store: nothing is lost, nothing is half written, two programs do not mix."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bridgehead.server.games.sessions import Session
from bridgehead.server.games.store import ChangedError, Store, StoreError, UnknownSavedError
from tests.server.conftest import Connection, begin, client_of, connect

RECORD = {"format": "bridgehead-record", "version": 1, "game": "across-suez-1980", "actions": []}


def test_actions_come_back_in_their_order(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    game = store.create({**RECORD, "actions": ["a"]}, {"turn": 1})
    assert store.append(game, 0, 1, ["b", "c"], {"turn": 2}) == 1
    assert store.append(game, 1, 3, ["d"], {"turn": 3}) == 2
    assert store.load(game) == ({**RECORD, "actions": ["a", "b", "c", "d"]}, 2)
    assert store.truncate(game, 2, 4, 2, {"turn": 1}) == 3
    assert store.load(game) == ({**RECORD, "actions": ["a", "b"]}, 3)
    (listed,) = store.listing().games
    assert (listed["id"], listed["turn"]) == (game, 1)
    store.delete(game)
    assert store.listing() == ([], [])
    for missing in (store.load, store.delete):
        with pytest.raises(UnknownSavedError):
            missing(game)
    store.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Store, Store, str]]:
    """Return two programs' stores on one data folder, and a game of five actions."""
    first, second = Store(tmp_path / "games.sqlite"), Store(tmp_path / "games.sqlite")
    game = first.create({**RECORD, "actions": list("abcde")}, {"turn": 1})
    yield first, second, game
    first.close()
    second.close()


def test_what_another_program_has_written_is_not_written_over(
    two: tuple[Store, Store, str],
) -> None:
    first, second, game = two
    first.append(game, 0, 5, ["f"], {"turn": 2})
    with pytest.raises(ChangedError, match="another program"):
        second.append(game, 0, 5, ["x", "y"], {"turn": 9})
    with pytest.raises(ChangedError, match="another program"):
        second.truncate(game, 0, 5, 4, {"turn": 9})
    assert second.load(game) == ({**RECORD, "actions": list("abcdef")}, 1)
    assert second.listing().games[0]["turn"] == 2
    assert second.append(game, 1, 6, ["g"], {"turn": 3}) == 2


def test_nor_where_there_are_as_many_actions_as_before(two: tuple[Store, Store, str]) -> None:
    first, second, game = two
    first.truncate(game, 0, 5, 4, {"turn": 1})
    first.append(game, 1, 4, ["E"], {"turn": 1})
    for write in (
        lambda: second.append(game, 0, 5, ["x"], {}),
        lambda: second.truncate(game, 0, 5, 4, {}),
    ):
        with pytest.raises(ChangedError):
            write()
    assert second.load(game).record["actions"] == list("abcdE")


def test_nor_where_the_last_action_is_another_one(two: tuple[Store, Store, str]) -> None:
    first, second, game = two
    with sqlite3.connect(first.path) as connection:  # by another program
        connection.execute("INSERT INTO actions VALUES (?, 6, 'f')", (game,))
    connection.close()
    with pytest.raises(ChangedError):
        second.truncate(game, 0, 5, 4, {})
    with pytest.raises(ChangedError):
        second.append(game, 0, 5, ["x"], {})
    assert second.load(game).record["actions"] == list("abcdef")


def test_a_game_that_another_program_has_deleted_is_unknown(two: tuple[Store, Store, str]) -> None:
    first, second, game = two
    first.delete(game)
    with pytest.raises(UnknownSavedError):
        second.append(game, 0, 5, ["x"], {})
    with pytest.raises(UnknownSavedError):
        second.truncate(game, 0, 5, 4, {})
    assert second.listing().games == []


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError, match="newer Bridgehead"):
        Store(path)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("this is no database, but a letter to a friend" * 50)
    with pytest.raises(StoreError, match="cannot be saved"):
        Store(path)
    assert path.read_text().startswith("this is no database")


def test_the_page_learns_that_another_program_has_changed_the_game(
    client: TestClient, data: Path
) -> None:
    game, other = begin(client, seed=3), Store(data / "bridgehead.sqlite")
    with connect(client, game) as socket:
        connection = Connection(socket)
        other.append(game, 0, 0, ["end"], {"turn": 1})
        for answer in (connection.do("end"), connection.do("resign")):
            assert "another program" in answer["error"]["text"]
        assert connection.state["at"] == 0
    assert other.load(game).record["actions"] == ["end"]
    other.close()


def test_every_action_is_on_the_disk_before_it_is_told(client: TestClient, data: Path) -> None:
    game = begin(client, seed=3)
    other = Store(data / "bridgehead.sqlite")
    with connect(client, game) as socket:
        connection = Connection(socket)
        for action in ("end", "attack 0512 with matt-2 fire"):
            connection.do(action)
            assert len(other.load(game).record["actions"]) >= connection.state["at"]
        connection.until(lambda state: state["last"].startswith("roll"))
        assert len(other.load(game).record["actions"]) == connection.state["at"]
    other.close()


def test_a_new_server_goes_on_where_the_old_one_stopped(data: Path) -> None:
    with client_of(data) as client:
        game = begin(client, seed=3)
        with connect(client, game) as socket:
            connection = Connection(socket)
            connection.do("end")
            connection.do("attack 0512 with matt-2 fire")
            connection.until(lambda state: state["last"].startswith("roll"))
            before = connection.state
            log = connection.log
    with client_of(data) as client, connect(client, game) as socket:
        connection = Connection(socket)
        same = ("at", "units", "combat", "decision", "toMove", "step", "marks", "board")
        assert {key: connection.state[key] for key in same} == {key: before[key] for key in same}
        assert connection.log == log


def test_what_cannot_be_saved_is_not_done(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        hex_ = connection.state["decision"]["units"]["sharon"]["move"][0]
        connection.do(f"move sharon {hex_}")

        def full(*_: object) -> None:
            raise StoreError("the disk is full")

        for method in ("append", "truncate"):
            monkeypatch.setattr(Store, method, full)
        assert "full" in connection.do("end")["error"]["text"]
        assert "full" in connection.call(type="undo", at=1)["error"]["text"]
        monkeypatch.undo()
        assert connection.do("end")["ok"]
        assert connection.state["at"] == 2


def test_rooms_without_windows_do_not_pile_up(client: TestClient) -> None:
    open_games = client.app.state.open_games  # type: ignore[attr-defined]
    for _ in range(12):
        with connect(client, begin(client)) as socket:
            Connection(socket)
    assert all(isinstance(session, Session) for session in open_games._sessions.values())
    assert len(open_games._sessions) <= 10
