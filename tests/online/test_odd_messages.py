"""Messages that no page sends, and faults of the server: each is answered, and the window lives."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.online.live.game_journal import GameJournal
from bridgehead.online.web import window as sockets
from tests.online.conftest import Person, Seat

pytestmark = pytest.mark.plain


@pytest.fixture
def game(client: TestClient) -> tuple[Person, str]:
    """Return Anna, who is to move, and her game against Bert."""
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    found = anna.challenge("israel")
    bert.join(found)
    return anna, found


def test_a_plan_of_nothing_is_refused(game: tuple[Person, str]) -> None:
    anna, id_ = game
    with anna.sits(id_) as socket:
        seat = Seat(socket)
        known = {"at": seat.state["at"], "version": seat.state["version"]}
        answer = seat.call(type="plan", actions=[], **known)
        assert not answer["ok"]
        assert "the list is empty" in answer["error"]["text"]
        assert seat.do(seat.a_move())["ok"]


@pytest.mark.parametrize("change", [False, True])
def test_a_fault_is_told_and_logged_and_the_window_goes_on(
    game: tuple[Person, str],
    change: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    anna, id_ = game

    def fault(*_: Any, **__: Any) -> Any:
        raise TypeError("a fault of ours")

    with anna.sits(id_) as socket:
        seat = Seat(socket)
        move = seat.a_move()
        with monkeypatch.context() as patch:
            if change:  # in the middle of a change
                patch.setattr(GameJournal, "after", fault)
            else:
                patch.setattr(sockets, "_answer", fault)
            answer = seat.do(move)
        assert not answer["ok"]
        assert answer["error"]["kind"] == "fault"
        assert "a fault of ours" in caplog.text
        assert "a fault of ours" not in answer["error"]["text"]
        assert seat.state["at"] == 0
        assert seat.do(move)["ok"]
        assert seat.state["at"] == 1
