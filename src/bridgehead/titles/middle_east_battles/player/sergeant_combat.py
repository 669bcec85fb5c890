"""The sergeant's combat decisions: the value of attacks, attackers, and results."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights as hw
from bridgehead.titles.middle_east_battles.player.sergeant_common import NOTHING, promise, stake
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.combat import (
    all_shifts,
    attack_total,
    defense_total,
    forced_table,
    strongpoint,
)
from bridgehead.titles.middle_east_battles.rules.attacks.declare import anybody_in, role_in
from bridgehead.titles.middle_east_battles.rules.attacks.duties import (
    can_be_attacked,
    same_division,
)
from bridgehead.titles.middle_east_battles.rules.attacks.fire import by_fire_alone, is_fire
from bridgehead.titles.middle_east_battles.rules.attacks.retreat import cannot_step
from bridgehead.titles.middle_east_battles.rules.forbidden import ALLOWED
from bridgehead.titles.middle_east_battles.rules.zones import is_night
from bridgehead.titles.middle_east_battles.state import (
    ADJACENT,
    DEFENDER,
    FRONTAL,
    MOBILE,
    NO_ROLE,
    NO_TABLE,
    RANGED,
    WEST,
)

ALL, FROM_RANGE, HAND_TO_HAND = range(3)  # who of those who can joins an attack


@kernel
def trapped(b: Board, w: Work, unit: int, hex_: int) -> bool:
    """Whether a unit cannot retreat from a hex; friends are assumed to make way."""
    if b.mobility[unit] == st.STATIC:
        return True
    for direction in range(6):
        if cannot_step(b, w, unit, hex_, direction) == ALLOWED:
            return False
    return True


@kernel
def value_declared(b: Board, s: State, w: Work, table: int, viewer: int) -> float:
    """Return the value of the declared attack; `table` NO_TABLE means the better one.

    The value is from the point of view of `viewer`, the side to decide.
    """
    side = int(s.side)
    weights = b.weights[viewer]
    shove = float(weights[hw.SHOVE])
    alone = by_fire_alone(b, s)
    strong = strongpoint(b, s)
    kill, push, back, everything, pool, need = 0.0, 0.0, 0.0, 0.0, 0, 0
    largest, lost = 0, 0
    # who is driven off by fire alone comes back
    regained = 0.25 if alone else float(weights[hw.DRIVEN])
    for unit in range(b.units):
        role = s.role[unit]
        if role != DEFENDER and role != ADJACENT:  # noqa: PLR1714 - kernels
            continue
        hex_ = int(s.origin[unit])
        held = stake(b, s, int(b.side[unit]), hex_, viewer)
        price = float(b.worth[b.side[unit]])
        if role == DEFENDER:
            if b.objective[hex_] and not alone:
                held += stake(b, s, side, hex_, viewer)
            held *= float(weights[hw.SEIZED])
            price *= float(weights[hw.KILL])
            kill += price + held
            push += price + held if trapped(b, w, unit, hex_) else regained * held + shove
            need += int(b.defense[unit])
        else:
            everything += price + held
            gone = s.landed[unit] != st.NOT_LANDED or trapped(b, w, unit, hex_)
            back += price + held if gone else held + shove
            pool += int(b.strength[unit])
            largest = max(largest, int(b.strength[unit]))
            lost += 1
    losses = lost if pool <= need else min(lost, (need + max(1, largest) - 1) // max(1, largest))
    due = everything * losses / lost if lost else 0.0
    difference = attack_total(b, s, w) - defense_total(b, s, w)
    shift = all_shifts(b, s)
    if is_night(b, s) and s.step != st.TABLE:
        shift -= 2  # as in the worse half of Israel's night dice, and in the middle of Egypt's
    forced = forced_table(b, s) if table == NO_TABLE else table
    value = 0.0
    if side == WEST and b.fire_into_city and s.step != st.TABLE and is_fire(b, s):
        for i in range(s.aims):
            if b.city[s.aim[i]]:
                value -= float(weights[hw.OPINION]) * b.fire_into_city
    best = 10 * NOTHING
    for choice in (MOBILE, FRONTAL):
        if forced in (NO_TABLE, choice):
            value_there = promise(
                b, choice, difference, shift, strong, alone, kill, push, back, due, everything
            )
            best = max(best, value_there)
    return value + best


@kernel
def join(b: Board, s: State, w: Work, can: Vector[int], who: int, division: int) -> int:
    """Add the marked units of one kind to the attack; return how many."""
    joined = 0
    for unit in range(b.units):
        if not can[unit] or s.role[unit] != NO_ROLE:
            continue
        if division >= 0 and not same_division(b, s, unit, division):
            continue
        role = role_in(b, s, w, unit, s.aim, s.aims)
        if role == NO_ROLE or (who == FROM_RANGE and role != RANGED):
            continue
        if who == HAND_TO_HAND and b.artillery[unit]:
            continue
        s.role[unit] = role
        s.origin[unit] = s.hex[unit]
        can[unit] = 2
        joined += 1
    return joined


@kernel
def part(b: Board, s: State, can: Vector[int]) -> None:
    """Remove the units that joined temporarily."""
    for unit in range(b.units):
        if can[unit] == 2:
            s.role[unit] = NO_ROLE
            s.origin[unit] = -1
            can[unit] = 1


@kernel
def with_markers(b: Board, s: State, w: Work) -> float:
    """Return the value of the declared attack, with all airstrikes or none."""
    best = NOTHING
    price = float(b.weights[WEST, hw.MARKER_PRICE])
    most = int(s.air[0]) if s.side == WEST and s.step == st.COMBAT else 0
    for total in range(0, most + 1, max(1, most)):
        s.strikes[0] += total
        if anybody_in(b, s):
            best = max(best, value_declared(b, s, w, NO_TABLE, s.side) - price * total)
        s.strikes[0] -= total
    return best


@kernel
def best_company(b: Board, s: State, w: Work, can: Vector[int], chosen: Vector[int]) -> float:
    """Find the best additional units for the attack among the marked ones; mark them in `chosen`.

    `chosen` stays empty if the attack is best as it is.
    """
    chosen[:] = 0
    best = with_markers(b, s, w)
    divisions = 6 if b.divisions and s.side == WEST else 1
    for division in range(divisions):
        asked = division if divisions > 1 else -1
        if asked >= 0 and not division_can(b, can, asked):
            continue
        before = 0
        for who in range(3):
            joined = join(b, s, w, can, who, asked)
            if joined > 0 and joined != before:
                value = with_markers(b, s, w)
                if value > best:
                    best = value
                    for unit in range(b.units):
                        chosen[unit] = 1 if can[unit] == 2 else 0
            before = joined
            part(b, s, can)
    return best


@kernel
def division_can(b: Board, can: Vector[int], division: int) -> bool:
    """Whether a marked unit belongs to a division."""
    for unit in range(b.units):
        if can[unit] and b.division[unit] == division:
            return True
    return False


@kernel
def choose_attack(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Choose a hex to attack, or the end of the phase if no attack is good enough."""
    can = np.zeros(st.MAX_UNITS, np.int8)
    chosen = np.zeros(st.MAX_UNITS, np.int8)
    last = int(out[n - 1])
    may_end = last // st.VERB % 64 == st.END
    least_gain = float(b.weights[s.side, hw.LEAST_GAIN])
    best, number = least_gain if may_end else 10 * NOTHING, last
    for i in range(n):
        if out[i] // st.VERB % 64 != st.ATTACK:
            continue
        hex_ = int(out[i]) % st.VERB
        s.aim[0] = hex_
        s.aims = 1
        unit = int(w.head[hex_])
        while unit >= 0:
            if can_be_attacked(b, s, unit):
                s.role[unit] = DEFENDER
                s.origin[unit] = hex_
            unit = int(w.next[unit])
        for unit in range(b.units):
            can[unit] = 1 if role_in(b, s, w, unit, s.aim, 1) != NO_ROLE else 0
            if b.side[unit] != s.side:
                can[unit] = 0
        value = best_company(b, s, w, can, chosen)
        s.role[:] = 0
        s.origin[:] = -1
        s.aims = 0
        s.aim[:] = -1
        if not may_end and value < least_gain and w.zone[s.side, hex_] == 0:
            value += NOTHING  # fire from range meets no duty
        if value > best:
            best, number = value, int(out[i])
    return number


