"""How a move changes the list of legal actions of a Movement Phase.

Friends may be passed but not joined (`rules.movement`). So a move removes from the list the actions
of the moved unit and all actions that end in its new hex, and adds the moves of others into its old
hex. The rest of the list, in dense numbers, stays. Only the units off the map are listed again,
since a friend's place affects their arrival.

`tests/envs` compares these lists with newly made lists.
"""

from __future__ import annotations

from bridgehead.core.kernels.batch import ANEW, number_all
from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.dense import FIRST, ROW
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import kinds
from bridgehead.titles.across_suez.rules.actions import VERBS_OF_UNIT, hex_of, unit_of, verb_of
from bridgehead.titles.across_suez.rules.legal import unit_moves

(number,) = bind(__name__, kinds, number_all, VERB=st.VERB)
NEVER = 1 << 30  # instead of an index, and more than any


@kernel
def left_by(s: State, code: int) -> int:
    """Return the hex that a move leaves, `OFF` for an arrival, ANEW for any other action."""
    verb = verb_of(code)
    if s.step != st.MOVEMENT or verb in (st.CROSS, st.END):
        return ANEW
    return int(s.hex[unit_of(code)])


@kernel
def note_list(
    b: Board, s: State, w: Work, legal: Vector[int], count: int, pairs: Matrix[int]
) -> None:
    """Store what `list_again` needs about a new list of moves."""
    if s.step != st.MOVEMENT:
        return
    listed, reached_by, reach = w.listed, w.reached_by, w.reach
    for hex_ in range(b.hexes):
        reached_by[hex_] = 0
    at, bit = 0, 1
    for unit in range(b.units):
        listed[unit] = at
        end = int(pairs[(unit + 1) * VERBS_OF_UNIT, FIRST])
        while at < count and legal[at] < end:
            at += 1
        if s.hex[unit] >= 0:
            for i in range(w.reach_size[unit]):
                hex_ = int(reach[unit, i])
                reached_by[hex_] = reached_by[hex_] | bit
        bit <<= 1
    listed[b.units] = at


@kernel
def list_again(
    b: Board, s: State, w: Work, out: Vector[int], pairs: Matrix[int], table: Vector[int],
    legal: Vector[int], mask: Vector[int], masked: int, before: int, code: int, left: int,
) -> int:  # fmt: skip
    """Update list and marks after a move; return the number of legal actions.

    `legal` has the `before` indices of the decision in which the move `code` was made. The part
    that is not copied yet begins at `j`; it goes to place `n` of the new list.
    """
    listed = w.listed
    moved, to = unit_of(code), hex_of(code)
    leaves = int(w.reached_by[left]) if left >= 0 else 0
    touched = int(w.reached_by[to]) | leaves
    n, j, bit = 0, 0, 1
    for unit in range(b.units):
        first, stop = int(listed[unit]), int(listed[unit + 1])
        listed[unit] = first + n - j
        if unit == moved or (s.hex[unit] == st.OFF and b.side[unit] == s.side):
            n = _copy(legal, j, first, out, n)
            last = unit_moves(b, s, w, unit, out, n)
            j = number(out, n, last, pairs, table, legal, first, stop, mask, masked)
            if j < 0:
                return -1
            if masked:
                for i in range(j, stop):
                    mask[legal[i]] = 0
            n, j = last, stop
        elif touched & bit and w.reach_size[unit] >= 0:
            n = _copy(legal, j, first, out, n)
            pair = unit * VERBS_OF_UNIT + st.MOVE
            index_0, row = int(pairs[pair, FIRST]), int(pairs[pair, ROW])
            gone, come = index_0 + int(table[row + to]), NEVER
            if leaves & bit:
                come = index_0 + int(table[row + left])
            if masked:
                mask[gone] = 0
                if come < NEVER:
                    mask[come] = 1
            n = _exchange(legal, first, stop, out, n, gone, come)
            j = stop
        bit <<= 1
    listed[b.units] = int(listed[b.units]) + n - j
    n = _copy(legal, j, before, out, n)
    for i in range(n):
        legal[i] = out[i]
    return n


@kernel
def _copy(old: Vector[int], first: int, last: int, out: Vector[int], n: int) -> int:
    """Copy a part of the old list to place `n` of the new one; return the new length."""
    for i in range(last - first):
        out[n + i] = old[first + i]
    return n + last - first


@kernel
def _exchange(
    old: Vector[int], first: int, last: int, out: Vector[int], n: int, gone: int, come: int
) -> int:
    """Copy a part without the index `gone`, and with a new one unless that is NEVER."""
    for i in range(first, last):
        index = int(old[i])
        if come < index:
            out[n] = come
            n += 1
            come = NEVER
        out[n] = index
        n += 1 if index != gone else 0
    if come < NEVER:
        out[n] = come
        n += 1
    return n
