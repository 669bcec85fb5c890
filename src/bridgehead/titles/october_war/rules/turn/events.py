"""The Event Phase: a draw from the side's pool, then the effects of the event in order.

Chapters 8 and 28, rulings 61 and 63 to 68. `events.toml` defines each event: effect after effect,
with its dice first, then the choice of a nation, a division or counters.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import ask, gain_ew, put, put_faces, put_plain
from bridgehead.titles.october_war.rules.places import first_of, reveal
from bridgehead.titles.october_war.rules.turn.allies import (
    apply_allies,
    begin_allies,
    cap_jordan,
    legal_allies,
)
from bridgehead.titles.october_war.rules.turn.arrivals import (
    arrive,
    comes_in,
    find_depots,
    put_arrivals,
)
from bridgehead.titles.october_war.rules.turn.victory import controlled
from bridgehead.titles.october_war.state import ARAB, DICE, ISRAEL


@kernel
def begin_event(b: Board, s: State, w: Work) -> None:
    """[8.1] Draw from the pool of the phasing side, if anything is left in it."""
    s.event = -1
    s.event_unit = -1
    if s.pool[s.side] != 0:
        ask(s, st.EVENT_DRAW, DICE)


# From effect to effect


@kernel
def _go_on(b: Board, s: State, w: Work) -> None:
    """Carry out the remaining effects until a roll or a decision is needed, or all are done."""
    e = int(s.event)
    while s.event_stage < b.effects[e]:
        k = int(s.event_stage)
        dice = _dice(b, s, e, k)
        s.event_number = b.effect_amount[e, k]
        if dice > 0:
            s.event_number = 0
            s.event_dice = dice
            ask(s, st.ALLY_ROLL if b.effect[e, k] == st.DRAW_ALLIES else st.EVENT_ROLL, DICE)
            return
        if _carry_out(b, s, w):
            return
        s.event_stage += 1
    if b.event_returns[e]:
        s.pool[s.side] |= 1 << e
    s.event = -1
    s.event_stage = 0
    s.event_number = 0
    s.step = st.NEXT


@kernel
def _end_effect(b: Board, s: State, w: Work) -> None:
    """Continue with the next effect."""
    s.event_stage += 1
    _go_on(b, s, w)


@kernel
def _dice(b: Board, s: State, e: int, k: int) -> int:
    """Return the number of dice of an effect.

    Of the ceasefires only the first one drawn has dice [64].
    """
    if b.effect[e, k] != st.CEASEFIRE:
        return int(b.effect_dice[e, k])
    if b.ceasefires == 0 or s.turn < b.ceasefire_from or s.ceasefires > 0:
        return 0
    return 1


@kernel
def _carry_out(b: Board, s: State, w: Work) -> bool:
    """Apply an effect after its rolls; return whether it needs a decision."""
    e, k = int(s.event), int(s.event_stage)
    op = int(b.effect[e, k])
    if op in (st.GAIN_EW, st.GAIN_MP):
        return _gain(b, s, op, e, k)
    if op == st.DRAW_ALLIES:
        return begin_allies(b, s)
    if op in (st.RETURN_STRIKES, st.GAIN_UNITS):
        return _ask_gain(b, s)
    if op == st.LOSE_MP:
        stock = int(b.effect_stock[e, k])
        s.points[stock] = max(0, int(s.points[stock] - s.event_number))
    elif op == st.NEXT_MOBILIZATION:
        s.jordan_cut += s.event_number
    elif op == st.CAP_REINFORCEMENTS:
        cap_jordan(b, s, w)
    elif op == st.MOBILIZATION_GATE:
        counted = controlled(b, s, ISRAEL, int(b.effect_theater[e, k]), int(b.effect_count[e, k]))
        s.gate[b.effect_stock[e, k]] = -1 if s.event_number <= counted else 1
    elif op == st.FIRE_SHIFT:
        _shake(b, s, e, k)
    elif op == st.SATELLITE:
        _see_all(b, s, w)
    elif op == st.ALLOW:
        _allow(b, s, e)
    elif op == st.CEASEFIRE:
        _cease_fire(b, s, e)
    return False


@kernel
def _gain(b: Board, s: State, op: int, e: int, k: int) -> bool:
    """Add markers or points to a stock, or ask which nation gets them."""
    stock = int(b.effect_stock[e, k])
    if stock < 0:
        step = st.EVENT_DIVIDE if op == st.GAIN_MP and b.effect_split[e, k] else st.EVENT_TAKE
        ask(s, step, int(s.side))
        return True
    if op == st.GAIN_EW:
        gain_ew(b, s, stock, int(s.event_number))
    else:
        s.points[stock] += s.event_number
    return False


@kernel
def _cease_fire(b: Board, s: State, e: int) -> None:
    """[4.4, 64] Let the first Ceasefire drawn end the game on a 1, the second always."""
    if not b.ceasefires:
        return
    if s.turn < b.ceasefire_from:
        s.pool[s.side] |= 1 << e
        return
    if s.ceasefires > 0 or s.event_number == 1:
        s.ceasefire = 1
    s.ceasefires += 1


@kernel
def _allow(b: Board, s: State, e: int) -> None:
    """Allow combined arms, or the pools that wait for US Resupply [8.3, 63]."""
    if e == st.COMBINED_ARMS:
        s.combined_arms = 1
        return
    s.pool[ISRAEL] |= 1 << st.ELECTRONIC_WARFARE
    if b.hold_return:
        for held in range(st.EVENT_COUNT):
            if b.event_returns[held]:
                s.pool[ISRAEL if held >= st.ISRAELI_CEASEFIRE else ARAB] |= 1 << held


@kernel
def _see_all(b: Board, s: State, w: Work) -> None:
    """[68, 70] Reveal all enemy ground counters on both maps and in the reserve areas."""
    for u in range(b.units):
        if b.side[u] != s.side and s.where[u] >= 0:
            reveal(b, s, w, u)


# The Israeli Morale Check


@kernel
def _shake(b: Board, s: State, e: int, k: int) -> None:
    """[67] If the roll is at most the number of points that the Arabs hold, store these points."""
    theater, features = int(b.effect_theater[e, k]), int(b.effect_count[e, k])
    if s.event_number > controlled(b, s, ARAB, theater, features):
        return
    for p in range(b.points):
        if b.features[p] & features and s.control[p] == ARAB:
            s.morale[p] = 1


@kernel
def check_morale(b: Board, s: State) -> None:
    """[67] End the Israeli Morale Check once Israel controls one of its points again."""
    for p in range(b.points):
        if s.morale[p] and s.control[p] == ISRAEL:
            s.morale[:] = 0
            return


# Resupply [68]


@kernel
def can_be_gained(b: Board, s: State, u: int) -> bool:
    """Return whether the side can take a counter that the effect offers."""
    if b.side[u] != s.side or b.large[u] or not is_brought(b, s, u):
        return False
    return comes_in(b, s, u)


@kernel
def is_brought(b: Board, s: State, u: int) -> bool:
    """Return whether the effect offers a counter: of its types, in one of its boxes."""
    e, k, where = int(s.event), int(s.event_stage), int(s.where[u])
    if b.stock[u] < 0 or not st.MISSION_BOX < where < 0:
        return False
    boxed = b.effect_boxes[e, k] >> (-1 - where) & 1
    return bool(boxed and b.effect_types[e, k] >> b.type[u] & 1)


@kernel
def _ask_gain(b: Board, s: State) -> bool:
    """Ask for counters until the number is used up; return whether there is anything to take."""
    if s.event_number > 0:
        for u in range(b.units):
            if can_be_gained(b, s, u):
                ask(s, st.EVENT_GAIN, int(s.side))
                return True
    return False


# The tables of the steps


@kernel
def legal_event(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the actions of an event's step."""
    if s.step >= st.ALLY_ROLL:
        return legal_allies(b, s, w, out)
    if s.step == st.EVENT_ROLL:
        return put_faces(out)
    n = 0
    if s.step == st.EVENT_DRAW:
        for e in range(st.EVENT_COUNT):
            if s.pool[s.side] >> e & 1:
                n = put(out, n, st.NO_UNIT, st.DRAW_EVENT, e)
        return n
    if s.step == st.EVENT_TAKE:
        n = put(out, n, st.NO_UNIT, st.TAKE, st.EGYPT)
        return put(out, n, st.NO_UNIT, st.TAKE, st.SYRIA)
    if s.step == st.EVENT_DIVIDE:
        for number in range(int(s.event_number) + 1):
            n = put(out, n, st.NO_UNIT, st.DIVIDE, number)
        return n
    depots = find_depots(b, s, w) if s.side == ISRAEL else 0
    for u in range(b.units):
        if can_be_gained(b, s, u) and first_of(b, s, u):
            n = put_arrivals(b, s, w, out, n, u, st.ARRIVE, depots)
    return put_plain(out, n, st.END)


@kernel
def apply_event(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out an action of the Event Phase and go on with the event."""
    if verb == st.DRAW_EVENT:
        s.event = place
        s.event_stage = 0
        s.pool[s.side] &= ~(1 << place)
        _go_on(b, s, w)
    elif s.step in (st.EVENT_ROLL, st.ALLY_ROLL):
        s.event_number += place
        s.event_dice -= 1
        if s.event_dice <= 0 and not _carry_out(b, s, w):
            _end_effect(b, s, w)
    elif s.step >= st.ALLY_ROLL:
        if not apply_allies(b, s, w, unit, verb, place):
            _end_effect(b, s, w)
    elif verb == st.TAKE:
        if b.effect[s.event, s.event_stage] == st.GAIN_EW:
            gain_ew(b, s, place, int(s.event_number))
        else:
            s.points[place] += s.event_number
        _end_effect(b, s, w)
    elif verb == st.DIVIDE:
        s.points[1] += place
        s.points[2] += s.event_number - place
        _end_effect(b, s, w)
    elif verb == st.ARRIVE:
        arrive(b, s, w, unit, place)
        s.event_number -= 1
        if not _ask_gain(b, s):
            _end_effect(b, s, w)
    else:
        _end_effect(b, s, w)
