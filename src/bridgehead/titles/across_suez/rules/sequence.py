"""The sequence of play [3.0]: the effect of each action, and the next decision.

`apply` is the second of the two tables over `step`. It assumes that its action is legal; `legal`
decides that.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import hex_of, unit_of, verb_of
from bridgehead.titles.across_suez.rules.artillery import has_bombardment
from bridgehead.titles.across_suez.rules.canal import bridge_in_place
from bridgehead.titles.across_suez.rules.combat import (
    attack_column,
    attackers,
    foes,
    has_retreat,
    may_advance,
    may_wait,
    owes_retreat,
)
from bridgehead.titles.across_suez.rules.legal import left_by_attacker
from bridgehead.titles.across_suez.rules.reinforcement import forget_arrivals, lands_by_air
from bridgehead.titles.across_suez.rules.victory import end_at_once, end_game, settle
from bridgehead.titles.across_suez.rules.zones import (
    forget_reach,
    refresh,
    relocate,
    remove_from_map,
)


@kernel
def start(b: Board, s: State, w: Work) -> None:
    """Set the game up [2.5]: units at their printed hexes, the rest off the map."""
    for unit in range(b.units):
        s.hex[unit] = b.at_start[unit]
    s.hex[b.units :] = st.ELIMINATED
    s.turn = 1
    s.side = st.ISRAEL
    s.winner = st.NOBODY
    _no_combat(s)
    refresh(b, s, w)
    if b.beside.any():
        s.step = st.SETUP
    else:
        begin_movement(b, s, w)


@kernel
def begin_movement(b: Board, s: State, w: Work) -> None:
    """Begin a Player-Turn: nobody has moved or fought, and the bridge may open [11.2]."""
    s.step = st.MOVEMENT
    s.moved[:] = 0
    s.landed[:] = 0
    s.fought[:] = 0
    s.attacked[:] = 0
    s.bombarded[:] = 0
    s.ferried = 0
    s.supported = 0
    s.bombardments = 0
    s.bridge_open = s.side == st.ISRAEL and bridge_in_place(b, s)
    forget_reach(w)


@kernel
def owner(s: State) -> int:
    """Return whose decision is pending: a side, the dice, or nobody."""
    step = s.step
    if step == st.OVER:
        return st.NOBODY
    if step in (st.BOMBARD_ROLL, st.ATTACK_ROLL):
        return st.DICE
    defender_decides = (step == st.RETREAT and s.result == st.DR) or (
        step == st.ADVANCE and s.result in (st.AR, st.AE)
    )
    return 1 - s.side if defender_decides else int(s.side)


@kernel
def apply(b: Board, s: State, w: Work, number: int) -> None:
    """Carry out a legal action."""
    unit, verb, hex_ = unit_of(number), verb_of(number), hex_of(number)
    step = s.step
    if step == st.SETUP:
        _apply_setup(b, s, w, unit, verb, hex_)
    elif step == st.MOVEMENT:
        _apply_movement(b, s, w, unit, verb, hex_)
    elif step == st.BOMBARD:
        _apply_bombard(b, s, w, verb, hex_)
    elif step == st.BOMBARD_ROLL:
        _apply_bombard_roll(b, s, w, hex_)
    elif step == st.COMBAT:
        _apply_combat(b, s, w, verb, hex_)
    elif step == st.ATTACKERS:
        _apply_attackers(s, unit, verb, b.units)
    elif step == st.ATTACK_ROLL:
        _apply_attack_roll(b, s, w, hex_)
    elif step == st.LOSS:
        _apply_loss(b, s, w, unit)
    elif step == st.RETREAT:
        _apply_retreat(b, s, w, unit, hex_)
    elif step == st.ADVANCE:
        _apply_advance(b, s, w, unit, verb, hex_)
    if b.conditions > 0 and s.step != st.OVER:
        end_at_once(b, s, w)
    if s.step == st.OVER:
        _no_combat(s)


@kernel
def resign(s: State) -> None:
    """Let the side to move concede; the other side wins."""
    end_game(s, 1 - owner(s), st.RESIGNED)
    _no_combat(s)


# Setting up and moving


@kernel
def _apply_setup(b: Board, s: State, w: Work, unit: int, verb: int, hex_: int) -> None:
    if verb == st.END:
        begin_movement(b, s, w)
    else:
        relocate(b, s, w, unit, hex_)


@kernel
def _apply_movement(b: Board, s: State, w: Work, unit: int, verb: int, hex_: int) -> None:
    """Move a unit, or end the phase. Units across the canal never return [11.3]."""
    if verb == st.END:
        if has_bombardment(b, s):
            s.step = st.BOMBARD
        else:
            s.step = st.COMBAT
        return
    s.moved[unit] = 1
    w.reach_size[unit] = -1
    if verb == st.CROSS:
        if not s.bridge_open:
            s.ferried += 1
        remove_from_map(b, s, w, unit, st.ACROSS)
    else:
        if lands_by_air(b, s, unit, verb):
            s.landed[unit] = 1
        _go(b, s, w, unit, hex_)
    forget_arrivals(b, s, w)


@kernel
def _go(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """Move a unit, also in a retreat or advance, which costs no points [6.6].

    The bridge, once placed, must not leave its place [14.2], if the game's own victory counts.
    """
    was_placed = b.conditions == 0 and unit == b.bridge_unit and bridge_in_place(b, s)
    relocate(b, s, w, unit, hex_)
    if was_placed:
        end_game(s, st.EGYPT, st.BRIDGE_MOVED)


@kernel
def _eliminate(b: Board, s: State, w: Work, unit: int) -> None:
    """Eliminate a unit. [reprint 14.2] The loss of the bridge unit ends the game."""
    remove_from_map(b, s, w, unit)
    if unit == b.bridge_unit and b.bridge_loss_ends and b.conditions == 0:
        end_game(s, st.EGYPT, st.BRIDGE_LOST)


# Bombardment [13.0]


@kernel
def _apply_bombard(b: Board, s: State, w: Work, verb: int, hex_: int) -> None:
    """[13.1] Bombard; a bombardment is not an attack: nobody has fought or been attacked by it."""
    if verb == st.END:
        s.step = st.COMBAT
        return
    s.target = w.occupant[hex_]
    s.target_hex = hex_
    s.bombarded[s.target] = 1
    s.bombardments += 1
    s.step = st.BOMBARD_ROLL


@kernel
def _apply_bombard_roll(b: Board, s: State, w: Work, face: int) -> None:
    target = int(s.target)
    s.target = -1
    s.target_hex = -1
    s.step = st.BOMBARD
    if b.bombard_kills[face]:
        _eliminate(b, s, w, target)


# Attacks [5.0, 6.0]


@kernel
def _no_combat(s: State) -> None:
    s.target = -1
    s.target_hex = -1
    s.origin[:] = -1
    s.support = 0
    s.result = st.NO_RESULT
    s.loss_due = 0


@kernel
def _apply_combat(b: Board, s: State, w: Work, verb: int, hex_: int) -> None:
    if verb == st.END:
        _end_player_turn(b, s, w)
        return
    s.target = w.occupant[hex_]
    s.target_hex = hex_
    s.step = st.ATTACKERS


@kernel
def _end_player_turn(b: Board, s: State, w: Work) -> None:
    """[3.0] End a player turn: Egypt follows Israel; after Egypt the turn or the game ends."""
    if s.side == st.ISRAEL:
        s.side = st.EGYPT
        begin_movement(b, s, w)
    elif s.turn >= b.turns:
        settle(b, s, w)
    else:
        s.turn += 1
        s.side = st.ISRAEL
        begin_movement(b, s, w)


@kernel
def _apply_attackers(s: State, unit: int, verb: int, units: int) -> None:
    if verb == st.WITH:
        s.origin[unit] = s.hex[unit]
    elif verb == st.SUPPORT:
        s.support = 1
        s.supported += 1
    else:
        s.attacked[s.target] = 1
        for attacker in range(units):
            if s.origin[attacker] >= 0:
                s.fought[attacker] = 1
        s.step = st.ATTACK_ROLL


@kernel
def _apply_attack_roll(b: Board, s: State, w: Work, face: int) -> None:
    """[6.3] Apply a roll on the table, until somebody must choose."""
    target, target_hex = 0 + s.target, 0 + s.target_hex
    units, hexes, n = attackers(b, s)
    column = attack_column(b, s, target, target_hex, units, hexes, n, 0 + s.support)
    s.result = b.results[face, column]
    result = s.result
    if result == st.AR:
        s.step = st.RETREAT
        _settle_retreats(b, s, w)
    elif result == st.AE:
        for unit in range(b.units):
            if s.origin[unit] >= 0:
                _eliminate(b, s, w, unit)
        _offer_advance(b, s, w)
    elif result == st.EE:
        s.loss_due = b.strength[s.target]
        s.step = st.LOSS
        _eliminate(b, s, w, s.target)
    elif result == st.DR:
        if has_retreat(b, s, w, target, target_hex, hexes, n):
            s.step = st.RETREAT
        else:
            _eliminate(b, s, w, s.target)
            _offer_advance(b, s, w)
    else:
        _eliminate(b, s, w, s.target)
        _offer_advance(b, s, w)


@kernel
def _apply_loss(b: Board, s: State, w: Work, unit: int) -> None:
    """[6.3] Remove one unit after the other, until their printed strengths equal the defender's."""
    s.loss_due = max(0, int(s.loss_due) - int(b.strength[unit]))
    _eliminate(b, s, w, unit)
    left = False
    for attacker in range(b.units):
        if s.origin[attacker] >= 0 and s.hex[attacker] >= 0:
            left = True
    if s.loss_due == 0 or not left:
        s.loss_due = 0
        _offer_advance(b, s, w)


