"""Whole games inside the kernels, and single decisions of the players who know this title.

The recruit draws lots as in `bridgehead.core.lots`: a unit evenly among those that can act, each
action without a unit being one more ticket; then one of the unit's actions evenly. In a Movement
Phase it is made without listing all that could be done: a unit is drawn among those
that might act and only that one is searched; where it turns out that it cannot act it is put
aside and the draw repeated, which leaves all others equally likely.

`random` is a `numpy.random.Generator`; only its `random()` is used, which gives the same numbers
compiled and plain.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.kernel import CodeRows, Codes, Random, entry, kernel
from bridgehead.core.lots import draw
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player import sergeant
from bridgehead.titles.across_suez.rules.kinds import Boards, States, Works
from bridgehead.titles.across_suez.rules.legal import legal, unit_moves
from bridgehead.titles.across_suez.rules.movement import held_by_confusion
from bridgehead.titles.across_suez.rules.reinforcement import (
    may_arrive,
    may_land_by_air,
    may_land_by_sea,
)
from bridgehead.titles.across_suez.rules.sequence import apply, owner
from bridgehead.titles.across_suez.rules.zones import refresh

RECRUIT, SERGEANT = range(2)
KINDS = {"recruit": RECRUIT, "sergeant": SERGEANT}
ENDING_NAMES = {number: name for name, number in st.ENDINGS.items()}

END_OF_PHASE = st.NO_UNIT * 8192 + st.END * 512
FIRST_FACE = st.NO_UNIT * 8192 + st.ROLL * 512 + 1


@kernel
def below(random: Any, count: int) -> int:
    """Return a number from 0 to count - 1, each equally likely."""
    return int(random.random() * count)


@kernel
def might_move(b: Any, s: Any, w: Any, unit: int) -> bool:
    """Whether a unit is one to be searched in this Movement Phase: a cheap look, no promise."""
    if b.side[unit] != s.side or s.moved[unit]:
        return False
    if s.hex[unit] >= 0:
        return not held_by_confusion(b, s, w, unit)
    return may_arrive(b, s, unit) or may_land_by_air(b, s, unit) or may_land_by_sea(b, s, unit)


@kernel
def draw_move(b: Any, s: Any, w: Any, out: Any, random: Any) -> int:
    """Make the recruit's draw in a Movement Phase, searching no more units than it must."""
    end = st.MAX_ACTIONS - st.MAX_UNITS  # the units that are left stand at the far end of `out`
    left = 0
    for unit in range(b.units):
        if might_move(b, s, w, unit):
            out[end + left] = unit
            left += 1
    while True:
        ticket = below(random, left + 1)
        if ticket == left:
            return END_OF_PHASE
        found = unit_moves(b, s, w, int(out[end + ticket]), out, 0)
        if found > 0:
            return int(out[below(random, found)])
        left -= 1
        out[end + ticket] = out[end + left]


@kernel
def recruit(b: Any, s: Any, w: Any, out: Any, random: Any) -> int:
    """Return the recruit's choice among the legal actions of the pending decision."""
    if s.step == st.MOVEMENT:
        return draw_move(b, s, w, out, random)
    count = legal(b, s, w, out)
    return draw(out, count, random.random(), random.random(), st.UNIT, st.NO_UNIT, 0)


@kernel
def choose(b: Any, s: Any, w: Any, out: Any, random: Any, kind: int) -> int:
    """Return what a player of this kind chooses in the pending decision, which is a side's."""
    if kind == SERGEANT:
        return sergeant.choose(b, s, w, random, out)
    return recruit(b, s, w, out, random)


@kernel
def roll(b: Any, s: Any, w: Any, random: Any) -> None:
    """Let the dice decide."""
    apply(b, s, w, FIRST_FACE + below(random, 6))


@entry
def _ask_recruit(board: Boards, state: States, work: Works, out: Codes, random: Random) -> int:
    return recruit(board[0], state[0], work[0], out, random)


@entry
def _ask_anybody(
    board: Boards, state: States, work: Works, out: Codes, random: Random, kind: int
) -> int:
    return choose(board[0], state[0], work[0], out, random, kind)


def decide(board: Any, state: Any, work: Any, out: Any, random: Any, kind: int) -> int:
    """Return one decision of a player; board, state and work are arrays of one record each."""
    if kind == RECRUIT:
        return int(_ask_recruit(board, state, work, out, random))
    return int(_ask_anybody(board, state, work, out, random, kind))


@entry
def _play_recruits(
    board: Boards, state: States, work: Works, out: Codes, random: Random
) -> tuple[int, int]:
    b, s, w = board[0], state[0], work[0]
    refresh(b, s, w)
    decisions, rolls = 0, 0
    while s.step != st.OVER:
        if owner(s) == st.DICE:
            roll(b, s, w, random)
            rolls += 1
        else:
            apply(b, s, w, recruit(b, s, w, out, random))
            decisions += 1
    return decisions, rolls


@entry
def _play_anybody(
    board: Boards, state: States, work: Works, out: Codes, random: Random, israel: int, egypt: int
) -> tuple[int, int]:
    b, s, w = board[0], state[0], work[0]
    refresh(b, s, w)
    decisions, rolls = 0, 0
    while s.step != st.OVER:
        side = owner(s)
        if side == st.DICE:
            roll(b, s, w, random)
            rolls += 1
        else:
            kind = israel if side == st.ISRAEL else egypt
            apply(b, s, w, choose(b, s, w, out, random, kind))
            decisions += 1
    return decisions, rolls


def play_out(
    board: Any, state: Any, work: Any, out: Any, random: Any, israel: int, egypt: int
) -> tuple[int, int]:
    """Play a position to its end; return how many decisions the sides made, and how many rolls.

    Board, state and work are arrays of one record each; `work` is made afresh. `israel` and
    `egypt` are kinds of players. Who won, how, and in which turn stands in the state.
    """
    if israel == egypt == RECRUIT:
        return _play_recruits(board, state, work, out, random)
    return _play_anybody(board, state, work, out, random, israel, egypt)


def outcome(state: Any) -> tuple[int, str, int]:
    """Return of a finished game: the winner's number (-1 a draw), how it ended, in which turn."""
    return int(state.winner), ENDING_NAMES[int(state.ending)], int(state.turn)


def lead(board: Any, state: Any, work: Any) -> float | None:
    """Return the first side's lead in victory points: None, this title counts none."""
    return None


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
    size[0] = legal(b, states[0], works[0], outs[0])
    while level >= 0:
        if level == depth - 1:
            count += size[level]
            level -= 1
        elif at[level] == size[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            works[level + 1] = works[level]
            apply(b, states[level + 1], works[level + 1], outs[level, at[level]])
            at[level] += 1
            level += 1
            at[level] = 0
            size[level] = legal(b, states[level], works[level], outs[level])
    return count
