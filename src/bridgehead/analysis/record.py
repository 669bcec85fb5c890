"""Analyze a game: the probability after every step, the cost of decisions, luck with the dice.

docs/analysis.md explains the method and the numbers, and describes the JSON form.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bridgehead.analysis.report import Analysis, Best, EvaluatedStep
from bridgehead.analysis.steps import DECISION, DICE, Step, steps_of
from bridgehead.analysis.win_probability import NOTHING, WinProbabilities
from bridgehead.core.errors import BridgeheadError, InvalidRecord
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import hides
from bridgehead.players.advice.sentences import sentence_of
from bridgehead.players.ranks.thinker import STANDARD_LOOKS

ROLLOUTS = STANDARD_LOOKS  # at each measured position, where nothing else is said
THINKING = 8  # times as many rollouts for a decision as for a position
AGAIN = 4  # times as many rollouts where it mattered
MOST_AGAIN = 24  # steps that are looked at again
WORTH_IT = 0.02  # from which difference on
SHORTEST = 0.1  # seconds that a decision is thought about, at least
SHARES = (0.45, 0.35)  # of the time: for thinking, and for the first measuring

Progress = Callable[[int, int], None]


def may_be_analysed(record: Record) -> str | None:
    """Return why a record may not be analyzed (yet), None if it may.

    The probabilities use all facts. If one side knows things that the other does not, they would
    reveal them, so such a game is analyzed only when it is over.
    """
    if not record.actions:
        return "nothing to analyze: the record has no actions"
    if record.position.to_move is not None and hides(record.position):
        return "a game with hidden information can be analyzed only when it is over"
    return None


def analyse(
    record: Record,
    thinker: Any = None,
    *,
    player: str = "general",
    looks: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    first: int = 1,
    last: int | None = None,
    progress: Progress | None = None,
    interrupt: Callable[[], bool] | None = None,
) -> Analysis:
    """Analyze a game from action `first` to action `last` (counted from 1).

    `looks` is the number of rollouts for each position; a decision gets eight times as many. The
    same rollouts and seed give the same analysis. `seconds` sets the approximate duration instead.
    `player` does the thinking, or `thinker` if given. `progress` is called with the work done and
    the total; an exception from it ends the analysis. `interrupt` is called often: when it returns
    True, the analysis ends with `players.mind.InterruptedThoughtError`.

    InvalidRecord if the record may not be analyzed, UnknownPlayer if the player cannot think.
    """
    refusal = may_be_analysed(record)
    if refusal is not None:
        raise InvalidRecord(refusal)
    if not 1 <= first <= (len(record.actions) if last is None else last) <= len(record.actions):
        raise InvalidRecord(
            f"actions {first} to {last or len(record.actions)}: there are {len(record.actions)}"
        )
    began = time.perf_counter()
    steps = list(steps_of(record, first, last))
    budget = _budget(record, steps, thinker, player, looks, seconds, seed)
    if interrupt is not None and hasattr(budget.thinker, "interrupt"):
        budget.thinker.interrupt(interrupt)
    weighed = _Work(steps, budget, progress).run()
    spent = time.perf_counter() - began
    return Analysis.of(record, weighed, player=budget.name, looks=budget.looks, seed=seed,
                       seconds=spent)  # fmt: skip


@dataclass(frozen=True)
class _Budget:
    """The thinker, its number of rollouts per position, and the number of decisions to analyze."""

    thinker: Any
    name: str
    looks: int
    thinks: int


def _budget(
    record: Record,
    steps: list[Step],
    thinker: Any,
    player: str,
    looks: int | None,
    seconds: float | None,
    seed: int,
) -> _Budget:
    """Return the budget for a time or a number of rollouts."""
    from bridgehead import players

    wanted, threads = sum(_is_weighed(step) for step in steps), players.spare_cores()
    if seconds is None:
        count = looks or ROLLOUTS
        named = player if "@" in player else f"{player}@{THINKING * count}n"
        agent = thinker or players.thinker(record.game, named, seed, threads=threads)
        return _Budget(agent, agent.name, count, wanted)
    thinks = min(wanted, max(1, int(SHARES[0] * seconds / SHORTEST)))
    each = SHARES[0] * seconds / max(1, thinks)
    agent = thinker or players.thinker(record.game, player, seed, each, threads)
    count = looks or _affordable(agent, steps, SHARES[1] * seconds)
    return _Budget(agent, agent.name, count, thinks)


def _is_weighed(step: Step) -> bool:
    return step.kind == DECISION and step.choice and step.whole


def _affordable(thinker: Any, steps: list[Step], seconds: float) -> int:
    """Return the affordable number of rollouts per position, by timing a few of them."""
    trial = steps[len(steps) // 2].before
    thinker.chance(trial, 1)  # the first one loads what it needs
    began = time.perf_counter()
    thinker.chance(trial, 8)
    each = (time.perf_counter() - began) / 8
    positions = sum(3 if step.kind == DICE else 1 for step in steps)
    return max(4, min(1000, int(seconds / max(1e-9, each * positions))))


class _Work:
    """Evaluates steps: first the probability after each, then decisions, then what mattered most.

    The probabilities come first, so that if there is no time for all decisions, those after which a
    side was worst off are analyzed.
    """

    def __init__(self, steps: list[Step], budget: _Budget, progress: Progress | None) -> None:
        self.steps = steps
        self.budget = budget
        self.probabilities = WinProbabilities(budget.thinker, budget.looks)
        self.progress = progress
        self.done = 0
        self.total = len(steps) + 1 + budget.thinks + min(MOST_AGAIN, len(steps))

    def run(self) -> list[EvaluatedStep]:
        """Return every step with its evaluation."""
        self._tick()
        found = [self._measured(step) for step in self.steps]
        chosen = [step for step in found if _is_weighed(step.step)]
        chosen.sort(key=lambda weighed: weighed.gain)
        for weighed in chosen[: self.budget.thinks]:
            self._think(weighed)
        self._again(found)
        _joined(found)
        if self.progress is not None:
            self.progress(self.total, self.total)
        return found

    def _tick(self) -> None:
        if self.progress is not None:
            self.progress(min(self.done, self.total), self.total)
        self.done += 1

    def _measured(self, step: Step) -> EvaluatedStep:
        self._tick()
        weighed = EvaluatedStep(
            step, self.probabilities.chance(step.before), self.probabilities.chance(step.after)
        )
        if step.kind == DICE:
            self._weigh_dice(weighed, self.budget.looks)
        return weighed

    def _weigh_dice(self, weighed: EvaluatedStep, looks: int) -> None:
        """Compare a dice result with the mean over all possible results."""
        spread = self.probabilities.spread(weighed.step.before, looks)
        if spread is None:
            weighed.luck = weighed.after.minus(weighed.before)
            return
        weighed.luck = spread.luck(weighed.step.actions[0])
        weighed.outcomes = {face: chance.value for face, chance in spread.outcomes.items()}

    def _think(self, weighed: EvaluatedStep) -> None:
        """Find the best plan at the beginning of a side's step, and its value."""
        self._tick()
        step = weighed.step
        line = self.budget.thinker.think(step.before.copy()).lines[0]
        plan, end = _carried_out(step, tuple(line.plan))
        same = end == step.after
        weighed.end = end
        weighed.best = Best(plan, sentence_of(step.before, plan), weighed.after, same)
        self._weigh_decision(weighed, self.budget.looks)

    def _weigh_decision(self, weighed: EvaluatedStep, looks: int) -> None:
        """Compare the position after the best plan with the one after the moves played.

        Both are measured in the same way, with rollouts that were not used to choose either.
        """
        if weighed.best is None:
            return
        if weighed.best.same:
            weighed.loss = NOTHING
            return
        best = self.probabilities.chance(weighed.end, looks)
        played = self.probabilities.chance(weighed.step.after, looks)
        weighed.best = weighed.best.with_chance(best)
        weighed.loss = weighed.for_decider(best.minus(played))

    def _again(self, found: list[EvaluatedStep]) -> None:
        """Measure again, with more rollouts, whatever seems to have mattered.

        The largest of many differences are partly large by chance, so they need new rollouts.
        """
        largest = sorted(found, key=lambda weighed: -weighed.size)[:MOST_AGAIN]
        looks = AGAIN * self.budget.looks
        for weighed in largest:
            if weighed.size < WORTH_IT:
                break
            self._tick()
            weighed.after = self.probabilities.chance(weighed.step.after, looks)
            weighed.before = self.probabilities.chance(weighed.step.before, looks)
            if weighed.step.kind == DICE:
                self._weigh_dice(weighed, looks)
            else:
                self._weigh_decision(weighed, looks)


def _joined(found: list[EvaluatedStep]) -> None:
    """Give the end of a step and the beginning of the next the more reliable of their estimates."""
    for weighed, following in pairwise(found):
        surer = min(weighed.after, following.before, key=lambda chance: chance.error)
        weighed.after = following.before = surer


def _carried_out(step: Step, plan: tuple[str, ...]) -> tuple[tuple[str, ...], Any]:
    """Return the part of a plan that can be carried out, and the position after it.

    A plan is made from what a side knows; hidden facts may prevent it.
    """
    position = step.before.copy()
    for number, text in enumerate(plan):
        try:
            position.push(text)
        except BridgeheadError:
            return plan[:number], position
    return plan, position
