"""How tests wait: for a condition, never for a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
EVERY = 0.01  # seconds between two looks


def wait_until(found: Callable[[], T], seconds: float = 60, *, every: float = EVERY) -> T:
    """Return what a function returns as soon as that is true. TimeoutError after so many seconds.

    The seconds only bound the wait of a test that fails: choose them for a busy machine.
    """
    deadline = time.monotonic() + seconds
    while not (result := found()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"it did not happen within {seconds} seconds")
        time.sleep(every)  # the one sleep of a test that waits; the condition is looked at again
    return result


async def awaited(found: Callable[[], T], seconds: float = 60, *, every: float = EVERY) -> T:
    """Do what `wait_until` does, and let the event loop go on meanwhile."""
    deadline = time.monotonic() + seconds
    while not (result := found()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"it did not happen within {seconds} seconds")
        await asyncio.sleep(every)
    return result
