"""The sergeant's other decisions: set-up, events, reorganization, mobilization, refit, arrivals."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.records import Board, State
from bridgehead.titles.october_war.rules.components import parts_at_hand
from bridgehead.titles.october_war.state import ISRAEL

KEPT = 3  # components left in the boxes, so that a hit breaks a large counter down


@kernel
def _first(out: Vector[int], count: int, verb: int) -> int:
    """Return the first action of a verb, -1 for none."""
    for i in range(count):
        if int(out[i]) // st.VERB % 64 == verb:
            return int(out[i])
    return -1


@kernel
def choose_setup(out: Vector[int], count: int) -> int:
    """Set up as suggested."""
    found = _first(out, count, st.DEPLOY)
    return found if found >= 0 else int(out[count - 1])


@kernel
def choose_event(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Choose what an event brings: strikes first, half of the points for each nation."""
    step = int(s.step)
    if step == st.EVENT_DIVIDE:
        return int(out[count // 2])
    if step == st.EVENT_TAKE:
        egypt = int(s.casualties[1]) <= int(s.casualties[2])
        return int(out[0 if egypt else count - 1])
    if step == st.ALLY_DIVISION:
        found = _first(out, count, st.DIVISION)
        return found if found >= 0 else int(out[0])
    best, most = int(out[0]), -1
    for i in range(count):
        if int(out[i]) // st.VERB % 64 != st.ARRIVE:
            continue
        u = int(out[i]) // st.UNIT
        kind = b.type[u]
        value = 3 if kind == st.TAC else 4 if kind == st.WILD_WEASEL else 2
        value = value * 8 + (1 if int(out[i]) % st.VERB >= b.points else 0)
        if value > most:
            best, most = int(out[i]), value
    return best


@kernel
def choose_reorganization(b: Board, out: Vector[int], count: int) -> int:
    """Form the strongest large counter that can be formed."""
    best, most = int(out[count - 1]), -1
    for i in range(count):
        if int(out[i]) // st.VERB % 64 == st.COMBINE:
            strength = int(b.strength[int(out[i]) // st.UNIT])
            if strength > most:
                best, most = int(out[i]), strength
    return best


@kernel
def choose_arrival(b: Board, out: Vector[int], count: int) -> int:
    """Choose a reserve area with a free way, or the Ready box."""
    for i in range(count):
        if int(out[i]) % st.VERB >= b.points:
            return int(out[i])
    return int(out[0])


@kernel
def _in_play(b: Board, s: State, side: int, kind: int) -> int:
    """Return how many counters of a type a side has on the map or in reserve."""
    found = 0
    for u in range(b.units):
        if b.side[u] == side and b.type[u] == kind and s.where[u] >= 0:
            found += 1
    return found


@kernel
def _spare(b: Board, s: State, u: int) -> bool:
    """Return whether enough equal counters remain to break a large counter down in battle."""
    kind = int(b.type[u])
    part = kind in (st.ARMOR, st.MECHANIZED, st.INFANTRY)
    if not part or b.traits[u] & st.NEVER_COMBINES:
        return True
    if b.side[u] == ISRAEL and kind != st.ARMOR:
        return True
    return bool(parts_at_hand(b, s, int(b.group[u])) > KEPT)


@kernel
def _wish(b: Board, s: State, u: int) -> float:
    """Return how much the sergeant wants a counter in relation to its price."""
    side = int(b.side[u])
    kind = int(b.type[u])
    if not _spare(b, s, u):
        return 20.0
    if kind == st.ENGINEER:
        early = side == ISRAEL and s.turn < 3
        if early or _in_play(b, s, side, kind) >= 2:
            return 10.0
        return 95.0 if side == ISRAEL else 90.0
    weights = b.weights[side]
    if kind == st.ARMOR:
        return float(weights[hw.ARMOR])
    if kind == st.MECHANIZED:
        return float(weights[hw.MECHANIZED])
    if kind == st.INFANTRY:
        return float(weights[hw.INFANTRY])
    if kind == st.PARATROOP:
        return float(weights[hw.PARATROOP])
    if kind == st.HQ:
        return float(weights[hw.HEADQUARTERS])
    return float(weights[hw.OTHERS])


@kernel
def choose_mobilization(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Buy the best counter for its price; the free unit comes at once."""
    best, most = int(out[count - 1]), -1.0
    barrages = float(b.weights[s.owner, hw.BARRAGES])
    for i in range(count):
        verb = int(out[i]) // st.VERB % 64
        u, place = int(out[i]) // st.UNIT, int(out[i]) % st.VERB
        value = -1.0
        if verb == st.FREE:
            value = 400.0 + _wish(b, s, u) * 2.0
        elif verb == st.MOBILIZE_UNIT:
            value = _wish(b, s, u) * 2.0
            if s.where[u] == st.REFIT:
                value -= 40.0
        elif verb == st.MOBILIZE_BARRAGE:
            value = 1.6 * barrages if s.barrage[place] == 0 else barrages
        if verb in (st.FREE, st.MOBILIZE_UNIT) and place >= b.points:
            value += 1.0
        if value > most:
            best, most = int(out[i]), value
    return best


@kernel
def choose_refit(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Refit the strongest counter for its price."""
    best, most = int(out[count - 1]), 0
    for i in range(count):
        if int(out[i]) // st.VERB % 64 != st.REFIT_UNIT:
            continue
        u = int(out[i]) // st.UNIT
        strength = max(int(b.strength[u]), int(b.anti_armor[u]))
        if b.air[u]:
            strength = 5
        value = strength * 100 // max(1, int(b.refit[u]))
        if value > most:
            best, most = int(out[i]), value
    return best
