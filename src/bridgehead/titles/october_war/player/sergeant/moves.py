"""The sergeant's moves: each counter to the best combination of place, fight and destination."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.player.sergeant.fights import (
    NO_WAY,
    calls_off,
    forces_that_can_join,
    join_value,
    weigh_fights,
)
from bridgehead.titles.october_war.player.sergeant.sight import (
    AIM,
    FIELD_FOOT,
    FIELD_MECH,
    HERE_FIRE,
    NEAR,
    OUR_FIRE,
    OUR_HITS,
    ROWS,
    THREAT,
    TROOPS,
    WORTH,
    aims,
    empty_part,
    empty_value,
    end_of,
    fire_of,
    hits_of,
    look_round,
    open_value,
    rear,
    scores_by_standing,
    spread,
)
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.flights import flight_result
from bridgehead.titles.october_war.rules.air.umbrella import covered, covers, reaches
from bridgehead.titles.october_war.rules.places import line_from

SHARE = 0.25  # of the best move's value that another must have to be made with it (`march`)
REVIEWS = 4  # of the moves, at most: each calls off the fights to which too few would come
MOST_FIRE = 4.0  # the most fire of a point that counts for the air defense that covers it
MOST_COVERED = 24.0  # the most fire of all these points that counts
BEHIND = 0.001  # of what it is worth counts the move of who leads and serves


@kernel
def choose_move(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Return the best move of a movement phase, or its end."""
    best = np.zeros(st.MAX_UNITS, np.int64)
    value = np.zeros(st.MAX_UNITS)
    weigh_moves(b, s, w, out, count, best, value)
    u = dearest(b, value)
    return int(best[u]) if value[u] > 0.0 else int(out[count - 1])


@kernel
def weigh_moves(
    b: Board,
    s: State,
    w: Work,
    out: Vector[int],
    count: int,
    best: Vector[int],
    value: Vector[float],
) -> None:
    """Write the best move of each counter with its value; 0 if it should stay."""
    side = int(s.side)
    t = np.zeros((ROWS, st.MAX_PLACES))
    look_round(b, s, w, t, side)
    aims(b, s, w, t, side)
    forces_that_can_join(b, s, w, t, out, count)
    weigh_fights(b, w, t, side)
    spread(b, s, t, FIELD_MECH, side, False)
    spread(b, s, t, FIELD_FOOT, side, True)
    for _ in range(REVIEWS):
        best[:] = 0
        value[:] = 0.0
        _weigh(b, s, w, t, out, count, best, value, False)
        if not calls_off(b, s, w, t, best, value):
            break
    # who leads and serves follows the others: looked at only where it may count
    if SHARE * value[dearest(b, value)] <= BEHIND * _most_behind(b, t, side):
        _weigh(b, s, w, t, out, count, best, value, True)


@kernel
def _weigh(
    b: Board, s: State, w: Work, t: Matrix[float], out: Vector[int], count: int,
    best: Vector[int], value: Vector[float], behind: bool,
) -> None:  # fmt: skip
    """Evaluate the moves of leaders and support (`behind`), or of all others and bridges."""
    side, least = int(s.side), float(b.weights[s.side, hw.LEAST_GAIN])
    last, stays, serves = -1, 0.0, False
    known = np.zeros(st.MAX_PLACES, np.bool_)  # several ways lead to a place
    there = np.zeros(st.MAX_PLACES)
    for i in range(count):
        u = int(out[i]) // st.UNIT
        verb = int(out[i]) // st.VERB % 64
        place = int(out[i]) % st.VERB
        if verb not in (st.MOVE_UNIT, st.FLY, st.CROSS, st.BRIDGE):
            continue
        if u != last:
            last, serves = u, rear(b, u)
            known[:] = False
            if serves == behind:
                stays = stand_value(b, s, w, t, u, int(s.where[u]), True)
        if (serves and verb != st.BRIDGE) != behind:
            continue
        if verb == st.BRIDGE:
            gain = _bridge_value(b, s, w, t, u, place)
        else:
            q = end_of(b, verb, place)
            if not known[q]:
                known[q], there[q] = True, stand_value(b, s, w, t, u, q, False)
            gain = there[q] - stays
            if verb == st.MOVE_UNIT:
                gain += _passing(b, s, w, t, side, place)
            elif verb == st.FLY:
                gain = _flight_value(b, s, w, t, u, q, gain)
        if gain < least:
            continue
        if behind:
            gain *= BEHIND
        if gain > value[u]:
            best[u], value[u] = int(out[i]), gain


