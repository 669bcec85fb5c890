"""Whole games in kernels, and single decisions of this title's players.

The recruit plays at random (`core.search.random_policy`): it draws a unit with equal chances among
those that can act, with each action without a unit counting like a unit; then one of the unit's
actions. In a Movement Phase the draw is made without listing all possible actions
(`core.search.playout.draw_move`).
"""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.core.search import playout
from bridgehead.core.search.playout import KINDS, RECRUIT, SERGEANT
from bridgehead.core.search.random_policy import draw
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player import sergeant
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import kinds
from bridgehead.titles.across_suez.rules.actions import END_OF_PHASE, action
from bridgehead.titles.across_suez.rules.kinds import Boards, States, Works
from bridgehead.titles.across_suez.rules.legal import legal, unit_moves
from bridgehead.titles.across_suez.rules.movement import cannot_move
from bridgehead.titles.across_suez.rules.sequence import apply, owner
from bridgehead.titles.across_suez.rules.zones import refresh


@kernel
def might_move(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether a unit must be searched in this Movement Phase."""
    return cannot_move(b, s, w, unit) == 0


draw_move, roll = bind(
    __name__, kinds, playout.draw_move, playout.roll_die,
    might_move=might_move, may_end=playout.always, unit_moves=unit_moves, apply=apply,
    END_OF_PHASE=END_OF_PHASE, FIRST_FACE=action(st.NO_UNIT, st.ROLL, 1),
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
    if kind == SERGEANT:
        return sergeant.choose(b, states[0], works[0], random, out)
    return recruit(b, states[0], works[0], out, random)


ask, play, count_sequences = bind(
    __name__, kinds, playout.ask, playout.play, playout.count_sequences,
    choose=choose, roll=roll, refresh=refresh, legal=legal, apply=apply, owner=owner,
    DICE=st.DICE, OVER=st.OVER,
)  # fmt: skip
_players = playout.Playout(ask, play, st.ENDING_NAMES)
decide, play_out, outcome = _players.decide, _players.play_out, _players.outcome


def lead(board: Boards, state: States, work: Works) -> float | None:
    """Return the first side's lead in victory points: None, as this title counts none."""
    return None


__all__ = [
    "KINDS", "RECRUIT", "SERGEANT",
    "count_sequences", "decide", "lead", "outcome", "play_out",
]  # fmt: skip
