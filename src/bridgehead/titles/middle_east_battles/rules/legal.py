"""The legal actions of each decision, in a fixed order: the first of the two tables over `step`.

Every function writes action numbers into `out` from place `n` on and returns the new count.
The order is by unit, then verb, then place; what names no unit comes last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules.advance import forward_bar, write_advances
from bridgehead.titles.middle_east_battles.rules.codes import NO_BAR
from bridgehead.titles.middle_east_battles.rules.declare import (
    completable,
    holds_target,
    last_attacker,
    may_aim,
    may_fire,
    role_in,
)
from bridgehead.titles.middle_east_battles.rules.duties import any_duty
from bridgehead.titles.middle_east_battles.rules.fire import (
    PLAIN_FIRE,
    any_marker,
    barrage_bar,
    fire_into,
    guns_cover,
    guns_reach,
    may_protect,
)
from bridgehead.titles.middle_east_battles.rules.legal_moves import (
    action,
    list_militia,
    list_movement,
    list_onward,
    list_setup,
)
from bridgehead.titles.middle_east_battles.rules.retreat import (
    displace_bar,
    retreat_bar,
    retreat_mode,
)
from bridgehead.titles.middle_east_battles.rules.zones import distance


@kernel
def legal(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write the legal actions of the pending decision, ascending; return how many there are."""
    step = s.step
    if step == st.MOVEMENT:
        return list_movement(b, s, w, out)
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
        return list_onward(b, s, w, out)
    if step == st.SETUP:
        return list_setup(b, s, w, out)
    if step == st.MILITIA:
        return list_militia(b, s, w, out)
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
def _pair(out: Any, first: int, second: int) -> int:
    out[0] = action(st.NO_UNIT, first, 0)
    out[1] = action(st.NO_UNIT, second, 0)
    return 2


@kernel
def _roll(out: Any) -> int:
    for face in range(1, 7):
        out[face - 1] = action(st.NO_UNIT, st.ROLL, face)
    return 6


@kernel
def _continue(b: Any, s: Any, out: Any) -> int:
    """[9.2] The West goes on to a later last turn, or stops."""
    n = 0
    for turn in range(b.turns + 1, b.optional_last + 1):
        out[n] = action(st.NO_UNIT, st.CONTINUE_TO, turn)
        n += 1
    out[n] = action(st.NO_UNIT, st.STOP, 0)
    return n + 1


# Combat Phase


