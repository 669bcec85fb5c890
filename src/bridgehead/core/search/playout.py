"""Whole games inside the kernels, and single decisions of players: the common part of all titles.

A title binds these (`core.kernels.binding`) in its `player/playout.py` to `choose`, which returns
the choice of a kind of player, to `roll`, which rolls the dice, and to its rules.

`random` is a `numpy.random.Generator`; only its `random()` is used, which gives the same numbers
compiled and plain.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bridgehead.core.kernels.binding import (
    Boards,
    States,
    Works,
    shared_entry,
    shared_kernel,
    title,
)
from bridgehead.core.kernels.kernel import CodeRows, Codes, Random, kernel

RECRUIT, SERGEANT = range(2)
KINDS = {"recruit": RECRUIT, "sergeant": SERGEANT}


@kernel
def below(random: Any, limit: int) -> int:
    """Return a random number from 0 to less than `limit`."""
    return int(random.random() * limit)


@kernel
def always(b: Any, s: Any, w: Any) -> bool:
    """Return true, for a title in which a Movement Phase may end at any time."""
    return True


@shared_kernel
def draw_move(b: Any, s: Any, w: Any, out: Any, random: Any) -> int:
    """Make the recruit's draw in a Movement Phase, searching as few units as possible.

    A unit is drawn among those that might act (`might_move`), and only that one is searched. If it
    cannot act after all, it is put aside and the draw repeated, which leaves all others equally
    likely. The end of the phase, if it `may_end`, counts like a unit.
    """
    rear = title.MAX_ACTIONS - title.MAX_UNITS  # the units left stand at the far end of `out`
    left = 0
    for unit in range(b.units):
        if title.might_move(b, s, w, unit):
            out[rear + left] = unit
            left += 1
    while True:
        ending = 1 if title.may_end(b, s, w) else 0
        ticket = below(random, left + ending)
        if ticket == left:
            return int(title.END_OF_PHASE)
        found = title.unit_moves(b, s, w, int(out[rear + ticket]), out, 0)
        if found > 0:
            return int(out[below(random, found)])
        left -= 1
        out[rear + ticket] = out[rear + left]


@shared_kernel
def roll_die(b: Any, s: Any, w: Any, random: Any, face: int) -> None:
    """Roll a die; a `face` of 0 or more sets the result."""
    die = face % 6 if face >= 0 else below(random, 6)
    title.apply(b, s, w, title.FIRST_FACE + die)


@shared_entry
def ask(board: Boards, states: States, works: Works, out: Codes, random: Random, kind: int) -> int:
    """Return one decision of a player."""
    return int(title.choose(board[0], states, works, out, random, kind))


@shared_entry
def play(
    board: Boards, states: States, works: Works, out: Codes, random: Random,
    first: int, second: int,
) -> tuple[int, int]:  # fmt: skip
    """Play `states[0]` to its end; return the numbers of decisions and rolls."""
    b, s, w = board[0], states[0], works[0]
    title.refresh(b, s, w)
    decisions, rolls = 0, 0
    while s.step != title.OVER:
        side = title.owner(s)
        if side == title.DICE:
            title.roll(b, s, w, random, -1)
            rolls += 1
        else:
            kind = first if side == 0 else second
            title.apply(b, s, w, title.choose(b, states, works, out, random, kind))
            decisions += 1
    return decisions, rolls


@shared_entry
def count_sequences(board: Boards, states: States, works: Works, outs: CodeRows, depth: int) -> int:
    """Count the sequences of `depth` decisions, including dice, from `states[0]`.

    The arrays have a row for each decision, one more than `depth`; `works[0]` is up to date.
    Computed values are carried on to the next position, as in a game, so that errors in them show
    in the count.
    """
    b = board[0]
    if depth == 0:
        return 1
    count, level = 0, 0
    size = np.zeros(depth, np.int64)
    at = np.zeros(depth, np.int64)
    size[0] = title.legal(b, states[0], works[0], outs[0])
    while level >= 0:
        if level == depth - 1:
            count += size[level]
            level -= 1
        elif at[level] == size[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            works[level + 1] = works[level]
            title.apply(b, states[level + 1], works[level + 1], int(outs[level, at[level]]))
            at[level] += 1
            level += 1
            at[level] = 0
            size[level] = title.legal(b, states[level], works[level], outs[level])
    return count


class Playout:
    """The interface for Python to a title's players, with its bound `ask` and `play`.

    Board, state and work are arrays of one record each. With `scratch`, the kernels get a second
    record of both, into which they write what a side can see.
    """

    def __init__(
        self, ask: Callable[..., int], play: Callable[..., tuple[int, int]],
        endings: Sequence[str], *, scratch: bool = False,
    ) -> None:  # fmt: skip
        self._ask = ask
        self._play = play
        self._endings = endings
        self._scratch = scratch
        self._pairs = threading.local()  # each thread's own records for `decide`

    def decide(self, board: Any, state: Any, work: Any, out: Any, random: Any, kind: int) -> int:
        """Return one decision of a player of this kind."""
        if self._scratch:
            state, work = self._paired("state", state), self._paired("work", work)
        return int(self._ask(board, state, work, out, random, kind))

    def _paired(self, name: str, of: Any) -> Any:
        """Return two records, the first a copy of `of`, in memory that this thread reuses."""
        pair = getattr(self._pairs, name, None)
        if pair is None:
            pair = np.zeros(2, of.dtype)
            setattr(self._pairs, name, pair)
        _copy_bytes(pair, of)
        return pair

    def play_out(
        self, board: Any, state: Any, work: Any, out: Any, random: Any, first: int, second: int
    ) -> tuple[int, int]:
        """Play a position to its end; return the numbers of decisions and rolls.

        `work` is computed first. `first` and `second` are the kinds of players of the two sides.
        The winner, the ending and the turn are in the state.
        """
        if not self._scratch:
            return self._play(board, state, work, out, random, first, second)
        states, works = _with_scratch(state), _with_scratch(work)
        decisions, rolls = self._play(board, states, works, out, random, first, second)
        state[0], work[0] = states[0], works[0]
        return int(decisions), int(rolls)

    def outcome(self, state: Any) -> tuple[int, str, int]:
        """Return winner (a side's number, -1 for a draw), ending and turn of a finished game."""
        return int(state.winner), self._endings[int(state.ending)], int(state.turn)


def _with_scratch(of: Any) -> Any:
    """Return two records, the first of them a copy of `of`."""
    pair = np.zeros(2, of.dtype)
    _copy_bytes(pair, of)
    return pair


def _copy_bytes(pair: Any, of: Any) -> None:
    """Copy a record into the first of two, as bytes, which is faster than field by field."""
    pair.view(np.uint8)[: of.nbytes] = of.view(np.uint8)
