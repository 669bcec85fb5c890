"""What follows the roll [7.9]: retreats, displacement, losses, advances, one decision at a time.

Every `settle_…` goes on until somebody must choose, and sets that decision.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.advance import any_advance
from bridgehead.titles.middle_east_battles.rules.attacks.fire import by_fire_alone
from bridgehead.titles.middle_east_battles.rules.attacks.retreat import (
    can_retreat,
    pop_frame,
    push_frame,
)
from bridgehead.titles.middle_east_battles.rules.victory import eliminate, go
from bridgehead.titles.middle_east_battles.rules.zones import has_room
from bridgehead.titles.middle_east_battles.state import ADJACENT, DEFENDER, STATIC


@kernel
def no_combat(s: State) -> None:
    """Clear the combat that was resolved."""
    s.role[:] = 0
    s.origin[:] = -1
    s.aims = 0
    s.aim[:] = -1
    s.strikes[:] = 0
    s.covers[:] = 0
    s.crt = st.NO_TABLE
    s.night_shift = 0
    s.result = st.NO_RESULT
    s.retreating = st.NOBODY
    s.due[:] = 0
    s.mover = -1
    s.path[:] = -1
    s.chain = 0
    s.chain_unit[:] = -1
    s.chain_hex[:] = -1
    s.loss_due = 0
    s.advanced[:] = 0


@kernel
def carry_out_result(b: Board, s: State, w: Work) -> None:
    """[7.9, 8.6] Begin to carry out a result. Fire alone has effect only with DE, D2, D3, D4."""
    result = s.result
    fire_alone = by_fire_alone(b, s)
    if result == st.DE:
        _eliminate_all(b, s, w, DEFENDER)
        settle_advances(b, s, w)
    elif result == st.AE:
        _eliminate_all(b, s, w, ADJACENT)
        settle_advances(b, s, w)
    elif result == st.EX:
        s.loss_due = _exchange_value(b, s)
        _eliminate_all(b, s, w, DEFENDER)
        settle_losses(b, s, w)
    elif result == st.AX:
        s.loss_due = _exchange_value(b, s)
        _must_retreat(b, s, w, DEFENDER, 1)
        settle_retreats(b, s, w)
    elif result == st.A1:
        _must_retreat(b, s, w, ADJACENT, 1)
        settle_retreats(b, s, w)
    elif result == st.BR:
        _must_retreat(b, s, w, ADJACENT if fire_alone else DEFENDER, 1)
        settle_retreats(b, s, w)
    elif fire_alone and result == st.D1:
        _combat_over(s)
    else:
        _must_retreat(b, s, w, DEFENDER, result - st.D1 + 1)
        settle_retreats(b, s, w)


@kernel
def _combat_over(s: State) -> None:
    no_combat(s)
    s.step = st.COMBAT


@kernel
def _exchange_value(b: Board, s: State) -> int:
    """[7.9] The printed strength of all defenders, artillery with its defense."""
    total = 0
    for unit in range(b.units):
        if s.role[unit] == DEFENDER:
            total += int(b.defense[unit])
    return total


@kernel
def _lose(b: Board, s: State, w: Work, unit: int) -> None:
    """Eliminate a unit of this combat; its path ends where it is lost [7.12]."""
    _leave_origin(s, unit)
    s.due[unit] = 0
    if s.mover == unit:
        s.mover = -1
    eliminate(b, s, w, unit)


@kernel
def _leave_origin(s: State, unit: int) -> None:
    """[7.15] A path begins with the hex that was left."""
    if s.path[unit, 0] < 0:
        s.path[unit, 0] = s.origin[unit]


@kernel
def _eliminate_all(b: Board, s: State, w: Work, role: int) -> None:
    for unit in range(b.units):
        if s.role[unit] == role and s.hex[unit] >= 0:
            _lose(b, s, w, unit)


@kernel
def _must_retreat(b: Board, s: State, w: Work, role: int, steps: int) -> None:
    """[7.9, 9.11] Let all units of a role retreat; static ones, and landed ones by A1, are lost."""
    for unit in range(b.units):
        if s.role[unit] != role or s.hex[unit] < 0:
            continue
        s.retreating = b.side[unit]
        landed = s.result == st.A1 and s.landed[unit] != st.NOT_LANDED
        if b.mobility[unit] == STATIC or landed:
            _lose(b, s, w, unit)
        else:
            s.due[unit] = steps


@kernel
def step_back(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[7.10, 7.12] Let a unit retreat one hex; friends there are displaced first."""
    s.mover = unit
    if has_room(b, w, unit, hex_):
        _make_step(b, s, w, unit, hex_)
    else:
        push_frame(s, unit, hex_)
        s.step = st.DISPLACE


