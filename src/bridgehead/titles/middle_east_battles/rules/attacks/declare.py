"""Declaring an attack: which hexes and units can join it, and when it can be fired [7.3, 7.4].

An attack is declared hex by hex and unit by unit; each step offers only what can still be
completed. The necessary lookahead is in `completable`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.attacks.duties import (
    DIVISIONS,
    can_attack,
    can_be_attacked,
    division_of_attack,
    duties_allow,
    left_over,
    look_at,
    must_join,
    next_to_all,
    same_division,
)
from bridgehead.titles.middle_east_battles.rules.attacks.fire import (
    any_marker,
    cannot_join_from_range,
    guns_reach,
)
from bridgehead.titles.middle_east_battles.rules.zones import distance
from bridgehead.titles.middle_east_battles.state import ADJACENT, EGYPT, NO_ROLE, RANGED, WEST

# Who can join


@kernel
def may_assault(b: Board, s: State, unit: int, aims: Vector[int], count: int) -> bool:
    """[7.3, 7.4] Whether a unit may attack in close combat: adjacent to every defending hex."""
    return can_attack(b, s, unit) and next_to_all(b, s, aims, count, unit)


@kernel
def role_in(b: Board, s: State, w: Work, unit: int, aims: Vector[int], count: int) -> int:
    """Return how a unit could join an attack: ADJACENT, RANGED or NO_ROLE."""
    if s.role[unit] != NO_ROLE:
        return NO_ROLE
    if may_assault(b, s, unit, aims, count):
        return ADJACENT
    return NO_ROLE if cannot_join_from_range(b, s, w, unit, aims, count) else RANGED


@kernel
def cannot_reach(b: Board, s: State, unit: int, aims: Vector[int], count: int) -> int:
    """[7.4, 8.3, 8.8] Return why a unit cannot attack some hexes from its place."""
    touched, nearest = 0, st.UNREACHED
    for i in range(count if s.hex[unit] >= 0 else 0):
        away = distance(b, s.hex[unit], aims[i])
        touched += int(away == 1)
        nearest = min(nearest, away)
    if touched == count:
        return no.ALLOWED
    if b.artillery[unit]:
        return no.OUT_OF_RANGE if nearest > b.range[unit] else no.ALLOWED
    return no.NOT_NEXT_TO_ALL if touched else no.NOT_NEXT_TO_IT


@kernel
def has_assault(b: Board, s: State) -> bool:
    """Whether an adjacent unit has joined the attack."""
    for unit in range(b.units):
        if s.role[unit] == ADJACENT:
            return True
    return False


@kernel
def anybody_in(b: Board, s: State) -> bool:
    """Whether anything has joined the attack."""
    for unit in range(b.units):
        if s.role[unit] in (ADJACENT, RANGED):
            return True
    return any_marker(s.strikes)


@kernel
def last_attacker(b: Board, s: State) -> int:
    """Return the last unit that has joined, -1 for none."""
    for unit in range(b.units - 1, -1, -1):
        if s.role[unit] in (ADJACENT, RANGED):
            return unit
    return -1


@kernel
def marker_can(b: Board, s: State, w: Work, aims: Vector[int], count: int) -> bool:
    """Whether the attacker has a marker that could attack these hexes."""
    if s.side == EGYPT:
        return False
    if s.air[0] > 0 or s.air[1] > 0:
        return True
    return guns_reach(b, s, w, st.BRITISH, aims, count) or guns_reach(
        b, s, w, st.FRENCH, aims, count
    )


# What can be completed


@kernel
def may_fire(b: Board, s: State, w: Work) -> bool:
    """[7.3, 7.19] Whether the declared attack can be fired; it needs an attacker."""
    assault = has_assault(b, s)
    if s.aims > 1 and not assault:
        return False
    look_at(b, s, w, s.aim, s.aims, assault)
    return duties_allow(b, s, w, s.aim, s.aims, -1, st.MAX_UNITS, division_of_attack(b, s), assault)


@kernel
def completable(
    b: Board, s: State, w: Work, aims: Vector[int], count: int, extra: int, role: int
) -> bool:
    """Whether an attack on these hexes, with `extra` joining in a role, can be completed and fired.

    `extra` is -1 if nobody joins now. Units are added in the order of the counter list.
    """
    last = max(extra, last_attacker(b, s))
    division = division_of_attack(b, s)
    if extra >= 0 and b.divisions and s.side == WEST and division == 0:
        division = int(b.division[extra])
    if extra >= 0 and not same_division(b, s, extra, division):
        return False
    assault = role == ADJACENT or has_assault(b, s)
    somebody = extra >= 0 or anybody_in(b, s)
    if count == 1 and not assault:
        look_at(b, s, w, aims, count, False)
        for candidate in range(DIVISIONS):
            if not _may_be(b, s, division, candidate):
                continue
            if not duties_allow(b, s, w, aims, count, extra, last, candidate, False):
                continue
            if somebody and candidate == division:
                return True
            if not somebody and candidate == 0 and marker_can(b, s, w, aims, count):
                return True
            if _later(b, s, w, aims, count, last, candidate, RANGED, division):
                return True
    look_at(b, s, w, aims, count, True)
    for candidate in range(DIVISIONS):
        if not _may_be(b, s, division, candidate):
            continue
        if not duties_allow(b, s, w, aims, count, extra, last, candidate, True):
            continue
        if _assault_follows(b, s, w, aims, count, extra, last, division, candidate, assault):
            return True
    return False


@kernel
def _may_be(b: Board, s: State, division: int, candidate: int) -> bool:
    """Whether an attack of a division, or of none yet, can become an attack of the candidate."""
    if not b.divisions or s.side != WEST:
        return candidate == 0
    return division in (0, candidate)


@kernel
def _later(
    b: Board, s: State, w: Work, aims: Vector[int], count: int, last: int, candidate: int,
    role: int, division: int,
) -> bool:  # fmt: skip
    """Whether a later unit can join in a role so that the attack is the candidate division's."""
    for unit in range(last + 1, b.units):
        if b.side[unit] != s.side or not same_division(b, s, unit, candidate):
            continue
        if candidate != division and b.division[unit] != candidate:
            continue
        if role == ADJACENT:
            if may_assault(b, s, unit, aims, count) and s.role[unit] == NO_ROLE:
                return True
        elif role_in(b, s, w, unit, aims, count) == RANGED:
            return True
    return False


