"""Movement [4.0], night [10.0], and the search that finds where a unit can go.

A unit's whole move is one action by the cheapest legal way. One search from its place gives the
cost of every hex it can get to; since friends may be passed but not joined, what the search
finds stays true while other friends move, and only where one may *end* changes. So each unit is
searched at most once in a Movement Phase.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.titles.across_suez.rules.zones import ignores_zones, in_enemy_zone, is_night
from bridgehead.titles.across_suez.state import UNREACHED

BUCKETS = 16  # more than the dearest single step, in half points

# What a search may be told to leave out, to find the rule that stands in the way. Each level
# leaves out what the one before it does, and one thing more.
ALL_RULES, WITHOUT_ZONES, WITHOUT_ENEMIES, WITHOUT_BRIDGE_LIMITS, WITHOUT_ALLOWANCE = range(5)
UNLIMITED = UNREACHED - 100


@kernel
def allowance(b: Any, s: Any, unit: int) -> int:
    """[4.1, 10.0] Half points a unit may spend in one Movement Phase of this game turn."""
    points = int(b.allowance[unit])
    if not is_night(b, s):
        return 2 * points
    if b.night_halves:
        return points
    return max(0, 2 * points - int(b.night_less))


@kernel
def held_by_confusion(b: Any, s: Any, w: Any, unit: int) -> bool:
    """[9.1] In turn 1 a unit that begins its Movement Phase in an enemy zone may not move.

    Enemies do not move in that phase, so a unit that has not moved yet is where it began.
    """
    return (
        s.turn == b.confusion_turn
        and s.hex[unit] >= 0
        and in_enemy_zone(b, w, b.side[unit], s.hex[unit])
        and not ignores_zones(b, s, unit)
    )


@kernel
def may_enter(b: Any, unit: int, hex_: int) -> bool:
    """[4.2, 14.2] Whether the terrain of a hex is open to this unit."""
    if not b.land[hex_]:
        return False
    return not (b.bridge_limited and unit == b.bridge_unit and not b.bridge_may[hex_])


@kernel
def begin_search(w: Any) -> None:
    """Empty the search: nothing reached."""
    w.cost[:] = UNREACHED
    w.bucket_size[:] = 0


@kernel
def seed(w: Any, hex_: int, cost: int) -> None:
    """Let the search begin in a hex, with this many half points spent to be there."""
    if cost < w.cost[hex_]:
        w.cost[hex_] = cost
        w.previous[hex_] = -1
        slot = cost % BUCKETS
        w.bucket[slot, w.bucket_size[slot]] = hex_
        w.bucket_size[slot] += 1


@kernel
def search(b: Any, s: Any, w: Any, unit: int, start: int, left_out: int) -> None:
    """Find the least cost of every hex the unit can get to from the seeded hexes [4.1 to 4.5].

    `start` is the hex where the unit begins its move, -1 when it comes from off the map. An
    enemy-controlled hex ends a move, and a unit that starts in one may not go straight to
    another. `left_out` is one of the levels above. Seeds must lie within BUCKETS of each other.
    """
    neighbor, step, occupant, sides = b.neighbor, b.step, w.occupant, b.side
    cost, previous, bucket, size = w.cost, w.previous, w.bucket, w.bucket_size
    side = sides[unit]
    zone = w.zone[1 - side]
    no_zones = left_out >= WITHOUT_ZONES or ignores_zones(b, s, unit)
    no_enemies = left_out >= WITHOUT_ENEMIES
    limited = left_out < WITHOUT_BRIDGE_LIMITS and b.bridge_limited and unit == b.bridge_unit
    budget = UNLIMITED if left_out >= WITHOUT_ALLOWANCE else allowance(b, s, unit)
    held = start >= 0 and not no_zones and zone[start] > 0  # starts in an enemy zone

    empty, spent = 0, 0
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
        if here != start and not no_zones and zone[here] > 0:
            continue  # it must stop here
        for direction in range(6):
            price = int(step[here, direction])
            if price == 0 or spent + price > budget:
                continue
            there = int(neighbor[here, direction])
            if spent + price >= cost[there]:
                continue
            if held and here == start and zone[there] > 0:
                continue
            if limited and not b.bridge_may[there]:
                continue
            other = occupant[there]
            if other >= 0 and sides[other] != side and not no_enemies:
                continue
            cost[there] = spent + price
            previous[there] = here
            slot_there = (spent + price) % BUCKETS
            bucket[slot_there, size[slot_there]] = there
            size[slot_there] += 1


@kernel
def search_from_map(b: Any, s: Any, w: Any, unit: int, left_out: int) -> None:
    """Search from the hex where the unit stands."""
    begin_search(w)
    seed(w, s.hex[unit], 0)
    search(b, s, w, unit, s.hex[unit], left_out)


@kernel
def keep_reach(b: Any, s: Any, w: Any, unit: int) -> None:
    """Keep what the search found: the hexes, ascending, and the cost of the crossing hex."""
    cost, reach = w.cost, w.reach
    start = s.hex[unit]
    found = 0
    for hex_ in range(b.hexes):
        if cost[hex_] < UNREACHED and hex_ != start:
            reach[unit, found] = hex_
            found += 1
    w.reach_size[unit] = found
    w.crossing[unit] = cost[b.crossing_hex]
