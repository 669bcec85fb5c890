"""Moves that both sides make in the same way: gathering for good attacks, or marching."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats import heuristic_weights as hw
from bridgehead.titles.across_suez.player.sergeant_combat import (
    NEVER,
    attack_value,
    best_attack,
)
from bridgehead.titles.across_suez.player.sergeant_common import AWAY, FAR
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import verb_of
from bridgehead.titles.across_suez.rules.artillery import support_left
from bridgehead.titles.across_suez.rules.combat import (
    MOST_ATTACKERS,
    can_attack,
    can_be_attacked,
    is_armor,
)
from bridgehead.titles.across_suez.rules.reinforcement import lands_by_air
from bridgehead.titles.across_suez.state import EGYPT


@kernel
def gather(
    b: Board,
    s: State,
    w: Work,
    can: Matrix[int],
    free: Vector[int],
    worth: Vector[float],
    shove: Vector[float],
) -> int:
    """Return the move that brings the next unit into the most promising attack, -1 for none.

    First, attacks that can be made at once get their units; then each enemy is considered with the
    other units that could come to its free sides, one by one, and the best of these plans is begun.
    """
    spoken_for = np.zeros(st.MAX_UNITS, np.int64)
    ready = np.zeros(st.MAX_UNITS, np.float64)
    chosen = np.zeros(st.MAX_UNITS, np.int64)
    support = 1 if support_left(b, s) > 0 else 0
    settle_ready(b, s, w, spoken_for, ready, support, worth, shove)
    gathers = hw.GATHER_EGYPT if s.side == EGYPT else hw.GATHER_ISRAEL
    least, least_gain = float(b.weights[s.side, gathers]), float(b.weights[s.side, hw.LEAST_GAIN])
    best, number = least, -1
    for target in range(b.units):
        if not can_be_attacked(b, s, target):
            continue
        start = max(ready[target], 0.0)
        if s.turn == b.confusion_turn and ready[target] <= NEVER:
            now = best_attack(b, s, w, target, spoken_for, support, worth, shove, chosen)
            if now > NEVER:  # it may have to be made, however bad
                start = min(start, now)
        value, first = plan(
            b, s, w, target, can, free, spoken_for, ready[target] > NEVER, support,
            worth, shove, chosen,
        )  # fmt: skip
        value -= start
        if first < 0 or (start >= 0.0 and value + start < least_gain) or value <= best:
            continue
        best, number = value, first
    return number


@kernel
def settle_ready(
    b: Board,
    s: State,
    w: Work,
    spoken_for: Vector[int],
    ready: Vector[float],
    support: int,
    worth: Vector[float],
    shove: Vector[float],
) -> None:
    """Assign units to the attacks that they can make where they are, the best attack first.

    `spoken_for[u]` becomes the target (plus one) of the unit's attack, `ready[t]` its value.
    """
    chosen = np.zeros(st.MAX_UNITS, np.int64)
    ready[:] = NEVER
    for _ in range(MOST_ATTACKERS):
        best, which = float(b.weights[s.side, hw.LEAST_GAIN]), -1
        for target in range(b.units):
            if ready[target] > NEVER or not can_be_attacked(b, s, target):
                continue
            if not w.zone[s.side, s.hex[target]]:
                continue
            value = best_attack(b, s, w, target, spoken_for, support, worth, shove, chosen)
            if value > best:
                best, which = value, target
        if which < 0:
            return
        best_attack(b, s, w, which, spoken_for, support, worth, shove, chosen)
        ready[which] = best
        for unit in range(b.units):
            if chosen[unit]:
                spoken_for[unit] = which + 1


@kernel
def _in_place(
    b: Board, s: State, w: Work, target: int, spoken_for: Vector[int], is_ready: bool,
    units: Vector[int], hexes: Vector[int], taken: Vector[int],
) -> int:  # fmt: skip
    """Write the units that stand beside a target and can attack it, and return their number."""
    taken[:] = 0
    n = 0
    for direction in range(6):
        hex_ = int(b.neighbor[s.hex[target], direction])
        if hex_ < 0:
            continue
        unit = int(w.occupant[hex_])
        if unit < 0 or unit == b.bridge_unit or not can_attack(b, s, unit):
            continue
        if spoken_for[unit] == (target + 1 if is_ready else 0):
            units[n], hexes[n] = unit, hex_
            taken[unit] = 1
            n += 1
    return n


@kernel
def plan(
    b: Board,
    s: State,
    w: Work,
    target: int,
    can: Matrix[int],
    free: Vector[int],
    spoken_for: Vector[int],
    is_ready: bool,
    support: int,
    worth: Vector[float],
    shove: Vector[float],
    taken: Vector[int],
) -> tuple[float, int]:
    """Return the value of the best attack that can be gathered, and its first move.

    It is built up side by side: on each free side the strongest tank and the strongest infantry
    that can come are tried, and the better pair of side and unit is kept, until all sides are
    taken. The best intermediate stage counts.
    """
    units = np.zeros(MOST_ATTACKERS, np.int64)
    hexes = np.zeros(MOST_ATTACKERS, np.int64)
    target_hex = int(s.hex[target])
    n = _in_place(b, s, w, target, spoken_for, is_ready, units, hexes, taken)
    value = attack_value(b, s, w, target, units, hexes, n, support, worth, shove)
    best, first, opening = value, -1, -1
    while n < MOST_ATTACKERS:
        step_value, step_unit, step_hex = NEVER, -1, -1
        for direction in range(6):
            hex_ = int(b.neighbor[target_hex, direction])
            if hex_ < 0 or w.occupant[hex_] >= 0:
                continue
            used = False
            for i in range(n):
                if hexes[i] == hex_:
                    used = True
            if used:
                continue
            for armored in range(2):
                unit = strongest(b, s, can, free, spoken_for, taken, hex_, armored == 1)
                if unit < 0:
                    continue
                units[n], hexes[n] = unit, hex_
                value = attack_value(b, s, w, target, units, hexes, n + 1, support, worth, shove)
                if value > step_value:
                    step_value, step_unit, step_hex = value, unit, hex_
        if step_unit < 0:
            break
        units[n], hexes[n] = step_unit, step_hex
        taken[step_unit] = 1
        n += 1
        if opening < 0:
            opening = int(can[step_unit, step_hex])
        if step_value > best + 0.05:
            best, first = step_value, opening
    return best, first


@kernel
def strongest(
    b: Board,
    s: State,
    can: Matrix[int],
    free: Vector[int],
    spoken_for: Vector[int],
    taken: Vector[int],
    hex_: int,
    armored: bool,
) -> int:
    """Return the strongest free unit of a kind that can end its move on a hex, -1 for none."""
    best, found = 0, -1
    for unit in range(b.units):
        number = can[unit, hex_]
        if number == 0 or not free[unit] or taken[unit] or spoken_for[unit]:
            continue
        if lands_by_air(b, s, unit, verb_of(number)) or is_armor(b, unit) != armored:
            continue
        if b.strength[unit] > best:
            best, found = int(b.strength[unit]), unit
    return found


@kernel
def march(
    b: Board,
    s: State,
    w: Work,
    f: Matrix[int],
    can: Matrix[int],
    free: Vector[int],
    nearest: int,
    least: int,
) -> int:
    """Return a move that brings a free unit nearer to the goals of `AWAY`, -1 for none.

    A unit goes no nearer than `nearest` half points, avoids hexes in enemy zones, and stays if it
    gains less than `least`. Reinforcements move on.
    """
    for unit in range(b.units):
        if not free[unit]:
            continue
        here = int(s.hex[unit])
        now = 4 * int(f[AWAY, here]) if here >= 0 else 4 * (FAR - 1)
        if here >= 0 and f[AWAY, here] <= nearest:
            continue
        if here >= 0 and w.zone[1 - s.side, here] > 0:
            now += 6
        best, number = now - 4 * least, -1
        for hex_ in range(b.hexes):
            if can[unit, hex_] == 0 or f[AWAY, hex_] >= FAR:
                continue
            value = 4 * max(nearest, int(f[AWAY, hex_])) + 2 * int(b.shift[hex_])
            if w.zone[1 - s.side, hex_] > 0:
                value += 30
            if value < best:
                best, number = value, int(can[unit, hex_])
        if number >= 0:
            return number
    return -1
