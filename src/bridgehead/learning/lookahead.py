"""A player that improves the sergeant's plan, guided by a net, and tests changes by rollouts.

A plan is a side's decisions up to the next roll or the enemy's next decision. The first plan is the
plain sergeant's, with its usual weights. In each round some changes of the best plan so far are
drafted, the net evaluates the positions after them, and the best draft is tested: sergeants play on
to the end of the enemy's reply a few times, and the net evaluates the results. The draft replaces
the best plan if it is better, with the same dice, by more than a standard error. It is given up if
it is not better after half of the rollouts. If the net considers the game nearly won or lost, the
sergeant's plan is kept.

Without rollouts (`Effort.rollouts` 0) the net alone decides: a draft must be better than the best
plan by more than a margin.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import build_game, title_of
from bridgehead.players.search.agent import Agent, Plan, State

Floats = NDArray[np.float64]

LOOSE = 0.1  # share of random actions in a looser sergeant's draft
OPERATES = 0.5  # the share of operations among drafts, where the title has some
AT_ONCE = 0.6  # of the operations begin a plan; the others come somewhere in it
REST_KEPT = 0.7  # of the operations leave what can still be done of the plan they change
DOUBT = 1.0  # standard errors by which a draft must be better
DECIDED = 0.01  # a chance below this, or above the rest of it, is not worth looking ahead


def check_open(game: Game) -> None:
    """Raise BridgeheadError if a game hides facts, since drafts are tried in the real position."""
    if game.id in title_of(game.id).hiding:
        raise BridgeheadError(
            f"{game.id} hides something from the sides; drafts are tried out in the open, so "
            "choose a game that hides nothing (docs/research.md lists them)"
        )


class Follower:
    """Follows a plan as long as the game goes as planned."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._expected: dict[bytes, Plan] = {}

    def next(self, state: Any, think: Callable[[], Plan]) -> int:
        """Return the code of the next action; `think` makes a plan if there is none."""
        plan = self._expected.pop(state.tobytes(), ()) or think()
        self._expected = {}
        if len(plan) > 1:
            self._expected[self._agent.after(state, plan[:1]).tobytes()] = plan[1:]
        return int(plan[0])


@dataclass(frozen=True)
class Effort:
    """The search effort for a decision."""

    drafts: int = 7  # in a round
    rounds: int = 2
    rollouts: int = 6  # of a draft that is tested

    def check(self) -> None:
        """Raise BridgeheadError if a number is invalid."""
        for name, least in (("drafts", 1), ("rounds", 0), ("rollouts", 0)):
            if (value := getattr(self, name)) < least:
                raise BridgeheadError(f"{name} is {value}; it must be {least} or more")


@dataclass
class EvaluatedPlan:
    """A plan, the position after it, and the chances of the side to decide."""

    plan: Plan
    after: State
    judged: float
    points: Floats  # of its rollouts


class Lookahead:
    """Decides for one side of a game; `net` is a net of `bridgehead.core.search.net`."""

    def __init__(
        self, game: Game, side: int, net: Floats, effort: Effort, margin: float = 0.0
    ) -> None:
        check_open(game)
        build_game(game.id)
        played: Any = game
        self.side, self.effort, self.margin = side, effort, margin
        self.agent = Agent(game, net, 0, "general")
        self.agent.board = played.board  # the sergeant's usual weights
        self.curious = 0.0  # how often a round also tests a draft that was not judged the best
        self._follower = Follower(self.agent)
        self._seed = 0

    def think(
        self, state: State, random: np.random.Generator
    ) -> tuple[EvaluatedPlan, list[EvaluatedPlan]]:
        """Return the best plan found, and all plans that were tested, the sergeant's first."""
        agent, effort = self.agent, self.effort
        agent.random = random
        best = self._new(*agent.principal_line(state))
        tested = [best]
        decided = not DECIDED <= best.judged <= 1.0 - DECIDED
        if decided or (len(best.plan) == 1 and len(agent.legal(state)) == 1):
            return best, tested
        known = {best.plan}
        self._seed = int(random.integers(2**62))
        for _ in range(effort.rounds):
            drafts = []
            for _ in range(effort.drafts):
                found = self._change(state, best.plan, random)
                if found is not None and found[0] not in known:
                    known.add(found[0])
                    drafts.append(self._new(*found))
            if not drafts:
                continue
            drafts.sort(key=lambda one: -one.judged)
            looked = drafts[:1]
            if len(drafts) > 1 and random.random() < self.curious:
                looked.append(drafts[int(random.integers(1, len(drafts)))])
            self._roll(best, effort.rollouts)
            for one in looked:
                self._roll(one, (effort.rollouts + 1) // 2)
                if one.points.sum() > best.points[: len(one.points)].sum():
                    self._roll(one, effort.rollouts)
                tested.append(one)
                if self._beats(one, best):
                    best = one
        return best, tested

    def choose(self, state: State, random: np.random.Generator) -> int:
        """Return the code of an action. A plan is followed as long as the game goes as planned."""
        return self._follower.next(state, lambda: self.think(state, random)[0].plan)

    def _beats(self, one: EvaluatedPlan, best: EvaluatedPlan) -> bool:
        if not self.effort.rollouts:
            return one.judged - best.judged > self.margin
        if len(one.points) < len(best.points):  # it was given up
            return False
        gaps = one.points - best.points
        n = len(gaps)
        spread = float(gaps.var()) * n + self.agent.spread**2
        return float(gaps.mean()) > DOUBT * math.sqrt(spread / (n + 1) / n)

    def _new(self, plan: Plan, after: State) -> EvaluatedPlan:
        agent = self.agent
        over = agent.owner(after) < 0
        found = self._ours(agent.worth(after) if over else agent.judge(after))
        return EvaluatedPlan(plan, after, found, np.zeros(0))

    def _roll(self, one: EvaluatedPlan, count: int) -> None:
        """Test a plan by `count` rollouts; rollout n has the same dice for every plan here."""
        agent, found = self.agent, []
        ahead = agent.look_ahead(one.after)[0]
        for number in range(len(one.points), count):
            with agent.drawing(self._seed, number):
                found.append(self._ours(agent.rollout(one.after, ahead, number)))
        one.points = np.concatenate([one.points, found])

    def _ours(self, first: float) -> float:
        return first if self.side == 0 else 1.0 - first

    def _change(
        self, state: State, plan: Plan, random: np.random.Generator
    ) -> tuple[Plan, State] | None:
        """Return a changed plan and the position after it, or None."""
        agent = self.agent
        at = int(random.integers(len(plan)))
        if sum(agent.operations) and random.random() < OPERATES:
            shares = np.array(agent.operations) / sum(agent.operations)
            kind = int(random.choice(len(shares), p=shares))
            at = 0 if random.random() < AT_ONCE else at
            rest = plan[at:] if random.random() < REST_KEPT else ()
            return agent.operation(state, kind, plan[:at], rest)
        if random.random() < 0.5:
            return agent.principal_line(state, LOOSE, plan[:at])
        legal = agent.legal(agent.after(state, plan[:at]))
        if len(legal) < 2:
            return None
        return agent.principal_line(
            state, 0.0, plan[:at], int(legal[int(random.integers(len(legal)))])
        )
