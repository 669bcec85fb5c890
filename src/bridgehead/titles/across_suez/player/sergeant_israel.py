"""The sergeant's Israeli moves: six units across, the bridge to Matzmed, the line open."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats import heuristic_weights as hw
from bridgehead.titles.across_suez.player.sergeant_combat import appraise
from bridgehead.titles.across_suez.player.sergeant_common import (
    AWAY,
    FAR,
    LINE,
    WEIGHT,
    ZONE_COMING,
    ZONE_ON,
    ZONED,
    clock,
    insecurity,
    insecurity_with,
    list_reach,
    mark_line,
    spread_away,
)
from bridgehead.titles.across_suez.player.sergeant_moves import gather, march
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import END_OF_PHASE
from bridgehead.titles.across_suez.rules.canal import bridge_in_place, units_across
from bridgehead.titles.across_suez.rules.movement import occupied
from bridgehead.titles.across_suez.rules.reinforcement import distance
from bridgehead.titles.across_suez.rules.zones import adjacent
from bridgehead.titles.across_suez.state import ISRAEL, UNREACHED

LOOKED_AT = 12  # hexes tried in earnest for a guard


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
    """Choose Israel's next move, or end the phase."""
    can = np.zeros((st.MAX_UNITS, st.MAX_HEXES + 1), np.int32)
    list_reach(b, s, w, out, can)
    worry = insecurity(b, s, w, f)
    mark_line(b, f)
    appraise(b, s, w, f, ISRAEL, worth, shove)
    number = cross(b, s, can)
    if number < 0:
        number = move_bridge(b, s, w, f, can)
    if number >= 0:
        return number
    free = np.zeros(st.MAX_UNITS, np.int64)
    for unit in range(b.units):
        mine = b.side[unit] == ISRAEL and unit != b.bridge_unit
        free[unit] = 1 if mine and not s.moved[unit] else 0
    late = clock(b, s) >= b.weights[ISRAEL, hw.LATE]
    number = hold_crossing(b, s, w, f, can, free)
    if late and number < 0:
        number = guard(b, s, w, f, can, free, worry)
    if number < 0:
        fighters = free.copy()
        for unit in range(b.units):
            if s.hex[unit] >= 0 and is_guard(b, s, f, s.hex[unit]):
                fighters[unit] = 0
        near = can.copy()
        keep_garrison(b, s, near)
        number = gather(b, s, w, near, fighters, worth, shove)
    if number < 0 and not late:
        number = guard(b, s, w, f, can, free, worry)
    if number < 0:
        number = march_to_crossing(b, s, w, f, can, free)
    if number < 0:
        number = march_to_line(b, s, w, f, can, free)
    return number if number >= 0 else END_OF_PHASE


@kernel
def is_guard(b: Board, s: State, f: Matrix[int], hex_: int) -> bool:
    """Whether a unit there guards the crossing or the bridge, or the line in the last turns."""
    if hex_ == b.crossing_hex:
        return True
    bridge = s.hex[b.bridge_unit]
    if bridge >= 0 and adjacent(b, bridge, hex_):
        return True
    return clock(b, s) >= b.weights[ISRAEL, hw.LATE] and f[LINE, hex_] != 0


@kernel
def keep_garrison(b: Board, s: State, can: Matrix[int]) -> None:
    """Remove moves that would take units far away from Matzmed."""
    near = float(b.weights[ISRAEL, hw.GARRISON])
    leash = near + float(b.weights[ISRAEL, hw.LEASH])
    for unit in range(b.units):
        if b.side[unit] != ISRAEL or s.hex[unit] < 0:
            continue
        if distance(b, s.hex[unit], b.crossing_hex) > near:
            continue
        for hex_ in range(b.hexes):
            if can[unit, hex_] and distance(b, hex_, b.crossing_hex) > leash:
                can[unit, hex_] = 0


@kernel
def hold_crossing(
    b: Board, s: State, w: Work, f: Matrix[int], can: Matrix[int], free: Vector[int]
) -> int:
    """Put a unit onto Matzmed if Egypt could come near it; strong units before near ones."""
    hex_ = int(b.crossing_hex)
    if w.occupant[hex_] >= 0 or not f[ZONED, hex_]:
        return -1
    best, number = -999, -1
    for unit in range(b.units):
        if free[unit] and can[unit, hex_]:
            value = 3 * int(b.strength[unit])
            if s.hex[unit] >= 0:
                value -= distance(b, s.hex[unit], hex_)
            if value > best:
                best, number = value, int(can[unit, hex_])
    return number


