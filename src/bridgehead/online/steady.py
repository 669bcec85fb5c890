"""Jumps of the database's clock, found by a clock of this process that never jumps.

A system clock is set forward or back: by hand, or when a machine without a battery learns the time.
Deadlines have to move with it. (A clock that only runs a little faster or slower jumps by nothing.)
"""

from __future__ import annotations

import time
from dataclasses import dataclass

LEAST = 5000  # ms: anything less is the time that a question takes


def steady_time() -> int:
    """Return the time of a clock that never jumps, in milliseconds from some moment on."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # this one goes on while the machine sleeps
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class Steady:
    """How the database's clock stood beside the steady one at the last heartbeat."""

    at: int  # the steady time
    time: int  # the database's time
    jumped: int  # the sum of all jumps that deadlines have been moved by

    def jump(self, now: int, jumped: int) -> int:
        """Return by how much the database's clock has jumped, where nobody has moved deadlines."""
        found = (now - self.time) - (steady_time() - self.at) - (jumped - self.jumped)
        return found if abs(found) >= LEAST else 0
