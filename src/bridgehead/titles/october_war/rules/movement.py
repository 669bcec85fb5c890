"""Movement [13, 14, 21, 25, rulings 35 to 42]: routes, reserve areas, crossings, bridges.

Flights stand in `flights.py`, looks in `looks.py`.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain, sort
from bridgehead.titles.october_war.rules.flights import can_fly, may_fly, with_depot
from bridgehead.titles.october_war.rules.looks import begin_sam_ask, legal_looks
from bridgehead.titles.october_war.rules.places import first_of, fits, go, has_line, in_command
from bridgehead.titles.october_war.state import NOBODY


@kernel
def begin_movement(b: Any, s: Any, w: Any) -> None:
    """Begin a movement phase of the phasing side; who is in command is taken now [37]."""
    side = int(s.side)
    first = s.phase == st.MOVEMENT_1 or (s.turn == 1 and side == st.ISRAEL)
    forget = st.MOVED_NOW | st.LOOKED | st.HELPED | st.BY_WATER | st.IN_COMMAND
    if first:
        forget |= st.MOVED | st.FOUGHT
    for u in range(b.units):
        if b.side[u] == side and not b.air[u]:
            s.mark[u] = int(s.mark[u]) & ~forget
            s.came[u] = -1
    if s.phase == st.MOVEMENT_2:
        take_command(b, s, w)
    s.drops = 0
    s.looking = 1
    s.looked_at[:] = 0
    ask(s, st.MOVE, side)


@kernel
def take_command(b: Any, s: Any, w: Any) -> None:
    """[17.1, 37] Mark who is in command of the phasing side, and has not moved in its turn."""
    for u in range(b.units):
        at = int(s.where[u])
        if b.side[u] != s.side or at < 0 or int(s.mark[u]) & st.MOVED:
            continue
        if at >= b.points or b.type[u] == st.HQ or in_command(b, s, w, u):
            s.mark[u] = int(s.mark[u]) | st.IN_COMMAND


@kernel
def forget_turn(b: Any, s: Any) -> None:
    """Forget what the counters of the phasing side did, now that its player turn is over."""
    keep = st.DROPPED | st.FLEW | st.SAM_FIRED
    for u in range(b.units):
        if b.side[u] == s.side and not b.air[u]:
            s.mark[u] = int(s.mark[u]) & keep
            s.came[u] = -1


@kernel
def qualifies(b: Any, s: Any, u: int) -> bool:
    """[17.1, 36] Return whether this phase lets a counter move that has not moved in it."""
    if s.phase == st.MOVEMENT_1 or b.traits[u] & st.BOTH_ECHELONS:
        return True
    return int(s.mark[u]) & st.IN_COMMAND != 0 and int(s.mark[u]) & st.MOVED == 0


@kernel
def may_move(b: Any, s: Any, u: int) -> bool:
    """Return whether a counter may begin a move now."""
    if b.side[u] != s.side or b.air[u] or s.where[u] < 0 or b.traits[u] & st.STATIC:
        return False
    if int(s.mark[u]) & (st.MOVED_NOW | st.LOOKED | st.HELPED):
        return False
    return qualifies(b, s, u)


@kernel
def allowance(b: Any, s: Any, w: Any, u: int) -> int:
    """[35] Return how many points a counter may move."""
    if int(s.where[u]) >= b.points:
        return int(b.doubled)
    if not has_line(b, s, w, u):
        return int(b.without_loc)
    return int(b.doubled) if with_depot(b, s, u) else int(b.allowance)


# Steps


@kernel
def may_step(b: Any, s: Any, w: Any, u: int, p: int, k: int) -> bool:
    """Return whether a counter may go from a place by its k-th route in an ordinary move."""
    q, kind = b.neighbor[p, k], b.route[p, k]
    if kind == st.CANAL:
        if int(s.bridge[b.canal[p, k]]) != b.side[u]:
            return False
    elif kind in (st.LAKE, st.RED_SEA):
        if b.traits[u] & st.WATER == 0:
            return False
    elif kind == st.EDGE and q >= b.points and b.start_control[q] != b.side[u]:
        return False
    return may_enter(b, s, w, u, q)


@kernel
def may_enter(b: Any, s: Any, w: Any, u: int, q: int) -> bool:
    """[13.5, 19, 39] Return whether a counter may enter a place at all."""
    if q >= b.points:
        return True
    if b.mech[u] and b.no_mech[q]:
        return False
    if b.traits[u] & st.CITY_BOUND and b.features[q] & st.AFRICA == 0:
        return False
    return not (int(s.mark[u]) & st.FOUGHT and w.count[1 - b.side[u], q] > 0)


@kernel
def must_stop(b: Any, w: Any, u: int, q: int) -> bool:
    """[38] Return whether a counter ends its move where it has entered a place."""
    side = b.side[u]
    if q >= b.points or w.count[1 - side, q] > 0:
        return True
    if b.passes[q] == side or (b.fort_of[q] == 1 - side and w.count[side, q] > 0):
        return False
    return bool(b.stop_all[q] or (b.stop_foot[q] and not b.mech[u]))


@kernel
def may_end(b: Any, s: Any, w: Any, u: int, q: int) -> bool:
    """Return whether a counter may end its move in a place: it holds it, and it is land."""
    return not b.water[q] and (int(s.where[u]) == q or fits(b, w, u, q))


@kernel
def legal_walks(b: Any, s: Any, w: Any, out: Any, n: int, u: int) -> int:
    """Write a counter's moves: every way it can go, step by step."""
    at, begin = int(s.where[u]), n
    steps = allowance(b, s, w, u)
    for k in range(b.degree[at]):
        if may_step(b, s, w, u, at, k):
            n = _walks_by(b, s, w, out, n, u, int(b.neighbor[at, k]), steps)
    entry = _jordanian_entry(b, s, u)
    if entry >= 0 and may_enter(b, s, w, u, entry):
        n = _walks_by(b, s, w, out, n, u, entry, steps)
        sort(out, begin, n)
    return n


