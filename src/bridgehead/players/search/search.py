"""The search of plans: what captain and general do with a decision.

A turn is a chain of small decisions, so that single actions are hardly worth looking at: what
counts is what they do together. The search therefore works on *plans* (the rest of a side's
decisions up to the next roll or the enemy's next decision), as online evolution does:

- The sergeant's plan is the first. Another follows one of the best up to some place, and goes on as
  a sergeant with somewhat other weights would, which fears losses more, or wants a place more. So a
  plan changes in many places at once, and what it does always has some sense. Where this finds
  nothing new, changes are *odd*: a random legal action, completed by the sergeant, or a looser
  sergeant. Some of many odd changes look good by luck, so they have to be clearly better.
- A plan is tested by *rollouts*: sergeants play on from where it ends, the faces of the first roll
  in turn. How far is the title's affair (`AHEAD`): the general's rollouts end after the enemy's
  reply or some turns later, where a net judges what has come of it, the captain's mostly at the end
  of the game, which needs no judgement. All plans are tested with the same dice.

The captain (`Evolution`) tests each new plan until it has fallen behind the best one or taken its
place. The general (`Screening`) makes several changes at a time, lets the net judge where they end
(a *static evaluation*, much cheaper than rollouts), and tests the best judged alone. Where a
title's positions tell too little for that (`SCREENS` is off), it tests each change, as the captain
does.

Some actions hardly ever pay, and a title may know them: a unit steps up to an enemy and has to
attack at the worst odds, say. A plan loses them where fresh rollouts find it no worse without
(`calmed`).

What is hidden from the side is sampled several times from what the side knows (*determinization*),
and the rollouts of a plan take these positions in turn.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from threading import Lock

from bridgehead.players.learned.weights import calibrated
from bridgehead.players.search.agent import Agent, OutOfTimeError, Plan, State
from bridgehead.players.search.parallel_rollouts import ParallelAgents

ROUND = 6  # rollouts at a time: one for each face of a die
DETERMINIZATIONS = 6  # of what may be hidden
AT_ONCE = 0.6  # of the operations begin a plan; the others come somewhere in it
REST_KEPT = 0.7  # of the operations leave what can still be done of the plan they change
SCATTER = 0.5  # of the weights that rewrite the rest of a plan: of their logarithms
LOOSENESS = 0.15  # of the looser sergeant that makes an odd change
ODDITY = 1.0  # standard errors by which odd changes have to be better than others
KEPT = 8  # plans from which others are made
DROPPED = 120  # others at most that may become lines of a hint
USUAL = 20  # tries in a row that find nothing new, after which changes are odd
STUCK = 40  # tries in a row that find nothing new: there is nothing else
MANY = 20 * ROUND  # rollouts that tell any two plans apart that are worth it
TIDYING = 0.2  # of the time is for taking back what does not matter, or is rash
TIDY = 2 * ROUND  # fresh rollouts by which an action is found not to matter
FRESH_FROM = 100 * ROUND  # the number of the first of them: no plan is tested by so many
MATTERS = 0.25  # standard errors by which a plan without it must not be worse

FORGETS = 0.95  # of the longest rollout's time counts on at the next one

PROPOSED = 5  # changes of which the general tests the best judged
A_LINE = 0.4  # what writing and judging a plan takes, in rollouts


def face_of(number: int) -> int:
    """Return the first roll of a rollout: each determinization gets each face in turn."""
    return number + number // ROUND


def now() -> float:
    """Return the time; a benchmark may replace this module's clock (`benchmarks.variants`)."""
    return time.perf_counter()


@dataclass
class Budget:
    """A thinking budget: seconds, or a number of rollouts, which is reproducible."""

    seconds: float | None = None
    rollouts: int | None = None
    spent: float = 0.0
    began: float = field(default_factory=now)
    reserve: float = 0.0  # seconds of a rollout: none is begun that would not end in time

    def is_left(self, part: float = 1.0) -> bool:
        """Whether some of the budget, or of a part of it, is left."""
        if self.rollouts is not None:
            return self.spent < part * self.rollouts
        return self.elapsed() + self.reserve < part * (self.seconds or 0.0)

    def took(self, seconds: float) -> None:
        """Note the duration of a rollout: later ones may take as long."""
        self.reserve = max(seconds, FORGETS * self.reserve)

    @property
    def deadline(self) -> float | None:
        """The end of the time, by `time.perf_counter`; None if rollouts are counted."""
        return None if self.rollouts is not None else self.began + (self.seconds or 0.0)

    def is_over(self) -> bool:
        """Whether the time is up; counted rollouts are made in whole rounds."""
        return self.rollouts is None and not self.is_left()

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self.began


