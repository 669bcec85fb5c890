"""Looking into enemy stacks, and the question whether a SAM unit shows itself.

Cases 20.12 and 27, rulings 61, 62, 70 and 71: ground looks, air looks, EW looks, and the question
that the other side is asked at every flight and air look, whether or not it has an answer.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.strikes import box_of, forget, number_in, put_loss
from bridgehead.titles.october_war.rules.air.umbrella import cannot_cover, covered
from bridgehead.titles.october_war.rules.codes import ask, has_ew, put, put_plain, spend_ew
from bridgehead.titles.october_war.rules.ground.losses import lose_strike
from bridgehead.titles.october_war.rules.places import (
    first_of,
    go,
    hermon_of,
    off_map,
    reveal,
    sees,
)
from bridgehead.titles.october_war.state import ARAB, DICE, NO_UNIT, NOBODY

LOOK_DEFENSE = 2  # row of the air defense table: an air look
FLIES = 1  # s.task of a strike that is on an air look now


@kernel
def begin_looks(s: State) -> None:
    """[70] Reset the looks of a movement or combat phase: each place once by EW."""
    s.looking = 1
    s.looked_at[:] = 0


@kernel
def unseen(b: Board, s: State, w: Work, p: int) -> bool:
    """Return whether the phasing side does not know some enemy counter in a place [69]."""
    if not b.fog or w.unknown[1 - s.side, p] == 0:
        return False
    north = p < b.points and b.features[p] & st.NORTH_OF_LINE != 0
    return not (north and hermon_of(b, s) == s.side)


@kernel
def legal_looks(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Write the looks of the phasing side after the first n actions; return the new count.

    Looks of units come before looks by air and by EW, which name no unit.
    """
    if not s.looking or not b.fog:
        return n
    if s.phase in (st.MOVEMENT_1, st.MOVEMENT_2):
        n = _ground_looks(b, s, w, out, n)
    n = _air_looks(b, s, w, out, n)
    return _ew_looks(b, s, w, out, n)


