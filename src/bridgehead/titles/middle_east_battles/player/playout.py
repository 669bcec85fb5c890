"""Whole games in kernels, for simulation, ladder and perft; and the players of this title."""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.kernel import CodeRows, Codes, Random, entry, kernel
from bridgehead.core.lots import draw
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player import sergeant
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.legal import legal
from bridgehead.titles.middle_east_battles.rules.legal_moves import may_end_movement, unit_moves
from bridgehead.titles.middle_east_battles.rules.sequence import apply, owner
from bridgehead.titles.middle_east_battles.rules.victory import points
from bridgehead.titles.middle_east_battles.rules.zones import refresh
from bridgehead.titles.middle_east_battles.state import ENDING_NAMES

RECRUIT, SERGEANT = range(2)
KINDS = {"recruit": RECRUIT, "sergeant": SERGEANT}
END_OF_PHASE = st.NO_UNIT * st.UNIT + st.END * st.VERB
FIRST_FACE = st.NO_UNIT * st.UNIT + st.ROLL * st.VERB + 1


@kernel
def below(random: Any, limit: int) -> int:
    """Return a random number from 0 to less than `limit`."""
    return int(random.random() * limit)


@kernel
def draw_move(b: Any, s: Any, w: Any, out: Any, random: Any) -> int:
    """Make the recruit's draw in a Movement Phase, searching no more units than it must."""
    end = st.MAX_ACTIONS - st.MAX_UNITS  # the units that are left stand at the far end of `out`
    left = 0
    for unit in range(b.units):
        if b.side[unit] == s.side and not s.moved[unit] and s.hex[unit] >= st.OFF:
            out[end + left] = unit
            left += 1
    while True:
        ending = 1 if may_end_movement(b, s, w) else 0
        ticket = below(random, left + ending)
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
        listed = 0 if s.step == st.MOVEMENT else legal(b, s, w, out)
        return sergeant.choose(b, s, w, out, listed)
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
    board: Boards, state: States, work: Works, out: Codes, random: Random, west: int, egypt: int
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
            kind = west if side == st.WEST else egypt
            apply(b, s, w, choose(b, s, w, out, random, kind))
            decisions += 1
    return decisions, rolls


def play_out(
    board: Any, state: Any, work: Any, out: Any, random: Any, west: int, egypt: int
) -> tuple[int, int]:
    """Play a position to its end; return how many decisions the sides made, and how many rolls.

    Board, state and work are arrays of one record each; `work` is made afresh. `west` and `egypt`
    are kinds of players. Who won, how, and in which turn stands in the state.
    """
    if west == egypt == RECRUIT:
        return _play_recruits(board, state, work, out, random)
    return _play_anybody(board, state, work, out, random, west, egypt)


def outcome(state: Any) -> tuple[int, str, int]:
    """Return of a finished game: the winner's number (-1 a draw), how it ended, in which turn."""
    return int(state.winner), ENDING_NAMES[int(state.ending)], int(state.turn)


def lead(board: Any, state: Any, work: Any) -> float | None:
    """Return the West's lead in victory points."""
    s = state[0]
    return float(points(s, st.WEST) - points(s, st.EGYPT)) / 2.0


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
