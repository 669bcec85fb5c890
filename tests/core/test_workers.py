"""Tasks are handed out a few at a time, and come back in their order where that is asked."""

from __future__ import annotations

import pickle
import random
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from bridgehead.core.errors import IllegalAction
from bridgehead.core.kernels import compiled
from bridgehead.core.workers import Processes, hand_out
from bridgehead.lab import cluster

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("in_order", [False, True])
def test_few_tasks_are_out_at_a_time(in_order: bool) -> None:
    draw = random.Random(1)
    out: set[int] = set()
    kept: list[int] = []
    most = 0

    def submit(task: int) -> int:
        nonlocal most
        out.add(task)
        most = max(most, len(out) + len(kept))
        return task

    def done_of(waiting: Collection[int]) -> Iterator[tuple[int, int]]:
        assert set(waiting) == out
        for handle in draw.sample(sorted(out), draw.randint(1, len(out))):
            out.discard(handle)
            kept.append(handle)
            yield handle, 10 * handle

    places = []
    for place, found in hand_out(range(100), submit, done_of, lambda: 6, in_order=in_order):
        assert found == 10 * place
        kept.remove(place)
        places.append(place)
    assert sorted(places) == list(range(100))
    assert (places == sorted(places)) is in_order
    assert most == 6


def double(number: int) -> int:
    return 2 * number


def test_a_refusal_comes_back_from_another_process() -> None:
    again = pickle.loads(pickle.dumps(IllegalAction("4.5", "too far")))
    assert (type(again), again.case, again.reason) == (IllegalAction, "4.5", "too far")
    assert str(again) == "[4.5] too far"


def test_one_process_does_the_work_itself() -> None:
    assert list(Processes().share(double, [3, 4])) == [(0, 6), (1, 8)]
    assert list(Processes(4).share(double, [])) == []


def test_one_worker_of_a_machine_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others wait for it at a lock, and then read what it has kept."""
    built: list[str] = []

    def build(unit: str) -> None:
        assert list(tmp_path.glob("*.lock"))
        built.append(unit)

    monkeypatch.setenv("BRIDGEHEAD_CACHE", str(tmp_path))
    monkeypatch.setattr(cluster, "JIT", True)
    monkeypatch.setattr(compiled, "build", build)
    monkeypatch.setattr(compiled, "use", built.__contains__)
    for _ in range(2):
        cluster.make_ready("suez-56")
    assert len(built) == 1
    assert not list(tmp_path.glob(".*.lock"))


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with (
        pytest.raises(cluster.ClusterError, match="extra 'cluster'"),
        cluster.connected("local"),
    ):
        pass