@dataclass(eq=False)
class Candidate:
    """A plan and the results of its rollouts: prospects, from 0 to 1, of the side to decide."""

    plan: Plan
    ends: dict[int, State]  # by determinization: the position after the plan
    judged: float = 0.5  # counts for one rollout
    points: list[float] = field(default_factory=list)
    total: float = 0.0
    odd: bool = False  # whether it comes from an odd change

    @property
    def prospects(self) -> float:
        """The mean of the rollouts and of earlier evaluations."""
        return (self.total + self.judged) / (len(self.points) + 1)


def _best_of(candidates: list[Candidate]) -> list[Candidate]:
    """Return candidates in the order of their prospects, the best first."""
    return sorted(candidates, key=lambda one: -one.prospects)


class PlanSearch(ABC):
    """A search from one position."""

    def __init__(
        self,
        agent: Agent,
        root: State,
        budget: Budget,
        parallel: ParallelAgents | None = None,
    ) -> None:
        self.agent = agent
        self.parallel = parallel or ParallelAgents(agent, 1)
        self.budget = budget
        self.side = agent.owner(root)
        samples = 1 if agent.hurries else DETERMINIZATIONS
        drawn = (
            [agent.determinize(root, self.side) for _ in range(samples)] if agent.hides else [root]
        )
        packed = [sample.tobytes() for sample in drawn]
        self._determinizations = drawn
        # the first of those that are equal: a plan is carried out once in all of them
        self._first = [packed.index(one) for one in packed]
        self._random = agent.random
        self._seeds = agent.random.integers(2**63, size=2).tolist()
        self._known: set[Plan] = set()
        self.dropped: list[Candidate] = []  # the best of the tested ones that are not kept
        self._fruitless = 0  # tries in a row that found nothing new
        self._counting = Lock()
        self.root = root
        self._ahead, self._spread = agent.look_ahead(root)
        self._turn = agent.turn_of(root)

    @abstractmethod
    def run(self) -> list[Candidate]:
        """Search; return the tested candidates, the best first.

        OutOfTimeError if there was not even time to make the sergeant's plan.
        """

    def sergeants(self) -> Candidate:
        """Return the sergeant's plan."""
        return self._new(*self.agent.principal_line(self._determinizations[0]))

    def change(self, plan: Plan, odd: bool = False) -> Candidate | None:
        """Return a plan changed from some place on, None if nothing new resulted.

        It is changed by an operation, as often as the title says and if one is possible; otherwise
        by other weights or, if `odd`, by a random action or a looser sergeant.
        """
        self.budget.spent += A_LINE
        share = self.agent.operates
        if share and not self.agent.hurries and self._random.random() < share:
            operation = self._operation(plan)
            if operation is not None:
                return None if operation[0] in self._known else self._new(*operation)
        begin = plan[: self.below(len(plan))]
        odd = odd or self._random.random() >= self.agent.varies
        if not odd:
            found = self.by_weights(begin)
        elif self._random.random() < 0.5:
            found = self.by_looseness(begin)
        else:
            found = self.by_action(begin)
        return None if found is None or found[0] in self._known else self._new(*found, odd)

    def by_weights(self, begin: Plan) -> tuple[Plan, State] | None:
        """Return a plan continued from its beginning with other weights, and its end."""
        with self.agent.varied(self.side, SCATTER):
            return self.agent.principal_line(self._determinizations[0], 0.0, begin)

    def by_looseness(self, begin: Plan) -> tuple[Plan, State] | None:
        """Return a plan continued by a looser sergeant, and its end."""
        return self.agent.principal_line(self._determinizations[0], LOOSENESS, begin)

    def by_action(self, begin: Plan) -> tuple[Plan, State] | None:
        """Return a plan continued with a random action, and its end; None without a choice."""
        sample = self._determinizations[0]
        legal = self.agent.legal(self.agent.after(sample, begin))
        if len(legal) < 2:
            return None
        return self.agent.principal_line(sample, 0.0, begin, int(legal[self.below(len(legal))]))

    def _new(self, plan: Plan, end: State, odd: bool = False) -> Candidate:
        self._known.add(plan)
        return Candidate(plan, {0: end}, odd=odd)

    def _operation(self, plan: Plan) -> tuple[Plan, State] | None:
        """Return a plan with an operation added, None if there is none."""
        random, kinds = self._random.random, self.agent.operations
        lot, kind = random() * sum(kinds), 0
        while kind < len(kinds) - 1 and lot >= kinds[kind]:
            lot -= kinds[kind]
            kind += 1
        at = 0 if random() < AT_ONCE else self.below(len(plan))
        rest = plan[at:] if random() < REST_KEPT else ()
        return self.agent.operation(self._determinizations[0], kind, plan[:at], rest)

    def below(self, count: int) -> int:
        """Return a random number below `count`."""
        return int(self._random.random() * count)

    def judge(self, candidate: Candidate) -> None:
        """Evaluate the end of a plan with the net, without a rollout."""
        end = candidate.ends[0]
        over = self.agent.owner(end) < 0
        candidate.judged = self._ours(self.agent.worth(end) if over else self.agent.judge(end))

    def rollout(self, candidate: Candidate, count: int, first: int = 0) -> None:
        """Test a plan by rollouts; rollout number n has the same dice for every plan.

        They are numbered from `first` on. At least one is made; when the time is up, the round is
        not completed. A rollout that a plain title cannot finish in time is given up.
        """
        begin = first + len(candidate.points)
        step = 1 if self.agent.hurries else count
        for number in range(begin, begin + count, step):
            try:
                found = self._rolled(candidate, range(number, number + step))
            except OutOfTimeError:
                return
            for points in found:
                candidate.points.append(points)
                candidate.total += points
            if self.budget.is_over():
                return

    def _rolled(self, candidate: Candidate, numbers: range) -> list[float]:
        """Return the results of rollouts, as many as there was time for."""
        ends = {number: self._end(candidate, number) for number in numbers}

        def prospects(agent: Agent, number: int) -> float:
            began = now()
            with agent.drawing(*self._seeds, number):
                turns = self._left(ends[number], self._ahead)
                points = self._ours(agent.rollout(ends[number], turns, face_of(number)))
            with self._counting:
                self.budget.spent += 1
                self.budget.took(now() - began)
            return points

        return self.parallel.each(prospects, numbers, self.budget.is_over)

    def chance(
        self, candidate: Candidate, rollouts: int, calibration: tuple[float, float]
    ) -> float:
        """Return our win probability with a plan, by rollouts that were not used to choose it."""
        ends = [self._end(candidate, number) for number in range(rollouts)]

        def outlook(agent: Agent, number: int) -> float:
            with agent.drawing(*self._seeds, number, rollouts):
                turns = self._left(ends[number], agent.judged_ahead)
                return self._ours(agent.outlook(ends[number], face_of(number), calibration, turns))

        return sum(self.parallel.each(outlook, range(rollouts))) / rollouts

    def static_evaluation(self, candidate: Candidate, calibration: tuple[float, float]) -> float:
        """Return our win probability with a plan by the net's evaluation of its end."""
        end = candidate.ends[0]
        if self.agent.owner(end) < 0:
            return self._ours(self.agent.result(end))
        return self._ours(calibrated(calibration, self.agent.judge(end)))

    def _left(self, end: State, ahead: int) -> int:
        """Return the number of player turns that a rollout continues after a plan.

        All plans are evaluated at the same time of the game: some end with the side's turn, others
        with a roll in the middle of it.
        """
        return ahead - 1 if ahead > 0 and self.agent.turn_of(end) != self._turn else ahead

    def _ours(self, first: float) -> float:
        return first if self.side == 0 else 1.0 - first

    def _end(self, candidate: Candidate, number: int) -> State:
        """Return the position after a plan in a rollout's determinization."""
        sample = self._first[number % len(self._determinizations)]
        if sample not in candidate.ends:
            candidate.ends[sample] = self.agent.after(
                self._determinizations[sample], candidate.plan
            )
        return candidate.ends[sample]


