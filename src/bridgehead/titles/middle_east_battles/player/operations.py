"""Operations of Middle East Battles that a plan may begin with (`core.search.operations`)."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.core.search.operations import is_among
from bridgehead.core.search.playout import below
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player.joint_attack import MARKS, MOST, joint_attack
from bridgehead.titles.middle_east_battles.player.sergeant_common import NOTHING, promise, stake
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.combat import hex_shift, is_strongpoint
from bridgehead.titles.middle_east_battles.rules.attacks.duties import same_division
from bridgehead.titles.middle_east_battles.rules.forbidden import ALLOWED
from bridgehead.titles.middle_east_battles.rules.legal import legal
from bridgehead.titles.middle_east_battles.rules.movement import landings, movement
from bridgehead.titles.middle_east_battles.rules.movement.legal_moves import (
    action,
    cannot_use_hex,
    cannot_use_verb,
    may_end_movement,
    unit_moves,
)
from bridgehead.titles.middle_east_battles.rules.zones import (
    distance,
    has_room,
    holds_side,
    is_helicopter,
    refresh,
)
from bridgehead.titles.middle_east_battles.state import OFF, WEST

# what they are called, and how often each is tried; seizing showed no gain (docs/players.md)
OPERATIONS = (("strike", 0.5), ("seize", 0.0), ("evacuate", 0.5))
STRIKE, SEIZE, EVACUATE = range(3)
MOST_MOVES = 2 * MOST  # of an operation: an entry in El Arish '67 is two
TARGETS = 3  # hexes that a strike chooses from, at most
TRIES = 24  # assignments of units to hexes beside each
CHANCE = 0.5  # half points of luck that let an operation differ from the last one
ASTRAY = 3.0  # hexes: who goes to an objective need not be the nearest
AT_EASE = 0.3  # half points: a unit in no greater danger is left where it is


@kernel
def is_legal(b: Board, s: State, w: Work, out: Vector[int], code: int) -> bool:
    """Return whether an action is legal for the side to decide."""
    unit, verb, place = code // st.UNIT, code // st.VERB % 64, code % st.VERB
    if s.step != st.MOVEMENT:
        return is_among(out, legal(b, s, w, out), code)
    if unit >= b.units:
        return verb == st.END and may_end_movement(b, s, w)
    if b.side[unit] != s.side:
        return False
    if verb != st.MOVE:
        return is_among(out, unit_moves(b, s, w, unit, out, 0), code)
    if movement.cannot_act(b, s, unit) != ALLOWED or s.hex[unit] < 0:
        return False
    if movement.cannot_leave_hex(b, s, w, unit) != ALLOWED:
        return False
    if w.reach_size[unit] < 0:
        movement.find_reach(b, s, w, unit)
    return movement.reaches(w, unit, place) and movement.may_end(b, s, w, unit, place)


@kernel
def propose(
    b: Board, s: State, w: Work, out: Vector[int], random: Random, kind: int, codes: Vector[int]
) -> int:
    """Write the moves of an operation; return their number, 0 if there is none."""
    if s.step != st.MOVEMENT:
        return 0
    refresh(b, s, w)
    can = np.zeros((st.MAX_UNITS, st.MAX_HEXES), np.int32)
    count = np.zeros(st.MAX_HEXES, np.int64)
    list_reach(b, s, w, out, random, can, count)
    if kind == STRIKE:
        return strike(b, s, w, random, can, count, codes)
    if kind == SEIZE:
        return seize(b, s, w, random, can, codes)
    return evacuate(b, s, w, random, can, codes)


# Who can come where


@kernel
def list_reach(
    b: Board, s: State, w: Work, out: Vector[int], random: Random,
    can: Matrix[int], count: Vector[int],
) -> None:  # fmt: skip
    """Write the action by which each unit can end in a hex, and how many units can; 0 for none.

    For a unit that enters by an edge it is the action of the entry, by one hex of it. The joint
    helicopter carries one unit, so only one such unit is considered.
    """
    heart, carried = entry_heart(b, s, random), below(random, int(b.units))
    for unit in range(b.units):
        if b.side[unit] != s.side or s.moved[unit] or s.hex[unit] < OFF:
            continue
        if s.hex[unit] == OFF and b.edge_entry:
            list_entry(b, s, w, random, unit, heart, can)
        if s.hex[unit] >= 0 or not b.edge_entry or b.drops[unit]:
            list_moves(b, s, w, out, unit, unit == carried, can)
        for hex_ in range(b.hexes):
            if can[unit, hex_]:
                count[hex_] += 1


@kernel
def list_moves(
    b: Board, s: State, w: Work, out: Vector[int], unit: int, carried: bool, can: Matrix[int]
) -> None:
    """Write the action by which a unit on the map, or in the box, can end in a hex."""
    fresh = movement.cannot_act(b, s, unit) == ALLOWED
    if fresh and s.hex[unit] >= 0 and movement.cannot_leave_hex(b, s, w, unit) == ALLOWED:
        if w.reach_size[unit] < 0:
            movement.find_reach(b, s, w, unit)
        for i in range(w.reach_size[unit]):
            hex_ = int(w.reach[unit, i])
            if movement.may_end(b, s, w, unit, hex_):
                can[unit, hex_] = action(unit, st.MOVE, hex_)
    for verb in (st.DROP, st.LAND, st.LIFT, st.ENTER):
        if verb == st.LIFT and (not carried or not fresh):
            continue
        if verb == st.ENTER and (b.edge_entry or not fresh):
            continue
        if cannot_use_verb(b, s, w, unit, verb):
            continue
        for hex_ in range(b.hexes):
            if can[unit, hex_] == 0 and cannot_use_hex(b, s, w, unit, verb, hex_) == ALLOWED:
                can[unit, hex_] = action(unit, verb, hex_)


@kernel
def entry_heart(b: Board, s: State, random: Random) -> int:
    """Return a central hex for entering units: an enemy's, or an objective."""
    heart, seen = int(b.goal[below(random, int(b.goals))]), 0
    if random.random() < 0.5:
        return heart
    for unit in range(b.units):
        if b.side[unit] != s.side and s.hex[unit] >= 0:
            seen += 1
            if below(random, seen) == 0:
                heart = int(s.hex[unit])
    return heart


