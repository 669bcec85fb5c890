"""Thinking that nobody waits for is given up, and those who think are bounded in number."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead import players
from bridgehead.players.search.agent import InterruptedThoughtError
from tests.server.conftest import Connection, begin, client_of, connect
from tests.server.thinking import FakeThinker
from tests.waiting import awaited, wait_until

PATIENCE = 100.0
THINKS = {"israel": "recruit", "egypt": "human"}


@dataclass
class Muse:
    """A computer player that thinks until it is interrupted; tests let it choose."""

    name: str = "muse"
    asked: Callable[[], bool] = lambda: False
    began: int = 0
    interrupted: int = 0
    at_once: int = 0
    most: int = 0
    chooses: threading.Event = field(default_factory=threading.Event)

    def interrupt(self, asked: Callable[[], bool]) -> None:
        self.asked = asked

    def choose(self, position: Any) -> str:
        self.began += 1
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until and not self.chooses.is_set():
                if self.asked():
                    self.interrupted += 1
                    raise InterruptedThoughtError
                time.sleep(0.01)  # it thinks
            return str(list(position.legal_actions())[-1])
        finally:
            self.at_once -= 1


@pytest.fixture
def muses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Muse]]:
    """Let every computer player be one that thinks for long."""
    found: list[Muse] = []

    def create(*_: Any, **__: Any) -> Muse:
        found.append(Muse())
        return found[-1]

    monkeypatch.setattr(players, "create", create)
    yield found
    for muse in found:
        muse.chooses.set()


def test_when_the_last_window_has_gone(muses: list[Muse], client: TestClient) -> None:
    game = begin(client, players=THINKS)
    with connect(client, game) as socket:
        Connection(socket)
        wait_until(lambda: muses[0].began == 1)
        assert not muses[0].interrupted
    wait_until(lambda: muses[0].interrupted == 1)
    with connect(client, game) as socket:  # who comes back lets it think anew
        connection = Connection(socket)
        wait_until(lambda: muses[0].began == 2)
        muses[0].chooses.set()
        connection.until(lambda state: state["at"] > 0)
    assert muses[0].most == 1


def test_when_the_game_is_deleted(muses: list[Muse], client: TestClient) -> None:
    game = begin(client, players=THINKS)
    with connect(client, game) as socket:
        connection = Connection(socket)
        wait_until(lambda: muses[0].began == 1)
        assert client.delete(f"/api/saved/{game}").status_code == 204
        while connection.receive()["type"] != "gone":
            pass
        wait_until(lambda: muses[0].interrupted == 1)


def test_when_the_server_ends(muses: list[Muse], data: Path) -> None:
    with client_of(data) as client, connect(client, begin(client, players=THINKS)) as socket:
        Connection(socket)
        wait_until(lambda: muses[0].began == 1)
    wait_until(lambda: muses[0].interrupted == 1)


def test_a_hint_when_nobody_waits_for_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bridgehead.server.web import answers

    slow, interrupted = threading.Event(), threading.Event()

    class Slow(FakeThinker):
        asked: Callable[[], bool] = lambda: False

        def interrupt(self, asked: Callable[[], bool]) -> None:
            self.asked = asked

        def think(self, position: Any) -> players.Thought:
            slow.set()
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                if self.asked():
                    interrupted.set()
                    raise InterruptedThoughtError
                time.sleep(0.01)  # it thinks
            raise AssertionError("nobody interrupted")

    async def gone(_: Any) -> None:
        await awaited(slow.is_set)

    monkeypatch.setattr(players, "thinker", lambda game, *_, **__: Slow(game))
    monkeypatch.setattr(answers, "_gone", gone)
    game = begin(client)
    asked = client.post(f"/api/saved/{game}/hint", json={"side": "israel", "at": 0})
    assert asked.status_code == answers.CLIENT_GONE
    assert interrupted.wait(PATIENCE)


def test_many_games_that_think_hold_up_neither_hints_nor_others(
    muses: list[Muse], made: list[FakeThinker], client: TestClient
) -> None:
    with contextlib.ExitStack() as stack:
        games = [begin(client, players=THINKS) for _ in range(10)]
        for game in games:
            Connection(stack.enter_context(connect(client, game)))
        wait_until(lambda: sum(muse.began for muse in muses) == 8)
        mine = begin(client)
        asked = client.post(f"/api/saved/{mine}/hint", json={"side": "israel", "at": 0})
        assert asked.status_code == 200
        assert sum(muse.began for muse in muses) == 8  # no more at a time
        for game in reversed(games):  # the two that wait for their turn go first
            assert client.delete(f"/api/saved/{game}").status_code == 204
        wait_until(lambda: sum(muse.interrupted for muse in muses) == 8)
        one_more = begin(client, players=THINKS)
        connection = Connection(stack.enter_context(connect(client, one_more)))
        wait_until(lambda: muses[-1].began == 1)  # it waits for none of those
        muses[-1].chooses.set()
        connection.until(lambda state: state["at"] > 0)
        assert sum(muse.began for muse in muses[:10]) == 8  # two had not begun, and never do