@kernel
def cross(b: Board, s: State, can: Matrix[int]) -> int:
    """Send the least needed unit across, as long as more units are needed there."""
    wanted = int(b.units_across_to_win) - units_across(b, s)
    if wanted <= 0:
        return -1
    ferries = int(b.ferry_units) * (int(b.turns) - int(s.turn))  # in the turns to come
    pressed = wanted > ferries - b.weights[ISRAEL, hw.HURRY]
    best, number = 99, -1
    for unit in range(b.units):
        if b.side[unit] != ISRAEL or can[unit, st.MAX_HEXES] == 0:
            continue
        price = 2 * int(b.strength[unit])
        if s.hex[unit] == b.crossing_hex:
            price += 1
        if price < best and (pressed or b.strength[unit] < b.weights[ISRAEL, hw.SPARED]):
            best, number = price, int(can[unit, st.MAX_HEXES])
    return number


# The bridge


@kernel
def move_bridge(b: Board, s: State, w: Work, f: Matrix[int], can: Matrix[int]) -> int:
    """Move the bridge unit nearer to Matzmed, by hexes on which Egypt can hardly attack it."""
    bridge = int(b.bridge_unit)
    if s.moved[bridge] or bridge_in_place(b, s) or s.hex[bridge] in (st.ELIMINATED, st.ACROSS):
        return -1
    crossing = int(b.crossing_hex)
    if within_reach(w, bridge, crossing) and guards_at_hand(b, s, w, can):
        if can[bridge, crossing]:
            return int(can[bridge, crossing])
        number = make_room(b, s, w, can, int(w.occupant[crossing]))
        if number >= 0:
            return number
    goals = np.zeros(st.MAX_HEXES, np.int64)
    goals[crossing] = 1
    spread_away(b, f, goals)
    here = int(s.hex[bridge])
    if here >= 0:
        best = stage_price(b, s, w, f, here)
    else:
        best = float(f[AWAY, b.entry[bridge]]) + 1.0
    number = -1
    for hex_ in range(b.hexes):
        if can[bridge, hex_] and f[AWAY, hex_] < FAR and hex_ != crossing:
            price = stage_price(b, s, w, f, hex_) + 1.0
            if price < best:
                best, number = price, int(can[bridge, hex_])
    return number


@kernel
def within_reach(w: Work, unit: int, hex_: int) -> bool:
    """Whether a unit can reach a hex with its movement, even if a friend is there."""
    for i in range(w.reach_size[unit]):
        if w.reach[unit, i] == hex_:
            return True
    return False


@kernel
def stage_price(b: Board, s: State, w: Work, f: Matrix[int], hex_: int) -> float:
    """Return the bridge's remaining distance from a hex, and its exposure there, as one price."""
    weights = b.weights[ISRAEL]
    fear = float(weights[hw.FEAR])
    if clock(b, s) >= weights[hw.LATE]:
        fear /= 6.0
    elif clock(b, s) >= weights[hw.LATE] - 1.0:
        fear /= 2.0
    price = float(f[AWAY, hex_])
    for direction in range(6):
        there = int(b.neighbor[hex_, direction])
        if there < 0 or not b.land[there]:
            continue
        unit = w.occupant[there]
        if unit >= 0 and b.side[unit] != ISRAEL:
            price += float(weights[hw.ADJOINING]) * fear
        elif unit < 0 and w.cost[there] < UNREACHED:
            price += fear
    return price


@kernel
def guards_at_hand(b: Board, s: State, w: Work, can: Matrix[int]) -> bool:
    """Whether every side of Matzmed is held, out of reach, or can be occupied.

    Required late in the game. Each free unit is counted once.
    """
    if clock(b, s) >= b.weights[ISRAEL, hw.LATE]:
        return True
    used = np.zeros(st.MAX_UNITS, np.int64)
    for direction in range(6):
        hex_ = int(b.neighbor[b.crossing_hex, direction])
        if hex_ < 0 or not b.land[hex_]:
            continue
        unit = w.occupant[hex_]
        if unit >= 0:
            if b.side[unit] != ISRAEL:
                return False
            used[unit] = 1
        elif w.cost[hex_] < UNREACHED:
            found = False
            for other in range(b.units):
                if not found and can[other, hex_] and not used[other] and other != b.bridge_unit:
                    used[other] = 1
                    found = True
            if not found:
                return False
    return True


@kernel
def make_room(b: Board, s: State, w: Work, can: Matrix[int], unit: int) -> int:
    """Move the unit on Matzmed aside, so that the bridge can be placed."""
    if unit < 0 or s.moved[unit]:
        return -1
    for direction in range(6):
        hex_ = int(b.neighbor[b.crossing_hex, direction])
        if hex_ >= 0 and can[unit, hex_]:
            return int(can[unit, hex_])
    for hex_ in range(b.hexes):
        if can[unit, hex_] and distance(b, hex_, b.crossing_hex) <= 3:
            return int(can[unit, hex_])
    return -1


# Guarding the line


