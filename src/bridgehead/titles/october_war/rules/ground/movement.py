"""Movement [13, 14, 21, 25, rulings 35 to 42]: routes, reserve areas, crossings, bridges.

Flights stand in `flights.py`, looks in `looks.py`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.flights import (
    cannot_fly,
    cannot_fly_to,
    too_far,
    with_depot,
)
from bridgehead.titles.october_war.rules.air.looks import begin_sam_ask, legal_looks
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain, sort
from bridgehead.titles.october_war.rules.places import (
    cannot_stack,
    first_of,
    go,
    has_line,
    in_command,
    off_map,
)
from bridgehead.titles.october_war.state import NOBODY

# what a place is on a counter's way, as bits
SEEN, ENTERED, ENDED_IN, STOPPED_IN = 1, 2, 4, 8


@kernel
def begin_movement(b: Board, s: State, w: Work) -> None:
    """Begin a movement phase of the phasing side; units in command are determined now [37]."""
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
def take_command(b: Board, s: State, w: Work) -> None:
    """[17.1, 37] Mark the phasing side's units that are in command and have not moved."""
    for u in range(b.units):
        at = int(s.where[u])
        if b.side[u] != s.side or at < 0 or int(s.mark[u]) & st.MOVED:
            continue
        if at >= b.points or b.type[u] == st.HQ or in_command(b, s, w, u):
            s.mark[u] = int(s.mark[u]) | st.IN_COMMAND


@kernel
def forget_turn(b: Board, s: State) -> None:
    """Clear the actions of the phasing side's counters, now that its player turn is over."""
    keep = st.DROPPED | st.FLEW | st.SAM_FIRED
    for u in range(b.units):
        if b.side[u] == s.side and not b.air[u]:
            s.mark[u] = int(s.mark[u]) & keep
            s.came[u] = -1


@kernel
def qualifies(b: Board, s: State, u: int) -> bool:
    """[17.1, 36] Return whether a counter that has not moved may move in this phase."""
    if s.phase == st.MOVEMENT_1 or b.traits[u] & st.BOTH_ECHELONS:
        return True
    return int(s.mark[u]) & st.IN_COMMAND != 0 and int(s.mark[u]) & st.MOVED == 0


@kernel
def cannot_move(b: Board, s: State, u: int, bridging: bool) -> int:
    """[13.4, 14, 21] Return why a counter may not begin a move, or a bridge, now, else 0."""
    found, mark = off_map(b, s, u), int(s.mark[u])
    if found > 0:
        return found
    if b.traits[u] & st.STATIC:
        return no.IS_STATIC
    if mark & st.LOOKED:
        return no.LOOKED_SO_STAYS
    if mark & st.HELPED and not bridging:
        return no.HELPED_SO_STAYS
    if mark & st.MOVED_NOW:
        return no.HAS_MOVED
    if qualifies(b, s, u):
        return no.ALLOWED
    return no.MOVED_BEFORE if mark & st.MOVED else no.NOT_IN_COMMAND


@kernel
def may_move(b: Board, s: State, u: int) -> bool:
    """Return whether a counter of the phasing side may begin a move now."""
    return bool(b.side[u] == s.side and cannot_move(b, s, u, False) == 0)


@kernel
def allowance(b: Board, s: State, w: Work, u: int) -> int:
    """[35] Return a counter's movement points."""
    if int(s.where[u]) >= b.points:
        return int(b.doubled)
    if not has_line(b, s, w, u):
        return int(b.without_loc)
    return int(b.doubled) if with_depot(b, s, u) else int(b.allowance)


# Steps


@kernel
def cannot_step(b: Board, s: State, w: Work, u: int, p: int, k: int) -> int:
    """Return why a counter may not use the k-th route of a place in an ordinary move, else 0."""
    found = cannot_follow(b, s, w, u, p, k)
    return found if found > 0 else cannot_enter(b, s, w, u, int(b.neighbor[p, k]))


@kernel
def cannot_follow(b: Board, s: State, w: Work, u: int, p: int, k: int) -> int:
    """Return why a counter may not use the k-th route of a place, wherever it leads, else 0."""
    q, kind = b.neighbor[p, k], b.route[p, k]
    if kind == st.CANAL:
        if int(s.bridge[b.canal[p, k]]) != b.side[u]:
            return no.NO_BRIDGE
    elif kind in (st.LAKE, st.RED_SEA):
        if not swims(b, u):
            return no.NOT_AMPHIBIOUS
    elif kind == st.EDGE and q >= b.points and b.start_control[q] != b.side[u]:
        w.witness = q
        return no.FOREIGN_RESERVE
    return no.ALLOWED


