"""The possible retreats of a beaten force [16.3 to 16.5, ruling 52].

The force is the side `s.victim` in `spot`; a Wild Weasels' strike concerns only the known air
defense units in it.

Who is asked may not depend on facts that the other side cannot know (O43). So most of these
predicates have two forms: true, and `as_seen`, where a place with counters that the other side does
not know counts as having room, and perhaps an engineer.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.flights import out_of_reach, too_far
from bridgehead.titles.october_war.rules.codes import put
from bridgehead.titles.october_war.rules.ground.movement import ferries, swims
from bridgehead.titles.october_war.rules.places import alike, cannot_stack, fits, line_from, sees

FARTHEST = 2  # points to the far shore of a lake


@kernel
def spot(s: State) -> int:
    """Return the point in which damage is taken."""
    return int(s.battle if s.source == st.GROUND else s.target)


@kernel
def air_defense(b: Board, u: int) -> bool:
    """Return whether a counter is an air defense unit."""
    return bool(b.type[u] in (st.MOBILE_SAM, st.STATIC_SAM))


@kernel
def concerned(b: Board, s: State, u: int) -> bool:
    """Return whether a counter belongs to the force that takes the damage."""
    if s.where[u] != spot(s) or b.side[u] != s.victim:
        return False
    return not s.only_air_defense or (air_defense(b, u) and sees(b, s, u))


@kernel
def all_known(b: Board, s: State) -> bool:
    """Return whether the other side knows the whole force, and so whether it has a choice."""
    for u in range(b.units):
        if concerned(b, s, u) and not sees(b, s, u):
            return False
    return True


@kernel
def named(b: Board, s: State, u: int) -> bool:
    """Return whether a counter is the first of its equals, considering aborted flights."""
    for v in range(b.group_first[b.group[u]], u):
        if alike(b, s, v, u) and s.tried[v] == s.tried[u]:
            return False
    return True


# Routes


@kernel
def has_room(b: Board, w: Work, u: int, q: int, as_seen: bool) -> bool:
    """Return whether a place has room for a counter."""
    return bool((as_seen and w.unknown[b.side[u], q] > 0) or fits(b, w, u, q))


@kernel
def over_canal(b: Board, s: State, w: Work, u: int, p: int, k: int, as_seen: bool) -> bool:
    """[16.4, 21.7, 52] Return whether a counter can retreat by its point's k-th route, a canal."""
    side = b.side[u]
    if s.bridge[b.canal[p, k]] == side or swims(b, u):
        return True
    if not ferries(b, u):
        return False
    q = b.neighbor[p, k]
    if as_seen and w.unknown[side, p] + w.unknown[side, q] > 0:
        return True
    helper = b.free_type[b.type_first[st.ENGINEER]]
    return bool(w.free[side, p, helper] + w.free[side, q, helper] > 0)


@kernel
def reaches(b: Board, s: State, w: Work, u: int, q: int, as_seen: bool) -> bool:
    """Return whether a counter reaches a place in one step, or in two over a crossing point."""
    p = int(s.where[u])
    for k in range(b.degree[p]):
        n = b.neighbor[p, k]
        kind = b.route[p, k]
        if n == q:
            if kind in (st.ROAD, st.EDGE):
                return True
            if kind == st.CANAL and over_canal(b, s, w, u, p, k, as_seen):
                return True
        elif kind in (st.LAKE, st.RED_SEA) and swims(b, u) and b.water[n]:
            for j in range(b.degree[n]):
                if b.neighbor[n, j] == q and b.route[n, j] in (st.LAKE, st.RED_SEA):
                    return True
    return False


@kernel
def friendly(b: Board, s: State, w: Work, side: int, q: int) -> bool:
    """[16.4(2)] Return whether a point belongs to a side and has no enemy in it.

    Points that a retreat can enter have not changed hands since the battle began.
    """
    return bool(not b.water[q] and s.control[q] == side and w.count[1 - side, q] == 0)


@kernel
def cannot_withdraw(b: Board, s: State, w: Work, u: int, q: int, as_seen: bool) -> int:
    """[16.4, 52] Return why a counter may not retreat by ground to a place, else 0."""
    p = int(s.where[u])
    side = int(b.side[u])
    w.witness = q
    if b.traits[u] & st.STATIC:
        return no.STATIC_STAYS
    if q >= b.points and b.start_control[q] != side:
        return no.FOREIGN_RESERVE
    if q == p or b.steps[side, p, q] > FARTHEST or not reaches(b, s, w, u, q, as_seen):
        return no.NO_WAY_THERE
    return no.ALLOWED if q >= b.points else cannot_shelter(b, s, w, u, q, as_seen)


