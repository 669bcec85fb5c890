"""The legal actions of each decision, in a fixed order: the first of the two tables over `step`.

Every function writes action numbers into `out` from index `n` on and returns the new count. The
order is by unit, then verb, then hex; actions without a unit come last.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.actions import action
from bridgehead.titles.across_suez.rules.artillery import cannot_bombard, cannot_support
from bridgehead.titles.across_suez.rules.canal import cannot_cross
from bridgehead.titles.across_suez.rules.combat import (
    any_obliged,
    cannot_add,
    cannot_be_attacked,
    cannot_fire,
    cannot_retreat_to,
    first_to_join,
    foes,
    last_attacker,
    may_advance,
    must_retreat,
)
from bridgehead.titles.across_suez.rules.movement import (
    ALL_RULES,
    cannot_move,
    keep_reach,
    occupied,
    search_from_map,
)
from bridgehead.titles.across_suez.rules.reinforcement import (
    cannot_land_in,
    keep_landings,
    may_arrive,
    may_land_by_air,
    may_land_by_sea,
    reach_of_arrival,
    search_landings,
)
from bridgehead.titles.across_suez.rules.zones import adjacent


@kernel
def put(out: Vector[int], n: int, unit: int, verb: int, hex_: int) -> int:
    """Write an action after the first n; return the new count."""
    out[n] = action(unit, verb, hex_)
    return n + 1


@kernel
def legal(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the legal actions of the pending decision, ascending; return how many there are."""
    step = s.step
    if step == st.SETUP:
        return _setup(b, s, w, out)
    if step == st.MOVEMENT:
        return _movement(b, s, w, out)
    if step == st.BOMBARD:
        return _bombard(b, s, w, out)
    if step in (st.BOMBARD_ROLL, st.ATTACK_ROLL):
        return _roll(out)
    if step == st.COMBAT:
        return _combat(b, s, w, out)
    if step == st.ATTACKERS:
        return _attackers(b, s, w, out)
    if step == st.LOSS:
        return _loss(b, s, out)
    if step == st.RETREAT:
        return _retreat(b, s, w, out)
    if step == st.ADVANCE:
        return _advance(b, s, w, out)
    return 0


@kernel
def cannot_place(b: Board, s: State, unit: int) -> int:
    """[reprint 15.1, 15.4] Return why a unit cannot be placed before turn 1, else 0."""
    if not b.beside[unit]:
        return no.NOT_PLACED
    return no.ALLOWED if s.hex[unit] == st.OFF else no.IS_PLACED


@kernel
def cannot_place_in(b: Board, w: Work, unit: int, hex_: int) -> int:
    """[reprint 15.1, 15.4] Return NOT_BESIDE_RESHEF unless a hex is vacant land next to one."""
    if occupied(b, w, b.side[unit], hex_) == 0:
        for direction in range(6):
            other = b.neighbor[hex_, direction]
            if other >= 0 and w.occupant[other] >= 0 and b.anchor[w.occupant[other]]:
                return no.ALLOWED
    return no.NOT_BESIDE_RESHEF


