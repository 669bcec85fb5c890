"""Many games at once in kernels: the common part of all titles.

A title binds this (`core.kernels.binding`) in its folder `envs`, which is compiled as a separate
unit on first use. The entry points release the GIL, so that threads can share the games of a batch.

Each game has its own random stream: the four words in which NumPy's PCG64 keeps its state. A thread
has one generator and a view of its words, `stream`; the words of a game are copied there before it
is played, and back afterwards. So the random numbers depend on the game alone, and are those of
`numpy.random.default_rng` with the same seed.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.kernels.binding import (
    Boards,
    States,
    Works,
    shared_entry,
    shared_kernel,
    title,
)
from bridgehead.core.kernels.dense import FIRST, ROW, WIDTH
from bridgehead.core.kernels.kernel import CodeRows, Codes, Kind, Listed, Random

Words = Annotated[NDArray[np.uint64], Kind(np.dtype(np.uint64))]
WordRows = Annotated[NDArray[np.uint64], Kind(np.dtype(np.uint64), 2)]
Shorts = Annotated[NDArray[np.int16], Kind(np.dtype(np.int16))]
ShortRows = Annotated[NDArray[np.int16], Kind(np.dtype(np.int16), 2)]
Marks = Annotated[NDArray[np.int8], Kind(np.dtype(np.int8))]
MarkRows = Annotated[NDArray[np.int8], Kind(np.dtype(np.int8), 2)]
Rewards = Annotated[NDArray[np.float32], Kind(np.dtype(np.float32), 2)]
NumberRows = Annotated[NDArray[np.int64], Kind(np.dtype(np.int64), 2)]
Places = Annotated[NDArray[np.int64], Kind(np.dtype(np.int64), writable=False)]
Pairs = Annotated[NDArray[np.int64], Kind(np.dtype(np.int64), 2, writable=False)]

FROM_OUTSIDE = -1  # instead of a kind of player: the side's decisions come from outside
NO_ACTION = -1  # instead of an action: the state is new, and everything is computed from it
SKIP = -2  # instead of an action: the game is over, and stays as it is
DECISIONS, LAST, GAMES = range(3)  # columns of `tally`
ANEW = -9  # instead of the hex that a unit leaves: all legal actions are listed anew


@shared_kernel
def settle(
    b: Any, states: Any, works: Any, start: Any, out: Any, random: Any,
    first: int, second: int, again: int, rewards: Any, tally: Any,
) -> int:  # fmt: skip
    """Play until the caller is to decide; return whether a game ended.

    With `again` a finished game is restarted.
    """
    s, w = states[0], works[0]
    ended = 0
    while True:
        if s.step == title.OVER:
            ended = 1
            rewards[0] = 0.0
            rewards[1] = 0.0
            if s.winner >= 0:
                rewards[int(s.winner)] = 1.0
                rewards[1 - int(s.winner)] = -1.0
            tally[LAST] = tally[DECISIONS]
            tally[DECISIONS] = 0
            tally[GAMES] += 1
            if not again:
                return ended
            states[0] = start[0]
            title.refresh(b, s, w)
            continue
        side = title.owner(s)
        if side == title.DICE:
            title.roll(b, s, w, random, -1)
            continue
        kind = first if side == 0 else second
        if kind < 0:
            return ended
        title.apply(b, s, w, title.choose(b, states, works, out, random, kind))


@shared_kernel
def list_dense(
    b: Any, s: Any, w: Any, out: Any, pairs: Any, table: Any, legal: Any, mask: Any, masked: int,
    before: int,
) -> int:  # fmt: skip
    """Write the indices of the legal actions, and mark them.

    Return how many, -1 if one has no index. `legal` has the `before` indices of the previous
    decision. Both lists ascend, and the mask is changed only where they differ: between two moves
    of a phase that is nearly nowhere.
    """
    count = int(title.legal(b, s, w, out))
    at = int(title.number_all(out, 0, count, pairs, table, legal, 0, before, mask, masked))
    if at < 0:
        return -1
    if masked:
        for i in range(at, before):
            mask[legal[i]] = 0
    for i in range(count):
        legal[i] = out[i]
    title.note_list(b, s, w, legal, count, pairs)
    return count


@shared_kernel
def number_all(
    out: Any, first: int, last: int, pairs: Any, table: Any,
    old: Any, at: int, before: int, mask: Any, masked: int,
) -> int:  # fmt: skip
    """Replace the ascending codes `out[first:last]` by indices (`dense`), and mark them.

    The marks of the ascending indices `old[at:before]` that are passed on the way and no longer
    listed are cleared. Return the place of the next one, -1 if a code has no index.
    """
    i, j, earlier = first, at, -1
    while i < last:
        pair = int(out[i]) // title.VERB
        if pair == earlier or pair >= len(pairs):
            return -1  # it is beyond the row
        code_0, first_of_pair = pair * title.VERB, int(pairs[pair, FIRST])
        row, end = int(pairs[pair, ROW]) - code_0, code_0 + int(pairs[pair, WIDTH])
        while i < last and out[i] < end:
            rank = int(table[row + int(out[i])])
            if rank < 0:
                return -1
            index = first_of_pair + rank
            out[i] = index
            i += 1
            if not masked:
                continue
            while j < before and old[j] < index:
                mask[old[j]] = 0
                j += 1
            if j < before and old[j] == index:
                j += 1
            else:
                mask[index] = 1
        earlier = pair
    return j


@shared_kernel
def left_by(s: Any, code: int) -> int:
    """Return ANEW, for titles that list all legal actions again in every decision."""
    return ANEW


@shared_kernel
def list_again(
    b: Any, s: Any, w: Any, out: Any, pairs: Any, table: Any, legal: Any, mask: Any, masked: int,
    before: int, code: int, left: int,
) -> int:  # fmt: skip
    """Write the complete list, for titles whose `left_by` always returns ANEW."""
    return int(title.list_dense(b, s, w, out, pairs, table, legal, mask, masked, before))


@shared_kernel
def note_list(b: Any, s: Any, w: Any, legal: Any, count: int, pairs: Any) -> None:
    """Do nothing, for titles whose `left_by` always returns ANEW."""


@shared_entry
def count_illegal(actions: Codes, legal: CodeRows, counts: Codes, wrong: Marks) -> int:
    """Mark the games whose action is not in their list of legal ones; return how many.

    A finished game has no legal actions, and its action is never illegal.
    """
    found = 0
    for g in range(len(actions)):
        low, high, action = 0, int(counts[g]), actions[g]
        while low < high:
            middle = (low + high) // 2
            if legal[g, middle] < action:
                low = middle + 1
            else:
                high = middle
        is_wrong = 1 if low >= counts[g] or legal[g, low] != action else 0
        if counts[g] == 0:
            is_wrong = 0
        wrong[g] = is_wrong
        found += is_wrong
    return found


@shared_entry
def advance(
    board: Boards, start: States, states: States, works: Works,
    words: WordRows, stream: Words, random: Random, out: Codes,
    codes: Listed, pairs: Pairs, table: Listed, cell: Places,
    actions: Codes, legal: CodeRows, counts: Codes, mask: MarkRows,
    map_: ShortRows, units: ShortRows, scalars: ShortRows,
    rewards: Rewards, terminated: Marks, to_move: Marks, tally: NumberRows,
    first: int, last: int, kind_0: int, kind_1: int, again: int, masked: int, cells: int,
) -> int:  # fmt: skip
    """Carry out the actions of games `first` to `last - 1`, and write all observations.

    `actions` are indices of the dense numbering. Return -1, or the number of a game with a legal
    action that has no index. With `cells` 0 nothing is observed. The arrays have the observations
    of the previous decision: only differences are written.
    """
    b = board[0]
    for g in range(first, last):
        at = g * title.SPAN
        its_states, its_works = states[at : at + title.SPAN], works[at : at + title.SPAN]
        s, w = its_states[0], its_works[0]
        for i in range(len(stream)):
            stream[i] = words[g, i]
        rewards[g, 0] = 0.0
        rewards[g, 1] = 0.0
        if actions[g] == SKIP:
            continue
        is_new = actions[g] < 0
        code, left = 0, ANEW
        if not is_new:
            code = int(codes[actions[g]])
            left = int(title.left_by(s, code))
            title.apply(b, s, w, code)
            tally[g, DECISIONS] += 1
        else:
            title.refresh(b, s, w)
        terminated[g] = title.settle(
            b, its_states, its_works, start, out, random, kind_0, kind_1, again,
            rewards[g], tally[g],
        )  # fmt: skip
        for i in range(len(stream)):
            words[g, i] = stream[i]
        side = title.owner(s)
        to_move[g] = side
        before, marks = int(counts[g]), mask[g if masked else 0]
        if left == ANEW or terminated[g]:
            count = title.list_dense(b, s, w, out, pairs, table, legal[g], marks, masked, before)
        else:
            count = title.list_again(
                b, s, w, out, pairs, table, legal[g], marks, masked, before, code, left
            )
        if count < 0:
            return g
        counts[g] = count
        if cells > 0:
            viewer = side if side >= 0 else (0 if kind_0 < 0 else 1)
            if is_new:
                title.observe(b, s, w, viewer, cell, cells, map_[g], units[g], scalars[g])
            else:
                title.observe_again(b, s, w, viewer, cell, cells, map_[g], units[g], scalars[g])
    return -1


@shared_entry
def observe_one(
    board: Boards, state: States, work: Works, side: int, cell: Places, cells: int,
    map_: Shorts, units: Shorts, scalars: Shorts,
) -> None:  # fmt: skip
    """Write a side's observation of a position."""
    title.observe(board[0], state[0], work[0], side, cell, cells, map_, units, scalars)


ALL = (settle, list_dense, number_all, advance, count_illegal, observe_one)
ALL_ANEW = (
    left_by,
    list_again,
    note_list,
)  # in addition, for titles that list all anew in every decision