@kernel
def _jordanian_entry(b: Any, s: Any, u: int) -> int:
    """[42] Return the point by which a Jordanian may leave the Syrian Reserve too, else -1."""
    if b.traits[u] & st.SHEIKH_MESKIN and int(s.where[u]) == b.reserve[2]:
        for p in range(b.points):
            if b.features[p] & st.JORDANIAN_ENTRY:
                return p
    return -1


@kernel
def _walks_by(b: Any, s: Any, w: Any, out: Any, n: int, u: int, q: int, steps: int) -> int:
    """Write the moves that begin by entering a place: depth first, without recursion."""
    walk = int(b.first_walk[q])
    depth = 1
    if may_end(b, s, w, u, q):
        n = put(out, n, u, st.MOVE_UNIT, walk)
    # the route tried next at each depth; a walk of four steps has no successor
    next_1, next_2, next_3 = 0, 0, 0
    walk_1, walk_2, walk_3 = walk, -1, -1
    if must_stop(b, w, u, q):
        return n
    while depth > 0:
        here = walk_1 if depth == 1 else walk_2 if depth == 2 else walk_3
        k = next_1 if depth == 1 else next_2 if depth == 2 else next_3
        at = int(b.walk[here, depth - 1])
        if depth == steps or k == b.degree[at]:
            depth -= 1
            continue
        if depth == 1:
            next_1 += 1
        elif depth == 2:
            next_2 += 1
        else:
            next_3 += 1
        on = int(b.longer[here, k])
        if on < 0 or not may_step(b, s, w, u, at, k):
            continue
        q = int(b.neighbor[at, k])
        if may_end(b, s, w, u, q):
            n = put(out, n, u, st.MOVE_UNIT, on)
        if depth < 3 and not must_stop(b, w, u, q):
            depth += 1
            if depth == 2:
                walk_2, next_2 = on, 0
            else:
                walk_3, next_3 = on, 0
    return n


# Crossings and bridges [13.7, 21, rulings 40 and 41]


@kernel
def ferries(b: Any, u: int) -> bool:
    """Return whether a counter is of the kind that an engineer helps across the canal."""
    kind = b.type[u]
    return bool(kind in (st.INFANTRY, st.PARATROOP, st.AIRMOBILE, st.COMMANDO))


@kernel
def engineer_for(b: Any, s: Any, u: int) -> int:
    """Return the engineer that helps a counter across: one already bound first; -1 none."""
    found = -1
    for e in range(b.type_first[st.ENGINEER], b.type_last[st.ENGINEER] + 1):
        if b.type[e] != st.ENGINEER or b.side[e] != b.side[u] or s.where[e] != s.where[u]:
            continue
        if s.came[e] >= 0 or e == u:  # it moved in this phase
            continue
        if int(s.mark[e]) & (st.HELPED | st.MOVED_NOW):
            return e
        if found < 0:
            found = e
    return found


@kernel
def may_cross(b: Any, s: Any, w: Any, u: int, p: int, k: int) -> bool:
    """Return whether a counter may cross an unbridged canal by a route of its point."""
    if b.route[p, k] != st.CANAL or int(s.bridge[b.canal[p, k]]) == b.side[u]:
        return False
    q = int(b.neighbor[p, k])
    if not may_enter(b, s, w, u, q) or not fits(b, w, u, q):
        return False
    if b.traits[u] & st.IS_AMPHIBIOUS:
        return True
    return ferries(b, u) and engineer_for(b, s, u) >= 0


