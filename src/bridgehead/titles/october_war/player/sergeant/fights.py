"""The sergeant's fights: which counters can join one, and whether it is worth while."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.player.sergeant.sight import (
    AT_FIRE,
    FIGHT,
    HERE_FIRE,
    HERE_HITS,
    JOIN_ARMOR,
    JOIN_FIRE,
    JOIN_HITS,
    JOIN_STACK,
    LARGE_ROOM,
    LAST_FIRE,
    LEAST_FIRE,
    MOST_ODDS,
    THEIR_ARMOR,
    THEIR_FIRE,
    THEIR_HITS,
    WORTH,
    end_of,
    fight_value,
    fire_of,
    hits_of,
    odds,
    rear,
)
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.ground.movement import may_move
from bridgehead.titles.october_war.rules.places import alike

NO_WAY = -50.0


@kernel
def forces_that_can_join(
    b: Board, s: State, w: Work, t: Matrix[float], out: Vector[int], count: int
) -> None:
    """Add up for every enemy point what can be brought there in this phase, within stacking.

    The list of actions is in the order of the counters. The values of counters already there are in
    HERE_FIRE and HERE_HITS.
    """
    side = int(s.side)
    for i in range(b.typed_from[st.ARMOR], b.typed_from[st.ARMOR + 1]):
        u = int(b.typed[i])
        if s.where[u] >= 0 and b.side[u] != side and not s.back[u]:
            t[THEIR_ARMOR, s.where[u]] = 1.0
    for u in range(b.units):  # who is there already
        p = int(s.where[u])
        if 0 <= p < b.points and b.side[u] == side and w.count[1 - side, p] > 0:
            t[JOIN_FIRE, p] += fire_of(b, s, t, u, p, True, t[THEIR_ARMOR, p] > 0.0)
            t[JOIN_HITS, p] += hits_of(b, u)
    for p in range(b.points):
        if w.count[1 - side, p] > 0:
            t[JOIN_STACK, p] = w.weight[side, p]
            t[HERE_FIRE, p], t[HERE_HITS, p] = t[JOIN_FIRE, p], t[JOIN_HITS, p]
    last = np.full(st.MAX_PLACES, -1, np.int64)
    pairs = np.empty((count, 2), np.int64)
    fires = np.empty(count)
    n = 0
    for i in range(count):
        verb = int(out[i]) // st.VERB % 64
        if verb not in (st.MOVE_UNIT, st.CROSS):
            continue
        u = int(out[i]) // st.UNIT
        q = end_of(b, verb, int(out[i]) % st.VERB)
        if q < b.points and last[q] != u and w.count[1 - side, q] > 0:
            last[q] = u
            if not rear(b, u):
                pairs[n, 0], pairs[n, 1] = u, q
                fire = fire_of(b, s, t, u, q, True, t[THEIR_ARMOR, q] > 0.0)
                fires[n] = 1e-9 * n - fire - 100.0 * b.large[u]  # equals keep their order
                n += 1
    for i in np.argsort(fires[:n]):
        _join(b, s, t, int(pairs[i, 0]), int(pairs[i, 1]))


@kernel
def calls_off(
    b: Board, s: State, w: Work, t: Matrix[float], best: Vector[int], value: Vector[float]
) -> bool:
    """Call off the fights to which too few would come; return whether there were any.

    At first all counters that can come to a fight are counted. But a counter with a better move
    does not come, and the first to go would be alone there. If room was kept for strong counters
    that do not come, the others may try first.
    """
    side = int(s.side)
    good = float(b.weights[side, hw.GOOD_ODDS])
    fire, hits = t[HERE_FIRE].copy(), t[HERE_HITS].copy()
    stack = np.zeros(st.MAX_PLACES, np.int64)
    comes = np.zeros(st.MAX_PLACES, np.bool_)
    armor = np.zeros(st.MAX_PLACES, np.bool_)
    for p in range(b.points):
        stack[p] = w.weight[side, p]
    for large in range(1, -1, -1):
        for u in range(b.units):
            verb = int(best[u]) // st.VERB % 64
            if b.large[u] != large or value[u] <= 0.0 or verb not in (st.MOVE_UNIT, st.CROSS):
                continue
            q = end_of(b, verb, int(best[u]) % st.VERB)
            if q >= b.points or w.count[1 - side, q] == 0:
                continue
            comes[q] = True
            for v in range(u, b.group_first[b.group[u]] + b.group_count[b.group[u]]):
                equal = v == u or alike(b, s, v, u)
                if equal and may_move(b, s, v) and stack[q] + b.stack[v] <= b.stack_limit[side]:
                    stack[q] += b.stack[v]
                    fire[q] += fire_of(b, s, t, v, q, True, t[THEIR_ARMOR, q] > 0.0)
                    hits[q] += hits_of(b, v)
                    armor[q] |= b.type[v] == st.ARMOR
    found = False
    for q in range(b.points):
        if not comes[q] or t[THEIR_HITS, q] <= 0.0 or t[FIGHT, q] == NO_WAY:
            continue
        have = _odds_there(b, t, side, q, t[HERE_FIRE, q], t[HERE_HITS, q], False)
        if have >= good:
            continue
        chance = _odds_there(b, t, side, q, fire[q], hits[q], armor[q])
        if chance < good or not _is_enough(b, t, side, q, fire[q], hits[q], armor[q]):
            if t[LARGE_ROOM, q] > 0.0 or t[LEAST_FIRE, q] > 0.0:
                t[LARGE_ROOM, q] = t[LEAST_FIRE, q] = 0.0
            else:
                t[FIGHT, q] = NO_WAY
            found = True
    return found


@kernel
def _their_fire(b: Board, t: Matrix[float], side: int, p: int, armor: bool) -> float:
    """Return the enemy's fire in a point once our counters, with or without armor, are there."""
    fire = float(t[THEIR_FIRE, p])
    if armor:
        fire += float(b.weights[side, hw.AT_ARMOR]) * float(t[AT_FIRE, p] - t[THEIR_FIRE, p])
    return fire


