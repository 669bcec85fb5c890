"""Whole games in kernels, for simulation, ladder and perft; and the players of this title."""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.core.search import playout
from bridgehead.core.search.playout import KINDS, SERGEANT
from bridgehead.core.search.random_policy import draw
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player import sergeant
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import kinds
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.legal import legal
from bridgehead.titles.middle_east_battles.rules.movement.legal_moves import (
    may_end_movement,
    unit_moves,
)
from bridgehead.titles.middle_east_battles.rules.sequence import apply, owner
from bridgehead.titles.middle_east_battles.rules.victory import points
from bridgehead.titles.middle_east_battles.rules.zones import refresh

END_OF_PHASE = st.NO_UNIT * st.UNIT + st.END * st.VERB
FIRST_FACE = st.NO_UNIT * st.UNIT + st.ROLL * st.VERB + 1


@kernel
def might_move(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether a unit must be searched in this Movement Phase.

    This is a quick test that may be too generous.
    """
    return b.side[unit] == s.side and not s.moved[unit] and s.hex[unit] >= st.OFF


draw_move, roll = bind(
    __name__, kinds, playout.draw_move, playout.roll_die,
    might_move=might_move, may_end=may_end_movement, unit_moves=unit_moves, apply=apply,
    END_OF_PHASE=END_OF_PHASE, FIRST_FACE=FIRST_FACE,
    MAX_ACTIONS=st.MAX_ACTIONS, MAX_UNITS=st.MAX_UNITS,
)  # fmt: skip


@kernel
def recruit(b: Board, s: State, w: Work, out: Vector[int], random: Random) -> int:
    """Return the recruit's choice among the legal actions of the pending decision."""
    if s.step == st.MOVEMENT:
        return draw_move(b, s, w, out, random)
    count = legal(b, s, w, out)
    return draw(out, count, random.random(), random.random(), st.UNIT, st.NO_UNIT, 0)


@kernel
def choose(
    b: Board, states: States, works: Works, out: Vector[int], random: Random, kind: int
) -> int:
    """Return the choice of a player of this kind in the pending decision of a side."""
    s, w = states[0], works[0]
    if kind == SERGEANT:
        listed = 0 if s.step == st.MOVEMENT else legal(b, s, w, out)
        return sergeant.choose(b, s, w, out, listed)
    return recruit(b, s, w, out, random)


ask, play, count_sequences = bind(
    __name__, kinds, playout.ask, playout.play, playout.count_sequences,
    choose=choose, roll=roll, refresh=refresh, legal=legal, apply=apply, owner=owner,
    DICE=st.DICE, OVER=st.OVER,
)  # fmt: skip
_players = playout.Playout(ask, play, st.ENDING_NAMES)
decide, play_out, outcome = _players.decide, _players.play_out, _players.outcome


def lead(board: Boards, state: States, work: Works) -> float | None:
    """Return the West's lead in victory points, including a bid."""
    b, s = board[0], state[0]
    return float(points(b, s, st.WEST) - points(b, s, st.EGYPT)) / 2.0


__all__ = ["KINDS", "count_sequences", "decide", "lead", "outcome", "play_out"]
