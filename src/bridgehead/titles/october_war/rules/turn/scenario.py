"""The victory of a scenario (`core.scenarios.victory`), bound to this title."""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.scenarios import victory
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import kinds
from bridgehead.titles.october_war.rules.turn.victory import end_game, lead
from bridgehead.titles.october_war.state import NOBODY


@kernel
def holder(b: Board, s: State, w: Work, place: int) -> int:
    """Return the side that controls a point, NOBODY if none does [2.6]."""
    return int(s.control[place])


@kernel
def place_of(s: State, unit: int) -> int:
    """Return the place of a counter, less than 0 if it is in a box."""
    return int(s.where[unit])


@kernel
def is_lost(s: State, unit: int) -> bool:
    """Whether a counter is eliminated, for good or not."""
    return s.where[unit] in (st.ELIMINATED, st.PERMANENT)


(
    progress, counts, is_met, winner_at_once, winner_at_end, look_at_condition, look_at_holder,
) = bind(
    __name__, kinds, *victory.ALL,
    holder=holder, place_of=place_of, is_lost=is_lost, is_across=victory.nobody_across,
    line_open=victory.no_line, lead=lead, PLACES=st.MAX_PLACES, UNITS=st.MAX_UNITS,
)  # fmt: skip


@kernel
def end_at_once(b: Board, s: State, w: Work) -> None:
    """End the game if a side has met a condition of the scenario that wins at once."""
    winner = winner_at_once(b, s, w)
    if winner != NOBODY:
        end_game(s, winner, st.BY_SCENARIO)


@kernel
def end_by_conditions(b: Board, s: State, w: Work) -> None:
    """End the game after the last turn of a scenario; a ceasefire does not end it."""
    if s.turn >= b.last_turn:
        end_game(s, winner_at_end(b, s, w), st.BY_SCENARIO)
