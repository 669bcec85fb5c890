"""Plans that begin with an operation: several actions that pay only together.

A change of single actions rarely finds a joint attack, because each of its moves alone looks like a
mistake. So a title proposes whole *operations* (`player/operations.py`), for example the moves that
put units around one enemy. This module makes a plan of one: the operation, then the legal rest of
an older plan, then the side's own choices.
"""

from __future__ import annotations

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
from bridgehead.core.kernels.kernel import Codes, Numbers, Random, kernel


@kernel
def is_among(listed: Any, count: int, code: int) -> bool:
    """Return whether an action is one of the first `count` in a list."""
    for i in range(count):
        if listed[i] == code:
            return True
    return False


@shared_kernel
def attempt(b: Any, states: Any, w: Any, out: Any, plan: Any, n: int, code: int, side: int) -> int:
    """Carry out an action from `states[n]` if it is legal; return the new length of the plan."""
    if n >= title.LONGEST or states[n].step == title.OVER or title.owner(states[n]) != side:
        return n
    if not title.is_legal(b, states[n], w, out, code):
        return n
    states[n + 1] = states[n]
    title.apply(b, states[n + 1], w, code)
    plan[n] = code
    return n + 1


@shared_entry
def operate(
    board: Boards, states: States, work: Works, out: Codes, random: Random,
    plan: Numbers, at: int, kind: int, old: Numbers,
) -> int:  # fmt: skip
    """Write a plan from `states[at]` on that begins with an operation; return its length.

    `kind` is its number in the title's OPERATIONS; -1 for none, only the actions of `old`. The
    result is -1 if there is no such operation. `plan` and `states` are those of `principal_line`.
    """
    b, w = board[0], work[0]
    title.refresh(b, states[at], w)
    side = title.owner(states[at])
    codes = np.zeros(title.MOST_MOVES, np.int64)
    n = at
    if kind >= 0:
        count = title.propose(b, states[at], w, out, random, kind, codes)
        title.refresh(b, states[at], w)
        for i in range(count):
            n = title.attempt(b, states, w, out, plan, n, int(codes[i]), side)
        if n == at:
            return -1
    for i in range(old.size):
        n = title.attempt(b, states, w, out, plan, n, int(old[i]), side)
    if states[n].step == title.OVER or title.owner(states[n]) != side:
        return n
    return int(title.principal_line(board, states, work, out, random, plan, n, -1, 0.0))