@kernel
def _most_behind(b: Board, t: Matrix[float], side: int) -> float:
    """Return an upper limit for the value of a leader's or support unit's move, before BEHIND."""
    field, worth = 0.0, 1.0
    for p in range(b.places):
        field = max(field, abs(t[FIELD_MECH, p]), abs(t[FIELD_FOOT, p]))
        worth = max(worth, abs(t[WORTH, p]))
    weights = b.weights[side]
    leads = 6.0 * abs(weights[hw.LEADING]) + 30.0 * abs(weights[hw.LEADS_FIGHTS])
    leads += MOST_COVERED * abs(weights[hw.COVERING])
    leads += abs(weights[hw.ONWARD]) * field + 8.0 + 0.2 * field
    others = int(b.typed_from[st.HQ + 1] - b.typed_from[st.HQ])
    return float(2.0 * leads + 1.5 * others + 20.0 + 3.0 * worth)


@kernel
def dearest(b: Board, value: Vector[float]) -> int:
    """Return the counter with the most valuable move."""
    found = 0
    for u in range(b.units):
        if value[u] > value[found]:
            found = u
    return found


# Places


@kernel
def stand_value(
    b: Board, s: State, w: Work, t: Matrix[float], u: int, q: int, there: bool
) -> float:
    """Return the value of a counter's place at the end of its move."""
    side = int(b.side[u])
    if q >= b.points:
        return -1.0 if rear(b, u) else 0.6 * _field(b, t, u, q)
    if w.count[1 - side, q] > 0:
        if there:
            return 5.0  # who is in a fight does not walk out of it
        return join_value(b, s, w, t, u, q)
    if rear(b, u):
        return _rear_value(b, s, w, t, u, q, there)
    weights = b.weights[side]
    worth = t[WORTH, q]
    friends = int(w.count[side, q]) - (1 if there else 0)
    value = 0.0
    if int(s.control[q]) != side:
        value += open_value(b, side, q, worth)
        if friends == 0 and scores_by_standing(b, side, q):
            value = worth
    elif t[TROOPS, q] - (1.0 if there else 0.0) <= 0.0 and empty_part(b, side, friends) > 0.0:
        value += empty_value(b, t, side, q, friends)
        if friends == 0 and _bridgehead(b, s, q, side):
            value += weights[hw.BRIDGEHEAD]
    else:
        others = t[OUR_FIRE, q] - (fire_of(b, s, t, u, q, False, True) if there else 0.0)
        if t[THREAT, q] > 0.3:
            value += weights[hw.HELPED] * worth * max(0.0, min(1.0, 1.3 - others / t[THREAT, q]))
    if b.home[u] == q:  # a city's own brigade needs no room there
        value += 3.0
    value -= _risk(b, s, t, u, q, there)
    if not line_from(b, s, w, u, q):
        value -= weights[hw.CUT_OFF]
    if weights[hw.OPEN_SKY] > 0.0 and not covered(b, s, w, q, side, False):
        value -= weights[hw.OPEN_SKY] * hits_of(b, u)
    return value + _field(b, t, u, q)


@kernel
def _field(b: Board, t: Matrix[float], u: int, q: int) -> float:
    """Return how useful a counter's place is for its next moves."""
    field = t[FIELD_MECH, q] if b.mech[u] else t[FIELD_FOOT, q]
    return min(float(field), 12.0)


@kernel
def _bridgehead(b: Board, s: State, q: int, side: int) -> bool:
    """Return whether a bridge of the side begins in a point."""
    for k in range(b.canals):
        if s.bridge[k] == side and (b.canal_end[k, 0] == q or b.canal_end[k, 1] == q):
            return True
    return False


