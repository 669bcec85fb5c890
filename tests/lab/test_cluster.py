"""A Ray cluster of two nodes finds what this process finds, whoever dies in the middle.

`make nightly` installs Ray and fails without it; elsewhere these tests are skipped where it is
missing.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels import compiled
from bridgehead.core.titles.games import package_of
from bridgehead.core.workers import Processes
from bridgehead.lab import cluster
from bridgehead.lab.cluster import ClusterError, connected
from bridgehead.lab.dataset import Contents, write_dataset
from bridgehead.lab.ladder import ladder
from bridgehead.lab.simulate import simulate
from bridgehead.players.learned import training
from tests.cli.conftest import run  # noqa: F401
from tests.lab import compiled_only
from tests.waiting import wait_until

pytest.importorskip("ray", reason="Ray is the extra `cluster`: pip install -e '.[cluster]'")
pytestmark = [pytest.mark.slow, compiled_only]

GAME = "across-suez-1980"
TRAINING = training.Settings(GAME, games=10, practice=2, looks=6, hidden=4, epochs=2, seed=5)


def patiently(start: Callable[[], Any]) -> Any:
    """Start a part of Ray, which gives up after 30 seconds on a busy machine."""
    for left in (3, 2, 1, 0):
        try:
            return start()
        except Exception as error:
            if not left or "timed out during startup" not in str(error):
                raise
    raise AssertionError


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Two machines with a CPU each, and a worker folder of their own."""
    from ray.cluster_utils import Cluster

    compiled.build(package_of(GAME))  # the workers read what is kept
    both = Cluster()
    patiently(lambda: both.add_node(num_cpus=1, include_dashboard=False))
    patiently(lambda: both.add_node(num_cpus=1))
    yield both
    both.shutdown()


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in ("seconds", "times")}


class Noting:
    """A recruit that takes its time, and notes when its game begins and ends."""

    name = "noting"

    def __init__(self, notes: Path, game: bh.Game, seed: int) -> None:
        self._recruit = players.create(game, "recruit", seed)
        self._notes, self._seed = notes, seed
        self._note("begins")

    def _note(self, what: str) -> None:
        with self._notes.open("a") as file:
            file.write(f"{what} {os.getpid()} {self._seed}\n")

    def choose(self, position: bh.Position) -> str:
        time.sleep(0.001)  # so that games are still in play when their processes are killed
        return self._recruit.choose(position)

    def close(self) -> None:
        self._note("ends")


def lines(notes: Path) -> list[list[str]]:
    return [line.split() for line in notes.read_text().splitlines()]


def in_play(notes: Path) -> tuple[int, str]:
    """Return the process and the seed of a game that has begun and not ended."""

    def left() -> list[list[str]]:
        told = lines(notes)
        ended = {tuple(words[1:]) for words in told if words[0] == "ends"}
        return [words for words in told if words[0] == "begins" and tuple(words[1:]) not in ended]

    _, process, seed = wait_until(left)[-1]
    return int(process), seed


def test_everything_is_as_here(nodes: Any, tmp_path: Path) -> None:
    game, here, there = bh.load(GAME), tmp_path / "here.parquet", tmp_path / "there.parquet"
    who = {"israel": "captain@6n", "egypt": "sergeant"}
    contents = Contents(legal=True)
    seen: list[int] = []
    with connected(nodes.address) as workers:
        assert (workers.count, len(workers.nodes)) == (2, 2)
        summary = simulate(game, 600, 3, progress=seen.append, workers=workers)
        table = ladder(game, ["recruit", "captain@6n", "sergeant"], 2, 3, workers=workers)
        write_dataset(game, there, 3, 3, who, contents, workers=workers)
        judgement, made = training.train(TRAINING, workers=workers)
    assert seen == sorted(seen)
    assert seen[-1] == 600
    alone = simulate(game, 600, 3)
    assert dataclasses.replace(summary, seconds=0) == dataclasses.replace(alone, seconds=0)
    assert without_times(table) == without_times(
        ladder(game, ["recruit", "captain@6n", "sergeant"], 2, 3)
    )
    write_dataset(game, here, 3, 3, who, contents)
    assert there.read_bytes() == here.read_bytes()
    learned, as_here = training.train(TRAINING, workers=Processes())
    assert judgement.net.tolist() == learned.net.tolist()
    assert judgement.calibration == learned.calibration
    assert without_times(made) == without_times(as_here)


