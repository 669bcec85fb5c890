"""How balanced a board is between sergeants that play with the weights of another rank.

    python -m benchmarks.balance suez-56 --rank captain --games 200 [--option what_if] [--seed 1]

Sergeants decide in a millisecond, so hundreds of games take seconds. With a captain's weights they
predict the results of strong players better than with their usual weights.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.players import title_players
from bridgehead.players.learned import heuristic_weights


def results(game: Any, board: Any, games: int, seed: int) -> tuple[list[int], list[float]]:
    """Return how many games the first side won, drew and lost, and its leads in points."""
    kernels: Any = title_players.kernels(game.id)
    sergeant = kernels.KINDS["sergeant"]
    counts, leads = [0, 0, 0], []
    for number in range(games):
        state, work = game.start().arrays[1].copy(), np.zeros(1, game.work_type)
        out, random = np.zeros(game.max_actions, np.int32), np.random.default_rng((seed, number))
        kernels.play_out(board, state, work, out, random, sergeant, sergeant)
        winner = int(kernels.outcome(state[0])[0])
        counts[{0: 0, 1: 2}.get(winner, 1)] += 1
        lead = kernels.lead(board, state, work)
        if lead is not None:
            leads.append(float(lead))
    return counts, leads


def main() -> None:
    """Play the games and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--rank", default="captain", help="whose weights; sergeant: the usual ones")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game: Any = bh.load(asked.game, **dict.fromkeys(asked.option, True))
    board = heuristic_weights.board_of(game, asked.rank) if asked.rank != "sergeant" else game.board
    counts, leads = results(game, board, asked.games, asked.seed)
    scores = np.repeat([1.0, 0.5, 0.0], counts)
    error = 1.96 * scores.std() / len(scores) ** 0.5
    names = ", ".join(map(str, counts))
    print(f"{game.sides[0]} won, drew, lost: {names}; score {scores.mean():.1%} ± {error:.1%}")
    if leads:
        print(f"lead {np.mean(leads):.1f}, standard deviation {np.std(leads):.1f}")


if __name__ == "__main__":
    main()
