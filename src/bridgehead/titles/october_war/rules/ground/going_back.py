"""Attackers return to where they came from after a round without a result [15.3(7), ruling 53].

This happens without a question, unless a place has no room for all that came from it: then the
owner chooses who goes first. A counter that cannot go back retreats if it can. If there are
counters that the enemy does not know, the owner is asked in any case, so that the question does not
reveal whether there is room (O43).
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.ground.retreat import begin_retreat
from bridgehead.titles.october_war.rules.places import first_of, fits, go

ARMY = st.FREE_TYPES  # where headquarters are counted in w.slots, behind the free types


@kernel
def attacks(b: Board, s: State, u: int) -> bool:
    """Return whether a counter is an attacker in the battle."""
    return bool(s.where[u] == s.battle and b.side[u] == s.side)


@kernel
def has_home(b: Board, s: State, w: Work, u: int) -> bool:
    """Return whether an attacker can return to where it came from if there is room."""
    home = int(s.came[u])
    if home < 0 or home == s.where[u] or b.traits[u] & st.STATIC:
        return False
    return bool(home >= b.points or (not b.water[home] and w.count[1 - b.side[u], home] == 0))


@kernel
def can_go_back(b: Board, s: State, w: Work, u: int) -> bool:
    """Return whether an attacker can return to where it came from."""
    return has_home(b, s, w, u) and fits(b, w, u, int(s.came[u]))


@kernel
def room_for_all(b: Board, s: State, w: Work, p: int) -> bool:
    """Return whether a place has room for all attackers that go back there."""
    if p >= b.points:
        return True
    side = int(s.side)
    load = int(w.weight[side, p])
    for k in range(ARMY + 2):
        w.slots[k] = 0
    for u in range(b.units):
        if attacks(b, s, u) and int(s.came[u]) == p and can_go_back(b, s, w, u):
            if b.type[u] == st.HQ:
                w.slots[ARMY + b.army[u]] += 1
            elif b.free_type[u] >= 0:
                w.slots[b.free_type[u]] += 1
            elif b.home[u] != p:
                load += int(b.stack[u])
    for kind in range(st.FREE_TYPES):
        load += max(0, int(w.free[side, p, kind] + w.slots[kind]) - 1)
    for size in range(2):
        if w.slots[ARMY + size] > 0 and w.hqs[side, p, size] + w.slots[ARMY + size] > 1:
            return False
    return bool(load <= b.stack_limit[side])


@kernel
def send_back(b: Board, s: State, w: Work) -> None:
    """Move the attackers back; ask if room is, or may be, short; then retreat."""
    side = int(s.side)
    for p in range(b.places):  # where only the owner knows whether there is room
        w.steps[p] = b.fog == 1 and p < b.points and w.unknown[side, p] > 0
    choice = False
    for u in range(b.units):
        if not attacks(b, s, u) or not has_home(b, s, w, u):
            continue
        home = int(s.came[u])
        if w.steps[home]:
            choice = True
        elif fits(b, w, u, home):
            if room_for_all(b, s, w, home):
                go(b, s, w, u, home)
            else:
                choice = True
    if choice:
        ask(s, st.GO_BACK, side)
    else:
        begin_retreat(b, s, w, side)


@kernel
def put_back(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write which counters can go back next; `stay` if it only seems that one can."""
    n = 0
    for u in range(b.units):
        if attacks(b, s, u) and first_of(b, s, u) and can_go_back(b, s, w, u):
            n = put(out, n, u, st.WITHDRAW, int(s.came[u]))
    return n if n > 0 else put_plain(out, n, st.STAY)


@kernel
def send_one(b: Board, s: State, w: Work, u: int, p: int) -> None:
    """Move one attacker back, then the others."""
    go(b, s, w, u, p)
    send_back(b, s, w)
