"""Whole games in kernels, for simulation, ladder and perft; and the players of this title.

A player is given what its side knows: `view.mask` makes of the position one in which the enemy's
hidden counters are nowhere. The list of legal actions depends on nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.kernel import CodeRows, Random, entry, kernel
from bridgehead.core.lots import draw
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player import sergeant
from bridgehead.titles.october_war.rules import entry_points
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.movement import legal_unit, may_act
from bridgehead.titles.october_war.rules.places import first_of, refresh
from bridgehead.titles.october_war.rules.sequence import apply, legal, owner
from bridgehead.titles.october_war.rules.view import mask
from bridgehead.titles.october_war.state import ENDING_NAMES

RECRUIT, SERGEANT = range(2)
KINDS = {"recruit": RECRUIT, "sergeant": SERGEANT}
END_OF_PHASE = st.NO_UNIT * st.UNIT + st.END * st.VERB


@kernel
def below(random: Any, limit: int) -> int:
    """Return a random number from 0 to less than `limit`."""
    return int(random.random() * limit)


@kernel
def draw_move(b: Any, s: Any, w: Any, out: Any, random: Any) -> int:
    """Make the recruit's draw in a movement phase without looks, searching as little as it must."""
    rear = st.MAX_ACTIONS - st.MAX_UNITS  # the counters that are left stand at the far end of out
    left = 0
    for u in range(b.units):
        if may_act(b, s, u) and first_of(b, s, u):
            out[rear + left] = u
            left += 1
    while True:
        ticket = below(random, left + 1)
        if ticket == left:
            return END_OF_PHASE
        found = legal_unit(b, s, w, out, 0, 0 + out[rear + ticket])
        if found > 0:
            return int(0 + out[below(random, found)])
        left -= 1
        out[rear + ticket] = out[rear + left]


@kernel
def recruit(b: Any, s: Any, w: Any, random: Any) -> int:
    """Return the recruit's choice among the legal actions of the pending decision."""
    if s.step == st.MOVE and not s.looking:
        return draw_move(b, s, w, w.list, random)
    count = legal(b, s, w, w.list)
    return draw(w.list, count, random.random(), random.random(), st.UNIT, st.NO_UNIT, st.VERB)


@kernel
def choose(b: Any, states: Any, works: Any, random: Any, kind: int) -> int:
    """Return what a player of this kind chooses in position 0; position 1 is scratch."""
    s, w = states[0], works[0]
    if kind == SERGEANT:
        count = legal(b, s, w, w.list)
        mask(b, states, works, int(s.owner))
        return 0 + sergeant.choose(b, states[1], works[1], w.list, count, random)
    return recruit(b, s, w, random)


@kernel
def roll(b: Any, s: Any, w: Any, random: Any) -> None:
    """Let the dice decide: every action of theirs is equally likely."""
    count = legal(b, s, w, w.list)
    apply(b, s, w, 0 + w.list[below(random, count)])


@entry
def _ask_anybody(
    board: Boards,
    state: States,
    work: Works,
    states: States,
    works: Works,
    random: Random,
    kind: int,
) -> int:
    states[0] = state[0]
    works[0] = work[0]
    return choose(board[0], states, works, random, kind)


def decide(board: Any, state: Any, work: Any, out: Any, random: Any, kind: int) -> int:
    """Return one decision of a player; board, state and work are arrays of one record each."""
    states, works = np.zeros(2, state.dtype), np.zeros(2, work.dtype)
    return int(_ask_anybody(board, state, work, states, works, random, kind))


@entry
def _play(
    board: Boards, states: States, works: Works, random: Random, israel: int, arab: int
) -> tuple[int, int]:
    b, s, w = board[0], states[0], works[0]
    refresh(b, s, w)
    decisions, rolls = 0, 0
    while s.step != st.OVER:
        side = owner(s)
        if side == st.DICE:
            roll(b, s, w, random)
            rolls += 1
        else:
            kind = israel if side == st.ISRAEL else arab
            apply(b, s, w, 0 + choose(b, states, works, random, kind))
            decisions += 1
    return decisions, rolls


def play_out(
    board: Any, state: Any, work: Any, out: Any, random: Any, israel: int, arab: int
) -> tuple[int, int]:
    """Play a position to its end; return how many decisions the sides made, and how many rolls.

    Board, state and work are arrays of one record each; `work` is made afresh. `israel` and
    `arab` are kinds of players. Who won, how, and in which turn stands in the state.
    """
    states, works = np.zeros(2, state.dtype), np.zeros(2, work.dtype)
    states[0] = state[0]
    decisions, rolls = _play(board, states, works, random, israel, arab)
    state[0], work[0] = states[0], works[0]
    return int(decisions), int(rolls)


def outcome(state: Any) -> tuple[int, str, int]:
    """Return of a finished game: the winner's number (-1 a draw), how it ended, in which turn."""
    return int(state.winner), ENDING_NAMES[int(state.ending)], int(state.turn)


def lead(board: Any, state: Any, work: Any) -> float | None:
    """Return Israel's lead in victory points; `work` must be up to date."""
    israel, arab = (entry_points.victory_points(board, state, work, side) for side in range(2))
    return float(israel - arab)


@kernel
def _list(b: Any, s: Any, w: Any, out: Any) -> int:
    count = legal(b, s, w, w.list)
    for i in range(count):
        out[i] = w.list[i]
    return count


@entry
def count_sequences(board: Boards, states: States, works: Works, outs: CodeRows, depth: int) -> int:
    """Count the sequences of `depth` decisions, those of the dice among them, from `states[0]`.

    The arrays have a row for each decision made on the way, one more than `depth`; `works[0]` is
    up to date. What is computed for a position is carried on to the next, as in a game, so that
    the count shows it when that is wrong.
    """
    b = board[0]
    if depth == 0:
        return 1
    count, level = 0, 0
    size = np.zeros(depth, np.int64)
    at = np.zeros(depth, np.int64)
    size[0] = _list(b, states[0], works[0], outs[0])
    while level >= 0:
        if level == depth - 1:
            count += size[level]
            level -= 1
        elif at[level] == size[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            works[level + 1] = works[level]
            apply(b, states[level + 1], works[level + 1], 0 + outs[level, at[level]])
            at[level] += 1
            level += 1
            at[level] = 0
            size[level] = _list(b, states[level], works[level], outs[level])
    return count
