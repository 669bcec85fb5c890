"""Compile the rules once, so that the test workers find them compiled.

python -m tests.warm_up
"""

from __future__ import annotations

import sys
import time

import bridgehead as bh
from bridgehead.core.kernel import on_compile
from bridgehead.lab.simulate import simulate
from bridgehead.server import warm


def main() -> None:
    compiled: list[str] = []
    on_compile(compiled.append)
    began = time.perf_counter()
    game = bh.load("across-suez-1980")
    warm.main()  # what the play server waits for
    for side in game.sides:  # the players' kernels, and those of whole games
        simulate(game, 2, 1, {side: "sergeant"})
    seconds = time.perf_counter() - began
    print(f"{len(compiled)} kernels compiled in {seconds:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
