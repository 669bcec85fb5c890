"""The parts of a searching player of October War (`core.search.thinking`).

A principal line is made from what its side knows, with its sergeant's choices. A rollout begins in
a determinized position, and continues with all counters visible: hiding them again before each
decision takes time and changes nothing, since they were distributed at random. Sergeants that are
not loose make several moves from one evaluation there (`march`).

Lists of legal actions go into `work.list`; `out` is an argument because other titles use it.
"""

from __future__ import annotations

import math

import numpy as np

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Codes, Numbers, Random, entry, kernel
from bridgehead.core.kernels.record_types import Records, Vector
from bridgehead.core.search import thinking
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player.determinization import determinize
from bridgehead.titles.october_war.player.features import FEATURES, NAMES, features
from bridgehead.titles.october_war.player.luck import roll_by_luck
from bridgehead.titles.october_war.player.march import MOST, march
from bridgehead.titles.october_war.player.operations import (
    MOST_MOVES,
    OPERATIONS,
    is_legal,
    propose,
)
from bridgehead.titles.october_war.player.playout import SERGEANT, choose, recruit
from bridgehead.titles.october_war.player.sergeant import sergeant
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import kinds
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.places import refresh
from bridgehead.titles.october_war.rules.sequence import apply, legal, owner
from bridgehead.titles.october_war.rules.turn.victory import lead
from bridgehead.titles.october_war.rules.view import mask

LONGEST = 96  # actions of a plan
AHEAD = {"captain": -1, "general": 4}  # player turns that a rollout goes ahead, -1 to the end
JUDGED = 6  # player turns of rollouts for win probabilities: the calibration is made for them
SPREAD = {"captain": 0.15, "general": 0.1}  # standard deviation of a rollout, about
# standard errors of rollouts that a plan must be better by, while there is time: what the sergeant
# plans with its learned numbers is better than most changes
DOUBT = {"captain": 2.0, "general": 1.0}
# the share of operations among changes of plans: none has been shown to pay (`docs/players.md`)
OPERATES = {"captain": 0.0, "general": 0.0}
BEHIND: dict[str, float] = {}
rash_actions = None  # no action of a plan is known to be rash
SCREENS = False  # too little of what a plan is worth can be seen where it ends


@entry
def turn_of(state: States) -> int:
    """Return a number that changes whenever a player turn ends.

    The phases that both sides share before the first player turn belong to it; the administration
    belongs to the second.
    """
    s = state[0]
    second = s.phase == st.ADMINISTRATION or (s.phase >= st.EVENT and s.side == st.ISRAEL)
    return int(s.turn) * 2 + (1 if second else 0)


@kernel
def pick(b: Board, s: State, w: Work, random: Random, loose: float) -> int:
    """Return the sergeant's choice, all open, or with probability `loose` the recruit's."""
    if loose > 0.0 and random.random() < loose:
        return recruit(b, s, w, random)
    count = int(w.listed)  # as the last action left it
    if count == 0:
        count = legal(b, s, w, w.list)
    return 0 + sergeant.choose(b, s, w, w.list, count, random)


@entry
def principal_line(
    board: Boards, states: States, work: Works, out: Codes, random: Random,
    plan: Numbers, at: int, first: int, loose: float,
) -> int:  # fmt: skip
    """Write a plan from `states[at]` on, where a side is to decide; return its length.

    `first` is carried out there (-1: the side's choice), then the side's choices, until the dice or
    the enemy decide, the game is over, or the plan has LONGEST actions. `plan` gets the actions'
    numbers, `states` (LONGEST + 1 records) the position after each; both are kept below `at`.
    """
    pair, works = np.zeros(2, states.dtype), np.zeros(2, work.dtype)  # the position, and its view
    pair[0] = states[at]
    return 0 + _line(board[0], pair, works, states, out, random, plan, at, first, loose)


@kernel
def _line(
    b: Board, pair: Records[State], works: Records[Work], states: Records[State], out: Vector[int],
    random: Random, plan: Vector[int], at: int, first: int, loose: float,
) -> int:  # fmt: skip
    """Do the work of `principal_line`, from the position in `pair[0]` on."""
    s, w = pair[0], works[0]
    refresh(b, s, w)
    side = owner(s)
    n, code = at, first
    while n < LONGEST and s.step != st.OVER and owner(s) == side:
        if code < 0:
            if loose > 0.0 and random.random() < loose:
                code = recruit(b, s, w, random)
            else:
                code = choose(b, pair, works, out, random, SERGEANT)
        apply(b, s, w, code)
        plan[n] = code
        n += 1
        states[n] = s
        code = -1
    return n


