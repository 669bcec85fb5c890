"""Movement [5.0], night movement [5.15], exits [9.10, 10.9], and the search for paths.

A unit's whole move is one action by the cheapest legal way. Passing through a friend costs extra
when leaving its hex, so friends affect the result of a search: after a move of one unit, those
units are searched again that could reach its old or new hex.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.zones import (
    distance,
    has_other,
    has_room,
    holds_side,
    is_helicopter,
    is_night,
    zone_stops,
)
from bridgehead.titles.middle_east_battles.state import (
    BUCKETS,
    EGYPT,
    ELIMINATED,
    EXITED,
    STATIC,
    UNREACHED,
    WEST,
)

# What a search may be told to leave out, to find the rule that stands in the way. Each level
# leaves out what the one before it does, and one thing more.
ALL_RULES, WITHOUT_ZONES, WITHOUT_PASSING, WITHOUT_ENEMIES, WITHOUT_ALLOWANCE = range(5)
UNLIMITED = UNREACHED - 100


@kernel
def allowance(b: Board, s: State, unit: int) -> int:
    """[5.2, 5.3, 5.15] Half points a unit may spend in one Movement Phase of this game turn."""
    if is_night(b, s):
        return int(b.allowance[unit]) // 2
    return int(b.allowance[unit])


@kernel
def pinned(b: Board, s: State, w: Work, unit: int) -> bool:
    """[6.2, 6.3, 10.11] Whether a zone keeps a unit where it began its Movement Phase.

    After the withdrawal is declared Egyptians may leave by day. Enemies do not move in the phase,
    so a unit that has not moved yet is where it began.
    """
    if s.hex[unit] < 0 or not zone_stops(b, w, unit, s.hex[unit]):
        return False
    return not disengages(b, s, w, unit)


@kernel
def disengages(b: Board, s: State, w: Work, unit: int) -> bool:
    """[10.11] Whether a unit that starts in an Israeli zone may leave it in the withdrawal."""
    return (
        s.withdrawn != 0
        and b.side[unit] == EGYPT
        and s.hex[unit] >= 0
        and zone_stops(b, w, unit, s.hex[unit])
        and not is_night(b, s)
    )


@kernel
def cannot_act(b: Board, s: State, unit: int) -> int:
    """[5.1, 5.6, 9.9, 9.14] Return why a unit can do nothing in a Movement Phase."""
    if b.side[unit] != s.side:
        return no.NOT_YOUR_MOVE
    if s.hex[unit] == ELIMINATED:
        return no.IS_ELIMINATED
    if s.hex[unit] == EXITED:
        return no.HAS_LEFT
    if s.moved[unit]:
        return no.HAS_MOVED
    if s.fixed[unit]:
        return no.HELPS_OTHERS
    return no.ALLOWED


@kernel
def cannot_leave_hex(b: Board, s: State, w: Work, unit: int) -> int:
    """[5.2, 5.15, 6.2, 6.3] Return why a unit on the map must stay where it is."""
    if b.mobility[unit] == STATIC:
        return no.IS_STATIC
    if not pinned(b, s, w, unit):
        return no.ALLOWED
    if b.side[unit] == WEST:
        return no.HELD_BY_FORT
    return no.HELD_AT_NIGHT if is_night(b, s) else no.HELD_BY_ZONE


@kernel
def cannot_end_in(b: Board, w: Work, unit: int, hex_: int) -> int:
    """[5.5, 5.7, 5.11, 5.13] Return why a unit cannot end its move in a hex."""
    if not b.land[hex_]:
        return no.NOT_OVER_LAND if is_helicopter(b, unit) else no.NO_GROUND
    if holds_side(b, w, hex_, 1 - b.side[unit]):
        return no.ENEMY_THERE
    return no.ALLOWED if has_room(b, w, unit, hex_) else no.NO_ROOM


@kernel
def begin_search(w: Work) -> None:
    """Clear the search."""
    w.cost[:] = UNREACHED
    w.bucket_size[:] = 0


@kernel
def seed(w: Work, hex_: int, cost: int) -> None:
    """Add a starting hex to the search, with the half points already spent there."""
    w.cost[hex_] = cost
    w.previous[hex_] = -1
    slot = cost % BUCKETS
    w.bucket[slot, w.bucket_size[slot]] = hex_
    w.bucket_size[slot] += 1


@kernel
def search(b: Board, s: State, w: Work, unit: int, start: int, left_out: int) -> None:
    """Find the least cost of every hex a ground unit can be in [5.7 to 5.12, 6.2, 6.3].

    It begins in the seeded hex. `start` is the hex where the unit begins its move on the map, -1
    when it enters. A hex in a zone that stops it ends the move; an Egyptian may not enter one at
    night [5.15], nor in the move by which it disengages [10.11]. Leaving a friend's hex costs extra
    [5.12]. `left_out` is one of the levels above.
    """
    neighbor, step, head, sides = b.neighbor, b.step, w.head, b.side
    cost, previous, bucket, size = w.cost, w.previous, w.bucket, w.bucket_size
    side = sides[unit]
    passing = int(b.pass_through[side])
    no_zones = left_out >= WITHOUT_ZONES
    free_passing = left_out >= WITHOUT_PASSING
    no_enemies = left_out >= WITHOUT_ENEMIES
    budget = UNLIMITED if left_out >= WITHOUT_ALLOWANCE else allowance(b, s, unit)
    shuns = not no_zones and side == EGYPT and is_night(b, s)
    if start >= 0 and not no_zones and disengages(b, s, w, unit):
        shuns = True

    empty, spent = 0, 0
    if start < 0:
        for slot in range(BUCKETS):
            if size[slot] > 0:
                spent = int(cost[bucket[slot, 0]])
    while empty < BUCKETS:
        slot = spent % BUCKETS
        if size[slot] == 0:
            empty += 1
            spent += 1
            continue
        empty = 0
        size[slot] -= 1
        here = int(bucket[slot, size[slot]])
        if cost[here] != spent:
            continue  # a cheaper way was found since
        if here != start and not no_zones and zone_stops(b, w, unit, here):
            continue  # it must stop here
        leaving = 0
        if not free_passing and here != start and has_other(w, unit, here):
            leaving = passing
        for direction in range(6):
            price = int(step[here, direction])
            if price == 0:
                continue
            total = spent + price + leaving
            if total > budget:
                continue
            there = int(neighbor[here, direction])
            if total >= cost[there] or (shuns and zone_stops(b, w, unit, there)):
                continue
            other = head[there]
            if other >= 0 and sides[other] != side and not no_enemies:
                continue
            cost[there] = total
            previous[there] = here
            slot_there = total % BUCKETS
            bucket[slot_there, size[slot_there]] = there
            size[slot_there] += 1


@kernel
def search_from_map(b: Board, s: State, w: Work, unit: int, left_out: int) -> None:
    """Search from the unit's hex."""
    begin_search(w)
    seed(w, int(s.hex[unit]), 0)
    search(b, s, w, unit, int(s.hex[unit]), left_out)


