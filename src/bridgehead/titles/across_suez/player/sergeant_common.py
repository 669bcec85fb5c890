"""The basic data of both sides' sergeants: reach, threats, the line, and unit values.

The sergeant remembers nothing between decisions. Each decision computes a few fields over the hexes
in one scratch array `f`, one row for each field:

`COST`
  cost of the best line of communication from Matzmed to the hex.
`ZONED`
  more than 0 where an Egyptian zone can reach after Egypt's next movement.
`LINE`
  1 on the hexes of the best line.
`AWAY`
  half points from the hex to the nearest goal, as if the map were empty.

The *line cost* is the main measure: a shortest path through the hexes that can carry the line, each
weighted by the obstacles in it. Israel reduces it, Egypt raises it.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.core.scenarios.conditions import HOLD
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats import heuristic_weights as hw
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import hex_of, verb_of
from bridgehead.titles.across_suez.rules.canal import bridge_in_place, carries_line
from bridgehead.titles.across_suez.rules.legal import unit_moves
from bridgehead.titles.across_suez.rules.movement import (
    BUCKETS,
    EVERY_UNIT,
    allowance,
    begin_search,
    seed,
    spread,
)
from bridgehead.titles.across_suez.rules.reinforcement import (
    can_come_in_at,
    cannot_land_in,
    may_arrive,
    may_land_by_air,
    price_of_entry,
)
from bridgehead.titles.across_suez.rules.zones import add_zone, put, take
from bridgehead.titles.across_suez.state import EGYPT, ISRAEL, UNREACHED

COST, ZONED, LINE, AWAY, QUEUE, WAITS, BACK, WEIGHT = range(8)
FIELDS = 8
FAR = 9999
USUAL_TURNS = 7

# What a hex adds to the cost of the line
ENEMY_ON, ZONE_ON, ZONE_COMING, FRIEND_PRESSED, FRIEND_ON, FREE = 60, 30, 9, 4, 2, 1


@kernel
def fields() -> Matrix[int]:
    """Return an empty scratch array."""
    return np.zeros((FIELDS, st.MAX_HEXES), np.int32)


# Who can be where


@kernel
def list_reach(b: Board, s: State, w: Work, out: Vector[int], can: Matrix[int]) -> None:
    """Write into `can[u, h]` the action by which unit u ends on hex h, 0 if it cannot.

    Column `MAX_HEXES` has the crossing of the canal.
    """
    for unit in range(b.units):
        for i in range(unit_moves(b, s, w, unit, out, 0)):
            number = int(out[i])
            hex_ = st.MAX_HEXES if verb_of(number) == st.CROSS else hex_of(number)
            if can[unit, hex_] == 0:
                can[unit, hex_] = number


@kernel
def flood(b: Board, s: State, w: Work, side: int) -> None:
    """Find, into `w.cost`, every hex where some unit of a side could be after its movement.

    This is one search for the whole side, starting from its units, with the fastest at the lowest
    cost.
    """
    sides = b.side
    begin_search(w)
    budget = 0
    for unit in range(b.units):
        if sides[unit] == side and s.hex[unit] >= 0:
            budget = max(budget, allowance(b, s, unit))
    for unit in range(b.units):
        if sides[unit] != side:
            continue
        if s.hex[unit] >= 0:
            seed(w, s.hex[unit], min(BUCKETS - 1, budget - allowance(b, s, unit)))
        elif may_arrive(b, s, unit) and can_come_in_at(b, s, w, unit, b.entry[unit]):
            late = budget - allowance(b, s, unit) + price_of_entry(b, unit, b.entry[unit])
            seed(w, b.entry[unit], max(0, min(BUCKETS - 1, late)))
    spread(b, w, side, EVERY_UNIT, int(budget), True, True, False)


@kernel
def threats(b: Board, s: State, w: Work, f: Matrix[int]) -> None:
    """Mark in `ZONED` the hexes an Egyptian zone can reach after Egypt's next movement."""
    flood(b, s, w, EGYPT)
    by_air = False
    for unit in range(b.units):
        by_air = by_air or (b.side[unit] == EGYPT and may_land_by_air(b, s, unit))
    zoned = f[ZONED]
    zoned[:] = 0
    for hex_ in range(b.hexes):
        if w.cost[hex_] < UNREACHED or (by_air and cannot_land_in(b, w, EGYPT, hex_) == 0):
            zoned[hex_] = 1
            add_zone(b, hex_, zoned, 1)


# The line


