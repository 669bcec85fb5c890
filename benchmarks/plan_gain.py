"""What the plans of variants of the general are worth, position by position, without whole games.

    python -m benchmarks.plan_gain GAME general general:operates=0.5 [--positions N] [--seconds S]

Sergeants play; at some beginnings of player turns each variant thinks out a plan. Each plan is
then tested by rollouts to the end that no search has seen, with the same dice for all. Printed is
what each variant gains over the first, and the first over the sergeant's plan, as the worth of the
game from 0 to 1, with one standard error. Variants are written as for `benchmarks.variants`; a list
is written `operations=[1,0,0]`, there, too. Time is the processor's, of this thread.

It is far quicker than games, but sergeants judge the plans, who do not punish what a cleverer enemy
would.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from benchmarks.variants import Changed, Variant
from bridgehead.core.registry import load
from bridgehead.players.search import Budget, Evolution, Screening

LOOSE = 0.02  # of the sergeants who play from position to position
TAKEN = 0.25  # of the beginnings of player turns
MUCH = 8  # actions: a decision with fewer is none to plan from
TO_THE_END = -1


def plan_value(
    player: Any, judge: Any, root: Any, side: int, maker: Variant, rollouts: int, seed: int
) -> float:
    """Return what the plan is worth that a player thinks out, by rollouts of the agent `judge`."""
    agent = player._agent
    agent.random = np.random.default_rng(seed)
    search = Screening if agent.screens else Evolution
    budget = Budget(maker.seconds, maker.rollouts, began=time.thread_time())
    with player.own_numbers():
        best = search(agent, root, budget).run()[0]
    return end_value(judge, best.ends[0], side, rollouts, seed)


def end_value(agent: Any, end: Any, side: int, rollouts: int, seed: int) -> float:
    """Return what a position is worth to a side, by rollouts of their own dice."""
    total = 0.0
    for number in range(rollouts):
        with agent.drawing(seed, number, rollouts):
            total += agent.rollout(end, TO_THE_END, number % 6)
    return total / rollouts if side == 0 else 1.0 - total / rollouts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.15, help="a plan")
    parser.add_argument("--rollouts", type=int, default=90, help="that tell what a plan is worth")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = load(args.game)
    makers = [Variant(text, args.seconds, None) for text in args.variants]
    players = [Changed(maker, game, args.seed) for maker in makers]
    agent, draw = players[0]._agent, np.random.default_rng(args.seed)
    found: dict[int, list[list[float]]] = {0: [], 1: []}
    while sum(map(len, found.values())) < args.positions:
        state, turn = game.start().arrays[1].copy(), -1
        while (side := agent.owner(state)) >= 0:
            now = agent.turn_of(state)
            begins = now != turn and side in found and len(agent.legal(state)) >= MUCH
            turn = now if begins else turn
            if begins and draw.random() < TAKEN:
                root, seed = agent.determinize(state, side), int(draw.integers(2**31))
                line = agent.principal_line(root)[1]
                found[side].append([end_value(agent, line, side, args.rollouts, seed)] + [
                    plan_value(player, agent, root, side, maker, args.rollouts, seed)
                    for player, maker in zip(players, makers, strict=True)
                ])  # fmt: skip
            if sum(map(len, found.values())) >= args.positions:
                break
            agent.random = np.random.default_rng(int(draw.integers(2**31)))
            agent.play_out(state, -1, 1, np.full(2, LOOSE))
    say(game, args.variants, found)


def say(game: Any, names: list[str], found: dict[int, list[list[float]]]) -> None:
    """Print what the first variant gains over the sergeant, the others over the first, by side."""
    for side, rows in found.items():
        values = np.array(rows)
        if len(values) < 2:
            continue
        worth = values[:, 0].mean()
        print(f"{game.id} {game.sides[side]}: {len(rows)} positions, sergeant's plan {worth:.4f}")
        for k, name in enumerate(names, 1):
            gains = values[:, k] - values[:, 0 if k == 1 else 1]
            error = gains.std(ddof=1) / len(rows) ** 0.5
            over = "the sergeant's plan" if k == 1 else names[0]
            print(f"  {name}: {gains.mean():+.4f} ± {error:.4f} over {over}")


if __name__ == "__main__":
    main()
