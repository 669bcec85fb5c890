"""Compiling beside a game: the order of titles, what is told of it, and what goes wrong."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgehead.core.kernels import compiled, warming
from bridgehead.core.kernels.warming import COMPILING, FAILED, OFF, READY, WAITING, Warming
from bridgehead.core.titles.games import package_of
from tests.waiting import wait_until

SUEZ, MIDDLE_EAST, OCTOBER = "across-suez-1980", "suez-56", "october-war"

# stands for `bridgehead`: it tells how far it is, and ends when a file is there
COMPILER = """
import json, sys, time
from pathlib import Path
folder, (_, game, *options) = Path(sys.argv[1]), sys.argv[2:]
print("a warning", flush=True)
print(json.dumps({"game": game, "done": 7, "known": 20}), flush=True)
(folder / f"begun {game}").write_text(" ".join(options))
while not (folder / game).exists():
    time.sleep(0.01)  # the test writes the file, or ends this program
(folder / f"ended {game}").write_text("")
sys.exit(int((folder / game).read_text() or 0))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the compiler waits for files; what it has compiled can be used."""
    packages = {package_of(game): game for game in (SUEZ, MIDDLE_EAST, OCTOBER)}
    monkeypatch.setattr(warming, "JIT", True)
    monkeypatch.setattr(
        compiled, "use", lambda unit: (tmp_path / f"ended {packages[unit]}").exists()
    )
    return tmp_path


@pytest.fixture
def titles(folder: Path) -> Iterator[Warming]:
    """Return three titles of which none is compiled."""
    found = Warming(command=[sys.executable, "-c", COMPILER, str(folder)])
    yield found
    found.stop()


def until(path: Path) -> str:
    """Wait for a file that says something; return what. There is a moment in which it is empty."""
    return wait_until(lambda: path.exists() and path.read_text())


def test_titles_come_one_after_the_other_in_the_background(folder: Path, titles: Warming) -> None:
    titles.start()
    assert until(folder / f"begun {SUEZ}") == "--json --background"
    assert titles.progress("across-suez-1995").state == COMPILING
    wait_until(lambda: titles.progress(SUEZ).done)  # what was printed is read by a thread
    assert titles.progress(SUEZ).to_dict() == {"state": COMPILING, "done": 7, "known": 20}
    assert titles.progress(OCTOBER).to_dict() == {"state": WAITING, "done": 0, "known": 0}
    assert not titles.is_ready(SUEZ)
    (folder / SUEZ).write_text("")
    assert titles.wait(SUEZ, 60)
    assert titles.progress(SUEZ).to_dict() == {"state": READY, "done": 20, "known": 20}
    until(folder / f"begun {MIDDLE_EAST}")
    assert not (folder / f"begun {OCTOBER}").exists()


def test_the_title_that_is_played_waits_for_no_other(folder: Path, titles: Warming) -> None:
    titles.start()
    until(folder / f"begun {SUEZ}")
    titles.want(OCTOBER)
    assert until(folder / f"begun {OCTOBER}") == "--json"
    titles.want(OCTOBER)  # once is enough
    wait_until(lambda: titles.progress(SUEZ).done)
    titles.want(SUEZ)  # a third of it is compiled
    for game in (OCTOBER, SUEZ, MIDDLE_EAST):
        (folder / game).write_text("")
        assert titles.wait(game, 60)
    assert [titles.progress(game).state for game in (SUEZ, MIDDLE_EAST, OCTOBER)] == [READY] * 3


def test_a_title_that_has_hardly_begun_begins_again_with_a_higher_priority(
    folder: Path, titles: Warming
) -> None:
    titles.start()
    begun = folder / f"begun {SUEZ}"
    assert until(begun) == "--json --background"
    wait_until(lambda: titles.progress(SUEZ).done)
    begun.unlink()
    titles.progress(SUEZ).done = 2
    titles.want(SUEZ)
    assert until(begun) == "--json"
    (folder / SUEZ).write_text("")
    assert titles.wait(SUEZ, 60)
    assert titles.progress(SUEZ).state == READY


def test_a_title_that_cannot_be_compiled_is_told_of_and_played_on(
    folder: Path, titles: Warming, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / SUEZ).write_text("3")
    titles.start()
    assert titles.wait(SUEZ, 60)
    assert titles.progress(SUEZ).state == FAILED
    assert "ended with status 3: a warning" in titles.progress(SUEZ).failure
    assert "across-suez-1980 stays in plain Python" in caplog.text
    until(folder / f"begun {MIDDLE_EAST}")  # the next one is tried


def test_stopping_ends_what_compiles_at_once(folder: Path, titles: Warming) -> None:
    titles.start()
    until(folder / f"begun {SUEZ}")
    began = time.monotonic()
    titles.stop()
    assert time.monotonic() - began < 2
    assert not titles.wait(SUEZ, 1)  # nobody waits for a server that stops
    for thread in titles._threads:
        thread.join(60)
        assert not thread.is_alive()
    assert not list(folder.glob("ended *"))
    assert not (folder / f"begun {MIDDLE_EAST}").exists()


def test_what_a_title_has_taken_is_not_collected_during_a_thought(
    folder: Path, titles: Warming
) -> None:
    (folder / f"ended {SUEZ}").write_text("")
    before = gc.get_freeze_count()
    try:
        held = [[number] for number in range(1000)]  # as the title's objects
        titles.want(SUEZ)
        assert titles.wait(SUEZ, timeout=60)
        assert gc.get_freeze_count() >= before + len(held)
    finally:
        gc.unfreeze()


def test_what_is_kept_is_used_without_a_compiler(folder: Path) -> None:
    (folder / f"ended {OCTOBER}").write_text("")
    one = Warming(everything=False, command=["no such program"])
    one.start()
    one.want(OCTOBER)
    assert one.wait(OCTOBER, 60)
    assert one.progress(OCTOBER).state == READY
    assert one.progress(SUEZ).state == WAITING  # nobody plays it
    one.stop()


def test_without_machine_code_nothing_is_done(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "JIT", False)
    off = Warming(command=["no such program"])
    off.start()
    off.want(SUEZ)
    assert off.progress(SUEZ).state == OFF
    assert off.wait(SUEZ, 0)
