"""Why a plan: what it leads to more often, or less often, than other play.

Every reason is measured: the plan, the next best plan, and usual play without a plan are played out
with the same dice until the enemy has had a turn. What differs clearly is told with its numbers.
What would happen with any play is no reason. An enemy unit that a plan goes at is told even where
other play eliminates it as often, because that is what the plan is for. What the words are for a
title's victory conditions stands in its phrasebook (`Phrasebook.goals`).

>>> from bridgehead.players.advice.reasons import times
>>> times(0.62), times(0.0), times(1.0)
('6 times in 10', 'hardly ever', 'nearly always')
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from bridgehead.core.positions.position import Position
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.phrases import GoalPhrase
from bridgehead.players.search.futures import (
    LOOKS,
    Futures,
    futures_of,
    known_units,
    sides_of,
)

if TYPE_CHECKING:
    from bridgehead.core.kernels.kernel_game import KernelPosition

MOST = 3
CLEAR = 2.5  # standard errors from which on a difference is told
A_SHARE = 0.2  # difference of shares from which on it is worth telling
A_COUNT = 0.4  # the same of numbers that are counted
OFTEN = 1 / 3  # share of the rollouts in which an enemy unit is eliminated, to be told
A_PART = 1 / 50  # of what a goal needs: a smaller difference of numbers is not worth telling
HALF = 0.5  # what a reason counts that is not better than other play
AGAINST = {
    "plan": "with the next best plan",
    "yours": "with your plan",
    "usual": "with usual play",
}


@dataclass(frozen=True)
class Reason:
    """A reason for a plan.

    `kind` is "saves", "threatens" or "goal"; `with_plan` and `otherwise` are shares of the
    rollouts, or means if something is counted; `compared` says what `otherwise` is: "plan" for the
    next best plan, "yours" for the reader's plan, "usual" for usual play without a plan, "now" for
    the present.
    """

    kind: str
    text: str
    subject: str  # a unit, or a victory condition
    with_plan: float
    otherwise: float
    compared: str
    weight: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as JSON data."""
        return {
            "kind": self.kind,
            "text": self.text,
            "subject": self.subject,
            "with_plan": round(self.with_plan, 3),
            "otherwise": round(self.otherwise, 3),
            "compared": self.compared,
        }


def reasons(
    position: Position,
    thinker: Any,
    plan: Sequence[str],
    other: Sequence[str] | None,
    *,
    is_yours: bool = False,
) -> tuple[Reason, ...]:
    """Return the reasons for a plan, the most important first, at most three.

    `other` is the next best plan, with `is_yours` the reader's; None if there is none. There are no
    reasons if the thinker cannot look ahead.
    """
    name = "yours" if is_yours else "plan"
    plans = {"own": plan, "usual": (), **({name: other} if other else {})}
    ends = thinker.futures(position, list(plans.values()), LOOKS)
    side = position.to_move
    if not ends or side is None:
        return ()
    teller = _Teller(position, thinker.worlds(position), side)
    return teller.told(dict(zip(plans, ends, strict=True)), plan)


