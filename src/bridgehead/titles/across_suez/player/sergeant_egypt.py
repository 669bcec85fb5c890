"""The sergeant's Egyptian moves: onto the line, onto the roads, to the bridge."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player.sergeant_combat import appraise
from bridgehead.titles.across_suez.player.sergeant_common import (
    LINE,
    ZONED,
    clock,
    cut_with,
    line_cost,
    line_hexes_near,
    list_reach,
    mark_line,
    spread_away,
)
from bridgehead.titles.across_suez.player.sergeant_moves import gather, march
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import END_OF_PHASE
from bridgehead.titles.across_suez.rules.movement import occupied
from bridgehead.titles.across_suez.rules.reinforcement import distance
from bridgehead.titles.across_suez.state import EGYPT

LOOKED_AT = 14  # hexes tried in earnest for a block
LATE = 6  # from this turn on the line is cut before anything else


@kernel
def choose_move(
    b: Board,
    s: State,
    w: Work,
    f: Matrix[int],
    out: Vector[int],
    worth: Vector[float],
    shove: Vector[float],
) -> int:
    """Choose Egypt's next move, or end the phase."""
    can = np.zeros((st.MAX_UNITS, st.MAX_HEXES + 1), np.int32)
    list_reach(b, s, w, out, can)
    f[ZONED, :] = 0
    cost = line_cost(b, w, f)
    mark_line(b, f)
    appraise(b, s, w, f, EGYPT, worth, shove)
    free = np.zeros(st.MAX_UNITS, np.int64)
    for unit in range(b.units):
        free[unit] = 1 if b.side[unit] == EGYPT and not s.moved[unit] else 0
    number = -1
    late = clock(b, s) >= LATE
    if late:
        number = block(b, s, w, f, can, free, cost)
    if number < 0:
        number = gather(b, s, w, can, free, worth, shove)
    if number < 0 and not late:
        number = block(b, s, w, f, can, free, cost)
    if number < 0:
        goals = np.zeros(st.MAX_HEXES, np.int64)
        for hex_ in range(b.hexes):
            goals[hex_] = f[LINE, hex_]
        spread_away(b, f, goals)
        number = march(b, s, w, f, can, free, 4, 3)
    return number if number >= 0 else END_OF_PHASE


@kernel
def block(
    b: Board, s: State, w: Work, f: Matrix[int], can: Matrix[int], free: Vector[int], cost: int
) -> int:
    """Put a unit where it makes Israel's line most expensive; return -1 if nothing helps enough.

    Good terrain counts, and so do friends nearby: alone among Israelis a unit is lost.
    """
    rating = np.zeros(st.MAX_HEXES, np.int64)
    for hex_ in range(b.hexes):
        if occupied(b, w, EGYPT, hex_) == 0:
            near = line_hexes_near(b, f, hex_)
            if near > 0:
                rating[hex_] = 4 * near - 2 * int(b.shift[hex_]) - int(w.zone[1 - EGYPT, hex_])
                if distance(b, hex_, b.crossing_hex) <= 1:
                    rating[hex_] += 4
    best, number = 5, -1
    tries = 0
    while tries < LOOKED_AT:
        hex_, high = -1, 0
        for candidate in range(b.hexes):
            if rating[candidate] > high:
                hex_, high = candidate, int(rating[candidate])
        if hex_ < 0:
            break
        rating[hex_] = 0
        unit = least_missed(b, s, f, can, free, hex_)
        if unit < 0:
            continue
        tries += 1
        gain = cut_with(b, s, w, f, unit, hex_) - cost - 3 * int(b.shift[hex_])
        gain -= 3 * max(0, int(w.zone[1 - EGYPT, hex_]) - int(w.zone[EGYPT, hex_]))
        if gain > best:
            best, number = gain, int(can[unit, hex_])
    return number


@kernel
def least_missed(
    b: Board, s: State, f: Matrix[int], can: Matrix[int], free: Vector[int], hex_: int
) -> int:
    """Return the free unit that can go to a hex and is least needed where it is, -1 for none."""
    best, found = 999, -1
    for unit in range(b.units):
        if not free[unit] or can[unit, hex_] == 0:
            continue
        here = int(s.hex[unit])
        price = 2
        if here >= 0:
            price = distance(b, here, hex_) // 2 + 3 * line_hexes_near(b, f, here)
        price -= int(b.strength[unit])
        if price < best:
            best, found = price, unit
    return found