@kernel
def _ground_looks(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """[27.1(2)] Write ground looks by recon and commandos in a point without enemies.

    A look goes into one neighbor.
    """
    for u in range(b.units):
        if b.side[u] != s.side or cannot_look(b, s, w, u) > 0 or not first_of(b, s, u):
            continue
        at = int(s.where[u])
        for k in range(b.degree[at]):
            q = b.neighbor[at, k]
            if b.route[at, k] in (st.ROAD, st.CANAL) and unseen(b, s, w, q):
                n = put(out, n, u, st.LOOK, q)
    return n


@kernel
def cannot_look(b: Board, s: State, w: Work, u: int) -> int:
    """[27.1(2)] Return why a counter cannot look into a neighbor, else 0."""
    found, at = off_map(b, s, u), int(s.where[u])
    if found > 0:
        return found
    if b.traits[u] & st.GROUND_RECON == 0:
        return no.NO_SCOUT
    if at >= b.points or w.count[1 - s.side, at] > 0:
        return no.NO_LOOKOUT
    return no.HAS_LOOKED if int(s.mark[u]) & st.LOOKED else no.ALLOWED


@kernel
def _air_looks(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """[27.1(3)] Write air looks: any number of recon strikes, to a point of their theater."""
    ready = scouts(b, s, st.SINAI), scouts(b, s, st.GOLAN)
    for p in range(b.points):
        if ready[b.theater[p]] > 0 and unseen(b, s, w, p):
            for number in range(1, ready[b.theater[p]] + 1):
                n = put(out, n, NO_UNIT, st.RECON_FLIGHT, p * 128 + number)
    return n


@kernel
def scouts(b: Board, s: State, theater: int) -> int:
    """Return how many strikes the phasing side has on recon in a theater."""
    box = box_of(theater, st.AIR_RECON)
    side = int(s.side)
    return number_in(b, s, side, st.TAC, box) + number_in(b, s, side, st.WILD_WEASEL, box)


@kernel
def _ew_looks(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """[27.1(4), 27.2] Write EW looks: at a point with its neighbors, or at a reserve area.

    Each place can be looked at once in the phase.
    """
    for p in range(b.places):
        if cannot_look_ew(b, s, w, p) == 0:
            n = put(out, n, NO_UNIT, st.LOOK_EW, p)
    return n


@kernel
def cannot_look_ew(b: Board, s: State, w: Work, p: int) -> int:
    """[27.1(4), 27.2] Return why the phasing side cannot look at a place by EW, else 0."""
    side = int(s.side)
    if p >= b.points and b.start_control[p] == side:
        return no.OWN_RESERVE
    if int(s.looked_at[p]) & (1 << side):
        return no.LOOKED_AT
    if not has_look_ew(b, s, side, p):
        return no.NO_MARKER
    return no.ALLOWED if _worth_a_marker(b, s, w, p) else no.NOTHING_UNKNOWN


@kernel
def _worth_a_marker(b: Board, s: State, w: Work, p: int) -> bool:
    """Return whether an EW look at a place would reveal an unknown counter."""
    if unseen(b, s, w, p):
        return True
    for k in range(b.degree[p]):
        if b.route[p, k] in (st.ROAD, st.CANAL) and unseen(b, s, w, b.neighbor[p, k]):
            return True
    return False


@kernel
def has_look_ew(b: Board, s: State, side: int, p: int) -> bool:
    """Return whether a side has a marker for a look.

    Any Arab one is valid for the Israeli Reserve.
    """
    if side == ARAB and b.theater[p] == st.BOTH:
        return bool(s.ew[1] + s.ew[2] > 0)
    return has_ew(b, s, side, p)


@kernel
def spend_look_ew(b: Board, s: State, side: int, p: int) -> None:
    """Play a marker for a look; at the Israeli Reserve Egypt's come before Syria's."""
    if side == ARAB and b.theater[p] == st.BOTH:
        s.ew[1 if s.ew[1] > 0 else 2] -= 1
    else:
        spend_ew(b, s, side, p)


# Carrying looks out


@kernel
def legal_look_steps(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the answers to an EW look or a SAM question, or the losses of an air look."""
    if s.step == st.EW_COUNTER:
        return put_plain(out, put_plain(out, 0, st.EW), st.PASS)
    if s.step in (st.SAM_ASK, st.UMBRELLA):
        return _legal_sam_ask(b, s, out)
    n = 0
    for u in range(b.units):
        if b.air[u] and is_scout(b, s, u):
            n = put_loss(b, s, out, n, u)
    return n


@kernel
def apply_looks(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out a look, or one of its consequences."""
    if verb == st.LOOK:
        _look(b, s, w, unit, place)
    elif verb == st.RECON_FLIGHT:
        _send_scouts(b, s, w, place // 128, place % 128)
    elif verb == st.LOOK_EW:
        _look_by_ew(b, s, w, place)
    elif s.step == st.EW_COUNTER:
        if verb == st.EW:
            spend_look_ew(b, s, 1 - s.side, int(s.landing))
        else:
            _disclose(b, s, w, int(s.landing))
        _back(s)
    elif s.step == st.SAM_ASK:
        if verb == st.SHOW_SAM:
            reveal(b, s, w, unit)
            s.shown = unit
        ask(s, st.SAM_DONE, NOBODY)
    elif s.step == st.UMBRELLA:
        if verb == st.SHOW_SAM:
            reveal(b, s, w, unit)
        flying = s.asked == st.FLYING
        ask(s, st.FLIGHT_ROLL if flying else st.RETREAT_ROLL, DICE)
        if not flying:
            s.asked = st.NOT_ASKED
    elif s.step == st.RECON_ROLL:
        if b.air_defense[LOOK_DEFENSE, place - 1] == st.AD_AR:
            ask(s, st.RECON_LOSS, int(s.side))
        else:
            _finish(b, s, w)
    else:
        forget(s, unit)
        lose_strike(b, s, w, unit, 1)
        _finish(b, s, w)


@kernel
def _look(b: Board, s: State, w: Work, u: int, p: int) -> None:
    """[27.1(2)] Look into a point.

    The looking counter is revealed, too, and stays in its place in this phase.
    """
    reveal(b, s, w, u)
    s.mark[u] = int(s.mark[u]) | st.LOOKED
    reveal_side(b, s, w, 1 - s.side, p)


@kernel
def reveal_side(b: Board, s: State, w: Work, side: int, p: int) -> None:
    """Reveal a side's counters in a place to its enemy."""
    if w.unknown[side, p] == 0:
        return
    for u in range(b.units):
        if s.where[u] == p and b.side[u] == side:
            reveal(b, s, w, u)


@kernel
def _look_by_ew(b: Board, s: State, w: Work, p: int) -> None:
    """[27.1(4)] Play a marker; the other side may cancel the look with one of its own."""
    side = int(s.side)
    spend_look_ew(b, s, side, p)
    s.looked_at[p] = int(s.looked_at[p]) | (1 << side)
    if has_look_ew(b, s, 1 - side, p):
        s.landing = p
        ask(s, st.EW_COUNTER, 1 - side)
    else:
        _disclose(b, s, w, p)


@kernel
def _disclose(b: Board, s: State, w: Work, p: int) -> None:
    """Reveal the enemy counters in a place and, for a point, in its neighbors."""
    enemy = 1 - int(s.side)
    reveal_side(b, s, w, enemy, p)
    if p >= b.points:
        return
    for k in range(b.degree[p]):
        if b.route[p, k] in (st.ROAD, st.CANAL):
            reveal_side(b, s, w, enemy, int(b.neighbor[p, k]))


@kernel
def _back(s: State) -> None:
    """Return to the phase in which the look was made."""
    s.asked = st.NOT_ASKED
    s.flyer = -1
    s.landing = -1
    s.shown = -1
    ask(s, st.MOVE if s.phase in (st.MOVEMENT_1, st.MOVEMENT_2) else st.RAIDS, int(s.side))


# Air looks


@kernel
def is_scout(b: Board, s: State, u: int) -> bool:
    """Return whether a strike is on the present air look."""
    box = box_of(int(b.theater[s.landing]), st.AIR_RECON)
    return bool(b.side[u] == s.side and s.where[u] == box and s.task[u] == FLIES)


@kernel
def _send_scouts(b: Board, s: State, w: Work, p: int, number: int) -> None:
    """Send the first strikes in file order; ask the other side about its SAM units."""
    box = box_of(int(b.theater[p]), st.AIR_RECON)
    for u in range(b.units):
        if number > 0 and b.air[u] and b.side[u] == s.side and s.where[u] == box:
            s.task[u] = FLIES
            number -= 1
    s.flyer = -1
    s.landing = p
    begin_sam_ask(b, s, w, st.LOOKING)


@kernel
def begin_sam_ask(b: Board, s: State, w: Work, asked: int) -> None:
    """[71] Ask the other side about the flight of s.flyer to s.landing, or the look at s.landing.

    It ends in SAM_DONE, with the revealed unit in s.shown, or -1. Without fog there is nothing to
    reveal, and nobody is asked.
    """
    s.asked = asked
    s.shown = -1
    flier = int(s.side) if s.flyer < 0 else int(b.side[s.flyer])
    if b.fog:
        ask(s, st.SAM_ASK, 1 - flier)
    else:
        ask(s, st.SAM_DONE, NOBODY)


@kernel
def _legal_sam_ask(b: Board, s: State, out: Vector[int]) -> int:
    """[20.12, 23.4] Write unknown SAM units that cover start or landing, or the point looked at.

    For the owner's own flight (UMBRELLA) only the landing counts.
    """
    n = 0
    for u in range(b.units):
        if b.side[u] == s.owner and cannot_show(b, s, u) == 0 and first_of(b, s, u):
            n = put(out, n, u, st.SHOW_SAM, 0)
    return put_plain(out, n, st.PASS)


@kernel
def cannot_show(b: Board, s: State, u: int) -> int:
    """[20.12, 23.4] Return why a counter is no SAM unit to reveal for a flight or look, else 0."""
    found = cannot_cover(b, s, u, int(s.landing))
    if found == no.NOT_COVERED and s.flyer >= 0 and s.step == st.SAM_ASK:
        found = cannot_cover(b, s, u, int(s.where[s.flyer]))
    if found > 0:
        return found
    return no.KNOWN_ALREADY if sees(b, s, u) else no.ALLOWED


@kernel
def after_sam_ask(b: Board, s: State, w: Work) -> None:
    """[70] Continue with an air look: one roll if a known or revealed SAM unit covers the point."""
    if covered(b, s, w, int(s.landing), 1 - int(s.side), True):
        ask(s, st.RECON_ROLL, DICE)
    else:
        _finish(b, s, w)


@kernel
def _finish(b: Board, s: State, w: Work) -> None:
    """If a strike is left, reveal all units there; the strikes are used."""
    p = int(s.landing)
    for u in range(b.units):
        if b.air[u] and is_scout(b, s, u):
            reveal_side(b, s, w, 1 - int(s.side), p)
            forget(s, u)
            go(b, s, w, u, st.USED)
    _back(s)