@kernel
def weigh(b: Board, w: Work, f: Matrix[int]) -> None:
    """Write the weight of every hex of a line into `WEIGHT`, 0 if no line may run there."""
    weight, zoned = f[WEIGHT], f[ZONED]
    for hex_ in range(b.hexes):
        if not b.carries_loc[hex_]:
            weight[hex_] = 0
            continue
        taken = w.occupant[hex_] >= 0
        if not carries_line(b, w, hex_):
            weight[hex_] = ENEMY_ON if taken else ZONE_ON
        elif taken:
            weight[hex_] = FRIEND_PRESSED if zoned[hex_] else FRIEND_ON
        else:
            weight[hex_] = ZONE_COMING if zoned[hex_] else FREE


@kernel
def line_cost(b: Board, w: Work, f: Matrix[int]) -> int:
    """Return the cost of the best line from Matzmed to its end, FAR if there is none."""
    neighbor, step = b.neighbor, b.step
    cost, queue, waits, back, weight = f[COST], f[QUEUE], f[WAITS], f[BACK], f[WEIGHT]
    weigh(b, w, f)
    cost[:] = FAR
    waits[:] = 0
    start, end = int(b.crossing_hex), int(b.loc_end)
    if weight[start] == 0:
        return FAR
    cost[start] = weight[start]
    back[start] = -1
    queue[0] = start
    head, waiting = 0, 1
    while waiting > 0:
        here = int(queue[head])
        head = (head + 1) % st.MAX_HEXES
        waiting -= 1
        waits[here] = 0
        so_far = cost[here]
        if so_far >= cost[end]:
            continue
        for direction in range(6):
            if step[here, direction] == 0:
                continue
            there = int(neighbor[here, direction])
            if weight[there] == 0:
                continue
            total = so_far + weight[there]
            if total >= cost[there] or total >= cost[end]:
                continue
            cost[there] = total
            back[there] = here
            if not waits[there]:
                waits[there] = 1
                queue[(head + waiting) % st.MAX_HEXES] = there
                waiting += 1
    return int(cost[end])


@kernel
def mark_line(b: Board, f: Matrix[int]) -> None:
    """Mark the hexes of the best line that `line_cost` found in `LINE`.

    Hexes that a scenario asks to be held are marked as well: both sides go there.
    """
    f[LINE, :] = 0
    for k in range(b.conditions):
        if b.condition_kind[k] == HOLD:
            for hex_ in range(b.hexes):
                if b.condition_places[k, hex_]:
                    f[LINE, hex_] = 1
    if f[COST, b.loc_end] >= FAR:
        return
    hex_ = int(b.loc_end)
    while hex_ >= 0:
        f[LINE, hex_] = 1
        hex_ = int(f[BACK, hex_])


@kernel
def clock(b: Board, s: State) -> int:
    """Return the game turn as if the last one were that of the usual game.

    The weight LATE is learned for that: in a scenario it is late earlier.
    """
    return int(s.turn) + USUAL_TURNS - int(b.turns)


@kernel
def exposure(
    b: Board,
    s: State,
    w: Work,
    f: Matrix[int],
    ring: float,
    open_crossing: float,
    column_open: float,
    bridge_open: float,
) -> int:
    """Return how exposed the crossing and the bridge unit are to Egypt, in units of line cost.

    The weights are in `formats/heuristic_weights.py`.
    """
    total = 0.0
    unit = w.occupant[b.crossing_hex]
    if unit < 0:
        total += open_crossing if f[ZONED, b.crossing_hex] else 0.0
    elif b.side[unit] == EGYPT:
        total += 100
    bridge = s.hex[b.bridge_unit]
    for direction in range(6):
        hex_ = b.neighbor[b.crossing_hex, direction]
        if hex_ >= 0 and b.land[hex_]:
            unit = w.occupant[hex_]
            if unit >= 0 and b.side[unit] == EGYPT:
                total += 3 * ring
            elif unit < 0 and w.cost[hex_] < UNREACHED:
                total += ring
    if bridge >= 0:
        side = column_open
        held = side + 10.0  # by an Egyptian
        if bridge_in_place(b, s):
            side = bridge_open
            held = 2.0 * side
        for direction in range(6):
            hex_ = b.neighbor[bridge, direction]
            if hex_ < 0 or not b.land[hex_]:
                continue
            unit = w.occupant[hex_]
            if unit >= 0 and b.side[unit] == EGYPT:
                total += held
            elif unit < 0 and w.cost[hex_] < UNREACHED:
                total += side
    return int(total + 0.5)


