"""SAM umbrellas: which SAM units reach a point [20.2 to 20.4, 20.11, ruling 59]."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.places import is_sam, off_map, sees


@kernel
def covers(b: Board, s: State, u: int, p: int) -> bool:
    """[20.3, 20.4, 59] Return whether a SAM unit's umbrella covers a point.

    A unit in a reserve area, and the area itself, have none.
    """
    at = int(s.where[u])
    if not is_sam(b, u) or at < 0 or at >= b.points or p < 0 or p >= b.points:
        return False
    return reaches(b, u, at, p)


@kernel
def reaches(b: Board, u: int, at: int, p: int) -> bool:
    """[20.3, 20.4, 59] Return whether a SAM unit in a point would cover another.

    Distance is counted over roads, canal and lakes, never over the Red Sea or into the other
    theater.
    """
    far = b.umbrella[0] if b.type[u] == st.MOBILE_SAM else b.umbrella[1]
    return bool(b.theater[at] == b.theater[p] and b.sam_steps[at, p] <= far)


@kernel
def cannot_cover(b: Board, s: State, u: int, p: int) -> int:
    """[20.2 to 20.4] Return why a counter is not a SAM unit that covers a point, else 0."""
    if not is_sam(b, u):
        return no.NO_SAM
    found = off_map(b, s, u)
    if found > 0 or covers(b, s, u, p):
        return found
    return no.NOT_COVERED


@kernel
def covered(b: Board, s: State, w: Work, p: int, side: int, known_only: bool) -> bool:
    """Return whether a SAM unit of a side, or only a known one, covers a point."""
    find_umbrellas(b, s, w)
    return bool(p < b.points and w.umbrella[side, int(known_only), p] > 0)


@kernel
def find_umbrellas(b: Board, s: State, w: Work) -> None:
    """Compute which points are covered, by any SAM unit of a side and by known ones."""
    if w.umbrella_fresh:
        return
    w.umbrella_fresh = 1
    w.umbrella[:] = 0
    for kind in (st.MOBILE_SAM, st.STATIC_SAM):
        for i in range(b.typed_from[kind], b.typed_from[kind + 1]):
            u = int(b.typed[i])
            if not 0 <= s.where[u] < b.points:
                continue
            side, known = b.side[u], sees(b, s, u)
            for p in range(b.points):
                if covers(b, s, u, p):
                    w.umbrella[side, 0, p] = 1
                    if known:
                        w.umbrella[side, 1, p] = 1


@kernel
def known_sam_in(b: Board, s: State, p: int, side: int) -> bool:
    """Return whether a SAM unit of a side that its enemy knows of is in a point."""
    for u in range(b.units):
        if b.side[u] == side and s.where[u] == p and is_sam(b, u) and sees(b, s, u):
            return True
    return False
