"""The Arab Allies [22.3, 10.12, ruling 65].

Three dice give their allowance; counters are drawn from the cup, and each has an arrival roll.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import ask, put, put_faces, put_plain
from bridgehead.titles.october_war.rules.places import first_of, go
from bridgehead.titles.october_war.rules.turn.arrivals import wait
from bridgehead.titles.october_war.state import ARAB, DICE

# What is left of the allowance is in s.event_number.


@kernel
def jordan_full(b: Board, s: State) -> bool:
    """[66] Return whether no further Jordanian may come."""
    return bool(s.jordan_limit > 0 and s.jordan_came + _waiting(b, s) >= b.jordan_most)


@kernel
def _waiting(b: Board, s: State) -> int:
    """Return how many Jordanians are on the turn track or wait for their roll."""
    found = 0
    for u in range(b.units):
        if b.nation[u] == st.JORDAN and (s.where[u] == st.TRACK or s.event_unit == u):
            found += 1
    return found


@kernel
def cap_jordan(b: Board, s: State, w: Work) -> None:
    """[66] Allow one Jordanian at most from now on: the last of those waiting do not come."""
    s.jordan_limit = 1
    while s.jordan_came + _waiting(b, s) > b.jordan_most:
        last = -1
        for u in range(b.units):
            waits = b.nation[u] == st.JORDAN and s.where[u] == st.TRACK
            if waits and (last < 0 or s.arrives[u] >= s.arrives[last]):
                last = u
        if last < 0:
            return
        s.arrives[last] = 0
        go(b, s, w, last, st.PERMANENT)


@kernel
def can_be_drawn(b: Board, s: State, u: int, left: int) -> bool:
    """Return whether a counter of the cup may come for the rest of the allowance."""
    if s.where[u] != st.CUP or (b.nation[u] == st.JORDAN and jordan_full(b, s)):
        return False
    return bool(not b.large[u] or left >= b.division_counts)


@kernel
def drawable(b: Board, s: State, u: int) -> bool:
    """[65] Return whether the next draw may bring a counter.

    A division that is too large would be put back if others can be drawn, so it is not drawn then.
    """
    left = int(s.event_number)
    if can_be_drawn(b, s, u, left):
        return True
    if s.where[u] != st.CUP or not b.large[u]:
        return False
    for v in range(b.units):
        if can_be_drawn(b, s, v, left):
            return False
    return True


@kernel
def draw_next(b: Board, s: State) -> bool:
    """Ask for the next draw while the allowance lasts; return whether there is one."""
    if s.event_number > 0:
        for u in range(b.units):
            if drawable(b, s, u):
                ask(s, st.ALLY_DRAW, DICE)
                return True
    return False


@kernel
def begin_allies(b: Board, s: State) -> bool:
    """[65] Begin the draws; an allowance for only one division may be spent on one of choice."""
    if s.event_number == b.division_counts:
        for u in range(b.units):
            if s.where[u] == st.CUP and b.large[u]:
                ask(s, st.ALLY_DIVISION, ARAB)
                return True
    return draw_next(b, s)


@kernel
def legal_allies(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the divisions to choose from, the draws (each counter is equally likely), the roll."""
    if s.step in (st.ALLY_ROLL, st.ALLY_ARRIVAL_ROLL):
        return put_faces(out)
    n = 0
    for u in range(b.units):
        if s.step == st.ALLY_DRAW:
            if drawable(b, s, u):
                n = put(out, n, u, st.DRAW_UNIT, 0)
        elif s.where[u] == st.CUP and b.large[u] and first_of(b, s, u):
            n = put(out, n, u, st.DIVISION, 0)
    if s.step == st.ALLY_DIVISION:
        n = put_plain(out, n, st.PASS)
    return n


@kernel
def apply_allies(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> bool:
    """Carry out a draw, a choice or an arrival roll; return whether more is to be asked."""
    if verb == st.PASS:
        return draw_next(b, s)
    if verb == st.ROLL:
        u = int(s.event_unit)
        s.event_unit = -1
        wait(b, s, w, u, place)
        return draw_next(b, s)
    s.event_number -= b.division_counts if b.large[unit] else 1
    s.event_unit = unit
    ask(s, st.ALLY_ARRIVAL_ROLL, DICE)
    return True
