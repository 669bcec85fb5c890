"""Artillery from range and protective fire [8.0], airstrikes and naval guns [8.18, 8.19].

Range, observers and the advantages of fortifications apply to one hex fired into; in a combat with
several hexes the most favorable one counts.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.attacks.duties import cannot_attack, next_to_target
from bridgehead.titles.middle_east_battles.rules.zones import adjacent, distance, in_enemy_zone
from bridgehead.titles.middle_east_battles.state import (
    ADJACENT,
    AIR_A,
    AIR_B,
    DEFENDER,
    EGYPT,
    GUNS_A,
    GUNS_B,
    MOTO_MECH,
    PROTECTOR,
    RANGED,
    WEST,
)

# What a fire into a hex is [8.3, 8.16, 8.17]: none, for want of range, or of an observer or a free
# line; a plain one; one of the better kind that Egypt has at fortifications
TOO_FAR, NO_SIGHT, PLAIN_FIRE, FORT_FIRE = range(4)


@kernel
def fire_into(b: Board, s: State, w: Work, unit: int, hex_: int, observer: bool) -> int:
    """[8.3, 8.14, 8.16, 8.17] The kind of a unit's fire into a hex, TOO_FAR to FORT_FIRE.

    Nothing in between blocks it. If `observer` is set, Egypt needs another of its units beside the
    hex to observe.
    """
    if distance(b, s.hex[unit], hex_) > b.range[unit]:
        return TOO_FAR
    if b.side[unit] == WEST:
        return PLAIN_FIRE
    if observer:
        observers = int(w.zone[EGYPT, hex_])
        if adjacent(b, s.hex[unit], hex_):
            observers -= 1
        if observers <= 0:
            return NO_SIGHT
    if b.near_fort[hex_]:
        return FORT_FIRE
    return PLAIN_FIRE


@kernel
def best_fire(b: Board, s: State, w: Work, unit: int) -> int:
    """Return the best kind of a unit's fire from range into the hexes of the combat."""
    return fire_at(b, s, w, unit, s.aim, s.aims)


@kernel
def fire_at(b: Board, s: State, w: Work, unit: int, aims: Vector[int], count: int) -> int:
    """Return the best kind of a unit's fire from range into some hexes."""
    best = TOO_FAR
    for i in range(count):
        best = max(best, fire_into(b, s, w, unit, int(aims[i]), True))
    return best


# Fire from range, by the attacker [8.2, 8.4, 8.7, 8.8]


@kernel
def cannot_barrage(b: Board, s: State, w: Work, unit: int) -> int:
    """[8.1, 8.9] Return why a unit cannot fire from range at all now.

    It must be artillery with a barrage strength, have not attacked, and have no adjacent enemy that
    it could attack.
    """
    if not b.artillery[unit]:
        return no.NOT_NEXT_TO_IT
    found = cannot_attack(b, s, unit)
    if found:
        return found
    if b.strength[unit] == 0:
        return no.NO_BARRAGE
    return no.BESIDE_ENEMY if next_to_target(b, s, w, unit) else no.ALLOWED


@kernel
def plain_barrages(b: Board, s: State, w: Work) -> int:
    """[8.16] Return how many artillery units fire from range by the ordinary rule."""
    found = 0
    for unit in range(b.units):
        if s.role[unit] == RANGED and best_fire(b, s, w, unit) == PLAIN_FIRE:
            found += 1
    return found


@kernel
def cannot_join_from_range(
    b: Board, s: State, w: Work, unit: int, aims: Vector[int], count: int
) -> int:
    """[8.3, 8.8, 8.16, 8.17] Return why a unit cannot join an attack from range."""
    found = cannot_barrage(b, s, w, unit)
    if found:
        return found
    kind = fire_at(b, s, w, unit, aims, count)
    if kind == TOO_FAR:
        return no.OUT_OF_RANGE
    if kind == NO_SIGHT:
        return no.UNOBSERVED
    if kind == PLAIN_FIRE and b.side[unit] == EGYPT and plain_barrages(b, s, w) > 0:
        return no.SECOND_GUN
    return no.ALLOWED


