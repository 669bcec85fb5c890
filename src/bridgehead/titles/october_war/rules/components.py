"""Components of large counters: combining, breaking down, converting.

Chapter 9, rulings 20 to 27. `reorganize` offers these in its phase; `losses` and `damage` break
counters down in combat.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.places import breakdown_of, go, has_line, hide, reveal
from bridgehead.titles.october_war.state import ARAB

SOURCES = 4  # boxes from which components may come
FIRST_TASK_FORCE, SECOND_TASK_FORCE = 3, 6  # conversions that allow them [26]


@kernel
def forget(s: State, u: int) -> None:
    """Clear the marks of a counter that has left the map, except a used drop."""
    s.mark[u] = int(s.mark[u]) & st.DROPPED
    s.came[u] = -1
    s.back[u] = 0
    s.task[u] = 0
    s.tried[u] = 0


@kernel
def voluntary(s: State) -> bool:
    """Return whether counters are exchanged voluntarily now, not as losses."""
    return bool(s.phase in (st.REORGANIZATION, st.SETUP))


# Components


@kernel
def part_group(b: Board, u: int, k: int, arms: int) -> int:
    """Return the group of a large counter's k-th kind of component, -1 for none."""
    return int(b.back_part[u, k] if arms else b.part[u, k])


@kernel
def part_count(b: Board, u: int, k: int, arms: int) -> int:
    """Return the number of a large counter's components of its k-th kind."""
    return int(b.back_parts[u, k] if arms else b.parts[u, k])


@kernel
def source_box(b: Board, g: int, k: int, converting: int) -> int:
    """Return the k-th box from which components of a group are taken [21, 26]."""
    side = b.side[b.group_first[g]]
    breakdown = st.BREAKDOWN if side == ARAB else st.BREAKDOWN_ANY
    if k == 3:
        return st.ELIMINATED
    if converting:
        if k == 0:
            return st.AVAILABLE
        return st.REFIT if k == 1 else breakdown
    if k == 0:
        return breakdown
    return st.AVAILABLE if k == 1 else st.REFIT


@kernel
def find_part(b: Board, s: State, g: int, converting: int) -> int:
    """Return the next component of a group, -1 for none; of equal ones the first [27]."""
    for k in range(SOURCES):
        box = source_box(b, g, k, converting)
        for v in range(b.group_first[g], b.group_first[g] + b.group_count[g]):
            if s.where[v] == box:
                return v
    return -1


@kernel
def parts_at_hand(b: Board, s: State, g: int) -> int:
    """Return the number of components of a group in the boxes from which they may come."""
    found = 0
    for k in range(SOURCES):
        box = source_box(b, g, k, 0)
        for v in range(b.group_first[g], b.group_first[g] + b.group_count[g]):
            found += s.where[v] == box
    return int(found)


# Breaking down


@kernel
def can_break(b: Board, s: State, w: Work, u: int) -> bool:
    """[9.4, 9.8, 21] Return whether all components of a large counter can be found."""
    return bool(b.large[u]) and has_parts(b, s, u, int(s.back[u]))


@kernel
def has_parts(b: Board, s: State, u: int, arms: int) -> bool:
    """Return whether all components of a large counter, front or back, can be found."""
    for k in range(2):
        g = part_group(b, u, k, arms)
        if g >= 0 and parts_at_hand(b, s, g) < part_count(b, u, k, arms):
            return False
    return True


@kernel
def break_up(b: Board, s: State, w: Work, u: int) -> int:
    """[9.4, 21, 25] Replace a large counter by its components.

    They are placed before it is removed, so that the point is not lost between; they inherit its
    marks and, in combat, that the enemy knows them. Return their number; they are in w.slots.
    """
    place, arms = int(s.where[u]), int(s.back[u])
    n = 0
    for k in range(2):
        g = part_group(b, u, k, arms)
        if g >= 0:
            for _ in range(part_count(b, u, k, arms)):
                v = find_part(b, s, g, 0)
                _bring_part(b, s, w, u, v, place)
                w.slots[n] = v
                n += 1
    go(b, s, w, u, breakdown_of(b, s, u, place))
    forget(s, u)
    if voluntary(s):
        s.mark[u] = st.BROKEN
    return n


@kernel
def _bring_part(b: Board, s: State, w: Work, u: int, v: int, place: int) -> None:
    """Bring a component of a large counter into its place."""
    raised = int(s.where[v]) in (st.REFIT, st.ELIMINATED)
    if raised and b.limit[v] >= 0:  # [25]
        s.extra[b.limit[v]] += 1
    forget(s, v)
    kept = int(s.mark[u]) & ~(st.BROKEN | st.FORMED | st.DROPPED)
    s.mark[v] = int(s.mark[v]) | kept
    s.came[v] = int(s.came[u])
    go(b, s, w, v, place)
    if s.known[u] and not voluntary(s):
        reveal(b, s, w, v)


# Combining


