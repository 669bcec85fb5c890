"""Combat: who may attack whom [5.0], the column [6.2, 8.0, 12.0], results [6.3 to 6.5].

The attack being resolved is in the state: `target`, `target_hex`, and for each attacker the hex
from which it attacks, `origin`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
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
def must_join(b: Board, s: State, w: Work, unit: int) -> bool:
    """[9.2] Whether a unit must attack, and its last open target is the present one."""
    return (
        s.origin[unit] < 0
        and obliged(b, s, w, unit)
        and open_targets(b, s, w, unit) == 1
        and adjacent(b, s.hex[unit], s.target_hex)
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
        if must_join(b, s, w, unit):
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
def differential(b: Board, s: State) -> int:
    """[6.0] Strength of the attackers minus that of the target."""
    total = -strength(b, s, s.target)
    for unit in range(b.units):
        if s.origin[unit] >= 0:
            total += strength(b, s, unit)
    return total


@kernel
def all_across_ridges(b: Board, s: State) -> bool:
    """[12.2] Whether every attacker attacks through a ridge hexside."""
    for unit in range(b.units):
        if s.origin[unit] >= 0:
            direction = direction_to(b, s.origin[unit], s.target_hex)
            if not b.ridge[s.origin[unit], direction]:
                return False
    return True


@kernel
def terrain_shift(b: Board, s: State) -> int:
    """[12.1, 12.2] Column shift for the target's hex; left is negative."""
    if all_across_ridges(b, s):
        return int(b.shift_across_ridge[s.target_hex])
    return int(b.shift[s.target_hex])


@kernel
def combined_arms(b: Board, s: State) -> bool:
    """[8.0, 8.1] Whether armor (armored cavalry, too) attacks with mechanized or infantry."""
    armor, foot = False, False
    for unit in range(b.units):
        if s.origin[unit] >= 0:
            kind = b.type[unit]
            if kind in (ARMOR, ARMORED_CAVALRY):
                armor = True
            elif kind in (MECHANIZED, INFANTRY, AIRBORNE, COMMANDO, MARINE):
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
def attack_column(b: Board, s: State) -> int:
    """[6.2, 8.2, 13.3] Column after the sum of all shifts, limited to those of the table."""
    shift = terrain_shift(b, s)
    if combined_arms(b, s):
        shift += int(b.combined_arms_shift)
    if s.support:
        shift += int(b.support_shift)
    return max(0, min(int(b.columns) - 1, column_of(b, differential(b, s)) + shift))


# Retreat and advance


@kernel
def foe_beside(b: Board, s: State, hex_: int) -> int:
    """[6.3] The unit beside a hex from which a retreat must lead away, -1 for none.

    After Ar that is the target, after Dr each attacker.
    """
    if s.result != DR:
        return int(s.target) if adjacent(b, hex_, s.target_hex) else -1
    for foe in range(b.units):
        if s.origin[foe] >= 0 and adjacent(b, hex_, s.origin[foe]):
            return foe
    return -1


@kernel
def is_unsafe(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[6.4; reprint 7.3, 15.4(3)] Return why a hex is not safe for a retreat, else 0.

    Enemy zones forbid it. Units that ignore them still move away from those they retreat from.
    """
    if ignores_zones(b, s, unit):
        w.witness = foe_beside(b, s, hex_)
        return no.ALLOWED if w.witness < 0 else no.NOT_AWAY
    return no.NO_RETREAT if in_enemy_zone(b, w, b.side[unit], hex_) else no.ALLOWED


@kernel
def cannot_retreat_to(b: Board, s: State, w: Work, unit: int, direction: int) -> int:
    """[6.4, 5.6] Return why a unit cannot retreat that way, else 0.

    The hex is vacant, on the map, open to the unit, and safe.
    """
    hex_ = b.neighbor[s.hex[unit], direction]
    if hex_ < 0 or b.step[s.hex[unit], direction] == 0 or not may_enter(b, unit, hex_):
        return no.NO_RETREAT
    if w.occupant[hex_] >= 0:
        return no.NO_RETREAT
    return is_unsafe(b, s, w, unit, hex_)


@kernel
def has_retreat(b: Board, s: State, w: Work, unit: int) -> bool:
    """[6.4] Whether there is a hex to retreat to."""
    for direction in range(6):
        if cannot_retreat_to(b, s, w, unit, direction) == 0:
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
def may_wait(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether another attacker's retreat may open a way, out of a hex that is safe for the unit."""
    for direction in range(6):
        hex_ = b.neighbor[s.hex[unit], direction]
        if hex_ < 0 or b.step[s.hex[unit], direction] == 0 or not may_enter(b, unit, hex_):
            continue
        other = w.occupant[hex_]
        if other < 0 or not owes_retreat(s, other):
            continue
        if is_unsafe(b, s, w, unit, hex_) == 0:
            return True
    return False


@kernel
def may_advance(b: Board, s: State, w: Work, unit: int, hex_: int) -> bool:
    """[6.5] Whether a unit may advance into an adjacent vacated hex; enemy zones do not matter."""
    if s.hex[unit] < 0 or w.occupant[hex_] >= 0:
        return False
    direction = direction_to(b, s.hex[unit], hex_)
    if direction < 0 or b.step[s.hex[unit], direction] == 0:
        return False
    return may_enter(b, unit, hex_)