@kernel
def flight(b: Board, s: State, w: Work, unit: int, start: int, spent: int) -> None:
    """[5.5, 5.14] Find where a helicopter can land, over any terrain, one point per hex."""
    w.cost[:] = UNREACHED
    budget = allowance(b, s, unit)
    for hex_ in range(b.hexes):
        if b.land[hex_] and not holds_side(b, w, hex_, 1 - b.side[unit]):
            total = spent + 2 * distance(b, start, hex_)
            if total <= budget:
                w.cost[hex_] = total
                w.previous[hex_] = start
    w.previous[start] = -1


@kernel
def find_reach(b: Board, s: State, w: Work, unit: int) -> None:
    """Search from a unit's place, and store the result."""
    if is_helicopter(b, unit):
        flight(b, s, w, unit, int(s.hex[unit]), 0)
    else:
        search_from_map(b, s, w, unit, ALL_RULES)
    keep_reach(b, w, unit)


@kernel
def keep_reach(b: Board, w: Work, unit: int) -> None:
    """Store the result of the search, hexes ascending."""
    cost, reach, reach_cost = w.cost, w.reach, w.reach_cost
    found = 0
    for hex_ in range(b.hexes):
        if cost[hex_] < UNREACHED:
            reach[unit, found] = hex_
            reach_cost[unit, found] = cost[hex_]
            found += 1
    w.reach_size[unit] = found


@kernel
def reaches(w: Work, unit: int, hex_: int) -> bool:
    """Whether a hex is in a unit's stored reach."""
    low, high = 0, int(w.reach_size[unit])
    while low < high:
        middle = (low + high) // 2
        if w.reach[unit, middle] < hex_:
            low = middle + 1
        else:
            high = middle
    return low < w.reach_size[unit] and w.reach[unit, low] == hex_


@kernel
def forget_reach_of(b: Board, w: Work, hex_: int) -> None:
    """Discard the reaches that include a hex, because a unit has left or entered it.

    A unit that could not enter the hex before cannot now, and hexes beyond it are out of its reach,
    because the cost of passing is paid on leaving.
    """
    for unit in range(b.units):
        if w.reach_size[unit] >= 0 and reaches(w, unit, hex_):
            w.reach_size[unit] = -1


@kernel
def may_end(b: Board, s: State, w: Work, unit: int, hex_: int) -> bool:
    """[5.11] Whether a move to a hex may end in it; staying in place is not a move."""
    return hex_ != s.hex[unit] and has_room(b, w, unit, hex_)


@kernel
def cannot_exit(b: Board, s: State, unit: int) -> int:
    """[9.10, 10.9, 10.11] Return why a unit cannot exit the map anywhere."""
    if b.side[unit] == EGYPT and not s.withdrawn:
        return no.NOT_WITHDRAWN if b.withdrawal else no.EGYPT_STAYS
    return no.ALLOWED if s.hex[unit] >= 0 else no.EXIT_OFF_MAP


@kernel
def exit_price(b: Board, s: State, w: Work, unit: int, hex_: int, cost: int) -> int:
    """[9.10, 10.9] Half points to exit by a hex that costs `cost` to reach; UNREACHED if forbidden.

    A unit that a zone stops there cannot go on, one that began there may.
    """
    if b.exit_cost[hex_] == 0:
        return UNREACHED
    if is_helicopter(b, unit):
        return cost + 2
    if hex_ != s.hex[unit]:
        if zone_stops(b, w, unit, hex_):
            return UNREACHED
        if has_other(w, unit, hex_):
            cost += int(b.pass_through[b.side[unit]])
    return cost + int(b.exit_cost[hex_])


@kernel
def cannot_exit_by(b: Board, s: State, w: Work, unit: int, hex_: int, cost: int) -> int:
    """[9.10, 10.9] Return why a unit that reaches a hex at this cost cannot exit by it."""
    if b.exit_cost[hex_] == 0:
        return no.NO_EXIT_HEX
    w.price = exit_price(b, s, w, unit, hex_, cost)
    if w.price == UNREACHED:
        return no.ZONE_AT_EXIT
    return no.ALLOWED if w.price <= allowance(b, s, unit) else no.EXIT_COSTS
