"""The basic data of the sergeant: forces by place, values of places, threats.

Values are in victory points and in hits of one round of fire. Unknown counters count as an average
of the enemy's unseen counters.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.ground.fire import (
    ELITE_ATTACK,
    LAST_COLUMN,
    bare_strength,
    terrain_shift,
)
from bridgehead.titles.october_war.state import ARAB, ISRAEL

# rows of the table of places
(
    OUR_FIRE, OUR_HITS, THEIR_FIRE, THEIR_HITS, OUR_HQ, THEIR_HQ, WORTH, THREAT, AIM, FIELD_MECH,
    FIELD_FOOT, JOIN_FIRE, JOIN_HITS, JOIN_STACK, NEAR, OUR_ARMOR,
    THEIR_ARMOR, FIGHT, HERE_FIRE, HERE_HITS, AT_FIRE, TROOPS, JOIN_ARMOR, LARGE_ROOM,
    LAST_FIRE, LEAST_FIRE,
) = range(26)  # fmt: skip
ROWS = 26

MOST_ODDS = 9.0  # better ones are not told apart: nobody more is needed
MOST_LEFT = 0.98  # of an aim a step away: it has to end
OCCUPY = st.EGYPTIAN_TOWN | st.EGYPTIAN_CITY | st.ISRAELI_OBJECTIVE | st.AFRICA


@kernel
def promise(b: Board, column: int) -> float:
    """Return the expected hits of a column of the ground table."""
    return float(b.promise[min(max(column, 1), LAST_COLUMN) - 1])


@kernel
def worth_of(b: Board, side: int, p: int) -> float:
    """Return the value of holding or denying a point for a side, in victory points."""
    f = int(b.features[p])
    weights = b.weights[side]
    found = float(weights[hw.POINT])
    if f & st.ISRAELI_FORT:
        found += weights[hw.FORT]
    if f & st.MOUNTAIN_PASS:
        found += weights[hw.PASS]
    if f & (st.ARAB_OBJECTIVE | st.ISRAELI_OBJECTIVE):
        found += weights[hw.OBJECTIVE]
    if f & st.ARAB_FORT:
        found += weights[hw.ARAB_FORT]
    if f & st.EGYPTIAN_TOWN:
        found += weights[hw.TOWN]
    elif f & st.EGYPTIAN_CITY:
        found += b.city_points + weights[hw.CITY]
    elif f & st.AFRICA and f & st.ISRAELI_OBJECTIVE == 0:
        found += weights[hw.AFRICA]
    if f & st.ARAB_TOWN:
        found += 0.5
    return found


@kernel
def hits_of(b: Board, u: int) -> float:
    """Return how many hits a counter absorbs."""
    return 4.0 if b.large[u] else 1.0


@kernel
def rear(b: Board, u: int) -> bool:
    """Return whether a counter belongs behind the fighting troops."""
    kind = b.type[u]
    return bool(kind in (st.HQ, st.MOBILE_SAM, st.ENGINEER))


@kernel
def attack_shift(b: Board, u: int, p: int) -> int:
    """Return the shifts of a counter that attacks in a point, without headquarters.

    An Elite counter has its shift everywhere, as with the option: there is no look at the place.
    """
    return terrain_shift(b, u, p) + (ELITE_ATTACK if b.traits[u] & st.ELITE else 0)


@kernel
def fire_of(
    b: Board, s: State, t: Matrix[float], u: int, p: int, attacks: bool, armor: bool
) -> float:
    """Return the expected hits per round of a counter of the sergeant's side in a place."""
    column = max(1, bare_strength(b, s, u, attacks, armor)) + int(t[OUR_HQ, p])
    if attacks and p < b.points:
        column += attack_shift(b, u, p)
    return promise(b, column)