@kernel
def _combat(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write the hexes that can be attacked, and `end` once every duty is met [7.3]."""
    n = 0
    aims = np.zeros(8, np.int64)
    guns = np.zeros(st.MAX_UNITS, np.int64)  # the artillery that could fire from range
    batteries = 0
    for unit in range(b.units):
        if barrage_bar(b, s, w, unit) == NO_BAR:
            guns[batteries] = unit
            batteries += 1
    for hex_ in range(b.hexes):
        if w.count[hex_] == 0 or not holds_target(b, s, w, hex_):
            continue
        if w.zone[s.side, hex_] == 0:  # nobody is next to it: no duty depends on the attack
            can = in_reach(b, s, w, hex_, guns, batteries)
        else:
            can = may_aim(b, s, w, hex_, aims)
        if can:
            out[n] = action(st.NO_UNIT, st.ATTACK, hex_)
            n += 1
    if n == 0 or not any_duty(b, s, w):
        out[n] = action(st.NO_UNIT, st.END, 0)
        n += 1
    return n


@kernel
def in_reach(b: Any, s: Any, w: Any, hex_: int, guns: Any, batteries: int) -> bool:
    """[8.2, 8.18] Whether airstrikes or artillery from range can be directed at a lone hex."""
    if s.side == st.WEST and (s.air[0] > 0 or s.air[1] > 0):
        return True
    for i in range(batteries):
        if fire_into(b, s, w, int(guns[i]), hex_, True) >= PLAIN_FIRE:
            return True
    return False


@kernel
def _declare(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write what can be added to the attack being declared, and `fire`."""
    n, last = 0, last_attacker(b, s)
    markers = any_marker(s.strikes)
    if not markers:
        for unit in range(last + 1, b.units):
            if b.side[unit] == s.side and s.hex[unit] >= 0:
                role = role_in(b, s, w, unit, s.aim, s.aims)
                if role != st.NO_ROLE and completable(b, s, w, s.aim, s.aims, unit, role):
                    out[n] = action(unit, st.WITH, 0)
                    n += 1
    if last < 0 and not markers and s.aims < 6:
        aims = np.zeros(8, np.int64)
        for hex_ in range(s.aim[s.aims - 1] + 1, b.hexes):
            if w.count[hex_] == 0 or not _near(b, s, hex_) or not holds_target(b, s, w, hex_):
                continue
            if may_aim(b, s, w, hex_, aims):
                out[n] = action(st.NO_UNIT, st.ALSO, hex_)
                n += 1
    if may_fire(b, s, w):
        n = _strikes(b, s, w, out, n)
        if last >= 0 or markers:
            out[n] = action(st.NO_UNIT, st.FIRE, 0)
            n += 1
    return n


@kernel
def _near(b: Any, s: Any, hex_: int) -> bool:
    """Whether a hex is near enough to the first defending hex for one unit to touch both."""
    return distance(b, s.aim[0], hex_) <= 2


@kernel
def _strikes(b: Any, s: Any, w: Any, out: Any, n: int) -> int:
    """[8.18, 8.19] Write the attacker's markers that come after those he has given."""
    if s.side != st.WEST:
        return n
    given = last_marker(s.strikes)
    for kind in range(given + 1, 2):
        for number in range(1, s.air[kind] + 1):
            out[n] = action(st.NO_UNIT, st.STRIKE_A + kind, number)
            n += 1
    for nation in range(2):
        if given < st.GUNS_A + nation and guns_reach(b, s, w, nation, s.aim, s.aims):
            out[n] = action(st.NO_UNIT, st.SHELL_A + nation, 0)
            n += 1
    return n


@kernel
def last_marker(markers: Any) -> int:
    """Return the last kind of marker that has been given, -1 for none."""
    for kind in range(3, -1, -1):
        if markers[kind] > 0:
            return kind
    return -1


@kernel
def last_protector(b: Any, s: Any) -> int:
    """Return the last unit that gives protective fire, -1 for none."""
    for unit in range(b.units - 1, -1, -1):
        if s.role[unit] == st.PROTECTOR:
            return unit
    return -1


@kernel
def _fpf(b: Any, s: Any, w: Any, out: Any) -> int:
    """[8.10] Write the protective fire that can be added, and `done`."""
    n = 0
    given = last_marker(s.covers)
    if given < 0:
        for unit in range(last_protector(b, s) + 1, b.units):
            if s.role[unit] == st.NO_ROLE and may_protect(b, s, w, unit):
                out[n] = action(unit, st.FIRE_FPF, 0)
                n += 1
    if s.side == st.EGYPT:
        for kind in range(given + 1, 2):
            for number in range(1, s.air[kind] + 1):
                out[n] = action(st.NO_UNIT, st.STRIKE_A + kind, number)
                n += 1
        for nation in range(2):
            if given < st.GUNS_A + nation and guns_cover(b, s, w, nation):
                out[n] = action(st.NO_UNIT, st.SHELL_A + nation, 0)
                n += 1
    out[n] = action(st.NO_UNIT, st.DONE, 0)
    return n + 1


# After the result


@kernel
def _retreat(b: Any, s: Any, w: Any, out: Any) -> int:
    """[7.10 to 7.12] Write the next steps: of the unit that is retreating, or of all who must."""
    n = 0
    for unit in range(b.units):
        if s.due[unit] == 0 or (s.mover >= 0 and s.mover != unit):
            continue
        mode, steps = retreat_mode(b, s, w, unit)
        first = n
        for direction in range(6):
            if steps > 0 and retreat_bar(b, s, w, unit, direction, mode, steps) == NO_BAR:
                n = _insert(
                    out, first, n, action(unit, st.RETREAT_TO, b.neighbor[s.hex[unit], direction])
                )
    return n


@kernel
def _insert(out: Any, first: int, n: int, number: int) -> int:
    """Write a number into an ascending row that begins at `first`; return the new count."""
    at = n
    while at > first and out[at - 1] > number:
        out[at] = out[at - 1]
        at -= 1
    out[at] = number
    return n + 1


@kernel
def _displace(b: Any, s: Any, w: Any, out: Any) -> int:
    """[7.13, 7.14] Write where friends in the hex that is waited for can be displaced."""
    n = 0
    friend = int(w.head[s.chain_hex[s.chain - 1]])
    while friend >= 0:
        first = n
        for direction in range(6):
            if displace_bar(b, s, w, friend, direction) == NO_BAR:
                there = b.neighbor[s.hex[friend], direction]
                n = _insert(out, first, n, action(friend, st.DISPLACE_TO, there))
        friend = int(w.next[friend])
    return n


@kernel
def _loss(b: Any, s: Any, out: Any) -> int:
    """[7.9] Write the adjacent attackers that are left to be removed."""
    n = 0
    for unit in range(b.units):
        if s.role[unit] == st.ADJACENT and s.hex[unit] >= 0:
            out[n] = action(unit, st.LOSE, 0)
            n += 1
    return n


@kernel
def _advance(b: Any, s: Any, w: Any, out: Any) -> int:
    """[7.15] Write the advances, a unit one, and `stay`."""
    n = 0
    for unit in range(b.units):
        if forward_bar(b, s, unit) == NO_BAR:
            first = n
            n = write_advances(b, s, w, unit, out, n)
            for i in range(first, n):
                out[i] = action(unit, st.ADVANCE_TO, out[i])
    out[n] = action(st.NO_UNIT, st.STAY, 0)
    return n + 1
