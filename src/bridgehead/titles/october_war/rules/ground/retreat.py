"""Retreats, and the next question after damage [16.3 to 16.5, 51, 52].

`go_on` finds the next decision about pending damage: a loss to choose, a unit to withdraw, or none;
then the step is DAMAGE_DONE and the chapter in `s.source` continues.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.flights import ask_umbrella_or, flight_result
from bridgehead.titles.october_war.rules.air.looks import begin_sam_ask
from bridgehead.titles.october_war.rules.codes import ask, put_plain
from bridgehead.titles.october_war.rules.ground.losses import eliminate, lose_in_flight
from bridgehead.titles.october_war.rules.ground.retreat_ways import (
    air_defense,
    any_open,
    concerned,
    has_way,
    may_walk,
    named,
    put_flights,
    put_walks,
)
from bridgehead.titles.october_war.rules.places import go, sees
from bridgehead.titles.october_war.state import NOBODY

NOBODY_GOES, ONE_GOES, ALL_GO = range(3)  # s.going


@kernel
def finish(s: State) -> None:
    """Return to the chapter that caused the damage, because all is answered."""
    s.hits, s.must_go, s.cancels = 0, 0, 0
    s.going, s.escaped = NOBODY_GOES, 0
    s.tried[:] = 0
    ask(s, st.DAMAGE_DONE, NOBODY)


@kernel
def may_name(b: Board, s: State, u: int, who: int) -> bool:
    """[51, 58] Return whether a side may choose a counter as a loss.

    The other side chooses among counters that it knows, on turn 1 no air defense units while others
    are there.
    """
    if not concerned(b, s, u):
        return False
    if who == s.victim:
        return True
    if not sees(b, s, u):
        return False
    return s.turn > 1 or not air_defense(b, u) or not _others_left(b, s)


@kernel
def _others_left(b: Board, s: State) -> bool:
    """Return whether the force has a counter that is not an air defense unit."""
    for u in range(b.units):
        if concerned(b, s, u) and not air_defense(b, u):
            return True
    return False


@kernel
def retreat_open(s: State) -> bool:
    """Return whether the victim may still retreat instead of taking hits."""
    return bool(s.going == NOBODY_GOES and (s.must_go > 0 or s.cancels > 0))


@kernel
def namer(b: Board, s: State) -> int:
    """Return the side that decides now.

    The side that chooses the victim's losses decides if it knows a counter that it may choose;
    otherwise the victim decides.
    """
    victim, chooser = int(s.victim), int(s.chooser)
    if chooser == victim or retreat_open(s):
        return victim
    for u in range(b.units):
        if may_name(b, s, u, chooser):
            return chooser
    return victim


@kernel
def _force_left(b: Board, s: State) -> bool:
    for u in range(b.units):
        if concerned(b, s, u):
            return True
    return False


@kernel
def go_on(b: Board, s: State, w: Work) -> None:
    """Find the next question about the pending damage or retreat."""
    if s.step == st.OVER:
        return
    if not _force_left(b, s):  # further hits are lost [51]
        finish(s)
        return
    if s.going == ALL_GO and s.hits == 0:
        if any_open(b, s, w):
            ask(s, st.RETREAT, int(s.victim))
            return
        if _is_done(s):
            _end_retreat(b, s, w)
            return
        _take_back(s)
    if retreat_open(s) and not any_open(b, s, w):  # a hit is taken [16.4]
        _stand(s)
    if s.hits == 0 and s.must_go == 0:
        finish(s)
        return
    ask(s, st.DAMAGE, namer(b, s))


@kernel
def _stand(s: State) -> None:
    """Refuse to retreat: an r or R costs a hit."""
    if s.must_go > 0:
        s.hits = 1
    s.must_go, s.cancels = 0, 0


@kernel
def _is_done(s: State) -> bool:
    """Return whether a retreat may end now: a counter has left, or there was no hit to answer."""
    return bool(s.escaped > 0 or (s.must_go == 0 and s.cancels == 0))


@kernel
def _nobody_else(b: Board, s: State, w: Work) -> None:
    """[O43] Apply the owner's answer that nobody (else) can leave: for one counter, or for all."""
    if s.flyer >= 0:
        _stay_behind(b, s, w)
    elif _is_done(s):
        _end_retreat(b, s, w)
    else:
        _take_back(s)
        go_on(b, s, w)


@kernel
def _take_back(s: State) -> None:
    """Take the hits that a retreat would have saved, because nobody could leave after all."""
    s.going = NOBODY_GOES
    s.hits = 1 if s.must_go > 0 else int(s.cancels)
    s.must_go, s.cancels = 0, 0


