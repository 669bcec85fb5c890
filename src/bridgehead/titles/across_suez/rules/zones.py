"""Occupancy of hexes, and zones of control [4.5].

A unit's zone is the six hexes around it; in the reprint it does not reach into terrain or across
hexsides closed to units [reprint 6.0(2)]. `WORK` counts, for each side, the units whose zone
reaches a hex. Units are put on the map and taken off it only here.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.state import COMMANDO, EGYPT, ELIMINATED, ISRAEL


@kernel
def put(b: Board, w: Work, unit: int, hex_: int) -> None:
    """Add a unit to occupancy and zones; the caller sets `s.hex`."""
    w.occupant[hex_] = unit
    add_zone(b, hex_, w.zone[b.side[unit]], 1)


@kernel
def take(b: Board, w: Work, unit: int, hex_: int) -> None:
    """Remove a unit from occupancy and zones."""
    w.occupant[hex_] = -1
    add_zone(b, hex_, w.zone[b.side[unit]], -1)


@kernel
def add_zone(b: Board, hex_: int, zone: Vector[int], change: int) -> None:
    """[4.5] Add `change` to `zone` in the hexes that the zone of a unit in a hex reaches."""
    neighbor, reaches = b.neighbor, b.zone_reaches
    for direction in range(6):
        other = neighbor[hex_, direction]
        if other >= 0 and reaches[hex_, direction]:
            zone[other] += change


@kernel
def refresh(b: Board, s: State, w: Work) -> None:
    """Compute all of `WORK` from the state."""
    w.occupant[:] = -1
    w.zone[:] = 0
    for unit in range(b.units):
        hex_ = s.hex[unit]
        if hex_ >= 0:
            put(b, w, unit, hex_)
    forget_reach(w)


@kernel
def forget_reach(w: Work) -> None:
    """Discard search results: something other than a friend's place has changed."""
    w.reach_size[:] = -1
    w.sea_size[:] = -1


@kernel
def is_night(b: Board, s: State) -> bool:
    """[10.0] Whether the game turn is one of the night turns."""
    return b.night[s.turn] != 0


@kernel
def ignores_zones(b: Board, s: State, unit: int) -> bool:
    """[reprint 15.4(3)] Commandos ignore enemy zones in night turns."""
    return b.type[unit] == COMMANDO and is_night(b, s)


@kernel
def in_enemy_zone(b: Board, w: Work, side: int, hex_: int) -> bool:
    """[4.5] Whether the hex is in the zone of an enemy of `side`."""
    return w.zone[ISRAEL + EGYPT - side, hex_] > 0


@kernel
def enemy_adjacent(b: Board, w: Work, side: int, hex_: int) -> bool:
    """Whether an enemy of `side` is in an adjacent hex; closed hexsides do not matter."""
    neighbor, occupant, sides = b.neighbor, w.occupant, b.side
    for direction in range(6):
        other = neighbor[hex_, direction]
        if other >= 0:
            unit = occupant[other]
            if unit >= 0 and sides[unit] != side:
                return True
    return False


@kernel
def adjacent(b: Board, a: int, c: int) -> bool:
    """Whether two hexes share a hexside, open or closed."""
    neighbor = b.neighbor
    for direction in range(6):
        if neighbor[a, direction] == c:
            return True
    return False


@kernel
def direction_to(b: Board, a: int, c: int) -> int:
    """Return the direction from a hex to its neighbor, -1 if they are not adjacent."""
    neighbor = b.neighbor
    for direction in range(6):
        if neighbor[a, direction] == c:
            return direction
    return -1


@kernel
def remove_from_map(b: Board, s: State, w: Work, unit: int, place: int = ELIMINATED) -> None:
    """Remove a unit from the map for good: eliminated, or across the canal."""
    if s.hex[unit] >= 0:
        take(b, w, unit, s.hex[unit])
    s.hex[unit] = place


@kernel
def relocate(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """Move a unit to a hex, from another one or from off the map."""
    if s.hex[unit] >= 0:
        take(b, w, unit, s.hex[unit])
    s.hex[unit] = hex_
    put(b, w, unit, hex_)
