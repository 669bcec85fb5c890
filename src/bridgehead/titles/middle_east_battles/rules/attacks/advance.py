"""Advance after combat [7.15, 7.16]: along the path of an enemy who has left."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.victory import take_city
from bridgehead.titles.middle_east_battles.rules.zones import (
    adjacent,
    direction_to,
    has_room,
    holds_side,
)
from bridgehead.titles.middle_east_battles.state import ADJACENT, DEFENDER, LANDED, STATIC


@kernel
def attackers_advance(s: State) -> bool:
    """[7.15] Whether the attackers may advance after this result."""
    return s.result in (st.DE, st.EX, st.AX, st.D1, st.D2, st.D3, st.D4)


@kernel
def cannot_advance(b: Board, s: State, unit: int) -> int:
    """[7.15, 8.5, 9.11, 9.14, 10.10, 10.11] Return why a unit cannot advance at all now.

    These are units that have advanced, landed, help others across, left a zone in the withdrawal,
    or are static.
    """
    if s.advanced[unit]:
        return no.HAS_ADVANCED
    attackers = attackers_advance(s)
    if s.role[unit] != (ADJACENT if attackers else DEFENDER) or s.hex[unit] < 0:
        return no.NO_ATTACKER if attackers else no.NOT_ATTACKED
    if s.landed[unit] == LANDED:
        return no.LANDED_NOW
    if s.fixed[unit]:
        return no.HELPS_CROSSING
    if s.disengaged[unit]:
        return no.LEFT_ZONE
    return no.IS_STATIC if b.mobility[unit] == STATIC else no.ALLOWED


@kernel
def steps_along(b: Board, s: State, w: Work, unit: int, enemy: int, hex_: int) -> int:
    """[7.15] Return how many hexes along an enemy's path a unit advances to a hex, 0 if it cannot.

    Zones are ignored. Nobody advances over a closed hexside, or past or onto an enemy.
    """
    if b.side[enemy] == b.side[unit] or s.path[enemy, 0] < 0:
        return 0
    if not adjacent(b, s.hex[unit], s.path[enemy, 0]):
        return 0
    at = int(s.hex[unit])
    for i in range(s.path.shape[1]):
        there = int(s.path[enemy, i])
        if there < 0:
            return 0
        direction = direction_to(b, at, there)
        if direction < 0 or b.step[at, direction] == 0 or holds_side(b, w, there, b.side[enemy]):
            return 0
        if there == hex_:
            return i + 1
        at = there
    return 0


@kernel
def cannot_advance_to(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[7.15, 5.11] Return why a unit cannot advance to a hex.

    It must be on an adjacent enemy's path.
    """
    if not has_room(b, w, unit, hex_):
        return no.FULL_PATH
    for enemy in range(b.units):
        if steps_along(b, s, w, unit, enemy, hex_) > 0:
            return no.ALLOWED
    return no.NO_PATH


@kernel
def take_cities_on_path(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[9.4] Give the side control of the city hexes that an advance passes.

    If several paths lead to the hex, it is that of the first enemy in the counter list.
    """
    for enemy in range(b.units):
        steps = steps_along(b, s, w, unit, enemy, hex_)
        if steps > 0:
            for i in range(steps):
                take_city(b, s, unit, s.path[enemy, i])
            return


@kernel
def write_advances(b: Board, s: State, w: Work, unit: int, out: Vector[int], n: int) -> int:
    """Write the hexes that a unit may advance to, ascending, as numbers of hexes."""
    first = n
    for enemy in range(b.units):
        if b.side[enemy] == b.side[unit] or s.path[enemy, 0] < 0:
            continue
        for i in range(s.path.shape[1]):
            there = int(s.path[enemy, i])
            if there < 0:
                break
            if cannot_advance_to(b, s, w, unit, there):
                continue
            at = n
            while at > first and out[at - 1] > there:
                at -= 1
            if at > first and out[at - 1] == there:
                continue
            for k in range(n, at, -1):
                out[k] = out[k - 1]
            out[at] = there
            n += 1
    return n


@kernel
def any_advance(b: Board, s: State, w: Work) -> bool:
    """Whether anybody can advance now."""
    if s.result == st.BR:
        return False
    for unit in range(b.units):
        if cannot_advance(b, s, unit):
            continue
        for enemy in range(b.units):
            if b.side[enemy] != b.side[unit] and s.path[enemy, 0] >= 0:
                for i in range(s.path.shape[1]):
                    if s.path[enemy, i] >= 0 and not cannot_advance_to(
                        b, s, w, unit, s.path[enemy, i]
                    ):
                        return True
    return False