@kernel
def _odds_there(
    b: Board, t: Matrix[float], side: int, p: int, fire: float, hits: float, armor: bool
) -> float:
    """Return the odds of a force, with or without armor, in an enemy's point."""
    theirs = _their_fire(b, t, side, p, armor)
    return odds(fire, hits, theirs, t[THEIR_HITS, p])


@kernel
def _holds_out(
    b: Board, t: Matrix[float], side: int, p: int, fire: float, hits: float, armor: bool
) -> bool:
    """Return whether a force has good odds in an enemy's point after an average first fire."""
    left = max(0.0, 1.0 - _their_fire(b, t, side, p, armor) / max(1.0, hits))
    after = _odds_there(b, t, side, p, fire * left, hits * left, armor)
    return bool(after >= b.weights[side, hw.BEARS])


@kernel
def _is_enough(
    b: Board, t: Matrix[float], side: int, p: int, fire: float, hits: float, armor: bool
) -> bool:
    """Return whether a force with good odds is large enough to enter an enemy's point.

    If a fight has begun, the units there must fight: every unit that comes helps them.
    """
    return t[HERE_HITS, p] > 0.0 or _holds_out(b, t, side, p, fire, hits, armor)


@kernel
def weigh_fights(b: Board, w: Work, t: Matrix[float], side: int) -> None:
    """Write for every enemy point the value of one more counter entering it.

    The value is NO_WAY for a bad fight.
    """
    weights = b.weights[side]
    good = weights[hw.GOOD_ODDS]
    for p in range(b.points):
        their_hits = t[THEIR_HITS, p]
        if w.count[1 - side, p] == 0 or their_hits <= 0.0:
            continue
        fire, armor = t[JOIN_FIRE, p], t[JOIN_ARMOR, p] > 0.0
        theirs = _their_fire(b, t, side, p, armor)
        have = _odds_there(b, t, side, p, t[HERE_FIRE, p], t[HERE_HITS, p], False)
        stands = have >= good and _holds_out(b, t, side, p, t[HERE_FIRE, p], t[HERE_HITS, p], False)
        chance = _odds_there(b, t, side, p, fire, t[JOIN_HITS, p], armor)
        worth = t[WORTH, p] + weights[hw.GROUND]
        value = fight_value(b, side, worth, chance, fire, theirs, their_hits)
        goes = chance >= good and _is_enough(b, t, side, p, fire, t[JOIN_HITS, p], armor)
        if not goes or value <= 0.0 or have >= MOST_ODDS:
            t[FIGHT, p] = NO_WAY
            continue
        more = float(weights[hw.SOME_MORE]) if have < weights[hw.ENOUGH] else 0.1
        t[FIGHT, p] = (more if stands else 1.0) * value
        if stands:
            t[LARGE_ROOM, p] = t[LEAST_FIRE, p] = 0.0
        elif w.count[side, p] > 0:
            t[FIGHT, p] += weights[hw.FOLLOWS]


