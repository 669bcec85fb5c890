"""Operations of October War that a plan may begin with (`core.search.operations`).

A *strike* brings a force into one of the enemy's points, a *gathering* one into a point without
enemies, an *evacuation* takes everything that can move out of a point. The *air* operation divides
the strikes among missions differently, or sends as many as possible against one target. The moves
of each are the best of several random ones, by the sergeant's valuation of fights and places; the
identity of hidden counters is not used.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.core.search.operations import is_among
from bridgehead.core.search.playout import below
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.player.march import can_still
from bridgehead.titles.october_war.player.operations_air import direct_strikes, divide_strikes
from bridgehead.titles.october_war.player.sergeant.moves import stand_value
from bridgehead.titles.october_war.player.sergeant.sight import (
    FIELD_FOOT,
    FIELD_MECH,
    NEAR,
    OUR_FIRE,
    OUR_HITS,
    ROWS,
    THEIR_FIRE,
    THEIR_HITS,
    THREAT,
    WORTH,
    aims,
    end_of,
    fight_value,
    fire_of,
    hits_of,
    look_round,
    odds,
    open_value,
    scores_by_standing,
    spread,
)
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.ground.fire import armor_in
from bridgehead.titles.october_war.rules.ground.movement import may_act, may_move
from bridgehead.titles.october_war.rules.places import alike, first_of
from bridgehead.titles.october_war.rules.sequence import legal

# what they are called, and how often each is tried
OPERATIONS = (("strike", 1.0), ("gathering", 0.5), ("evacuation", 0.5), ("air", 1.0))
STRIKE, GATHERING, EVACUATION, AIR = range(4)
MOST_MOVES = 32  # of an operation
MOST_UNITS = 6  # that a strike or a gathering brings
PLACES_TRIED = 3  # places that an operation chooses from, at most
TRIES = 8  # forces drawn for each
CHANCE = 0.5  # victory points of luck that let an operation differ from the last one
LEFT = 0.5  # of what a counter is worth where it stands, lost when it goes
NEVER = -1e9


@kernel
def is_legal(b: Board, s: State, w: Work, code: int) -> bool:
    """Return whether an action is legal for the side to decide."""
    u = code // st.UNIT
    if s.step == st.MOVE and u != st.NO_UNIT and (not s.looking or _is_move(code)):
        return bool(may_act(b, s, u) and first_of(b, s, u) and can_still(b, s, w, u, code))
    return is_among(w.list, legal(b, s, w, w.list), code)


@kernel
def _is_move(code: int) -> bool:
    """Return whether an action of a movement phase is a counter's move, not a look."""
    return code // st.VERB % 64 in (st.MOVE_UNIT, st.FLY, st.CROSS, st.BRIDGE)


@kernel
def propose(
    b: Board, s: State, w: Work, moves: Vector[int], count: int, random: Random, kind: int,
    codes: Vector[int],
) -> int:  # fmt: skip
    """Write the actions of an operation; return their number, 0 if there is none.

    `moves` are the `count` legal actions, `s` and `w` what the side knows.
    """
    if kind == AIR:
        if s.step == st.COMMIT:
            return divide_strikes(b, s, random, codes)
        if s.step == st.RAIDS:
            return direct_strikes(b, s, w, moves, count, random, codes)
        return 0
    if s.step != st.MOVE:
        return 0
    can = np.zeros((st.MAX_UNITS, st.MAX_PLACES), np.int64)
    list_reach(b, s, moves, count, can)
    t = np.zeros((ROWS, st.MAX_PLACES))
    side = int(s.side)
    look_round(b, s, w, t, side)
    aims(b, s, w, t, side)
    spread(b, s, t, FIELD_MECH, side, False)
    spread(b, s, t, FIELD_FOOT, side, True)
    stays = np.zeros(st.MAX_UNITS)
    for u in range(b.units):
        if can[u, st.MAX_PLACES - 1] > 0:
            stays[u] = max(0.0, stand_value(b, s, w, t, u, int(s.where[u]), True))
    if kind == EVACUATION:
        return evacuate(b, s, w, t, can, random, codes)
    return bring(b, s, w, t, can, stays, random, kind == STRIKE, codes)


