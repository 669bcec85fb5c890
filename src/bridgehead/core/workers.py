"""Parallel tasks: one interface for several processes of this machine and for clusters.

Simulations, ladders, training runs and data sets take a `Workers`. `Processes` runs the tasks here;
`bridgehead.lab.cluster` runs them on a cluster. Results depend on the task alone, never on where it
ran.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import connection, get_context, parent_process
from multiprocessing.synchronize import Event
from typing import Protocol, TypeVar

from bridgehead.core.titles.games import build_game

AHEAD = 3  # queued tasks per process: few enough that an interrupt takes effect soon

Work = TypeVar("Work")
Found = TypeVar("Found")
Handle = TypeVar("Handle")


class Workers(Protocol):
    """What runs tasks in parallel: processes of this machine, or a cluster."""

    @property
    def count(self) -> int:
        """The number of tasks that run at the same time."""

    def warm(self, game_id: str) -> None:
        """Compile a game's title once, before the tasks start."""

    def share(
        self, work: Callable[[Work], Found], tasks: Sequence[Work], *, in_order: bool = False
    ) -> Generator[tuple[int, Found], None, None]:
        """Run `work` for each task; yield (index, result) as tasks are completed.

        With `in_order` they are yielded in the order of the tasks. `work` is a function at module
        level; a task is plain data. Closing the iterator cancels the rest.
        """


class Processes:
    """Processes of this machine; with a count of one, tasks run in the calling process."""

    def __init__(self, count: int = 1) -> None:
        self.count = count

    def warm(self, game_id: str) -> None:
        """Compile a game's title here: the other processes load it from the cache."""
        build_game(game_id)

    def share(
        self, work: Callable[[Work], Found], tasks: Sequence[Work], *, in_order: bool = False
    ) -> Generator[tuple[int, Found], None, None]:
        """Run `work` for each task. Closing the iterator stops work that calls `check_stop`.

        With several processes a task must be picklable: makers of players are functions at module
        level, and the calling program guards its main part by `if __name__ == "__main__":`.
        """
        if self.count == 1 or len(tasks) <= 1:
            for place, task in enumerate(tasks):
                yield place, work(task)
            return
        context = get_context("spawn")
        stop = context.Event()
        number = min(self.count, len(tasks))
        executor = ProcessPoolExecutor(number, context, _begin_worker, (stop,))

        def done_of(waiting: Collection[Future[Found]]) -> Iterable[tuple[Future[Found], Found]]:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield future, future.result()

        try:
            yield from hand_out(
                tasks,
                lambda task: executor.submit(work, task),
                done_of,
                lambda: AHEAD * self.count,
                in_order=in_order,
            )
        finally:
            stop.set()
            executor.shutdown(cancel_futures=True)


def hand_out(
    tasks: Sequence[Work],
    submit: Callable[[Work], Handle],
    done_of: Callable[[Collection[Handle]], Iterable[tuple[Handle, Found]]],
    most: Callable[[], int],
    *,
    in_order: bool,
) -> Generator[tuple[int, Found], None, None]:
    """Submit tasks, `most` at a time; yield the index and the result of each completed one.

    `done_of` waits until at least one of the handles is done, and returns those that are. Results
    that wait for their turn count as submitted, so memory is limited by `most`.
    """
    places: dict[Handle, int] = {}
    kept: dict[int, Found] = {}  # completed tasks whose turn has not come
    submitted = following = 0
    while following < len(tasks):
        while submitted < len(tasks) and len(places) + len(kept) < most():
            places[submit(tasks[submitted])] = submitted
            submitted += 1
        for handle, found in done_of(places):
            place = places.pop(handle)
            if in_order:
                kept[place] = found
            else:
                following += 1  # as many as were yielded
                yield place, found
        while following in kept:
            yield following, kept.pop(following)
            following += 1


# Within a worker


class StoppedError(Exception):
    """The work was cancelled in the middle of a game: nobody waits for its result."""


_stop: Event | None = None  # in a worker: set when the work is cancelled


def check_stop() -> None:
    """Raise StoppedError if the work of this process was cancelled."""
    if _stop is not None and _stop.is_set():
        raise StoppedError


def _begin_worker(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - a process has one
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends the work
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """Exit when the parent process is gone, since nobody else would end this process."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
