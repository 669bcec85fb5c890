"""The actions that can ever be legal in Middle East Battles, for the dense numbering."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bridgehead.core.kernels.dense import PLAIN, Possible
from bridgehead.titles.middle_east_battles import state as st

FACES = range(1, 7)


def _where(marks: Any) -> list[int]:
    """Return the indices of numbers that are not 0."""
    found: list[int] = np.flatnonzero(marks).tolist()
    return found


def possible(game: Any) -> Iterator[Possible]:
    """Yield verb, unit and places of all actions that can ever be legal in the game."""
    b = game.board[0]
    land = _where(b.land[: b.hexes])
    for unit in range(b.units):
        yield from _set_up_and_move(b, unit, land)
        yield st.WITH, unit, PLAIN
        if b.fpf[unit] > 0:
            yield st.FIRE_FPF, unit, PLAIN
        yield st.LOSE, unit, PLAIN
        for verb in (st.RETREAT_TO, st.DISPLACE_TO, st.ADVANCE_TO):
            yield verb, unit, land
    yield from _without_unit(game, b, land)


def _set_up_and_move(b: Any, unit: int, land: list[int]) -> Iterator[Possible]:
    hexes = b.hexes
    leaves = _where(b.exit_cost[:hexes])
    western, helicopter = b.side[unit] == st.WEST, b.mobility[unit] == st.HELICOPTER
    if b.setup_group[unit] or b.militia[unit]:
        cities = b.city[:hexes] * b.militia[unit]
        yield st.PLACE, unit, _where(b.setup_hex[unit, :hexes] | cities)
    yield st.MOVE, unit, land
    if not b.edge_entry and western and helicopter:
        yield st.ENTER, unit, land
        yield st.RETURN, unit, PLAIN
    elif b.edge_entry and b.arrives[unit]:
        rims = _where(b.may_enter[unit] | b.may_enter_privileged[unit])
        yield st.ENTER, unit, sorted(int(b.rim_hex[rim]) for rim in rims)
    yield st.EXIT, unit, leaves
    if b.drops[unit]:
        yield st.DROP, unit, _where(b.clear[:hexes])
    if b.amphibious_from and western and not helicopter:
        yield st.LAND, unit, _where(b.coast[:hexes])
    if b.crossings and western and not helicopter:
        yield st.CROSS, unit, _crossings(b, land)
    if b.joint >= 0 and western and b.mobility[unit] == st.STRAIGHT_LEG:
        yield st.LIFT, unit, _where(b.clear[:hexes])
        yield st.LIFTOFF, unit, leaves


def _crossings(b: Any, land: list[int]) -> list[int]:
    """Return the packed places of crossings: each engineer, hexes beyond a closed hexside."""
    across = [hex_ for hex_ in land if b.closed[hex_].any()]
    slots = [slot for slot, unit in enumerate(b.slot_unit.tolist()) if unit >= 0]
    return [slot * st.SLOT + hex_ for slot in slots for hex_ in across]


def _without_unit(game: Any, b: Any, land: list[int]) -> Iterator[Possible]:
    dice = 6 * max(int(b.air_dice_day), int(b.air_dice_night))
    places: dict[int, Any] = {
        st.ATTACK: land,
        st.ALSO: land,
        st.STRIKE_A: range(1, max(int(b.air_markers[0]), dice) + 1),
        st.STRIKE_B: range(1, int(b.air_markers[1]) + 1),
        st.ROLL: FACES,
        st.CONTINUE_TO: range(int(b.turns) + 1, int(b.optional_last) + 1),
    }
    known = {number for number, _ in game.grammar.verbs.values()}
    for verb in range(st.ATTACK, st.END + 1):
        if verb in known:
            yield verb, st.NO_UNIT, places.get(verb, PLAIN)