@kernel
def choose_declared(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Add the next of the best units, or markers if they help, or fire."""
    can = np.zeros(st.MAX_UNITS, np.int8)
    chosen = np.zeros(st.MAX_UNITS, np.int8)
    someone, number = False, int(out[0])
    may_fire, markers = False, False
    for i in range(n):
        verb = int(out[i]) // st.VERB % 64
        if verb == st.WITH:
            can[out[i] // st.UNIT] = 1
            someone = True
        elif verb == st.FIRE:
            may_fire = True
        elif verb in (st.STRIKE_A, st.STRIKE_B, st.SHELL_A, st.SHELL_B):
            markers = True
    if someone:
        best_company(b, s, w, can, chosen)
        for i in range(n):
            if out[i] // st.VERB % 64 == st.WITH and chosen[out[i] // st.UNIT]:
                return int(out[i])
        if not may_fire and not markers:
            return number
    if not may_fire and not markers:
        return number
    return choose_marker(b, s, w, out, n, s.strikes, 1.0, may_fire)


@kernel
def choose_protection(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Add all artillery, and those markers that weaken the attack most cheaply."""
    if int(out[0]) // st.VERB % 64 == st.FIRE_FPF:
        return int(out[0])
    return choose_marker(b, s, w, out, n, s.covers, -1.0, True)


@kernel
def choose_marker(
    b: Board,
    s: State,
    w: Work,
    out: Vector[int],
    n: int,
    given: Vector[int],
    sign: float,
    may_end: bool,
) -> int:
    """Add the markers that help most, or none if the last action, which may be legal, is best.

    `given` is the row of the attacker, with the sign 1, or of the defender, with -1.
    """
    price = float(b.weights[WEST, hw.MARKER_PRICE])
    best, number = 10 * NOTHING, int(out[n - 1])
    for i in range(n - 1, -1, -1):
        verb, place = int(out[i]) // st.VERB % 64, int(out[i]) % st.VERB
        marker = verb in (st.STRIKE_A, st.STRIKE_B, st.SHELL_A, st.SHELL_B)
        if not marker and (i < n - 1 or not may_end):
            continue
        kind = verb - st.STRIKE_A if marker else 0
        before = given[kind]
        if marker:
            given[kind] = place if kind < st.GUNS_A else 1
        value = sign * value_declared(b, s, w, NO_TABLE, WEST)
        given[kind] = before
        if marker:
            value -= 0.01
            if kind < st.GUNS_A:
                value -= price * place if sign > 0 else 0.01 * place
        if value > best:
            best, number = value, int(out[i])
    return number


@kernel
def choose_table(b: Board, s: State, w: Work) -> int:
    """Choose the better table."""
    best, number = 10 * NOTHING, 0
    for table in (MOBILE, FRONTAL):
        value = value_declared(b, s, w, table, WEST)
        if value > best:
            verb = st.TAKE_MOBILE if table == MOBILE else st.TAKE_FRONTAL
            best, number = value, st.NO_UNIT * st.UNIT + verb * st.VERB
    return number


@kernel
def choose_loss(b: Board, s: State, out: Vector[int], n: int) -> int:
    """Lose the weakest unit that pays the whole debt, else the strongest.

    Units on objectives are lost last.
    """
    best, number = 10 * NOTHING, int(out[0])
    for i in range(n):
        unit = int(out[i]) // st.UNIT
        side = int(b.side[unit])
        value = -2.0 * stake(b, s, side, int(s.hex[unit]), side)
        if b.strength[unit] >= s.loss_due:
            value += 50.0 - b.strength[unit]
        else:
            value += b.strength[unit]
        if value > best:
            best, number = value, int(out[i])
    return number