@kernel
def list_reach(b: Board, s: State, moves: Vector[int], count: int, can: Matrix[int]) -> None:
    """Write the move that ends in a place, by counter and place.

    The last column marks counters that can move. A list names the first of equal counters; the
    others have the same moves when their turn comes.
    """
    for i in range(count):
        verb = int(moves[i]) // st.VERB % 64
        if verb not in (st.MOVE_UNIT, st.CROSS):
            continue
        u = int(moves[i]) // st.UNIT
        q = end_of(b, verb, int(moves[i]) % st.VERB)
        if not fights(b, u) or can[u, q] > 0:
            continue
        for v in range(u, b.group_first[b.group[u]] + b.group_count[b.group[u]]):
            if v == u or (alike(b, s, v, u) and may_move(b, s, v)):
                can[v, q] = int(moves[i]) + (v - u) * st.UNIT
                can[v, st.MAX_PLACES - 1] = 1


@kernel
def fights(b: Board, u: int) -> bool:
    """Return whether a counter belongs to the fighting troops."""
    return b.type[u] not in (st.HQ, st.MOBILE_SAM, st.ENGINEER)


@kernel
def bring(
    b: Board, s: State, w: Work, t: Matrix[float], can: Matrix[int], stays: Vector[float],
    random: Random, strikes: bool, codes: Vector[int],
) -> int:  # fmt: skip
    """Write the moves that bring a force into one place: the best of several random ones."""
    places = np.zeros(st.MAX_PLACES, np.int64)
    count = list_places(b, s, w, can, strikes, places)
    if count == 0:
        return 0
    force = np.zeros(MOST_UNITS, np.int64)
    best, moves = 0.0, 0
    for _ in range(1 + below(random, PLACES_TRIED)):
        q = int(places[below(random, count)])
        for _ in range(TRIES):
            n = draw_force(b, s, w, can, random, q, force)
            if strikes:
                value = strike_value(b, s, t, q, force, n)
            else:
                value = hold_value(b, s, w, t, q, force, n)
            for i in range(n):
                value -= LEFT * stays[force[i]]
            value += CHANCE * random.random()
            if n > 0 and value > best:
                best, moves = value, n
                for i in range(n):
                    codes[i] = can[force[i], q]
    return moves


@kernel
def list_places(
    b: Board, s: State, w: Work, can: Matrix[int], strikes: bool, places: Vector[int]
) -> int:
    """Write the points that some counter could enter, enemy ones or others; return how many."""
    found = 0
    for q in range(b.points):
        if (w.count[1 - s.side, q] > 0) != strikes:
            continue
        for u in range(b.units):
            if can[u, q] > 0:
                places[found] = q
                found += 1
                break
    return found


@kernel
def draw_force(
    b: Board, s: State, w: Work, can: Matrix[int], random: Random, q: int, force: Vector[int]
) -> int:
    """Draw counters that can go to a point and fit there, in file order."""
    side = int(s.side)
    wanted, room = 1 + below(random, MOST_UNITS), int(b.stack_limit[side] - w.weight[side, q])
    drawn = np.zeros(st.MAX_UNITS, np.int64)
    able = np.zeros(st.MAX_UNITS, np.int64)
    n = 0
    while n < wanted:
        count = 0
        for u in range(b.units):
            if can[u, q] > 0 and not drawn[u] and b.stack[u] <= room:
                able[count] = u
                count += 1
        if count == 0:
            break
        u, other = int(able[below(random, count)]), int(able[below(random, count)])
        if b.strength[other] > b.strength[u]:  # the stronger of two
            u = other
        u = first_left(b, s, drawn, u)
        drawn[u] = 1
        room -= int(b.stack[u])
        n += 1
    n = 0
    for u in range(b.units):
        if drawn[u]:
            force[n] = u
            n += 1
    return n


@kernel
def first_left(b: Board, s: State, drawn: Vector[int], u: int) -> int:
    """Return the first of a counter's equals that has not been drawn."""
    for v in range(b.group_first[b.group[u]], u):
        if not drawn[v] and alike(b, s, v, u):
            return int(v)
    return u