@kernel
def lives(b: Board, s: State, w: Work, f: Matrix[int], life: float) -> int:
    """Return how exposed Israel's units are to attack, in units of line cost.

    A unit that Egypt can reach from two sides, and that has no hex behind it outside Egyptian
    zones, is as good as lost, and costs `life` for each point of its strength; with a line of
    retreat it is only pushed back.
    """
    total = 0.0
    for unit in range(b.units):
        if b.side[unit] != ISRAEL or s.hex[unit] < 0:
            continue
        hex_ = int(s.hex[unit])
        if not f[ZONED, hex_]:
            continue
        sides, ways = 0, 0
        for direction in range(6):
            there = int(b.neighbor[hex_, direction])
            if there < 0:
                continue
            if w.cost[there] < UNREACHED:
                sides += 1
            elif not f[ZONED, there] and w.occupant[there] < 0 and b.step[hex_, direction] > 0:
                ways += 1
        if sides > 0:
            total += 1.0
        if sides > 1 and ways == 0:
            total += life * (1.0 + float(b.strength[unit]))
    return int(total + 0.5)


@kernel
def insecurity(b: Board, s: State, w: Work, f: Matrix[int]) -> int:
    """Return Israel's worry about Egypt's next turn: for the line, the bridge, the units."""
    weights = b.weights[ISRAEL]
    threats(b, s, w, f)
    open_ = exposure(
        b, s, w, f,
        float(weights[hw.RING]), float(weights[hw.OPEN_CROSSING]),
        float(weights[hw.COLUMN_OPEN]), float(weights[hw.BRIDGE_OPEN]),
    ) + lives(b, s, w, f, float(weights[hw.LIFE]))  # fmt: skip
    return line_cost(b, w, f) + open_


@kernel
def insecurity_with(b: Board, s: State, w: Work, f: Matrix[int], unit: int, hex_: int) -> int:
    """Return the worry if a unit were on another, vacant hex (-1: nowhere)."""
    was = int(s.hex[unit])
    if was >= 0:
        take(b, w, unit, was)
    if hex_ >= 0:
        put(b, w, unit, hex_)
        s.hex[unit] = hex_
    else:
        s.hex[unit] = st.ACROSS
    found = insecurity(b, s, w, f)
    if hex_ >= 0:
        take(b, w, unit, hex_)
    s.hex[unit] = was
    if was >= 0:
        put(b, w, unit, was)
    return found


@kernel
def cut_with(b: Board, s: State, w: Work, f: Matrix[int], unit: int, hex_: int) -> int:
    """Return the line's cost if an Egyptian unit were on another, vacant hex."""
    was = int(s.hex[unit])
    if was >= 0:
        take(b, w, unit, was)
    put(b, w, unit, hex_)
    found = line_cost(b, w, f)
    take(b, w, unit, hex_)
    if was >= 0:
        put(b, w, unit, was)
    return found


@kernel
def line_hexes_near(b: Board, f: Matrix[int], hex_: int) -> int:
    """Count the hexes of the best line among a hex and its neighbors."""
    count = int(f[LINE, hex_])
    for direction in range(6):
        other = b.neighbor[hex_, direction]
        if other >= 0:
            count += int(f[LINE, other])
    return count


@kernel
def spread_away(b: Board, f: Matrix[int], goals: Vector[int]) -> None:
    """Write into `AWAY` the half points from each hex to the nearest goal, ignoring units."""
    neighbor, step = b.neighbor, b.step
    away, queue, waits = f[AWAY], f[QUEUE], f[WAITS]
    away[:] = FAR
    waits[:] = 0
    head, waiting = 0, 0
    for hex_ in range(b.hexes):
        if goals[hex_]:
            away[hex_] = 0
            queue[waiting] = hex_
            waits[hex_] = 1
            waiting += 1
    while waiting > 0:
        here = int(queue[head])
        head = (head + 1) % st.MAX_HEXES
        waiting -= 1
        waits[here] = 0
        for direction in range(6):
            there = int(neighbor[here, direction])
            if there < 0 or not b.land[there]:
                continue
            # the way back: from `there` to `here`; directions run round, opposite is three on
            price = int(step[there, (direction + 3) % 6])
            if price == 0 or away[here] + price >= away[there]:
                continue
            away[there] = away[here] + price
            if not waits[there]:
                waits[there] = 1
                queue[(head + waiting) % st.MAX_HEXES] = there
                waiting += 1