@kernel
def mark_hq(b: Board, s: State, t: Matrix[float], row: int, side: int) -> None:
    """Write for each point the best headquarters of a side in it or beside it.

    Its nation is not considered, because a point's counters may be of several.
    """
    for u in range(b.units):
        p = int(s.where[u])
        if b.hq[u] == 0 or b.side[u] != side or p < 0 or p >= b.points:
            continue
        t[row, p] = max(t[row, p], b.hq[u])
        for k in range(b.degree[p]):
            if b.route[p, k] in (st.ROAD, st.CANAL):
                q = int(b.neighbor[p, k])
                t[row, q] = max(t[row, q], b.hq[u])


@kernel
def average_unseen(b: Board, s: State, side: int, guess: Vector[float]) -> None:
    """Write the average fire and hits of an unseen counter of a side."""
    fire, hits, number = 0.0, 0.0, 0
    for u in range(b.units):
        if b.side[u] == side and s.where[u] == st.HIDDEN and not b.air[u]:
            fire += promise(b, max(1, int(b.strength[u])))
            hits += hits_of(b, u)
            number += 1
    guess[0] = fire / number if number > 0 else 0.4
    guess[1] = hits / number if number > 0 else 1.0


@kernel
def look_round(b: Board, s: State, w: Work, t: Matrix[float], side: int) -> None:
    """Fill the table of places, all 0, for a side: forces, headquarters, values, threats."""
    look_for_threats(b, s, w, t, side)
    _supports(b, t, side)


@kernel
def look_for_threats(b: Board, s: State, w: Work, t: Matrix[float], side: int) -> None:
    """Fill the table of places for a side (all 0 before): forces and threats, not support."""
    count_forces(b, s, w, t, side)
    _threats(b, t, side)


@kernel
def count_forces(b: Board, s: State, w: Work, t: Matrix[float], side: int) -> None:
    """Fill the table of places for a side (all 0 before) with the forces only."""
    guess = t[JOIN_STACK]  # borrowed
    other = 1 - side
    average_unseen(b, s, other, guess)
    seen = np.zeros(st.MAX_PLACES, np.int64)
    for u in range(b.units):
        if s.where[u] >= 0 and b.side[u] == other and not b.air[u]:
            seen[s.where[u]] += 1
    for p in range(b.places):
        if w.unknown[other, p] > 0:
            unseen = int(w.count[other, p]) - int(seen[p])
            t[THEIR_FIRE, p] = t[AT_FIRE, p] = unseen * guess[0]
            t[THEIR_HITS, p] = unseen * guess[1]
    guess[0], guess[1] = 0.0, 0.0
    mark_hq(b, s, t, OUR_HQ, side)
    mark_hq(b, s, t, THEIR_HQ, other)
    if w.worth_fresh >> side & 1 == 0:
        w.worth_fresh |= 1 << side
        for p in range(b.points):
            w.worth[side, p] = worth_of(b, side, p)
    for p in range(b.points):
        t[WORTH, p] = w.worth[side, p]
    _add_known(b, s, t, side)


@kernel
def look_at(b: Board, s: State, t: Matrix[float], side: int, p: int) -> None:
    """Fill those parts of the table, all 0, that a side's odds in one battle depend on."""
    mark_hq(b, s, t, OUR_HQ, side)
    if p < b.points:
        t[WORTH, p] = worth_of(b, side, p)


@kernel
def _add_known(b: Board, s: State, t: Matrix[float], side: int) -> None:
    """Add the counters that are known to the forces of their places."""
    other = 1 - side
    for i in range(b.typed_from[st.ARMOR], b.typed_from[st.ARMOR + 1]):
        u = int(b.typed[i])
        p = int(s.where[u])
        if p >= 0 and b.side[u] == side:
            t[OUR_ARMOR, p] = 1.0
    for u in range(b.units):
        p = int(s.where[u])
        if p < 0 or b.air[u] or b.type[u] == st.STATIC_SAM:
            continue
        if b.side[u] == other:
            armor = t[OUR_ARMOR, p] > 0.0
            column = bare_strength(b, s, u, False, armor) + int(t[THEIR_HQ, p])
            t[THEIR_FIRE, p] += promise(b, column)
            if not armor:
                column = bare_strength(b, s, u, False, True) + int(t[THEIR_HQ, p])
            t[AT_FIRE, p] += promise(b, column)
            t[THEIR_HITS, p] += hits_of(b, u)
        else:
            armor = p < b.points and t[THEIR_HITS, p] > 0.0
            t[OUR_FIRE, p] += fire_of(b, s, t, u, p, False, armor)
            t[OUR_HITS, p] += hits_of(b, u)
            if not rear(b, u):
                t[TROOPS, p] += 1.0


