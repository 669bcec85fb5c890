"""Fit the calibration of a game's net anew with new games; the net itself stays as it is.

    python -m benchmarks.recalibrate GAME [--games N] [--generals LOOKS] [--seed S] [--dry]

When the data of a game or the weights of its sergeants change, the net's values may still order
plans well while the chances computed from them are wrong. The games are played by sergeants with
the general's weights or, with `--generals`, by generals with so many rollouts a plan. Half of the
games are for the calibration, the other half test it (`held_out`). Without `--dry` the game's file
of weights is written, with this command as `recalibrated`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from benchmarks.calibration import turns
from bridgehead.players.learned import weights
from bridgehead.players.learned.training import Samples, calibrate, figures, judged
from bridgehead.players.learned.weights import Judgement
from bridgehead.players.ranks.thinker import Thinker
from bridgehead.players.search.agent import Agent
from bridgehead.titles.loading import load


def games(agent: Agent, count: int, seed: int) -> Samples:
    """Return the positions at the beginnings of player turns, and the results of their games."""
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


def games_of_generals(agent: Agent, count: int, looks: int, seed: int) -> Samples:
    """Return the same as `games` for games between generals with so many rollouts a plan."""
    x: list[Any] = []
    number: list[int] = []
    result: list[float] = []
    for game in range(count):
        random = np.random.default_rng((seed, game))
        pair = [
            Thinker(agent.game, "general", int(random.integers(2**31)), looks=looks)
            for _ in range(2)
        ]
        position = agent.game.start()
        for _ in turns(agent, position, pair, random):
            x.append(agent.features(position.arrays[1]).astype(np.float32))
            number.append(game)
        result += [agent.result(position.arrays[1])] * (len(x) - len(result))
    ended = np.array(result)
    return Samples(np.array(x), ended, np.array(number, np.int64), ended)


def main() -> None:
    """Play, fit, write and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--generals", type=int, metavar="LOOKS", help="rollouts a plan")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print only")
    args = parser.parse_args()
    path = weights.path_of(args.game)
    data, before = weights.read(path), weights.load(args.game)
    agent, command = Agent(load(args.game), before.net), f"{args.game} --games {args.games}"
    if args.generals:
        samples = games_of_generals(agent, args.games, args.generals, args.seed)
        command += f" --generals {args.generals}"
    else:
        samples = games(agent, args.games, args.seed)
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
        made["recalibrated"] = f"python -m benchmarks.recalibrate {command} --seed {args.seed}"
        made["held_out"] = figures(after, kept)
        weights.write(path, args.game, after, made)


if __name__ == "__main__":
    main()
