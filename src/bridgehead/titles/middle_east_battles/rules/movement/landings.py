"""Entering the map: drops, lifts, landings, assisted crossings [9.11 to 9.14]; columns [10.4].

There are separate predicates for whether a unit can do something at all, and whether it can in a
certain hex. The cost and the effects of a landing are in `effects.py`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.movement.movement import (
    ALL_RULES,
    allowance,
    begin_search,
    cannot_end_in,
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
)

# Air drops [9.11, 10.10]


@kernel
def cannot_drop(b: Board, s: State, unit: int) -> int:
    """[9.11, 10.10] Return why a unit cannot drop anywhere: drops come first in the phase."""
    if not b.drops[unit]:
        return no.NO_PARATROOPS
    if s.hex[unit] != OFF:
        return no.DROP_FROM_MAP
    if not s.dropping:
        return no.DROPS_COME_FIRST
    if b.one_drop:
        return no.PRIVILEGE_USED if s.privilege else no.ALLOWED
    most = b.first_drops if s.turn == 1 else b.later_drops
    return no.DROPS_MADE if s.drops >= most else no.ALLOWED


@kernel
def cannot_drop_in(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[9.11, 10.10] Return why a unit cannot drop in a hex.

    The hex needs clear terrain, room and no enemies.
    """
    if not b.clear[hex_]:
        return no.DROP_GROUND
    found = cannot_end_in(b, w, unit, hex_)
    if found == no.ALLOWED and s.turn < b.arrives[unit]:
        return no.NO_DROP_YET
    return found


# Amphibious landings [9.13]


@kernel
def cannot_land(b: Board, s: State, unit: int) -> int:
    """[9.7, 9.13] Return why a unit cannot come ashore: any ground unit in the box may."""
    if b.amphibious_from == 0:
        return no.NO_LANDINGS
    if b.side[unit] == EGYPT:
        return no.EGYPT_LANDS
    if is_helicopter(b, unit):
        return no.HELICOPTER_LANDS
    if s.hex[unit] != OFF:
        return no.LANDS_FROM_MAP
    if s.turn < b.amphibious_from:
        return no.LANDINGS_LATER
    most = b.amphibious_later if s.amphibious else b.amphibious_first
    return no.LANDINGS_MADE if s.landings >= most else no.ALLOWED


@kernel
def cannot_land_in(b: Board, w: Work, unit: int, hex_: int) -> int:
    """[9.13] Return why a unit cannot land in a hex.

    The hex needs coast, room and no enemies.
    """
    return cannot_end_in(b, w, unit, hex_) if b.coast[hex_] else no.NO_COAST


# Helicopters that come from a box at sea [9.12]


@kernel
def fly_in_cost(b: Board, hex_: int) -> int:
    """[9.12] Half points from the box to a hex: the first all-sea hex, then hex by hex."""
    return 2 + 2 * int(b.sea_distance[hex_])


