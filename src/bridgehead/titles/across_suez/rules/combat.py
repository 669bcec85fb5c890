"""Combat: who may attack whom [5.0], the column [6.2, 8.0, 12.0], results [6.3 to 6.5].

The attack being resolved is in the state: `target`, `target_hex`, and for each attacker the hex
from which it attacks, `origin`. What an attack is worth is computed from the first `n` of two
arrays, its `units` and the `hexes` from which they attack: players and screens ask for attacks that
nobody has declared.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.movement import may_enter
from bridgehead.titles.across_suez.rules.zones import (
    adjacent,
    direction_to,
    ignores_zones,
    in_enemy_zone,
    is_night,
)
from bridgehead.titles.across_suez.state import (
    AIRBORNE,
    ARMOR,
    ARMORED_CAVALRY,
    COMMANDO,
    DR,
    INFANTRY,
    MARINE,
    MECHANIZED,
)

MOST_ATTACKERS = 6  # as many as a hex has sides

# Who may attack


@kernel
def is_done(s: State, unit: int) -> int:
    """[5.3] Return why a unit cannot attack again: it has, or came by air in this turn; else 0."""
    if s.fought[unit]:
        return no.HAS_FOUGHT
    return no.CAME_BY_AIR if s.landed[unit] else no.ALLOWED


@kernel
def can_attack(b: Board, s: State, unit: int) -> bool:
    """[5.3] Whether a unit is on the map and can still attack in this phase."""
    return b.side[unit] == s.side and s.hex[unit] >= 0 and is_done(s, unit) == 0


@kernel
def can_be_attacked(b: Board, s: State, unit: int) -> bool:
    """[5.4] Whether an enemy unit is on the map and has not been attacked in this phase."""
    return b.side[unit] != s.side and s.hex[unit] >= 0 and not s.attacked[unit]


@kernel
def cannot_be_attacked(b: Board, s: State, w: Work, target_hex: int) -> int:
    """[5.0, 5.3, 5.4] Return why no attack on a hex can be declared, else 0."""
    neighbor, occupant = b.neighbor, w.occupant
    target = occupant[target_hex]
    if target < 0 or b.side[target] == s.side:
        return no.NO_ENEMY
    w.witness = target
    if s.attacked[target]:
        return no.ATTACKED_ONCE
    found = no.NOBODY_BESIDE
    for direction in range(6):
        hex_ = neighbor[target_hex, direction]
        if hex_ >= 0 and occupant[hex_] >= 0 and b.side[occupant[hex_]] == s.side:
            if is_done(s, occupant[hex_]) == 0:
                return no.ALLOWED
            if s.fought[occupant[hex_]]:
                found = no.ALL_HAVE_FOUGHT
    return found


@kernel
def open_targets(b: Board, s: State, w: Work, unit: int) -> int:
    """Count the enemies next to a unit that have not been attacked in this phase."""
    neighbor, occupant = b.neighbor, w.occupant
    count = 0
    for direction in range(6):
        hex_ = neighbor[s.hex[unit], direction]
        if hex_ >= 0 and occupant[hex_] >= 0 and can_be_attacked(b, s, occupant[hex_]):
            count += 1
    return count


@kernel
def obliged(b: Board, s: State, w: Work, unit: int) -> bool:
    """[9.2] Whether a unit must attack: in turn 1 in an enemy zone, while it has a target."""
    return (
        s.turn == b.confusion_turn
        and can_attack(b, s, unit)
        and in_enemy_zone(b, w, s.side, s.hex[unit])
        and not ignores_zones(b, s, unit)
        and open_targets(b, s, w, unit) > 0
    )


@kernel
def any_obliged(b: Board, s: State, w: Work) -> bool:
    """[9.2] Whether the phase cannot end because a unit must still attack."""
    if s.turn != b.confusion_turn:
        return False
    for unit in range(b.units):
        if obliged(b, s, w, unit):
            return True
    return False


@kernel
def must_join(b: Board, s: State, w: Work, unit: int, target_hex: int) -> bool:
    """[9.2] Whether a unit must attack, and its last open target is in this hex."""
    return (
        s.origin[unit] < 0
        and obliged(b, s, w, unit)
        and open_targets(b, s, w, unit) == 1
        and adjacent(b, s.hex[unit], target_hex)
    )


@kernel
def last_attacker(b: Board, s: State) -> int:
    """Return the unit added last to the attack, -1 if there is none."""
    last = -1
    for unit in range(b.units):
        if s.origin[unit] >= 0:
            last = unit
    return last


@kernel
def first_to_join(b: Board, s: State, w: Work) -> int:
    """Return the first unit in list order that must join the attack, -1 for none [9.2]."""
    if s.turn != b.confusion_turn:
        return -1
    for unit in range(b.units):
        if must_join(b, s, w, unit, 0 + s.target_hex):
            return unit
    return -1


@kernel
def cannot_join(b: Board, s: State, unit: int) -> int:
    """[5.0, 5.3, 5.5] Return why a unit cannot join the attack being declared, else 0."""
    if b.side[unit] != s.side:
        return no.NOT_YOUR_UNIT
    if s.hex[unit] < 0 or not adjacent(b, s.hex[unit], s.target_hex):
        return no.NOT_BESIDE
    done = is_done(s, unit)
    if done > 0:
        return done
    return no.IS_IN if s.origin[unit] >= 0 else no.ALLOWED


@kernel
def cannot_add(b: Board, s: State, w: Work, unit: int, last: int, waited_for: int) -> int:
    """[5.5, 6.1, 9.2] Return why a unit cannot be the next to join the attack, else 0.

    `last` is the `last_attacker`, `waited_for` the `first_to_join`.
    """
    found = cannot_join(b, s, unit)
    if found > 0:
        return found
    if s.support:
        return no.FIRE_NOW
    if 0 <= waited_for < unit:
        w.witness = waited_for
        return no.MUST_JOIN
    return no.OUT_OF_ORDER if unit <= last else no.ALLOWED


@kernel
def cannot_fire(w: Work, last: int, waited_for: int) -> int:
    """[6.1, 9.2] Return why the attack being declared cannot be fired, else 0."""
    if last < 0:
        return no.NO_ATTACKER
    w.witness = waited_for
    return no.MUST_JOIN if waited_for >= 0 else no.ALLOWED


# The column


@kernel
def strength(b: Board, s: State, unit: int) -> int:
    """[2.6, reprint 15.4(3)] Combat strength now: commandos count double at night."""
    printed = int(b.strength[unit])
    if b.type[unit] == COMMANDO and is_night(b, s):
        return 2 * printed
    return printed


@kernel
def attackers(b: Board, s: State) -> tuple[Vector[int], Vector[int], int]:
    """Return the units in the attack being resolved, where from, and how many; in list order."""
    units = np.zeros(MOST_ATTACKERS, np.int64)
    hexes = np.zeros(MOST_ATTACKERS, np.int64)
    n = 0
    for unit in range(b.units):
        if s.origin[unit] >= 0:
            units[n], hexes[n] = unit, s.origin[unit]
            n += 1
    return units, hexes, n


@kernel
def attack_strength(b: Board, s: State, units: Vector[int], n: int) -> int:
    """[6.0] Strength of the attackers; minus that of the target it is the differential."""
    total = 0
    for i in range(n):
        total += strength(b, s, units[i])
    return total


@kernel
def all_across_ridges(b: Board, target_hex: int, hexes: Vector[int], n: int) -> bool:
    """[12.2] Whether every attacker attacks through a ridge hexside."""
    for i in range(n):
        if not b.ridge[hexes[i], direction_to(b, hexes[i], target_hex)]:
            return False
    return True


@kernel
def terrain_shift(b: Board, target_hex: int, hexes: Vector[int], n: int) -> int:
    """[12.1, 12.2] Column shift for the target's hex; left is negative."""
    if all_across_ridges(b, target_hex, hexes, n):
        return int(b.shift_across_ridge[target_hex])
    return int(b.shift[target_hex])