@kernel
def _join(b: Board, s: State, t: Matrix[float], u: int, p: int) -> None:
    """Count a counter and its equals among those that can come to a point.

    The strongest are counted first. LEAST_FIRE is the fire of the weakest counter for which there
    is room, if there is none for others; LARGE_ROOM is the room that large counters need.
    """
    side = int(b.side[u])
    armor = t[THEIR_ARMOR, p] > 0.0
    for v in range(u, b.group_first[b.group[u]] + b.group_count[b.group[u]]):
        if v != u and not alike(b, s, v, u):
            continue
        if not may_move(b, s, v):
            continue
        fire = fire_of(b, s, t, v, p, True, armor)
        if t[JOIN_STACK, p] + b.stack[v] > b.stack_limit[side]:
            if not b.large[v] and t[LEAST_FIRE, p] == 0.0:
                t[LEAST_FIRE, p] = t[LAST_FIRE, p]
            return
        t[JOIN_STACK, p] += b.stack[v]
        t[JOIN_FIRE, p] += fire
        t[JOIN_HITS, p] += hits_of(b, v)
        if b.type[v] == st.ARMOR:
            t[JOIN_ARMOR, p] = 1.0
        if b.large[v]:
            t[LARGE_ROOM, p] += b.stack[v]
        else:
            t[LAST_FIRE, p] = fire


@kernel
def join_value(b: Board, s: State, w: Work, t: Matrix[float], u: int, p: int) -> float:
    """Return the value of a counter's entry into an enemy's point."""
    side = int(b.side[u])
    if t[THEIR_HITS, p] <= 0.0:  # only static air defense: one is enough
        return 1.0 + t[WORTH, p] if not rear(b, u) and w.count[side, p] == 0 else 0.0
    if t[FIGHT, p] == NO_WAY:
        return NO_WAY
    if rear(b, u):
        if b.type[u] != st.ENGINEER or w.count[side, p] < 2:
            return NO_WAY
        return 0.6 if b.fort_of[p] == 1 - side or b.city[p] else NO_WAY
    fire = fire_of(b, s, t, u, p, True, t[THEIR_ARMOR, p] > 0.0)
    if not b.large[u]:
        room = w.weight[side, p] + b.stack[u] + t[LARGE_ROOM, p]
        if (t[LARGE_ROOM, p] > 0.0 and room > b.stack_limit[side]) or fire < t[LEAST_FIRE, p]:
            return NO_WAY  # stronger counters need the room
    if w.count[side, p] == 0 and w.unknown[1 - side, p] > 0:
        unseen = w.unknown[1 - side, p] / w.count[1 - side, p]
        if _alone(t, p, fire, hits_of(b, u)) < b.weights[side, hw.ALONE] * unseen:
            return NO_WAY
    return float(t[FIGHT, p] + 0.05 * fire)


@kernel
def _alone(t: Matrix[float], p: int, fire: float, hits: float) -> float:
    """Return the odds of a counter that enters a point alone, after the defenders' first fire."""
    left = max(0.0, 1.0 - t[THEIR_FIRE, p] / hits)
    return odds(fire * left, hits * left, t[THEIR_FIRE, p], t[THEIR_HITS, p])
