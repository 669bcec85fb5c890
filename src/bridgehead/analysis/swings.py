"""The phases of a game in which most was lost or gained, told without an analysis.

A phase's swing is the change of the lead in victory points, or, in a title without them, of the
units that were eliminated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of

MOST = 3


@dataclass(frozen=True)
class Swing:
    """A phase of one side: what both sides lost and gained in it.

    `first` and `last` are the numbers of actions before and after it. `lead` is the change of the
    lead of the game's first side.
    """

    first: int
    last: int
    turn: int
    side: str
    phase: str
    lost: Mapping[str, int]  # units
    gained: Mapping[str, float]  # victory points
    lead: float

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


Standing = tuple[dict[str, int], dict[str, float]]  # units eliminated, victory points


def _standing(position: Any) -> Standing:
    screen = title_of(position.game.id).screen
    counts, ledger = screen.counts(position), screen.ledger(position)
    sides = position.game.sides
    lost = {side: int(counts[side]["eliminated"]) for side in sides}
    return lost, {side: float(ledger[side]["points"]) for side in sides} if ledger else {}


def _swing(
    start: int, end: int, phase: tuple[int, str, str], before: Standing, after: Standing
) -> Swing:
    lost = {side: count - before[0][side] for side, count in after[0].items()}
    gained = {side: points - before[1][side] for side, points in after[1].items()}
    first, second = lost
    lead = gained[first] - gained[second] if gained else float(lost[second] - lost[first])
    return Swing(start, end, *phase, lost, gained, lead)
