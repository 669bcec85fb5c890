"""Coming onto the map: drops, lifts, landings, assisted crossings [9.11 to 9.14]; columns [10.4].

Every one of them is asked for one unit and one hex. What a landing costs and marks is done in
`sequence.py`.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.titles.middle_east_battles.rules.movement import (
    ALL_RULES,
    allowance,
    begin_search,
    flight,
    search,
    seed,
)
from bridgehead.titles.middle_east_battles.rules.zones import (
    direction_to,
    distance,
    has_room,
    holds_side,
    is_helicopter,
    zone_stops,
)
from bridgehead.titles.middle_east_battles.state import (
    EGYPT,
    HELICOPTER,
    NO_COLUMN,
    OFF,
    STRAIGHT_LEG,
    UNREACHED,
    WEST,
)

# Air drops [9.11, 10.10]


@kernel
def drops_left(b: Any, s: Any) -> int:
    """[9.11, 10.10] Return how many units may still drop now: drops come first in the phase."""
    if not s.dropping:
        return 0
    if not b.suez:
        return 1 if not s.privilege else 0
    most = b.first_drops if s.turn == 1 else b.later_drops
    return int(most) - int(s.drops)


@kernel
def may_drop(b: Any, s: Any, unit: int) -> bool:
    """Whether a unit may land from the air now."""
    return (
        b.drops[unit] != 0
        and b.side[unit] == s.side
        and s.hex[unit] == OFF
        and drops_left(b, s) > 0
        and (b.suez != 0 or s.turn >= b.arrives[unit])
    )


@kernel
def drop_hex(b: Any, w: Any, unit: int, hex_: int) -> bool:
    """[9.11, 10.10] Clear ground without enemies, with room; zones are no bar."""
    return (
        b.clear[hex_] != 0
        and not holds_side(b, w, hex_, 1 - b.side[unit])
        and has_room(b, w, unit, hex_)
    )


# Amphibious landings [9.13]


@kernel
def landings_left(b: Any, s: Any) -> int:
    """[9.13] Return how many units may still come ashore in this phase."""
    if b.amphibious_from == 0 or s.turn < b.amphibious_from or s.side == EGYPT:
        return 0
    most = b.amphibious_later if s.amphibious else b.amphibious_first
    return int(most) - int(s.landings)


@kernel
def may_land(b: Any, s: Any, unit: int) -> bool:
    """Whether a unit may come ashore now: any ground unit in the box."""
    return (
        b.side[unit] == s.side
        and s.hex[unit] == OFF
        and not is_helicopter(b, unit)
        and landings_left(b, s) > 0
    )


@kernel
def land_hex(b: Any, w: Any, unit: int, hex_: int) -> bool:
    """[9.13] A hex of the coast without enemies, with room."""
    return (
        b.coast[hex_] != 0
        and not holds_side(b, w, hex_, 1 - b.side[unit])
        and has_room(b, w, unit, hex_)
    )


# Helicopters of Suez '56 [9.12]


@kernel
def fly_in_cost(b: Any, hex_: int) -> int:
    """[9.12] Half points from the box to a hex: the first all-sea hex, then hex by hex."""
    return 2 + 2 * int(b.sea_distance[hex_])


@kernel
def may_fly_in(b: Any, s: Any, unit: int) -> bool:
    """Whether a helicopter may come from the box now."""
    return (
        b.suez != 0
        and is_helicopter(b, unit)
        and b.side[unit] == s.side
        and s.hex[unit] == OFF
        and not s.moved[unit]
    )


@kernel
def fly_in_hex(b: Any, s: Any, w: Any, unit: int, hex_: int) -> bool:
    """Whether a helicopter from the box may end its flight in a hex."""
    return (
        b.land[hex_] != 0
        and not holds_side(b, w, hex_, 1 - b.side[unit])
        and has_room(b, w, unit, hex_)
        and fly_in_cost(b, hex_) <= allowance(b, s, unit)
    )


@kernel
def may_return(b: Any, s: Any, unit: int) -> bool:
    """[9.12] Whether a helicopter on the map may fly back into the box."""
    return (
        b.suez != 0
        and is_helicopter(b, unit)
        and b.side[unit] == s.side
        and s.hex[unit] >= 0
        and not s.moved[unit]
        and fly_in_cost(b, s.hex[unit]) <= allowance(b, s, unit)
    )


@kernel
def may_be_lifted(b: Any, s: Any, unit: int) -> bool:
    """[9.12] Whether the joint helicopter and this unit can both still be used for a lift."""
    return (
        b.joint >= 0
        and s.side == WEST
        and b.side[unit] == s.side
        and b.mobility[unit] == STRAIGHT_LEG
        and (s.hex[unit] == OFF or s.hex[unit] >= 0)
        and not s.moved[unit]
        and not s.fixed[unit]
        and (s.hex[b.joint] == OFF or s.hex[b.joint] >= 0)
        and not s.moved[b.joint]
    )


@kernel
def pick_up_cost(b: Any, s: Any, unit: int) -> int:
    """Half points that the joint helicopter flies to pick a unit up.

    For a unit in the box that is its way out; the way in again is counted by `carry_cost`.
    """
    at = int(s.hex[b.joint])
    if s.hex[unit] == OFF:
        return 0 if at == OFF else fly_in_cost(b, at)
    if at == OFF:
        return fly_in_cost(b, s.hex[unit])
    return 2 * distance(b, at, s.hex[unit])


@kernel
def carry_cost(b: Any, s: Any, unit: int, hex_: int) -> int:
    """Half points that both fly from where the unit is to a hex."""
    if s.hex[unit] == OFF:
        return fly_in_cost(b, hex_)
    return 2 * distance(b, s.hex[unit], hex_)


@kernel
def lift_hex(b: Any, s: Any, w: Any, unit: int, hex_: int, picked_up: int) -> bool:
    """[9.12] Whether both may land in a hex: clear, empty but for themselves, near enough."""
    if b.clear[hex_] == 0 or hex_ == s.hex[unit]:
        return False
    other = int(w.head[hex_])
    while other >= 0:
        if other != unit and other != b.joint:  # noqa: PLR1714 - kernels take no mixed tuple
            return False
        other = int(w.next[other])
    return picked_up + carry_cost(b, s, unit, hex_) <= allowance(b, s, b.joint)


@kernel
def liftoff_hex(b: Any, s: Any, unit: int, hex_: int, picked_up: int) -> bool:
    """[9.10, 9.12] Whether both may leave the map together by an exit hex."""
    if b.exit_cost[hex_] == 0:
        return False
    return picked_up + carry_cost(b, s, unit, hex_) + 2 <= allowance(b, s, b.joint)


# Assisted crossings [9.14]


@kernel
def may_be_helped(b: Any, s: Any, unit: int) -> bool:
    """Whether a unit may be brought across in this phase: a ground unit that has not moved."""
    return (
        b.suez != 0
        and b.side[unit] == s.side
        and s.side != EGYPT
        and s.hex[unit] >= 0
        and not is_helicopter(b, unit)
        and not s.moved[unit]
        and not s.fixed[unit]
    )


@kernel
def may_help(b: Any, s: Any, engineer: int, unit: int) -> bool:
    """[9.14] Whether an engineer that has not moved stands where it can help a unit."""
    if engineer == unit or s.hex[engineer] < 0 or s.moved[engineer]:
        return False
    direction = direction_to(b, s.hex[unit], s.hex[engineer])
    return direction >= 0 and b.closed[s.hex[unit], direction] == 0


@kernel
def far_hex(b: Any, w: Any, unit: int, at: int, direction: int) -> int:
    """[9.14] Return the land beyond a closed hexside of an engineer's hex, -1 where it is not free.

    An enemy bars it, his zone does not.
    """
    there = int(b.neighbor[at, direction])
    if there < 0 or b.closed[at, direction] == 0:
        return -1
    if holds_side(b, w, there, 1 - b.side[unit]) or not has_room(b, w, unit, there):
        return -1
    return there


# Entering El Arish '67 [10.4, 10.5]


@kernel
def may_come(b: Any, s: Any, unit: int) -> bool:
    """[10.4 to 10.6] Whether a unit may enter in this phase."""
    return (
        b.suez == 0
        and b.side[unit] == s.side
        and s.hex[unit] == OFF
        and 0 < b.arrives[unit] <= s.turn
        and not s.moved[unit]
    )


@kernel
def entry_price(b: Any, s: Any, unit: int, rim: int) -> int:
    """[10.4] Half points for the entry hex: the n-th unit by it in a phase pays n times."""
    if b.mobility[unit] == HELICOPTER:
        return 2
    return int(b.entry_cost[b.rim_hex[rim]]) * (int(s.entered[rim]) + 1)


@kernel
def by_right(b: Any, s: Any, unit: int, rim: int) -> bool:
    """[10.4, 10.5] Whether a unit's own span holds an entry hex, and its column enters there."""
    if not b.may_enter[unit, rim]:
        return False
    column = b.column[unit]
    if column == NO_COLUMN or s.column_hex[column] < 0:
        return True
    return s.column_hex[column] == b.rim_hex[rim]