@kernel
def box_fits(b: Board, s: State, u: int, p: int) -> bool:
    """[3.2, 23] Return whether a large counter's box is right for forming it in a place."""
    box = int(s.where[u])
    if b.side[u] == ARAB:
        return box == st.BREAKDOWN
    if box == st.BREAKDOWN_SINAI:
        return bool(b.theater[p] != st.GOLAN)
    if box == st.BREAKDOWN_GOLAN:
        return bool(b.theater[p] != st.SINAI)
    return box == st.BREAKDOWN_ANY


@kernel
def allowed_force(b: Board, s: State, u: int) -> bool:
    """[26] Return whether there are enough conversions for a task force.

    Others are always allowed.
    """
    if b.traits[u] & st.TASK_FORCE == 0:
        return True
    first = u == b.group_first[b.group[u]]
    return bool(s.conversions >= (FIRST_TASK_FORCE if first else SECOND_TASK_FORCE))


@kernel
def cannot_combine(b: Board, s: State, w: Work, u: int, p: int, arms: int) -> int:
    """[9.3, 9.9, 20, 26] Return why a large counter cannot be formed in a place, else 0."""
    if not b.large[u]:
        return no.NOT_LARGE
    if s.where[u] >= 0 or s.where[u] == st.UNPLACED:
        return no.IN_PLAY
    if s.where[u] in (st.AVAILABLE, st.PERMANENT, st.CUP):
        return no.NOT_AT_HAND
    if int(s.mark[u]) & st.BROKEN:
        return no.JUST_BROKEN
    if not box_fits(b, s, u, p):
        return no.WRONG_THEATER
    if arms and (not s.combined_arms or b.back_part[u, 0] < 0):
        return no.NO_COMBINED_ARMS
    if not allowed_force(b, s, u):
        return no.TOO_FEW_CONVERSIONS
    for k in range(2):
        g = part_group(b, u, k, arms)
        if g >= 0 and _parts_in(b, s, w, g, p) < part_count(b, u, k, arms):
            return no.PARTS_MISSING
    return no.ALLOWED


@kernel
def _parts_in(b: Board, s: State, w: Work, g: int, p: int) -> int:
    """Return the number of counters of a group with LOC in a place."""
    found = 0
    for v in range(b.group_first[g], b.group_first[g] + b.group_count[g]):
        if s.where[v] == p and has_line(b, s, w, v):
            found += 1
    return found


@kernel
def box_of_part(b: Board, s: State, v: int) -> int:
    """[9.3, 20] Return the box for a small counter that was combined or converted."""
    if b.side[v] == ARAB:
        return st.BREAKDOWN
    if b.third[v] >= 0:
        for u in range(b.units):
            if b.tied[u] == b.third[v] and s.where[u] == st.AVAILABLE:
                return st.AVAILABLE
    return st.BREAKDOWN_ANY


@kernel
def combine(b: Board, s: State, w: Work, u: int, p: int, arms: int) -> None:
    """[9.3, 9.9] Replace components by a large counter."""
    go(b, s, w, u, p)
    forget(s, u)
    s.mark[u] = st.FORMED
    s.back[u] = arms
    for k in range(2):
        g = part_group(b, u, k, arms)
        if g < 0:
            continue
        left = part_count(b, u, k, arms)
        for v in range(b.group_first[g], b.group_first[g] + b.group_count[g]):
            if left > 0 and s.where[v] == p and has_line(b, s, w, v):
                go(b, s, w, v, box_of_part(b, s, v))
                forget(s, v)
                left -= 1


# Combined arms by conversion


@kernel
def _mech_with(b: Board, s: State, u: int) -> int:
    """Return a mechanized battalion in the place of an armor brigade, -1 for none."""
    g = b.back_part[u, 1]
    for v in range(b.group_first[g], b.group_first[g] + b.group_count[g]):
        if s.where[v] == s.where[u]:
            return v
    return -1


@kernel
def cannot_convert(b: Board, s: State, u: int) -> int:
    """[9.9, 26] Return why a counter cannot be turned to its Combined Arms side, else 0."""
    if not b.large[u] or b.back_part[u, 1] < 0:
        return no.NO_ARMOR_BRIGADE
    if not s.combined_arms:
        return no.NO_EVENT_YET
    if s.where[u] < 0:
        return no.CONVERTS_IN_PLAY
    if s.back[u]:
        return no.CONVERTED
    if find_part(b, s, int(b.back_part[u, 0]), 1) < 0:
        return no.NO_ARMOR_LEFT
    return no.ALLOWED if _mech_with(b, s, u) >= 0 else no.NO_MECH_WITH_IT


@kernel
def convert(b: Board, s: State, w: Work, u: int) -> None:
    """[9.9, 26] Turn a brigade over; its battalion leaves, an armor battalion appears."""
    v = _mech_with(b, s, u)
    other = find_part(b, s, int(b.back_part[u, 0]), 1)
    forget(s, other)
    go(b, s, w, other, int(s.where[u]))
    go(b, s, w, v, box_of_part(b, s, v))
    forget(s, v)
    s.back[u] = 1
    hide(b, s, w, u)
    s.conversions += 1
