"""Air phases before ground combat: commitment, air superiority, strategic attacks.

Chapters 18 and 19.1 to 19.7, rulings 55 to 57 and 72. The air ground attacks are in raids.py,
reconnaissance flights in looks.py, the strategic attacks in strategic.py.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.strategic import (
    apply_strategic,
    legal_strategic,
    open_attacks,
)
from bridgehead.titles.october_war.rules.air.strikes import (
    air_factors,
    box_of,
    clear_results,
    is_over,
    number_in,
    play_ew,
    put_loss,
    send_home,
    serves,
    type_of,
)
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.ground.losses import lose_strike
from bridgehead.titles.october_war.rules.places import go
from bridgehead.titles.october_war.state import ARAB, DICE, ISRAEL, NO_UNIT, NOBODY


@kernel
def legal_air(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the actions of the pending decision of steps 1a, 1b or 1c, except rolls."""
    if s.step == st.COMMIT:
        return _legal_commit(b, s, out)
    if s.step == st.SUPERIORITY_EW:
        return put_plain(out, put_plain(out, 0, st.EW), st.PASS)
    if s.step == st.SUPERIORITY_LOSS:
        return _legal_loss(b, s, out)
    if s.step == st.SHIFT:
        return _legal_shift(b, s, out)
    return legal_strategic(b, s, w, out)