@kernel
def _threats(b: Board, t: Matrix[float], side: int) -> None:
    """Add up what the enemy can bring to each point from its neighborhood."""
    near, beside = float(b.weights[side, hw.NEAR]), float(b.weights[side, hw.NEXT])
    for p in range(b.points):
        t[THREAT, p] = t[THEIR_FIRE, p]
    for q in range(b.points):
        if t[THEIR_FIRE, q] > 0.0:
            _shed(b, t, THREAT, q, 1 - side, beside * t[THEIR_FIRE, q], near * t[THEIR_FIRE, q])


@kernel
def _supports(b: Board, t: Matrix[float], side: int) -> None:
    """Add up what we can bring to each point from its neighborhood."""
    near, beside = float(b.weights[side, hw.NEAR]), float(b.weights[side, hw.NEXT])
    for p in range(b.points):
        t[NEAR, p] = t[OUR_FIRE, p]
    for q in range(b.points):
        if t[OUR_FIRE, q] > 0.0:
            _shed(b, t, NEAR, q, side, beside * t[OUR_FIRE, q], near * t[OUR_FIRE, q])


@kernel
def _shed(
    b: Board, t: Matrix[float], row: int, q: int, side: int, beside: float, near: float
) -> None:
    """Count the fire of a point in those that a side can reach from it in one step, and in two."""
    one, both = int(b.nears[side, q, 0]), int(b.nears[side, q, 1])
    for i in range(one):
        t[row, b.near[side, q, i]] += beside
    for i in range(one, both):
        t[row, b.near[side, q, i]] += near


@kernel
def odds(fire: float, hits: float, their_fire: float, their_hits: float) -> float:
    """Return the ratio of two forces: above one the first should win."""
    if their_hits <= 0.0:
        return MOST_ODDS
    return min(MOST_ODDS, fire * hits / max(0.05, their_fire * their_hits))


@kernel
def bolder(b: Board, side: int, worth: float) -> float:
    """Return how much worse the odds may be in a battle for a place of this value."""
    return float(min(0.35, b.weights[side, hw.STUBBORN] * worth))


@kernel
def fight_value(b: Board, side: int, worth: float, chance: float, fire: float, theirs: float,
                their_hits: float) -> float:  # fmt: skip
    """Return the value of a fight in victory points: the place, kills, and our losses."""
    weights = b.weights[side]
    rounds = their_hits / max(0.2, fire)
    bleed = float(weights[hw.BLEED]) * (theirs * rounds * 0.6 + 0.3 * theirs)
    won = min(1.0, chance / float(weights[hw.SURE]))
    return (
        worth * won + float(weights[hw.KILL]) * their_hits * won - float(weights[hw.LOSS]) * bleed
    )


@kernel
def spread(b: Board, s: State, t: Matrix[float], row: int, side: int, foot: bool) -> None:
    """Spread the values of goals along the routes.

    A field that leads counters to the most valuable. A place is computed again only if a neighbor's
    value has changed.
    """
    who = side * 2 + (1 if foot else 0)
    ways, to, canals = b.ways[who], b.way_to[who], b.way_canal[who]
    fading = min(MOST_LEFT, float(b.weights[side, hw.FADING]))
    over_canal = fading * min(1.0, 0.8 if foot else float(b.weights[side, hw.BY_CANAL]))
    bars = min(1.0, float(b.weights[side, hw.BARS]))
    waits = np.ones(st.MAX_PLACES, np.bool_)
    field, aim, theirs = t[row], t[AIM], t[THEIR_HITS]
    for p in range(b.places):
        field[p] = aim[p]
    changed = True
    while changed:
        changed = False
        for p in range(b.places):
            if not waits[p]:
                continue
            waits[p] = False
            before = field[p]
            most = before
            for k in range(ways[p]):
                q, canal = int(to[p, k]), int(canals[p, k])
                part = fading if canal < 0 or s.bridge[canal] == side else over_canal
                if part == 0.0:
                    continue
                value = field[q] * part
                if theirs[q] > 0.0:  # an enemy bars the way
                    value = max(aim[q] * part, value * bars)
                if value > most + 0.001:
                    most = value
            if most != before:
                field[p] = most
                changed = True
                for k in range(b.degree[p]):
                    waits[b.neighbor[p, k]] = True