@kernel
def may_bridge(b: Any, s: Any, w: Any, u: int) -> bool:
    """[41] Return whether an engineer can lay a bridge now, on some route of its point."""
    if b.type[u] != st.ENGINEER or b.side[u] != s.side or not 0 <= s.where[u] < b.points:
        return False
    if int(s.mark[u]) & (st.MOVED_NOW | st.LOOKED) or not qualifies(b, s, u):
        return False
    laid = 0
    for k in range(b.canals):
        laid += s.bridge[k] != NOBODY
    return laid < b.bridges_most and has_line(b, s, w, u)


# The two tables


@kernel
def may_act(b: Any, s: Any, u: int) -> bool:
    """Return whether it is worth to look for a counter's moves and bridges."""
    if b.side[u] != s.side or s.where[u] < 0 or b.air[u]:
        return False
    helped = b.type[u] == st.ENGINEER and int(s.mark[u]) & st.HELPED != 0
    return may_move(b, s, u) or helped


@kernel
def legal_unit(b: Any, s: Any, w: Any, out: Any, n: int, u: int) -> int:
    """Write behind n actions what a counter can do in a movement phase, looks left aside."""
    at = int(s.where[u])
    if may_move(b, s, u):
        n = legal_walks(b, s, w, out, n, u)
        if may_fly(b, s, u):
            for p in range(b.places):
                if can_fly(b, s, w, u, p) and may_enter(b, s, w, u, p):
                    n = put(out, n, u, st.FLY, p)
        for k in range(b.degree[at]):
            if may_cross(b, s, w, u, at, k):
                n = put(out, n, u, st.CROSS, int(b.neighbor[at, k]))
    if may_bridge(b, s, w, u):
        for k in range(b.degree[at]):
            if b.route[at, k] == st.CANAL and s.bridge[b.canal[at, k]] == NOBODY:
                n = put(out, n, u, st.BRIDGE, int(b.neighbor[at, k]))
    return n


@kernel
def legal_movement(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write the actions of a movement phase."""
    n = 0
    for u in range(b.units):
        if may_act(b, s, u) and first_of(b, s, u):
            n = legal_unit(b, s, w, out, n, u)
    moves = n
    if s.looking:
        n = legal_looks(b, s, w, out, n)
    n = put_plain(out, n, st.END)
    if n > moves + 1:
        sort(out, 0, n)
    return n


@kernel
def apply_movement(b: Any, s: Any, w: Any, unit: int, verb: int, place: int) -> None:
    """Carry out a move, a crossing, a bridge, the beginning of a flight, or the end."""
    s.looking = 0
    if verb == st.END:
        s.step = st.NEXT
    elif verb == st.MOVE_UNIT:
        _march(b, s, w, unit, place)
    elif verb == st.CROSS:
        _cross(b, s, w, unit, place)
    elif verb == st.BRIDGE:
        at = int(s.where[unit])
        for k in range(b.degree[at]):
            if b.neighbor[at, k] == place and b.route[at, k] == st.CANAL:
                s.bridge[b.canal[at, k]] = b.side[unit]
        s.mark[unit] = int(s.mark[unit]) | st.MOVED | st.MOVED_NOW
        w.loc_fresh = 0
    else:
        s.flyer = unit
        s.landing = place
        begin_sam_ask(b, s, w, st.FLYING)


@kernel
def _march(b: Any, s: Any, w: Any, u: int, walk: int) -> None:
    """Go a walk point by point, so that what is passed changes hands [2.6, 35]."""
    land, wet = int(s.where[u]), False
    for step in range(b.walk_size[walk]):
        at = int(s.where[u])
        if at >= b.points or not b.water[at]:  # nobody is sent back into a lake
            land = at
        s.mark[u] = int(s.mark[u]) | st.MOVED | st.MOVED_NOW
        s.came[u] = land
        to = int(b.walk[walk, step])
        wet = wet or b.water[to] == 1
        go(b, s, w, u, to)
    if wet:
        s.mark[u] = int(s.mark[u]) | st.BY_WATER


@kernel
def _cross(b: Any, s: Any, w: Any, u: int, to: int) -> None:
    helper = engineer_for(b, s, u)
    bound = helper >= 0 and int(s.mark[helper]) & (st.HELPED | st.MOVED_NOW) != 0
    amphibious = b.traits[u] & st.IS_AMPHIBIOUS != 0
    s.mark[u] = int(s.mark[u]) | st.MOVED | st.MOVED_NOW
    if amphibious and not bound:  # an engineer is not held back for who does not need it
        s.mark[u] = int(s.mark[u]) | st.BY_WATER
    else:
        s.mark[helper] = int(s.mark[helper]) | st.HELPED
    at = int(s.where[u])
    s.came[u] = at
    go(b, s, w, u, to)
    s.came[u] = at