class _Teller:
    """Compares futures for one side."""

    def __init__(self, position: Position, worlds: Sequence[Any], side: str) -> None:
        self.position, self.side = position, side
        self.units = known_units(position, worlds, side)
        self.sides = sides_of(position)
        title = title_of(position.game.id)
        self.names = title.unit_names(position.game)
        self.book = title.phrasebook
        # on its own turn a side wants to know what the enemy can do; in the enemy's, how it ends
        mine = cast("KernelPosition", position).side == side
        self.when = "after the enemy's next turn" if mine else "when this player turn ends"

    def told(self, ends: Mapping[str, Sequence[Any]], plan: Sequence[str]) -> tuple[Reason, ...]:
        """Return the reasons for the plan named "own" against the alternatives."""
        futures = futures_of(self.position, list(ends.values()), list(self.units), self.side)
        own, *others = futures
        best: dict[str, Reason] = {}
        for compared, other in reversed(list(zip([*ends][1:], others, strict=True))):
            for one in (*self._units(own, other, compared), *self._goals(own, other, compared)):
                if one.subject not in best or one.weight > best[one.subject].weight:
                    best[one.subject] = one
        for one in self._aims(own, plan):
            best.setdefault(one.subject, one)
        return tuple(sorted(best.values(), key=lambda one: -one.weight)[:MOST])

    def _units(self, plan: Futures, other: Futures, compared: str) -> list[Reason]:
        """Return the units that the plan saves, or threatens, more often than the other plan."""
        found = []
        for unit, lost in plan.lost.items():
            mine = self.sides[unit] == self.side
            gain = _gain(other.lost[unit], lost) if mine else _gain(lost, other.lost[unit])
            if gain < A_SHARE:
                continue
            share, usual = _mean(lost), _mean(other.lost[unit])
            name = self._name(unit)
            verb = "Saves" if mine else "Threatens"
            what = "lost" if mine else "eliminated"
            text = (
                f"{verb} {name}: {what} {times(share)} {self.when}, "
                f"{AGAINST[compared]} {times(usual)}."
            )
            kind = "saves" if mine else "threatens"
            found.append(Reason(kind, text, unit, share, usual, compared, gain))
        return found

    def _goals(self, plan: Futures, other: Futures, compared: str) -> list[Reason]:
        """Return the victory conditions that are better than with the other plan."""
        found = []
        for key, have in plan.goals.items():
            phrase = self.book.goal(key[0])
            if phrase is None or len(have) != len(other.goals.get(key, ())):
                continue
            found += self._goal(key, phrase, plan, have, other.goals[key], compared)
        return found

    def _aims(self, own: Futures, plan: Sequence[str]) -> list[Reason]:
        """Return the enemy units that the plan attacks, and how often they are eliminated."""
        words = {word for action in plan for word in action.split()[1:]}
        words |= _places_of(self.position.to_dict().get("combat"))
        found = []
        for unit, lost in own.lost.items():
            share = _mean(lost)
            is_aimed_at = self.sides[unit] != self.side and self.units[unit] in words
            if is_aimed_at and share >= OFTEN:
                text = f"Threatens {self._name(unit)}: eliminated {times(share)} {self.when}."
                found.append(Reason("threatens", text, unit, share, 0.0, "now", HALF * share))
        return found

    def _goal(
        self,
        key: tuple[str, str, str],
        phrase: GoalPhrase,
        plan: Futures,
        have: list[float],
        usual: list[float],
        compared: str,
    ) -> list[Reason]:
        need = plan.needs[key]
        gain = _gain(have, usual)
        if gain < (A_SHARE if need == 1 else max(A_COUNT, A_PART * need)):
            return []
        own = max(have) > 0 or min(usual) >= 0 or phrase.is_lead  # else it is the enemy's goal
        with_plan, otherwise = _mean(have), _mean(usual)
        against = AGAINST[compared]
        if phrase.is_lead:
            numbers = f"{_lead(with_plan)} {self.when}, {_lead(otherwise)} {against}"
        elif need == 1:
            shares = [value if own else 1 + value for value in (with_plan, otherwise)]
            numbers = f"{times(shares[0])} {self.when}, {against} {times(shares[1])}"
        else:
            numbers = f"{abs(with_plan):.1f} of {need:g} {self.when}"
            numbers += f", {abs(otherwise):.1f} {against}"
        text = f"{phrase.own if own else phrase.other}: {numbers}."
        weight = 1.5 * gain / max(1.0, need)
        return [Reason("goal", text, key[0], with_plan, otherwise, compared, weight)]

    def _name(self, unit: str) -> str:
        """Return a unit and its place: "16/4 on 0910"."""
        place = self.book.place_name(self.position.game, self.units[unit])
        return f"{self.names[unit]} ({place})"


def _places_of(told: Any) -> set[str]:
    """Return the words in a position's data about a combat, which include its place."""
    if isinstance(told, str):
        return {told}
    if isinstance(told, Mapping):
        return {word for value in told.values() for word in _places_of(value)}
    if isinstance(told, (list, tuple)):
        return {word for value in told for word in _places_of(value)}
    return set()


def times(share: float) -> str:
    """Return a frequency in words: "6 times in 10"."""
    whole = round(10 * share)
    if whole == 0:
        return "hardly ever"
    if whole == 10:
        return "nearly always"
    return f"{whole} time{'' if whole == 1 else 's'} in 10"


def _lead(value: float) -> str:
    """Return a difference of points in words: "2.5 ahead"."""
    if abs(value) < 0.05:
        return "even"
    return f"{abs(value):.1f} {'ahead' if value > 0 else 'behind'}"


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _gain(more: Sequence[float], less: Sequence[float]) -> float:
    """Return the mean difference of two lists, 0.0 if it is not statistically clear.

    Both come from the same dice, so their differences are compared, not their means. The error is
    estimated as if there were one more difference, as large as the largest and of the other sign:
    that none of 36 rollouts had it does not mean that it never happens.
    """
    gaps = [a - b for a, b in zip(more, less, strict=True)]
    mean = _mean(gaps)
    largest = max(map(abs, gaps), default=0.0)
    spread = math.fsum((gap - mean) ** 2 for gap in gaps) + (largest + mean) ** 2
    error = math.sqrt(spread) / len(gaps)
    return mean if mean > CLEAR * error else 0.0
