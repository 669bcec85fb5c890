"""Air defense against a raid: which units may fire, their effect, and what the raid reveals.

Cases 20.1 to 20.9, 20.11 and 20.12, rulings 58, 70 and 71. With fog the other side is asked at
every raid that could be fired at, whatever it has, so that the question reveals nothing.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.strikes import put_loss, raiders
from bridgehead.titles.october_war.rules.air.umbrella import cannot_cover
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.places import first_of, is_sam, reveal, sees

SHOT_DEFENSE = 1  # row of the air defense table: a SAM unit's fire at a raid


@kernel
def targets(b: Board, s: State) -> int:
    """[18.9] Return how many strikes of the raid can be fired at: not missiles."""
    side, raid = int(s.side), int(s.raid)
    return raiders(b, s, side, st.TAC, raid) + raiders(b, s, side, st.WILD_WEASEL, raid)


@kernel
def cannot_answer(b: Board, s: State, u: int) -> int:
    """[20.3, 20.11(3)] Return why a counter is not a SAM unit that can engage the raid, else 0.

    Its umbrella covers the point; if Wild Weasels escort the raid, it must be there.
    """
    found = cannot_cover(b, s, u, int(s.target))
    if found > 0 or s.where[u] == s.target:
        return found
    escort = raiders(b, s, int(s.side), st.WILD_WEASEL, int(s.raid)) > 0
    return no.WEASELS_ESCORT if escort else no.ALLOWED


@kernel
def may_answer(b: Board, s: State, u: int) -> bool:
    """Return whether a counter is a SAM unit of the other side that can engage the raid."""
    return bool(b.side[u] != s.side and cannot_answer(b, s, u) == 0)


@kernel
def can_answer(b: Board, s: State) -> bool:
    """Return whether the other side can do anything about the raid."""
    for u in range(b.units):
        if may_answer(b, s, u) and (int(s.mark[u]) & st.SAM_FIRED == 0 or not sees(b, s, u)):
            return True
    return False


@kernel
def ask_defense(b: Board, s: State, w: Work) -> bool:
    """[71] Ask the other side; if nobody is to be asked, the raid reveals the point."""
    s.sam = -1
    s.air_refit[:] = 0
    s.air_lost[:] = 0
    if targets(b, s) == 0 or not (b.fog or can_answer(b, s)):
        uncover(b, s, w, True)
        return False
    ask(s, st.AIR_DEFENSE, 1 - int(s.side))
    return True


@kernel
def uncover(b: Board, s: State, w: Work, sams_too: bool) -> None:
    """[70] Reveal the counters in the raided point, except SAM units that did not fire."""
    for u in range(b.units):
        there = s.where[u] == s.target and b.side[u] == 1 - s.side
        if there and (sams_too or not is_sam(b, u)):
            reveal(b, s, w, u)


@kernel
def legal_defense(b: Board, s: State, out: Vector[int]) -> int:
    """Write who may fire, once per game turn [20.6], and who may show itself for the shift."""
    n = 0
    for u in range(b.units):
        if may_answer(b, s, u) and first_of(b, s, u):
            if int(s.mark[u]) & st.SAM_FIRED == 0:
                n = put(out, n, u, st.FIRE_SAM, 0)
            if not sees(b, s, u):
                n = put(out, n, u, st.SHOW_SAM, 0)
    return put_plain(out, n, st.END)


@kernel
def take_fire(b: Board, s: State, face: int) -> None:
    """[20.9, 26.3] Store the effect of a shot: EW and Wild Weasels ignore ELIM, nobody AR."""
    side, raid = int(s.side), int(s.raid)
    result = b.air_defense[SHOT_DEFENSE, face - 1]
    if result == st.AD_AR and targets(b, s) > 0:
        s.air_refit[side] = 1
    liable = s.raid_ew[raid - 1] == 0 and raiders(b, s, side, st.TAC, raid) > 0
    if result == st.AD_ELIM and liable:
        s.air_lost[side] = 1


@kernel
def legal_defense_loss(b: Board, s: State, out: Vector[int]) -> int:
    """Write the strikes of the raid that may take the hit."""
    n = 0
    for u in range(b.units):
        if b.side[u] != s.side or s.task[u] != s.raid:
            continue
        weasel = b.type[u] == st.WILD_WEASEL and s.air_lost[s.side] == 0
        if b.type[u] == st.TAC or weasel:
            n = put_loss(b, s, out, n, u)
    return n
