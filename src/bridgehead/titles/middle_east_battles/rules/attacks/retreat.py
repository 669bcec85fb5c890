"""Retreats [7.10 to 7.12] and displacement [7.13, 7.14].

A retreat is made hex by hex, each one further from the unit's original hex. It must go through open
hexes if possible; otherwise friends are displaced, and they may displace others: a chain of units,
each waiting for the hex of the next. `s.chain_unit` and `s.chain_hex` store it: which unit is to
enter which hex, once its friends there are gone. Units of the chain are not displaced, and nobody
is displaced to the hex of one of them.

Lookaheads try moves on the state itself and take them back.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules.zones import (
    distance,
    has_room,
    holds_side,
    relocate,
)
from bridgehead.titles.middle_east_battles.state import MAX_UNITS, STATIC

OPEN_ONLY, OPEN_OR_CLEARED = 0, 1
WENT, WAITS, WAITED = range(3)  # what a look ahead notes down: gone, waits, gone after waiting


@kernel
def cannot_step(b: Board, w: Work, unit: int, here: int, direction: int) -> int:
    """[7.9, 7.11, 9.16] Return why a retreating unit cannot make a step, ignoring friends.

    It may not leave the map, or go into water, over a closed hexside, to an enemy or into an enemy
    zone.
    """
    there = int(b.neighbor[here, direction])
    if there < 0:
        return no.NOT_A_STEP
    if b.retreat[here, direction] == 0:
        if not b.land[there]:
            return no.WATER
        return no.CLOSED_SIDE if b.closed[here, direction] else no.WATERWAY
    enemy = 1 - b.side[unit]
    if holds_side(b, w, there, enemy):
        return no.ENEMY_THERE
    return no.ZONE_THERE if w.zone[enemy, there] > 0 else no.ALLOWED


# Displacement


@kernel
def in_chain(s: State, unit: int) -> bool:
    """Whether a unit is in the chain of the present displacement."""
    for frame in range(s.chain):
        if s.chain_unit[frame] == unit:
            return True
    return False


@kernel
def _chain_stands_on(s: State, hex_: int) -> bool:
    for frame in range(s.chain):
        if s.hex[s.chain_unit[frame]] == hex_:
            return True
    return False


@kernel
def may_be_displaced(b: Board, s: State, unit: int) -> bool:
    """[7.14] Whether a unit may be displaced: not if static, or still to retreat itself."""
    return b.mobility[unit] != STATIC and s.due[unit] == 0 and not in_chain(s, unit)


@kernel
def open_way(b: Board, s: State, w: Work, unit: int, direction: int) -> bool:
    """Whether a unit can be displaced that way without displacing others."""
    here = int(s.hex[unit])
    if cannot_step(b, w, unit, here, direction):
        return False
    there = int(b.neighbor[here, direction])
    return has_room(b, w, unit, there) and not _chain_stands_on(s, there)


@kernel
def has_open_way(b: Board, s: State, w: Work, unit: int) -> bool:
    """[7.14] Whether a unit can be displaced without displacing others."""
    for direction in range(6):
        if open_way(b, s, w, unit, direction):
            return True
    return False


@kernel
def blocked_way(b: Board, s: State, w: Work, unit: int, direction: int) -> bool:
    """Whether a unit could go that way if the friends there were displaced."""
    here = int(s.hex[unit])
    if cannot_step(b, w, unit, here, direction):
        return False
    there = int(b.neighbor[here, direction])
    return w.count[there] > 0 and not _chain_stands_on(s, there)


@kernel
def push_frame(s: State, unit: int, hex_: int) -> None:
    """Let a unit wait for a hex."""
    s.chain_unit[s.chain] = unit
    s.chain_hex[s.chain] = hex_
    s.chain += 1


@kernel
def pop_frame(s: State) -> None:
    """Remove the last unit from the chain."""
    s.chain -= 1
    s.chain_unit[s.chain] = -1
    s.chain_hex[s.chain] = -1


@kernel
def _set_going(b: Board, s: State, w: Work, log: Matrix[int], n: int) -> int:
    """Move all units whose hex is free, the last in the chain first; log it for `_take_back`."""
    while s.chain > 0 and w.count[s.chain_hex[s.chain - 1]] == 0:
        unit, hex_ = int(s.chain_unit[s.chain - 1]), int(s.chain_hex[s.chain - 1])
        pop_frame(s)
        log[n, 0], log[n, 1], log[n, 2], log[n, 3] = WAITED, unit, s.hex[unit], hex_
        relocate(b, s, w, unit, hex_)
        n += 1
    return n


@kernel
def _take_back(b: Board, s: State, w: Work, log: Matrix[int], n: int, to: int) -> int:
    """Undo the moves of a lookahead, back to an earlier length of its log."""
    while n > to:
        n -= 1
        kind, unit, came_from, hex_ = log[n, 0], int(log[n, 1]), int(log[n, 2]), int(log[n, 3])
        if kind == WAITS:
            pop_frame(s)
        else:
            relocate(b, s, w, unit, came_from)
            if kind == WAITED:
                push_frame(s, unit, hex_)
    return n


@kernel
def solvable(b: Board, s: State, w: Work) -> bool:
    """Whether the chain can be completed from here: every unit in it finds a place.

    This is a depth-first search over where each unit of the last hex goes. A unit alone in a hex
    that was found to have no way out is `seen` and not tried again, until some unit has moved. A
    hex with two friends must lose both, one after the other.
    """
    log = np.zeros((4 * MAX_UNITS, 4), np.int64)
    cursor = np.zeros(2 * MAX_UNITS + 2, np.int64)
    length = np.zeros(2 * MAX_UNITS + 2, np.int64)
    seen = np.zeros(MAX_UNITS, np.int64)
    generation, level = 1, 0
    n = _set_going(b, s, w, log, 0)
    while s.chain > 0 and level >= 0:
        hex_ = int(s.chain_hex[s.chain - 1])
        alone = w.count[hex_] == 1
        friend = _nth(w, hex_, cursor[level] // 6)
        direction = int(cursor[level]) % 6
        exhausted = friend < 0 or not may_be_displaced(b, s, friend)
        if not exhausted and alone and direction == 0:
            exhausted = seen[friend] == generation
            seen[friend] = generation
        if exhausted:
            level -= 1
            if level >= 0:
                n = _take_back(b, s, w, log, n, int(length[level]))
            continue
        cursor[level] += 1
        free = has_open_way(b, s, w, friend)
        if not goes(b, s, w, friend, direction, free):
            continue
        length[level] = n
        there = int(b.neighbor[hex_, direction])
        log[n, 0], log[n, 1], log[n, 2], log[n, 3] = WENT, friend, hex_, there
        if free:
            relocate(b, s, w, friend, there)
            generation += 1
            n = _set_going(b, s, w, log, n + 1)
        else:
            log[n, 0] = WAITS
            push_frame(s, friend, there)
            n += 1
        level += 1
        cursor[level] = 0
    done = s.chain == 0
    _take_back(b, s, w, log, n, 0)
    return bool(done)


@kernel
def _nth(w: Work, hex_: int, place: int) -> int:
    """Return the n-th unit in a hex, -1 if there are fewer."""
    unit = int(w.head[hex_])
    for _ in range(place):
        if unit >= 0:
            unit = int(w.next[unit])
    return unit


@kernel
def goes(b: Board, s: State, w: Work, friend: int, direction: int, free: bool) -> bool:
    """[7.14] Whether a displaced unit may go that way: an open one if it has any (`free`)."""
    if free:
        return open_way(b, s, w, friend, direction)
    return blocked_way(b, s, w, friend, direction)


@kernel
def cannot_displace(b: Board, s: State, w: Work, friend: int, direction: int) -> int:
    """[7.13, 7.14] Return why a friend in the hex to be cleared cannot be displaced.

    It must use an open way if it has one, and the rest of the chain must then be possible.
    """
    if not may_be_displaced(b, s, friend):
        return no.NOT_DISPLACED
    here = int(s.hex[friend])
    found = cannot_step(b, w, friend, here, direction)
    if found:
        return found
    free = has_open_way(b, s, w, friend)
    if not goes(b, s, w, friend, direction, free):
        return no.HAS_OPEN_HEX if free else no.NOT_COMPLETED
    there = int(b.neighbor[here, direction])
    if free:
        relocate(b, s, w, friend, there)
        done = solvable(b, s, w)
        relocate(b, s, w, friend, here)
    else:
        push_frame(s, friend, there)
        done = solvable(b, s, w)
        pop_frame(s)
    return no.ALLOWED if done else no.NOT_COMPLETED


@kernel
def can_be_cleared(b: Board, s: State, w: Work, unit: int, hex_: int) -> bool:
    """[7.14] Whether all friends in a hex can be displaced, so that a unit can enter it."""
    push_frame(s, unit, hex_)
    done = solvable(b, s, w)
    pop_frame(s)
    return done


# Retreats


@kernel
def cannot_step_further(
    b: Board, w: Work, unit: int, origin: int, here: int, direction: int
) -> int:
    """[7.10] Return why a step of a retreat is not possible.

    It must lead further from the origin.
    """
    found = cannot_step(b, w, unit, here, direction)
    if found:
        return found
    there = int(b.neighbor[here, direction])
    if distance(b, origin, there) == distance(b, origin, here) + 1:
        return no.ALLOWED
    return no.NOT_FURTHER


@kernel
def passable(b: Board, s: State, w: Work, unit: int, hex_: int, mode: int) -> bool:
    """[7.12] Whether a hex is open to a retreating unit, or can be cleared for it."""
    if has_room(b, w, unit, hex_):
        return True
    return mode == OPEN_OR_CLEARED and can_be_cleared(b, s, w, unit, hex_)


@kernel
def run(b: Board, s: State, w: Work, unit: int, here: int, left: int, mode: int) -> int:
    """Return how many of `left` steps a unit can make from a hex at most."""
    origin = int(s.origin[unit])
    place = np.zeros(6, np.int64)
    cursor = np.zeros(6, np.int64)
    place[0] = here
    best, depth = 0, 0
    while depth >= 0 and best < left:
        if depth == left or cursor[depth] == 6:
            depth -= 1
            continue
        at, direction = int(place[depth]), int(cursor[depth])
        cursor[depth] += 1
        if cannot_step_further(b, w, unit, origin, at, direction):
            continue
        there = int(b.neighbor[at, direction])
        if passable(b, s, w, unit, there, mode):
            depth += 1
            place[depth] = there
            cursor[depth] = 0
            best = max(best, depth)
    return best


@kernel
def retreat_mode(b: Board, s: State, w: Work, unit: int) -> tuple[int, int]:
    """[7.12] Return how a unit must retreat, and how many steps it can make.

    It goes through open hexes if the whole retreat is possible that way; otherwise by displacing
    friends.
    """
    here, left = int(s.hex[unit]), int(s.due[unit])
    if run(b, s, w, unit, here, left, OPEN_ONLY) == left:
        return OPEN_ONLY, left
    return OPEN_OR_CLEARED, run(b, s, w, unit, here, left, OPEN_OR_CLEARED)


@kernel
def cannot_retreat(
    b: Board, s: State, w: Work, unit: int, direction: int, mode: int, steps: int
) -> int:
    """[7.12] Return why a step is not possible.

    It must be the first step of a longest retreat, as in `retreat_mode`.
    """
    here = int(s.hex[unit])
    found = cannot_step_further(b, w, unit, int(s.origin[unit]), here, direction)
    if found:
        return found
    there = int(b.neighbor[here, direction])
    if not passable(b, s, w, unit, there, mode):
        return no.NOT_CLEARED if mode == OPEN_OR_CLEARED else no.OPEN_WAYS_FIRST
    if 1 + run(b, s, w, unit, there, steps - 1, mode) == steps:
        return no.ALLOWED
    if not has_room(b, w, unit, there):
        return no.OPEN_WAYS_FIRST
    return no.NOT_FAR_ENOUGH if steps == s.due[unit] else no.OTHERS_LEAD_FURTHER


@kernel
def can_retreat(b: Board, s: State, w: Work, unit: int) -> bool:
    """Whether a unit that must retreat can make a step."""
    _, steps = retreat_mode(b, s, w, unit)
    return steps > 0
