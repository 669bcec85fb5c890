"""Movement [4.0], night [10.0], and the search for a unit's destinations.

A unit's whole move is one action by the cheapest legal way. One search from its place gives the
cost of every hex that it can reach. As friends may be passed but not joined, the result stays valid
while other friends move; only where a unit may *end* changes. So each unit is searched at most once
in a Movement Phase.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.zones import ignores_zones, in_enemy_zone, is_night
from bridgehead.titles.across_suez.state import ACROSS, ELIMINATED, OFF, UNREACHED

BUCKETS = 16  # more than the dearest single step, in half points

# A search may leave rules out, to find the one that stands in the way: those of `forbidden` up to
# TOO_FAR, each together with those before it.
ALL_RULES = no.ALLOWED
UNLIMITED = UNREACHED - 100
# Where a search begins, if not in one hex
OFF_MAP, EVERY_UNIT = -1, -2


@kernel
def allowance(b: Board, s: State, unit: int) -> int:
    """[4.1, 10.0] Half points a unit may spend in one Movement Phase of this game turn."""
    points = int(b.allowance[unit])
    if not is_night(b, s):
        return 2 * points
    if b.night_halves:
        return points
    return max(0, 2 * points - int(b.night_less))


@kernel
def held_by_confusion(b: Board, s: State, w: Work, unit: int) -> bool:
    """[9.1] Whether a unit may not move because it began turn 1 in an enemy zone.

    Enemies do not move in that phase, so a unit that has not moved yet is where it began.
    """
    return (
        s.turn == b.confusion_turn
        and s.hex[unit] >= 0
        and in_enemy_zone(b, w, b.side[unit], s.hex[unit])
        and not ignores_zones(b, s, unit)
    )


@kernel
def first_turn(b: Board, unit: int) -> int:
    """[7.4] Return the first game turn in which a unit can enter the map, 0 for never."""
    first = 0
    for turn in (b.arrives[unit], b.by_air_from[unit], b.by_sea_from[unit]):
        if turn > 0 and (first == 0 or turn < first):
            first = int(turn)
    return first


@kernel
def cannot_move(b: Board, s: State, w: Work, unit: int) -> int:
    """[4.0, 7.4, 9.1, 11.3] Return why a unit can do nothing in this Movement Phase, else 0."""
    if b.side[unit] != s.side:
        return no.NOT_YOURS
    place = s.hex[unit]
    if place == ACROSS:
        return no.STAYS_ACROSS
    if place == ELIMINATED:
        return no.IS_ELIMINATED
    if s.moved[unit]:
        return no.HAS_MOVED
    if place == OFF:
        w.witness = first_turn(b, unit)
        if w.witness == 0:
            return no.NEVER_COMES
        return no.NOT_YET if w.witness > s.turn else no.ALLOWED
    return no.HELD if held_by_confusion(b, s, w, unit) else no.ALLOWED


@kernel
def occupied(b: Board, w: Work, side: int, hex_: int) -> int:
    """[4.2 to 4.4] Return why no unit of a side can end in a hex, else 0."""
    if not b.land[hex_]:
        return no.CLOSED
    w.witness = w.occupant[hex_]
    if w.witness < 0:
        return no.ALLOWED
    return no.FRIEND_THERE if b.side[w.witness] == side else no.ENEMY_THERE


@kernel
def may_enter(b: Board, unit: int, hex_: int) -> bool:
    """[4.2, 14.2] Whether the terrain of a hex is open to this unit."""
    if not b.land[hex_]:
        return False
    return not (b.bridge_limited and unit == b.bridge_unit and not b.bridge_may[hex_])


@kernel
def begin_search(w: Work) -> None:
    """Clear the search."""
    w.cost[:] = UNREACHED
    w.bucket_size[:] = 0


@kernel
def seed(w: Work, hex_: int, cost: int) -> None:
    """Add a starting hex to the search, with the half points already spent there."""
    if cost < w.cost[hex_]:
        w.cost[hex_] = cost
        w.previous[hex_] = -1
        slot = cost % BUCKETS
        w.bucket[slot, w.bucket_size[slot]] = hex_
        w.bucket_size[slot] += 1


@kernel
def search(b: Board, s: State, w: Work, unit: int, start: int, left_out: int) -> None:
    """Find the least cost of every hex the unit can reach from the seeded hexes [4.1 to 4.5].

    `start` is the hex where the unit begins its move, or OFF_MAP. `left_out` is the last of the
    rules to ignore, or ALL_RULES.
    """
    zones = left_out < no.ZONES_STOP and not ignores_zones(b, s, unit)
    enemies = left_out < no.ENEMIES_BAR
    limited = left_out < no.BRIDGE_WAY and b.bridge_limited and unit == b.bridge_unit
    budget = UNLIMITED if left_out >= no.TOO_FAR else allowance(b, s, unit)
    spread(b, w, int(b.side[unit]), int(start), int(budget), bool(zones), enemies, bool(limited))


@kernel
def spread(
    b: Board, w: Work, side: int, start: int, budget: int, zones: bool, enemies: bool, limited: bool
) -> None:
    """Find the least cost of every hex within a budget of the seeded ones [4.1 to 4.5].

    An enemy-controlled hex ends a move, and a unit that starts in one may not go directly to
    another. Units of the side start in `start`: a hex, OFF_MAP, or wherever they are, EVERY_UNIT.
    `zones` and `enemies` say whether these count; `limited` applies the bridge unit's limits. Seeds
    must be within BUCKETS of each other.
    """
    neighbor, step, occupant, sides = b.neighbor, b.step, w.occupant, b.side
    cost, previous, bucket, size = w.cost, w.previous, w.bucket, w.bucket_size
    zone = w.zone[1 - side]
    empty, spent = 0, 0
    while empty < BUCKETS and spent < budget:
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
        held = zones and zone[here] > 0
        if held and here != start and not (start == EVERY_UNIT and occupant[here] >= 0):
            continue  # it must stop here
        for direction in range(6):
            price = int(step[here, direction])
            if price == 0 or spent + price > budget:
                continue
            there = int(neighbor[here, direction])
            if spent + price >= cost[there]:
                continue
            if held and zone[there] > 0:
                continue
            if limited and not b.bridge_may[there]:
                continue
            other = occupant[there]
            if enemies and other >= 0 and sides[other] != side:
                continue
            cost[there] = spent + price
            previous[there] = here
            slot_there = (spent + price) % BUCKETS
            bucket[slot_there, size[slot_there]] = there
            size[slot_there] += 1


@kernel
def search_from_map(b: Board, s: State, w: Work, unit: int, left_out: int) -> None:
    """Search from the unit's hex."""
    begin_search(w)
    seed(w, s.hex[unit], 0)
    search(b, s, w, unit, s.hex[unit], left_out)


@kernel
def keep_reach(b: Board, s: State, w: Work, unit: int) -> None:
    """Store the result of the search: the hexes, ascending, and the cost of the crossing hex."""
    cost, reach = w.cost, w.reach
    start = s.hex[unit]
    found = 0
    for hex_ in range(b.hexes):
        reach[unit, found] = hex_  # the next one takes its place if this one does not count
        found += 1 if cost[hex_] < UNREACHED and hex_ != start else 0
    w.reach_size[unit] = found
    w.crossing[unit] = cost[b.crossing_hex]
