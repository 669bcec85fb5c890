"""Actions as numbers, and the pending decision: the interface of chapters to `sequence`."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State
from bridgehead.titles.october_war.state import ISRAEL


@kernel
def code(unit: int, verb: int, place: int) -> int:
    """Return the number of an action; `unit` is NO_UNIT if it names none."""
    return unit * st.UNIT + verb * st.VERB + place


@kernel
def put(out: Vector[int], n: int, unit: int, verb: int, place: int) -> int:
    """Write an action after the first n; return the new count."""
    out[n] = unit * st.UNIT + verb * st.VERB + place
    return n + 1


@kernel
def put_plain(out: Vector[int], n: int, verb: int) -> int:
    """Write an action that is only a verb."""
    return put(out, n, st.NO_UNIT, verb, 0)


@kernel
def ask(s: State, step: int, owner: int) -> None:
    """Set the pending decision."""
    s.step = step
    s.owner = owner


@kernel
def put_faces(out: Vector[int]) -> int:
    """Write the six rolls of a die."""
    n = 0
    for face in range(1, 7):
        n = put(out, n, st.NO_UNIT, st.ROLL, face)
    return n


@kernel
def sort(out: Vector[int], first: int, n: int) -> None:
    """Sort the actions from `first` to `n`, most of which are in order already."""
    for i in range(first + 1, n):
        value = out[i]
        j = i - 1
        while j >= first and out[j] > value:
            out[j + 1] = out[j]
            j -= 1
        out[j + 1] = value


# Electronic warfare markers [26, rulings 61 and 62]


@kernel
def ew_stock(b: Board, side: int, p: int) -> int:
    """Return the stock of a side for a place: 0 Israel's, 1 Egypt's, 2 Syria's."""
    if side == ISRAEL:
        return 0
    return 2 if b.theater[p] == st.GOLAN else 1


@kernel
def free_signals(b: Board, s: State, side: int, p: int) -> bool:
    """[23.1, 62] Return whether the signals unit's marker of this turn can be played at a place."""
    if side != ISRAEL or s.signals_used or p >= b.points:
        return False
    if b.features[p] & st.NORTH_OF_LINE == 0:
        return False
    for u in range(b.units):
        if b.type[u] == st.SIGINT:
            return bool(s.where[u] >= 0)
    return False


@kernel
def has_ew(b: Board, s: State, side: int, p: int) -> bool:
    """Return whether a side can play an EW marker at a place (a battle, a raid, a look)."""
    return s.ew[ew_stock(b, side, p)] > 0 or free_signals(b, s, side, p)


@kernel
def spend_ew(b: Board, s: State, side: int, p: int) -> None:
    """Play a marker at a place: first the signals unit's, which cannot be saved."""
    if free_signals(b, s, side, p):
        s.signals_used = 1
    else:
        s.ew[ew_stock(b, side, p)] -= 1


@kernel
def gain_ew(b: Board, s: State, stock: int, number: int) -> None:
    """[26.1, 61] Add markers to a stock, limited by the counter mix."""
    if stock == 0:
        s.ew[0] = min(int(s.ew[0]) + number, int(b.ew_most[0]))
    else:
        room = int(b.ew_most[1]) - int(s.ew[1]) - int(s.ew[2])
        s.ew[stock] += max(0, min(number, room))