@kernel
def barrage_strength(b: Board, s: State, w: Work, unit: int) -> int:
    """[8.17] The strength of an artillery unit that fires from range into this combat."""
    if b.side[unit] == EGYPT and best_fire(b, s, w, unit) == FORT_FIRE:
        return 2 * int(b.strength[unit])
    return int(b.strength[unit])


# Markers [8.18, 8.19]


@kernel
def nation_next_to(b: Board, s: State, w: Work, nation: int, hex_: int) -> bool:
    """[8.19] Whether a Western unit of a nation is adjacent to a hex."""
    if w.zone[WEST, hex_] == 0:
        return False
    for direction in range(6):
        other = int(b.neighbor[hex_, direction])
        if other < 0:
            continue
        unit = int(w.head[other])
        while unit >= 0:
            if b.side[unit] == WEST and b.nation[unit] == nation:
                return True
            unit = int(w.next[unit])
    return False


@kernel
def cannot_fire_guns(b: Board, s: State, nation: int) -> int:
    """[8.19] Return why a nation's naval guns cannot fire anywhere."""
    if not b.guns:
        return no.NO_GUNS
    return no.GUNS_FIRED if s.guns_used[nation] else no.ALLOWED


@kernel
def guns_reach(b: Board, s: State, w: Work, nation: int, aims: Vector[int], count: int) -> bool:
    """[8.19] Whether a nation's naval guns may fire into one of some defending hexes."""
    if cannot_fire_guns(b, s, nation):
        return False
    for i in range(count):
        if nation_next_to(b, s, w, nation, int(aims[i])):
            return True
    return False


@kernel
def guns_cover(b: Board, s: State, w: Work, nation: int) -> bool:
    """[8.19] Whether a nation's naval guns may fire at one of the attackers, as protective fire."""
    if cannot_fire_guns(b, s, nation):
        return False
    for unit in range(b.units):
        if s.role[unit] in (ADJACENT, RANGED) and nation_next_to(b, s, w, nation, s.origin[unit]):
            return True
    return False


@kernel
def marker_strength(b: Board, markers: Vector[int], guns: int) -> int:
    """Return the points of airstrikes and naval guns; `guns` is the strength of one naval gun."""
    return (
        int(markers[AIR_A])
        + int(markers[AIR_B])
        + guns * (int(markers[GUNS_A]) + int(markers[GUNS_B]))
    )


@kernel
def any_marker(markers: Vector[int]) -> bool:
    """Whether there are any markers."""
    return bool(markers[AIR_A] + markers[AIR_B] + markers[GUNS_A] + markers[GUNS_B] > 0)


@kernel
def is_fire(b: Board, s: State) -> bool:
    """[9.8] Whether artillery or markers are in the attack."""
    for unit in range(b.units):
        if s.role[unit] in (ADJACENT, RANGED) and b.artillery[unit]:
            return True
    return any_marker(s.strikes)


# Protective fire, by the defender [8.10 to 8.13]


@kernel
def by_fire_alone(b: Board, s: State) -> bool:
    """[8.6, 8.12] Whether only artillery and markers attack, adjacent or not."""
    for unit in range(b.units):
        if s.role[unit] == ADJACENT and not b.artillery[unit]:
            return False
    return True


@kernel
def cannot_protect(b: Board, s: State, w: Work, unit: int) -> int:
    """[7.5, 7.14, 8.10, 8.13] Return why a unit cannot give any protective fire in this combat."""
    if b.side[unit] == s.side:
        return no.OTHERS_PROTECT
    if s.hex[unit] < 0:
        return no.PROTECTS_OFF_MAP
    if not b.artillery[unit]:
        return no.NO_ARTILLERY
    if s.role[unit] == PROTECTOR:
        return no.PROTECTS_ALREADY
    if s.role[unit] == DEFENDER:
        return no.DEFENDS_ITSELF
    if s.protected[unit]:
        return no.HAS_PROTECTED
    if s.attacked[unit]:
        return no.NO_FIRE_IF_ATTACKED
    if s.displaced[unit]:
        return no.NO_FIRE_IF_DISPLACED
    if s.shaken[unit]:
        return no.IS_SHAKEN
    return no.ENEMY_BESIDE if in_enemy_zone(b, w, unit, s.hex[unit]) else no.ALLOWED


