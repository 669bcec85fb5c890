"""What is done to somebody in one process holds in the others."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from bridgehead.online.live import game_server
from tests.online import simultaneous_requests
from tests.online.conftest import SECRET, Person, Seat, client_of
from tests.online.test_security import drain

pytestmark = pytest.mark.plain


def test_a_session_that_ends_here_closes_its_windows_there(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_server, "EVERY", 0.02)
    with client_of(url) as one, client_of(url) as other:
        anna, stolen = Person(one, "Anna"), Person(other, "", register=False)
        game = anna.challenge("israel")
        Person(one, "Bert").join(game)
        assert stolen.post("/login", name="Anna", password=SECRET).status_code == 303
        spectator = Person(other, "", register=False)
        with stolen.sits(game) as socket, spectator.sits(game) as watching:
            Seat(socket)
            watcher = Seat(watching)
            assert anna.post("/settings/revoke", session="others").status_code == 303
            with pytest.raises(WebSocketDisconnect):
                drain(socket)
            assert not watcher.call(type="resign")["ok"]  # who only watches stays


@pytest.mark.slow
def test_of_what_cannot_both_be_one_is_carried_out() -> None:
    """Thirty times; `python -m tests.online.simultaneous_requests` does it as often as you like."""
    race = simultaneous_requests.run(30, seed=1)
    assert race.faults == []
    assert race.found.total() >= 30
    assert len(race.told.done) > 10