@kernel
def cannot_shelter(b: Board, s: State, w: Work, u: int, q: int, as_seen: bool) -> int:
    """[16.4, 52] Return why a point within reach is not possible for a retreat on the ground."""
    if not friendly(b, s, w, int(b.side[u]), q):
        return no.NOT_OWN_POINT
    if b.no_mech[q] and b.mech[u]:
        return no.NO_MECH
    if not has_room(b, w, u, q, as_seen):
        return cannot_stack(b, w, u, q)
    free = b.traits[u] & st.CAN_FLY or int(s.mark[u]) & st.FLEW
    if not free and not line_from(b, s, w, u, q):
        return no.NO_LINE_THERE
    return no.NOT_NOW if b.home[u] >= 0 and b.features[q] & st.AFRICA == 0 else no.ALLOWED  # [19]


@kernel
def cannot_fly_off(b: Board, s: State, w: Work, u: int, q: int, as_seen: bool) -> int:
    """[16.4(5), 52] Return why a counter may not retreat by air to a point, else 0."""
    w.witness = q
    if b.traits[u] & st.CAN_FLY == 0:
        return no.NOT_AIRMOBILE
    if s.tried[u]:
        return no.ABORTED
    if q >= b.points:
        return no.NO_FLIGHT_TO_RESERVE
    if not friendly(b, s, w, int(b.side[u]), q):
        return no.NOT_OWN_POINT
    found = out_of_reach(b, s, w, u, q)
    if found > 0 or has_room(b, w, u, q, as_seen):
        return found
    return cannot_stack(b, w, u, q)


@kernel
def may_walk(b: Board, s: State, w: Work, u: int, as_seen: bool) -> bool:
    """Return whether a counter can retreat on the ground."""
    p, side = int(s.where[u]), int(b.side[u])
    for q in range(b.places):
        if b.steps[side, p, q] <= FARTHEST and cannot_withdraw(b, s, w, u, q, as_seen) == 0:
            return True
    return False


@kernel
def may_go(b: Board, s: State, w: Work, u: int, as_seen: bool) -> bool:
    """Return whether a counter can retreat at all; an unknown one may be any counter."""
    if as_seen and not sees(b, s, u):
        return True
    if may_walk(b, s, w, u, as_seen):
        return True
    if b.traits[u] & st.CAN_FLY:
        for q in range(b.points):
            if not too_far(b, s, u, q) and cannot_fly_off(b, s, w, u, q, as_seen) == 0:
                return True
    return False


@kernel
def has_way(b: Board, s: State, w: Work, u: int) -> bool:
    """Return whether a counter can really retreat."""
    return may_go(b, s, w, u, False)


@kernel
def any_way(b: Board, s: State, w: Work) -> bool:
    """Return whether a counter of the force that takes the damage can retreat."""
    for u in range(b.units):
        if concerned(b, s, u) and has_way(b, s, w, u):
            return True
    return False


@kernel
def any_open(b: Board, s: State, w: Work) -> bool:
    """[O43] Return whether a counter of that force can retreat, as far as the other side knows."""
    for u in range(b.units):
        if concerned(b, s, u) and may_go(b, s, w, u, b.fog == 1):
            return True
    return False


@kernel
def side_has_way(b: Board, s: State, w: Work, side: int, p: int, as_seen: bool) -> bool:
    """Return whether a counter of a side in a point can retreat."""
    for u in range(b.units):
        if s.where[u] == p and b.side[u] == side and may_go(b, s, w, u, as_seen):
            return True
    return False


@kernel
def put_flights(b: Board, s: State, w: Work, out: Vector[int], n: int, u: int) -> int:
    """Write the retreats of a counter by air."""
    if b.traits[u] & st.CAN_FLY:
        for q in range(b.points):
            if not too_far(b, s, u, q) and cannot_fly_off(b, s, w, u, q, False) == 0:
                n = put(out, n, u, st.FLY, q)
    return n


@kernel
def put_walks(b: Board, s: State, w: Work, out: Vector[int], n: int, u: int) -> int:
    """Write the retreats of a counter by ground."""
    p, side = int(s.where[u]), int(b.side[u])
    for q in range(b.places):
        if b.steps[side, p, q] <= FARTHEST and cannot_withdraw(b, s, w, u, q, False) == 0:
            n = put(out, n, u, st.WITHDRAW, q)
    return n
