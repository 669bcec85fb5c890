"""Airmobile movement and the drops of the 202nd [13.8, 13.10, 23.4, 23.5, rulings 43 and 44]."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.umbrella import covered
from bridgehead.titles.october_war.rules.codes import ask
from bridgehead.titles.october_war.rules.places import (
    box_of_loss,
    cannot_stack,
    go,
    is_sam,
    sees,
)
from bridgehead.titles.october_war.state import ARAB, ISRAEL

OBJECTIVE = st.ARAB_OBJECTIVE | st.ISRAELI_OBJECTIVE
GOOD, PLAIN, BAD = 0, 1, 2


@kernel
def with_depot(b: Board, s: State, u: int) -> bool:
    """Return whether an Israeli depot is in the place of a counter."""
    if b.side[u] != ISRAEL:
        return False
    for i in range(b.typed_from[st.DEPOT], b.typed_from[st.DEPOT + 1]):
        if s.where[b.typed[i]] == s.where[u]:
            return True
    return False


@kernel
def cannot_fly(b: Board, s: State, u: int) -> int:
    """[23.4, 23.5] Return why a counter is neither airmobile nor a battalion that may drop now."""
    if b.traits[u] & st.CAN_FLY:
        return no.ALLOWED
    if b.traits[u] & st.ONE_DROP == 0:
        return no.NOT_AIRMOBILE
    if int(s.mark[u]) & st.DROPPED:
        return no.HAS_DROPPED
    if s.drops > 0:
        return no.ONE_DROP_A_PHASE
    if int(s.where[u]) == b.reserve[0] or with_depot(b, s, u):
        return no.ALLOWED
    return no.NO_DROP_FROM_HERE


@kernel
def flight_theater(b: Board, s: State, u: int, p: int) -> int:
    """Return the theater of a flight: of its landing; for the Israeli Reserve, of its start."""
    at = b.theater[p]
    if at == st.BOTH:
        at = b.theater[int(s.where[u])]
    return int(at)


@kernel
def cannot_fly_to(b: Board, s: State, w: Work, u: int, p: int) -> int:
    """[43, 44] Return why a counter may not fly to a place, as far as its owner knows, else 0."""
    found = out_of_reach(b, s, w, u, p)
    return found if found > 0 else cannot_stack(b, w, u, p)


@kernel
def too_far(b: Board, s: State, u: int, p: int) -> bool:
    """[23.4] Return whether a place is farther away than a counter can fly."""
    far = b.drop_range if b.traits[u] & st.CAN_FLY == 0 else b.fly_range
    return bool(b.steps[b.side[u], int(s.where[u]), p] > far)


@kernel
def out_of_reach(b: Board, s: State, w: Work, u: int, p: int) -> int:
    """[23.4, 25.7, 43, 44] Return why a counter may not fly to a place with room for it, else 0."""
    at = int(s.where[u])
    side = b.side[u]
    w.witness = p
    if p == at:
        return no.IS_THERE
    if b.water[p]:
        return no.LANDS_ON_WATER
    if p >= b.points and b.start_control[p] != side:
        return no.FOREIGN_RESERVE
    if b.theater[p] + b.theater[at] == st.SINAI + st.GOLAN:
        return no.OTHER_THEATER
    if too_far(b, s, u, p):
        return no.TOO_FAR_TO_FLY
    if b.features[p] & OBJECTIVE:
        return no.IS_OBJECTIVE
    if covered(b, s, w, at, 1 - side, True):
        w.witness = at
        return no.NO_TAKE_OFF
    if covered(b, s, w, p, 1 - side, True):
        return no.NO_LANDING
    return no.NO_MECH if b.no_mech[p] and b.mech[u] else no.ALLOWED


@kernel
def flight_row(b: Board, s: State, w: Work, u: int, p: int) -> int:
    """Return the row of the Airmobile Movement Table."""
    side = b.side[u]
    theater = flight_theater(b, s, u, p)
    if theater != st.BOTH and s.air_master[theater] == 1 - side:
        return BAD
    if side == ISRAEL or p >= b.points or s.turn == 1:
        return GOOD
    return GOOD if covered(b, s, w, p, ARAB, b.fog == 1) else PLAIN


@kernel
def asks_umbrella(b: Board, s: State, w: Work) -> bool:
    """[20.12, O44] Return whether the owner of the pending flight may show a SAM unit for it.

    This depends only on what both sides know: it would lead to the better row, and a SAM unit is in
    play whose place the other side does not know.
    """
    if b.fog == 0 or flight_row(b, s, w, int(s.flyer), int(s.landing)) != PLAIN:
        return False
    side = b.side[s.flyer]
    for u in range(b.units):
        if is_sam(b, u) and b.side[u] == side and s.where[u] >= 0 and not sees(b, s, u):
            return True
    return False


@kernel
def ask_umbrella_or(b: Board, s: State, w: Work, step: int) -> None:
    """Ask for the umbrella of the pending flight, or continue with its roll: `step`."""
    if asks_umbrella(b, s, w):
        ask(s, st.UMBRELLA, int(b.side[s.flyer]))
    else:
        ask(s, step, st.DICE)


@kernel
def flight_result(b: Board, s: State, w: Work, u: int, p: int, face: int) -> int:
    """Return what a roll means for a flight: FLIGHT_E, FLIGHT_A, FLIGHT_S."""
    return int(b.airmobile[flight_row(b, s, w, u, p), face - 1])


@kernel
def after_sam_ask(b: Board, s: State, w: Work) -> None:
    """[43, 71] Continue with a flight; if a SAM unit was shown, it has not happened."""
    if s.shown >= 0:
        _forget(s)
        ask(s, st.MOVE, int(s.side))
    else:
        ask_umbrella_or(b, s, w, st.FLIGHT_ROLL)


@kernel
def take_off(b: Board, s: State, w: Work, face: int) -> None:
    """Apply the roll for the pending flight of a movement phase."""
    u, p = int(s.flyer), int(s.landing)
    at = int(s.where[u])
    result = flight_result(b, s, w, u, p, face)
    drop = b.traits[u] & st.CAN_FLY == 0
    if drop:
        s.drops += 1
        s.mark[u] = int(s.mark[u]) | st.DROPPED
    s.mark[u] = int(s.mark[u]) | st.MOVED | st.MOVED_NOW
    if result == st.FLIGHT_S:
        s.mark[u] = int(s.mark[u]) | st.FLEW
        go(b, s, w, u, p)
        s.came[u] = at
    elif result == st.FLIGHT_E:
        go(b, s, w, u, crash_box(b, s, w, u))
    _forget(s)
    ask(s, st.MOVE, int(s.side))


@kernel
def crash_box(b: Board, s: State, w: Work, u: int) -> int:
    """[8, 33] Return the box of a counter lost in a flight; it costs no casualty point."""
    from_line = box_of_loss(b, s, w, u)
    return st.PERMANENT if b.large[u] else from_line


@kernel
def _forget(s: State) -> None:
    s.asked = st.NOT_ASKED
    s.flyer = -1
    s.landing = -1
    s.shown = -1
