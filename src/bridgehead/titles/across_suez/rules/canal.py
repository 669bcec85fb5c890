"""Crossing the canal [11.0], the bridge unit [14.2], and the line of communication [14.1]."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.movement import allowance
from bridgehead.titles.across_suez.state import ACROSS, EGYPT, ISRAEL, UNREACHED


@kernel
def crossing_cost(b: Board, s: State) -> int:
    """[11.1, 11.2] Half points to cross now: by bridge, else by ferry; 0 if neither is available.

    The bridge must have been there when the phase began; two units can use the ferry in a phase.
    """
    if s.bridge_open:
        return int(b.bridge_cost)
    if s.ferried < b.ferry_units:
        return int(b.ferry_cost)
    return 0


@kernel
def cannot_cross(b: Board, s: State, w: Work, unit: int, spent: int) -> int:
    """[11.0, 11.1] Return why a unit at the crossing hex with this cost cannot cross.

    Enemy zones and friends on the hex do not matter. The bridge unit itself stays. Nobody crosses
    in turn 1.
    """
    if b.side[unit] != ISRAEL:
        return no.EGYPT_STAYS
    if unit == b.bridge_unit:
        return no.BRIDGE_STAYS
    if s.turn < b.crossing_from:
        return no.NOT_IN_TURN_1
    price = crossing_cost(b, s)
    if price == 0:
        return no.FERRY_FULL
    if spent >= UNREACHED:
        return no.NO_WAY
    w.witness = spent
    return no.TOO_DEAR if spent + price > allowance(b, s, unit) else no.ALLOWED


@kernel
def units_across(b: Board, s: State) -> int:
    """[11.4, 11.5] Count the units in the box across the canal."""
    count = 0
    for unit in range(b.units):
        if s.hex[unit] == ACROSS:
            count += 1
    return count


@kernel
def bridge_in_place(b: Board, s: State) -> bool:
    """[14.2] Whether the bridge unit is placed: it is as soon as it is on the crossing hex."""
    return s.hex[b.bridge_unit] == b.crossing_hex


@kernel
def carries_line(b: Board, w: Work, hex_: int) -> bool:
    """[14.1] Whether a line of communication may run through a hex.

    It must be clear or have a road and hold no Egyptian; an Egyptian zone bars it unless an
    Israeli unit stands there.
    """
    if not b.carries_loc[hex_]:
        return False
    unit = w.occupant[hex_]
    if unit >= 0:
        return b.side[unit] == ISRAEL
    return w.zone[EGYPT, hex_] == 0


@kernel
def trace_line(b: Board, w: Work) -> bool:
    """[14.1] Trace the line from the crossing hex to its end; `w.previous` then leads back.

    The search is breadth first, so the line is a shortest one. It uses the search's arrays.
    """
    neighbor, step, cost, previous, queue = b.neighbor, b.step, w.cost, w.previous, w.bucket
    cost[:] = UNREACHED
    if not carries_line(b, w, b.crossing_hex):
        return False
    head, tail = 0, 1
    queue[0, 0] = b.crossing_hex
    cost[b.crossing_hex] = 0
    previous[b.crossing_hex] = -1
    while head < tail:
        here = int(queue[0, head])
        head += 1
        if here == b.loc_end:
            return True
        for direction in range(6):
            there = int(neighbor[here, direction])
            if step[here, direction] == 0 or cost[there] < UNREACHED:
                continue
            if carries_line(b, w, there):
                cost[there] = cost[here] + 1
                previous[there] = here
                queue[0, tail] = there
                tail += 1
    return False