@kernel
def scores_by_standing(b: Board, side: int, p: int) -> bool:
    """Return whether a side has points in a place only while it is there."""
    if side == ISRAEL:
        return bool(b.features[p] & OCCUPY)
    return bool(b.features[p] & st.ARAB_OBJECTIVE)


@kernel
def aims(b: Board, s: State, w: Work, t: Matrix[float], side: int) -> None:
    """Write the value of bringing counters to each place."""
    for p in range(b.points):
        if b.water[p]:
            continue
        worth = t[WORTH, p]
        if w.count[1 - side, p] > 0:
            t[AIM, p] = _aim_of_fight(b, t, side, p, worth)
        elif int(s.control[p]) != side:
            t[AIM, p] = open_value(b, side, p, worth)
        elif t[TROOPS, p] == 0.0 and empty_part(b, side, int(w.count[side, p])) > 0.0:
            t[AIM, p] = empty_value(b, t, side, p, int(w.count[side, p]))
        else:
            t[AIM, p] = need(t, p) * b.weights[side, hw.HELPED] * worth


@kernel
def empty_value(b: Board, t: Matrix[float], side: int, p: int, others: int) -> float:
    """Return the value of troops in one's own point that has no other troops.

    `others` of its counters are there: headquarters and similar ones, which hold it partly.
    """
    worth = float(t[WORTH, p])
    if others == 0 and scores_by_standing(b, side, p):
        return worth
    if t[THREAT, p] <= 0.3:
        return 0.0
    return empty_part(b, side, others) * float(b.weights[side, hw.EMPTY]) * worth


@kernel
def empty_part(b: Board, side: int, others: int) -> float:
    """Return how empty a point without troops is, given its headquarters and the like."""
    return 1.0 if others == 0 else max(0.0, 1.0 - float(b.weights[side, hw.REAR_HOLDS]))


@kernel
def open_value(b: Board, side: int, p: int, worth: float) -> float:
    """Return the value of entering an enemy's point that is undefended."""
    if side == ISRAEL and b.features[p] & st.ARAB_OBJECTIVE:
        return 1.0
    if side == ARAB and b.features[p] & (OCCUPY | st.ARAB_FORT):
        return 1.0
    return worth


@kernel
def _aim_of_fight(b: Board, t: Matrix[float], side: int, p: int, worth: float) -> float:
    """Return the value of an enemy's point as a goal: less if the forces nearby cannot win it."""
    weights = b.weights[side]
    chance = min(1.0, t[NEAR, p] / max(0.1, 1.3 * t[THEIR_FIRE, p]))
    part = weights[hw.AIM_LEAST] + weights[hw.AIM_CHANCE] * chance
    return float((worth + weights[hw.AIM_KILL] * t[THEIR_HITS, p]) * part)


@kernel
def need(t: Matrix[float], p: int) -> float:
    """Return how badly a point needs more counters: from 0, not at all, to 1."""
    if t[THREAT, p] < 0.3:
        return 0.0
    return float(max(0.0, min(1.0, 1.3 - t[OUR_FIRE, p] / t[THREAT, p])))


@kernel
def end_of(b: Board, verb: int, place: int) -> int:
    """Return where a movement action ends."""
    if verb == st.MOVE_UNIT:
        return int(b.walk_end[place])
    return place
