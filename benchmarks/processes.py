"""`simulate` on one process and on two."""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import say
from bridgehead.lab.simulate import simulate

GAMES = 30000
REPEATS = 3


def main() -> None:
    game = bh.load("across-suez-1980")
    simulate(game, 1)
    seconds = {1: float("inf"), 2: float("inf")}
    for _ in range(REPEATS):
        for processes, least in seconds.items():
            spent = simulate(game, GAMES, processes=processes).seconds
            seconds[processes] = min(least, spent)
    for processes, spent in seconds.items():
        say(f"simulate {game.id}, {GAMES} games, {processes} processes", f"{spent:.2f} s")
    say("two processes are faster by", f"{seconds[1] / seconds[2]:.2f} times")


if __name__ == "__main__":
    main()
