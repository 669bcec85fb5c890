"""What one side knows of a position [27, rulings 69 to 72], as kernels: for views and players."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State
from bridgehead.titles.october_war.rules.kinds import States, Works
from bridgehead.titles.october_war.rules.places import refresh, sees


@kernel
def is_hidden(b: Board, s: State, u: int, viewer: int) -> bool:
    """Return whether a viewer (a side, NOBODY for a spectator) may not identify a counter."""
    return bool(b.side[u] != viewer and s.where[u] >= 0 and not sees(b, s, u))


@kernel
def before_set_up(b: Board, s: State) -> None:
    """[10] Reset the side that is setting up to its start, because its placements are secret."""
    for u in range(b.units):
        if b.side[u] == s.side:
            s.where[u] = b.start[u]
            s.mark[u] = 0
            s.came[u] = -1
            s.known[u] = 0
            s.back[u] = 0


@kernel
def mask(b: Board, states: States, works: Works, viewer: int) -> None:
    """Write a side's knowledge of position 0 as position 1 of the same arrays.

    Unknown counters are nowhere (`HIDDEN`); the number of counters in a place stays known.
    """
    states[1] = states[0]
    s, seen = states[0], states[1]
    w, known = works[0], works[1]
    planning = s.phase == st.AIR_COMMITMENT
    setting_up = s.phase == st.SETUP and s.side != viewer
    if setting_up:
        before_set_up(b, seen)
    for u in range(b.units):
        if is_hidden(b, seen, u, viewer):
            seen.where[u] = st.HIDDEN
            seen.mark[u] = 0
            seen.came[u] = -1
            seen.known[u] = 0
            seen.back[u] = 0
        elif b.side[u] != viewer:  # who is in command tells where headquarters stand
            seen.mark[u] = int(seen.mark[u]) & ~st.IN_COMMAND
        if planning and b.air[u] and b.side[u] != viewer and s.where[u] <= st.MISSION_BOX:
            seen.where[u] = st.READY
    if planning and s.owner != viewer:
        seen.committed = -1
    if s.flyer >= 0 and is_hidden(b, s, int(s.flyer), viewer):
        seen.flyer = st.NOBODY  # that something flies is known, not what
    if s.side != viewer:
        seen.drops = 0  # that something flew is known, not that it was a battalion of the 202nd
    refresh(b, seen, known)
    if setting_up:
        for u in range(b.units):
            if seen.where[u] == st.HIDDEN:
                known.count[b.side[u], b.start[u]] += 1
                known.unknown[b.side[u], b.start[u]] += 1
        return
    for side in range(2):
        for p in range(b.places):
            known.count[side, p] = w.count[side, p]
            known.unknown[side, p] = w.unknown[side, p]