@kernel
def cannot_enter(b: Board, s: State, w: Work, u: int, q: int) -> int:
    """[13.5, 19, 39] Return why a counter may not enter a place at all, else 0."""
    if q >= b.points:
        return no.ALLOWED
    w.witness = q
    if b.mech[u] and b.no_mech[q]:
        return no.NO_MECH
    if b.traits[u] & st.CITY_BOUND and b.features[q] & st.AFRICA == 0:
        return no.STAYS_IN_AFRICA
    if int(s.mark[u]) & st.FOUGHT and w.count[1 - b.side[u], q] > 0:
        return no.HAS_FOUGHT
    return no.ALLOWED


@kernel
def must_stop(b: Board, w: Work, u: int, q: int) -> int:
    """[13.5, 38] Return why a counter must end its move in a place that it enters, else 0."""
    side = b.side[u]
    w.witness = q
    if q >= b.points:
        return no.ENDS_IN_RESERVE
    if w.count[1 - side, q] > 0:
        return no.STOPS_AT_ENEMY
    if b.passes[q] == side or (b.fort_of[q] == 1 - side and w.count[side, q] > 0):
        return no.ALLOWED
    return no.STOPS_IN_TERRAIN if b.stop_all[q] or (b.stop_foot[q] and not b.mech[u]) else 0


@kernel
def cannot_end(b: Board, s: State, w: Work, u: int, q: int) -> int:
    """Return why a counter may not end its move in a place, else 0: stacking, or water."""
    w.witness = q
    if b.water[q]:
        return no.ENDS_ON_WATER
    return no.ALLOWED if int(s.where[u]) == q else cannot_stack(b, w, u, q)


@kernel
def legal_walks(b: Board, s: State, w: Work, out: Vector[int], n: int, u: int) -> int:
    """Write a counter's moves: every path that it can take, step by step."""
    at, begin = int(s.where[u]), n
    steps = allowance(b, s, w, u)
    w.steps[: b.places] = 0
    for k in range(b.degree[at]):
        if cannot_step(b, s, w, u, at, k) == 0:
            n = _walks_by(b, s, w, out, n, u, int(b.neighbor[at, k]), steps)
    entry = _jordanian_entry(b, s, u)
    if entry >= 0 and cannot_enter(b, s, w, u, entry) == 0:
        n = _walks_by(b, s, w, out, n, u, entry, steps)
        sort(out, begin, n)
    return n


@kernel
def _notes(b: Board, s: State, w: Work, u: int, q: int) -> int:
    """Return the properties of a place on a counter's path, as bits, cached in w.steps."""
    if w.steps[q] == 0:
        found = SEEN
        if cannot_enter(b, s, w, u, q) == 0:
            found |= ENTERED
        if cannot_end(b, s, w, u, q) == 0:
            found |= ENDED_IN
        if must_stop(b, w, u, q) > 0:
            found |= STOPPED_IN
        w.steps[q] = found
    return int(w.steps[q])


@kernel
def _jordanian_entry(b: Board, s: State, u: int) -> int:
    """[42] Return the point by which a Jordanian may also leave the Syrian Reserve, else -1."""
    if b.traits[u] & st.SHEIKH_MESKIN and int(s.where[u]) == b.reserve[2]:
        for p in range(b.points):
            if b.features[p] & st.JORDANIAN_ENTRY:
                return p
    return -1


@kernel
def _walks_by(
    b: Board, s: State, w: Work, out: Vector[int], n: int, u: int, q: int, steps: int
) -> int:
    """Write the moves that begin by entering a place: depth first, without recursion."""
    walk = int(b.first_walk[q])
    depth = 1
    notes = _notes(b, s, w, u, q)
    if notes & ENDED_IN:
        n = put(out, n, u, st.MOVE_UNIT, walk)
    # the route tried next at each depth; a walk of four steps has no successor
    next_1, next_2, next_3 = 0, 0, 0
    walk_1, walk_2, walk_3 = walk, -1, -1
    if notes & STOPPED_IN:
        return n
    while depth > 0:
        here = walk_1 if depth == 1 else walk_2 if depth == 2 else walk_3
        k = next_1 if depth == 1 else next_2 if depth == 2 else next_3
        at = int(b.walk_end[here])
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
        if on < 0 or cannot_follow(b, s, w, u, at, k) > 0:
            continue
        notes = _notes(b, s, w, u, int(b.neighbor[at, k]))
        if notes & ENTERED == 0:
            continue
        if notes & ENDED_IN:
            n = put(out, n, u, st.MOVE_UNIT, on)
        if depth < 3 and notes & STOPPED_IN == 0:
            depth += 1
            if depth == 2:
                walk_2, next_2 = on, 0
            else:
                walk_3, next_3 = on, 0
    return n


# Crossings and bridges [13.7, 21, rulings 40 and 41]


@kernel
def ferries(b: Board, u: int) -> bool:
    """Return whether an engineer can help a counter across the canal."""
    kind = b.type[u]
    return bool(kind in (st.INFANTRY, st.PARATROOP, st.AIRMOBILE, st.COMMANDO))


