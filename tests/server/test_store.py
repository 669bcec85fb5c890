"""The store: nothing is lost, nothing is half written, two servers do not mix."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bridgehead.core.dice import Secrets
from bridgehead.server import create_app
from bridgehead.server.rooms import Room
from bridgehead.server.store import Store, StoreError, UnknownSavedError
from tests.server.conftest import Window, begin, connect

RECORD = {"format": "bridgehead-record", "version": 1, "game": "across-suez-1980", "actions": []}


def test_actions_come_back_in_their_order(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    game = store.create({**RECORD, "actions": ["a"]}, {"turn": 1})
    store.append(game, 1, ["b", "c"], {"turn": 2})
    store.append(game, 3, ["d"], {"turn": 3})
    assert store.load(game) == {**RECORD, "actions": ["a", "b", "c", "d"]}
    store.truncate(game, 2, {"turn": 1})
    assert store.load(game)["actions"] == ["a", "b"]
    (listed,) = store.list()
    assert (listed["id"], listed["turn"]) == (game, 1)
    store.delete(game)
    assert store.list() == []
    for missing in (store.load, store.delete):
        with pytest.raises(UnknownSavedError):
            missing(game)
    store.close()


def test_two_servers_on_one_game(tmp_path: Path) -> None:
    first, second = Store(tmp_path / "games.sqlite"), Store(tmp_path / "games.sqlite")
    game = first.create(RECORD, {})
    first.append(game, 0, ["a"], {"turn": 1})
    with pytest.raises(StoreError, match="another server"):
        second.append(game, 0, ["x", "y"], {"turn": 9})
    assert second.load(game)["actions"] == ["a"]
    assert second.list()[0]["turn"] == 1
    first.close()
    second.close()


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
    with pytest.raises(StoreError, match="cannot be kept"):
        Store(path)
    assert path.read_text().startswith("this is no database")


def test_every_action_is_on_the_disk_before_it_is_told(client: TestClient, data: Path) -> None:
    game = begin(client, seed=3)
    other = Store(data / "bridgehead.sqlite")
    with connect(client, game) as socket:
        window = Window(socket)
        for action in ("end", "attack 0512 with matt-2 fire"):
            window.do(action)
            assert len(other.load(game)["actions"]) >= window.state["at"]
        window.until(lambda state: state["last"].startswith("roll"))
        assert len(other.load(game)["actions"]) == window.state["at"]
    other.close()


def test_a_new_server_goes_on_where_the_old_one_stopped(data: Path) -> None:
    with TestClient(create_app(Secrets(data / "secrets"))) as client:
        game = begin(client, seed=3)
        with connect(client, game) as socket:
            window = Window(socket)
            window.do("end")
            window.do("attack 0512 with matt-2 fire")
            window.until(lambda state: state["last"].startswith("roll"))
            before = window.state
            log = window.log
    app = create_app(Secrets(data / "secrets"))
    with TestClient(app) as client, connect(client, game) as socket:
        window = Window(socket)
        same = ("at", "units", "combat", "decision", "toMove", "step", "marks", "board")
        assert {key: window.state[key] for key in same} == {key: before[key] for key in same}
        assert window.log == log


def test_what_cannot_be_saved_is_not_done(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        hex_ = window.state["decision"]["units"]["sharon"]["move"][0]
        window.do(f"move sharon {hex_}")

        def full(*_: object) -> None:
            raise StoreError("the disk is full")

        for method in ("append", "truncate"):
            monkeypatch.setattr(Store, method, full)
        assert "full" in window.do("end")["error"]["text"]
        assert "full" in window.call(type="undo", at=1)["error"]["text"]
        monkeypatch.undo()
        assert window.do("end")["ok"]
        assert window.state["at"] == 2


def test_rooms_without_windows_do_not_pile_up(client: TestClient) -> None:
    hall = client.app.state.hall  # type: ignore[attr-defined]
    for _ in range(12):
        with connect(client, begin(client)) as socket:
            Window(socket)
    assert all(isinstance(room, Room) for room in hall._rooms.values())
    assert len(hall._rooms) <= 10
