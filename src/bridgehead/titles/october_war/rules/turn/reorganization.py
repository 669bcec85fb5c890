"""The Reorganization Phase [9, rulings 20 to 28]; set-up uses its tables too."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.components import (
    allowed_force,
    break_up,
    can_break,
    cannot_combine,
    cannot_convert,
    combine,
    convert,
    find_part,
    has_parts,
    part_count,
    part_group,
)
from bridgehead.titles.october_war.rules.places import first_of

FEWEST_PARTS = 3  # no large counter has fewer components


@kernel
def clear_marks(b: Board, s: State) -> None:
    """[O1] Clear the marks of combinations and breakdowns in this phase."""
    for u in range(b.units):
        s.mark[u] = int(s.mark[u]) & ~(st.BROKEN | st.FORMED)


@kernel
def begin_reorganization(b: Board, s: State, w: Work) -> None:
    """Begin the reorganization of the phasing side."""
    clear_marks(b, s)
    ask(s, st.REORGANIZE, int(s.side))


@kernel
def cannot_break(b: Board, s: State, w: Work, u: int) -> int:
    """[9.4, 9.8, O1] Return why a counter cannot be broken down voluntarily, else 0."""
    if not b.large[u]:
        return no.NOT_BREAKABLE
    if int(s.where[u]) < 0 and s.where[u] != st.UNPLACED:
        return no.NOT_IN_PLAY
    if int(s.mark[u]) & st.FORMED:
        return no.JUST_FORMED
    return no.ALLOWED if can_break(b, s, w, u) else no.NO_PARTS


@kernel
def put_changes(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Write every combination, breakdown and conversion of the side after the first n actions."""
    side = int(s.side)
    for u in range(b.units):
        if b.side[u] != side or not b.large[u] or not first_of(b, s, u):
            continue
        if s.where[u] < 0:
            for arms in range(2):
                verb = st.COMBINE_ARMS if arms else st.COMBINE
                for p in range(b.places):
                    enough = w.count[side, p] >= FEWEST_PARTS
                    if enough and cannot_combine(b, s, w, u, p, arms) == 0:
                        n = put(out, n, u, verb, p)
        if cannot_break(b, s, w, u) == 0:
            n = put(out, n, u, st.BREAK, 0)
        if cannot_convert(b, s, u) == 0:
            n = put(out, n, u, st.CONVERT, 0)
    return n


# What the other side cannot rule out (O43): it knows what lies in the boxes, and so what is in play


@kernel
def may_change(b: Board, s: State) -> bool:
    """[O43] Return whether the side may have a change to make, as far as the other side knows."""
    for u in range(b.units):
        if b.side[u] != s.side or not b.large[u]:
            continue
        for arms in range(2):
            if arms and (not s.combined_arms or b.back_part[u, 0] < 0):
                continue
            if int(s.where[u]) >= 0:
                if has_parts(b, s, u, arms) or (arms and _converts(b, s, u)):
                    return True
            elif _in_breakdown(s, u) and allowed_force(b, s, u) and _parts_in_play(b, s, u, arms):
                return True
    return False


@kernel
def _in_breakdown(s: State, u: int) -> bool:
    return int(s.where[u]) in (
        st.BREAKDOWN, st.BREAKDOWN_SINAI, st.BREAKDOWN_GOLAN, st.BREAKDOWN_ANY,
    )  # fmt: skip


@kernel
def _in_play(b: Board, s: State, g: int) -> int:
    """Return how many counters of a group are on the map or in a reserve area."""
    found = 0
    for v in range(b.group_first[g], b.group_first[g] + b.group_count[g]):
        found += int(s.where[v]) >= 0
    return int(found)


@kernel
def _parts_in_play(b: Board, s: State, u: int, arms: int) -> bool:
    """Return whether enough components for a large counter are in play anywhere."""
    for k in range(2):
        g = part_group(b, u, k, arms)
        if g >= 0 and _in_play(b, s, g) < part_count(b, u, k, arms):
            return False
    return True


@kernel
def _converts(b: Board, s: State, u: int) -> bool:
    """Return whether a brigade could be converted if a mechanized battalion were with it."""
    mech = int(b.back_part[u, 1])
    if mech < 0 or _in_play(b, s, mech) == 0:
        return False
    return find_part(b, s, int(b.back_part[u, 0]), 1) >= 0


@kernel
def legal_reorganization(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the phasing side's actions in its Reorganization Phase."""
    return put_plain(out, put_changes(b, s, w, out, 0), st.END)


@kernel
def apply_reorganization(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
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
