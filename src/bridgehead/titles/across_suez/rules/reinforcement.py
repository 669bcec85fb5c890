"""Reinforcements [7.0]: by their entry hex, by another if it is blocked, by air, by sea."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.canal import cannot_cross
from bridgehead.titles.across_suez.rules.movement import (
    ALL_RULES,
    OFF_MAP,
    allowance,
    begin_search,
    keep_reach,
    may_enter,
    occupied,
    search,
    seed,
)
from bridgehead.titles.across_suez.rules.zones import in_enemy_zone
from bridgehead.titles.across_suez.state import LAND, OFF, UNREACHED

FAR = 999  # more than any distance


@kernel
def may_arrive(b: Board, s: State, unit: int) -> bool:
    """[7.3, 7.4] Whether a unit waits off the map, and its game turn has come."""
    return s.hex[unit] == OFF and 0 < b.arrives[unit] <= s.turn


@kernel
def may_land_by_air(b: Board, s: State, unit: int) -> bool:
    """[reprint 15.5] Whether a unit is off the map, can come by air, and its game turn has come."""
    return s.hex[unit] == OFF and 0 < b.by_air_from[unit] <= s.turn


@kernel
def lands_by_air(b: Board, s: State, unit: int, verb: int) -> bool:
    """[reprint 15.5.1] Whether a unit's action brings it by air: then it does nothing else."""
    return verb == LAND and may_land_by_air(b, s, unit)


@kernel
def may_land_by_sea(b: Board, s: State, unit: int) -> bool:
    """[reprint 15.6] Whether a unit is off the map, can come by sea, and its game turn has come."""
    return s.hex[unit] == OFF and 0 < b.by_sea_from[unit] <= s.turn


@kernel
def cannot_land(b: Board, s: State, w: Work, unit: int) -> int:
    """[reprint 15.5, 15.6] Return why a unit off the map cannot come by air or sea, else 0.

    `cannot_land_in` checks the hex.
    """
    w.witness = max(b.by_air_from[unit], b.by_sea_from[unit])
    if w.witness == 0:
        return no.NO_LANDING
    if s.moved[unit]:
        return no.HAS_MOVED
    return no.LANDS_LATER if s.turn < w.witness else no.ALLOWED


@kernel
def cannot_land_in(b: Board, w: Work, side: int, hex_: int) -> int:
    """[reprint 15.5.1] Return why no unit can land in a hex by air, else 0.

    It must be vacant, passable, and outside enemy zones.
    """
    found = occupied(b, w, side, hex_)
    if found == 0 and in_enemy_zone(b, w, side, hex_):
        return no.ZONE_THERE
    return found


@kernel
def distance(b: Board, a: int, c: int) -> int:
    """Count the steps between two hexes, ignoring terrain."""
    dq = int(b.q[a]) - int(b.q[c])
    dr = int(b.r[a]) - int(b.r[c])
    return max(abs(dq), abs(dr), abs(dq + dr))


@kernel
def price_of_entry(b: Board, unit: int, hex_: int) -> int:
    """[7.1] Half points to enter the map there; no road leads into a hex within the map."""
    if b.entry_inside[unit]:
        return int(b.terrain_cost[hex_])
    return int(b.entry_cost[hex_])


@kernel
def can_come_in_at(b: Board, s: State, w: Work, unit: int, hex_: int) -> bool:
    """Whether the hex itself may be entered: passable, without enemies, affordable."""
    if not may_enter(b, unit, hex_) or occupied(b, w, b.side[unit], hex_) == no.ENEMY_THERE:
        return False
    return price_of_entry(b, unit, hex_) <= allowance(b, s, unit)


@kernel
def search_from(b: Board, s: State, w: Work, unit: int, hex_: int, left_out: int) -> None:
    """Search from one hex where the unit enters the map."""
    begin_search(w)
    seed(w, hex_, price_of_entry(b, unit, hex_))
    search(b, s, w, unit, OFF_MAP, left_out)


