"""The sergeant: sound play of Across Suez without search, by rules of thumb.

`choose` takes the pending decision of a side and returns a legal action. It is a kernel, so that
whole games run compiled; it remembers nothing, so that it can take over any position at any
decision.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player import sergeant_egypt, sergeant_israel
from bridgehead.titles.across_suez.player.sergeant_combat import (
    appraise,
    choose_advance,
    choose_attack,
    choose_attacker,
    choose_bombardment,
    choose_loss,
    choose_retreat,
)
from bridgehead.titles.across_suez.player.sergeant_common import (
    ZONED,
    fields,
    line_cost,
    mark_line,
    threats,
)
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.actions import hex_of
from bridgehead.titles.across_suez.rules.legal import legal
from bridgehead.titles.across_suez.rules.reinforcement import distance
from bridgehead.titles.across_suez.rules.sequence import owner


@kernel
def choose(b: Board, s: State, w: Work, gen: Random, out: Vector[int]) -> int:
    """Return a legal action of the pending decision of a side (not of the dice).

    `out` is scratch for MAX_ACTIONS numbers; `gen`, the random generator, is not used. `w` must be
    up to date, and is so again afterwards.
    """
    f = fields()
    worth = np.zeros(st.MAX_UNITS, np.float64)
    shove = np.zeros(st.MAX_UNITS, np.float64)
    if s.step == st.MOVEMENT:
        if s.side == st.ISRAEL:
            return sergeant_israel.choose_move(b, s, w, f, out, worth, shove)
        return sergeant_egypt.choose_move(b, s, w, f, out, worth, shove)
    n = legal(b, s, w, out)
    if n == 1:
        return int(out[0])
    if s.step == st.SETUP:
        return choose_place(b, w, out, n)
    if owner(s) == st.ISRAEL:
        threats(b, s, w, f)
    else:
        f[ZONED, :] = 0
    line_cost(b, w, f)
    mark_line(b, f)
    appraise(b, s, w, f, owner(s), worth, shove)
    if s.step == st.BOMBARD:
        return choose_bombardment(w, out, n, worth)
    if s.step == st.COMBAT:
        return choose_attack(b, s, w, out, n, worth, shove)
    if s.step == st.ATTACKERS:
        return choose_attacker(b, s, w, out, n, worth, shove)
    if s.step == st.LOSS:
        return choose_loss(b, s, out, n, worth)
    if s.step == st.RETREAT:
        return choose_retreat(b, s, w, f, out, n)
    return choose_advance(b, s, w, f, out, n)


@kernel
def choose_place(b: Board, w: Work, out: Vector[int], n: int) -> int:
    """Place a unit near Matzmed, outside Egyptian zones if possible."""
    best, number = 999, int(out[n - 1])
    for i in range(n - 1):
        hex_ = hex_of(out[i])
        price = distance(b, hex_, b.crossing_hex) + 5 * int(w.zone[st.EGYPT, hex_])
        if price < best:
            best, number = price, int(out[i])
    return number
