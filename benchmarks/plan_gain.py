"""What the plans of variants of the general are worth, position by position, without whole games.

    python -m benchmarks.plan_gain GAME general general:operates=0.5 [--positions N] [--seconds S]

Sergeants play; at some beginnings of player turns (`--anywhere`: at some decisions of all kinds)
each variant thinks out a plan. Each plan is then tested by rollouts to the end that no search has
seen, with the same dice for all. Printed is what each variant gains over the first, and the first
over the sergeant's plan, as the worth of the game from 0 to 1, with one standard error. Variants
are written as for `benchmarks.variants`; a list is written `operations=[1,0,0]`, there, too. Time
is the processor's, of this thread.

It is far quicker than games, but sergeants judge the plans, who do not punish what a cleverer enemy
would.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.proposals import positions
from benchmarks.variants import Changed, Variant
from bridgehead.core.registry import load
from bridgehead.players.search import Budget, Evolution, Screening

LOOSE = 0.02  # of the sergeants who play from position to position
TAKEN = 0.25  # of the beginnings of player turns
MUCH = 8  # actions: a decision with fewer is none to plan from
TO_THE_END = -1


def search_of(player: Any, root: Any, maker: Variant, seed: int) -> Any:
    """Return a player's search; all with the same seed look at the same hidden worlds."""
    agent = player._agent
    agent.random = np.random.default_rng(seed)
    kind = Screening if agent.screens else Evolution
    return kind(agent, root, Budget(maker.seconds, maker.rollouts, began=time.thread_time()))


def end_value(agent: Any, end: Any, side: int, rollouts: int, seed: int) -> float:
    """Return what a position is worth to a side, by rollouts of their own dice."""
    total = 0.0
    for number in range(rollouts):
        with agent.drawing(seed, number, rollouts):
            total += agent.rollout(end, TO_THE_END, number % 6)
    return total / rollouts if side == 0 else 1.0 - total / rollouts


def beginnings(game: Any, agent: Any, count: int, draw: np.random.Generator) -> Iterator[Any]:
    """Yield beginnings of player turns of games between sergeants."""
    found = 0
    while found < count:
        state, turn = game.start().arrays[1].copy(), -1
        while found < count and (side := agent.owner(state)) >= 0:
            now = agent.turn_of(state)
            begins = now != turn and side in (0, 1) and len(agent.legal(state)) >= MUCH
            turn = now if begins else turn
            if begins and draw.random() < TAKEN:
                yield state
                found += 1
            agent.random = np.random.default_rng(int(draw.integers(2**31)))
            agent.play_out(state, -1, 1, np.full(2, LOOSE))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--anywhere", action="store_true", help="at decisions of all kinds")
    parser.add_argument("--seconds", type=float, default=0.15, help="a plan")
    parser.add_argument("--rollouts", type=int, default=90, help="that tell what a plan is worth")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = load(args.game)
    makers = [Variant(text, args.seconds, None) for text in args.variants]
    players = [Changed(maker, game, args.seed) for maker in makers]
    judge = Changed(makers[0], game, args.seed)._agent  # of its own: searches draw from theirs
    draw = np.random.default_rng(args.seed)
    found: dict[int, list[list[float]]] = {0: [], 1: []}
    if args.anywhere:
        chosen = positions(game, judge, None, args.positions, args.seed)
    else:
        chosen = beginnings(game, judge, args.positions, draw)
    for state in chosen:
        side = judge.owner(state)
        root, seed = judge.determinize(state, side), int(draw.integers(2**31))
        plans = [search_of(players[0], root, makers[0], seed).sergeants()]
        for player, maker in zip(players, makers, strict=True):
            with player.own_numbers():
                plans.append(search_of(player, root, maker, seed).run()[0])
        found[side].append(
            [end_value(judge, plan.ends[0], side, args.rollouts, seed) for plan in plans]
        )
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
