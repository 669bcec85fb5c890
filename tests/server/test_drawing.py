"""The groups of the board are sent when they change, and every window can draw the whole board."""

from __future__ import annotations

import json

from starlette.testclient import TestClient

from tests.server.conftest import Connection, begin, connect

SETTLED = {"night", "zones", "highlights", "line", "panel"}


def move(connection: Connection) -> None:
    """Move the first unit that can move, to the first place."""
    units = connection.state["decision"]["units"]
    unit, places = next((unit, verbs["move"]) for unit, verbs in units.items() if "move" in verbs)
    assert connection.do(f"move {unit} {places[0]}")["ok"]


def hear(connection: Connection) -> None:
    """Take in what has come until now."""
    connection.ask("why", action="end")


def test_what_has_not_changed_is_not_sent_again(client: TestClient) -> None:
    game = begin(client)
    with connect(client, game) as socket, connect(client, game) as second:
        first, later = Connection(socket), Connection(second)
        move(first)  # after somebody has entered, everything comes once more
        move(first)
        sent = [json.loads(text) for text in first.texts if '"type":"state"' in text][-1]["board"]
        assert "units" in sent
        assert not set(sent) & SETTLED
        hear(later)
        with connect(client, game) as third:
            newcomer = Connection(third)
            assert set(newcomer.state["board"]) >= SETTLED
            assert newcomer.state["board"] == first.state["board"] == later.state["board"]