class Evolution(PlanSearch):
    """The captain's search: one change after the other, each tested until it is decided."""

    def run(self) -> list[Candidate]:
        """Search; return the best plan and others of similar value."""
        best = self.sergeants()
        self.rollout(best, ROUND)
        best, others = self.improved(best, [], 1.0 - TIDYING)
        if self.agent.tidies and not self.agent.hurries:
            return [self.tidied(best), *others]
        if self.agent.calms:
            best = self.calmed(best)
        best, others = self.improved(best, others, 1.0)
        return [best, *others]

    def improved(
        self, best: Candidate, others: list[Candidate], part: float
    ) -> tuple[Candidate, list[Candidate]]:
        """Change plans until a part of the budget is spent; return the best one and others."""
        while self.budget.is_left(part) and self._fruitless < STUCK:
            parent = others[self.below(len(others))] if others and not self.below(4) else best
            try:
                found = self.propose(parent.plan, self._fruitless >= USUAL)
            except OutOfTimeError:
                break
            self._fruitless = self._fruitless + 1 if found is None else 0
            if found is None:
                continue
            found.odd |= parent.odd
            self.rollout(found, ROUND)
            if len(found.points) < ROUND:  # time is up, and too little is known of it
                break
            if self._beats(found, best):
                best, found = found, best
            others = _best_of([*others, found])
            self.dropped = _best_of([*others[KEPT - 1 :], *self.dropped])[:DROPPED]
            others = others[: KEPT - 1]
        return best, others

    def calmed(self, best: Candidate) -> Candidate:
        """Return a plan without its rash actions, except those that fresh rollouts find better.

        The rest of the plan is carried out as far as it is legal without them.
        """
        fresh: dict[Plan, list[float]] = {}
        with self.agent.drawing(*self._seeds):
            rash = self.agent.rash_actions(best.plan, best.ends[0])
        for code in rash:
            if code in best.plan and self.budget.is_left():
                self.budget.spent += A_LINE
                at = best.plan.index(code)
                best = self._replaced(best, at, best.plan[at + 1 :], fresh)
        if not best.points:
            self.rollout(best, ROUND)
        return best

    def tidied(self, best: Candidate) -> Candidate:
        """Return a plan whose unimportant actions are replaced by the sergeant's.

        Chance finds plans with odd actions beside the good ones. They are removed one after the
        other if fresh rollouts, none of those that chose the plan, are no worse without them.
        """
        root = self._determinizations[0]
        fresh: dict[Plan, list[float]] = {}
        at = 0
        while at < len(best.plan) and self.budget.is_left():
            usual = self.agent.principal_line(root, 0.0, best.plan[:at])[0]
            self.budget.spent += A_LINE
            if at >= len(usual) or usual[at] == best.plan[at]:
                at += 1
                continue
            found = self._replaced(best, at, (usual[at], *best.plan[at + 1 :]), fresh)
            if found is not best:
                found.points, found.total = best.points, best.total
                best = found
            at += 1
        return best

    def _replaced(
        self, best: Candidate, at: int, rest: Plan, fresh: dict[Plan, list[float]]
    ) -> Candidate:
        """Return the plan with a different rest if that is no worse, otherwise the plan."""
        found = self.agent.operation(self._determinizations[0], -1, best.plan[:at], rest)
        if found is None or found[0] == best.plan:
            return best
        other = Candidate(found[0], {0: found[1]}, best.judged)
        return other if self._is_no_worse(other, best, fresh) else best

    def _is_no_worse(
        self, found: Candidate, best: Candidate, fresh: dict[Plan, list[float]]
    ) -> bool:
        """Whether a plan is as good as the best one by fresh rollouts, which `fresh` caches."""
        for one in (best, found):
            if one.plan not in fresh:
                again = Candidate(one.plan, one.ends)
                self.rollout(again, TIDY, FRESH_FROM)
                fresh[one.plan] = again.points
        n = min(len(fresh[best.plan]), len(fresh[found.plan]))
        if n < TIDY:
            return False
        gaps = [b - a for a, b in zip(fresh[best.plan], fresh[found.plan], strict=True)]
        gain = sum(gaps) / n
        spread = sum((gap - gain) ** 2 for gap in gaps) + self._spread**2
        return gain >= -MATTERS * math.sqrt(spread / (n + 1) / n)

    def propose(self, plan: Plan, odd: bool) -> Candidate | None:
        """Return a change of a plan to test, None if nothing new resulted."""
        return self.change(plan, odd)

    def _beats(self, found: Candidate, best: Candidate) -> bool:
        """Whether a new plan is better than the best; both are tested until that is clear."""
        doubt = self.agent.doubt + (ODDITY if found.odd else 0.0)
        while True:
            n = min(len(found.points), len(best.points))
            gaps = [a - b for a, b in zip(found.points[:n], best.points[:n], strict=True)]
            gain = sum(gaps) / n
            spread = sum((gap - gain) ** 2 for gap in gaps) + self._spread**2
            error = math.sqrt(spread / (n + 1) / n)
            if gain < -self.agent.behind * error or (gain <= 0 and n >= MANY // 2):
                return False
            if gain > doubt * error or n >= MANY:
                return gain > (doubt - 1.0) * error
            if not self.budget.is_left():
                return gain > (doubt - 0.5) * error
            for one in (found, best):
                if len(one.points) < n + ROUND:
                    self.rollout(one, ROUND)


class Screening(Evolution):
    """The general's search: of several changes, the one with the best evaluation is tested."""

    def propose(self, plan: Plan, odd: bool) -> Candidate | None:
        """Return the change of a plan with the best evaluation, None if nothing new resulted."""
        found = [
            one for one in (self.change(plan, odd) for _ in range(PROPOSED)) if one is not None
        ]
        for one in found:
            self.judge(one)
        return max(found, key=lambda one: one.judged, default=None)
