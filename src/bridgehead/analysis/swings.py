"""The phases of a game in which most was lost or gained, told without an analysis.

A phase's swing is the change of the lead in victory points, or, in a title without them, of the
units that were eliminated. In a scenario that points do not decide, it is the units and the
conditions of victory: a condition that becomes true counts as `CONDITION` units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgehead.core.records.record import Record
from bridgehead.core.scenarios.conditions import POINTS_AHEAD
from bridgehead.core.scenarios.goals import goals, words
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital

MOST = 3
CONDITION = 3.0  # units that a condition of a scenario counts as


@dataclass(frozen=True)
class Swing:
    """A phase of one side: what both sides lost and gained in it.

    `first` and `last` are the numbers of actions before and after it. `lead` is the change of the
    lead of the game's first side. `met` and `unmet` are the scenario's conditions that became true
    and that are no longer true: pairs of side and condition.
    """

    first: int
    last: int
    turn: int
    side: str
    phase: str
    lost: Mapping[str, int]  # units
    gained: Mapping[str, float]  # victory points
    lead: float
    met: tuple[tuple[str, str], ...] = ()
    unmet: tuple[tuple[str, str], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the swing as JSON data."""
        return {**vars(self), "lost": dict(self.lost), "gained": dict(self.gained)}


def swings(record: Record, most: int = MOST) -> list[Swing]:
    """Return the phases of a record with the largest swings, in order of play."""
    found = [one for one in _phases(record) if one.lead]
    found.sort(key=lambda one: -abs(one.lead))
    return sorted(found[:most], key=lambda one: one.first)


def _phases(record: Record) -> list[Swing]:
    position = record.opening()
    found: list[Swing] = []
    start, now, before = 0, _of(position), _standing(position)
    for number, action in enumerate(record.actions, start=1):
        position.push(action)
        if (then := _of(position)) != now or number == len(record.actions):
            after = _standing(position)
            found.append(_swing(start, number, now, before, after))
            start, now, before = number, then, after
    return found


def _of(position: Any) -> tuple[int, str, str]:
    return int(position.turn), str(position.side), str(position.phase)


@dataclass(frozen=True)
class _Standing:
    """What a phase may change."""

    lost: Mapping[str, int]  # units eliminated
    points: Mapping[str, float]  # victory points; none where they decide nothing
    met: frozenset[tuple[str, str]]  # conditions of the scenario: side and text


def _standing(position: Any) -> _Standing:
    game, screen = position.game, title_of(position.game.id).screen
    counts, ledger = screen.counts(position), screen.ledger(position)
    lost = {side: int(counts[side]["eliminated"]) for side in game.sides}
    met: frozenset[tuple[str, str]] = frozenset()
    if game.scenario is not None:
        by_points = {one for one in game.scenario.conditions if one.kind == POINTS_AHEAD}
        told = {capital(words(game, one)) for one in by_points}
        there = (goal for goal in goals(position) if goal.met and goal.text not in told)
        met = frozenset((str(goal.side), goal.text) for goal in there)
        ledger = ledger if by_points else None
    points = {side: float(ledger[side]["points"]) for side in game.sides} if ledger else {}
    return _Standing(lost, points, met)


def _swing(
    start: int, end: int, phase: tuple[int, str, str], before: _Standing, after: _Standing
) -> Swing:
    lost = {side: count - before.lost[side] for side, count in after.lost.items()}
    gained = {side: points - before.points[side] for side, points in after.points.items()}
    met, unmet = sorted(after.met - before.met), sorted(before.met - after.met)
    first, second = lost
    lead = gained[first] - gained[second] if gained else float(lost[second] - lost[first])
    for sign, changed in ((1, met), (-1, unmet)):
        lead += sum(sign * CONDITION * (1 if side == first else -1) for side, _ in changed)
    return Swing(start, end, *phase, lost, gained, lead, tuple(met), tuple(unmet))
