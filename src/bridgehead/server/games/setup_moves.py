"""Units placed in the present set-up: queries and changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.setup import CASE, PLACE, Change, SetUp, is_set_up
from bridgehead.core.records.record import Record
from bridgehead.server.views import positions

# by record: its number of actions, and the answers about its placed units
_known: WeakKeyDictionary[Record, tuple[tuple[str, ...], dict[str, dict[str, Any]]]] = (
    WeakKeyDictionary()
)


def placed(record: Record) -> list[str]:
    """Return the units that were placed in the present set-up; none outside a set-up."""
    setup = SetUp.of(record)
    return list(setup.placed) if setup is not None else []


def change_of(record: Record, units: Sequence[str], place: str | None) -> Change:
    """Return the actions that move a placed unit or, with None, take units back.

    IllegalAction if that is not possible. Nothing is changed yet.
    """
    setup = SetUp.due(record)
    if place is None:
        return setup.take_back(units)
    if len(units) != 1:
        raise IllegalAction(CASE, f"one unit is moved at a time, not {len(units)}")
    return setup.move(units[0], place)


def about(record: Record, unit: str) -> dict[str, Any]:
    """Return where a placed unit can be put instead, and the units to be taken back with it.

    `kept` says why it cannot be taken back, "" where it can. Each answer is computed once per
    position, so that many questions do not slow a server down.
    """
    actions = tuple(record.actions)
    known = _known.get(record)
    if known is None or known[0] != actions:
        known = _known[record] = (actions, {})
    answers = known[1]
    if unit not in answers:
        setup = SetUp.due(record)
        answers[unit] = {"places": setup.goals(unit), **_taken_back(record, setup, unit)}
    return answers[unit]


def in_order(position: Any, places: Mapping[str, str]) -> dict[str, Any]:
    """Return the placements of a set-up that are possible now, in an order that the rules allow.

    `left` has the units that cannot be placed so: they are placed already, have no such place here,
    or do not take part. IllegalAction if no set-up is being made.
    """
    if not is_set_up(position):
        raise IllegalAction(CASE, "no set-up is being made now")
    trial, left, actions = position.copy(), dict(places), list[str]()
    count = -1
    while count != len(left):  # what could not be placed before others may be possible after them
        count = len(left)
        for unit, place in list(left.items()):
            action = f"{PLACE} {unit} {place}"
            if trial.to_move == position.to_move and trial.why_not(action) is None:
                trial.push(action)
                actions.append(action)
                del left[unit]
    return {"actions": actions, "left": list(left)}


def _taken_back(record: Record, setup: SetUp, unit: str) -> dict[str, Any]:
    try:
        return {"with": list(setup.dependents(unit)), "kept": ""}
    except IllegalAction as error:
        return {"with": [], "kept": positions.named(record.game, error.reason)}
