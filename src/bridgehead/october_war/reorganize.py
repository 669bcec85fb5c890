"""The Reorganization Phase [9, rulings 20 to 28]; set-up uses its tables too."""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.october_war import state as st
from bridgehead.october_war.codes import ask, put, put_plain
from bridgehead.october_war.components import (
    break_up,
    can_break,
    can_combine,
    can_convert,
    combine,
    convert,
)
from bridgehead.october_war.places import first_of

FEWEST_PARTS = 3  # no large counter has fewer components


@kernel
def clear_marks(b: Any, s: Any) -> None:
    """[O1] Forget what was formed and broken down in this phase."""
    for u in range(b.units):
        s.mark[u] = int(s.mark[u]) & ~(st.BROKEN | st.FORMED)


@kernel
def begin_reorganization(b: Any, s: Any, w: Any) -> None:
    """Let the phasing side reorganize."""
    clear_marks(b, s)
    ask(s, st.REORGANIZE, int(s.side))


@kernel
def may_break(b: Any, s: Any, w: Any, u: int) -> bool:
    """[9.4, O1] Return whether a large counter in play or unplaced can be broken down at will."""
    if int(s.where[u]) < 0 and s.where[u] != st.UNPLACED:
        return False
    return int(s.mark[u]) & st.FORMED == 0 and can_break(b, s, w, u)


@kernel
def put_changes(b: Any, s: Any, w: Any, out: Any, n: int) -> int:
    """Write behind n actions every combination, breakdown and conversion of the side."""
    side = int(s.side)
    for u in range(b.units):
        if b.side[u] != side or not b.large[u] or not first_of(b, s, u):
            continue
        if s.where[u] < 0:
            for arms in range(2):
                verb = st.COMBINE_ARMS if arms else st.COMBINE
                for p in range(b.places):
                    if w.count[side, p] >= FEWEST_PARTS and can_combine(b, s, w, u, p, arms):
                        n = put(out, n, u, verb, p)
        if may_break(b, s, w, u):
            n = put(out, n, u, st.BREAK, 0)
        if can_convert(b, s, u):
            n = put(out, n, u, st.CONVERT, 0)
    return n


@kernel
def legal_reorganization(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write what the phasing side may do in its Reorganization Phase."""
    return put_plain(out, put_changes(b, s, w, out, 0), st.END)


@kernel
def apply_reorganization(b: Any, s: Any, w: Any, unit: int, verb: int, place: int) -> None:
    """Carry out one exchange, or end the phase."""
    if verb == st.COMBINE:
        combine(b, s, w, unit, place, 0)
    elif verb == st.COMBINE_ARMS:
        combine(b, s, w, unit, place, 1)
    elif verb == st.BREAK:
        break_up(b, s, w, unit)
    elif verb == st.CONVERT:
        convert(b, s, w, unit)
    else:
        clear_marks(b, s)
        s.step = st.NEXT
