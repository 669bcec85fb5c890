"""The legal actions of set-up, militia and Movement Phases, by unit, then verb, then place.

Every function writes action numbers into `out` from index `n` on and returns the new count.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules import zones
from bridgehead.titles.middle_east_battles.rules.forbidden import ALLOWED
from bridgehead.titles.middle_east_battles.rules.movement import landings, movement


@kernel
def action(unit: int, verb: int, place: int) -> int:
    """Return the number of an action."""
    return int(unit) * st.UNIT + int(verb) * st.VERB + int(place)


# Set-up [9.3, 10.3] and militia [9.4]


@kernel
def setup_group(b: Board, s: State) -> int:
    """Return the first group that is not completely set up, 0 if all are."""
    first = 0
    for unit in range(b.units):
        group = int(b.setup_group[unit])
        if group > 0 and s.hex[unit] == st.OFF and (first == 0 or group < first):
            first = group
    return first


@kernel
def cannot_set_up(b: Board, s: State, unit: int) -> int:
    """[3.1, 9.3, 10.3] Return why a unit cannot be set up now."""
    if b.setup_group[unit] == 0:
        return no.NO_SETUP
    if s.hex[unit] != st.OFF:
        return no.SET_UP
    return no.ALLOWED if b.setup_group[unit] == setup_group(b, s) else no.OTHERS_SET_UP_FIRST


@kernel
def cannot_set_up_in(b: Board, w: Work, unit: int, hex_: int) -> int:
    """[9.3, 10.3] Return why a unit cannot be set up in a hex.

    The hex must be in its set-up area, and vacant.
    """
    if w.count[hex_]:
        return no.SETUP_TAKEN
    return no.ALLOWED if b.setup_hex[unit, hex_] else no.SETUP_ELSEWHERE


@kernel
def list_setup(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write where the units of the present set-up group may be placed [9.3, 10.3]."""
    group = setup_group(b, s)
    if group == 0:
        out[0] = action(st.NO_UNIT, st.END, 0)
        return 1
    n = 0
    for unit in range(b.units):
        if b.setup_group[unit] == group and s.hex[unit] == st.OFF:
            for hex_ in range(b.hexes):
                if cannot_set_up_in(b, w, unit, hex_) == ALLOWED:
                    out[n] = action(unit, st.PLACE, hex_)
                    n += 1
    out[n] = action(st.NO_UNIT, st.DEPLOY, 0)
    return n + 1


@kernel
def next_militia(b: Board, s: State) -> int:
    """[9.4] Return the first militia unit in the pool, -1 if it is empty."""
    for unit in range(b.units):
        if b.militia[unit] and s.hex[unit] == st.OFF:
            return unit
    return -1


@kernel
def cannot_place_militia(b: Board, w: Work, hex_: int) -> int:
    """[9.4] Return why militia cannot be placed in a hex.

    It must be a city hex with an Egyptian unit, outside Western zones.
    """
    if b.city[hex_] and w.zone[st.WEST, hex_] > 0:
        return no.CITY_IN_ZONE
    return no.ALLOWED if b.city[hex_] and zones.holds_side(b, w, hex_, st.EGYPT) else no.NO_CITY


