"""Set-up [5, rulings 10 and 11]: Israel first, then the Arabs.

Fixed counters are placed already.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain, sort
from bridgehead.titles.october_war.rules.places import cannot_stack, go, refresh
from bridgehead.titles.october_war.rules.turn.reorganization import (
    apply_reorganization,
    clear_marks,
    put_changes,
)
from bridgehead.titles.october_war.state import ARAB, ISRAEL, NOBODY


@kernel
def start(b: Board, s: State, w: Work) -> None:
    """Put all counters where they begin; Israel is to set up first."""
    clear(b, s)
    for u in range(b.units):
        s.where[u] = b.start[u]
    for k in range(3):
        s.barrage[k] = b.barrage_start[k]
        s.ew[k] = b.ew_start[k]
    s.side = ISRAEL
    s.phase = st.SETUP
    ask(s, st.SETTING_UP, ISRAEL)
    refresh(b, s, w)


@kernel
def clear(b: Board, s: State) -> None:
    """Initialize a state of zeros: nothing has happened yet."""
    s.turn = 1
    for u in range(st.MAX_UNITS):
        s.where[u] = st.PERMANENT
        s.came[u] = -1
    for p in range(st.MAX_PLACES):
        s.control[p] = NOBODY
    for p in range(b.places):
        s.control[p] = b.start_control[p]
    s.bridge[:] = NOBODY
    full_arab, full_israel = 0, 0
    for event in range(9):
        full_arab |= 1 << event
        full_israel |= 1 << (event + 9)
    held = (1 << st.ARAB_MORALE_CHECK) | (1 << st.OIL_EMBARGO)
    s.pool[ISRAEL] = full_israel & ~(1 << st.ELECTRONIC_WARFARE)
    s.pool[ARAB] = full_arab & ~held if b.hold_return else full_arab
    s.event, s.event_unit = -1, -1
    s.air_master[:] = NOBODY
    s.committed = -1
    s.sam, s.flyer, s.landing, s.shown = -1, -1, -1, -1
    s.actor, s.target = -1, -1
    s.battle, s.theater, s.nation, s.shooter = -1, -1, -1, -1
    s.winner = NOBODY


# Zones


@kernel
def zone_of(b: Board, u: int) -> int:
    """Return the zone of an unplaced counter: its own, or that of its nation's counters."""
    if b.zone[u] >= 0:
        return int(b.zone[u])
    for v in range(b.units):
        if b.stock[v] == b.stock[u] and b.zone[v] >= 0:
            return int(b.zone[v])
    return -1


@kernel
def next_in(b: Board, s: State, zone: int) -> int:
    """Return the first counter that is still to be placed in a zone, -1 for none."""
    for u in range(b.units):
        if s.where[u] == st.UNPLACED and zone_of(b, u) == zone:
            return u
    return -1


@kernel
def forts_to_fill(b: Board, s: State, w: Work, zone: int) -> int:
    """[10] Return how many forts of the Purple Line must still get their counter."""
    taken = 0
    for p in range(b.points):
        taken += b.features[p] & st.PURPLE_LINE_FORT != 0 and w.count[ISRAEL, p] > 0
    return int(b.zone_forts[zone]) - taken


@kernel
def cannot_place(b: Board, s: State, w: Work, u: int, zone: int, p: int) -> int:
    """[3.3, 5, 10] Return why a counter may not be set up in a point for its zone, else 0."""
    if p >= b.points or not b.zone_place[zone, p] or b.water[p]:
        return no.NOT_SET_UP_THERE
    found = cannot_stack(b, w, u, p)
    if found > 0:
        return found
    if b.no_mech[p] and b.mech[u]:
        w.witness = p
        return no.NO_MECH
    there = int(w.count[b.side[u], p])
    if b.zone_most[zone] > 0 and there >= b.zone_most[zone]:
        w.witness = b.zone_most[zone]
        return no.MOST_IN_A_POINT
    if b.zone_forts[zone] == 0:
        return no.ALLOWED
    forts = forts_to_fill(b, s, w, zone)
    if b.features[p] & st.PURPLE_LINE_FORT:
        w.witness = b.zone_forts[zone]
        return no.ALLOWED if forts > 0 and there == 0 else no.ONE_IN_EACH_FORT
    left = 0
    for v in range(b.units):
        left += s.where[v] == st.UNPLACED and zone_of(b, v) == zone
    w.witness = forts
    return no.ALLOWED if left > forts else no.FORTS_FIRST


# The two tables


@kernel
def legal_setup(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the actions of the side that sets up."""
    n, open_zones = 0, 0
    for zone in range(b.zones):
        if b.zone_side[zone] != s.side:
            continue
        u = next_in(b, s, zone)
        if u < 0:
            continue
        open_zones += 1
        for p in range(b.points):
            if cannot_place(b, s, w, u, zone, p) == 0:
                n = put(out, n, u, st.PLACE, p)
    if s.side == ARAB:
        n = put_changes(b, s, w, out, n)
    n = put_plain(out, n, st.DEPLOY if open_zones else st.END)
    sort(out, 0, n)
    return n


@kernel
def apply_setup(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Place a counter, reorganize, or end the side's set-up."""
    if verb == st.PLACE:
        go(b, s, w, unit, place)
    elif verb == st.DEPLOY:
        _deploy(b, s, w)
    elif verb != st.END:
        apply_reorganization(b, s, w, unit, verb, place)
    elif s.side == ISRAEL:
        s.side = ARAB
        ask(s, st.SETTING_UP, ARAB)
    else:
        clear_marks(b, s)
        s.step = st.NEXT


@kernel
def _deploy(b: Board, s: State, w: Work) -> None:
    """Set up the rest as suggested; if a place is not possible, in the first point that is."""
    for zone in range(b.zones):
        if b.zone_side[zone] != s.side:
            continue
        u = next_in(b, s, zone)
        while u >= 0:
            to = int(b.suggested[u])
            if to < 0 or cannot_place(b, s, w, u, zone, to) > 0:
                to = 0
                while cannot_place(b, s, w, u, zone, to) > 0:
                    to += 1
            go(b, s, w, u, to)
            u = next_in(b, s, zone)
