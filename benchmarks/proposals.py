"""How good are the plans that operations propose, against those of ordinary changes?

    python -m benchmarks.proposals GAME [--positions N] [--rollouts N] [--seed N]

In positions of games between sergeants, the sergeant's plan is changed once by each of the title's
operations, and by the ordinary changes: other weights, a random action, a looser sergeant. Every
plan is tested by the general's rollouts, with the same dice. What is shown of a kind, in hundredths
of a win: how often there was such a plan, what it gains on average (with its standard error), how
much plans differ in what they really gain (a standard deviation: the dice are left out by comparing
two halves of the rollouts), and how many gain more than one hundredth in both halves. Takes
processor time only.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np

from bridgehead.core.registry import load, title_of
from bridgehead.players.agent import DICE
from bridgehead.players.search import Budget, Candidate, Evolution
from bridgehead.players.thinker import Thinker

ORDINARY = ("weights", "action", "loose")
CLEAR = 0.01


def positions(game: Any, agent: Any, step: str | None, count: int, seed: int) -> Any:
    """Yield positions of games between sergeants, far enough apart, in which a side decides.

    With a step only decisions of this kind; in Across Suez, which has no steps, it is a phase.
    """
    random = np.random.default_rng(seed)
    found = 0
    while found < count:
        position = game.start()
        wait = int(random.integers(40))
        while position.result is None and found < count:
            state = position.arrays[1]
            if agent.owner(state) == DICE:
                codes = position.legal_codes()
                position.push_code(int(codes[int(random.integers(len(codes)))]))
                continue
            wait -= 1
            wanted = step in (None, getattr(position, "step", position.phase))
            if wait <= 0 and wanted and len(position.legal_codes()) > 1:
                yield state.copy()
                found, wait = found + 1, 40 + int(random.integers(80))
            position.push_code(agent.quick(state))


def change(search: Any, kind: str, plan: Any, names: tuple[str, ...]) -> Any:
    """Return a plan changed in one way, and where it ends; None where nothing new came of it."""
    if kind in names:
        world = search._determinizations[0]
        return search.agent.operation(world, names.index(kind), (), plan)
    begin = plan[: search.below(len(plan))]
    ways = search.by_weights, search.by_action, search.by_looseness
    return dict(zip(ORDINARY, ways, strict=True))[kind](begin)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--rollouts", type=int, default=12, help="of each plan, an even number")
    parser.add_argument("--step", default="movement", help="the decision that plans begin with")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = load(args.game)
    names = tuple(name for name, _ in title_of(args.game).thinking.OPERATIONS)
    agent = Thinker(game, "general", args.seed)._agent
    began, half = time.process_time(), args.rollouts // 2
    gains: dict[str, list[tuple[float, float]]] = {kind: [] for kind in (*names, *ORDINARY)}
    for state in positions(game, agent, args.step, args.positions, args.seed):
        search: Any = Evolution(agent, state, Budget(rollouts=10**9))
        first = search.sergeants()
        search.rollout(first, 2 * half)
        for kind, found in gains.items():
            made = change(search, kind, first.plan, names)
            if made is None or made[0] == first.plan:
                continue
            one = Candidate(made[0], {0: made[1]})
            search.rollout(one, 2 * half)
            gap = np.array(one.points) - np.array(first.points)
            found.append((float(gap[:half].mean()), float(gap[half:].mean())))
    for kind, found in gains.items():
        if len(found) < 2:
            print(f"{kind}: {len(found)} of {args.positions} positions")
            continue
        both = np.array(found)
        mean = both.mean(axis=1)
        error = mean.std(ddof=1) / math.sqrt(len(mean))
        true = math.sqrt(max(0.0, float(np.cov(both.T)[0, 1])))
        clear = float((both.min(axis=1) > CLEAR).mean())
        print(
            f"{kind}: {len(found)} of {args.positions} positions, gain {100 * mean.mean():+.2f} ± "
            f"{100 * error:.2f}, real spread {100 * true:.2f}, {clear:.0%} clearly better"
        )
    print(f"{time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