@kernel
def _risk(b: Board, s: State, t: Matrix[float], u: int, q: int, there: bool) -> float:
    """Return the possible loss if the enemy nearby is stronger than our force there."""
    own = t[OUR_FIRE, q]
    hits = t[OUR_HITS, q]
    if not there:
        own += fire_of(b, s, t, u, q, False, True)
        hits += hits_of(b, u)
    threat = min(float(t[THREAT, q]), 4.0)
    weights = b.weights[b.side[u]]
    others = weights[hw.SUPPORT] * max(0.0, t[NEAR, q] - own)
    over = threat / max(0.1, own + others) - weights[hw.BOLD]
    if over <= 0.0:
        return 0.0
    return float(weights[hw.RISK] * hits_of(b, u) * min(float(weights[hw.MOST_RISK]), over))


@kernel
def _rear_value(
    b: Board, s: State, w: Work, t: Matrix[float], u: int, q: int, there: bool
) -> float:
    """Return the value of a place for a headquarters, an engineer or mobile air defense."""
    side = int(b.side[u])
    company = int(w.count[side, q]) - (1 if there else 0)
    value = 0.0
    if b.type[u] == st.ENGINEER:
        return _engineer_value(b, s, w, t, u, q, company)
    weights = b.weights[side]
    value += weights[hw.LEADING] * min(6.0, t[OUR_FIRE, q]) + 0.25 * min(8.0, _beside(b, t, q))
    value += weights[hw.ONWARD] * t[FIELD_MECH, q]
    if b.type[u] == st.MOBILE_SAM:
        value += weights[hw.COVERING] * _newly_covered(b, s, t, u, q)
    elif b.type[u] == st.HQ:
        value += weights[hw.LEADS_FIGHTS] * _fights_beside(b, t, q)
        for i in range(b.typed_from[st.HQ], b.typed_from[st.HQ + 1]):
            v = int(b.typed[i])
            near = v != u and b.hq[v] > 0 and b.nation[v] == b.nation[u] and s.where[v] >= 0
            if near and s.where[v] < b.points and b.steps[side, q, int(s.where[v])] <= 1:
                value -= 1.5
    if t[THREAT, q] > 0.3 and t[OUR_FIRE, q] < 1.0:
        value -= 4.0
    elif company == 0:
        value -= 1.0
    if not line_from(b, s, w, u, q):
        value -= 2.0
    return float(value)


@kernel
def _newly_covered(b: Board, s: State, t: Matrix[float], u: int, q: int) -> float:
    """Return the fire of our troops that only this unit would cover from a place.

    Other air defense counts where it is now.
    """
    total = 0.0
    for p in range(b.points):
        if t[OUR_FIRE, p] > 0.0 and reaches(b, u, q, p) and not _is_covered(b, s, u, p):
            total += min(MOST_FIRE, t[OUR_FIRE, p])
    return min(MOST_COVERED, total)


@kernel
def _is_covered(b: Board, s: State, u: int, p: int) -> bool:
    """Return whether other air defense of a unit's side covers a point."""
    for kind in (st.MOBILE_SAM, st.STATIC_SAM):
        for i in range(b.typed_from[kind], b.typed_from[kind + 1]):
            v = int(b.typed[i])
            if v != u and b.side[v] == b.side[u] and covers(b, s, v, p):
                return True
    return False


@kernel
def _beside(b: Board, t: Matrix[float], q: int) -> float:
    """Return the fire of our troops in the neighbor points."""
    total = 0.0
    for k in range(b.degree[q]):
        n = int(b.neighbor[q, k])
        if n < b.points and b.route[q, k] in (st.ROAD, st.CANAL):
            total += t[OUR_FIRE, n]
    return total


@kernel
def _fights_beside(b: Board, t: Matrix[float], q: int) -> float:
    """Return our troops' fire in fights in a point and its neighbors, commanded from it."""
    total = float(t[HERE_FIRE, q])
    for k in range(b.degree[q]):
        n = int(b.neighbor[q, k])
        if n < b.points and b.route[q, k] in (st.ROAD, st.CANAL):
            total += t[HERE_FIRE, n]
    return total


