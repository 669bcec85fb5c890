"""Fit the calibration of a game's net anew, on games of today; the net stays as it is.

    python -m benchmarks.recalibrate GAME [--games N] [--seed S] [--dry]

When the data of a game or the weights of its sergeants change, what the net says of a position may
still order plans well, while the chances made of it are wrong. Sergeants by the general's weights
play; half of the games are for the calibration, the other half tell how good it is (`held_out`).
Writes the game's file of weights, without `--dry`; `recalibrated` in it is the command.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from bridgehead.core.registry import load
from bridgehead.players import weights
from bridgehead.players.agent import Agent
from bridgehead.players.training import Samples, calibrate, figures, judged
from bridgehead.players.weights import Judgement


def games(agent: Agent, count: int, seed: int) -> Samples:
    """Return the positions at the beginnings of player turns, and how their games ended."""
    x: list[Any] = []
    number: list[int] = []
    result: list[float] = []
    for game in range(count):
        state = agent.game.start().arrays[1].copy()
        agent.random = np.random.default_rng((seed, game))
        while agent.owner(state) >= 0:
            x.append(agent.features(state).astype(np.float32))
            number.append(game)
            agent.play_out(state, turns=1)
        result += [agent.result(state)] * (len(x) - len(result))
    ended = np.array(result)
    return Samples(np.array(x), ended, np.array(number, np.int64), ended)


def main() -> None:
    """Play, fit, write and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print only")
    args = parser.parse_args()
    path = weights.path_of(args.game)
    data, before = weights.read(path), weights.load(args.game)
    samples = games(Agent(load(args.game), before.net), args.games, args.seed)
    fitted = samples.where(samples.game % 2 == 0)
    kept = samples.where(samples.game % 2 == 1)
    said = judged(before.net, fitted.x)
    after = Judgement(before.net, calibrate(said, fitted.result))
    for name, judgement in (("before", before), ("after", after)):
        found = figures(judgement, kept)
        print(
            f"{name}: calibration {judgement.calibration}, Brier score {found['brier']} (knowing "
            f"nothing: {found['base_brier']}), {found['positions']} positions of "
            f"{found['games']} games"
        )
    if not args.dry:
        made = {key: data[key] for key in ("command", "seed", "seconds", "samples")}
        made["recalibrated"] = (
            f"python -m benchmarks.recalibrate {args.game} --games {args.games} --seed {args.seed}"
        )
        made["held_out"] = figures(after, kept)
        weights.write(path, args.game, after, made)


if __name__ == "__main__":
    main()
