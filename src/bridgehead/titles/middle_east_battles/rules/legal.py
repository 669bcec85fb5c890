"""The legal actions of each decision, in a fixed order: the first of the two tables over `step`.

Every function writes action numbers into `out` from index `n` on and returns the new count. The
order is by unit, then verb, then place; actions without a unit come last.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules import zones
from bridgehead.titles.middle_east_battles.rules.attacks import (
    advance,
    declare,
    duties,
    fire,
    retreat,
)
from bridgehead.titles.middle_east_battles.rules.forbidden import ALLOWED
from bridgehead.titles.middle_east_battles.rules.movement import legal_moves
from bridgehead.titles.middle_east_battles.rules.movement.legal_moves import action


@kernel
def legal(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the legal actions of the pending decision, ascending; return how many there are."""
    step = s.step
    if step == st.MOVEMENT:
        return legal_moves.list_movement(b, s, w, out)
    if step == st.COMBAT:
        return _combat(b, s, w, out)
    if step == st.DECLARE:
        return _declare(b, s, w, out)
    if step == st.FPF:
        return _fpf(b, s, w, out)
    if step == st.RETREAT:
        return _retreat(b, s, w, out)
    if step == st.DISPLACE:
        return _displace(b, s, w, out)
    if step == st.LOSS:
        return _loss(b, s, out)
    if step == st.ADVANCE:
        return _advance(b, s, w, out)
    if step == st.ONWARD:
        return legal_moves.list_onward(b, s, w, out)
    if step == st.SETUP:
        return legal_moves.list_setup(b, s, w, out)
    if step == st.MILITIA:
        return legal_moves.list_militia(b, s, w, out)
    if step in (st.AIR_ROLL, st.MILITIA_ROLL, st.NIGHT_ROLL, st.ATTACK_ROLL, st.CONTINUE_ROLL):
        return _roll(out)
    if step == st.TABLE:
        return _pair(out, st.TAKE_FRONTAL, st.TAKE_MOBILE)
    if step == st.WITHDRAWAL:
        return _pair(out, st.STAY, st.WITHDRAW)
    if step == st.CONTINUE:
        return _continue(b, s, out)
    return 0


@kernel
def _pair(out: Vector[int], first: int, second: int) -> int:
    out[0] = action(st.NO_UNIT, first, 0)
    out[1] = action(st.NO_UNIT, second, 0)
    return 2


@kernel
def _roll(out: Vector[int]) -> int:
    for face in range(1, 7):
        out[face - 1] = action(st.NO_UNIT, st.ROLL, face)
    return 6


@kernel
def _continue(b: Board, s: State, out: Vector[int]) -> int:
    """[9.2] Write the choices of the West: a later last turn, or to stop."""
    n = 0
    for turn in range(b.turns + 1, b.optional_last + 1):
        out[n] = action(st.NO_UNIT, st.CONTINUE_TO, turn)
        n += 1
    out[n] = action(st.NO_UNIT, st.STOP, 0)
    return n + 1


# Combat Phase


