"""Detect jumps of the database's clock by a steady clock of this process.

A system clock may be set forward or back: by hand, or when a machine without a battery gets the
time. Deadlines must move with it. (A clock that is only slightly fast or slow does not jump.)
"""

from __future__ import annotations

import time
from dataclasses import dataclass

LEAST = 5000  # ms: smaller differences come from the time that a query takes


def steady_time() -> int:
    """Return the time of a clock that never jumps, in milliseconds since an arbitrary moment."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # BOOTTIME also counts while the machine sleeps
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class ClockDifference:
    """The difference between the database's clock and the steady one at the last heartbeat."""

    at: int  # the steady time
    time: int  # the database's time
    jumped: int  # the sum of all jumps for which deadlines have been moved

    def jump(self, now: int, jumped: int) -> int:
        """Return by how far the database's clock has jumped since deadlines were last moved."""
        found = (now - self.time) - (steady_time() - self.at) - (jumped - self.jumped)
        return found if abs(found) >= LEAST else 0
