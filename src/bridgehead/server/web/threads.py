"""Blocking work in threads, so that the event loop stays free; and thinking that can be cancelled.

Each kind of work has its own threads, of a limited number: eight thinking players never delay a
hint, and a locked database never delays a picture. Work that cannot be cancelled, such as a write,
runs to its end even if its caller is gone; `run.serve` does not wait for it either.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Asked = Callable[[], bool]  # whether the thinking is to be cancelled

_SIZES = {
    "store": 8,  # reading and writing games, which may wait for a lock
    "setup": 4,  # setting games up, which may compile; reading records; early positions
    "opening": 2,  # reading running games, which may need the whole story; compressing it
    "archive": 1,  # opening finished games, which must not delay running ones
    "entering": 2,  # making the first state for a new window
    "choice": 8,  # choices of computer players
    "hint": 2,
    "analysis": 1,
    "grade": 1,  # plans for puzzles
}
_pools = {kind: ThreadPoolExecutor(size, kind) for kind, size in _SIZES.items()}


async def aside(kind: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Run `work` in a thread of this kind and return its result.

    If cancelled, the work is not started, or it runs on without anybody waiting for it.
    """
    here = copy_context()  # the language of the reader
    thread = _pools[kind].submit(lambda: here.run(work, *args, **named))
    return await asyncio.wrap_future(thread)


class GivenUpError(Exception):
    """Thinking was cancelled: its result is no longer needed."""


class Thought(Generic[T]):
    """Thinking about a position in a thread.

    `work(position, asked)` gets its own copy of the position; it calls `asked()` often, and ends
    with any exception once that is true. `position` is the original.
    """

    def __init__(self, kind: str, work: Callable[[Any, Asked], T], position: Any) -> None:
        self.position = position.copy()
        self._stop = threading.Event()
        self._thread = _pools[kind].submit(work, position.copy(), self._stop.is_set)
        self._ended = asyncio.wrap_future(self._thread)
        self._ended.add_done_callback(_heard)
        self._given_up = asyncio.Event()

    @property
    def is_given_up(self) -> bool:
        """Whether it was cancelled before it had a result."""
        return self._stop.is_set()

    def give_up(self) -> None:
        """Cancel it if it has no result yet; callers that wait for one get GivenUpError."""
        if not self._thread.done():
            self._stop.set()
            self._given_up.set()
            self._thread.cancel()  # no effect once the task has begun

    async def result(self) -> T:
        """Return its result. If this call is cancelled, the thinking goes on."""
        given_up = asyncio.ensure_future(self._given_up.wait())
        either: list[asyncio.Future[Any]] = [self._ended, given_up]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            given_up.cancel()
        if self.is_given_up:
            raise GivenUpError
        return self._ended.result()

    async def over(self) -> None:
        """Wait until the thread has ended, with or without a result."""
        await asyncio.wait([self._ended])


def _heard(ended: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a failed task, so that asyncio does not warn about it."""
    if not ended.cancelled():
        ended.exception()
