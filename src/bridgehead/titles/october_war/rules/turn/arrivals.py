"""Places where counters enter play: mobilized, refitted, received by an event or as reinforcements.

Cases 10.8 to 10.12 and 25.1, rulings 32, 42, 65 and 68.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import put
from bridgehead.titles.october_war.rules.places import fits, go, line_from
from bridgehead.titles.october_war.state import ARAB, ISRAEL


@kernel
def find_depots(b: Board, s: State, w: Work) -> int:
    """[10.8] Write the points of depots with a LOC into w.depots; return their number."""
    n = 0
    for p in range(b.points):
        if w.count[ISRAEL, p] == 0:
            continue
        for u in range(b.units):
            if b.type[u] == st.DEPOT and s.where[u] == p and line_from(b, s, w, u, p):
                w.depots[n] = p
                n += 1
                break
    return n


@kernel
def put_arrivals(
    b: Board, s: State, w: Work, out: Vector[int], n: int, u: int, verb: int, depots: int
) -> int:
    """Write an action for each place where a counter can arrive; return the new count.

    `depots` is the result of `find_depots`.
    """
    if b.air[u]:
        return put(out, n, u, verb, st.READY_PLACE)
    if b.side[u] == ARAB:
        return _put_arab(b, s, w, out, n, u, verb)
    for k in range(depots):
        p = int(w.depots[k])
        if fits(b, w, u, p) and not (b.mech[u] and b.no_mech[p]):
            n = put(out, n, u, verb, p)
    return put(out, n, u, verb, int(b.reserve[0]))


@kernel
def _put_arab(b: Board, s: State, w: Work, out: Vector[int], n: int, u: int, verb: int) -> int:
    """Write the places of an Arab ground counter: site, entry [42], reserve of its front."""
    if b.type[u] == st.STATIC_SAM:
        for p in range(b.points):
            if site(b, s, u, p):
                n = put(out, n, u, verb, p)
        return n
    if b.traits[u] & st.SHEIKH_MESKIN:
        for p in range(b.points):
            entry = b.features[p] & st.JORDANIAN_ENTRY != 0 and w.count[ISRAEL, p] == 0
            if entry and fits(b, w, u, p):
                n = put(out, n, u, verb, p)
    if b.stock[u] == 1 or b.traits[u] & (st.SINAI_ONLY | st.EITHER_FRONT):
        n = put(out, n, u, verb, int(b.reserve[1]))
    if b.stock[u] == 2 or b.traits[u] & (st.GOLAN_ONLY | st.EITHER_FRONT):
        n = put(out, n, u, verb, int(b.reserve[2]))
    return n


@kernel
def site(b: Board, s: State, u: int, p: int) -> bool:
    """[32] Return whether a static SAM can return to a point: in Africa, or Syria."""
    if s.control[p] != ARAB or b.water[p]:
        return False
    if b.stock[u] == 2:
        return bool(b.theater[p] == st.GOLAN and b.features[p] & st.WEST_OF_PURPLE_LINE == 0)
    return bool(b.features[p] & st.AFRICA != 0)


@kernel
def comes_in(b: Board, s: State, u: int) -> bool:
    """Return whether a counter has a place to arrive; only a static SAM may have none."""
    if b.type[u] != st.STATIC_SAM:
        return True
    for p in range(b.points):
        if site(b, s, u, p):
            return True
    return False


@kernel
def is_open(b: Board, s: State, w: Work, u: int) -> bool:
    """[O43] Return whether there may be a choice of places, as far as the other side knows.

    The places of depots, and the number of counters in a point, are hidden; sites and reserve areas
    are not.
    """
    if b.air[u]:
        return False
    if b.side[u] == ISRAEL:
        for v in range(b.type_first[st.DEPOT], b.type_last[st.DEPOT] + 1):
            if b.type[v] == st.DEPOT and s.where[v] >= 0:
                return True
        return False
    for p in range(b.points):
        if b.features[p] & st.JORDANIAN_ENTRY and w.count[ISRAEL, p] == 0:
            return bool(b.traits[u] & st.SHEIKH_MESKIN)
    return False


@kernel
def arrive(b: Board, s: State, w: Work, u: int, place: int) -> None:
    """Put an arriving counter into a place, with nothing done yet.

    A used paratroop drop stays used [44].
    """
    s.arrives[u] = 0
    s.task[u] = 0
    s.came[u] = -1
    s.mark[u] = int(s.mark[u]) & st.DROPPED
    go(b, s, w, u, st.READY if place == st.READY_PLACE else place)
    if b.nation[u] == st.JORDAN:
        s.jordan_came += 1


@kernel
def wait(b: Board, s: State, w: Work, u: int, turns: int) -> None:
    """[34, 65] Put a counter on the turn track; one that would come after the last turn is out."""
    if s.turn + turns > b.last_turn:
        go(b, s, w, u, st.PERMANENT)
        return
    go(b, s, w, u, st.TRACK)
    s.arrives[u] = s.turn + turns