@kernel
def _combat(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the hexes that can be attacked, and `end` once every duty is met [7.3]."""
    n = 0
    aims = np.zeros(8, np.int64)
    guns = np.zeros(st.MAX_UNITS, np.int64)  # the artillery that could fire from range
    batteries = 0
    for unit in range(b.units):
        if fire.cannot_barrage(b, s, w, unit) == ALLOWED:
            guns[batteries] = unit
            batteries += 1
    for hex_ in range(b.hexes):
        if w.count[hex_] == 0 or not declare.holds_target(b, s, w, hex_):
            continue
        if w.zone[s.side, hex_] == 0:  # nobody is next to it: no duty depends on the attack
            can = in_reach(b, s, w, hex_, guns, batteries)
        else:
            can = declare.may_aim(b, s, w, hex_, aims)
        if can:
            out[n] = action(st.NO_UNIT, st.ATTACK, hex_)
            n += 1
    if n == 0 or not duties.any_duty(b, s, w):
        out[n] = action(st.NO_UNIT, st.END, 0)
        n += 1
    return n


@kernel
def in_reach(b: Board, s: State, w: Work, hex_: int, guns: Vector[int], batteries: int) -> bool:
    """[8.2, 8.18] Whether airstrikes or artillery from range can reach a single hex."""
    if s.side == st.WEST and (s.air[0] > 0 or s.air[1] > 0):
        return True
    for i in range(batteries):
        if fire.fire_into(b, s, w, int(guns[i]), hex_, True) >= fire.PLAIN_FIRE:
            return True
    return False


@kernel
def _declare(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write what can be added to the attack being declared, and `fire`."""
    n, last = 0, declare.last_attacker(b, s)
    markers = fire.any_marker(s.strikes)
    if not markers:
        for unit in range(last + 1, b.units):
            if b.side[unit] == s.side and s.hex[unit] >= 0:
                role = declare.role_in(b, s, w, unit, s.aim, s.aims)
                if role != st.NO_ROLE and declare.completable(b, s, w, s.aim, s.aims, unit, role):
                    out[n] = action(unit, st.WITH, 0)
                    n += 1
    if last < 0 and not markers and s.aims < 6:
        aims = np.zeros(8, np.int64)
        for hex_ in range(s.aim[s.aims - 1] + 1, b.hexes):
            if (
                w.count[hex_] == 0
                or not _near(b, s, hex_)
                or not declare.holds_target(b, s, w, hex_)
            ):
                continue
            if declare.may_aim(b, s, w, hex_, aims):
                out[n] = action(st.NO_UNIT, st.ALSO, hex_)
                n += 1
    if declare.may_fire(b, s, w):
        n = _markers(b, s, w, out, n)
        if last >= 0 or markers:
            out[n] = action(st.NO_UNIT, st.FIRE, 0)
            n += 1
    return n


@kernel
def _near(b: Board, s: State, hex_: int) -> bool:
    """Whether one unit could be adjacent to a hex and to the first defending hex."""
    return zones.distance(b, s.aim[0], hex_) <= 2


@kernel
def cannot_give_marker(b: Board, s: State, w: Work, kind: int, number: int) -> int:
    """[8.18, 8.19] Return why a marker cannot be added after those that were given."""
    attacks = s.step == st.DECLARE
    if attacks == (s.side == st.EGYPT):
        return no.NO_AIRSTRIKES if kind < st.GUNS_A else no.NO_NAVAL_GUNS
    if last_marker(s.strikes if attacks else s.covers) >= kind:
        return no.MARKERS_IN_ORDER
    if kind < st.GUNS_A:
        return no.FEWER_LEFT if s.air[kind] < number else ALLOWED
    nation = kind - st.GUNS_A
    found = fire.cannot_fire_guns(b, s, nation)
    if found:
        return found
    if attacks:
        spotted = fire.guns_reach(b, s, w, nation, s.aim, s.aims)
    else:
        spotted = fire.guns_cover(b, s, w, nation)
    return ALLOWED if spotted else no.NO_SPOTTER


@kernel
def _markers(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Write the markers that can be given, each number of airstrikes."""
    for kind in range(4):
        number = int(kind < st.GUNS_A)  # guns have none
        while cannot_give_marker(b, s, w, kind, number) == ALLOWED:
            out[n] = action(st.NO_UNIT, st.STRIKE_A + kind, number)
            n += 1
            number += 1
            if kind >= st.GUNS_A:
                break
    return n


@kernel
def last_marker(markers: Vector[int]) -> int:
    """Return the last kind of marker that has been given, -1 for none."""
    for kind in range(3, -1, -1):
        if markers[kind] > 0:
            return kind
    return -1


@kernel
def last_protector(b: Board, s: State) -> int:
    """Return the last unit that gives protective fire, -1 for none."""
    for unit in range(b.units - 1, -1, -1):
        if s.role[unit] == st.PROTECTOR:
            return unit
    return -1


@kernel
def _fpf(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """[8.10] Write the protective fire that can be added, and `done`."""
    n = 0
    if not fire.any_marker(s.covers):
        for unit in range(last_protector(b, s) + 1, b.units):
            if s.role[unit] == st.NO_ROLE and fire.may_protect(b, s, w, unit):
                out[n] = action(unit, st.FIRE_FPF, 0)
                n += 1
    n = _markers(b, s, w, out, n)
    out[n] = action(st.NO_UNIT, st.DONE, 0)
    return n + 1


# After the result


@kernel
def _retreat(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """[7.10 to 7.12] Write the next steps: of the retreating unit, or of all that must retreat."""
    n = 0
    for unit in range(b.units):
        if s.due[unit] == 0 or (s.mover >= 0 and s.mover != unit):
            continue
        mode, steps = retreat.retreat_mode(b, s, w, unit)
        first = n
        for direction in range(6):
            if (
                steps > 0
                and retreat.cannot_retreat(b, s, w, unit, direction, mode, steps) == ALLOWED
            ):
                n = _insert(
                    out, first, n, action(unit, st.RETREAT_TO, b.neighbor[s.hex[unit], direction])
                )
    return n


@kernel
def _insert(out: Vector[int], first: int, n: int, number: int) -> int:
    """Insert a number into an ascending row that begins at `first`; return the new count."""
    at = n
    while at > first and out[at - 1] > number:
        out[at] = out[at - 1]
        at -= 1
    out[at] = number
    return n + 1


@kernel
def _displace(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """[7.13, 7.14] Write where friends in the hex that must be cleared can be displaced."""
    n = 0
    friend = int(w.head[s.chain_hex[s.chain - 1]])
    while friend >= 0:
        first = n
        for direction in range(6):
            if retreat.cannot_displace(b, s, w, friend, direction) == ALLOWED:
                there = b.neighbor[s.hex[friend], direction]
                n = _insert(out, first, n, action(friend, st.DISPLACE_TO, there))
        friend = int(w.next[friend])
    return n


@kernel
def _loss(b: Board, s: State, out: Vector[int]) -> int:
    """[7.9] Write the adjacent attackers that can be removed."""
    n = 0
    for unit in range(b.units):
        if s.role[unit] == st.ADJACENT and s.hex[unit] >= 0:
            out[n] = action(unit, st.LOSE, 0)
            n += 1
    return n


@kernel
def _advance(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """[7.15] Write the advances, one per unit, and `stay`."""
    n = 0
    for unit in range(b.units):
        if advance.cannot_advance(b, s, unit) == ALLOWED:
            first = n
            n = advance.write_advances(b, s, w, unit, out, n)
            for i in range(first, n):
                out[i] = action(unit, st.ADVANCE_TO, out[i])
    out[n] = action(st.NO_UNIT, st.STAY, 0)
    return n + 1
