"""The Administrative Phase: bridges, return of strikes, tests for the end, the turn marker.

Step 4 of 6.2, cases 4.1, 4.4, 18.1 and 21.5; rulings 1, 6, 15 and 41.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.turn.scenario import end_by_conditions
from bridgehead.titles.october_war.rules.turn.victory import end_of_game, sudden_death
from bridgehead.titles.october_war.state import ARAB, ISRAEL, NOBODY


@kernel
def begin_administration(b: Board, s: State, w: Work) -> None:
    """Ask the Arabs which of their bridges they remove."""
    s.side = ARAB
    ask(s, st.BRIDGES, ARAB)


@kernel
def bridge_at(b: Board, s: State, side: int, p: int) -> int:
    """Return the first canal route from a bank in Africa with a bridge of a side, -1 for none."""
    for k in range(b.canals):
        if b.canal_end[k, 0] == p and s.bridge[k] == side:
            return k
    return -1


@kernel
def legal_administration(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the bridges the side can remove, and the end."""
    n = 0
    for p in range(b.points):
        if bridge_at(b, s, int(s.side), p) >= 0:
            n = put(out, n, st.NO_UNIT, st.REMOVE_BRIDGE, p)
    return put_plain(out, n, st.END)


@kernel
def apply_administration(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Remove a bridge, or end the side's part; after both sides the turn ends."""
    if verb == st.REMOVE_BRIDGE:
        s.bridge[bridge_at(b, s, int(s.side), place)] = NOBODY
        w.loc_fresh = 0
    elif s.side == ARAB:
        s.side = ISRAEL
        ask(s, st.BRIDGES, ISRAEL)
    else:
        end_turn(b, s, w)


@kernel
def end_turn(b: Board, s: State, w: Work) -> None:
    """Return the strikes, test for the end of the game, advance the turn marker."""
    return_strikes(b, s)
    if b.conditions > 0:
        end_by_conditions(b, s, w)
    else:
        sudden_death(b, s, w)
        if s.phase == st.ENDED:
            return
        end_of_game(b, s, w)
    if s.phase == st.ENDED:
        return
    s.turn += 1
    s.step = st.NEXT
    s.owner = NOBODY


@kernel
def return_strikes(b: Board, s: State) -> None:
    """[18.1] Return all strikes to Ready, and clear everything that lasts only one game turn.

    A used drop of the 202nd stays used (ruling 44).
    """
    for u in range(b.units):
        if b.air[u] and (s.where[u] == st.USED or s.where[u] <= st.MISSION_BOX):
            s.where[u] = st.READY
        s.mark[u] = int(s.mark[u]) & st.DROPPED
        s.came[u] = -1
        s.task[u] = 0
    for theater in range(2):
        s.air_master[theater] = NOBODY
    s.signals_used = 0
    s.committed = -1
