"""Compile the rules once, so that the test workers find them compiled: a process for each title.

python -m tests.warm_up
"""

from __future__ import annotations

import subprocess
import sys
import time

import bridgehead as bh
from bridgehead.core.kernel import on_compile
from bridgehead.lab.simulate import simulate
from bridgehead.server import warm


def main() -> None:
    titles = sys.argv[1:]
    if not titles:
        workers = [
            subprocess.Popen([sys.executable, "-m", "tests.warm_up", game_id])
            for game_id in warm.one_of_each_title()
        ]
        sys.exit(max(worker.wait() for worker in workers))
    for game_id in titles:
        compile_title(game_id)


def compile_title(game_id: str) -> None:
    """Use what the play server waits for, and the kernels of whole games between the players."""
    compiled: list[str] = []
    on_compile(compiled.append)
    began = time.perf_counter()
    game = bh.load(game_id)
    warm.main(game_id)
    for side in game.sides:
        simulate(game, 2, 1, {side: "sergeant"})
    seconds = time.perf_counter() - began
    print(f"{game_id}: {len(compiled)} kernels compiled in {seconds:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