@kernel
def _apply_retreat(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    _go(b, s, w, unit, hex_)
    if s.step == st.OVER:
        return
    if s.result == st.DR:
        _offer_advance(b, s, w)
    else:
        _settle_retreats(b, s, w)


@kernel
def _settle_retreats(b: Board, s: State, w: Work) -> None:
    """[6.4] Eliminate attackers that cannot retreat; ask while one can; else offer the advance.

    A unit whose way another retreat may still open waits. When only such units are left, the first
    of them is eliminated and the rest checked again.
    """
    away, n = foes(b, s)
    while s.step != st.OVER:
        able, stuck, waiting = False, -1, -1
        for unit in range(b.units):
            if owes_retreat(s, unit):
                if has_retreat(b, s, w, unit, 0 + s.hex[unit], away, n):
                    able = True
                elif may_wait(b, s, w, unit, away, n):
                    if waiting < 0:
                        waiting = unit
                elif stuck < 0:
                    stuck = unit
        if stuck >= 0:
            _eliminate(b, s, w, stuck)
        elif able:
            return
        elif waiting >= 0:
            _eliminate(b, s, w, waiting)
        else:
            _offer_advance(b, s, w)
            return


@kernel
def _offer_advance(b: Board, s: State, w: Work) -> None:
    """[6.5] Ask for an advance if one is possible; otherwise end the combat."""
    if s.step == st.OVER:
        return
    possible = False
    if s.result in (st.AR, st.AE):
        for direction in range(6):
            hex_ = b.neighbor[s.target_hex, direction]
            if hex_ >= 0 and left_by_attacker(b, s, hex_):
                possible = possible or may_advance(b, s, w, s.target, hex_)
    else:
        for unit in range(b.units):
            if s.origin[unit] >= 0:
                possible = possible or may_advance(b, s, w, unit, s.target_hex)
    if possible:
        s.step = st.ADVANCE
    else:
        _no_combat(s)
        s.step = st.COMBAT


@kernel
def _apply_advance(b: Board, s: State, w: Work, unit: int, verb: int, hex_: int) -> None:
    if verb == st.ADVANCE_TO:
        _go(b, s, w, unit, hex_)
        if s.step == st.OVER:
            return
    _no_combat(s)
    s.step = st.COMBAT
