"""Perft: sequences of decisions counted per second, beginning with the first move."""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import best_seconds, parser_of, say, set_up
from bridgehead.lab.perft import perft

MOST = 1000  # actions to choose from at the first decision, for a count of three


def main() -> None:
    parser_of(__doc__).parse_args()
    for info in bh.games():
        position = set_up(bh.load(info.id))
        depth = 3 if len(position.legal_actions()) < MOST else 2
        count = perft(position, depth)
        seconds = best_seconds(lambda: perft(position, depth), 3)  # noqa: B023
        say(
            f"{info.id}, perft {depth} = {count}",
            f"{seconds:.2f} s, {count / seconds / 1e6:.0f} M/s",
        )


if __name__ == "__main__":
    main()
