"""Why a plan: what it leads to more often, or less often, than the next best plan.

Every reason is measured: both plans are played out with the same dice until the enemy has had a
turn, and what differs clearly is told with its numbers. What the words are for a title's victory
conditions stands in its phrasebook (`Phrasebook.goals`).

>>> from bridgehead.players.reasons import times
>>> times(0.62), times(0.0), times(1.0)
('6 times in 10', 'hardly ever', 'nearly always')
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.phrases import GoalPhrase
from bridgehead.core.position import Position
from bridgehead.core.registry import title_of
from bridgehead.players.futures import (
    LOOKS,
    Futures,
    futures_of,
    known_units,
    sides_of,
    standing_of,
)

MOST = 3
CLEAR = 2.5  # standard errors from which on a difference is told
A_SHARE = 0.2  # difference of shares from which on it is worth telling
A_COUNT = 0.4  # the same of numbers that are counted
OFTEN = 1 / 3  # share of the rollouts in which an enemy unit is eliminated, to be told
HALF = 0.5  # what counts a reason that compares with the present alone
ALTERNATIVE = "with the next best plan"


@dataclass(frozen=True)
class Reason:
    """One thing that speaks for a plan.

    `kind` is "saves", "threatens" or "goal"; `with_plan` and `otherwise` are shares of the
    rollouts, or means where something is counted; `compared` says what `otherwise` is: "plan" for
    the next best plan, "now" for the present.
    """

    kind: str
    text: str
    subject: str  # a unit, or a victory condition
    with_plan: float
    otherwise: float
    compared: str
    weight: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        return {
            "kind": self.kind,
            "text": self.text,
            "subject": self.subject,
            "with_plan": round(self.with_plan, 3),
            "otherwise": round(self.otherwise, 3),
            "compared": self.compared,
        }


def reasons(
    position: Position, thinker: Any, plan: Sequence[str], other: Sequence[str] | None
) -> tuple[Reason, ...]:
    """Return what speaks for a plan, the weightiest first, at most three.

    `other` is the next best plan, None where there is none. Nothing is told where the thinker
    cannot look ahead.
    """
    look = getattr(thinker, "futures", None)
    ends = look(position, [plan, *([other] if other else [])], LOOKS) if look is not None else []
    side = position.to_move
    if not ends or side is None:
        return ()
    return _Teller(position, thinker.worlds(position), side).told(ends)


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
        mine = getattr(position, "side", side) == side
        self.when = "after the enemy's next turn" if mine else "when this player turn ends"

    def told(self, ends: Sequence[Sequence[Any]]) -> tuple[Reason, ...]:
        """Return the reasons of the first plan."""
        plan, *others = futures_of(self.position, ends, list(self.units), self.side)
        found = [*self._units(plan, others[0])] if others else []
        found += self._goals(plan, others[0]) if others else []
        told = {one.subject for one in found}
        found += [one for one in self._since_now(plan) if one.subject not in told]
        found.sort(key=lambda one: -one.weight)
        return tuple(found[:MOST])

    def _units(self, plan: Futures, other: Futures) -> list[Reason]:
        """Return whom the plan saves, and whom it threatens, more often than the other."""
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
                f"{verb} {name}: {what} {times(share)} {self.when}, {ALTERNATIVE} {times(usual)}."
            )
            kind = "saves" if mine else "threatens"
            found.append(Reason(kind, text, unit, share, usual, "plan", gain))
        return found

    def _goals(self, plan: Futures, other: Futures) -> list[Reason]:
        """Return which victory conditions stand better than with the other plan."""
        found = []
        for key, have in plan.goals.items():
            phrase = self._phrase(key[0])
            if phrase is None or len(have) != len(other.goals.get(key, ())):
                continue
            found += self._goal(key, phrase, plan, have, other.goals[key], "plan")
        return found

    def _since_now(self, plan: Futures) -> list[Reason]:
        """Return what the plan changes for the better, against the present."""
        found = []
        for unit, lost in plan.lost.items():
            share = _mean(lost)
            if self.sides[unit] != self.side and share >= OFTEN:
                text = f"Threatens {self._name(unit)}: eliminated {times(share)} {self.when}."
                found.append(Reason("threatens", text, unit, share, 0.0, "now", HALF * share))
        now, _ = standing_of(self.position, self.side)
        for key, have in plan.goals.items():
            phrase = self._phrase(key[0])
            if phrase is not None and key in now and len(have) == LOOKS:
                found += self._goal(key, phrase, plan, have, [now[key]] * len(have), "now")
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
        if gain < (A_SHARE if need == 1 else A_COUNT):
            return []
        own = max(have) > 0 or min(usual) >= 0 or phrase.is_lead  # else it is the enemy's goal
        with_plan, otherwise = _mean(have), _mean(usual)
        against = ALTERNATIVE if compared == "plan" else "now"
        if phrase.is_lead:
            numbers = f"{_lead(with_plan)} {self.when}, {_lead(otherwise)} {against}"
        elif need == 1:
            shares = [value if own else 1 + value for value in (with_plan, otherwise)]
            numbers = f"{times(shares[0])} {self.when}"
            numbers += f", {against} {times(shares[1])}" if compared == "plan" else ", not now"
        else:
            digits = ".1f" if compared == "plan" else "g"
            numbers = f"{abs(with_plan):.1f} of {need:g} {self.when}"
            numbers += f", {abs(otherwise):{digits}} {against}"
        text = f"{phrase.own if own else phrase.other}: {numbers}."
        weight = gain / max(1.0, need) * (1.5 if compared == "plan" else HALF)
        return [Reason("goal", text, key[0], with_plan, otherwise, compared, weight)]

    def _phrase(self, text: str) -> GoalPhrase | None:
        return next((self.book.goals[one] for one in self.book.goals if text.startswith(one)), None)

    def _name(self, unit: str) -> str:
        """Return a unit and where it stands: "16/4 on 0910"."""
        place = self.book.place_name(self.position.game, self.units[unit])
        return f"{self.names[unit]} ({place})"


def times(share: float) -> str:
    """Return how often something happened: "6 times in 10"."""
    whole = round(10 * share)
    if whole == 0:
        return "hardly ever"
    if whole == 10:
        return "nearly always"
    return f"{whole} time{'' if whole == 1 else 's'} in 10"


def _lead(value: float) -> str:
    """Return a difference of points: "2.5 ahead"."""
    if abs(value) < 0.05:
        return "even"
    return f"{abs(value):.1f} {'ahead' if value > 0 else 'behind'}"


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _gain(more: Sequence[float], less: Sequence[float]) -> float:
    """Return by how much one is more on average, 0.0 where that is not clear.

    Both come from the same dice, so that their differences are compared, not their means. One
    difference of the other sign is added: none in 36 does not mean never.
    """
    gaps = [a - b for a, b in zip(more, less, strict=True)]
    mean = _mean(gaps)
    largest = max(map(abs, gaps), default=0.0)
    spread = math.fsum((gap - mean) ** 2 for gap in gaps) + (largest + mean) ** 2
    error = math.sqrt(spread) / len(gaps)
    return mean if mean > CLEAR * error else 0.0
