"""The Refit Phase: pay, roll, and the counter returns now, later or never.

Chapter 11, rulings 30 and 34; a strike destroyed in refit is a casualty point (ruling 8).
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.codes import ask, put, put_faces, put_plain
from bridgehead.titles.october_war.rules.places import casualty_stock, first_of, go
from bridgehead.titles.october_war.rules.turn.arrivals import (
    arrive,
    find_depots,
    put_arrivals,
    wait,
)
from bridgehead.titles.october_war.rules.turn.mobilization import can_pay, charge
from bridgehead.titles.october_war.rules.turn.victory import raise_casualties
from bridgehead.titles.october_war.state import DICE, ISRAEL


@kernel
def begin_refit(b: Board, s: State, w: Work) -> None:
    """[11.3] Ask the side for refits; the spending is counted separately [30]."""
    s.spent[:] = 0
    s.event_unit = -1
    ask(s, st.REFIT_CHOICE, int(s.side))


@kernel
def legal_refit(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the actions of the step."""
    if s.step == st.REFIT_ROLL:
        return put_faces(out)
    if s.step == st.REFIT_ARRIVAL:
        depots = find_depots(b, s, w) if s.side == ISRAEL else 0
        return put_arrivals(b, s, w, out, 0, int(s.event_unit), st.ARRIVE, depots)
    n = 0
    for u in range(b.units):
        if b.side[u] == s.side and cannot_refit(b, s, u) == 0 and first_of(b, s, u):
            n = put(out, n, u, st.REFIT_UNIT, 0)
    return put_plain(out, n, st.END)


@kernel
def cannot_refit(b: Board, s: State, u: int) -> int:
    """[11.1, 11.3, 22.4] Return why a counter cannot be refitted, else 0."""
    if b.stock[u] < 0:
        return no.ALLY_NEVER_REFITS
    if s.where[u] != st.REFIT:
        return no.NOT_IN_REFIT
    if b.refit[u] == 0:
        return no.NEVER_REFITTED
    return no.ALLOWED if can_pay(s, int(b.stock[u]), int(b.refit[u])) else no.TOO_POOR_TO_REFIT


@kernel
def apply_refit(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Pay for a counter, roll, let it arrive, or end the phase."""
    if verb == st.REFIT_UNIT:
        s.spent[b.stock[unit]] += b.refit[unit]
        s.event_unit = unit
        ask(s, st.REFIT_ROLL, DICE)
    elif verb == st.ROLL:
        _result(b, s, w, int(s.event_unit), int(b.refit_table[s.side, place - 1]))
    elif verb == st.ARRIVE:
        s.event_unit = -1
        arrive(b, s, w, unit, place)
        ask(s, st.REFIT_CHOICE, int(s.side))
    else:
        charge(s)
        s.step = st.NEXT


@kernel
def _result(b: Board, s: State, w: Work, u: int, turns: int) -> None:
    """[11.4] Apply the roll: gone for good, on the turn track, or back at once."""
    if turns == 0:
        ask(s, st.REFIT_ARRIVAL, int(s.side))
        return
    s.event_unit = -1
    ask(s, st.REFIT_CHOICE, int(s.side))
    if turns != st.REFIT_X:
        wait(b, s, w, u, turns)
        return
    go(b, s, w, u, st.PERMANENT)
    if b.air[u] and b.traits[u] & st.NO_CASUALTY_POINT == 0:
        raise_casualties(b, s, casualty_stock(b, s, u), 1)
