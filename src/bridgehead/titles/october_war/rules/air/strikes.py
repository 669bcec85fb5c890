"""The strikes in their boxes, as air.py, raids.py and looks.py count and name them.

Chapters 18 and 22.3, rulings 55 and 56.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.codes import put
from bridgehead.titles.october_war.rules.places import first_of, go
from bridgehead.titles.october_war.state import ISRAEL


@kernel
def box_of(theater: int, mission: int) -> int:
    """Return the box of a mission."""
    return st.MISSION_BOX - (theater * 4 + mission)


@kernel
def type_of(kind: int) -> int:
    """Return the counter type of a KIND of strike."""
    return st.TAC + kind


@kernel
def serves(b: Board, u: int, theater: int) -> bool:
    """[3.1, 18.5, 55] Return whether a strike may fly in a theater: in the Golan only Syria's."""
    if b.side[u] == ISRAEL:
        return True
    return bool((b.nation[u] == st.SYRIA) == (theater == st.GOLAN))


@kernel
def number_in(b: Board, s: State, side: int, kind: int, box: int) -> int:
    """Return how many strikes of a type a side has in a box."""
    found = 0
    for i in range(b.typed_from[kind], b.typed_from[kind + 1]):
        u = int(b.typed[i])
        if b.side[u] == side and s.where[u] == box:
            found += 1
    return found


@kernel
def air_factors(b: Board, s: State, side: int, box: int) -> int:
    """[19.2] Return the factors for air superiority; Wild Weasels count two."""
    weasels = number_in(b, s, side, st.WILD_WEASEL, box)
    return number_in(b, s, side, st.TAC, box) + 2 * weasels


@kernel
def bomb_factors(b: Board, s: State, side: int, box: int, task: int) -> int:
    """[19.2, 58] Return the factors against points or cities; Wild Weasels count nothing.

    For a raid, `task` is its number; `task` 0 counts all in the box.
    """
    found = 0
    for u in range(b.units):
        if b.side[u] != side or s.where[u] != box or b.type[u] == st.WILD_WEASEL:
            continue
        if task == 0 or task == s.task[u]:
            found += b.strength[u]
    return int(found)


@kernel
def raiders(b: Board, s: State, side: int, kind: int, task: int) -> int:
    """Return how many strikes of a type are in a raid."""
    found = 0
    for i in range(b.typed_from[kind], b.typed_from[kind + 1]):
        u = int(b.typed[i])
        if b.side[u] == side and s.task[u] == task:
            found += 1
    return found


@kernel
def put_loss(b: Board, s: State, out: Vector[int], n: int, u: int) -> int:
    """Write that a strike is lost, if it is the first of its equals."""
    if first_of(b, s, u):
        return put(out, n, u, st.LOSE, 0)
    return n


@kernel
def forget(s: State, u: int) -> None:
    """Clear a strike's raid and sorties."""
    s.task[u] = 0
    s.mark[u] = int(s.mark[u]) & ~(st.SORTIE | st.RAIDED)


@kernel
def is_over(s: State) -> bool:
    """Return whether a loss has just ended the game."""
    return bool(s.phase == st.ENDED)


@kernel
def play_ew(s: State, verb: int) -> None:
    """[19.3, 26.3] Play an Israeli marker, or keep it. The signals unit's is not valid here."""
    if verb == st.EW:
        s.ew[0] -= 1
        s.air_ew = 1


@kernel
def clear_results(s: State) -> None:
    """Clear the dice results of the previous battle or attack."""
    s.air_refit[:] = 0
    s.air_lost[:] = 0
    s.air_ew = 0
    s.air_dice = 0


@kernel
def send_home(b: Board, s: State, w: Work, box: int, side: int) -> None:
    """[18.1, 57] Move used strikes to Used, missiles to Available; `side` -1 means both."""
    for u in range(b.units):
        if s.where[u] == box and (side < 0 or side == b.side[u]):
            forget(s, u)
            go(b, s, w, u, st.AVAILABLE if b.type[u] == st.SSM else st.USED)