@kernel
def list_entry(
    b: Board, s: State, w: Work, random: Random, unit: int, heart: int, can: Matrix[int]
) -> None:
    """[10.4] Write where a unit can go by an entry hex near a place."""
    if landings.cannot_enter(b, s, unit) != ALLOWED:
        return
    best, nearest = -1, 1.0e9
    for rim in range(b.rims):
        hex_ = int(b.rim_hex[rim])
        away = distance(b, hex_, heart) + float(s.entered[rim]) + 4.0 * random.random()
        if away < nearest and landings.cannot_enter_by(b, s, w, unit, rim) == ALLOWED:
            best, nearest = hex_, away
    if best < 0:
        return
    landings.search_entry(b, s, w, unit, best)
    for hex_ in range(b.hexes):
        if w.cost[hex_] < st.UNREACHED and has_room(b, w, unit, hex_):
            can[unit, hex_] = action(unit, st.ENTER, best)


@kernel
def write(b: Board, codes: Vector[int], n: int, code: int, hex_: int) -> int:
    """Write the one or (for an entry [10.4]) two actions that bring a unit to a hex.

    Drops come first.
    """
    verb = code // st.VERB % 64
    if verb == st.ENTER and b.edge_entry:
        codes[n] = code
        codes[n + 1] = action(code // st.UNIT, st.MOVE, hex_)
        return n + 2
    codes[n] = code
    if verb == st.DROP:
        for i in range(n, 0, -1):
            codes[i] = codes[i - 1]
        codes[0] = code
    return n + 1


# Joint attacks


@kernel
def strike(
    b: Board, s: State, w: Work, random: Random, can: Matrix[int], count: Vector[int],
    codes: Vector[int],
) -> int:  # fmt: skip
    """Write the moves of a joint attack on one hex that pays: the best of several random ones."""
    targets = np.zeros(st.MAX_UNITS, np.int64)
    known = list_targets(b, s, w, count, targets)
    if known == 0:
        return 0
    units, hexes = np.zeros(MOST + MARKS, np.int64), np.zeros(MOST + MARKS, np.int64)
    marks = np.zeros(MOST + MARKS, np.int64)
    best, moves = 0.0, 0  # an attack that costs more than it brings is none
    for _ in range(1 + below(random, TARGETS)):
        target = int(targets[below(random, known)])
        for _ in range(TRIES):
            n, new = assign(b, s, w, random, can, count, target, units, hexes, marks)
            if new == 0:
                continue
            value = joint_attack(b, s, w, target, units, hexes, marks, n)
            value += CHANCE * random.random()
            if value > best:
                best, moves = value, 0
                for i in range(n):
                    if s.hex[units[i]] != hexes[i]:
                        code = int(can[units[i], hexes[i]])
                        moves = write(b, codes, moves, code, int(hexes[i]))
    return moves


@kernel
def list_targets(b: Board, s: State, w: Work, count: Vector[int], targets: Vector[int]) -> int:
    """Write the hexes of enemies beside which some unit could end its move; return how many."""
    known = 0
    for hex_ in range(b.hexes):
        if w.head[hex_] < 0 or b.side[w.head[hex_]] == s.side:
            continue
        for direction in range(6):
            there = int(b.neighbor[hex_, direction])
            if there >= 0 and count[there] > 0 and w.head[there] < 0:
                targets[known] = hex_
                known += 1
                break
    return known


@kernel
def assign(
    b: Board, s: State, w: Work, random: Random, can: Matrix[int], count: Vector[int],
    target: int, units: Vector[int], hexes: Vector[int], marks: Vector[int],
) -> tuple[int, int]:  # fmt: skip
    """Draw attackers for a hex; return how many there are, and how many of them must move.

    Of two units that could come the stronger one does. In El Arish '67 all are of one division
    [7.18].
    """
    wanted = 1 + below(random, MOST)
    division, n, new = 0, 0, 0
    start, turn = below(random, 6), 1 + 4 * below(random, 2)  # about it, one way or the other
    stride = 1 + below(random, 2)  # beside one another, or with a hex between
    for i in range(6):
        step = i if stride == 1 else (2 * i) % 6 + i // 3
        there = int(b.neighbor[target, (start + turn * step) % 6])
        if n == wanted or there < 0:
            continue
        unit = int(w.head[there])
        if unit >= 0:
            if b.side[unit] != s.side:
                continue
            if division > 0 and not same_division(b, s, unit, division):
                continue
        else:
            if count[there] == 0:
                continue
            unit = draw(b, s, random, can, there, units, n, division)
            if unit < 0:
                continue
            new += 1
            verb = int(can[unit, there]) // st.VERB % 64
            lands = verb in (st.DROP, st.LAND, st.LIFT)
            marks[n] = st.LANDED if lands else st.NOT_LANDED
        units[n], hexes[n] = unit, there
        n += 1
        if b.divisions and b.side[unit] == WEST and division == 0:
            division = int(b.division[unit])
    return n, new


@kernel
def draw(
    b: Board, s: State, random: Random, can: Matrix[int], hex_: int, units: Vector[int], n: int,
    division: int,
) -> int:  # fmt: skip
    """Return the stronger of two random units that can come to a hex to attack, -1 for none."""
    first, second, seen = -1, -1, 0
    for unit in range(b.units):
        if can[unit, hex_] == 0 or b.strength[unit] == 0 or is_helicopter(b, unit):
            continue
        if b.artillery[unit] or is_among(units, n, unit):
            continue
        if division > 0 and not same_division(b, s, unit, division):
            continue
        seen += 1
        if below(random, seen) == 0:
            first = unit
        if below(random, seen) == 0:
            second = unit
    if second >= 0 and b.strength[second] > b.strength[first]:
        return second
    return first


# Objectives


@kernel
def seize(b: Board, s: State, w: Work, random: Random, can: Matrix[int], codes: Vector[int]) -> int:
    """Write moves that bring one to three units to an objective, or as near as possible."""
    goal = below(random, int(b.goals))
    taken = np.zeros(MOST, np.int64)
    used = np.zeros(MOST, np.int64)
    n, moves = 0, 0
    if holds_side(b, w, int(b.goal[goal]), int(s.side)):
        taken[0] = b.goal[goal]
        n = 1
    wanted = n + 1 + below(random, 3)
    while n < wanted and n < MOST:
        best, who, where = 1.0e9, -1, -1
        for unit in range(b.units):
            if b.side[unit] != s.side or s.moved[unit] or is_among(used, n, unit):
                continue
            if s.hex[unit] >= 0 and (b.objective[s.hex[unit]] or b.artillery[unit]):
                continue
            away, hex_ = nearest(b, can, unit, goal, taken, n)
            if hex_ < 0 or (s.hex[unit] >= 0 and away >= b.goal_distance[goal, s.hex[unit]]):
                continue
            value = float(away) + ASTRAY * random.random()
            if value < best:
                best, who, where = value, unit, hex_
        if who < 0:
            break
        moves = write(b, codes, moves, int(can[who, where]), where)
        taken[n], used[n] = where, who
        n += 1
    return moves


@kernel
def nearest(
    b: Board, can: Matrix[int], unit: int, goal: int, taken: Vector[int], n: int
) -> tuple[int, int]:
    """Return how near to an objective a unit can come, and the free hex for that; -1 for none."""
    best, hex_ = 999, -1
    for there in range(b.hexes):
        away = int(b.goal_distance[goal, there])
        if away < best and can[unit, there] and not is_among(taken, n, there):
            best, hex_ = away, there
    return best, hex_


# Units in danger


@kernel
def danger(b: Board, s: State, w: Work, unit: int, hex_: int) -> float:
    """Return the approximate cost of the enemy's next joint attack on a hex, in half points."""
    side, other = int(b.side[unit]), 1 - int(b.side[unit])
    open_, out_ = 0, 0
    for direction in range(6):
        there = int(b.neighbor[hex_, direction])
        if there < 0 or not b.land[there]:
            continue
        if holds_side(b, w, there, other):
            open_ += 1
        elif not holds_side(b, w, there, side):
            open_ += 1
            out_ += int(w.zone[other, there] == 0)
        else:
            out_ += 1
    total, largest = 0, 0
    for enemy in range(b.units):
        if b.side[enemy] != other or s.hex[enemy] < 0:
            continue
        away = distance(b, s.hex[enemy], hex_)
        near = 2 * (away - 1) <= b.allowance[enemy]
        if b.artillery[enemy]:
            near = away <= b.range[enemy]
        if not near:
            continue
        strength = int(b.strength[enemy])
        if side == WEST and not b.artillery[enemy]:
            strength //= 2  # from a fortification, too: few attack from there
        total += strength
        largest = max(largest, strength)
    if total == 0 or open_ == 0:
        return 0.0
    total = min(total, open_ * largest)
    price = float(b.worth[side]) + stake(b, s, side, hex_, side)
    strong = is_strongpoint(b, side, hex_)
    table = st.MOBILE if other == WEST and not strong else st.FRONTAL
    pushed = price if out_ <= 1 else 0.5 * stake(b, s, side, hex_, side) + 0.2 * price
    lost = float(b.worth[other])
    return max(0.0, promise(
        b, table, total - int(b.defense[unit]), hex_shift(b, side, hex_), strong, False,
        price, pushed, 0.2, lost, 2.0 * lost,
    ))  # fmt: skip


@kernel
def evacuate(
    b: Board, s: State, w: Work, random: Random, can: Matrix[int], codes: Vector[int]
) -> int:
    """Write the move of a unit in danger to a safer hex, or of a friend to a hex beside it."""
    side, total, who = int(s.side), 0.0, -1
    for unit in range(b.units):
        if b.side[unit] != side or s.hex[unit] < 0:
            continue
        risk = danger(b, s, w, unit, int(s.hex[unit]))
        if risk <= AT_EASE:
            continue
        total += risk
        if random.random() * total < risk:
            who = unit
    if who < 0:
        return 0
    here = int(s.hex[who])
    best, code, where = NOTHING, 0, -1
    if random.random() < 0.5:
        for hex_ in range(b.hexes):
            if can[who, hex_] == 0:
                continue
            value = stake(b, s, side, hex_, side) - danger(b, s, w, who, hex_)
            value += CHANCE * random.random() - 0.02 * distance(b, here, hex_)
            if value > best:
                best, code, where = value, int(can[who, hex_]), hex_
    else:
        for direction in range(6):
            there = int(b.neighbor[here, direction])
            if there < 0 or w.head[there] >= 0:
                continue
            for unit in range(b.units):
                if can[unit, there] == 0 or unit == who:
                    continue
                value = 3.0 * random.random() - danger(b, s, w, unit, there)
                if s.hex[unit] >= 0:
                    value -= stake(b, s, side, int(s.hex[unit]), side)
                if value > best:
                    best, code, where = value, int(can[unit, there]), there
    return write(b, codes, 0, code, where) if where >= 0 else 0