@kernel
def is_armor(b: Board, unit: int) -> bool:
    """[8.0, 8.1] Whether a unit is armor; armored cavalry is, too."""
    return b.type[unit] in (ARMOR, ARMORED_CAVALRY)


@kernel
def combined_arms(b: Board, units: Vector[int], n: int) -> bool:
    """[8.0, 8.1] Whether armor attacks with mechanized or infantry."""
    armor, foot = False, False
    for i in range(n):
        if is_armor(b, units[i]):
            armor = True
        elif b.type[units[i]] in (MECHANIZED, INFANTRY, AIRBORNE, COMMANDO, MARINE):
            foot = True
    return armor and foot


@kernel
def column_of(b: Board, difference: int) -> int:
    """[6.2] Column of the table for a differential, before any shift."""
    column = 0
    for candidate in range(1, b.columns):
        if difference >= b.column_low[candidate]:
            column = candidate
    return column


@kernel
def attack_column(
    b: Board, s: State, target: int, target_hex: int,
    units: Vector[int], hexes: Vector[int], n: int, support: int,
) -> int:  # fmt: skip
    """[6.2, 8.2, 13.3] Column after the sum of all shifts, limited to those of the table."""
    shift = terrain_shift(b, target_hex, hexes, n)
    if combined_arms(b, units, n):
        shift += int(b.combined_arms_shift)
    if support:
        shift += int(b.support_shift)
    difference = attack_strength(b, s, units, n) - strength(b, s, target)
    return max(0, min(int(b.columns) - 1, column_of(b, difference) + shift))


