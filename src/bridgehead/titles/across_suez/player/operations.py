"""Operations of Across Suez that a plan may begin with (`core.search.operations`)."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.core.search.operations import is_among
from bridgehead.core.search.playout import below
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player.sergeant_combat import (
    NEVER,
    appraise,
    attack_value,
)
from bridgehead.titles.across_suez.player.sergeant_common import (
    ZONED,
    fields,
    insecurity,
    line_cost,
    list_reach,
    mark_line,
)
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import unit_of, verb_of
from bridgehead.titles.across_suez.rules.artillery import support_left
from bridgehead.titles.across_suez.rules.combat import MOST_ATTACKERS, can_attack, can_be_attacked
from bridgehead.titles.across_suez.rules.legal import legal, unit_moves
from bridgehead.titles.across_suez.rules.reinforcement import lands_by_air
from bridgehead.titles.across_suez.rules.zones import refresh
from bridgehead.titles.across_suez.state import ISRAEL

OPERATIONS = (("strike", 1.0),)  # what they are called, and how often each is tried
STRIKE = 0
MOST_MOVES = MOST_ATTACKERS  # of an operation
TARGETS = 4  # enemies that a strike chooses from, at most
TRIES = 24  # assignments of units to hexes beside each
CHANCE = 0.5  # strength points of luck that let a strike differ from the last one


@kernel
def is_legal(b: Board, s: State, w: Work, out: Vector[int], code: int) -> bool:
    """Return whether an action is legal for the side to decide."""
    unit = unit_of(code)
    if s.step == st.MOVEMENT and unit < b.units:  # ask for one unit, not for all
        n = unit_moves(b, s, w, unit, out, 0)
    else:
        n = legal(b, s, w, out)
    return is_among(out, n, code)


@kernel
def propose(
    b: Board, s: State, w: Work, out: Vector[int], random: Random, kind: int, codes: Vector[int]
) -> int:
    """Write the moves of an operation; return their number, 0 if there is none."""
    if s.step != st.MOVEMENT:
        return 0
    refresh(b, s, w)
    can = np.zeros((st.MAX_UNITS, st.MAX_HEXES + 1), np.int32)
    list_reach(b, s, w, out, can)
    f = fields()
    worth = np.zeros(st.MAX_UNITS, np.float64)
    shove = np.zeros(st.MAX_UNITS, np.float64)
    if s.side == ISRAEL:
        insecurity(b, s, w, f)
    else:
        f[ZONED, :] = 0
        line_cost(b, w, f)
    mark_line(b, f)
    appraise(b, s, w, f, int(s.side), worth, shove)
    return strike(b, s, w, can, random, worth, shove, codes)


@kernel
def strike(
    b: Board,
    s: State,
    w: Work,
    can: Matrix[int],
    random: Random,
    worth: Vector[float],
    shove: Vector[float],
    codes: Vector[int],
) -> int:
    """Write the moves of a joint attack on one enemy: the best of several random ones."""
    targets = np.zeros(st.MAX_UNITS, np.int64)
    count = list_targets(b, s, w, can, targets)
    if count == 0:
        return 0
    support = 1 if support_left(b, s) > 0 else 0
    units, hexes = np.zeros(MOST_ATTACKERS, np.int64), np.zeros(MOST_ATTACKERS, np.int64)
    best, moves = NEVER, 0
    for _ in range(1 + below(random, TARGETS)):
        target = int(targets[below(random, count)])
        for _ in range(TRIES):
            n, new = assign(b, s, w, can, random, int(s.hex[target]), units, hexes)
            if new == 0:
                continue
            value = attack_value(b, s, w, target, units, hexes, n, support, worth, shove)
            value += CHANCE * random.random()
            if value > best:
                best, moves = value, 0
                for i in range(n):
                    if w.occupant[hexes[i]] < 0:
                        codes[moves] = can[units[i], hexes[i]]
                        moves += 1
    return moves


@kernel
def list_targets(b: Board, s: State, w: Work, can: Matrix[int], targets: Vector[int]) -> int:
    """Write the enemies beside which some unit could end its move; return how many there are."""
    able = np.zeros(st.MAX_UNITS, np.int64)
    used = np.zeros(st.MAX_UNITS, np.int64)
    count = 0
    for target in range(b.units):
        if not can_be_attacked(b, s, target):
            continue
        for direction in range(6):
            there = int(b.neighbor[s.hex[target], direction])
            if there >= 0 and w.occupant[there] < 0 and who_can(b, s, can, there, used, able) > 0:
                targets[count] = target
                count += 1
                break
    return count


@kernel
def who_can(
    b: Board, s: State, can: Matrix[int], hex_: int, used: Vector[int], able: Vector[int]
) -> int:
    """Write the unused units that can end their move on a hex and attack; return how many."""
    n = 0
    for unit in range(b.units):
        number = int(can[unit, hex_])
        if number == 0 or used[unit] or unit == b.bridge_unit:
            continue
        if lands_by_air(b, s, unit, verb_of(number)):
            continue
        able[n] = unit
        n += 1
    return n


@kernel
def assign(
    b: Board,
    s: State,
    w: Work,
    can: Matrix[int],
    random: Random,
    target_hex: int,
    units: Vector[int],
    hexes: Vector[int],
) -> tuple[int, int]:
    """Draw one to four attackers for a hex; return how many there are, and how many must move."""
    wanted = 1 + below(random, 4)
    sides = np.arange(6)
    for i in range(5):
        k = i + below(random, 6 - i)
        sides[i], sides[k] = sides[k], sides[i]
    used = np.zeros(st.MAX_UNITS, np.int64)
    able = np.zeros(st.MAX_UNITS, np.int64)
    n, new = 0, 0
    for i in range(6):
        there = int(b.neighbor[target_hex, sides[i]])
        if n == wanted or there < 0:
            continue
        unit = int(w.occupant[there])
        if unit >= 0:
            if used[unit] or unit == b.bridge_unit or not can_attack(b, s, unit):
                continue
        else:
            count = who_can(b, s, can, there, used, able)
            if count == 0:
                continue
            unit, other = int(able[below(random, count)]), int(able[below(random, count)])
            if b.strength[other] > b.strength[unit]:  # the stronger of two
                unit = other
            new += 1
        used[unit] = 1
        units[n], hexes[n] = unit, there
        n += 1
    return n, new
