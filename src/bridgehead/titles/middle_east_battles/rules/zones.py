"""Occupancy, stacking [5.11], distances, and zones of control [6.0].

A unit's zone is the six hexes around it, over any terrain and hexside [6.1]. `WORK` counts, for
each side, the units whose zone reaches a hex, and separately for Egyptians in fortifications. Units
are put on the map and taken off it only here. Several units in a hex are a chain from `w.head` by
`w.next`, in the order of the counter list.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.state import EGYPT, ELIMINATED, HELICOPTER, WEST


@kernel
def put(b: Board, w: Work, unit: int, hex_: int) -> None:
    """Add a unit to occupancy and zones; the caller sets `s.hex`."""
    before = -1
    after = int(w.head[hex_])
    while after >= 0 and after < unit:
        before = after
        after = int(w.next[after])
    w.next[unit] = after
    if before < 0:
        w.head[hex_] = unit
    else:
        w.next[before] = unit
    w.count[hex_] += 1
    _spread(b, w, unit, hex_, 1)


@kernel
def take(b: Board, w: Work, unit: int, hex_: int) -> None:
    """Remove a unit from occupancy and zones."""
    if w.head[hex_] == unit:
        w.head[hex_] = w.next[unit]
    else:
        before = int(w.head[hex_])
        while w.next[before] != unit:
            before = int(w.next[before])
        w.next[before] = w.next[unit]
    w.next[unit] = -1
    w.count[hex_] -= 1
    _spread(b, w, unit, hex_, -1)


@kernel
def _spread(b: Board, w: Work, unit: int, hex_: int, change: int) -> None:
    """[6.1, 6.3] Add or remove a unit's zone; Egyptians in fortifications have the stronger one."""
    neighbor, zone = b.neighbor, w.zone
    side = b.side[unit]
    strong = side == EGYPT and b.fort[hex_] != 0
    for direction in range(6):
        other = neighbor[hex_, direction]
        if other >= 0:
            zone[side, other] += change
            if strong:
                w.fort_zone[other] += change


@kernel
def refresh(b: Board, s: State, w: Work) -> None:
    """Compute all of `WORK` from the state."""
    w.head[:] = -1
    w.next[:] = -1
    w.count[:] = 0
    w.zone[:] = 0
    w.fort_zone[:] = 0
    for unit in range(b.units):
        hex_ = int(s.hex[unit])
        if hex_ >= 0:
            put(b, w, unit, hex_)
    w.reach_size[:] = -1


@kernel
def relocate(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """Move a unit to a hex, from another one or from off the map."""
    if s.hex[unit] >= 0:
        take(b, w, unit, s.hex[unit])
    s.hex[unit] = hex_
    put(b, w, unit, hex_)


@kernel
def remove_from_map(b: Board, s: State, w: Work, unit: int, place: int = ELIMINATED) -> None:
    """Remove a unit from the map: eliminated, exited, or back into the box."""
    if s.hex[unit] >= 0:
        take(b, w, unit, s.hex[unit])
    s.hex[unit] = place


@kernel
def distance(b: Board, a: int, c: int) -> int:
    """Return the number of hexes from one to another."""
    dq = int(b.q[a]) - int(b.q[c])
    dr = int(b.r[a]) - int(b.r[c])
    return max(abs(dq), abs(dr), abs(dq + dr))


@kernel
def adjacent(b: Board, a: int, c: int) -> bool:
    """Whether two hexes share a hexside, open or closed."""
    return distance(b, a, c) == 1


@kernel
def direction_to(b: Board, a: int, c: int) -> int:
    """Return the direction from a hex to its neighbor, -1 if they are not adjacent."""
    neighbor = b.neighbor
    for direction in range(6):
        if neighbor[a, direction] == c:
            return direction
    return -1


@kernel
def holds_side(b: Board, w: Work, hex_: int, side: int) -> bool:
    """Whether a hex holds units of a side."""
    unit = w.head[hex_]
    return unit >= 0 and b.side[unit] == side


@kernel
def is_helicopter(b: Board, unit: int) -> bool:
    """Whether a unit is a helicopter."""
    return b.mobility[unit] == HELICOPTER


@kernel
def has_room(b: Board, w: Work, unit: int, hex_: int) -> bool:
    """[5.11] Whether stacking lets a unit stay in a hex without enemies.

    It allows one unit, or one unit and a helicopter, or two helicopters; the unit itself does not
    count.
    """
    others, helicopters = 0, 0
    other = int(w.head[hex_])
    while other >= 0:
        if other != unit:
            others += 1
            if is_helicopter(b, other):
                helicopters += 1
        other = int(w.next[other])
    if others == 0:
        return True
    return others == 1 and (helicopters == 1 or is_helicopter(b, unit))


@kernel
def has_other(w: Work, unit: int, hex_: int) -> bool:
    """Whether a hex holds another unit than this one."""
    first = w.head[hex_]
    return first >= 0 and (first != unit or w.next[first] >= 0)


@kernel
def in_enemy_zone(b: Board, w: Work, unit: int, hex_: int) -> bool:
    """[6.1] Whether an enemy of a unit is adjacent to a hex."""
    return w.zone[1 - b.side[unit], hex_] > 0


@kernel
def is_night(b: Board, s: State) -> bool:
    """[5.15, 7.19] Whether the game turn is at night."""
    return b.night[s.turn] != 0


@kernel
def in_fort(b: Board, s: State, unit: int) -> bool:
    """[6.2] Whether a unit is an Egyptian in a fortification."""
    return b.side[unit] == EGYPT and s.hex[unit] >= 0 and b.fort[s.hex[unit]] != 0


@kernel
def zone_stops(b: Board, w: Work, unit: int, hex_: int) -> bool:
    """[6.2, 6.3] Whether enemy zones in a hex end a ground unit's move, and keep it there.

    The West's zones stop Egyptians; Western units are stopped only by those of Egyptians in
    fortifications.
    """
    if is_helicopter(b, unit):
        return False
    if b.side[unit] == EGYPT:
        return w.zone[WEST, hex_] > 0
    return w.fort_zone[hex_] > 0