@kernel
def _assault_follows(
    b: Board, s: State, w: Work, aims: Vector[int], count: int, extra: int, last: int,
    division: int, candidate: int, assault: bool,
) -> bool:  # fmt: skip
    """Whether an adjacent unit is in the attack or can join it, and one of the candidate division.

    Called after `duties_allow`, which marks the units that must join.
    """
    adjacent_in = assault
    represented = candidate == division
    for unit in range(b.units):
        if w.joiner[unit]:
            adjacent_in = True
            if b.division[unit] == candidate:
                represented = True
    if adjacent_in and represented:
        return True
    if adjacent_in and _later(b, s, w, aims, count, last, candidate, RANGED, division):
        return True
    ranged = represented or _later(b, s, w, aims, count, last, candidate, RANGED, division)
    for unit in range(last + 1, b.units):
        if s.role[unit] != NO_ROLE or w.joiner[unit] or b.side[unit] != s.side:
            continue
        if not same_division(b, s, unit, candidate) or not may_assault(b, s, unit, aims, count):
            continue
        if not ranged and b.division[unit] != candidate:
            continue
        w.joiner[unit] = 1
        left = left_over(b, s, w, aims, count, extra)
        w.joiner[unit] = 0
        if left < 0:
            return True
    return False


@kernel
def cannot_declare(b: Board, s: State, w: Work, aims: Vector[int], count: int) -> int:
    """[7.3, 7.4, 7.19] Return which duty an attack breaks, given the units that must join it.

    They are marked in `w.joiner`. The witness is the unit that is left without an enemy to attack,
    or the enemy that nobody is left to attack.
    """
    joining, last, assault = 0, last_attacker(b, s), False
    for unit in range(b.units):
        if w.joiner[unit]:
            joining += 1
            last = max(last, unit)
        if w.joiner[unit] or s.role[unit] in (ADJACENT, RANGED):
            assault = assault or next_to_all(b, s, aims, count, unit)
    look_at(b, s, w, aims, count, assault)
    for unit in range(b.units):
        if w.joiner[unit] or s.role[unit] != NO_ROLE or not must_join(b, s, w, aims, count, unit):
            continue
        w.witness = unit
        if joining == 0:
            return no.MUST_JOIN_FIRST
        if unit < last and joining == 1:
            return no.MUST_JOIN_BEFORE
        if not assault or not next_to_all(b, s, aims, count, unit):
            return no.CANNOT_JOIN
    w.witness = left_over(b, s, w, aims, count, -1)
    return no.LEAVES_DUTIES if w.witness < 0 else no.LEFT_OVER


