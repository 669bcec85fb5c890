"""Perft: sequences of decisions counted a second."""

from __future__ import annotations

import bridgehead as bh
from benchmarks.common import best_seconds, say
from bridgehead.lab.perft import perft


def main() -> None:
    for info in bh.games():
        position = bh.load(info.id).start()
        count = perft(position, 3)
        seconds = best_seconds(lambda: perft(position, 3))  # noqa: B023
        say(f"{info.id}, perft 3 = {count}", f"{seconds:.2f} s, {count / seconds / 1e6:.0f} M/s")


if __name__ == "__main__":
    main()
