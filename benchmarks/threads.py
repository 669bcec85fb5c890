"""How many rollouts captain and general make in a second of the clock, by the number of threads.

    python -m benchmarks.threads [GAME ...] [--threads 1 2 4] [--seconds S]

One plan from the set-up on, for each number of threads in turn, several times over, so that other
work on the machine falls on all alike. Use an idle machine: the clock counts, not the processor.
"""

from __future__ import annotations

import argparse
from collections import Counter

import bridgehead as bh
from benchmarks.common import say
from bridgehead.core.titles.games import build_game
from bridgehead.players.ranks.thinker import Thinker

GAMES = ("across-suez-1980", "suez-56", "october-war")
ROUNDS = 4


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--rank", default="general")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    for id_ in args.game:
        build_game(id_)
        game = bh.load(id_)
        position, looks, seconds = game.start(), Counter[int](), Counter[int]()
        for seed in range(ROUNDS):
            for threads in args.threads:
                thinker = Thinker(game, args.rank, seed, args.seconds, threads=threads)
                thought = thinker.think(position)
                looks[threads] += thought.looks
                seconds[threads] += thought.seconds
        rates = ", ".join(f"{n}: {looks[n] / seconds[n]:.0f}" for n in args.threads)
        say(id_, f"rollouts a second by threads: {rates}")


if __name__ == "__main__":
    main()
