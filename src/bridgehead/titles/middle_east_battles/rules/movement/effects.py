"""The effects of actions in a Movement Phase [5.0, 9.10 to 9.14, 10.4 to 10.11], and its end."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.duties import set_duties
from bridgehead.titles.middle_east_battles.rules.movement.landings import by_right
from bridgehead.titles.middle_east_battles.rules.movement.movement import (
    ALL_RULES,
    disengages,
    forget_reach_of,
    search_from_map,
)
from bridgehead.titles.middle_east_battles.rules.victory import go, take_city
from bridgehead.titles.middle_east_battles.rules.zones import is_helicopter, remove_from_map
from bridgehead.titles.middle_east_battles.state import NO_COLUMN, OFF, WEST


@kernel
def apply_movement(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out an action of the Movement Phase; any action other than a drop ends the drops."""
    if verb == st.DROP:
        s.drops += 1
        _drop(b, s, w, unit, place)
        return
    s.dropping = 0
    if verb == st.END:
        _end_movement(b, s, w)
    elif verb == st.ENTER and b.edge_entry:
        s.entering = unit
        s.entry_hex = place
        s.step = st.ONWARD
    elif verb == st.MOVE:
        _move(b, s, w, unit, place)
    elif verb == st.EXIT:
        if not is_helicopter(b, unit):
            search_from_map(b, s, w, unit, ALL_RULES)
            _take_cities_on_the_way(b, s, w, unit, place)
        _leave(b, s, w, unit)
    elif verb == st.ENTER:
        _arrive(b, s, w, unit, place)
    elif verb == st.RETURN:
        s.moved[unit] = 1
        forget_reach_of(b, w, int(s.hex[unit]))
        remove_from_map(b, s, w, unit, OFF)
    elif verb == st.LAND:
        s.landings += 1
        _land(b, s, w, unit, place, st.LANDED)
    elif verb == st.LIFT:
        _land(b, s, w, unit, place, st.LANDED)
        _land(b, s, w, int(b.joint), place, st.LANDED)
    elif verb == st.LIFTOFF:
        _leave(b, s, w, unit)
        _leave(b, s, w, int(b.joint))
    else:
        s.fixed[b.slot_unit[place // st.SLOT]] = 1
        _land(b, s, w, unit, place % st.SLOT, st.BROUGHT_OVER)


@kernel
def _move(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[5.1] Move a unit; in the withdrawal it may be leaving a zone [10.11]."""
    if disengages(b, s, w, unit):
        s.disengaged[unit] = 1
    if b.cities > 0 and b.city_control and not is_helicopter(b, unit):
        search_from_map(b, s, w, unit, ALL_RULES)
        _take_cities_on_the_way(b, s, w, unit, hex_)
    _arrive(b, s, w, unit, hex_)


@kernel
def _take_cities_on_the_way(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[9.4] Give the side control of city hexes that a move passes."""
    at = hex_
    while at >= 0:
        take_city(b, s, unit, at)
        at = int(w.previous[at])


@kernel
def _arrive(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """End a unit's move in a hex, from anywhere."""
    s.moved[unit] = 1
    if s.hex[unit] >= 0:
        forget_reach_of(b, w, int(s.hex[unit]))
    elif b.matt[unit] and s.ledger[st.MATT_ENTERS] == 0:
        s.ledger[st.MATT_ENTERS] = b.matt_points
    forget_reach_of(b, w, hex_)
    go(b, s, w, unit, hex_)


@kernel
def _land(b: Board, s: State, w: Work, unit: int, hex_: int, mark: int) -> None:
    """[9.11 to 9.14, 10.10] Land a unit.

    This is its whole move, marked until the Player-Turn ends.
    """
    _arrive(b, s, w, unit, hex_)
    s.landed[unit] = mark


@kernel
def _drop(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[9.11, 10.10] Land a unit from the air; if one alone may, Egypt gets points for it [10.7]."""
    _land(b, s, w, unit, hex_, st.LANDED)
    if b.one_drop:
        s.privilege = 1
        s.ledger[st.AIR_DROP] += b.drop_points


@kernel
def _leave(b: Board, s: State, w: Work, unit: int) -> None:
    """[9.9, 9.10, 10.8, 10.9, 10.11] Remove a unit from the map for good; a Western one scores."""
    s.moved[unit] = 1
    if s.hex[unit] >= 0:
        forget_reach_of(b, w, int(s.hex[unit]))
    remove_from_map(b, s, w, unit, st.EXITED)
    if b.side[unit] == WEST:
        s.ledger[st.EXITS] += b.exit_points[s.turn]


@kernel
def apply_onward(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[10.4 to 10.8] End the move of an entering unit; the first units of some formations score."""
    rim = int(b.rim[s.entry_hex])
    if not by_right(b, s, unit, rim):
        s.privilege = 1
    if not is_helicopter(b, unit):
        s.entered[rim] += 1
    column = int(b.column[unit])
    if column != NO_COLUMN:
        s.column_hex[column] = s.entry_hex
        if column == st.FOURTH and s.ledger[st.FOURTH_ENTERS] == 0:
            s.ledger[st.FOURTH_ENTERS] = b.fourth_points
        if column == st.SHAZLI and s.ledger[st.SHAZLI_ENTERS] == 0:
            s.ledger[st.SHAZLI_ENTERS] = b.shazli_points
    s.entering = -1
    s.entry_hex = -1
    s.step = st.MOVEMENT
    _arrive(b, s, w, unit, hex_)


@kernel
def _end_movement(b: Board, s: State, w: Work) -> None:
    """End a Movement Phase: militia without room is sent back [9.4], duties are computed [7.3]."""
    if s.landings > 0:
        s.amphibious = 1
    _send_back_militia(b, s, w)
    s.step = st.COMBAT
    s.fought[:] = 0
    s.attacked[:] = 0
    s.displaced[:] = 0
    s.protected[:] = 0
    s.guns_used[:] = 0
    s.city_fired[:] = 0
    for unit in range(b.units):
        if b.side[unit] == s.side:
            s.shaken[unit] = 0
    set_duties(b, s, w)


@kernel
def _send_back_militia(b: Board, s: State, w: Work) -> None:
    """[9.4] Send the last units of a militia stack that cannot be broken up to the pool."""
    while True:
        last = -1
        for unit in range(b.units):
            if not s.placed[unit] or s.hex[unit] < 0 or w.count[s.hex[unit]] < 2:
                continue
            if last < 0 or s.placed[unit] > s.placed[last]:
                last = unit
        if last < 0:
            return
        remove_from_map(b, s, w, last, OFF)