@kernel
def search_finds_a_move(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether the search found a hex to end in, or a way across the canal."""
    cost, occupant = w.cost, w.occupant
    for hex_ in range(b.hexes):
        if cost[hex_] < UNREACHED and occupant[hex_] < 0:
            return True
    return cannot_cross(b, s, w, unit, cost[b.crossing_hex]) == 0


@kernel
def comes_in_through_entry(b: Board, s: State, w: Work, unit: int) -> bool:
    """[7.2] Whether there is a legal move through the scheduled hex; the search results remain."""
    if not can_come_in_at(b, s, w, unit, b.entry[unit]):
        return False
    search_from(b, s, w, unit, b.entry[unit], ALL_RULES)
    return search_finds_a_move(b, s, w, unit)


@kernel
def may_divert_to(b: Board, s: State, w: Work, unit: int, hex_: int) -> bool:
    """[7.2] Whether a blocked reinforcement may use a hex: an edge hex at which it can enter.

    A unit whose entry is within the map [reprint 15.1] may use any vacant hex outside enemy zones
    instead.
    """
    if not can_come_in_at(b, s, w, unit, hex_):
        return False
    if b.entry_inside[unit]:
        return cannot_land_in(b, w, b.side[unit], hex_) == 0
    return b.edge[hex_] != 0


@kernel
def search_entries(b: Board, s: State, w: Work, unit: int) -> bool:
    """[7.1, 7.2] Search from the scheduled hex or, if it is blocked, from the nearest ones.

    Of equally near hexes, all with a legal move count: the owner may choose. Return whether the
    scheduled hex is blocked.
    """
    if comes_in_through_entry(b, s, w, unit):
        return False
    nearest = _nearest_entry(b, s, w, unit)
    begin_search(w)
    if nearest == FAR:
        return True
    for hex_ in range(b.hexes):
        if distance(b, b.entry[unit], hex_) == nearest and may_divert_to(b, s, w, unit, hex_):
            seed(w, hex_, price_of_entry(b, unit, hex_))
    search(b, s, w, unit, OFF_MAP, ALL_RULES)
    return True


@kernel
def _nearest_entry(b: Board, s: State, w: Work, unit: int) -> int:
    """Return the least distance from the scheduled hex at which a legal move begins, else FAR.

    Nearer hexes are searched first, so usually only one is.
    """
    tried = 0
    while True:
        away = FAR
        for hex_ in range(b.hexes):
            there = distance(b, b.entry[unit], hex_)
            if tried < there < away and may_divert_to(b, s, w, unit, hex_):
                away = there
        if away == FAR:
            return FAR
        for hex_ in range(b.hexes):
            if distance(b, b.entry[unit], hex_) != away:
                continue
            if may_divert_to(b, s, w, unit, hex_):
                search_from(b, s, w, unit, hex_, ALL_RULES)
                if search_finds_a_move(b, s, w, unit):
                    return away
        tried = away


@kernel
def search_landings(b: Board, s: State, w: Work, unit: int) -> None:
    """[reprint 15.6] Search from every vacant canal hex, each at the cost of its terrain."""
    begin_search(w)
    for hex_ in range(b.hexes):
        if b.canal[hex_] and w.occupant[hex_] < 0 and may_enter(b, unit, hex_):
            price = int(b.terrain_cost[hex_])
            if price <= allowance(b, s, unit):
                seed(w, hex_, price)
    search(b, s, w, unit, OFF_MAP, ALL_RULES)


@kernel
def keep_landings(b: Board, w: Work, unit: int) -> None:
    """Store the results of the search from the canal, hexes ascending."""
    cost, sea = w.cost, w.sea
    found = 0
    for hex_ in range(b.hexes):
        if cost[hex_] < UNREACHED:
            sea[unit, found] = hex_
            found += 1
    w.sea_size[unit] = found


@kernel
def reach_of_arrival(b: Board, s: State, w: Work, unit: int) -> None:
    """Search for a unit that comes by land, and store the result."""
    w.diverted[unit] = search_entries(b, s, w, unit)
    keep_reach(b, s, w, unit)


@kernel
def forget_arrivals(b: Board, s: State, w: Work) -> None:
    """Discard search results for units off the map that a friend's move may have changed.

    They depend on the nearest hex that allows a legal move [7.2], and so on friends' places. Units
    with a legal move through the scheduled hex are not affected.
    """
    for unit in range(b.units):
        if s.hex[unit] == OFF:
            w.sea_size[unit] = -1
            if w.reach_size[unit] >= 0 and (w.diverted[unit] or not _finds_a_move(b, s, w, unit)):
                w.reach_size[unit] = -1


@kernel
def _finds_a_move(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether the stored result has a hex to end in, or a way across the canal."""
    reach, occupant = w.reach, w.occupant
    for i in range(w.reach_size[unit]):
        if occupant[reach[unit, i]] < 0:
            return True
    return cannot_cross(b, s, w, unit, w.crossing[unit]) == 0