@kernel
def _setup(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    n = 0
    for unit in range(b.units):
        if cannot_place(b, s, unit) == 0:
            for hex_ in range(b.hexes):
                if cannot_place_in(b, w, unit, hex_) == 0:
                    n = put(out, n, unit, st.PLACE, hex_)
    return put(out, n, st.NO_UNIT, st.END, 0)


@kernel
def _movement(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write all moves, arrivals and crossings; the canal is crossed only in this phase [11.6]."""
    n = 0
    for unit in range(b.units):
        n = unit_moves(b, s, w, unit, out, n)
    return put(out, n, st.NO_UNIT, st.END, 0)


@kernel
def unit_moves(b: Board, s: State, w: Work, unit: int, out: Vector[int], n: int) -> int:
    """Write all that one unit may do in its Movement Phase [4.0, 7.0, 11.0]."""
    if cannot_move(b, s, w, unit) > 0:
        return n
    if s.hex[unit] >= 0:
        if w.reach_size[unit] < 0:
            search_from_map(b, s, w, unit, ALL_RULES)
            keep_reach(b, s, w, unit)
        return _ends(b, s, w, unit, st.MOVE, out, n)
    if may_arrive(b, s, unit):
        if w.reach_size[unit] < 0:
            reach_of_arrival(b, s, w, unit)
        n = _ends(b, s, w, unit, st.ENTER, out, n)
    if may_land_by_air(b, s, unit):
        for hex_ in range(b.hexes):
            if cannot_land_in(b, w, s.side, hex_) == 0:
                n = put(out, n, unit, st.LAND, hex_)
    elif may_land_by_sea(b, s, unit):
        if w.sea_size[unit] < 0:
            search_landings(b, s, w, unit)
            keep_landings(b, w, unit)
        for i in range(w.sea_size[unit]):
            if w.occupant[w.sea[unit, i]] < 0:
                n = put(out, n, unit, st.LAND, w.sea[unit, i])
    return n


@kernel
def _ends(b: Board, s: State, w: Work, unit: int, verb: int, out: Vector[int], n: int) -> int:
    """Write the vacant hexes that a unit can reach, and the crossing of the canal."""
    reach, occupant = w.reach, w.occupant
    first = action(unit, verb, 0)
    for i in range(w.reach_size[unit]):
        hex_ = int(reach[unit, i])
        out[n] = first + hex_  # the next one takes its place if this one does not count
        n += 1 if occupant[hex_] < 0 else 0
    if cannot_cross(b, s, w, unit, w.crossing[unit]) == 0:
        n = put(out, n, unit, st.CROSS, 0)
    return n


@kernel
def _bombard(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    n = 0
    for hex_ in range(b.hexes):
        if cannot_bombard(b, s, w, hex_) == 0:
            n = put(out, n, st.NO_UNIT, st.BOMBARD_AT, hex_)
    return put(out, n, st.NO_UNIT, st.END, 0)


@kernel
def _roll(out: Vector[int]) -> int:
    for face in range(1, 7):
        out[face - 1] = action(st.NO_UNIT, st.ROLL, face)
    return 6


@kernel
def _combat(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the hexes that can be attacked, one by one [5.2], and `end`: nobody must [5.1]."""
    n = 0
    for hex_ in range(b.hexes):
        if cannot_be_attacked(b, s, w, hex_) == 0:
            n = put(out, n, st.NO_UNIT, st.ATTACK, hex_)
    if not any_obliged(b, s, w):
        n = put(out, n, st.NO_UNIT, st.END, 0)
    return n


@kernel
def _attackers(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    n = 0
    waited_for = first_to_join(b, s, w)
    last = last_attacker(b, s)
    for unit in range(last + 1, b.units):  # those before it would be OUT_OF_ORDER
        if cannot_add(b, s, w, unit, last, waited_for) == 0:
            n = put(out, n, unit, st.WITH, 0)
    if cannot_support(b, s, w, last, waited_for) == 0:
        n = put(out, n, st.NO_UNIT, st.SUPPORT, 0)
    if cannot_fire(w, last, waited_for) == 0:
        n = put(out, n, st.NO_UNIT, st.FIRE, 0)
    return n


@kernel
def _loss(b: Board, s: State, out: Vector[int]) -> int:
    n = 0
    for unit in range(b.units):
        if s.origin[unit] >= 0 and s.hex[unit] >= 0:
            n = put(out, n, unit, st.LOSE, 0)
    return n


@kernel
def _retreat(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    n = 0
    away, many = foes(b, s)
    for unit in range(b.units):
        if must_retreat(s, unit):
            n = _retreats_in_order(b, s, w, unit, away, many, out, n)
    return n


@kernel
def _retreats_in_order(
    b: Board, s: State, w: Work, unit: int, away: Vector[int], many: int, out: Vector[int], n: int
) -> int:
    """Write the retreats of one unit, hexes ascending (directions are not in that order)."""
    first, start = n, 0 + s.hex[unit]
    for direction in range(6):
        if cannot_retreat_to(b, s, w, unit, start, direction, away, many) == 0:
            number = action(unit, st.RETREAT_TO, b.neighbor[start, direction])
            at = n
            while at > first and out[at - 1] > number:
                out[at] = out[at - 1]
                at -= 1
            out[at] = number
            n += 1
    return n


@kernel
def _advance(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    n = 0
    if s.result in (st.AR, st.AE):
        for hex_ in range(b.hexes):
            if left_by_attacker(b, s, hex_) and may_advance(b, s, w, s.target, hex_):
                n = put(out, n, s.target, st.ADVANCE_TO, hex_)
    else:
        for unit in range(b.units):
            if s.origin[unit] >= 0 and may_advance(b, s, w, unit, s.target_hex):
                n = put(out, n, unit, st.ADVANCE_TO, s.target_hex)
    return put(out, n, st.NO_UNIT, st.STAY, 0) if n > 0 else n


@kernel
def left_by_attacker(b: Board, s: State, hex_: int) -> bool:
    """Whether an attacker of this combat attacked from a hex (it must be vacant to count)."""
    if not adjacent(b, s.target_hex, hex_):
        return False
    for unit in range(b.units):
        if s.origin[unit] == hex_:
            return True
    return False
