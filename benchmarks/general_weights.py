"""Learn a side's heuristic weights for the general, in games between generals.

python -m benchmarks.general_weights GAME --side SIDE [--rollouts N] [--generations N]
    [--population N] [--games N] [--step S] [--seed N] [--test N] [--processes N] [--save FILE]
    [--learned FILE] [--stop SECONDS]

`benchmarks.weights` and `benchmarks.co_evolution` let sergeants play, in microseconds a decision.
What a side learns against them may be a weakness against players that search. Here both sides are
generals that count rollouts, so a game takes seconds, and an evolution strategy (CMA-ES) gets by
with few games. Only the general of the side that learns has the new weights: its enemy expects
what it knew before. What counts is the mean lead in victory points, and ten points between
a win and a loss. Across Suez counts no points: there it is one for each of the three conditions
that Israel meets. `--learned` begins with the weights of another `learned_weights.toml`, and both
sides have those. `--stop` begins no generation after so many seconds.

Prints the mean of each generation, then what the new weights gain in fresh games with the same dice
(`--test N` games with each set of weights), and the weights as TOML for the title's file.
Needs the extra `train` (docs/install.md).
"""

from __future__ import annotations

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bridgehead as bh
from benchmarks.calibration import turns
from benchmarks.sergeants_games import conditions_met
from benchmarks.variants import board_with
from bridgehead.core.titles.games import title_of
from bridgehead.players import title_players
from bridgehead.players.learned import heuristic_weights
from bridgehead.players.ranks.thinker import Thinker

WIN = 10.0  # points between a win and a loss, beside the lead
FRESH = 9000  # seeds that nothing is learned from
PART = 4  # games that a process plays at a time
Weights = NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """What is played: a game, between generals of so many rollouts a plan."""

    game: str
    rollouts: int
    learned: Path | None = None  # what both sides play by, instead of the title's own weights

    def board(self) -> Any:
        """Return the game's board with the weights that generals begin with."""
        game: Any = bh.load(self.game)
        if self.learned is None:
            return heuristic_weights.board_of(game, "general")
        return board_with(game, "general", self.learned)


def played(
    setting: Setting, side: int, weights: Weights | None, seed: int, number: int
) -> tuple[float, float]:
    """Play a game; return a side's lead and result with these weights (None: its own)."""
    game: Any = bh.load(setting.game)
    players = [
        Thinker(game, "general", 100_000 * seed + 2 * number + k, None, setting.rollouts)
        for k in range(2)
    ]
    known = setting.board()
    for player in players:
        player._agent.board = known
    agent = players[side]._agent
    if weights is not None:
        board = known.copy()
        board[0]["weights"][side] = weights
        board.flags.writeable = False
        agent.board = board
    position = game.start()
    for _ in turns(agent, position, players, np.random.default_rng((seed, number))):
        pass
    kernels: Any = title_players.kernels(setting.game)
    lead = kernels.lead(*position.arrays)
    if lead is None:
        lead = conditions_met(*(array[0] for array in position.arrays))
    result = agent.result(position.arrays[1])
    return (lead, result) if side == 0 else (-lead, 1.0 - result)


def worth(task: tuple[Setting, int, Weights, int, range]) -> float:
    """Return the sum of what some games are worth to the side."""
    setting, side, weights, seed, numbers = task
    found = [played(setting, side, weights, seed, number) for number in numbers]
    return float(sum(lead + WIN * (result - 0.5) for lead, result in found))


def learn(pool: ProcessPoolExecutor, setting: Setting, side: int, asked: Any) -> Weights:
    """Return better weights than a side's own; each keeps its sign."""
    import cma

    own = setting.board()[0]["weights"][side].copy()
    options = {"popsize": asked.population, "seed": asked.seed, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(np.zeros(len(own)), asked.step, options)
    parts = [range(at, min(at + PART, asked.games)) for at in range(0, asked.games, PART)]
    began = time.monotonic()
    for generation in range(asked.generations):
        if time.monotonic() - began > asked.stop:
            break
        tries = strategy.ask()
        seed = 1000 * asked.seed + generation
        tasks = [(setting, side, own * np.exp(one), seed, part) for one in tries for part in parts]
        found = np.array(list(pool.map(worth, tasks))).reshape(len(tries), -1)
        each = found.sum(axis=1) / asked.games
        strategy.tell(tries, list(-each))
        print(f"# generation {generation}: worth {each.mean():.1f}", flush=True)
        if asked.save:
            np.save(asked.save, own * np.exp(strategy.mean))
    found_at_last: Weights = own * np.exp(strategy.mean)
    return found_at_last


def tell_gain(
    pool: ProcessPoolExecutor, setting: Setting, new: Weights, side: int, asked: Any
) -> None:
    """Play fresh games with the side's own weights and with the new ones, and print the gain."""
    games = [
        [
            pool.submit(played, setting, side, one, FRESH + asked.seed, number)
            for number in range(asked.test)
        ]
        for one in (None, new)
    ]
    before, after = (np.array([job.result() for job in jobs]) for jobs in games)
    gain = after[:, 0] - before[:, 0]
    error = gain.std(ddof=1) / len(gain) ** 0.5
    print(
        f"# {len(gain)} fresh games: gains {gain.mean():.1f} ± {error:.1f} (SE) points; "
        f"score {before[:, 1].mean():.1%}, then {after[:, 1].mean():.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--side", required=True)
    parser.add_argument("--rollouts", type=int, default=12, help="a plan")
    parser.add_argument("--generations", type=int, default=24)
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--games", type=int, default=10, help="of each candidate")
    parser.add_argument("--step", type=float, default=0.2, help="of a weight, at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", type=float, default=math.inf, help="seconds of learning")
    parser.add_argument("--test", type=int, default=100, help="fresh games")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--learned", type=Path, help="begin with the weights of this file")
    parser.add_argument("--save", type=Path, help="keep the weights there after each generation")
    asked = parser.parse_args()
    game: Any = bh.load(asked.game)
    if asked.side not in game.sides:
        parser.error(f"no side is called {asked.side}: {', '.join(game.sides)} are")
    side = game.sides.index(asked.side)
    setting = Setting(asked.game, asked.rollouts, asked.learned)
    with ProcessPoolExecutor(asked.processes) as pool:
        new = learn(pool, setting, side, asked)
        if asked.test > 1:
            tell_gain(pool, setting, new, side, asked)
    print(f"[{asked.game}.general.{asked.side}]")
    for name, value in zip(title_of(asked.game).heuristic_weights.NAMES, new, strict=True):
        print(f"{name} = {value:.3g}")


if __name__ == "__main__":
    main()
