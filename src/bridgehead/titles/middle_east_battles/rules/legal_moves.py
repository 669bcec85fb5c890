"""The legal actions of set-up, militia and Movement Phases, by unit, then verb, then place.

Every function writes action numbers into `out` from place `n` on and returns the new count.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules.landings import (
    drop_hex,
    far_hex,
    fly_in_hex,
    land_hex,
    lift_hex,
    liftoff_hex,
    may_be_helped,
    may_be_lifted,
    may_come,
    may_drop,
    may_enter_by,
    may_fly_in,
    may_help,
    may_land,
    may_return,
    pick_up_cost,
    search_entry,
)
from bridgehead.titles.middle_east_battles.rules.movement import (
    allowance,
    can_exit,
    exit_open,
    find_reach,
    may_end,
    may_move,
)
from bridgehead.titles.middle_east_battles.rules.zones import (
    distance,
    has_room,
    holds_side,
    is_helicopter,
)


@kernel
def action(unit: int, verb: int, place: int) -> int:
    """Return the number of an action."""
    return int(unit) * st.UNIT + int(verb) * st.VERB + int(place)


# Set-up [9.3, 10.3] and militia [9.4]


@kernel
def setup_group(b: Any, s: Any) -> int:
    """Return the first group that is not all set up, 0 where everybody is."""
    first = 0
    for unit in range(b.units):
        group = int(b.setup_group[unit])
        if group > 0 and s.hex[unit] == st.OFF and (first == 0 or group < first):
            first = group
    return first


@kernel
def may_place(b: Any, s: Any, w: Any, unit: int, hex_: int) -> bool:
    """[9.3, 10.3] Whether a unit may be set up in a hex: one of its own, with nobody in it."""
    return b.setup_hex[unit, hex_] != 0 and w.count[hex_] == 0


@kernel
def list_setup(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write where the units of the group that is set up now may be placed [9.3, 10.3]."""
    group = setup_group(b, s)
    if group == 0:
        out[0] = action(st.NO_UNIT, st.END, 0)
        return 1
    n = 0
    for unit in range(b.units):
        if b.setup_group[unit] == group and s.hex[unit] == st.OFF:
            for hex_ in range(b.hexes):
                if may_place(b, s, w, unit, hex_):
                    out[n] = action(unit, st.PLACE, hex_)
                    n += 1
    out[n] = action(st.NO_UNIT, st.DEPLOY, 0)
    return n + 1


@kernel
def next_militia(b: Any, s: Any) -> int:
    """[9.4] Return the first militia unit in the pool, -1 where it is empty."""
    for unit in range(b.units):
        if b.militia[unit] and s.hex[unit] == st.OFF:
            return unit
    return -1


@kernel
def militia_hex(b: Any, w: Any, hex_: int) -> bool:
    """[9.4] A city hex that holds an Egyptian unit and is in no Western zone."""
    return (
        b.city[hex_] != 0
        and holds_side(b, w, hex_, st.EGYPT)
        and w.zone[st.WEST, hex_] == 0
    )  # fmt: skip


