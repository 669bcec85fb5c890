"""What the measurements share: the best of several runs, and lines that look alike.

On a machine that does other things too, the best run is the one that was disturbed least. What
runs in this process alone is measured in seconds of the processor, which others do not use up.
"""

from __future__ import annotations

import time
from collections.abc import Callable

REPEATS = 7


def best_seconds(
    run: Callable[[], object],
    repeats: int = REPEATS,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """Return the seconds of the fastest of several runs, of this process or by another clock."""
    best = float("inf")
    for _ in range(repeats):
        began = clock()
        run()
        best = min(best, clock() - began)
    return best


def say(what: str, figure: str) -> None:
    """Print one line."""
    print(f"{what:<58} {figure}", flush=True)
