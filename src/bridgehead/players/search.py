"""The search of plans: what captain and general do with a decision.

A turn is a chain of small decisions, so that single actions are hardly worth looking at: what
counts is what they do together. The search therefore works on *plans* (the rest of a side's
decisions up to the next roll or the enemy's next decision), as online evolution does:

- The sergeant's plan is the first. Another is one of the best, changed at one place, by a random
  legal action or by a looser sergeant, and completed by the sergeant.
- A plan is tried by *looks*: sergeants play on from where it ends, the faces of the first roll in
  turn. How far is the title's affair (`AHEAD`): the general's looks end after the enemy's reply or
  some turns later, where a net judges what has come of it, the captain's mostly at the end of the
  game, which needs no judgement. All plans are looked at with the same dice.

The captain (`Evolution`) looks at each new plan until it has fallen behind the best one or taken
its place. The general (`Screening`) makes several changes at a time, lets the net judge where they
end, which is much cheaper than looks, and looks at the best judged alone; where a title's positions
tell too little for that (`GLANCES`), it looks at each change, as the captain does.

What is hidden from the side is drawn anew for each look, from what the side knows.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from bridgehead.players.mind import Mind, OutOfTimeError, Plan, State
from bridgehead.players.weights import calibrated

ROUND = 6  # looks at a time: one for each face of a die
WORLDS = 6  # of what may be hidden
LOOSENESS = 0.15  # of the sergeant that rewrites the rest of a plan
KEPT = 8  # plans from which others are made
STUCK = 40  # tries in a row that find nothing new: there is nothing else
MANY = 20 * ROUND  # looks that tell any two plans apart that are worth it

PROPOSED = 5  # changes of which the general looks at the best judged
A_DRAFT = 0.4  # what writing and judging a plan takes, in looks


def face_of(number: int) -> int:
    """Return the first roll of a look: each world (every sixth look) meets each face in turn."""
    return number + number // ROUND


@dataclass
class Budget:
    """How much a player may think: seconds, or a number of looks, which is reproducible."""

    seconds: float | None = None
    looks: int | None = None
    spent: float = 0.0
    began: float = field(default_factory=time.perf_counter)

    def is_left(self) -> bool:
        """Whether there is some left."""
        if self.looks is not None:
            return self.spent < self.looks
        return self.elapsed() < (self.seconds or 0.0)

    @property
    def deadline(self) -> float | None:
        """When the time is up, by `time.perf_counter`; None where looks are counted."""
        return None if self.looks is not None else self.began + (self.seconds or 0.0)

    def is_over(self) -> bool:
        """Whether the time is up; looks that are counted are made by whole rounds."""
        return self.looks is None and not self.is_left()

    def elapsed(self) -> float:
        """Return the seconds since it began."""
        return time.perf_counter() - self.began


@dataclass(eq=False)
class Candidate:
    """A plan and what came of the looks at it: prospects, from 0 to 1, of the side that decides."""

    plan: Plan
    ends: dict[int, State]  # by world: the position after the plan
    judged: float = 0.5  # counts for one look
    points: list[float] = field(default_factory=list)
    total: float = 0.0

    @property
    def prospects(self) -> float:
        """The mean of the looks and of what was judged before them."""
        return (self.total + self.judged) / (len(self.points) + 1)


class PlanSearch(ABC):
    """One search, from one position."""

    def __init__(self, mind: Mind, root: State, budget: Budget) -> None:
        self.mind = mind
        self.budget = budget
        self.side = mind.owner(root)
        worlds = 1 if mind.hurries else WORLDS
        drawn = [mind.imagine(root, self.side) for _ in range(worlds)] if mind.hides else [root]
        looks_like = [world.tobytes() for world in drawn]
        self._worlds = drawn
        # the first of those that are equal: a plan is carried out once in all of them
        self._first = [looks_like.index(look) for look in looks_like]
        self._random = mind.random
        self._seeds = mind.random.integers(2**63, size=2).tolist()
        self._known: set[Plan] = set()
        self.root = root

    @abstractmethod
    def run(self) -> list[Candidate]:
        """Search; return the candidates that were looked at, the best first.

        OutOfTimeError where there was not even time to draft the sergeant's plan.
        """

    def sergeants(self) -> Candidate:
        """Return the sergeant's plan."""
        plan, end = self.mind.draft(self._worlds[0])
        self._known.add(plan)
        return Candidate(plan, {0: end})

    def change(self, plan: Plan) -> Candidate | None:
        """Return a plan changed at one place, None where nothing new came of it."""
        self.budget.spent += A_DRAFT
        mind, world = self.mind, self._worlds[0]
        at = self.below(len(plan))
        if self._random.random() < 0.5:
            found, end = mind.draft(world, LOOSENESS, plan[:at])
        else:
            legal = mind.legal(mind.after(world, plan[:at]))
            if len(legal) < 2:
                return None
            found, end = mind.draft(world, 0.0, plan[:at], int(legal[self.below(len(legal))]))
        if found in self._known:
            return None
        self._known.add(found)
        return Candidate(found, {0: end})

    def below(self, count: int) -> int:
        """Return a random number below `count`."""
        return int(self._random.random() * count)

    def judge(self, candidate: Candidate) -> None:
        """Let the net judge where a plan ends, without a look."""
        end = candidate.ends[0]
        over = self.mind.owner(end) < 0
        candidate.judged = self._ours(self.mind.worth(end) if over else self.mind.judge(end))

    def look(self, candidate: Candidate, count: int) -> None:
        """Look at what becomes of a plan; look number n has the same dice for every plan.

        Once at least; not to the end of the round when time is up. A look that a plain title cannot
        finish in time is given up.
        """
        mind = self.mind
        for _ in range(count):
            number = len(candidate.points)
            try:
                end = self._end(candidate, number)
                with mind.drawing(*self._seeds, number):
                    points = self._ours(mind.look(end, mind.ahead, face_of(number)))
            except OutOfTimeError:
                return
            candidate.points.append(points)
            candidate.total += points
            self.budget.spent += 1
            if self.budget.is_over():
                return

    def chance(self, candidate: Candidate, looks: int, calibration: tuple[float, float]) -> float:
        """Return our chance of winning with a plan, by fresh looks: not those that chose it."""
        mind, total = self.mind, 0.0
        for number in range(looks):
            end = self._end(candidate, number)
            with mind.drawing(*self._seeds, number, looks):
                total += self._ours(mind.outlook(end, face_of(number), calibration))
        return total / looks

    def glance(self, candidate: Candidate, calibration: tuple[float, float]) -> float:
        """Return our chance of winning with a plan, as the net judges where it ends."""
        end = candidate.ends[0]
        if self.mind.owner(end) < 0:
            return self._ours(self.mind.result(end))
        return self._ours(calibrated(calibration, self.mind.judge(end)))

    def _ours(self, first: float) -> float:
        return first if self.side == 0 else 1.0 - first

    def _end(self, candidate: Candidate, number: int) -> State:
        """Return the position after a plan in the world of a look."""
        world = self._first[number % len(self._worlds)]
        if world not in candidate.ends:
            candidate.ends[world] = self.mind.after(self._worlds[world], candidate.plan)
        return candidate.ends[world]


