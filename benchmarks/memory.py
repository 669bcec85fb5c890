"""Memory: bytes of a state and of a position, and the peak memory of a process that simulates.

python -m benchmarks.memory [GAME]
"""

from __future__ import annotations

import resource
import tracemalloc

import bridgehead as bh
from benchmarks.common import named_game, say
from bridgehead.lab.simulate import simulate

COPIES = 1000


def main() -> None:
    game = bh.load(named_game(__doc__))
    say("a state (all that is a position's own)", f"{game.state_type.itemsize} bytes")
    say("what is computed from it, where needed", f"{game.work_type.itemsize} bytes")
    position = game.start()
    tracemalloc.start()
    kept = [position.copy() for _ in range(COPIES)]
    held = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    say("a position as Python holds it, not yet asked anything", f"{held:.0f} bytes")
    say("the process, game loaded", peak())
    simulate(game, 2000)
    say("the process, after simulate of 2000 games", peak())
    simulate(game, 20000)
    say("the process, after simulate of 20000 games more", peak())


def peak() -> str:
    """Return the peak memory of this process in bytes (Linux counts in kibibytes)."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB at most"


if __name__ == "__main__":
    main()
