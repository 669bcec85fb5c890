"""Strategic attacks on the enemy's index of losses [19.5 to 19.7, 20.7, 26.3, rulings 9 and 57].

s.air_stage counts them: Israel in the Sinai, Israel in the Golan, Egypt, Syria.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.strikes import (
    bomb_factors,
    box_of,
    clear_results,
    is_over,
    number_in,
    play_ew,
    put_loss,
    send_home,
)
from bridgehead.titles.october_war.rules.codes import ask, put_plain
from bridgehead.titles.october_war.rules.ground.losses import lose_strike
from bridgehead.titles.october_war.rules.turn.victory import raise_casualties
from bridgehead.titles.october_war.state import ARAB, DICE, ISRAEL, NOBODY

FORCE_DEFENSE = 0  # row of the air defense table: the defense against a strategic attack


@kernel
def open_attacks(b: Board, s: State) -> None:
    """[19.5] Begin the first possible strategic attack, or end the phase."""
    s.air_stage = 0
    _next_attack(b, s)


@kernel
def legal_strategic(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the actions of the pending decision of a strategic attack."""
    if s.step == st.STRATEGIC_EW:
        return put_plain(out, put_plain(out, 0, st.EW), st.PASS)
    return _legal_bomber_loss(b, s, out)


@kernel
def apply_strategic(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out an action of a strategic attack."""
    if s.step == st.STRATEGIC_EW:
        play_ew(s, verb)
        _meet_defense(b, s)
    elif s.step == st.STRATEGIC_DEFENSE_ROLL:
        _roll_defense(b, s, w, place)
    elif s.step == st.STRATEGIC_LOSS:
        _lose_bomber(b, s, w, unit)
    else:
        _roll_strategic(b, s, w, place)


@kernel
def _next_attack(b: Board, s: State) -> None:
    """Begin the next strategic attack, or end the phase."""
    while s.air_stage < 4:
        s.air_side = ISRAEL if s.air_stage < 2 else ARAB
        s.air_theater = s.air_stage % 2
        box = box_of(s.air_theater, st.STRATEGIC)
        if bomb_factors(b, s, s.air_side, box, 0) > 0:
            clear_results(s)
            s.side = s.air_side
            if s.air_side == ISRAEL and s.ew[0] > 0:
                ask(s, st.STRATEGIC_EW, ISRAEL)
            else:
                _meet_defense(b, s)
            return
        s.air_stage += 1
    ask(s, st.NEXT, NOBODY)


@kernel
def _meet_defense(b: Board, s: State) -> None:
    """[20.7] Make one air defense roll for the whole force; missiles are not affected."""
    box = box_of(s.air_theater, st.STRATEGIC)
    if number_in(b, s, s.air_side, st.TAC, box) > 0:
        ask(s, st.STRATEGIC_DEFENSE_ROLL, DICE)
    else:
        ask(s, st.STRATEGIC_ROLL, DICE)


@kernel
def _roll_defense(b: Board, s: State, w: Work, face: int) -> None:
    """[20.9, 26.3] Apply the roll; a marker allows ignoring ELIM, never AR."""
    result = b.air_defense[FORCE_DEFENSE, face - 1]
    side = s.air_side
    if result in (st.AD_AR, st.AD_BOTH):
        s.air_refit[side] = 1
    if result in (st.AD_ELIM, st.AD_BOTH) and s.air_ew == 0:
        s.air_lost[side] = 1
    _bomb(b, s, w)


@kernel
def _bomb(b: Board, s: State, w: Work) -> None:
    """Take the hits of air defense, then attack with the rest."""
    side, box = s.air_side, box_of(s.air_theater, st.STRATEGIC)
    if s.air_refit[side] + s.air_lost[side] > 0:
        if number_in(b, s, side, st.TAC, box) > 0:
            ask(s, st.STRATEGIC_LOSS, side)
            return
        s.air_refit[side] = 0
        s.air_lost[side] = 0
    if bomb_factors(b, s, side, box, 0) > 0:
        ask(s, st.STRATEGIC_ROLL, DICE)
    else:
        s.air_stage += 1
        _next_attack(b, s)


@kernel
def _legal_bomber_loss(b: Board, s: State, out: Vector[int]) -> int:
    n, box = 0, box_of(s.air_theater, st.STRATEGIC)
    for u in range(b.units):
        if b.side[u] == s.air_side and b.type[u] == st.TAC and s.where[u] == box:
            n = put_loss(b, s, out, n, u)
    return n


@kernel
def _lose_bomber(b: Board, s: State, w: Work, u: int) -> None:
    """[20.9] Lose a strike: ELIM first, then AR."""
    side = s.air_side
    to_refit = 0 if s.air_lost[side] > 0 else 1
    if to_refit:
        s.air_refit[side] -= 1
    else:
        s.air_lost[side] -= 1
    lose_strike(b, s, w, u, to_refit)
    if not is_over(s):
        _bomb(b, s, w)


@kernel
def strategic_column(b: Board, s: State) -> int:
    """[19.6] Return the column of a strategic attack: its bomb factors; a marker adds one."""
    box = box_of(s.air_theater, st.STRATEGIC)
    return int(min(10, min(10, bomb_factors(b, s, s.air_side, box, 0)) + s.air_ew))


@kernel
def _roll_strategic(b: Board, s: State, w: Work, face: int) -> None:
    """[19.6, 9] Apply the roll; a number is added to the enemy's index, A does nothing."""
    side, box = s.air_side, box_of(s.air_theater, st.STRATEGIC)
    result = b.air_crt[face - 1, strategic_column(b, s)]
    stock = 1 + s.air_theater if side == ISRAEL else 0
    send_home(b, s, w, box, side)
    s.air_stage += 1
    if result > 0:
        raise_casualties(b, s, stock, int(result))
    if not is_over(s):
        _next_attack(b, s)