@kernel
def swims(b: Board, u: int) -> bool:
    """[21.6, 21.7] Return whether a counter can cross water.

    Amphibious units and Israeli commandos can.
    """
    return bool(b.traits[u] & st.WATER != 0)


@kernel
def engineer_for(b: Board, s: State, u: int) -> int:
    """Return the engineer that helps a counter across, -1 for none.

    An engineer that is already in use comes first.
    """
    found = -1
    for i in range(b.typed_from[st.ENGINEER], b.typed_from[st.ENGINEER + 1]):
        e = int(b.typed[i])
        if b.side[e] != b.side[u] or s.where[e] != s.where[u]:
            continue
        if s.came[e] >= 0 or e == u:  # it moved in this phase
            continue
        if int(s.mark[e]) & (st.HELPED | st.MOVED_NOW):
            return e
        if found < 0:
            found = e
    return found


@kernel
def cannot_cross(b: Board, s: State, w: Work, u: int, p: int, k: int) -> int:
    """[21.1, 21.7] Return why a counter may not cross an unbridged canal by a route."""
    if k < 0 or b.route[p, k] != st.CANAL:
        return no.NO_CROSSING
    if int(s.bridge[b.canal[p, k]]) == b.side[u]:
        return no.IS_BRIDGED
    q = int(b.neighbor[p, k])
    found = cannot_enter(b, s, w, u, q)
    if found == 0:
        found = cannot_stack(b, w, u, q)
    if found > 0 or swims(b, u):
        return found
    if not ferries(b, u):
        return no.NEEDS_BRIDGE
    return no.ALLOWED if engineer_for(b, s, u) >= 0 else no.NO_ENGINEER


@kernel
def cannot_bridge(b: Board, s: State, w: Work, u: int, p: int, k: int) -> int:
    """[21.2, 21.5, 41] Return why a counter cannot lay a bridge now on a route of its point."""
    if k < 0 or b.route[p, k] != st.CANAL:
        return no.NO_CANAL
    if s.bridge[b.canal[p, k]] != NOBODY:
        return no.BRIDGE_THERE
    if not has_line(b, s, w, u):
        return no.BRIDGE_NEEDS_LINE
    laid = 0
    for canal in range(b.canals):
        laid += s.bridge[canal] != NOBODY
    return no.ALLOWED if laid < b.bridges_most else no.ALL_BRIDGES_LAID


# The two tables


@kernel
def may_act(b: Board, s: State, u: int) -> bool:
    """Return whether a counter's moves and bridges must be searched."""
    if b.side[u] != s.side or s.where[u] < 0 or b.air[u]:
        return False
    helped = b.type[u] == st.ENGINEER and int(s.mark[u]) & st.HELPED != 0
    return may_move(b, s, u) or helped


@kernel
def legal_unit(b: Board, s: State, w: Work, out: Vector[int], n: int, u: int) -> int:
    """Write a counter's possible actions in a movement phase after the first n, except looks."""
    at = int(s.where[u])
    if may_move(b, s, u):
        n = legal_walks(b, s, w, out, n, u)
        if cannot_fly(b, s, u) == 0:
            for p in range(b.places):
                if too_far(b, s, u, p):
                    continue
                if cannot_fly_to(b, s, w, u, p) == 0 and cannot_enter(b, s, w, u, p) == 0:
                    n = put(out, n, u, st.FLY, p)
        for k in range(b.degree[at]):
            if cannot_cross(b, s, w, u, at, k) == 0:
                n = put(out, n, u, st.CROSS, int(b.neighbor[at, k]))
    if b.type[u] == st.ENGINEER and b.side[u] == s.side and cannot_move(b, s, u, True) == 0:
        for k in range(b.degree[at]):
            if cannot_bridge(b, s, w, u, at, k) == 0:
                n = put(out, n, u, st.BRIDGE, int(b.neighbor[at, k]))
    return n


@kernel
def legal_movement(b: Board, s: State, w: Work, out: Vector[int]) -> int:
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
def apply_movement(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
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
def _march(b: Board, s: State, w: Work, u: int, walk: int) -> None:
    """Move along a path point by point, so that passed points change hands [2.6, 35]."""
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
def _cross(b: Board, s: State, w: Work, u: int, to: int) -> None:
    helper = engineer_for(b, s, u)
    bound = helper >= 0 and int(s.mark[helper]) & (st.HELPED | st.MOVED_NOW) != 0
    s.mark[u] = int(s.mark[u]) | st.MOVED | st.MOVED_NOW
    if swims(b, u) and not bound:  # an engineer is not held back for who does not need it
        s.mark[u] = int(s.mark[u]) | st.BY_WATER
    else:
        s.mark[helper] = int(s.mark[helper]) | st.HELPED
    at = int(s.where[u])
    s.came[u] = at
    go(b, s, w, u, to)
    s.came[u] = at