@entry
def carry(board: Boards, state: States, work: Works, out: Codes, plan: Numbers, count: int) -> int:
    """Carry out `count` actions of a plan in place while they are legal; return how many were.

    They are all of one side. `work` is computed first.
    """
    b, s, w = board[0], state[0], work[0]
    refresh(b, s, w)
    side = owner(s)
    for i in range(count):
        if owner(s) != side or not is_legal(b, s, w, 0 + plan[i]):
            return i
        apply(b, s, w, 0 + plan[i])
    return count


@entry
def operate(
    board: Boards, states: States, work: Works, out: Codes, random: Random,
    plan: Numbers, at: int, kind: int, old: Numbers,
) -> int:  # fmt: skip
    """Write a plan from `states[at]` on that begins with an operation; return its length.

    See `core.search.operations.operate`; the operation and the side's choices depend on what it
    knows, as in `principal_line`.
    """
    pair, works = np.zeros(2, states.dtype), np.zeros(2, work.dtype)
    pair[0] = states[at]
    return 0 + _operate(board[0], pair, works, states, out, random, plan, at, kind, old)


@kernel
def _operate(
    b: Board, pair: Records[State], works: Records[Work], states: Records[State], out: Vector[int],
    random: Random, plan: Vector[int], at: int, kind: int, old: Vector[int],
) -> int:  # fmt: skip
    """Do the work of `operate`, from the position in `pair[0]` on."""
    s, w = pair[0], works[0]
    refresh(b, s, w)
    side = owner(s)
    n = at
    if kind >= 0:
        codes = np.zeros(MOST_MOVES, np.int64)
        count = legal(b, s, w, w.list)
        mask(b, pair, works, side)
        count = propose(b, pair[1], works[1], w.list, count, random, kind, codes)
        n = _attempt(b, s, w, states, plan, n, codes, count, side)
        if n == at:
            return -1
    n = _attempt(b, s, w, states, plan, n, old, len(old), side)
    if s.step == st.OVER or owner(s) != side:
        return n
    return 0 + _line(b, pair, works, states, out, random, plan, n, -1, 0.0)


@kernel
def _attempt(
    b: Board, s: State, w: Work, states: Records[State], plan: Vector[int], n: int,
    codes: Vector[int], count: int, side: int,
) -> int:  # fmt: skip
    """Carry out the legal ones of some actions; return the new length of the plan."""
    for i in range(count):
        if n >= LONGEST or s.step == st.OVER or owner(s) != side:
            return n
        if is_legal(b, s, w, 0 + codes[i]):
            apply(b, s, w, 0 + codes[i])
            plan[n] = codes[i]
            n += 1
            states[n] = s
    return n


@kernel
def act(
    b: Board,
    s: State,
    w: Work,
    out: Vector[int],
    random: Random,
    loose: float,
    most: int,
    memory: Vector[int],
) -> int:
    """Carry out the side's choice; a sergeant that is not loose makes up to `most` moves.

    Return the number of actions. A `most` below 0 sets no limit.
    """
    if s.step == st.MOVE and loose == 0.0:
        return march(b, s, w, legal(b, s, w, w.list), MOST if most < 0 else most)
    apply(b, s, w, pick(b, s, w, random, loose))
    return 1


@entry
def worth(board: Boards, state: States, work: Works) -> float:
    """Return the value of a finished game for Israel: half the result, half the lead in points.

    Close to half of the games between sergeants are drawn; the lead shows which draws were near a
    win. It is measured relative to the lead of a major victory.
    """
    b, s, w = board[0], state[0], work[0]
    if s.winner == st.NOBODY:
        result = 0.5
    else:
        result = 1.0 if s.winner == st.ISRAEL else 0.0
        if s.ending not in (st.MAJOR, st.MINOR):  # at once, whatever the points
            return result
    if b.conditions > 0:  # a scenario's victory need not have to do with points
        return result
    return 0.5 * result + 0.5 / (1.0 + math.exp(-lead(b, s, w) / b.level[1]))


play_out, rollout = bind(
    __name__, kinds, thinking.play_out, thinking.rollout,
    refresh=refresh, owner=owner, apply=apply, roll=roll_by_luck, act=act,
    turn_of=turn_of, worth=worth, features=features,
    DICE=st.DICE, OVER=st.OVER, MEMORY=0,
)  # fmt: skip


__all__ = [
    "AHEAD",
    "BEHIND",
    "DOUBT",
    "FEATURES",
    "JUDGED",
    "LONGEST",
    "NAMES",
    "OPERATES",
    "OPERATIONS",
    "SCREENS",
    "SPREAD",
    "carry",
    "determinize",
    "features",
    "operate",
    "play_out",
    "principal_line",
    "rash_actions",
    "rollout",
    "turn_of",
    "worth",
]  # fmt: skip