@kernel
def holds_target(b: Board, s: State, w: Work, hex_: int) -> bool:
    """Whether a hex holds an enemy that has not been attacked."""
    unit = int(w.head[hex_])
    while unit >= 0:
        if can_be_attacked(b, s, unit):
            return True
        unit = int(w.next[unit])
    return False


@kernel
def may_aim(b: Board, s: State, w: Work, hex_: int, aims: Vector[int]) -> bool:
    """[7.3, 7.4] Whether a hex can be added to the defending hexes, perhaps with further ones.

    Hexes are added in ascending order; several defending hexes have an attacker adjacent to all.
    `aims` is scratch for seven numbers.
    """
    count = int(s.aims)
    for i in range(count):
        aims[i] = s.aim[i]
    aims[count] = hex_
    if completable(b, s, w, aims, count + 1, -1, NO_ROLE):
        return True
    for direction in range(6):  # who is next to this hex, and to all before it
        place = int(b.neighbor[hex_, direction])
        if place < 0 or not _someone_at(b, s, w, place, aims, count + 1):
            continue
        if _with_more(b, s, w, aims, count + 1, place):
            return True
    return False


@kernel
def _someone_at(b: Board, s: State, w: Work, place: int, aims: Vector[int], count: int) -> bool:
    unit = int(w.head[place])
    while unit >= 0:
        if may_assault(b, s, unit, aims, count):
            return True
        unit = int(w.next[unit])
    return False


@kernel
def _with_more(b: Board, s: State, w: Work, aims: Vector[int], count: int, place: int) -> bool:
    """Whether some set of further hexes around a hex makes the attack completable."""
    last = int(aims[count - 1])
    more0, more1, more2, more3, more4 = -1, -1, -1, -1, -1
    found = 0
    for hex_ in _ascending(b, place):
        if hex_ > last and holds_target(b, s, w, hex_):
            if found == 0:
                more0 = hex_
            elif found == 1:
                more1 = hex_
            elif found == 2:
                more2 = hex_
            elif found == 3:
                more3 = hex_
            else:
                more4 = hex_
            found += 1
    for chosen in range(1, 1 << found):
        size = count
        for bit in range(found):
            if chosen & (1 << bit):
                if bit == 0:
                    aims[size] = more0
                elif bit == 1:
                    aims[size] = more1
                elif bit == 2:
                    aims[size] = more2
                elif bit == 3:
                    aims[size] = more3
                else:
                    aims[size] = more4
                size += 1
        if completable(b, s, w, aims, size, -1, NO_ROLE):
            return True
    return False


@kernel
def _ascending(b: Board, hex_: int) -> tuple[int, int, int, int, int, int]:
    """Return the neighbors of a hex in the order of their numbers, -1 if there is none.

    Numbers grow by column, then by row: north-west and south-west, north and south, north-east and
    south-east.
    """
    n = b.neighbor[hex_]
    return (int(n[5]), int(n[4]), int(n[0]), int(n[3]), int(n[1]), int(n[2]))
