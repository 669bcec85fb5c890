"""A server that is attacked goes on for everybody else: bounded attacks, on this machine alone.

    pytest -m slow -s tests/online/test_attacks.py

Each test prints its figures; docs/performance.md has them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.online import floods
from tests.online.attacked import Served, attack, finished_games, public_game

# again where other programs held this machine up
pytestmark = [pytest.mark.slow, pytest.mark.flaky(reruns=2)]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        yield server


def test_unknown_files(served: Served) -> None:
    begun = time.monotonic()
    with served.watched() as waits:
        for number in range(100):
            answer = served.get(f"/static/none-{number}", Cookie="session=a-secret-cookie")
            assert answer.status == 404
    seconds = time.monotonic() - begun
    print(waits.told(f"\n100 unknown files in {seconds:.1f} s"))
    assert waits.is_prompt
    assert waits.processor < 5.0  # with a traceback each 88 s
    assert "a-secret-cookie" not in served.log.read_text()


@pytest.mark.parametrize("count", [20, 190])
def test_windows_that_send_as_fast_as_they_can(tmp_path: Path, count: int) -> None:
    game, seconds = public_game(tmp_path), 10
    ignored = [json.dumps({"type": kind}) for kind in ("pace", "now", "pause", "look")]
    with Served(tmp_path) as server:
        assert server.get(f"/api/saved/{game}").status == 200
        path = f"/api/saved/{game}/play"
        with server.watched() as waits:
            attack(
                floods.windows, server.port, path, count, [*ignored, "{unreadable"], seconds,
                seconds=seconds + 20,
            )  # fmt: skip
    print(waits.told(f"\n{count} windows that send all they can for {seconds} s"))
    assert waits.is_prompt
    assert waits.megabytes < 100  # about 60 of them are what a server needs to open its first game


@pytest.mark.parametrize(("count", "files"), [(400, 300), (1500, 2000)])
def test_requests_that_never_end(tmp_path: Path, count: int, files: int) -> None:
    game, seconds = public_game(tmp_path), 20
    with Served(tmp_path, files) as server:
        assert server.get(f"/api/saved/{game}").status == 200
        with server.watched() as waits:
            attack(floods.half_requests, server.port, count, seconds, seconds=seconds + 50)
            assert server.get(f"/api/saved/{game}").status == 200
        written = server.log.stat().st_size
    print(waits.told(f"\n{count} half requests, {files} file descriptors, for {seconds} s"))
    assert waits.is_prompt
    assert written < 50_000  # once 121 MB a minute


@pytest.mark.parametrize("title", ["across-suez-1980", "suez-56", "october-war"])
def test_a_visitor_who_cycles_through_finished_games(tmp_path: Path, title: str) -> None:
    """More of them than stay in memory, so each is opened anew."""
    games, length = finished_games(tmp_path, title, 60)
    each = list[float]()
    with Served(tmp_path) as server:
        for round_trip in ("first", "second"):
            with server.watched() as waits:
                attack(floods.visit, server.port, games, seconds=900)
            each.append(1000 * waits.processor / len(games))
            what = f"{title}, 60 finished games of {length} actions, {round_trip} time"
            print(waits.told(f"\n{what}: {each[-1]:.0f} ms each"))
            assert waits.is_prompt
    assert each[1] < each[0] / 3  # what was told of a game is kept