# Engineers


@kernel
def _call_of_the_canal(b: Board, s: State, t: Matrix[float], side: int, q: int) -> float:
    """Return how near an engineer is to a bank with a bridge, or where one is wanted."""
    best, faded = 0.0, float(b.weights[side, hw.FADED])
    for k in range(b.canals):
        near, far = int(b.canal_end[k, 1 - side]), int(b.canal_end[k, side])
        if b.theater[q] != b.theater[near] or int(s.control[near]) != side:
            continue
        want = max(t[FIELD_MECH, far], t[AIM, far]) - faded * t[FIELD_MECH, near]
        if t[NEAR, near] < 1.5 or want <= 0.0:
            want = 0.0
        if int(s.bridge[k]) == side:
            want = 1.5
        call = min(4.0, want)
        for _ in range(int(b.steps[side, q, near])):
            call *= 0.85
        best = max(best, call)
    return best


@kernel
def _engineer_value(
    b: Board, s: State, w: Work, t: Matrix[float], u: int, q: int, company: int
) -> float:
    """Return the value of a place for an engineer: banks where the army wants to cross."""
    side = int(b.side[u])
    value = 0.1 * min(5.0, t[NEAR, q]) + _call_of_the_canal(b, s, t, side, q)
    if t[THREAT, q] > 0.3 and t[OUR_FIRE, q] < 1.2:
        value -= 3.0
    if company == 0:
        value -= 0.5
    if not line_from(b, s, w, u, q):
        value -= 2.0
    return float(value + 0.2 * t[FIELD_FOOT, q])


@kernel
def _bridge_value(b: Board, s: State, w: Work, t: Matrix[float], u: int, far: int) -> float:
    """Return the value of a bridge if troops want to cross, or are on the far bank."""
    side = int(b.side[u])
    near = int(s.where[u])
    troops = t[NEAR, near]
    if troops < 1.5:
        return NO_WAY
    for k in range(b.canals):  # one bridge next to another is none the better
        bank, other = int(b.canal_end[k, 0]), int(b.canal_end[k, 1])
        apart = min(int(b.steps[side, near, bank]), int(b.steps[side, near, other]))
        if s.bridge[k] == side and apart <= 1:
            return NO_WAY
    weights = b.weights[side]
    want = max(t[FIELD_MECH, far], t[AIM, far]) - weights[hw.FADED] * t[FIELD_MECH, near]
    if w.count[side, far] > 0:
        want += 3.0
    return float(weights[hw.BRIDGE] + want) if want > 0.3 else NO_WAY


# On the way, and by air


@kernel
def _passing(b: Board, s: State, w: Work, t: Matrix[float], side: int, walk: int) -> float:
    """Return the value of the points taken on the way."""
    total = 0.0
    for k in range(b.walk_size[walk] - 1):
        p = int(b.walk[walk, k])
        if p >= b.points or b.water[p] or int(s.control[p]) == side or w.count[1 - side, p] > 0:
            continue
        if scores_by_standing(b, side, p):
            total += 0.2
        else:
            total += 0.8 * open_value(b, side, p, t[WORTH, p])
    return total


@kernel
def _flight_value(
    b: Board, s: State, w: Work, t: Matrix[float], u: int, q: int, value: float
) -> float:
    """Return the value of a flight.

    It is positive only for undefended points, and if the flight is likely to succeed.
    """
    side = int(b.side[u])
    if q >= b.points or w.count[1 - side, q] > 0 or int(s.control[q]) == side:
        return NO_WAY
    if t[WORTH, q] < 2.0 or t[THREAT, q] > 1.5:
        return NO_WAY
    lands, lost = 0.0, 0.0
    for face in range(1, 7):
        result = flight_result(b, s, w, u, q, face)
        if result == st.FLIGHT_S:
            lands += 1.0 / 6.0
        elif result == st.FLIGHT_E:
            lost += 1.0 / 6.0
    return lands * value - 3.0 * lost - 0.3