@kernel
def apply_air(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out an action of steps 1a, 1b or 1c."""
    if s.step == st.COMMIT:
        _apply_commit(b, s, w, verb, place)
    elif s.step == st.SUPERIORITY_EW:
        play_ew(s, verb)
        _go_on(b, s, w)
    elif s.step == st.SUPERIORITY_ROLL:
        _roll_superiority(b, s, w, place)
    elif s.step == st.SUPERIORITY_LOSS:
        _lose_fighter(b, s, w, unit)
    elif s.step == st.SHIFT:
        if verb == st.SHIFT_STRIKES:
            _shift(b, s, w, place)
        _go_on(b, s, w)
    else:
        apply_strategic(b, s, w, unit, verb, place)


@kernel
def begin_strategic(b: Board, s: State, w: Work) -> None:
    """[19.5] Begin step 1c."""
    open_attacks(b, s)


# 1a: commitment [18.3, 55, 72]


@kernel
def begin_commitment(b: Board, s: State, w: Work) -> None:
    """[18.3, 20.6] Begin step 1a: no air superiority, and every SAM unit may fire again."""
    s.air_master[:] = NOBODY
    s.signals_used = 0
    for u in range(b.units):
        s.mark[u] = int(s.mark[u]) & ~st.SAM_FIRED
    _ask_commitments(s, ARAB)


@kernel
def _ask_commitments(s: State, side: int) -> None:
    s.side = side
    s.committed = -1
    ask(s, st.COMMIT, side)


@kernel
def may_fly(kind: int, mission: int) -> bool:
    """[18.4, 18.9, 20.11, 27.1] Return whether a kind of strike flies a mission."""
    if kind == 0:
        return True
    if kind == 1:
        return mission != st.STRATEGIC
    return mission in (st.STRATEGIC, st.GROUND_ATTACK)


@kernel
def cannot_commit(s: State, front: int) -> int:
    """[18.3 to 18.5] Return why no strikes can be committed to a front now, else 0.

    A front is ((kind * 16 + nation) * 2 + theater) * 4 + mission.
    """
    mission, theater, nation = front % 4, front // 4 % 2, front // 8 % 16
    if (nation == st.N_ISRAEL) != (s.owner == ISRAEL):
        return no.OTHER_SIDE_COMMITS
    if s.owner == ARAB and (nation == st.SYRIA) != (theater == st.GOLAN):
        return no.OTHER_AIR_THEATER
    if not may_fly(front // 128, mission):
        return no.NO_MISSION_OF_WEASELS if front // 128 == 1 else no.NO_MISSION_OF_MISSILES
    return no.FRONT_IS_PAST if front <= s.committed else no.ALLOWED


@kernel
def _legal_commit(b: Board, s: State, out: Vector[int]) -> int:
    n = 0
    for kind in range(3):
        for nation in range(len(st.NATIONS)):
            ready = -1
            for front in range((kind * 16 + nation) * 8, (kind * 16 + nation + 1) * 8):
                if cannot_commit(s, front) == 0:
                    if ready < 0:
                        ready = ready_strikes(b, s, s.owner, kind, nation)
                    for number in range(1, ready + 1):
                        n = put(out, n, NO_UNIT, st.COMMIT_STRIKES, front * 32 + number)
    return put_plain(out, n, st.END)


@kernel
def ready_strikes(b: Board, s: State, side: int, kind: int, nation: int) -> int:
    """Return how many strikes may still be committed [6.3(2): on turn 1 ten Israeli TAC]."""
    ready, away = 0, 0
    for i in range(b.typed_from[type_of(kind)], b.typed_from[type_of(kind) + 1]):
        u = int(b.typed[i])
        if b.nation[u] == nation:
            if s.where[u] == st.READY:
                ready += 1
            elif s.where[u] <= st.MISSION_BOX:
                away += 1
    if s.turn == 1 and side == ISRAEL and kind == 0:
        return min(ready, max(0, int(b.first_tac) - away))
    return ready


@kernel
def _apply_commit(b: Board, s: State, w: Work, verb: int, place: int) -> None:
    if verb == st.END:
        if s.owner == ARAB:
            _ask_commitments(s, ISRAEL)
        else:
            s.committed = -1
            ask(s, st.NEXT, NOBODY)
        return
    left = place % 32
    key = place // 32
    s.committed = key
    to = box_of(key // 4 % 2, key % 4)
    nation, kind = key // 8 % 16, type_of(key // 128)
    for u in range(b.units):
        if left > 0 and b.type[u] == kind and b.nation[u] == nation and s.where[u] == st.READY:
            go(b, s, w, u, to)
            left -= 1


# 1b: air superiority [19.1 to 19.4, 56]

# Stages of a theater (s.air_stage)
OPENING, ORDER, FIRST_FIRED, ONE_OF_BOTH_FIRED, ALL_FIRED, WON, PASSED = range(7)


@kernel
def begin_superiority(b: Board, s: State, w: Work) -> None:
    """[19.1] Begin step 1b, with the Sinai."""
    s.air_theater = st.SINAI
    s.air_stage = OPENING
    _go_on(b, s, w)


@kernel
def _go_on(b: Board, s: State, w: Work) -> None:
    """Continue the air battles to the next question, or to the end of the phase."""
    while s.air_theater <= st.GOLAN:
        if s.air_stage == OPENING:
            if _open_theater(b, s):
                return
        elif s.air_stage == ORDER:
            if _first_fire(b, s):
                return
        elif s.air_stage == FIRST_FIRED:
            if _ask_losses(b, s):
                return
            s.air_stage = ALL_FIRED
            if _aim(b, s, 1 - s.air_side):
                return
        elif s.air_stage == ONE_OF_BOTH_FIRED:
            s.air_stage = ALL_FIRED
            if _aim(b, s, ARAB):
                return
        elif s.air_stage == ALL_FIRED:
            if _ask_losses(b, s):
                return
            s.air_stage = WON
        elif s.air_stage == WON:
            _settle_master(b, s)
            s.air_stage = PASSED
            if _ask_shift(b, s):
                return
        else:
            send_home(b, s, w, box_of(s.air_theater, st.AIR_SUPERIORITY), -1)
            s.air_theater += 1
            s.air_stage = OPENING
    ask(s, st.NEXT, NOBODY)


@kernel
def _open_theater(b: Board, s: State) -> bool:
    """Count both sides; ask Israel for its marker [19.3(3)]."""
    box = box_of(s.air_theater, st.AIR_SUPERIORITY)
    for side in range(2):
        s.air_points[side] = air_factors(b, s, side, box)
    clear_results(s)
    s.air_stage = ORDER
    if s.air_points[ISRAEL] == 0 or s.ew[0] == 0:
        return False
    s.side = ISRAEL
    ask(s, st.SUPERIORITY_EW, ISRAEL)
    return True


@kernel
def _first_fire(b: Board, s: State) -> bool:
    """[19.3(4)] The side with more TAC fires first.

    With equal numbers both roll before both results.
    """
    box = box_of(s.air_theater, st.AIR_SUPERIORITY)
    more = number_in(b, s, ISRAEL, st.TAC, box) - number_in(b, s, ARAB, st.TAC, box)
    s.air_stage = ONE_OF_BOTH_FIRED if more == 0 else FIRST_FIRED
    return _aim(b, s, ISRAEL if more >= 0 else ARAB)


@kernel
def _aim(b: Board, s: State, side: int) -> bool:
    """Let a side roll: one die per ten factors or part of them, none without factors."""
    s.air_side = side
    factors = air_factors(b, s, side, box_of(s.air_theater, st.AIR_SUPERIORITY))
    s.air_dice = (factors + 9) // 10
    if factors == 0:
        return False
    s.side = side
    ask(s, st.SUPERIORITY_ROLL, DICE)
    return True


@kernel
def superiority_column(b: Board, s: State) -> int:
    """[19.3] Return the column of a roll: full tens at 10, then the rest; a marker adds one."""
    side = s.air_side
    factors = air_factors(b, s, side, box_of(s.air_theater, st.AIR_SUPERIORITY))
    column = 10 if s.air_dice > 1 else factors - (factors - 1) // 10 * 10
    if side == ISRAEL:
        column = min(10, column + s.air_ew)
    return int(column)


@kernel
def _roll_superiority(b: Board, s: State, w: Work, face: int) -> None:
    """[19.3] Apply one roll."""
    side = s.air_side
    result = b.air_crt[face - 1, superiority_column(b, s)]
    if result == st.RESULT_A:
        s.air_refit[1 - side] += 1
    else:
        s.air_lost[1 - side] += result
    s.air_dice -= 1
    if s.air_dice == 0:
        _go_on(b, s, w)


@kernel
def _rank(b: Board, s: State, u: int, side: int) -> int:
    """[19.4] Return a strike's rank for losses: 0 this mission, 1 other ones, 2 Ready; -1 never."""
    if b.side[u] != side or b.type[u] not in (st.TAC, st.WILD_WEASEL):
        return -1
    at, theater = int(s.where[u]), int(s.air_theater)
    if at == box_of(theater, st.AIR_SUPERIORITY):
        return 0
    for mission in range(st.STRATEGIC, st.AIR_RECON + 1):
        if at == box_of(theater, mission):
            return 1
    return 2 if at == st.READY and serves(b, u, theater) else -1


@kernel
def first_rank(b: Board, s: State, side: int) -> int:
    """Return the rank from which the next loss is taken, -1 if nothing is left."""
    best = -1
    for u in range(b.units):
        rank = _rank(b, s, u, side)
        if rank >= 0 and (best < 0 or rank < best):
            best = rank
    return best


@kernel
def _ask_losses(b: Board, s: State) -> bool:
    """Ask the owner for lost strikes; if none is left the remaining losses are void."""
    for side in (ARAB, ISRAEL):
        if s.air_refit[side] + s.air_lost[side] > 0:
            if first_rank(b, s, side) >= 0:
                s.side = side
                ask(s, st.SUPERIORITY_LOSS, side)
                return True
            s.air_refit[side] = 0
            s.air_lost[side] = 0
    return False


@kernel
def _legal_loss(b: Board, s: State, out: Vector[int]) -> int:
    n, first = 0, first_rank(b, s, s.owner)
    for u in range(b.units):
        if _rank(b, s, u, s.owner) == first:
            n = put_loss(b, s, out, n, u)
    return n


@kernel
def _lose_fighter(b: Board, s: State, w: Work, u: int) -> None:
    """[19.4] Take a loss: refits first, then eliminations."""
    side = s.owner
    to_refit = 1 if s.air_refit[side] > 0 else 0
    if to_refit:
        s.air_refit[side] -= 1
    else:
        s.air_lost[side] -= 1
    lose_strike(b, s, w, u, to_refit)
    if not is_over(s):
        _go_on(b, s, w)


@kernel
def _settle_master(b: Board, s: State) -> None:
    """[56] Give air superiority for the turn to the side with more strikes left on this mission."""
    more = 0
    box = box_of(s.air_theater, st.AIR_SUPERIORITY)
    for u in range(b.units):
        if s.where[u] == box:
            more += 1 if b.side[u] == ISRAEL else -1
    if more == 0:
        s.air_master[s.air_theater] = NOBODY
    else:
        s.air_master[s.air_theater] = ISRAEL if more > 0 else ARAB


@kernel
def _ask_shift(b: Board, s: State) -> bool:
    """[19.3(7)] Ask an unopposed side whether TAC switch to ground attack."""
    box = box_of(s.air_theater, st.AIR_SUPERIORITY)
    for side in range(2):
        if s.air_points[1 - side] == 0 and number_in(b, s, side, st.TAC, box) > 0:
            s.side = side
            s.air_side = side
            ask(s, st.SHIFT, side)
            return True
    return False


@kernel
def _legal_shift(b: Board, s: State, out: Vector[int]) -> int:
    n = 0
    there = number_in(b, s, s.owner, st.TAC, box_of(s.air_theater, st.AIR_SUPERIORITY))
    for number in range(1, (there + 1) // 2 + 1):
        n = put(out, n, NO_UNIT, st.SHIFT_STRIKES, number)
    return put_plain(out, n, st.PASS)


@kernel
def _shift(b: Board, s: State, w: Work, number: int) -> None:
    """Switch the first TAC in file order to ground attack."""
    box = box_of(s.air_theater, st.AIR_SUPERIORITY)
    for u in range(b.units):
        if number > 0 and b.side[u] == s.owner and b.type[u] == st.TAC and s.where[u] == box:
            go(b, s, w, u, box_of(s.air_theater, st.GROUND_ATTACK))
            number -= 1
