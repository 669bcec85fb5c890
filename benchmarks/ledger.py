"""What victory points are given for in Middle East Battles, between sergeants by learned numbers.

    python -m benchmarks.ledger GAME [--west RANK] [--egypt RANK] [--games N] [--seed S]

RANK is `sergeant` (the usual numbers), `captain` or `general`. Prints the mean entry of each line
of the ledger, in points, and how the games ended: where a side always wins, this says why.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.players import heuristic_weights, registry
from bridgehead.titles.middle_east_battles.data.editions import EDITIONS
from bridgehead.titles.middle_east_battles.state import FIRST_OF_WEST, LEDGER


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=EDITIONS)
    for side in ("west", "egypt"):
        parser.add_argument(f"--{side}", choices=("sergeant", *registry.THINKERS))
    parser.set_defaults(west="sergeant", egypt="sergeant")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game: Any = bh.load(asked.game)
    kernels: Any = registry.kernels(asked.game)
    thinking: Any = registry.thinking(asked.game)
    board = game.board.copy()
    for side, rank in enumerate((asked.west, asked.egypt)):
        if rank != "sergeant":
            board[0]["weights"][side] = heuristic_weights.board_of(game, rank)[0]["weights"][side]
    first = game.start().arrays[1]
    work, out = np.zeros(1, game.work_type), np.zeros(game.max_actions, np.int32)
    ledger, winners = np.zeros(len(LEDGER)), np.zeros(3, int)
    for number in range(asked.games):
        state = first.copy()
        random = np.random.Generator(np.random.SFC64([asked.seed, number]))
        thinking.play_out(board, state, work, out, random, -1, -1, np.zeros(2), -1)
        ledger += state[0]["ledger"] / 2
        winners[kernels.outcome(state[0])[0]] += 1  # the last, -1, is nobody
    for entry, (name, total) in enumerate(zip(LEDGER, ledger, strict=True)):
        owner = game.sides[0 if entry >= FIRST_OF_WEST else 1]
        if total:
            print(f"{owner:<13} {name:<28} {total / asked.games:6.2f}")
    print(f"won {winners[0]}, lost {winners[1]}, drawn {winners[2]}, as the {game.sides[0]}")


if __name__ == "__main__":
    main()