@kernel
def _end_retreat(b: Board, s: State, w: Work) -> None:
    """[16.4(8), 52] End a retreat when nobody else can go.

    If some left, static units are eliminated.
    """
    if s.escaped > 0:
        for u in range(b.units):
            if concerned(b, s, u) and b.traits[u] & st.STATIC:
                eliminate(b, s, w, u)
        if s.step == st.OVER:
            return
    finish(s)


@kernel
def begin_retreat(b: Board, s: State, w: Work, side: int) -> None:
    """[16.3, 53] Let everything of a side in the battle retreat that can."""
    s.source = st.GROUND
    s.target = int(s.battle)
    s.victim, s.chooser = side, side
    s.only_air_defense = 0
    s.hits, s.must_go, s.cancels, s.escaped = 0, 0, 0, 0
    s.going = ALL_GO
    s.tried[:] = 0
    go_on(b, s, w)


# Going


@kernel
def withdraw(b: Board, s: State, w: Work, u: int, q: int) -> None:
    """Withdraw a counter to a place."""
    go(b, s, w, u, q)
    s.came[u] = -1
    s.tried[u] = 0
    _gone(s)


@kernel
def _gone(s: State) -> None:
    """Count a counter that has left, which answers an r."""
    s.flyer, s.landing = -1, -1
    s.escaped += 1
    if s.must_go == 1:
        s.must_go = 0
        s.going = NOBODY_GOES


@kernel
def fly_off(b: Board, s: State, w: Work, u: int, q: int) -> None:
    """[52, 71] Ask the other side about its SAM units before a retreat by air."""
    if s.going == NOBODY_GOES:
        s.going = ONE_GOES
    s.flyer, s.landing = u, q
    begin_sam_ask(b, s, w, st.RETREATING)


@kernel
def after_sam_ask(b: Board, s: State, w: Work) -> None:
    """Roll for the flight; if a SAM unit was revealed, it is forbidden and has not happened."""
    if s.shown < 0:
        ask_umbrella_or(b, s, w, st.RETREAT_ROLL)
        if s.step != st.UMBRELLA:
            s.asked = st.NOT_ASKED
        return
    s.asked = st.NOT_ASKED
    s.shown = -1
    _stay_behind(b, s, w)


@kernel
def _stay_behind(b: Board, s: State, w: Work) -> None:
    """Continue without a counter that did not get away by air."""
    s.flyer, s.landing = -1, -1
    if s.going == ONE_GOES:
        s.going = NOBODY_GOES
    go_on(b, s, w)


@kernel
def _land(b: Board, s: State, w: Work, face: int) -> None:
    """[43, 52] Apply the roll of a flight.

    After an A the counter retreats on the ground if it can.
    """
    u, q = int(s.flyer), int(s.landing)
    result = flight_result(b, s, w, u, q, face)
    if result == st.FLIGHT_S:
        s.mark[u] = int(s.mark[u]) | st.FLEW
        withdraw(b, s, w, u, q)
        go_on(b, s, w)
    elif result == st.FLIGHT_E:
        lose_in_flight(b, s, w, u)
        _gone(s)
        go_on(b, s, w)
    else:
        s.tried[u] = 1
        s.landing = -1
        if may_walk(b, s, w, u, b.fog == 1):
            ask(s, st.RETREAT, int(s.victim))
        else:
            _stay_behind(b, s, w)


# The two tables


@kernel
def legal_retreat(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the withdrawals of counters that can go; for an aborted flight, only its own.

    If the other side cannot know that nobody can go, the owner is asked anyway: `stay`.
    """
    n = 0
    for u in range(b.units):
        if s.flyer >= 0:
            if u == s.flyer:
                n = put_walks(b, s, w, out, n, u)
        elif concerned(b, s, u) and named(b, s, u) and has_way(b, s, w, u):
            n = put_flights(b, s, w, out, n, u)
            n = put_walks(b, s, w, out, n, u)
    return n if n > 0 else put_plain(out, n, st.STAY)


@kernel
def apply_retreat(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out one withdrawal, or the roll of a flight."""
    if verb == st.ROLL:
        _land(b, s, w, place)
    elif verb == st.FLY:
        fly_off(b, s, w, unit, place)
    elif verb == st.STAY:
        _nobody_else(b, s, w)
    else:
        withdraw(b, s, w, unit, place)
        go_on(b, s, w)
