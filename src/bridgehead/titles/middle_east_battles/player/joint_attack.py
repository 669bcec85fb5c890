"""The value of a joint attack that is planned during movement, and its cost.

Units are temporarily put where they would be, so that the rules compute strengths, shifts,
retreats, protective fire and the other enemies that they would have to attack. Everything is
restored afterwards.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.core.search.operations import is_among
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights as hw
from bridgehead.titles.middle_east_battles.player.sergeant_combat import value_declared
from bridgehead.titles.middle_east_battles.player.sergeant_common import stake
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.declare import anybody_in, role_in
from bridgehead.titles.middle_east_battles.rules.attacks.duties import (
    can_be_attacked,
    same_division,
)
from bridgehead.titles.middle_east_battles.rules.attacks.fire import (
    by_fire_alone,
    guns_reach,
    may_protect,
)
from bridgehead.titles.middle_east_battles.rules.zones import (
    adjacent,
    is_night,
    relocate,
    remove_from_map,
)
from bridgehead.titles.middle_east_battles.state import (
    DEFENDER,
    EGYPT,
    NO_ROLE,
    NO_TABLE,
    PROTECTOR,
    WEST,
)

MOST = 5  # units that a joint attack moves, at most
MARKS = 6  # hexes about a unit
UNANSWERED = 2.0  # half points: what it costs that an enemy is left whom nobody can attack
COVERED = 0.5  # of the airstrikes that are left, how many are taken to protect the West


@kernel
def joint_attack(
    b: Board, s: State, w: Work, target: int, units: Vector[int], hexes: Vector[int],
    marks: Vector[int], n: int,
) -> float:  # fmt: skip
    """Return the value of an attack on a hex by these units from these hexes, with all support.

    `marks` says for each moving unit whether it has LANDED. Objectives that are left for it, and
    other enemies that must be attacked as well, count against it.
    """
    before = np.zeros(MOST + MARKS, np.int64)
    left = 0.0
    for i in range(n):
        before[i] = s.hex[units[i]]
        if before[i] == hexes[i]:
            continue
        if before[i] >= 0:
            left += stake(b, s, int(s.side), int(before[i]), int(s.side))
        relocate(b, s, w, units[i], hexes[i])
        s.landed[units[i]] = marks[i]
    value = in_place(b, s, w, target, units, n) - left
    for i in range(n - 1, -1, -1):
        if before[i] == hexes[i]:
            continue
        s.landed[units[i]] = st.NOT_LANDED
        if before[i] >= 0:
            relocate(b, s, w, units[i], before[i])
        else:
            remove_from_map(b, s, w, units[i], before[i])
    return value


@kernel
def in_place(b: Board, s: State, w: Work, target: int, units: Vector[int], n: int) -> float:
    """Return the value of an attack on a hex by adjacent units."""
    aims, other = np.zeros(6, np.int64), np.zeros(MARKS * (MOST + MARKS), np.int64)
    apart = np.zeros(MOST + MARKS, np.int64)
    aims[0], count, value = target, 1, 0.0
    others = 0 if is_night(b, s) else list_others(b, s, w, target, units, n, other)
    for i in range(others):
        who = spare(b, s, units, apart, n, other[i])
        if who >= 0:
            apart[who] = 1
            value += alone(b, s, w, int(units[who]), int(other[i]))
        elif count < 6 and all_touch(b, s, units, apart, n, other[i]):
            aims[count] = other[i]
            count += 1
        else:
            value -= UNANSWERED
    begin(b, s, w, aims, count)
    division = 0
    for i in range(n):
        unit = int(units[i])
        if not apart[i] and (division == 0 or same_division(b, s, unit, division)):
            join_in(b, s, w, unit)
            if b.divisions and s.side == WEST and division == 0:
                division = int(b.division[unit])
    for unit in range(b.units):
        if b.side[unit] != s.side or s.hex[unit] < 0 or s.role[unit] != NO_ROLE:
            continue
        if is_among(units, n, unit):
            continue
        if division == 0 or same_division(b, s, unit, division):
            join_in(b, s, w, unit)
    value += supported(b, s, w)
    forget(s)
    return value


@kernel
def list_others(
    b: Board, s: State, w: Work, target: int, units: Vector[int], n: int, found: Vector[int]
) -> int:
    """Write the other hexes with enemies adjacent to these units and to no other friends."""
    count = 0
    for i in range(n):
        for direction in range(6):
            there = int(b.neighbor[s.hex[units[i]], direction])
            if there < 0 or there == target or w.head[there] < 0:
                continue
            if b.side[w.head[there]] == s.side or is_among(found, count, there):
                continue
            if not beside(b, s, w, there, units, n):
                found[count] = there
                count += 1
    return count


@kernel
def beside(b: Board, s: State, w: Work, hex_: int, units: Vector[int], n: int) -> bool:
    """Whether a friend other than these units is adjacent to a hex."""
    if w.zone[s.side, hex_] == 0:
        return False
    for direction in range(6):
        there = int(b.neighbor[hex_, direction])
        if there < 0 or w.head[there] < 0 or b.side[w.head[there]] != s.side:
            continue
        if not is_among(units, n, int(w.head[there])):
            return True
    return False


@kernel
def spare(b: Board, s: State, units: Vector[int], apart: Vector[int], n: int, hex_: int) -> int:
    """Return the index of the weakest adjacent unit that the others can do without; -1 if none."""
    best, weakest, with_us = -1, 999, 0
    for i in range(n):
        if apart[i]:
            continue
        with_us += 1
        if b.strength[units[i]] < weakest and adjacent(b, s.hex[units[i]], hex_):
            best, weakest = i, int(b.strength[units[i]])
    return best if with_us > 1 else -1


@kernel
def all_touch(
    b: Board, s: State, units: Vector[int], apart: Vector[int], n: int, hex_: int
) -> bool:
    """Whether all units that do not fight elsewhere are adjacent to a hex."""
    for i in range(n):
        if not apart[i] and not adjacent(b, s.hex[units[i]], hex_):
            return False
    return True


@kernel
def begin(b: Board, s: State, w: Work, aims: Vector[int], count: int) -> None:
    """Temporarily declare an attack on some hexes."""
    for i in range(1, count):  # ascending
        k = i
        while k > 0 and aims[k - 1] > aims[k]:
            aims[k - 1], aims[k] = aims[k], aims[k - 1]
            k -= 1
    s.aims = count
    for i in range(count):
        s.aim[i] = aims[i]
        enemy = int(w.head[aims[i]])
        while enemy >= 0:
            if can_be_attacked(b, s, enemy):
                s.role[enemy] = DEFENDER
                s.origin[enemy] = aims[i]
            enemy = int(w.next[enemy])


@kernel
def join_in(b: Board, s: State, w: Work, unit: int) -> None:
    """Add a unit to the attack if possible."""
    role = role_in(b, s, w, unit, s.aim, s.aims)
    if role != NO_ROLE:
        s.role[unit] = role
        s.origin[unit] = s.hex[unit]


@kernel
def alone(b: Board, s: State, w: Work, unit: int, hex_: int) -> float:
    """Return the value of an attack by one unit on a hex, without markers."""
    aims = np.zeros(6, np.int64)
    aims[0] = hex_
    begin(b, s, w, aims, 1)
    join_in(b, s, w, unit)
    protect(b, s, w)
    value = value_declared(b, s, w, NO_TABLE, s.side) if anybody_in(b, s) else -UNANSWERED
    forget(s)
    return value


@kernel
def protect(b: Board, s: State, w: Work) -> None:
    """Add all possible protective fire for the defenders."""
    if by_fire_alone(b, s):
        return
    for unit in range(b.units):
        if s.role[unit] == NO_ROLE and may_protect(b, s, w, unit):
            s.role[unit] = PROTECTOR
            s.origin[unit] = s.hex[unit]
    if s.side == EGYPT:
        s.covers[st.AIR_A] = int(COVERED * s.air[0])


@kernel
def supported(b: Board, s: State, w: Work) -> float:
    """Return the value of the declared attack, with markers if they help."""
    protect(b, s, w)
    if not anybody_in(b, s):
        return -UNANSWERED
    best = value_declared(b, s, w, NO_TABLE, s.side)
    if s.side == EGYPT:
        return best
    price = float(b.weights[WEST, hw.MARKER_PRICE]) * float(s.air[0])
    if s.air[0] > 0:
        s.strikes[st.AIR_A] = s.air[0]
        best = max(best, value_declared(b, s, w, NO_TABLE, s.side) - price)
    for nation in range(2):
        if guns_reach(b, s, w, nation, s.aim, s.aims):
            s.strikes[st.GUNS_A + nation] = 1
            paid = price if s.strikes[st.AIR_A] > 0 else 0.0
            value = value_declared(b, s, w, NO_TABLE, s.side) - paid
            if value > best:
                best = value
            else:
                s.strikes[st.GUNS_A + nation] = 0
    return best


@kernel
def forget(s: State) -> None:
    """Undo the temporary attack."""
    s.role[:] = 0
    s.origin[:] = -1
    s.aims = 0
    s.aim[:] = -1
    s.strikes[:] = 0
    s.covers[:] = 0
