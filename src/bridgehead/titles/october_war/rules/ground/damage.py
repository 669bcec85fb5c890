"""Damage: hits, r and R, of ground fire, raids and barrages [16, 19.11, ruling 51].

The victim decides. If the other side chooses the losses (Israel with EW), the victim is first asked
whether it retreats (`retreat`) or takes the hits (`stay`).
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import put, put_plain
from bridgehead.titles.october_war.rules.components import break_up, can_break
from bridgehead.titles.october_war.rules.ground.losses import LARGE_HITS, SMALL_HITS, eliminate
from bridgehead.titles.october_war.rules.ground.retreat import (
    ALL_GO,
    NOBODY_GOES,
    fly_off,
    go_on,
    may_name,
    retreat_open,
    withdraw,
)
from bridgehead.titles.october_war.rules.ground.retreat_ways import (
    any_way,
    concerned,
    named,
    put_flights,
    put_walks,
)
from bridgehead.titles.october_war.state import ISRAEL

ISRAELI_CANCELS, ARAB_CANCELS = 2, 1  # hits that a retreat saves [16.3]
ONE, EVERYTHING = 1, 2  # s.must_go


@kernel
def begin_damage(b: Board, s: State, w: Work, victim: int, hits: int, must_go: int) -> None:
    """Let a side take hits, or an r (must_go 1), or an R or A (2), in the point of `s.source`."""
    most = ISRAELI_CANCELS if victim == ISRAEL else ARAB_CANCELS
    s.victim = victim
    s.hits = hits
    s.must_go = must_go
    s.cancels = min(hits, most)
    s.going, s.escaped = NOBODY_GOES, 0
    s.tried[:] = 0
    go_on(b, s, w)


@kernel
def legal_damage(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the possible answers to the next hit."""
    who = int(s.owner)
    is_open = retreat_open(s)
    asked_first = is_open and s.chooser != s.victim
    goes = s.must_go == ONE
    n = 0
    for u in range(b.units):
        if not concerned(b, s, u) or not named(b, s, u):
            continue
        names = not asked_first and may_name(b, s, u, who)
        breaks = can_break(b, s, w, u)
        if names and breaks:
            n = put(out, n, u, st.BREAK, 0)
        if goes:
            n = put_flights(b, s, w, out, n, u)
        if names and not breaks:
            n = put(out, n, u, st.ELIMINATE, 0)
        if goes:
            n = put_walks(b, s, w, out, n, u)
    if is_open and not goes and (b.fog == 0 or any_way(b, s, w)):
        n = put_plain(out, n, st.RETREAT_ALL)
    if asked_first:
        n = put_plain(out, n, st.STAY)
    return n


@kernel
def apply_damage(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Take a hit, or retreat, or stay and take the hits."""
    if verb == st.FLY:
        fly_off(b, s, w, unit, place)
        return
    if verb == st.BREAK:
        break_up(b, s, w, unit)
        _absorb(s, SMALL_HITS)
    elif verb == st.ELIMINATE:
        hits = LARGE_HITS if b.large[unit] else SMALL_HITS
        eliminate(b, s, w, unit)
        _absorb(s, hits)
    elif verb == st.WITHDRAW:
        withdraw(b, s, w, unit, place)
    elif verb == st.RETREAT_ALL:
        s.going = ALL_GO
        if s.must_go == 0:
            s.hits -= s.cancels
    else:
        s.hits = 1 if s.must_go > 0 else int(s.hits)
        s.must_go, s.cancels = 0, 0
    go_on(b, s, w)


@kernel
def _absorb(s: State, hits: int) -> None:
    """Count what a loss absorbs: a whole r or R, or a number of hits.

    After that a retreat saves no hits any more.
    """
    if s.going == ALL_GO:
        s.hits = max(0, int(s.hits) - hits)
        return
    s.must_go = 0
    s.cancels = 0
    s.hits = max(0, int(s.hits) - hits)
