"""Several moves from one evaluation of the map: a fast version of the sergeant's movement phase.

The sergeant evaluates the map before each move, which takes most of the time of a whole game. Here
the best moves of an evaluation are made one after the other, if they are independent: they end in
different points, and have similar values.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.search.operations import is_among
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player.playout import END_OF_PHASE
from bridgehead.titles.october_war.player.sergeant.moves import SHARE, dearest, weigh_moves
from bridgehead.titles.october_war.player.sergeant.sight import end_of
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.ground.movement import legal_unit
from bridgehead.titles.october_war.rules.sequence import apply

MOST = 8  # moves from one evaluation


@kernel
def march(b: Board, s: State, w: Work, count: int, most: int) -> int:
    """Make up to `most` of the `count` legal moves in w.list, or end the phase.

    Return how many actions were made, at least one.
    """
    best = np.zeros(st.MAX_UNITS, np.int64)
    value = np.zeros(st.MAX_UNITS)
    weigh_moves(b, s, w, w.list, count, best, value)
    first = dearest(b, value)
    if value[first] <= 0.0:
        apply(b, s, w, END_OF_PHASE)
        return 1
    least = SHARE * value[first]
    used = np.zeros(st.MAX_PLACES, np.bool_)
    made, u = 0, first
    while made < min(most, MOST) and value[u] > 0.0 and value[u] >= least:
        code = int(best[u])
        verb = code // st.VERB % 64
        alone = verb in (st.FLY, st.BRIDGE)  # whether others answer, or may cross by it, is open
        value[u] = 0.0
        at, to = int(s.where[u]), end_of(b, verb, code % st.VERB)
        free = not used[at] and not used[to] and not (alone and made > 0)
        if free and (made == 0 or can_still(b, s, w, u, code)):
            used[to] = to < b.points  # in reserve all are apart
            apply(b, s, w, code)
            made += 1
            if alone or s.step != st.MOVE:
                return made
        u = dearest(b, value)
    return made


@kernel
def can_still(b: Board, s: State, w: Work, u: int, code: int) -> bool:
    """Return whether a move that was legal before others moved is still legal."""
    return is_among(w.list, legal_unit(b, s, w, w.list, 0, u), code)


__all__ = ["can_still", "march"]
