"""How well predicted chances of winning agree with the results, in games between generals.

    python -m benchmarks.calibration [GAME] [--games N] [--looks N] [--seed S] [--processes P]

Generals with so many rollouts a plan play each other. At the beginning of every player turn the
first side's chance is computed as in the analysis of a finished game (the mean of 24 fresh
rollouts). Printed are the Brier score, the Brier score of always predicting the mean, and the
reliability table. No net was trained on these games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from bridgehead.players.learned.training import reliability
from bridgehead.players.ranks.thinker import Thinker
from bridgehead.players.search.agent import DICE, Agent, empty_net
from bridgehead.titles.loading import load

ASKED = 24  # rollouts by which a chance is told


def play(job: tuple[str, int, int, int]) -> tuple[list[float], float]:
    """Play one game; return the predicted chances and the first side's points."""
    game_id, number, looks, seed = job
    game = load(game_id)
    random = np.random.default_rng([seed, number])
    makers = [Thinker(game, "general", int(random.integers(2**31)), looks=looks) for _ in range(2)]
    judge = Thinker(game, "general", int(random.integers(2**31)), looks=looks)
    agent = Agent(game, empty_net(game))
    position = game.start()
    said = [judge.chance(position, ASKED) for _ in turns(agent, position, makers, random)]
    return said, agent.result(position.arrays[1])


def turns(
    agent: Agent, position: Any, makers: list[Thinker], random: np.random.Generator
) -> Iterator[None]:
    """Play a position to its end, and yield at the beginning of every player turn."""
    now = -1
    while (owner := agent.owner(position.arrays[1])) >= 0:
        if agent.turn_of(position.arrays[1]) != now:
            now = agent.turn_of(position.arrays[1])
            yield
        if owner == DICE:
            faces = position.legal_actions()
            position.push(faces[int(random.random() * len(faces))])
        else:
            position.push(makers[owner].choose(position))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="across-suez-1980")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--looks", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    jobs = [(args.game, number, args.looks, args.seed) for number in range(args.games)]
    said: list[float] = []
    came: list[float] = []
    results: list[float] = []
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as executor:
        for chances, points in executor.map(play, jobs):
            said += chances
            came += [points] * len(chances)
            results.append(points)
    p, y = np.array(said), np.array(came)
    brier, base = ((p - y) ** 2).mean(), ((y.mean() - y) ** 2).mean()
    print(f"{args.game}: {args.games} games, first side's points {np.mean(results):.2f}")
    print(f"{len(p)} positions, Brier score {brier:.4f}, always the mean {base:.4f}")
    print("| said | came | positions |\n|---|---|---|")
    for row in reliability(p, y):
        print(f"| {row['said']:.2f} | {row['came']:.2f} | {row['positions']} |")


if __name__ == "__main__":
    main()