@kernel
def strike_value(b: Board, s: State, t: Matrix[float], p: int, force: Vector[int], n: int) -> float:
    """Return the value of an attack by a force together with the counters already there."""
    side = int(s.side)
    if t[THEIR_HITS, p] <= 0.0:  # only static air defense
        return 1.0 + float(t[WORTH, p])
    armor = armor_in(b, s, 1 - side, p)
    fire, hits = 0.0, 0.0
    for u in range(b.units):
        if s.where[u] == p and b.side[u] == side:
            fire += fire_of(b, s, t, u, p, True, armor)
            hits += hits_of(b, u)
    for i in range(n):
        fire += fire_of(b, s, t, int(force[i]), p, True, armor)
        hits += hits_of(b, int(force[i]))
    theirs, their_hits = float(t[THEIR_FIRE, p]), float(t[THEIR_HITS, p])
    chance = odds(fire, hits, theirs, their_hits)
    worth = float(t[WORTH, p] + b.weights[side, hw.GROUND])
    return fight_value(b, side, worth, chance, fire, theirs, their_hits)


@kernel
def hold_value(
    b: Board, s: State, w: Work, t: Matrix[float], q: int, force: Vector[int], n: int
) -> float:
    """Return the value of a force in a point without enemies."""
    side = int(s.side)
    weights = b.weights[side]
    worth, threat = float(t[WORTH, q]), min(float(t[THREAT, q]), 4.0)
    own, hits, value = float(t[OUR_FIRE, q]), 0.0, 0.0
    for i in range(n):
        u = int(force[i])
        own += fire_of(b, s, t, u, q, False, True)
        hits += hits_of(b, u)
        value += min(12.0, float(t[FIELD_MECH if b.mech[u] else FIELD_FOOT, q]))
    if int(s.control[q]) != side:
        value += open_value(b, side, q, worth)
    if w.count[side, q] == 0 and scores_by_standing(b, side, q):
        value += worth
    elif threat > 0.3:
        value += float(weights[hw.EMPTY]) * worth * min(1.0, own / threat)
    others = float(weights[hw.SUPPORT]) * max(0.0, float(t[NEAR, q]) - own)
    over = threat / max(0.1, own + others) - float(weights[hw.BOLD])
    if over > 0.0:
        value -= float(weights[hw.RISK]) * hits * min(float(weights[hw.MOST_RISK]), over)
    return value


@kernel
def evacuate(
    b: Board, s: State, w: Work, t: Matrix[float], can: Matrix[int], random: Random,
    codes: Vector[int],
) -> int:  # fmt: skip
    """Write the moves by which everything that can move leaves a point in danger."""
    side = int(s.side)
    places = np.zeros(st.MAX_PLACES, np.int64)
    count = 0
    for p in range(b.points):
        if w.count[side, p] > 0 and in_danger(b, w, t, side, p) and leaves(b, s, can, p):
            places[count] = p
            count += 1
    if count == 0:
        return 0
    at = int(places[below(random, count)])
    one = np.zeros(1, np.int64)
    moves, forward = 0, random.random() < 0.5  # together, or each to where it stands best
    to = -1
    for u in range(b.units):
        if s.where[u] != at or can[u, st.MAX_PLACES - 1] == 0 or moves == MOST_MOVES:
            continue
        one[0] = u
        best = NEVER
        if to < 0 or can[u, to] == 0 or not forward:
            to = -1
            for q in range(b.points):
                if can[u, q] == 0 or w.count[1 - side, q] > 0:
                    continue
                value = hold_value(b, s, w, t, q, one, 1) + CHANCE * random.random()
                if value > best:
                    best, to = value, q
        if to >= 0:
            t[OUR_FIRE, to] += fire_of(b, s, t, u, to, False, True)
            codes[moves] = can[u, to]
            moves += 1
    return moves


@kernel
def in_danger(b: Board, w: Work, t: Matrix[float], side: int, p: int) -> bool:
    """Return whether the enemy in or near a point is stronger than the force there."""
    if w.count[1 - side, p] > 0:
        chance = odds(t[OUR_FIRE, p], t[OUR_HITS, p], t[THEIR_FIRE, p], t[THEIR_HITS, p])
        return bool(chance < b.weights[side, hw.GOOD_ODDS])
    return bool(t[THREAT, p] > b.weights[side, hw.BOLD] * t[OUR_FIRE, p])


@kernel
def leaves(b: Board, s: State, can: Matrix[int], p: int) -> bool:
    """Return whether some counter can leave a point."""
    for u in range(b.units):
        if s.where[u] == p and can[u, st.MAX_PLACES - 1] > 0:
            return True
    return False