@kernel
def cannot_fly_in_to(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[9.12] Return why a helicopter in the box cannot end its flight in a hex."""
    found = cannot_end_in(b, w, unit, hex_)
    w.price = fly_in_cost(b, hex_)
    if found == no.ALLOWED and w.price > allowance(b, s, unit):
        return no.FLY_IN_COSTS
    return found


@kernel
def cannot_return(b: Board, s: State, w: Work, unit: int) -> int:
    """[9.12] Return why a unit cannot fly back into the box: only helicopters may."""
    if b.edge_entry:
        return no.NO_RETURN
    if not is_helicopter(b, unit):
        return no.RETURNS_ON_FOOT
    if s.hex[unit] < 0:
        return no.IN_BOX
    w.price = fly_in_cost(b, s.hex[unit])
    return no.RETURN_COSTS if w.price > allowance(b, s, unit) else no.ALLOWED


@kernel
def cannot_lift(b: Board, s: State, unit: int) -> int:
    """[9.12] Return why the joint helicopter cannot carry a unit anywhere."""
    if b.joint < 0:
        return no.NO_LIFTS
    if b.side[unit] == EGYPT or b.mobility[unit] != STRAIGHT_LEG:
        return no.NOT_CARRIED
    if s.hex[b.joint] < 0 and s.hex[b.joint] != OFF:
        return no.CARRIER_GONE
    return no.CARRIER_FLOWN if s.moved[b.joint] else no.ALLOWED


@kernel
def cannot_lift_off(b: Board, s: State, unit: int) -> int:
    """[9.10, 9.12] Return why the joint helicopter cannot take a unit off the map."""
    found = cannot_lift(b, s, unit)
    return no.LIFT_OFF_FROM_BOX if found == no.ALLOWED and s.hex[unit] == OFF else found


@kernel
def pick_up_cost(b: Board, s: State, unit: int) -> int:
    """Half points for the joint helicopter to pick a unit up.

    For a unit in the box that is its flight out of the map; `carry_cost` counts the flight in.
    """
    at = int(s.hex[b.joint])
    if s.hex[unit] == OFF:
        return 0 if at == OFF else fly_in_cost(b, at)
    if at == OFF:
        return fly_in_cost(b, s.hex[unit])
    return 2 * distance(b, at, s.hex[unit])


@kernel
def carry_cost(b: Board, s: State, unit: int, hex_: int) -> int:
    """Half points for both to fly from the unit's place to a hex."""
    if s.hex[unit] == OFF:
        return fly_in_cost(b, hex_)
    return 2 * distance(b, s.hex[unit], hex_)


@kernel
def cannot_lift_to(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[9.12] Return why a lift to a hex is not possible.

    The hex must be clear, vacant and near enough.
    """
    if not b.clear[hex_]:
        return no.LIFT_GROUND
    if hex_ == s.hex[unit]:
        return no.LIFT_STANDS
    other = int(w.head[hex_])
    while other >= 0:
        if other != unit and other != b.joint:  # noqa: PLR1714 - kernels take no mixed tuple
            return no.LIFT_TO_ENEMY if b.side[other] == EGYPT else no.LIFT_TO_OTHERS
        other = int(w.next[other])
    w.price = pick_up_cost(b, s, unit) + carry_cost(b, s, unit, hex_)
    return no.LIFT_COSTS if w.price > allowance(b, s, b.joint) else no.ALLOWED


@kernel
def cannot_lift_off_from(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[9.10, 9.12] Return why both cannot leave the map together by a hex."""
    if b.exit_cost[hex_] == 0:
        return no.NO_EXIT_HEX
    w.price = pick_up_cost(b, s, unit) + carry_cost(b, s, unit, hex_) + 2
    return no.LIFT_COSTS if w.price > allowance(b, s, b.joint) else no.ALLOWED


# Assisted crossings [9.14]


@kernel
def cannot_cross(b: Board, s: State, unit: int) -> int:
    """[9.14] Return why a unit cannot be helped across: only Western ground units can."""
    if not b.crossings:
        return no.NO_CROSSINGS
    if b.side[unit] == EGYPT:
        return no.EGYPT_CROSSES
    if is_helicopter(b, unit) or s.hex[unit] < 0:
        return no.NOT_HELPED
    return no.ALLOWED


@kernel
def cannot_help(b: Board, s: State, engineer: int, unit: int) -> int:
    """[9.14] Return why an engineer cannot help a unit.

    It must be beside the unit, and must not have moved.
    """
    if engineer < 0:
        return no.NO_ENGINEER
    if engineer == unit:
        return no.HELPS_ITSELF
    if s.hex[engineer] < 0:
        return no.HELPER_OFF_MAP
    if s.moved[engineer]:
        return no.HELPER_MOVED
    direction = direction_to(b, s.hex[unit], s.hex[engineer])
    if direction < 0 or b.closed[s.hex[unit], direction]:
        return no.NOT_BESIDE_HELPER
    return no.ALLOWED


@kernel
def cannot_cross_to(b: Board, w: Work, unit: int, at: int, hex_: int) -> int:
    """[9.14] Return why a crossing to a hex is not possible.

    It must be vacant land beyond a closed hexside. An enemy forbids it, an enemy zone does not.
    `at` is the engineer's hex.
    """
    direction = direction_to(b, at, hex_)
    if direction < 0 or (b.land[hex_] and not b.closed[at, direction]):
        return no.NOT_ACROSS
    return cannot_end_in(b, w, unit, hex_)


# Entering by the map's edges [10.4, 10.5]


@kernel
def cannot_enter(b: Board, s: State, unit: int) -> int:
    """[9.12, 10.4 to 10.6] Return why a unit cannot enter, or fly in, anywhere."""
    if s.hex[unit] != OFF:
        return no.ENTERS_FROM_MAP
    if not b.edge_entry:
        if b.side[unit] == EGYPT:
            return no.MILITIA_ENTERS
        return no.ALLOWED if is_helicopter(b, unit) else no.ENTERS_ON_FOOT
    if b.arrives[unit] == 0:
        return no.NO_REINFORCEMENT
    return no.ENTERS_LATER if b.arrives[unit] > s.turn else no.ALLOWED


@kernel
def entry_price(b: Board, s: State, unit: int, rim: int) -> int:
    """[10.4] Half points for the entry hex.

    The n-th unit that enters by it in a phase pays n times the cost.
    """
    if b.mobility[unit] == HELICOPTER:
        return 2
    return int(b.entry_cost[b.rim_hex[rim]]) * (int(s.entered[rim]) + 1)


@kernel
def by_right(b: Board, s: State, unit: int, rim: int) -> bool:
    """[10.4, 10.5] Whether an entry hex is in a unit's own span, and its column enters there."""
    if not b.may_enter[unit, rim]:
        return False
    column = b.column[unit]
    if column == NO_COLUMN or s.column_hex[column] < 0:
        return True
    return s.column_hex[column] == b.rim_hex[rim]


@kernel
def cannot_enter_by(b: Board, s: State, w: Work, unit: int, rim: int) -> int:
    """[10.4, 10.5] Return why a unit cannot enter by an entry hex and end its move somewhere."""
    if rim < 0 or not (b.may_enter[unit, rim] or b.may_enter_privileged[unit, rim]):
        return no.ENTERS_ELSEWHERE
    if not by_right(b, s, unit, rim) and (s.privilege or not b.may_enter_privileged[unit, rim]):
        return no.COLUMN_ELSEWHERE if b.may_enter[unit, rim] else no.OTHER_EDGE_USED
    hex_ = int(b.rim_hex[rim])
    if holds_side(b, w, hex_, 1 - b.side[unit]):
        return no.ENEMY_THERE
    w.price = entry_price(b, s, unit, rim)
    if w.price > allowance(b, s, unit):
        return no.ENTRY_COSTS
    if b.side[unit] == EGYPT and b.night[s.turn] and zone_stops(b, w, unit, hex_):
        return no.ENTRY_ZONE
    if has_room(b, w, unit, hex_):
        return no.ALLOWED
    search_entry(b, s, w, unit, hex_)
    for other in range(b.hexes):
        if w.cost[other] < UNREACHED and has_room(b, w, unit, other):
            return no.ALLOWED
    return no.ENTRY_FULL


@kernel
def search_entry(
    b: Board, s: State, w: Work, unit: int, hex_: int, left_out: int = ALL_RULES
) -> None:
    """Search from an entry hex: the hexes that a unit can reach by it, including itself."""
    price = entry_price(b, s, unit, int(b.rim[hex_]))
    if is_helicopter(b, unit):
        flight(b, s, w, unit, hex_, price)
        return
    begin_search(w)
    seed(w, hex_, price)
    search(b, s, w, unit, -1, left_out)