@kernel
def list_militia(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write where the next militia may be placed [9.4]."""
    n, unit = 0, next_militia(b, s)
    for hex_ in range(b.hexes):
        if cannot_place_militia(b, w, hex_) == ALLOWED:
            out[n] = action(unit, st.PLACE, hex_)
            n += 1
    return n


# Movement Phase


@kernel
def list_movement(b: Board, s: State, w: Work, out: Vector[int]) -> int:
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
def may_end_movement(b: Board, s: State, w: Work) -> bool:
    """[9.4] Whether the Movement Phase may end.

    Militia stacks must be broken up first if possible.
    """
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
def can_go_elsewhere(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether a unit on the map has a legal move."""
    if movement.cannot_act(b, s, unit) or movement.cannot_leave_hex(b, s, w, unit):
        return False
    if w.reach_size[unit] < 0:
        movement.find_reach(b, s, w, unit)
    for i in range(w.reach_size[unit]):
        if movement.may_end(b, s, w, unit, int(w.reach[unit, i])):
            return True
    return False


@kernel
def cannot_use_verb(b: Board, s: State, w: Work, unit: int, verb: int) -> int:
    """Return why a unit cannot use a verb in any hex; its earlier actions are not checked."""
    if verb == st.EXIT:
        return movement.cannot_exit(b, s, unit)
    if verb == st.ENTER:
        return landings.cannot_enter(b, s, unit)
    if verb == st.DROP:
        return landings.cannot_drop(b, s, unit)
    if verb == st.LAND:
        return landings.cannot_land(b, s, unit)
    if verb == st.CROSS:
        return landings.cannot_cross(b, s, unit)
    if verb == st.RETURN:
        return landings.cannot_return(b, s, w, unit)
    if verb == st.LIFTOFF:
        return landings.cannot_lift_off(b, s, unit)
    return landings.cannot_lift(b, s, unit)


@kernel
def cannot_use_hex(b: Board, s: State, w: Work, unit: int, verb: int, hex_: int) -> int:
    """Return why a hex is not possible for an entry, a drop, a landing or a lift."""
    if verb == st.ENTER:
        if b.edge_entry:
            return landings.cannot_enter_by(b, s, w, unit, int(b.rim[hex_]))
        return landings.cannot_fly_in_to(b, s, w, unit, hex_)
    if verb == st.DROP:
        return landings.cannot_drop_in(b, s, w, unit, hex_)
    if verb == st.LAND:
        return landings.cannot_land_in(b, w, unit, hex_)
    if verb == st.LIFT:
        return landings.cannot_lift_to(b, s, w, unit, hex_)
    return landings.cannot_lift_off_from(b, s, w, unit, hex_)


@kernel
def unit_moves(b: Board, s: State, w: Work, unit: int, out: Vector[int], n: int) -> int:
    """Write all that one unit may do in its Movement Phase, verbs in the order of their numbers."""
    fresh = movement.cannot_act(b, s, unit) == ALLOWED
    if fresh and s.hex[unit] >= 0 and movement.cannot_leave_hex(b, s, w, unit) == ALLOWED:
        n = _moves(b, s, w, unit, out, n)
    if fresh:
        n = _places(b, s, w, unit, st.ENTER, out, n)
    n = _places(b, s, w, unit, st.DROP, out, n)
    n = _places(b, s, w, unit, st.LAND, out, n)
    if not fresh:
        return n
    n = _places(b, s, w, unit, st.LIFT, out, n)
    n = _places(b, s, w, unit, st.LIFTOFF, out, n)
    if landings.cannot_cross(b, s, unit) == ALLOWED:
        n = _crossings(b, s, w, unit, out, n)
    if landings.cannot_return(b, s, w, unit) == ALLOWED:
        out[n] = action(unit, st.RETURN, 0)
        n += 1
    return n


@kernel
def _places(b: Board, s: State, w: Work, unit: int, verb: int, out: Vector[int], n: int) -> int:
    """Write the hexes that are possible for a verb of `cannot_use_hex`.

    Most hexes are skipped quickly: each loop first tests the main condition of its rule.
    """
    if cannot_use_verb(b, s, w, unit, verb):
        return n
    if verb == st.ENTER and b.edge_entry:
        for rim in range(b.rims):  # their hexes ascend
            if landings.cannot_enter_by(b, s, w, unit, rim) == ALLOWED:
                out[n] = action(unit, verb, b.rim_hex[rim])
                n += 1
    elif verb == st.ENTER:
        for hex_ in range(b.hexes):
            if b.land[hex_] and landings.cannot_fly_in_to(b, s, w, unit, hex_) == ALLOWED:
                out[n] = action(unit, verb, hex_)
                n += 1
    elif verb == st.DROP:
        for hex_ in range(b.hexes):
            if b.clear[hex_] and landings.cannot_drop_in(b, s, w, unit, hex_) == ALLOWED:
                out[n] = action(unit, verb, hex_)
                n += 1
    elif verb == st.LAND:
        for hex_ in range(b.hexes):
            if b.coast[hex_] and landings.cannot_land_in(b, w, unit, hex_) == ALLOWED:
                out[n] = action(unit, verb, hex_)
                n += 1
    else:
        n = _lifts(b, s, w, unit, verb, out, n)
    return n


@kernel
def _lifts(b: Board, s: State, w: Work, unit: int, verb: int, out: Vector[int], n: int) -> int:
    """Write where the joint helicopter can carry a unit [9.12], or leave the map with it."""
    left = movement.allowance(b, s, int(b.joint)) - landings.pick_up_cost(b, s, unit)
    if left < 0:
        return n
    for hex_ in range(b.hexes):
        asked = b.clear[hex_] if verb == st.LIFT else b.exit_cost[hex_]
        if asked == 0 or landings.carry_cost(b, s, unit, hex_) > left:
            continue
        if cannot_use_hex(b, s, w, unit, verb, hex_) == ALLOWED:
            out[n] = action(unit, verb, hex_)
            n += 1
    return n


@kernel
def _moves(b: Board, s: State, w: Work, unit: int, out: Vector[int], n: int) -> int:
    """Write the moves of a unit on the map, and its exits [9.10, 10.9, 10.11]."""
    if w.reach_size[unit] < 0:
        movement.find_reach(b, s, w, unit)
    reach, reach_cost = w.reach, w.reach_cost
    for i in range(w.reach_size[unit]):
        hex_ = int(reach[unit, i])
        if movement.may_end(b, s, w, unit, hex_):
            out[n] = action(unit, st.MOVE, hex_)
            n += 1
    if movement.cannot_exit(b, s, unit):
        return n
    if zones.is_helicopter(b, unit):
        for hex_ in range(b.hexes):
            if b.exit_cost[hex_] == 0:
                continue
            flown = 2 * zones.distance(b, s.hex[unit], hex_)
            if movement.cannot_exit_by(b, s, w, unit, hex_, flown) == ALLOWED:
                out[n] = action(unit, st.EXIT, hex_)
                n += 1
        return n
    for i in range(w.reach_size[unit]):
        hex_ = int(reach[unit, i])
        if movement.cannot_exit_by(b, s, w, unit, hex_, int(reach_cost[unit, i])) == ALLOWED:
            out[n] = action(unit, st.EXIT, hex_)
            n += 1
    return n


@kernel
def _crossings(b: Board, s: State, w: Work, unit: int, out: Vector[int], n: int) -> int:
    """[9.14] Write the crossings with the help of each engineer: by engineer, then by hex."""
    for slot in range(len(b.slot_unit)):
        engineer = int(b.slot_unit[slot])
        if landings.cannot_help(b, s, engineer, unit):
            continue
        at = int(s.hex[engineer])
        first = n
        for direction in range(6):
            there = int(b.neighbor[at, direction])
            if there >= 0 and landings.cannot_cross_to(b, w, unit, at, there) == ALLOWED:
                number = action(unit, st.CROSS, slot * st.SLOT + there)
                place = n
                while place > first and out[place - 1] > number:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = number
                n += 1
    return n


@kernel
def list_onward(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """[10.4] Write where an entering unit may end its move."""
    unit, n = int(s.entering), 0
    landings.search_entry(b, s, w, unit, int(s.entry_hex))
    for hex_ in range(b.hexes):
        if w.cost[hex_] < st.UNREACHED and zones.has_room(b, w, unit, hex_):
            out[n] = action(unit, st.MOVE, hex_)
            n += 1
    return n
