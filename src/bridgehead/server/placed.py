"""What was placed in the set-up that is being made: what is told of it, and how it is changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.record import Record
from bridgehead.core.setup import CASE, Change, SetUp


def placed(record: Record) -> list[str]:
    """Return the units that were placed in the set-up that is being made; none without one."""
    setup = SetUp.of(record)
    return list(setup.placed) if setup is not None else []


def change_of(record: Record, units: Sequence[str], place: str | None) -> Change:
    """Return how a unit comes to another place, or, with None, how units are taken back.

    IllegalAction says why that cannot be. Nothing has changed yet.
    """
    setup = SetUp.due(record)
    if place is None:
        return setup.take_back(units)
    if len(units) != 1:
        raise IllegalAction(CASE, f"one unit is moved at a time, not {len(units)}")
    return setup.move(units[0], place)


def about(record: Record, unit: str) -> dict[str, Any]:
    """Return where a placed unit can stand instead, and who has to be taken back with it."""
    setup = SetUp.due(record)
    return {"places": setup.goals(unit), "with": list(setup.dependents(unit))}
