"""Compile the rules once, so that the test workers find them compiled: a process for each title.

Two titles at a time, beginning with the one that takes longest, so that no core waits at the end.

python -m tests.warm_up
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import bridgehead as bh
from bridgehead.core.kernel import on_compile
from bridgehead.lab.simulate import simulate
from bridgehead.server import warm

AT_ONCE = 2


def main() -> None:
    titles = sys.argv[1:]
    if not titles:
        with ThreadPoolExecutor(AT_ONCE) as pool:  # the registry's last title is the largest
            sys.exit(max(pool.map(compile_apart, reversed(warm.one_of_each_title()))))
    gc.set_threshold(200_000)  # looking for garbage is a tenth of the time otherwise
    for game_id in titles:
        compile_title(game_id)


def compile_apart(game_id: str) -> int:
    """Compile a title in a process of its own; its exit status."""
    worker = subprocess.run([sys.executable, "-m", "tests.warm_up", game_id], check=False)
    return abs(worker.returncode)


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
