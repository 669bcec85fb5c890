"""The sergeant's combat decisions: raids and barrages, firing, losses, retreats."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.player.sergeant.sight import (
    OUR_FIRE,
    OUR_HQ,
    ROWS,
    THEIR_HITS,
    THREAT,
    WORTH,
    attack_shift,
    bolder,
    count_forces,
    fire_of,
    hits_of,
    look_at,
    look_for_threats,
    mark_hq,
    odds,
    promise,
    worth_of,
)
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.strikes import raiders
from bridgehead.titles.october_war.rules.air.umbrella import covered
from bridgehead.titles.october_war.rules.ground.fire import armor_in, bare_strength
from bridgehead.titles.october_war.rules.ground.retreat_ways import spot
from bridgehead.titles.october_war.state import ISRAEL

BREAK_PRICE = 0.5  # a large counter broken down costs no casualty point


@kernel
def verb_of(number: int) -> int:
    """Return the verb of an action."""
    return number // st.VERB % 64


@kernel
def has_verb(out: Vector[int], count: int, verb: int) -> int:
    """Return the first action of a verb, -1 if there is none."""
    for i in range(count):
        if verb_of(int(out[i])) == verb:
            return int(out[i])
    return -1


# The battle at hand


@kernel
def battle_odds(b: Board, s: State, t: Matrix[float], side: int, p: int) -> float:
    """Return a side's odds in the battle of a point: above one it should win."""
    return odds_after(b, s, t, side, p, -1, 0.0)


@kernel
def odds_after(
    b: Board, s: State, t: Matrix[float], side: int, p: int, gone: int, lost: float
) -> float:
    """Return a side's odds after so many hits, with a counter (-1: none) removed first."""
    attacks = side == s.side
    armor = armor_in(b, s, 1 - side, p)
    mine = armor_in(b, s, side, p)
    fire, hits, theirs, their_hits = 0.0, 0.0, 0.0, 0.0
    for u in range(b.units):
        if s.where[u] != p or b.air[u] or u == gone:
            continue
        if b.side[u] == side:
            if not attacks or s.nation < 0 or b.nation[u] == s.nation:
                fire += fire_of(b, s, t, u, p, attacks, armor)
            hits += hits_of(b, u)
        else:
            column = max(1, bare_strength(b, s, u, not attacks, mine))
            if not attacks:
                column += attack_shift(b, u, p)
            theirs += promise(b, column)
            their_hits += hits_of(b, u)
    if gone >= 0:
        lost -= hits_of(b, gone)
    if lost > 0.0:  # the others bear the rest in equal parts
        left = max(0.0, hits - lost) / max(1.0, hits)
        fire, hits = fire * left, hits * left
    return odds(fire, hits, theirs, their_hits)