@kernel
def _own_division_alone(b: Board, s: State, unit: int) -> bool:
    """[7.18] Whether an Israeli artillery unit may protect these defenders."""
    if not b.divisions or b.side[unit] != WEST or b.division[unit] == 0:
        return True
    for other in range(b.units):
        if (
            s.role[other] == DEFENDER
            and b.division[other] != 0
            and (b.division[other] != b.division[unit])
        ):
            return False
    return True


@kernel
def _missile_has_target(b: Board, s: State) -> bool:
    """[10.12] Whether a mechanized unit attacks in close combat."""
    for unit in range(b.units):
        if s.role[unit] == ADJACENT and b.mobility[unit] == MOTO_MECH:
            return True
    return False


@kernel
def _missile_line(b: Board, s: State, unit: int, hex_: int) -> bool:
    """[10.12] Whether the line of fire crosses no town, city or rough hex.

    At range 2 the line runs through one hex, or between two, and then it is blocked only if both
    are such.
    """
    if distance(b, s.hex[unit], hex_) < 2:
        return True
    between, closed = 0, 0
    for direction in range(6):
        other = int(b.neighbor[s.hex[unit], direction])
        if other >= 0 and distance(b, other, hex_) == 1:
            between += 1
            closed += int(b.missile_stop[other] != 0)
    return closed < between


@kernel
def cannot_protect_here(b: Board, s: State, w: Work, unit: int) -> int:
    """[7.18, 8.16, 8.17, 10.12] Return why a unit's protective fire cannot help this defense.

    Egypt may use one ordinary protector for a defense.
    """
    if not _own_division_alone(b, s, unit):
        return no.DEFENDERS_DIVISION
    if b.missile[unit] and not _missile_has_target(b, s):
        return no.NO_VEHICLES
    kind = protection_kind(b, s, w, unit)
    if kind == TOO_FAR:
        return no.OUT_OF_RANGE
    if kind == NO_SIGHT:
        return no.LINE_BLOCKED
    if b.fpf[unit] == 0:
        return no.PROTECTORS_IN_ORDER
    if kind == PLAIN_FIRE and b.side[unit] == EGYPT and plain_protectors(b, s, w) > 0:
        return no.SECOND_PROTECTOR
    return no.ALLOWED


@kernel
def protection_kind(b: Board, s: State, w: Work, unit: int) -> int:
    """Return the best kind of a unit's protective fire into the defending hexes."""
    best = TOO_FAR
    for i in range(s.aims):
        hex_ = int(s.aim[i])
        kind = fire_into(b, s, w, unit, hex_, False)
        if kind > NO_SIGHT and b.missile[unit] and not _missile_line(b, s, unit, hex_):
            kind = NO_SIGHT
        best = max(best, kind)
    return best


@kernel
def plain_protectors(b: Board, s: State, w: Work) -> int:
    """[8.16] Return how many artillery units protect by the ordinary rule."""
    found = 0
    for unit in range(b.units):
        if s.role[unit] == PROTECTOR and protection_kind(b, s, w, unit) == PLAIN_FIRE:
            found += 1
    return found


@kernel
def may_protect(b: Board, s: State, w: Work, unit: int) -> bool:
    """[8.10] Whether a unit may give protective fire now."""
    return not cannot_protect(b, s, w, unit) and not cannot_protect_here(b, s, w, unit)


@kernel
def fpf_strength(b: Board, s: State, w: Work, unit: int) -> int:
    """[8.11, 8.17] The points that a protector adds."""
    if b.side[unit] == EGYPT and protection_kind(b, s, w, unit) == FORT_FIRE:
        return 2 * int(b.fpf[unit])
    return int(b.fpf[unit])


@kernel
def anything_protects(b: Board, s: State, w: Work) -> bool:
    """Whether the defender has any protective fire to give."""
    if by_fire_alone(b, s):
        return False
    for unit in range(b.units):
        if may_protect(b, s, w, unit):
            return True
    if s.side == WEST:
        return False
    if s.air[0] > 0 or s.air[1] > 0:
        return True
    return guns_cover(b, s, w, st.BRITISH) or guns_cover(b, s, w, st.FRENCH)
