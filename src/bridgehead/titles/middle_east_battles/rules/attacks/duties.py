"""Duties to attack [7.1, 7.3, 7.4], also at night [7.19], and the attacks that respect them.

`s.bound` and `s.owed` are the duties of the phase: units that must attack, enemies that must be
attacked. An attack is possible if, after it, every duty that was open can still be met; a unit that
would be left without an enemy must join it. Everything here concerns an attack that has not been
fired: its defending hexes are passed as `aims`, its attackers have a role in `s.role`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.zones import adjacent, in_fort, is_night
from bridgehead.titles.middle_east_battles.state import ADJACENT, NO_ROLE

DIVISIONS = 6  # 1 to 5, and 0 for none


@kernel
def set_duties(b: Board, s: State, w: Work) -> None:
    """[6.2, 6.3, 7.3] Compute the duties at the start of a Combat Phase; at night there are none.

    Phasing units adjacent to an enemy must attack, except Egyptians in fortifications; enemies
    adjacent to such a unit must be attacked.
    """
    s.bound[:] = 0
    s.owed[:] = 0
    if is_night(b, s):
        return
    for unit in range(b.units):
        hex_ = int(s.hex[unit])
        if hex_ < 0 or b.side[unit] != s.side or w.zone[1 - s.side, hex_] == 0:
            continue
        if in_fort(b, s, unit):
            continue
        s.bound[unit] = 1
        for direction in range(6):
            other = int(b.neighbor[hex_, direction])
            if other < 0:
                continue
            enemy = int(w.head[other])
            while enemy >= 0 and b.side[enemy] != s.side:
                s.owed[enemy] = 1
                enemy = int(w.next[enemy])


@kernel
def cannot_attack(b: Board, s: State, unit: int) -> int:
    """[7.3, 7.14] Return why a unit cannot attack anybody in this phase."""
    if b.side[unit] != s.side:
        return no.NOT_YOURS
    if s.hex[unit] < 0:
        return no.JOINS_OFF_MAP
    if s.fought[unit]:
        return no.HAS_FOUGHT
    return no.IS_SILENT if b.artillery[unit] and s.displaced[unit] else no.ALLOWED


@kernel
def can_attack(b: Board, s: State, unit: int) -> bool:
    """Whether a unit may attack and has not done so yet."""
    return cannot_attack(b, s, unit) == no.ALLOWED


@kernel
def can_be_attacked(b: Board, s: State, unit: int) -> bool:
    """[7.3] Whether an enemy of the phasing side has not been attacked in this phase."""
    return s.hex[unit] >= 0 and b.side[unit] != s.side and not s.attacked[unit]


@kernel
def _touches_owed(b: Board, s: State, w: Work, owed: Vector[int], unit: int) -> bool:
    hex_ = int(s.hex[unit])
    for direction in range(6):
        other = int(b.neighbor[hex_, direction])
        if other < 0:
            continue
        enemy = int(w.head[other])
        while enemy >= 0:
            if owed[enemy] and can_be_attacked(b, s, enemy):
                return True
            enemy = int(w.next[enemy])
    return False


@kernel
def next_to_target(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether a unit of the phasing side is next to an enemy not yet attacked."""
    hex_ = int(s.hex[unit])
    if w.zone[1 - s.side, hex_] == 0:
        return False
    for direction in range(6):
        other = int(b.neighbor[hex_, direction])
        if other < 0:
            continue
        enemy = int(w.head[other])
        while enemy >= 0:
            if can_be_attacked(b, s, enemy):
                return True
            enemy = int(w.next[enemy])
    return False


@kernel
def holds_phase(b: Board, s: State, w: Work, unit: int) -> bool:
    """[7.3] Whether a unit keeps the phase from ending: it must attack, and has a target."""
    return s.bound[unit] != 0 and can_attack(b, s, unit) and next_to_target(b, s, w, unit)


@kernel
def any_duty(b: Board, s: State, w: Work) -> bool:
    """[7.3] Whether the phase cannot end."""
    for unit in range(b.units):
        if holds_phase(b, s, w, unit):
            return True
    return False


@kernel
def in_aims(aims: Vector[int], count: int, hex_: int) -> bool:
    """Whether a hex is one of the defending hexes."""
    for i in range(count):
        if aims[i] == hex_:
            return True
    return False


@kernel
def look_at(b: Board, s: State, w: Work, aims: Vector[int], count: int, hand_to_hand: bool) -> None:
    """Write the duties that apply to an attack into `w.bound` and `w.owed`.

    By day they are those of the phase. At night an attack by adjacent units creates the duties of
    the day for its cluster [7.19]: its defenders, the adjacent phasing units, their enemies, and so
    on.
    """
    w.bound[:] = s.bound
    w.owed[:] = s.owed
    if not hand_to_hand or not is_night(b, s):
        return
    for unit in range(b.units):
        if can_be_attacked(b, s, unit) and in_aims(aims, count, s.hex[unit]):
            w.owed[unit] = 1
    changed = True
    while changed:
        changed = False
        for unit in range(b.units):
            if w.bound[unit] or not can_attack(b, s, unit) or in_fort(b, s, unit):
                continue
            if w.zone[1 - s.side, s.hex[unit]] > 0 and _touches_owed(b, s, w, w.owed, unit):
                w.bound[unit] = 1
                changed = True
                _owe_neighbors(b, s, w, unit)