# Retreat and advance


@kernel
def may_step(b: Board, unit: int, start: int, direction: int) -> bool:
    """[4.2, 5.6, 6.5] Whether hexside and neighbor are open to a unit on the hex `start`."""
    hex_ = b.neighbor[start, direction]
    return hex_ >= 0 and b.step[start, direction] > 0 and may_enter(b, unit, hex_)


@kernel
def foes(b: Board, s: State) -> tuple[Vector[int], int]:
    """[6.3] Return the hexes from which a retreat must lead away, and how many there are.

    After Ar that is the target's, after Dr those of the attackers.
    """
    _, hexes, n = attackers(b, s)
    if s.result != DR:
        hexes[0], n = s.target_hex, 1
    return hexes, n


@kernel
def first_beside(b: Board, hex_: int, hexes: Vector[int], n: int) -> int:
    """Return the first of some hexes that is next to a hex, -1 for none."""
    for i in range(n):
        if adjacent(b, hex_, hexes[i]):
            return int(hexes[i])
    return -1


@kernel
def is_unsafe(b: Board, s: State, w: Work, unit: int, hex_: int, away: Vector[int], n: int) -> int:
    """[6.4; reprint 7.3, 15.4(3)] Return why a hex is not safe for a retreat, else 0.

    Enemy zones forbid it. Units that ignore them still move away from the hexes `away[:n]`.
    """
    if ignores_zones(b, s, unit):
        foe = first_beside(b, hex_, away, n)
        if foe < 0:
            return no.ALLOWED
        w.witness = w.occupant[foe]
        return no.NOT_AWAY
    return no.NO_RETREAT if in_enemy_zone(b, w, b.side[unit], hex_) else no.ALLOWED


@kernel
def cannot_retreat_to(
    b: Board, s: State, w: Work, unit: int, start: int, direction: int, away: Vector[int], n: int
) -> int:
    """[6.4, 5.6] Return why a unit on the hex `start` cannot retreat that way, else 0.

    The hex is vacant, on the map, open to the unit, and safe.
    """
    if not may_step(b, unit, start, direction) or w.occupant[b.neighbor[start, direction]] >= 0:
        return no.NO_RETREAT
    return is_unsafe(b, s, w, unit, b.neighbor[start, direction], away, n)


@kernel
def has_retreat(
    b: Board, s: State, w: Work, unit: int, start: int, away: Vector[int], n: int
) -> bool:
    """[6.4] Whether a unit on the hex `start` has a hex to retreat to, away from `away[:n]`."""
    for direction in range(6):
        if cannot_retreat_to(b, s, w, unit, start, direction, away, n) == 0:
            return True
    return False


@kernel
def owes_retreat(s: State, unit: int) -> bool:
    """[6.3] Whether an attacker must still leave its hex after Ar."""
    return s.origin[unit] >= 0 and s.hex[unit] == s.origin[unit]


@kernel
def must_retreat(s: State, unit: int) -> bool:
    """[6.3] Whether a unit has to retreat now: the target after Dr, attackers after Ar."""
    return bool(unit == s.target) if s.result == DR else owes_retreat(s, unit)


@kernel
def may_wait(b: Board, s: State, w: Work, unit: int, away: Vector[int], n: int) -> bool:
    """Whether another attacker's retreat may open a way, out of a hex that is safe for the unit."""
    for direction in range(6):
        if not may_step(b, unit, 0 + s.hex[unit], direction):
            continue
        hex_ = b.neighbor[s.hex[unit], direction]
        other = w.occupant[hex_]
        if other < 0 or not owes_retreat(s, other):
            continue
        if is_unsafe(b, s, w, unit, hex_, away, n) == 0:
            return True
    return False


@kernel
def may_advance(b: Board, s: State, w: Work, unit: int, hex_: int) -> bool:
    """[6.5] Whether a unit may advance into an adjacent vacated hex; enemy zones do not matter."""
    if s.hex[unit] < 0 or w.occupant[hex_] >= 0:
        return False
    direction = direction_to(b, s.hex[unit], hex_)
    return direction >= 0 and may_step(b, unit, 0 + s.hex[unit], direction)
