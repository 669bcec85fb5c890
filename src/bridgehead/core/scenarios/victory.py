"""The victory of a scenario: kernels that each title binds to its own (`core.kernels.binding`).

The conditions stand on the board, in fields that every title with scenarios has:

- `conditions`: their number, 0 if the game's own victory counts; `otherwise`: who wins if they
  decide nothing, -1 for a draw.
- By condition: `condition_kind` (`core.scenarios.conditions`), `condition_side`,
  `condition_count`, `condition_at_once`, `condition_places` and `condition_units` (1 for each place
  and unit that counts).

A title gives `holder(b, s, w, place)` (a side or -1), `place_of(s, unit)` (less than 0 in none),
`is_lost(s, unit)`, `is_across(b, s, unit)`, `line_open(b, s, w)` and `lead(b, s, w)`, the first
side's lead in half points, with PLACES and UNITS, the lengths of its arrays.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernels.binding import (
    Boards,
    States,
    Works,
    shared_entry,
    shared_kernel,
    title,
)
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.scenarios.conditions import (
    ACROSS,
    HOLD,
    LINE_CUT,
    LINE_OPEN,
    LOSE_AT_MOST,
    POINTS_AHEAD,
    REACH,
)

NOBODY = -1


@kernel
def no_line(b: Any, s: Any, w: Any) -> bool:
    """Return false, for a title without a line of communication."""
    return False


@kernel
def no_lead(b: Any, s: Any, w: Any) -> int:
    """Return 0, for a title without victory points."""
    return 0


@kernel
def nobody_across(b: Any, s: Any, unit: int) -> bool:
    """Return false, for a title in which units are nowhere across: scenarios use `reach`."""
    return False


@shared_kernel
def progress(b: Any, s: Any, w: Any, k: int) -> int:
    """Return how much of a condition there is: places, units, half points, or 1 for the line."""
    kind, side = 0 + b.condition_kind[k], 0 + b.condition_side[k]
    if kind == LINE_OPEN:
        return int(title.line_open(b, s, w))
    if kind == LINE_CUT:
        return 1 - int(title.line_open(b, s, w))
    if kind == POINTS_AHEAD:
        lead = int(title.lead(b, s, w))
        return lead if side == 0 else -lead
    found = 0
    if kind == HOLD:
        for place in range(title.PLACES):
            if b.condition_places[k, place] and title.holder(b, s, w, place) == side:
                found += 1
        return found
    for unit in range(title.UNITS):
        if b.condition_units[k, unit] and title.counts(b, s, unit, k):
            found += 1
    return found


@shared_kernel
def counts(b: Any, s: Any, unit: int, k: int) -> bool:
    """Whether a unit counts for a condition now: it is across, or there, or eliminated."""
    if b.condition_kind[k] == ACROSS:
        return bool(title.is_across(b, s, unit))
    if b.condition_kind[k] == REACH:
        place = 0 + title.place_of(s, unit)
        return bool(place >= 0 and b.condition_places[k, place])
    return bool(title.is_lost(s, unit))


@shared_kernel
def is_met(b: Any, s: Any, w: Any, k: int) -> bool:
    """Whether a condition is met now."""
    have = title.progress(b, s, w, k)
    if b.condition_kind[k] == LOSE_AT_MOST:
        return bool(have <= b.condition_count[k])
    return bool(have >= b.condition_count[k])


@shared_kernel
def winner_at_once(b: Any, s: Any, w: Any) -> int:
    """Return the side that wins now, without waiting for the end; NOBODY if none does."""
    for k in range(b.conditions):
        if b.condition_at_once[k] and title.is_met(b, s, w, k):
            return int(b.condition_side[k])
    return NOBODY


@shared_kernel
def winner_at_end(b: Any, s: Any, w: Any) -> int:
    """Return the winner after the last turn: the side whose conditions are all met.

    If both have met theirs it is a draw (NOBODY), if neither has, the scenario says who wins.
    """
    asked = 0  # bits: the sides that have conditions at the end
    missed = 0  # bits: the sides that have not met one
    for k in range(b.conditions):
        if not b.condition_at_once[k]:
            bit = 1 + int(b.condition_side[k])
            asked |= bit
            if not title.is_met(b, s, w, k):
                missed |= bit
    won = asked & ~missed
    if won == 3:
        return NOBODY
    if won > 0:
        return won - 1
    return int(b.otherwise)


@shared_entry
def look_at_condition(board: Boards, state: States, work: Works, k: int) -> int:
    """Return the progress of a condition (`progress`)."""
    return int(title.progress(board[0], state[0], work[0], k))


@shared_entry
def look_at_holder(board: Boards, state: States, work: Works, place: int) -> int:
    """Return the side that holds a place, NOBODY if none does."""
    return int(title.holder(board[0], state[0], work[0], place))


ALL = (
    progress, counts, is_met, winner_at_once, winner_at_end, look_at_condition, look_at_holder,
)  # fmt: skip
