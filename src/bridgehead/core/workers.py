"""Many tasks, done by several processes of this machine: one interface, whoever does them.

`Workers` is what a simulation, a ladder, a training run or a data set asks for. `Processes` does
the tasks here; `bridgehead.lab.cluster` has them done on a cluster. What a task finds depends on
the task alone, so nobody can tell afterwards who did it.
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

from bridgehead.core.registry import build_game

AHEAD = 3  # tasks handed out for each process: few enough that an interrupt ends soon

Work = TypeVar("Work")
Found = TypeVar("Found")
Handle = TypeVar("Handle")


class Workers(Protocol):
    """Those who do the tasks."""

    @property
    def count(self) -> int:
        """How many tasks they do at a time."""

    def warm(self, game_id: str) -> None:
        """Compile a game's title, so that no task has to."""

    def share(
        self, work: Callable[[Work], Found], tasks: Sequence[Work], *, in_order: bool = False
    ) -> Generator[tuple[int, Found], None, None]:
        """Do the work of each task, yielding its place and what was found, as they are done.

        With `in_order` they are yielded in the order of the tasks. `work` is a function of a
        module; a task is plain data. Closing the iterator calls the rest off.
        """


class Processes:
    """Processes of this machine; with one the tasks are done in the process that asks."""

    def __init__(self, count: int = 1) -> None:
        self.count = count

    def warm(self, game_id: str) -> None:
        """Compile a game's title here: the other processes read what is kept."""
        build_game(game_id)

    def share(
        self, work: Callable[[Work], Found], tasks: Sequence[Work], *, in_order: bool = False
    ) -> Generator[tuple[int, Found], None, None]:
        """Do the work of each task. Closing the iterator ends work that asks `check_stop`.

        With several processes a task must be picklable: makers of players are functions of a
        module, and the calling program guards its main part by `if __name__ == "__main__":`.
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
    """Submit tasks, `most` at a time, and yield the place and the find of each that is done.

    `done_of` waits until one of the handles is done, and gives those that are. What waits for its
    turn to be yielded counts as handed out: so it never grows beyond `most`.
    """
    places: dict[Handle, int] = {}
    kept: dict[int, Found] = {}  # done, but not yet their turn
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
    """The work was called off in the middle of a game: nobody waits for its result."""


_stop: Event | None = None  # in a worker: set when the work is called off


def check_stop() -> None:
    """Raise StoppedError where the work that this process shares has been called off."""
    if _stop is not None and _stop.is_set():
        raise StoppedError


def _begin_worker(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - a process has one
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends the work
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """Leave when the parent is gone, killed perhaps: nobody would ever end this process."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
