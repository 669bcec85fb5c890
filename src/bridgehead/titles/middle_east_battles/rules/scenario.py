"""The victory of a scenario (`core.scenarios.victory`), bound to this title."""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.scenarios import victory
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import kinds
from bridgehead.titles.middle_east_battles.rules.victory import (
    end_game,
    objectives_held,
    points,
)
from bridgehead.titles.middle_east_battles.state import EGYPT, NOBODY, WEST


@kernel
def holder(b: Board, s: State, w: Work, hex_: int) -> int:
    """Return the side that holds a hex: a city hex its last owner, any other who stands there."""
    place = 0 + b.city_place[hex_]
    if place >= 0 and b.city_control:
        return WEST if s.west_city[place] else EGYPT
    unit = 0 + w.head[hex_]
    return int(b.side[unit]) if unit >= 0 else NOBODY


@kernel
def place_of(s: State, unit: int) -> int:
    """Return the hex of a unit, less than 0 if it is in none."""
    return int(s.hex[unit])


@kernel
def is_lost(s: State, unit: int) -> bool:
    """Whether a unit is eliminated."""
    return s.hex[unit] == st.ELIMINATED


@kernel
def is_across(b: Board, s: State, unit: int) -> bool:
    """Whether a unit has left the map by an exit."""
    return s.hex[unit] == st.EXITED


@kernel
def lead(b: Board, s: State, w: Work) -> int:
    """Return the West's lead in half points, with its objectives, scored at the end, counted."""
    found = points(b, s, WEST) - points(b, s, EGYPT)
    if s.step != st.OVER:
        found += int(b.west_objective) * objectives_held(b, w, WEST)
    return int(found)


(
    progress, counts, is_met, winner_at_once, winner_at_end, look_at_condition, look_at_holder,
) = bind(
    __name__, kinds, *victory.ALL,
    holder=holder, place_of=place_of, is_lost=is_lost, is_across=is_across,
    line_open=victory.no_line, lead=lead, PLACES=st.MAX_HEXES, UNITS=st.MAX_UNITS,
)  # fmt: skip


@kernel
def end_at_once(b: Board, s: State, w: Work) -> None:
    """End the game if a side has met a condition of the scenario that wins at once."""
    winner = winner_at_once(b, s, w)
    if winner != NOBODY:
        end_game(s, winner, st.BY_SCENARIO)


@kernel
def end_by_conditions(b: Board, s: State, w: Work) -> None:
    """End the game after the last turn of a scenario, and score the West's objectives."""
    winner = winner_at_end(b, s, w)
    s.ledger[st.WEST_OBJECTIVES] += b.west_objective * objectives_held(b, w, WEST)
    end_game(s, winner, st.BY_SCENARIO)