@kernel
def guard(
    b: Board, s: State, w: Work, f: Matrix[int], can: Matrix[int], free: Vector[int], worry: int
) -> int:
    """Put a unit where it reduces the worry most; return -1 if nothing helps enough.

    Hexes are first rated roughly, by how much of the endangered line is near them; the best are
    then tried with the least needed unit.
    """
    rating = np.zeros(st.MAX_HEXES, np.int64)
    rate_hexes(b, s, w, f, rating)
    best, number = float(b.weights[ISRAEL, hw.LEAST_RELIEF]), -1
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
        gain = worry - insecurity_with(b, s, w, f, unit, hex_) - (int(b.shift[hex_]) < 0)
        if gain > best:
            best, number = gain, int(can[unit, hex_])
    return number


@kernel
def rate_hexes(b: Board, s: State, w: Work, f: Matrix[int], rating: Vector[int]) -> None:
    """Rate the vacant land hexes near the endangered parts of the line, and near the bridge."""
    for hex_ in range(b.hexes):
        weight = f[WEIGHT, hex_]
        if not f[LINE, hex_] or weight < ZONE_COMING:
            continue
        rating[hex_] += 4 if weight >= ZONE_ON else 2
        for direction in range(6):
            near = int(b.neighbor[hex_, direction])
            if near < 0:
                continue
            rating[near] += 2
            for further in range(6):
                other = int(b.neighbor[near, further])
                if other >= 0:
                    rating[other] += 1
    rating[b.crossing_hex] += 30
    bridge = s.hex[b.bridge_unit]
    if bridge >= 0:
        for direction in range(6):
            near = int(b.neighbor[bridge, direction])
            if near >= 0:
                rating[near] += 20
    for hex_ in range(b.hexes):
        if occupied(b, w, ISRAEL, hex_) > 0:
            rating[hex_] = 0


@kernel
def least_missed(
    b: Board, s: State, f: Matrix[int], can: Matrix[int], free: Vector[int], hex_: int
) -> int:
    """Return the free unit that can go to a hex and is least needed where it is, -1 for none."""
    weights = b.weights[ISRAEL]
    best, found = 999.0, -1
    for unit in range(b.units):
        if not free[unit] or can[unit, hex_] == 0:
            continue
        here = int(s.hex[unit])
        price = 2.0
        if here >= 0:
            price = float(distance(b, here, hex_))
            if is_guard(b, s, f, here):
                price += float(weights[hw.STAYS])
            elif f[LINE, here]:
                price += float(weights[hw.STAYS_ON_LINE])
        price -= float(b.strength[unit])
        if price < best:
            best, found = price, unit
    return found


@kernel
def march_to_crossing(
    b: Board, s: State, w: Work, f: Matrix[int], can: Matrix[int], free: Vector[int]
) -> int:
    """Move idle units toward Matzmed while too few units are ready to cross.

    A unit is ready if it could cross by ferry in the next turn without interference.
    """
    wanted = int(b.units_across_to_win) - units_across(b, s)
    if wanted <= 0:
        return -1
    goals = np.zeros(st.MAX_HEXES, np.int64)
    goals[b.crossing_hex] = 1
    spread_away(b, f, goals)
    ready, nearest, who = 0, FAR, -1
    for unit in range(b.units):
        if b.side[unit] != ISRAEL or s.hex[unit] < 0 or unit == b.bridge_unit:
            continue
        away = int(f[AWAY, s.hex[unit]])
        if away <= b.weights[ISRAEL, hw.READY]:
            ready += 1
        elif free[unit] and away < nearest and not is_guard(b, s, f, s.hex[unit]):
            nearest, who = away, unit
    if who < 0 or ready >= wanted + b.weights[ISRAEL, hw.RESERVE]:
        return -1
    one = np.zeros(st.MAX_UNITS, np.int64)
    one[who] = 1
    return march(b, s, w, f, can, one, 4, 3)


@kernel
def march_to_line(
    b: Board, s: State, w: Work, f: Matrix[int], can: Matrix[int], free: Vector[int]
) -> int:
    """Move idle units toward the endangered parts of the line."""
    goals = np.zeros(st.MAX_HEXES, np.int64)
    any_ = False
    for hex_ in range(b.hexes):
        if f[LINE, hex_] and f[WEIGHT, hex_] >= ZONE_COMING:
            goals[hex_] = 1
            any_ = True
    if not any_:
        for hex_ in range(b.hexes):
            goals[hex_] = f[LINE, hex_]
    spread_away(b, f, goals)
    idle = free.copy()
    for unit in range(b.units):
        if s.hex[unit] >= 0 and (f[LINE, s.hex[unit]] or is_guard(b, s, f, s.hex[unit])):
            idle[unit] = 0
    return march(b, s, w, f, can, idle, int(b.weights[ISRAEL, hw.HALT] + 0.5), 3)