@kernel
def list_militia(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write where the next militia may be placed [9.4]."""
    n, unit = 0, next_militia(b, s)
    for hex_ in range(b.hexes):
        if militia_hex(b, w, hex_):
            out[n] = action(unit, st.PLACE, hex_)
            n += 1
    return n


# Movement Phase


@kernel
def list_movement(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write all that a side may do in its Movement Phase, and `end`."""
    n = 0
    for unit in range(b.units):
        if b.side[unit] == s.side:
            n = unit_moves(b, s, w, unit, out, n)
    if may_end_movement(b, s, w):
        out[n] = action(st.NO_UNIT, st.END, 0)
        n += 1
    return n


@kernel
def may_end_movement(b: Any, s: Any, w: Any) -> bool:
    """[9.4] Militia stacks must be broken up first, as far as their units can move elsewhere."""
    if s.side != st.EGYPT or b.militia_from == 0:
        return True
    for unit in range(b.units):
        if s.placed[unit] and s.hex[unit] >= 0 and w.count[s.hex[unit]] > 1:
            other = int(w.head[s.hex[unit]])
            while other >= 0:
                if can_go_elsewhere(b, s, w, other):
                    return False
                other = int(w.next[other])
    return True


@kernel
def can_go_elsewhere(b: Any, s: Any, w: Any, unit: int) -> bool:
    """Whether a unit has a legal move."""
    if not may_move(b, s, w, unit):
        return False
    if w.reach_size[unit] < 0:
        find_reach(b, s, w, unit)
    for i in range(w.reach_size[unit]):
        if may_end(b, s, w, unit, int(w.reach[unit, i])):
            return True
    return False


@kernel
def unit_moves(b: Any, s: Any, w: Any, unit: int, out: Any, n: int) -> int:
    """Write all that one unit may do in its Movement Phase, verbs in the order of their numbers."""
    if s.hex[unit] >= 0:
        if may_move(b, s, w, unit):
            n = _moves(b, s, w, unit, out, n)
    elif s.hex[unit] == st.OFF:
        n = _arrivals(b, s, w, unit, out, n)
    else:
        return n
    if may_be_lifted(b, s, unit):
        n = _lifts(b, s, w, unit, out, n)
    if may_be_helped(b, s, unit):
        n = _crossings(b, s, w, unit, out, n)
    if may_return(b, s, unit):
        out[n] = action(unit, st.RETURN, 0)
        n += 1
    return n


@kernel
def _moves(b: Any, s: Any, w: Any, unit: int, out: Any, n: int) -> int:
    """Write the moves of a unit on the map, and its ways off it [9.10, 10.9, 10.11]."""
    if w.reach_size[unit] < 0:
        find_reach(b, s, w, unit)
    reach, reach_cost = w.reach, w.reach_cost
    for i in range(w.reach_size[unit]):
        hex_ = int(reach[unit, i])
        if may_end(b, s, w, unit, hex_):
            out[n] = action(unit, st.MOVE, hex_)
            n += 1
    if not exit_open(b, s, unit):
        return n
    if is_helicopter(b, unit):
        budget = allowance(b, s, unit)
        for hex_ in range(b.hexes):
            if b.exit_cost[hex_] and 2 * distance(b, s.hex[unit], hex_) + 2 <= budget:
                out[n] = action(unit, st.EXIT, hex_)
                n += 1
        return n
    for i in range(w.reach_size[unit]):
        hex_ = int(reach[unit, i])
        if b.exit_cost[hex_] and can_exit(b, s, w, unit, hex_, int(reach_cost[unit, i])):
            out[n] = action(unit, st.EXIT, hex_)
            n += 1
    return n


@kernel
def _arrivals(b: Any, s: Any, w: Any, unit: int, out: Any, n: int) -> int:
    """Write the ways onto the map of a unit in the box."""
    if may_fly_in(b, s, unit):
        for hex_ in range(b.hexes):
            if fly_in_hex(b, s, w, unit, hex_):
                out[n] = action(unit, st.ENTER, hex_)
                n += 1
    elif may_come(b, s, unit):
        for rim in range(b.rims):
            if may_enter_by(b, s, w, unit, rim):
                out[n] = action(unit, st.ENTER, b.rim_hex[rim])
                n += 1
    if may_drop(b, s, unit):
        for hex_ in range(b.hexes):
            if drop_hex(b, w, unit, hex_):
                out[n] = action(unit, st.DROP, hex_)
                n += 1
    if may_land(b, s, unit):
        for hex_ in range(b.hexes):
            if land_hex(b, w, unit, hex_):
                out[n] = action(unit, st.LAND, hex_)
                n += 1
    return n


@kernel
def _lifts(b: Any, s: Any, w: Any, unit: int, out: Any, n: int) -> int:
    """[9.12] Write where the joint helicopter can take a unit, on the map and off it."""
    picked_up = pick_up_cost(b, s, unit)
    for hex_ in range(b.hexes):
        if lift_hex(b, s, w, unit, hex_, picked_up):
            out[n] = action(unit, st.LIFT, hex_)
            n += 1
    for hex_ in range(b.hexes):
        if liftoff_hex(b, s, unit, hex_, picked_up):
            out[n] = action(unit, st.LIFTOFF, hex_)
            n += 1
    return n


@kernel
def _crossings(b: Any, s: Any, w: Any, unit: int, out: Any, n: int) -> int:
    """[9.14] Write the crossings with the help of each engineer: by engineer, then by hex."""
    for slot in range(len(b.slot_unit)):
        engineer = int(b.slot_unit[slot])
        if engineer < 0 or not may_help(b, s, engineer, unit):
            continue
        at = int(s.hex[engineer])
        first = n
        for direction in range(6):
            there = far_hex(b, w, unit, at, direction)
            if there >= 0:
                number = action(unit, st.CROSS, slot * st.SLOT + there)
                place = n
                while place > first and out[place - 1] > number:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = number
                n += 1
    return n


@kernel
def list_onward(b: Any, s: Any, w: Any, out: Any) -> int:
    """[10.4] Write where a unit that is entering may end its move."""
    unit, n = int(s.entering), 0
    search_entry(b, s, w, unit, int(s.entry_hex))
    for hex_ in range(b.hexes):
        if w.cost[hex_] < st.UNREACHED and has_room(b, w, unit, hex_):
            out[n] = action(unit, st.MOVE, hex_)
            n += 1
    return n
