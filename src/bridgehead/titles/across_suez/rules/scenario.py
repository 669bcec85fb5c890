"""The victory of a scenario (`core.scenarios.victory`), bound to this title."""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.scenarios import victory
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import kinds
from bridgehead.titles.across_suez.rules.canal import trace_line
from bridgehead.titles.across_suez.state import (
    ACROSS,
    ELIMINATED,
    MAX_HEXES,
    MAX_UNITS,
    NOBODY,
)


@kernel
def holder(b: Board, s: State, w: Work, hex_: int) -> int:
    """Return the side that has a unit in a hex, NOBODY if there is none."""
    unit = 0 + w.occupant[hex_]
    return int(b.side[unit]) if unit >= 0 else NOBODY


@kernel
def place_of(s: State, unit: int) -> int:
    """Return the hex of a unit, less than 0 if it is in none."""
    return int(s.hex[unit])


@kernel
def is_lost(s: State, unit: int) -> bool:
    """Whether a unit is eliminated."""
    return s.hex[unit] == ELIMINATED


@kernel
def is_across(b: Board, s: State, unit: int) -> bool:
    """Whether a unit is in the box across the canal."""
    return s.hex[unit] == ACROSS


@kernel
def line_open(b: Board, s: State, w: Work) -> bool:
    """[14.1] Whether the line of communication is open."""
    return trace_line(b, w)


(
    progress, counts, is_met, winner_at_once, winner_at_end, look_at_condition, look_at_holder,
) = bind(
    __name__, kinds, *victory.ALL,
    holder=holder, place_of=place_of, is_lost=is_lost, is_across=is_across, line_open=line_open,
    lead=victory.no_lead, PLACES=MAX_HEXES, UNITS=MAX_UNITS,
)  # fmt: skip