def test_a_killed_workers_games_are_played_again(nodes: Any, tmp_path: Path) -> None:
    game, notes = bh.load(GAME), tmp_path / "notes"
    own = functools.partial(Noting, notes)
    killed: list[tuple[int, str]] = []

    def kill(done: int) -> None:
        if not killed:
            killed.append(in_play(notes))
            os.kill(killed[0][0], signal.SIGKILL)

    with connected(nodes.address) as workers:
        found = simulate(game, 8, 3, {"israel": own}, progress=kill, workers=workers)
    ((pid, seed),) = killed
    begun = [int(words[1]) for words in lines(notes) if words[0] == "begins" and words[2] == seed]
    assert len(begun) == 2
    assert len(set(begun)) == 2
    ended = [words for words in lines(notes) if words[0] == "ends" and words[2] == seed]
    assert [int(words[1]) for words in ended] == [other for other in begun if other != pid]
    notes.unlink()
    alone = simulate(game, 8, 3, {"israel": own})
    assert dataclasses.replace(found, seconds=0) == dataclasses.replace(alone, seconds=0)


def test_a_lost_machines_games_are_played_again(nodes: Any, tmp_path: Path) -> None:
    game, notes = bh.load(GAME), tmp_path / "notes"
    own = functools.partial(Noting, notes)
    other = patiently(lambda: nodes.add_node(num_cpus=1))
    lost: list[int] = []

    def lose(done: int) -> None:
        if not lost:
            nodes.remove_node(other, allow_graceful=False)
            lost.append(done)

    with connected(nodes.address) as workers:
        found = simulate(game, 8, 3, {"israel": own}, progress=lose, workers=workers)
        assert lost
        assert len(workers.nodes) == 2
    alone = simulate(game, 8, 3, {"israel": own})
    assert dataclasses.replace(found, seconds=0) == dataclasses.replace(alone, seconds=0)


def deadly(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def refused(task: int) -> int:
    raise bh.IllegalAction("4.5", f"task {task}")


def slow(task: int) -> int:
    time.sleep(60 * (task > 0))  # it is called off: nobody waits for it
    return task


def test_what_fails_is_told(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "AGAIN", 1)
    with connected(nodes.address) as workers:
        with pytest.raises(bh.IllegalAction, match="task 7") as caught:
            list(workers.share(refused, [7]))
        assert caught.value.case == "4.5"
        with pytest.raises(ClusterError, match="given a task up after 2 attempts"):
            list(workers.share(deadly, [1]))
        with pytest.raises(ClusterError, match="connected to Ray already"), connected("local"):
            pass
        began = time.monotonic()
        parts = workers.share(slow, [0, 1, 2, 3])
        assert next(parts) == (0, 0)
        parts.close()  # what is being done is called off
        assert list(workers.share(slow, [0])) == [(0, 0)]
        assert time.monotonic() - began < 40


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nowhere", "write HOST:PORT"),
        ("127.0.0.1:9", "nobody answers"),
        ("ray://127.0.0.1:9", "write HOST:PORT"),
        ("auto", "ray start --head"),
    ],
)
def test_an_address_without_a_cluster(
    address: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if address == "auto":  # it would find the cluster of another test

        def finds_none(*words: object, **more: object) -> None:
            raise ConnectionError("Could not find any running Ray instance.")

        monkeypatch.setattr("ray.init", finds_none)
    with pytest.raises(ClusterError, match=reason), connected(address):
        pass


def test_the_command(run: Any) -> None:  # noqa: F811
    words = ("simulate", GAME, "--games", 300, "--seed", 2, "--json")
    local = run(*words, "--ray", "local", "--processes", 2)
    if "timed out during startup" in local.err:
        local = run(*words, "--ray", "local", "--processes", 2)
    assert local.status == 0
    assert "Ray cluster: machines: 1, tasks at a time: 2" in local.err
    assert without_times(json.loads(local.out)) == without_times(run(*words).data)