@kernel
def may_enter_by(b: Any, s: Any, w: Any, unit: int, rim: int) -> bool:
    """Whether a unit that may come can do so by an entry hex: it must be able to end somewhere."""
    privileged = b.may_enter_privileged[unit, rim] != 0 and not s.privilege
    if not by_right(b, s, unit, rim) and not privileged:
        return False
    hex_ = int(b.rim_hex[rim])
    if holds_side(b, w, hex_, 1 - b.side[unit]):
        return False
    if entry_price(b, s, unit, rim) > allowance(b, s, unit):
        return False
    if b.side[unit] == EGYPT and b.night[s.turn] and zone_stops(b, w, unit, hex_):
        return False
    if has_room(b, w, unit, hex_):
        return True
    search_entry(b, s, w, unit, hex_)
    for other in range(b.hexes):
        if w.cost[other] < UNREACHED and has_room(b, w, unit, other):
            return True
    return False


@kernel
def search_entry(b: Any, s: Any, w: Any, unit: int, hex_: int, left_out: int = ALL_RULES) -> None:
    """Search from an entry hex: what a unit that enters by it can get to, that hex included."""
    price = entry_price(b, s, unit, int(b.rim[hex_]))
    if is_helicopter(b, unit):
        flight(b, s, w, unit, hex_, price)
        return
    begin_search(w)
    seed(w, hex_, price)
    search(b, s, w, unit, -1, left_out)
