"""The sergeant's combat decisions: the value of attacks, attackers, and results.

Values are in strength points. `worth[u]` is the cost of losing a unit for its side, `shove[u]` the
cost of being driven off its hex; both consider the line and the bridge.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.core.search.operations import is_among
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats import heuristic_weights as hw
from bridgehead.titles.across_suez.player.sergeant_common import (
    LINE,
    ZONED,
    cut_with,
    insecurity_with,
    line_hexes_near,
)
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import hex_of, unit_of, verb_of
from bridgehead.titles.across_suez.rules.artillery import support_left
from bridgehead.titles.across_suez.rules.canal import bridge_in_place
from bridgehead.titles.across_suez.rules.combat import (
    MOST_ATTACKERS,
    attack_column,
    attack_strength,
    can_attack,
    cannot_retreat_to,
    first_beside,
    has_retreat,
    last_attacker,
    must_join,
)
from bridgehead.titles.across_suez.rules.zones import adjacent
from bridgehead.titles.across_suez.state import EGYPT, ISRAEL

NEVER = -1000.0


@kernel
def appraise(
    b: Board,
    s: State,
    w: Work,
    f: Matrix[int],
    side: int,
    worth: Vector[float],
    shove: Vector[float],
) -> None:
    """Write each unit's value, and its cost of being driven off; mark the line.

    The values are from the point of view of a side.
    """
    weights = b.weights[side]
    last = s.turn >= b.turns
    placed = bridge_in_place(b, s)
    for unit in range(b.units):
        worth[unit] = 1.0 + b.strength[unit]
        shove[unit] = weights[hw.DRIVEN]
        hex_ = s.hex[unit]
        if hex_ < 0:
            continue
        near = min(4, line_hexes_near(b, f, hex_))
        if b.side[unit] == EGYPT:
            worth[unit] += weights[hw.BLOCKER] * near
            shove[unit] += (2.0 if last else weights[hw.BLOCKER_DRIVEN]) * near
            if hex_ == b.crossing_hex:
                worth[unit] += weights[hw.SIEGE]
                shove[unit] += weights[hw.SIEGE]
            elif adjacent(b, hex_, b.crossing_hex):
                worth[unit] += weights[hw.BESIEGER]
                shove[unit] += weights[hw.BESIEGER]
        elif unit == b.bridge_unit:
            worth[unit] = 60.0 if placed else 30.0
            shove[unit] = 60.0 if placed else 3.0
        elif hex_ == b.crossing_hex:
            worth[unit] += weights[hw.KEEPER]
            shove[unit] = 1.0 + weights[hw.KEEPER]
        else:
            if adjacent(b, hex_, b.crossing_hex):
                worth[unit] += weights[hw.NEIGHBOR]
                shove[unit] += weights[hw.NEIGHBOR]
            if f[LINE, hex_]:
                worth[unit] += weights[hw.LINEMAN]
                shove[unit] += 4.0 if last else weights[hw.LINEMAN]


@kernel
def is_trapped(
    b: Board, s: State, w: Work, target: int, target_hex: int, hexes: Vector[int], n: int
) -> bool:
    """Whether a target had no retreat if enemies stood on `hexes[:n]`.

    The rules tell of the units that stand there now. Those that have still to come are taken to
    control every hex beside them, as they do wherever no hexside is closed.
    """
    for direction in range(6):
        if cannot_retreat_to(b, s, w, target, target_hex, direction, hexes, n) > 0:
            continue
        there = int(b.neighbor[target_hex, direction])
        if first_beside(b, there, hexes, n) < 0 and not is_among(hexes, n, there):
            return False
    return True


@kernel
def _over_the_die(
    b: Board, column: int, kill: float, driven: float, due: float, pushed: float, stake: float
) -> float:
    """Return the sum of what the six faces bring: a unit killed or driven off, or our own lost."""
    value = 0.0
    for face in range(1, 7):
        result = b.results[face, column]
        if result == st.DE:
            value += kill
        elif result == st.DR:
            value += driven
        elif result == st.EE:
            value += kill - due
        elif result == st.AR:
            value -= pushed
        else:
            value -= stake
    return value


@kernel
def attack_value(
    b: Board,
    s: State,
    w: Work,
    target: int,
    units: Vector[int],
    hexes: Vector[int],
    n: int,
    support: int,
    worth: Vector[float],
    shove: Vector[float],
) -> float:
    """Return the value of an attack by units from these hexes, over the six faces of the die."""
    if n == 0:
        return NEVER
    target_hex = int(s.hex[target])
    side = 1 - int(b.side[target])
    dearest, stake, pushed = 0.0, 0.0, 0.0
    need = int(b.strength[target])
    alone, all_points = 99.0, 0.0
    away = s.hex[target : target + 1]  # a view: this is called too often to allocate
    for i in range(n):
        unit = int(units[i])
        stake += worth[unit]
        dearest = max(dearest, worth[unit])
        if has_retreat(b, s, w, unit, hexes[i], away, 1):
            pushed += shove[unit]
        else:
            pushed += worth[unit]
        all_points += worth[unit]
        if b.strength[unit] >= need:
            alone = min(alone, worth[unit])
    due = min(alone, all_points) if alone < 99.0 else min(all_points, need + 2.0)
    column = attack_column(b, s, target, target_hex, units, hexes, n, support)
    kill = float(worth[target])
    trapped = is_trapped(b, s, w, target, target_hex, hexes, n)
    driven = kill if trapped else float(shove[target])
    value = _over_the_die(b, column, kill, driven, due, pushed, stake)
    return value / 6.0 - float(b.weights[side, hw.TOIL]) * attack_strength(b, s, units, n)


@kernel
def _best_of(
    b: Board, s: State, w: Work, target: int,
    force_units: Vector[int], force_hexes: Vector[int], forced: int,
    units: Vector[int], hexes: Vector[int], free: int,
    support: int, worth: Vector[float], shove: Vector[float],
) -> tuple[float, int]:  # fmt: skip
    """Return the best value of an attack by all forced units, and bits: the free units in it."""
    best, best_mask = NEVER, 0
    try_units = np.zeros(MOST_ATTACKERS, np.int64)
    try_hexes = np.zeros(MOST_ATTACKERS, np.int64)
    for mask in range(1 << free):
        n = forced
        for i in range(forced):
            try_units[i], try_hexes[i] = force_units[i], force_hexes[i]
        for i in range(free):
            if mask >> i & 1:
                try_units[n], try_hexes[n] = units[i], hexes[i]
                n += 1
        value = attack_value(b, s, w, target, try_units, try_hexes, n, support, worth, shove)
        if value > best:
            best, best_mask = value, mask
    return best, best_mask


@kernel
def best_attack(
    b: Board,
    s: State,
    w: Work,
    target: int,
    spoken_for: Vector[int],
    support: int,
    worth: Vector[float],
    shove: Vector[float],
    chosen: Vector[int],
) -> float:
    """Find the best set of attackers in place against a target; mark them in `chosen`.

    Units marked in `spoken_for` are left out. Units that have joined already, or must, are
    included. The bridge unit avoids fights unless it must join.
    """
    units = np.zeros(MOST_ATTACKERS, np.int64)
    hexes = np.zeros(MOST_ATTACKERS, np.int64)
    force_units = np.zeros(MOST_ATTACKERS, np.int64)
    force_hexes = np.zeros(MOST_ATTACKERS, np.int64)
    free, forced = 0, 0
    last = last_attacker(b, s) if s.step == st.ATTACKERS else -1
    target_hex = int(s.hex[target])
    for direction in range(6):
        hex_ = int(b.neighbor[target_hex, direction])
        if hex_ < 0:
            continue
        unit = int(w.occupant[hex_])
        if unit < 0 or spoken_for[unit] or not can_attack(b, s, unit):
            continue
        if s.origin[unit] >= 0 or (s.step != st.MOVEMENT and must_join(b, s, w, unit, target_hex)):
            force_units[forced], force_hexes[forced] = unit, hex_
            forced += 1
        elif unit != b.bridge_unit and unit > last:
            units[free], hexes[free] = unit, hex_
            free += 1
    best, best_mask = _best_of(
        b, s, w, target, force_units, force_hexes, forced, units, hexes, free, support, worth, shove
    )
    chosen[:] = 0
    if best > NEVER:
        for i in range(forced):
            chosen[force_units[i]] = 1
        for i in range(free):
            if best_mask >> i & 1:
                chosen[units[i]] = 1
    return best


# The decisions of the Combat Phase


@kernel
def choose_attack(
    b: Board,
    s: State,
    w: Work,
    out: Vector[int],
    n: int,
    worth: Vector[float],
    shove: Vector[float],
) -> int:
    """Choose a target, or the end of the phase if no attack is good enough and none is required."""
    nobody = np.zeros(st.MAX_UNITS, np.int64)
    chosen = np.zeros(st.MAX_UNITS, np.int64)
    may_end = verb_of(out[n - 1]) == st.END
    support = 1 if support_left(b, s) > 0 else 0
    best, number = NEVER, int(out[n - 1])
    for i in range(n):
        if verb_of(out[i]) != st.ATTACK:
            continue
        target = int(w.occupant[hex_of(out[i])])
        value = best_attack(b, s, w, target, nobody, support, worth, shove, chosen)
        if value > best:
            best, number = value, int(out[i])
    if may_end and best < b.weights[s.side, hw.LEAST_GAIN]:
        return int(out[n - 1])
    return number


@kernel
def choose_attacker(
    b: Board,
    s: State,
    w: Work,
    out: Vector[int],
    n: int,
    worth: Vector[float],
    shove: Vector[float],
) -> int:
    """Add the next unit of the best set, add artillery if it helps, or fire."""
    nobody = np.zeros(st.MAX_UNITS, np.int64)
    chosen = np.zeros(st.MAX_UNITS, np.int64)
    support = 1 if s.support or support_left(b, s) > 0 else 0
    best_attack(b, s, w, int(s.target), nobody, support, worth, shove, chosen)
    for i in range(n):
        if verb_of(out[i]) == st.WITH and chosen[unit_of(out[i])]:
            return int(out[i])
    for i in range(n):
        if verb_of(out[i]) == st.SUPPORT:
            with_it = best_attack(b, s, w, int(s.target), nobody, 1, worth, shove, chosen)
            without = best_attack(b, s, w, int(s.target), nobody, 0, worth, shove, chosen)
            if with_it > without + 0.1:
                return int(out[i])
    return int(out[n - 1]) if verb_of(out[n - 1]) == st.FIRE else int(out[0])


@kernel
def choose_bombardment(w: Work, out: Vector[int], n: int, worth: Vector[float]) -> int:
    """Bombard the unit whose loss would hurt Israel most."""
    best, number = 0.0, int(out[n - 1])
    for i in range(n - 1):
        value = float(worth[w.occupant[hex_of(out[i])]])
        if value > best:
            best, number = value, int(out[i])
    return number


@kernel
def choose_loss(b: Board, s: State, out: Vector[int], n: int, worth: Vector[float]) -> int:
    """Lose the cheapest unit that pays the whole debt, or the strongest that is not precious."""
    best, number = -NEVER, int(out[0])
    for i in range(n):
        unit = unit_of(out[i])
        price = float(worth[unit])
        if b.strength[unit] < s.loss_due:
            price += 10.0 - 2.0 * b.strength[unit]
        if price < best:
            best, number = price, int(out[i])
    return number


@kernel
def choose_retreat(b: Board, s: State, w: Work, f: Matrix[int], out: Vector[int], n: int) -> int:
    """Retreat to where it helps the line most; the bridge, if it may, to the safest hex."""
    best, number = NEVER, int(out[0])
    for i in range(n):
        value = place_value(b, s, w, f, unit_of(out[i]), hex_of(out[i]))
        if value > best:
            best, number = value, int(out[i])
    return number


@kernel
def place_value(b: Board, s: State, w: Work, f: Matrix[int], unit: int, hex_: int) -> float:
    """Return how useful it is for a side to have a unit on a hex; higher is better."""
    weights = b.weights[b.side[unit]]
    value = -float(weights[hw.GROUND]) * b.shift[hex_]
    if b.side[unit] == ISRAEL:
        value -= float(weights[hw.CALM]) * insecurity_with(b, s, w, f, unit, hex_)
        if unit == b.bridge_unit:
            value -= 5.0 * (f[ZONED, hex_] > 0)
        return value
    return value + float(weights[hw.CALM]) * cut_with(b, s, w, f, unit, hex_)


@kernel
def choose_advance(b: Board, s: State, w: Work, f: Matrix[int], out: Vector[int], n: int) -> int:
    """Advance if the new hex is more useful than the old one; the placed bridge never moves."""
    best, number = 0.0, int(out[n - 1])
    for i in range(n - 1):
        unit, hex_ = unit_of(out[i]), hex_of(out[i])
        if unit == b.bridge_unit:
            continue
        here = place_value(b, s, w, f, unit, int(s.hex[unit]))
        value = place_value(b, s, w, f, unit, hex_) - here
        value -= float(b.weights[b.side[unit], hw.ADVANCE])
        if w.zone[1 - b.side[unit], hex_] > w.zone[1 - b.side[unit], s.hex[unit]] + 1:
            value -= 1.0
        if value > best:
            best, number = value, int(out[i])
    return number