@kernel
def _owe_neighbors(b: Board, s: State, w: Work, unit: int) -> None:
    hex_ = int(s.hex[unit])
    for direction in range(6):
        other = int(b.neighbor[hex_, direction])
        if other < 0:
            continue
        enemy = int(w.head[other])
        while enemy >= 0:
            if can_be_attacked(b, s, enemy):
                w.owed[enemy] = 1
            enemy = int(w.next[enemy])


@kernel
def next_to_all(b: Board, s: State, aims: Vector[int], count: int, unit: int) -> bool:
    """[7.4] Whether a unit is adjacent to every defending hex."""
    for i in range(count):
        if not adjacent(b, s.hex[unit], aims[i]):
            return False
    return count > 0


@kernel
def must_join(b: Board, s: State, w: Work, aims: Vector[int], count: int, unit: int) -> bool:
    """[7.3, 7.4] Whether a unit that stays out of an attack would have an unmet duty.

    This holds if it is adjacent to enemies that must be attacked, and all of them are in this
    attack. Uses `w.bound`, `w.owed`.
    """
    if not w.bound[unit] or not can_attack(b, s, unit):
        return False
    hex_ = int(s.hex[unit])
    if w.zone[1 - s.side, hex_] == 0:
        return False
    found = False
    for direction in range(6):
        other = int(b.neighbor[hex_, direction])
        if other < 0:
            continue
        enemy = int(w.head[other])
        while enemy >= 0:
            if w.owed[enemy] and can_be_attacked(b, s, enemy):
                if not in_aims(aims, count, other):
                    return False
                found = True
            enemy = int(w.next[enemy])
    return found


@kernel
def same_division(b: Board, s: State, unit: int, division: int) -> bool:
    """[7.18] Whether a unit may join an attack of this division; 0 is none yet."""
    if not b.divisions or b.side[unit] != st.WEST:
        return True
    return b.division[unit] == 0 or b.division[unit] == division


@kernel
def division_of_attack(b: Board, s: State) -> int:
    """[7.18] Return the division in the attack, 0 if there is none."""
    if b.divisions and s.side == st.WEST:
        for unit in range(b.units):
            if s.role[unit] in (ADJACENT, st.RANGED) and b.division[unit] != 0:
                return int(b.division[unit])
    return 0


@kernel
def left_over(b: Board, s: State, w: Work, aims: Vector[int], count: int, extra: int) -> int:
    """[7.3] Return the first enemy that nobody would be left to attack after an attack, or -1.

    Units in the attack have a role, are `extra`, or are marked in `w.joiner`. Enemies without a
    possible attacker before it do not count.
    """
    for enemy in range(b.units):
        if not w.owed[enemy] or not can_be_attacked(b, s, enemy):
            continue
        if in_aims(aims, count, s.hex[enemy]):
            continue
        had, keeps = False, False
        for direction in range(6):
            other = int(b.neighbor[s.hex[enemy], direction])
            if other < 0:
                continue
            unit = int(w.head[other])
            while unit >= 0:
                if w.bound[unit] and can_attack(b, s, unit):
                    had = True
                    if s.role[unit] == NO_ROLE and unit != extra and not w.joiner[unit]:
                        keeps = True
                unit = int(w.next[unit])
        if had and not keeps:
            return enemy
    return -1


@kernel
def duties_allow(
    b: Board,
    s: State,
    w: Work,
    aims: Vector[int],
    count: int,
    extra: int,
    last: int,
    division: int,
    hand_to_hand: bool,
) -> bool:
    """Whether an attack of this division on these hexes can still be completed and fired.

    `extra` is a unit about to join, -1 for none; units up to `last` cannot join any more. Units
    that must join and may by 7.18 are marked in `w.joiner`. Uses `w.bound`, `w.owed`.
    """
    w.joiner[:] = 0
    for unit in range(b.units):
        if s.role[unit] != NO_ROLE or unit == extra:
            continue
        if not must_join(b, s, w, aims, count, unit):
            continue
        if division > 0 and not same_division(b, s, unit, division):
            continue  # released: another division attacks
        if not hand_to_hand or unit <= last or not same_division(b, s, unit, division):
            return False
        if not next_to_all(b, s, aims, count, unit):
            return False
        w.joiner[unit] = 1
    return left_over(b, s, w, aims, count, extra) < 0
