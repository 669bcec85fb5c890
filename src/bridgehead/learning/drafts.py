"""Drafts of what a side does next, and the choice among them by a judge.

A draft is a plan up to the next roll or the enemy's next decision. The first draft is a sergeant's
with the captain's learned weights. The others change it at one place: a random action, a looser
sergeant from there on, or an operation (docs/players.md); the sergeant completes them. The judge
sees the position after each draft. Another draft than the first is taken only where it is better by
more than a `doubt`: the best of many guesses is often one that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.position import Game
from bridgehead.core.registry import title_of
from bridgehead.envs.spaces import build
from bridgehead.learning.features import Features, Shorts
from bridgehead.players import weights
from bridgehead.players.agent import Agent

RANK = "captain"  # whose learned weights the drafts have
LOOSE = 0.1  # share of random actions in a looser sergeant's draft
SURE = 20.0  # logarithm of the odds of a game that is over
Plan = tuple[int, ...]


def check_open(game: Game) -> None:
    """BridgeheadError where a game hides something: drafts are tried out in the real position."""
    if game.id in title_of(game.id).hiding:
        raise BridgeheadError(
            f"{game.id} hides something from the sides; drafts are tried out in the open, so "
            "choose a game that hides nothing (docs/research.md lists them)"
        )


class Follower:
    """Follows a plan as long as the game goes as it says."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._expected: dict[bytes, Plan] = {}

    def next(self, state: Any, think: Callable[[], Plan]) -> int:
        """Return the code of the next action; `think` makes a plan where there is none."""
        plan = self._expected.pop(state.tobytes(), ()) or think()
        self._expected = {}
        if len(plan) > 1:
            self._expected[self._agent.after(state, plan[:1]).tobytes()] = plan[1:]
        return int(plan[0])


@dataclass(frozen=True)
class Drafts:
    """Some plans from one position, the position after each and what the side sees there."""

    plans: list[Plan]
    after: list[Any]
    units: Shorts
    scalars: Shorts


class Drafter:
    """Makes drafts for one side, and judges them."""

    def __init__(self, features: Features, side: int, seed: int = 0) -> None:
        game = features.game
        check_open(game)
        build(game.id)
        self.features, self.side = features, side
        self.agent = Agent(game, weights.load(game.id).net, seed, RANK)
        self._position = game.start()
        self._follower = Follower(self.agent)

    def draft(self, state: Any, count: int, random: np.random.Generator) -> Drafts:
        """Return up to `count` drafts; the first is the sergeant's own."""
        agent = self.agent
        plan, after = agent.principal_line(state)
        plans, ends = [plan], [after]
        if count > 1 and (len(plan) > 1 or len(agent.legal(state)) > 1):
            for _ in range(count - 1):
                found = self._change(state, plan, random)
                if found is not None and found[0] not in plans:
                    plans.append(found[0])
                    ends.append(found[1])
        seen = [self._see(end) for end in ends]
        units, scalars = (np.stack([one[i] for one in seen]) for i in (0, 1))
        return Drafts(plans, ends, units, scalars)

    def _change(self, state: Any, plan: Plan, random: np.random.Generator) -> Any:
        """Return a changed plan and the position after it, or None."""
        agent = self.agent
        begin = plan[: int(random.integers(len(plan)))]
        way = int(random.integers(3 if agent.operations else 2))
        if way == 0:
            return agent.principal_line(state, LOOSE, begin)
        if way == 1:
            legal = agent.legal(agent.after(state, begin))
            return agent.principal_line(state, 0.0, begin, int(legal[random.integers(len(legal))]))
        kind = int(random.integers(len(agent.operations)))
        return agent.operation(state, kind, begin, plan[len(begin) :])

    def _see(self, state: Any) -> tuple[Shorts, Shorts]:
        side = self.features.game.sides[self.side]
        seen = self.features.space.observe(self._position.at(state), side)
        return seen.units, seen.scalars

    def judge(self, judge: Any, drafts: Drafts) -> Any:
        """Return for each draft the logarithm of the odds that this side wins."""
        odds = judge.judge(drafts.units, drafts.scalars)
        for i, end in enumerate(drafts.after):
            if self.agent.owner(end) < 0:
                odds[i] = SURE * (2 * self.agent.result(end) - 1)
        return odds if self.side == 0 else -odds

    def choose(
        self, judge: Any, state: Any, count: int, doubt: float, random: np.random.Generator
    ) -> int:
        """Return the code of an action. A plan is followed as long as the game goes as it says."""

        def think() -> Plan:
            self.agent.random = random
            drafts = self.draft(state, count, random)
            return drafts.plans[pick(self.judge(judge, drafts), doubt)]

        return self._follower.next(state, think)


def pick(odds: Any, doubt: float) -> int:
    """Return the draft to take: the first, unless another is better by more than the doubt."""
    better = odds.copy()
    better[0] += doubt
    return int(better.argmax())
