"""Victory [14.0]."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.canal import bridge_in_place, trace_line, units_across
from bridgehead.titles.across_suez.rules.scenario import winner_at_end, winner_at_once
from bridgehead.titles.across_suez.state import (
    BY_SCENARIO,
    EGYPT,
    ISRAEL,
    ISRAEL_HOLDS,
    NOBODY,
    OVER,
    TIME_RAN_OUT,
)


@kernel
def end_game(s: State, winner: int, ending: int) -> None:
    """End the game."""
    s.step = OVER
    s.winner = winner
    s.ending = ending


@kernel
def israel_holds(b: Board, s: State, w: Work) -> bool:
    """[14.0] Whether Israel wins: six units across, the bridge placed, and an open line."""
    return (
        units_across(b, s) >= b.units_across_to_win and bridge_in_place(b, s) and trace_line(b, w)
    )


@kernel
def settle(b: Board, s: State, w: Work) -> None:
    """[14.0] Set the winner after the last game turn. There is no draw, except in a scenario."""
    if b.conditions > 0:
        end_game(s, winner_at_end(b, s, w), BY_SCENARIO)
    elif israel_holds(b, s, w):
        end_game(s, ISRAEL, ISRAEL_HOLDS)
    else:
        end_game(s, EGYPT, TIME_RAN_OUT)


@kernel
def end_at_once(b: Board, s: State, w: Work) -> None:
    """End the game if a side has met a condition of the scenario that wins at once."""
    winner = winner_at_once(b, s, w)
    if winner != NOBODY:
        end_game(s, winner, BY_SCENARIO)
