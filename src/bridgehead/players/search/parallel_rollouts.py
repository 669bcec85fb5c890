"""Parallel rollouts: several agents of one player, each in its own thread.

Compiled rollouts release Python's lock. Each rollout has its own dice by its number, so that
results do not depend on the number of threads: a player that counts rollouts plays the same game
with one thread as with eight, only faster.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

from bridgehead.players.search.agent import Agent

MOST = 64  # threads; `cli.arguments` says so too
T = TypeVar("T")
Work = Callable[[Agent, int], T]


def spare_cores(most: int = 6) -> int:
    """Return the number of threads for thinking beside a game: all cores but one.

    `most` is the number of rollouts of a plan that run at the same time.
    """
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(most, cores - 1))


class ParallelAgents:
    """Several agents that do the same work for different numbers; the first is the player's own."""

    def __init__(self, agent: Agent, threads: int) -> None:
        if not 1 <= threads <= MOST:
            raise ValueError(f"{threads} threads: there may be 1 to {MOST}")
        self._agents = [agent, *(agent.twin() for _ in range(threads - 1))]
        self._pool = ThreadPoolExecutor(threads - 1, "rollouts") if threads > 1 else None

    def each(
        self, work: Work[T], numbers: Sequence[int], is_over: Callable[[], bool] = lambda: False
    ) -> list[T]:
        """Return `work(agent, number)` for each number, in order.

        When `is_over()` returns True, no more are started; then the list is shorter, but not empty.
        The work for the first number is always done by the player's own agent, in this thread.
        """
        pool, own = self._pool, self._agents[0]
        for one in self._agents:
            one.board = own.board  # in a style it is another for each side
        count = min(len(self._agents), len(numbers))
        if pool is None or count < 2 or not own.is_compiled:
            return _share(own, work, numbers, is_over)
        others: list[Any] = [
            pool.submit(_share, self._agents[i], work, numbers[i::count], is_over)
            for i in range(1, count)
        ]
        try:
            shares = [_share(own, work, numbers[::count], is_over)]
        finally:
            wait(others)  # they use what the caller may change next
        shares += [other.result() for other in others]
        found = []
        for i in range(len(numbers)):
            share, at = shares[i % count], i // count
            if at >= len(share):
                break
            found.append(share[at])
        return found


def _share(
    agent: Agent, work: Work[T], numbers: Sequence[int], is_over: Callable[[], bool]
) -> list[T]:
    found = []
    for number in numbers:
        found.append(work(agent, number))
        if is_over():
            break
    return found
