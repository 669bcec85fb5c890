"""Futures of plans: the same rollouts for several plans, and the resulting positions.

Reasons for a plan (`bridgehead.players.advice.reasons`) are differences between these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.positions.position import Position
from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.games import title_of

LOOKS = 36  # rollouts of each plan
LOST = "eliminated"  # how the words end that say that a unit is out of the game

GoalKey = tuple[str, str, str]  # text, case and group


@dataclass
class Futures:
    """The results of a plan, rollout by rollout: 1.0 and 0.0, or numbers."""

    lost: dict[str, list[float]] = field(default_factory=dict)  # by unit on the map now
    goals: dict[GoalKey, list[float]] = field(default_factory=dict)  # see `standing_of`
    needs: dict[GoalKey, float] = field(default_factory=dict)


def key_of(goal: Goal) -> GoalKey:
    """Return a key that identifies a victory condition, independent of its progress."""
    return goal.text.split(" from ")[0], goal.case, goal.group


def standing_of(position: Position, side: str) -> tuple[dict[GoalKey, float], dict[GoalKey, float]]:
    """Return the progress of the goals as a side may know it, and what they need.

    Goals of the other side count as negative, so that more is always better.
    """
    found, needs = {}, {}
    for goal in title_of(position.game.id).goals(position, side):
        key = key_of(goal)
        found[key] = goal.have if goal.side == side else -goal.have if goal.side else 0.0
        needs[key] = goal.need
    return found, needs


def on_the_map(position: Position) -> dict[str, str]:
    """Return the places of the units on the map."""
    places = set(position.game.hexes)
    return {unit: at for unit, at in position.units.items() if at in places}  # type: ignore[attr-defined]


def known_units(position: Position, worlds: Sequence[Any], side: str) -> dict[str, str]:
    """Return the places of the units that a side knows, including its own.

    Units that are elsewhere in another world are left out. If there are any, enemy units that the
    side cannot identify are left out, too.
    """
    first, *others = [on_the_map(position.at(world)) for world in worlds]
    sure = {u: at for u, at in first.items() if all(other.get(u) == at for other in others)}
    if len(sure) == len(first):
        return sure
    shown = position.shown(side)
    sides = sides_of(position)
    return {unit: at for unit, at in sure.items() if sides[unit] == side or unit in shown}


def sides_of(position: Position) -> dict[str, str]:
    """Return the side of each unit."""
    game: Any = position.game
    return {str(each["id"]): str(each["side"]) for each in game.counters}


def futures_of(
    position: Position, ends: Sequence[Sequence[Any]], units: Sequence[str], side: str
) -> list[Futures]:
    """Return the results of plans, from the final states of their rollouts."""
    found = []
    for states in ends:
        one = Futures({unit: [] for unit in units})
        for state in states:
            there = position.at(state)
            places = there.units  # type: ignore[attr-defined]
            for unit, told in one.lost.items():
                told.append(float(places[unit].endswith(LOST)))
            goals, needs = standing_of(there, side)
            for key, have in goals.items():
                one.goals.setdefault(key, []).append(have)
                one.needs[key] = needs[key]
        found.append(one)
    return found
