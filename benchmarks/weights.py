"""Learn the sergeant's weights of a side, by an evolution strategy (CMA-ES).

python -m benchmarks.weights GAME --side SIDE [--generations N] [--games N] [--population N]
    [--count WHAT] [--seed N] [--processes N] [--go-on]

Each candidate plays whole games against the usual sergeant, and begins as one. What counts is the
mean lead in victory points; where a title counts none (Across Suez), 100 for a game that Israel has
won, and up to 30 for how near it came; in October War, where a game may also be won at once, a
hundred times what a finished game is worth to the searching players. In Suez '56 a West that has
lost as things stand plays on past the printed turns, which hides how near it came: `--count turns`
takes the lead when those are over, `--count draw` how near that is to a draw. Prints the numbers as
TOML, for the title's `learned_weights.toml`, and what they are worth in games that they were not
learned from.
Numbers that the side or the game never reads wander about their usual values. Needs
the extra `train` (docs/install.md).
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bridgehead as bh
from benchmarks.sergeants_games import SergeantsGames
from bridgehead.core.titles.games import title_of
from bridgehead.players.learned import heuristic_weights
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.rules.victory import objectives_held
from bridgehead.titles.middle_east_battles.state import OVER, WEST

STEP = 0.2  # of the usual value, at first
NEAR = 2.0  # `--count draw`: so many points from a draw is near it
FRESH = 1_000_000  # seeds that nothing is learned from
Numbers = NDArray[np.float64] | None


class Table:
    """Plays games between a side with these numbers and its enemy."""

    def __init__(self, game_id: str, side: int, count: str) -> None:
        game: Any = bh.load(game_id)
        self.count = count
        # player turns until `_worth` is called: -1 all, else the printed ones, set-up being one
        self.limit = -1 if count == "end" else 2 * int(game.board[0]["turns"]) + 1
        self.playing = SergeantsGames(game)
        self.first = game.start().arrays[1]
        self.board = game.board.copy()
        self.side = side
        learned = heuristic_weights.board_of(game, heuristic_weights.RANK)
        self.own = learned[0]["weights"][side].copy()
        self.usual = self.board[0]["weights"][side].copy()

    def worth(self, numbers: Numbers, seed: int, games: int) -> tuple[float, float]:
        """Return the value of some games to the side, and its score; None: the usual numbers."""
        self.board[0]["weights"][self.side] = self.usual if numbers is None else numbers
        total, score = 0.0, 0.0
        for game in range(games):
            state = self.first.copy()
            random = np.random.Generator(np.random.SFC64([seed, game]))
            self.playing.play(self.board, state, random, self.limit)
            total += self._worth(state) * (1 if self.side == 0 else -1)
            if self.limit >= 0:
                self.playing.play(self.board, state, random)
            winner = self.playing.winner(state)
            score += 0.5 if winner < 0 else float(winner == self.side)
        return total / games, score / games

    def _worth(self, state: Any) -> float:
        if self.count == "end":
            return self.playing.worth(self.board, state)
        lead = float(self.playing.kernels.lead(self.board, state, self.playing.work))
        if state[0]["step"] != OVER:  # the West's objectives count at the end only
            held = objectives_held(self.board[0], self.playing.work[0], WEST)
            lead += held * int(self.board[0]["west_objective"]) / 2
        if self.count == "turns":
            return lead
        short = -int(self.board[0]["win_by"]) / 2 - lead  # of a draw; the board has half points
        return 20.0 / (1.0 + math.exp(short / NEAR))


_table: Table


def _sit_down(game_id: str, side: int, count: str) -> None:
    global _table  # noqa: PLW0603 - one a worker
    _table = Table(game_id, side, count)


def _try(numbers: Numbers, seed: int, games: int) -> tuple[float, float]:
    return _table.worth(numbers, seed, games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--side", required=True)
    parser.add_argument("--count", choices=("end", "turns", "draw"), default="end")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the file, not the usual numbers")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.count != "end" and asked.game not in EDITIONS:
        parser.error(f"--count {asked.count} is for {' and '.join(EDITIONS)}")
    side = bh.load(asked.game).sides.index(asked.side)
    here = Table(asked.game, side, asked.count)
    start = here.own if asked.go_on else here.usual
    table = (asked.game, side, asked.count)
    with ProcessPoolExecutor(asked.processes, None, _sit_down, table) as pool:
        began = time.perf_counter()
        options = {"popsize": asked.population, "seed": asked.seed, "verbose": -9}
        import cma  # the extra `train`

        strategy = cma.CMAEvolutionStrategy(np.zeros(len(start)), STEP, options)
        for generation in range(asked.generations):
            tries = strategy.ask()  # a number keeps its sign, and is changed by a factor
            seeds = [asked.seed * 1000 + generation] * len(tries)
            games = [asked.games] * len(tries)
            found = list(pool.map(_try, start * np.exp(tries), seeds, games))
            strategy.tell(tries, [-worth for worth, _ in found])
            if generation % 5 == 4:
                worth, score = np.mean(found, axis=0)
                took = time.perf_counter() - began
                say = f"generation {generation + 1}: {worth:.2f}, score {score:.3f}, {took:.0f} s"
                print(say, file=sys.stderr, flush=True)
        learned = start * np.exp(strategy.mean)
        parts = 10
        games, fresh = [asked.games] * parts, range(FRESH, FRESH + parts)
        before = np.array(list(pool.map(_try, [None] * parts, fresh, games)))
        after = np.array(list(pool.map(_try, [learned] * parts, fresh, games)))
    error = np.std(after[:, 0] - before[:, 0], ddof=1) / parts**0.5
    (new, new_score), (old, old_score) = after.mean(axis=0), before.mean(axis=0)
    print(f"# python -m benchmarks.weights {' '.join(sys.argv[1:])}")
    print(f"# {parts * asked.games} fresh games: worth {new:.1f}, score {new_score:.3f};")
    print(f"# with those it began with {old:.1f}, {old_score:.3f}; standard error {error:.1f}")
    print(f"[{asked.game}.{heuristic_weights.RANK}.{asked.side}]")
    for name, value in zip(title_of(asked.game).heuristic_weights.NAMES, learned, strict=True):
        print(f"{name} = {value:.3g}")


if __name__ == "__main__":
    main()