@kernel
def _make_step(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    _leave_origin(s, unit)
    place = 1
    while s.path[unit, place] >= 0:
        place += 1
    s.path[unit, place] = hex_
    go(b, s, w, unit, hex_)
    s.due[unit] -= 1
    _shake(b, s, unit)
    if s.due[unit] == 0:
        s.mover = -1


@kernel
def _shake(b: Board, s: State, unit: int) -> None:
    """[8.10] Mark units that retreat or are displaced in their own Combat Phase."""
    if b.side[unit] == s.side:
        s.shaken[unit] = 1


@kernel
def step_aside(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """[7.13, 7.14] Displace a unit, or let it wait in the chain.

    Then move all whose way is free.
    """
    if has_room(b, w, unit, hex_):
        _displace(b, s, w, unit, hex_)
    else:
        push_frame(s, unit, hex_)
    while s.chain > 0 and w.count[s.chain_hex[s.chain - 1]] == 0:
        waiting, there = int(s.chain_unit[s.chain - 1]), int(s.chain_hex[s.chain - 1])
        pop_frame(s)
        if s.chain == 0:
            _make_step(b, s, w, waiting, there)
        else:
            _displace(b, s, w, waiting, there)


@kernel
def _displace(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    go(b, s, w, unit, hex_)
    s.displaced[unit] = 1
    _shake(b, s, unit)


@kernel
def settle_retreats(b: Board, s: State, w: Work) -> None:
    """[7.9, 7.12] Ask for the next step while a unit can make one; then continue.

    A unit that cannot complete its retreat is lost where it is. Of several units, none is lost for
    lack of a way while another can still move and perhaps open it. After BR the attackers follow
    the defenders.
    """
    while True:
        if s.chain > 0:
            s.step = st.DISPLACE
            return
        if s.mover >= 0:
            if can_retreat(b, s, w, int(s.mover)):
                s.step = st.RETREAT
                return
            _lose(b, s, w, int(s.mover))
            continue
        stuck = -1
        for unit in range(b.units):
            if s.due[unit] == 0:
                continue
            if can_retreat(b, s, w, unit):
                s.step = st.RETREAT
                return
            if stuck < 0:
                stuck = unit
        if stuck >= 0:
            _lose(b, s, w, stuck)
        elif s.result == st.BR and s.retreating == 1 - s.side:
            s.retreating = s.side  # [7.9] the attackers, once the defenders have gone
            _must_retreat(b, s, w, ADJACENT, 1)
        else:
            break
    s.retreating = st.NOBODY
    if s.result == st.BR:
        _combat_over(s)
    elif s.result == st.AX:
        settle_losses(b, s, w)
    else:
        settle_advances(b, s, w)


@kernel
def settle_losses(b: Board, s: State, w: Work) -> None:
    """[7.9] Ask the attacker for losses that equal the defenders' strength, or all are lost."""
    total = 0
    for unit in range(b.units):
        if s.role[unit] == ADJACENT and s.hex[unit] >= 0:
            total += int(b.strength[unit])
    if s.loss_due > 0 and total <= s.loss_due:
        _eliminate_all(b, s, w, ADJACENT)
        s.loss_due = 0
    if s.loss_due > 0:
        s.step = st.LOSS
    else:
        settle_advances(b, s, w)


@kernel
def settle_advances(b: Board, s: State, w: Work) -> None:
    """[7.16] Ask for an advance while one is possible; otherwise end the combat."""
    if any_advance(b, s, w):
        s.step = st.ADVANCE
    else:
        _combat_over(s)