class Evolution(PlanSearch):
    """The captain's search: one change after the other, each looked at until it is decided."""

    def run(self) -> list[Candidate]:
        """Search; return the best plan and others that came near it."""
        best = self.sergeants()
        self.look(best, ROUND)
        others: list[Candidate] = []
        fruitless = 0
        while self.budget.is_left() and fruitless < STUCK:
            parent = others[self.below(len(others))] if others and not self.below(4) else best
            try:
                found = self.propose(parent.plan)
            except OutOfTimeError:
                break
            fruitless = fruitless + 1 if found is None else 0
            if found is None:
                continue
            self.look(found, ROUND)
            if len(found.points) < ROUND:  # time is up, and too little is known of it
                break
            if self._beats(found, best):
                best, found = found, best
            others = sorted([*others, found], key=lambda one: -one.prospects)[: KEPT - 1]
        return [best, *others]

    def propose(self, plan: Plan) -> Candidate | None:
        """Return a change of a plan to look at, None where nothing new came of it."""
        return self.change(plan)

    def _beats(self, found: Candidate, best: Candidate) -> bool:
        """Whether a new plan is better than the best; both are looked at until that is clear."""
        while True:
            n = min(len(found.points), len(best.points))
            gaps = [a - b for a, b in zip(found.points[:n], best.points[:n], strict=True)]
            gain = sum(gaps) / n
            spread = sum((gap - gain) ** 2 for gap in gaps) + self.mind.spread**2
            error = math.sqrt(spread / (n + 1) / n)
            if gain < -0.5 * error or (gain <= 0 and n >= MANY // 2):
                return False
            if gain > self.mind.doubt * error or n >= MANY:
                return gain > (self.mind.doubt - 1.0) * error
            if not self.budget.is_left():
                return gain > (self.mind.doubt - 0.5) * error
            for one in (found, best):
                if len(one.points) < n + ROUND:
                    self.look(one, ROUND)


class Screening(Evolution):
    """The general's search: of several changes, the best judged is looked at."""

    def propose(self, plan: Plan) -> Candidate | None:
        """Return the best judged of some changes of a plan, None where nothing new came of them."""
        found = [one for one in (self.change(plan) for _ in range(PROPOSED)) if one is not None]
        for one in found:
            self.judge(one)
        return max(found, key=lambda one: one.judged, default=None)