@kernel
def choose_battle(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Return the battle with the best odds, or the end."""
    side = int(s.side)
    t = np.zeros((ROWS, st.MAX_PLACES))
    mark_hq(b, s, t, OUR_HQ, side)
    best, most = int(out[count - 1]), -1.0
    for i in range(count):
        if verb_of(int(out[i])) == st.ATTACK:
            value = battle_odds(b, s, t, side, int(out[i]) % st.VERB)
            if value > most:
                best, most = int(out[i]), value
    return best


@kernel
def choose_nation(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Return the nation with the greatest strength in the battle."""
    best, most = int(out[0]), -1
    for i in range(count):
        nation = int(out[i]) % st.VERB
        total = 0
        for u in range(b.units):
            if s.where[u] == s.battle and b.nation[u] == nation:
                total += int(b.strength[u])
        if total > most:
            best, most = int(out[i]), total
    return best


@kernel
def choose_fire(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Return the strongest counter that may fire.

    If the battle is lost, retreat before the first shot.
    """
    side = int(s.owner)
    p = int(s.battle)
    away = has_verb(out, count, st.RETREAT_ALL)
    if away >= 0 and not stays(b, s, w, side, b.weights[side, hw.STAYS] * 0.6):
        return away
    armor = armor_in(b, s, 1 - side, p)
    best, most = int(out[count - 1]), -1
    for i in range(count):
        if verb_of(int(out[i])) == st.FIRE_UNIT:
            u = int(out[i]) // st.UNIT
            strength = bare_strength(b, s, u, side == s.side, armor)
            if strength > most:
                best, most = int(out[i]), strength
    return best


@kernel
def stays(b: Board, s: State, w: Work, side: int, least: float) -> bool:
    """Return whether a side continues its battle; for a valuable place it risks more."""
    t = np.zeros((ROWS, st.MAX_PLACES))
    p = int(s.battle)
    look_at(b, s, t, side, p)
    return bool(battle_odds(b, s, t, side, p) >= least - bolder(b, side, t[WORTH, p]))


@kernel
def presses_on(b: Board, s: State, loss: int) -> bool:
    """Return whether an attack hit before its first shot still has good odds after the loss.

    An attacker expects the defender's first fire, and does not leave because of it.
    """
    t = np.zeros((ROWS, st.MAX_PLACES))
    side, p = int(s.side), int(s.battle)
    look_at(b, s, t, side, p)
    gone = loss // st.UNIT if loss >= 0 and verb_of(loss) == st.ELIMINATE else -1
    lost = 1.0 if s.must_go > 0 else float(s.hits)
    least = b.weights[side, hw.FIRST_LOSS] - bolder(b, side, t[WORTH, p])
    return bool(odds_after(b, s, t, side, p, gone, lost) >= least)


@kernel
def before_first_shot(s: State) -> bool:
    """Return whether the victim is an attacker that has not fired yet."""
    return bool(
        s.source == st.GROUND and s.victim == s.side and s.rounds == 1 and s.first != s.side
    )


@kernel
def choose_ew(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Play an EW marker if much is at stake."""
    p = int(s.battle)
    at_stake = 0.0
    for u in range(b.units):
        if s.where[u] == p and b.side[u] != s.owner:
            at_stake += hits_of(b, u)
    if at_stake + 0.5 * worth_of(b, int(s.owner), p) >= 4.0:
        return int(out[0])
    return int(out[count - 1])


# Losses


@kernel
def price_of(b: Board, u: int) -> float:
    """Return the cost of a counter's loss for its side."""
    kind = b.type[u]
    cost = 1.0 + 0.25 * b.strength[u]
    if kind == st.HQ:
        cost += 5.0
    elif kind == st.DEPOT:
        cost += 3.0
    elif kind in (st.ENGINEER, st.MOBILE_SAM):
        cost += 1.0
    elif kind == st.STATIC_SAM:
        cost = 0.8
    elif kind == st.GARRISON:
        cost = 1.2
    if b.large[u]:
        cost += 3.0
    return float(cost)


@kernel
def cheapest_loss(b: Board, out: Vector[int], count: int, dear: bool) -> int:
    """Return the cheapest loss, -1 for none.

    If the enemy's losses are chosen, it is the most expensive one.
    """
    best, least = -1, 0.0
    for i in range(count):
        verb = verb_of(int(out[i]))
        if verb not in (st.BREAK, st.ELIMINATE):
            continue
        price = price_of(b, int(out[i]) // st.UNIT)
        if verb == st.BREAK:
            price = BREAK_PRICE + 0.02 * price
        if dear:
            price = -price
        if best < 0 or price < least:
            best, least = int(out[i]), price
    return best


@kernel
def choose_damage(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Take the cheapest loss, or leave if the place is not worth it or lost anyway."""
    if s.owner != s.victim:
        return cheapest_loss(b, out, count, True)
    loss = cheapest_loss(b, out, count, False)
    stay = has_verb(out, count, st.STAY)
    away = has_verb(out, count, st.RETREAT_ALL)
    if s.must_go == 1 and stay < 0:
        return _one_goes(b, s, w, out, count, loss)
    if away < 0:
        return loss if loss >= 0 else int(out[0])
    if before_first_shot(s) and presses_on(b, s, loss):
        return stay if loss < 0 else loss
    price = 1.5
    weights = b.weights[s.victim]
    if loss >= 0:
        if verb_of(loss) == st.BREAK:
            price = BREAK_PRICE
        else:
            price = price_of(b, loss // st.UNIT)
    kept = max(1, int(s.cancels)) if s.must_go == 0 else 1
    if weights[hw.PRICE] * price * kept > _worth_holding(b, s, w):
        return away
    return stay if loss < 0 else loss


@kernel
def _worth_holding(b: Board, s: State, w: Work) -> float:
    """Return the value for the victim of staying where it is."""
    side = int(s.victim)
    p = spot(s)
    t = np.zeros((ROWS, st.MAX_PLACES))
    fought_for = w.count[1 - side, p] > 0
    if fought_for:
        look_at(b, s, t, side, p)
    else:
        look_for_threats(b, s, w, t, side)
    weights = b.weights[side]
    value = weights[hw.HOLDING] * t[WORTH, p] + 0.4
    if fought_for:
        chance = battle_odds(b, s, t, side, p)
        value = value * min(1.0, chance) + max(-3.0, min(3.0, weights[hw.HOPE] * (chance - 0.9)))
    elif t[THREAT, p] < 0.3:
        value *= 0.6
    return float(value)


@kernel
def _one_goes(b: Board, s: State, w: Work, out: Vector[int], count: int, loss: int) -> int:
    """[r] Let the weakest counter withdraw to the best place.

    The last one prefers to take a loss.
    """
    side = int(s.victim)
    p = spot(s)
    if w.count[side, p] == 1 and loss >= 0 and verb_of(loss) == st.BREAK:
        return loss
    best, most = -1, -99.0
    t = np.zeros((ROWS, st.MAX_PLACES))
    look_for_threats(b, s, w, t, side)
    for i in range(count):
        verb = verb_of(int(out[i]))
        if verb not in (st.WITHDRAW, st.FLY):
            continue
        u = int(out[i]) // st.UNIT
        value = _refuge(b, s, w, t, u, int(out[i]) % st.VERB)
        value -= 0.8 * b.strength[u] + (3.0 if verb == st.FLY else 0.0)
        if value > most:
            best, most = int(out[i]), value
    if best >= 0:
        return best
    return loss if loss >= 0 else int(out[0])


@kernel
def _refuge(b: Board, s: State, w: Work, t: Matrix[float], u: int, q: int) -> float:
    """Return how good a place is to retreat to."""
    if q >= b.points:
        return -0.5
    value = 0.15 * t[WORTH, q] - 0.6 * t[THREAT, q] + 0.3 * t[OUR_FIRE, q]
    if b.side[u] == ISRAEL and b.fort_of[q] == ISRAEL:
        value += 0.3
    return float(value)


@kernel
def choose_retreat(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Return the best retreat of the first counter that must leave."""
    t = np.zeros((ROWS, st.MAX_PLACES))
    look_for_threats(b, s, w, t, int(s.owner))
    best, most = int(out[0]), -99.0
    for i in range(count):
        verb = verb_of(int(out[i]))
        if verb not in (st.WITHDRAW, st.FLY):
            continue
        u = int(out[i]) // st.UNIT
        value = _refuge(b, s, w, t, u, int(out[i]) % st.VERB)
        if verb == st.FLY:
            value -= 5.0
        if value > most:
            best, most = int(out[i]), value
    return best


# Raids and barrages


@kernel
def _air_promise(b: Board, column: int) -> float:
    """Return the hits that a column of the air table promises."""
    total = 0.0
    for face in range(6):
        result = int(b.air_crt[face, min(max(column, 0), 10)])
        total += result if result > 0 else 0.5 if result == st.RESULT_A else 0.0
    return total / 6.0


@kernel
def choose_raid(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Send as many strikes as possible to where they help most, or end naming raids."""
    side = int(s.side)
    t = np.zeros((ROWS, st.MAX_PLACES))
    count_forces(b, s, w, t, side)
    weights = b.weights[side]
    best, most = int(out[count - 1]), float(weights[hw.RAID])
    for i in range(count):
        if verb_of(int(out[i])) != st.RAID_ON:
            continue
        place = int(out[i]) % st.VERB
        p, kind, number = place // 128, place // 32 % 4, place % 32
        if kind != 0 or _named(s, p):
            continue
        column = number + int(b.shift[p, side])
        risk = 0.0
        if covered(b, s, w, p, 1 - side, True):
            column -= 2
            risk = float(weights[hw.RAID_RISK])
        behind = weights[hw.RAID_BEHIND] + 0.03 * min(10.0, t[WORTH, p])
        weight = 1.0 if w.count[side, p] > 0 else behind
        hits = min(_air_promise(b, column), t[THEIR_HITS, p] + 0.2)
        value = hits * weight - risk + 0.02 * number
        if value > most:
            best, most = int(out[i]), value
    return best


@kernel
def _named(s: State, p: int) -> bool:
    """Return whether a raid on a point was named already."""
    for r in range(s.raids):
        if s.raid_at[r] == p:
            return True
    return False


@kernel
def choose_raid_ew(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Play a marker for a strong raid under a known umbrella, if others remain."""
    strong = raiders(b, s, ISRAEL, st.TAC, int(s.raid)) >= 5
    if strong and s.ew[0] >= 2 and covered(b, s, w, int(s.target), 1 - ISRAEL, True):
        return int(out[0])
    return int(out[count - 1])


@kernel
def choose_defense(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Fire at the raid with all available units; reveal a unit only for the shift."""
    shot = has_verb(out, count, st.FIRE_SAM)
    if shot >= 0:
        return shot
    shown = has_verb(out, count, st.SHOW_SAM)
    if shown >= 0 and not covered(b, s, w, int(s.target), int(s.owner), True):
        return shown
    return int(out[count - 1])


@kernel
def choose_barrage(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    """Use a barrage before a battle or on a large enemy stack; otherwise keep it."""
    side = int(s.side)
    t = np.zeros((ROWS, st.MAX_PLACES))
    count_forces(b, s, w, t, side)
    weights = b.weights[side]
    best, most = int(out[count - 1]), float(weights[hw.BARRAGE])
    for i in range(count):
        if verb_of(int(out[i])) != st.BARRAGE_ON:
            continue
        nation, p = int(out[i]) % st.VERB // 128, int(out[i]) % 128
        hits = promise(b, int(b.barrage_strength[nation] + b.shift[p, side]))
        value = min(hits, t[THEIR_HITS, p] + 0.1)
        behind = weights[hw.BARRAGE_BEHIND] + 0.02 * min(10.0, t[WORTH, p])
        value *= 1.0 if w.count[side, p] > 0 else behind
        if value > most:
            best, most = int(out[i]), value
    return best
