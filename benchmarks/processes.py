"""`simulate` on one process and on two.

python -m benchmarks.processes [GAME]
"""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import DEFAULT_GAME, named_game, say
from bridgehead.lab.simulate import simulate

REPEATS = 3


def main() -> None:
    game = bh.load(named_game(__doc__))
    games = 30000 if game.id == DEFAULT_GAME else 4000
    simulate(game, 1)
    seconds = {1: float("inf"), 2: float("inf")}
    for _ in range(REPEATS):
        for processes, least in seconds.items():
            spent = simulate(game, games, processes=processes).seconds
            seconds[processes] = min(least, spent)
    for processes, spent in seconds.items():
        say(f"simulate {game.id}, {games} games, {processes} processes", f"{spent:.2f} s")
    say("two processes are faster by", f"{seconds[1] / seconds[2]:.2f} times")


if __name__ == "__main__":
    main()
