"""Does more time make a player stronger? One rank with more and more rollouts against one rival.

    python -m benchmarks.more_time [GAME] [--rank RANK] [--rival PLAYER] [--looks N [N ...]]
        [--pairs N] [--seed S] [--processes P]

Rollouts instead of seconds, so that the same seed plays the same games on any machine; what they
take is told beside. The error of the Elo difference is that of 95 of 100, from the pairs.
"""

from __future__ import annotations

import argparse

from bridgehead.core.registry import load
from bridgehead.lab.ladder import ladder
from bridgehead.players import registry


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="across-suez-1980")
    parser.add_argument("--rank", choices=registry.THINKERS, default="general")
    parser.add_argument("--rival", default="captain@60n")
    parser.add_argument("--looks", type=int, nargs="+", default=[30, 100, 300, 1000])
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.rival in (f"{asked.rank}@{looks}n" for looks in asked.looks):
        parser.error(
            f"{asked.rival} would play itself: name another rival, or other numbers of rollouts"
        )
    game = load(asked.game)
    first, second = game.sides
    print(f"| rollouts | score | Elo | as {first} | as {second} | mean time of a decision |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for looks in asked.looks:
        name = f"{asked.rank}@{looks}n"
        found = ladder(game, [name, asked.rival], asked.pairs, asked.seed, asked.processes)
        elo, shares = found["pairings"][0]["elo"], found["results"][name]["sides"]
        cells = (
            f"{looks}",
            f"{found['score'][name]:.1%}",
            f"{elo['difference']:+.0f} ± {elo['error']:.0f}",
            f"{shares[first]:.1%}",
            f"{shares[second]:.1%}",
            f"{1000 * found['times'][name]['mean']:.0f} ms",
        )
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
