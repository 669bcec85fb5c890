"""Compare the turns of a searching player with those of the sergeant, who replies in rollouts.

    python -m benchmarks.replies GAME [--player general] [--seconds 3] [--games N] [--each N]
        [--dice N] [--seed N] [--processes N]

Rollouts answer a plan with a sergeant's turn. If the sergeant misses what a search finds, plans
leave units where the enemy kills them. Generals of 60 rollouts a plan play games. At `--each`
starts of a player turn in each, that turn is played by a sergeant and by `--player`, against a
sergeant's decisions, with the same `--dice` series of rolls. Printed: units of the other side that
each kills in the turn, in how many turns the search kills more or fewer in the mean, and the win
probability of the side that moves after the turn, by the general's rollouts. One standard error
each, over the turns.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np

import bridgehead as bh
from bridgehead import players
from bridgehead.players.learned import weights
from bridgehead.players.ranks.thinker import Thinker
from bridgehead.players.search.agent import Agent

LOST = ("eliminated", "breakdown")  # where units go that are lost
ROLLOUTS = 24  # by which a position after a turn is valued


class Task(NamedTuple):
    """One game, and how its turns are replied to."""

    game: str
    player: str
    seconds: float
    each: int
    dice: int
    seed: int


class Reply(NamedTuple):
    """Mean results of a turn over the series of rolls: by the sergeant, and by the search."""

    kills: tuple[float, float]
    chance: tuple[float, float]


def lost(position: Any, side: str) -> int:
    """Return how many units of a side are lost."""
    own = {str(one["id"]) for one in position.game.counters if one["side"] == side}
    return sum(str(at).startswith(LOST) for unit, at in position.units.items() if unit in own)


def play_turn(position: Any, by_side: dict[str, Any], dice: Any) -> None:
    """Play to the end of the player turn."""
    start = position.turn, position.side
    while position.to_move is not None and (position.turn, position.side) == start:
        mover = str(position.to_move)
        if mover == "dice":
            faces = position.legal_actions()
            position.push(str(faces[int(dice.random() * len(faces))]))
        else:
            position.push(by_side[mover].choose(position))


def reply(task: Task, position: Any, number: int) -> Reply:
    """Play a turn from a position by both kinds of players."""
    game: Any = position.game
    mover = str(position.side)
    other = next(side for side in game.sides if side != mover)
    judge = Agent(game, weights.load(game.id).net, task.seed)
    found: list[list[tuple[float, float]]] = [[], []]
    for kind, name in enumerate(("sergeant", f"{task.player}@{task.seconds}")):
        for series in range(task.dice):
            seed = (task.seed, number, series)
            after = position.copy()
            by_side = {
                mover: players.create(game, name, hash(seed) % 2**31),
                other: players.create(game, "sergeant", hash(seed) % 2**31 + 1),
            }
            play_turn(after, by_side, np.random.default_rng(seed))
            values = [judge.rollout(after.arrays[1], 2) for _ in range(ROLLOUTS)]
            first = float(np.mean(values))
            chance = first if mover == game.sides[0] else 1 - first
            found[kind].append((lost(after, other) - lost(position, other), chance))
    means = [np.mean(kind, axis=0) for kind in found]
    return Reply((means[0][0], means[1][0]), (means[0][1], means[1][1]))


def of_game(task: Task) -> list[Reply]:
    """Play a game and reply to some of its positions."""
    game: Any = bh.load(task.game)
    dice = np.random.default_rng(task.seed)
    position = game.start()
    by_side = {
        side: Thinker(game, "general", task.seed + k, looks=60) for k, side in enumerate(game.sides)
    }
    starts = []
    while position.to_move is not None:
        starts.append(position.copy())
        play_turn(position, by_side, dice)
    chosen = dice.permutation(len(starts) - 1)[: task.each] + 1
    return [reply(task, starts[k], int(k)) for k in sorted(chosen)]


def told(values: Any) -> str:
    """Return a mean and its standard error."""
    return f"{np.mean(values):.3f} ± {np.std(values) / len(values) ** 0.5:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--player", default="general")
    parser.add_argument("--seconds", type=float, default=3.0, help="a plan of the search")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--each", type=int, default=4, help="positions of a game")
    parser.add_argument("--dice", type=int, default=3, help="series of rolls for each position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    tasks = [
        Task(args.game, args.player, args.seconds, args.each, args.dice, args.seed + k)
        for k in range(args.games)
    ]
    with ProcessPoolExecutor(args.processes) as pool:
        replies = [one for found in pool.map(of_game, tasks) for one in found]
    kills = np.array([one.kills for one in replies])
    chances = np.array([one.chance for one in replies])
    print(f"{args.game}: {len(replies)} turns, {time.monotonic() - began:.0f} s")
    print(f"  units killed: sergeant {told(kills[:, 0])}, {args.player} {told(kills[:, 1])}")
    more = kills[:, 1] - kills[:, 0]
    print(f"  more by the search: {told(more)}; more in {np.mean(more > 0):.0%} of the turns,"
          f" fewer in {np.mean(more < 0):.0%}")  # fmt: skip
    gain = chances[:, 1] - chances[:, 0]
    print(f"  chance: {told(chances[:, 0])}, {told(chances[:, 1])}; gain {told(gain)}")


if __name__ == "__main__":
    main()
