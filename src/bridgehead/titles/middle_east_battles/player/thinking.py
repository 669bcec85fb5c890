"""The parts of a searching player of Middle East Battles (`core.search.thinking`)."""

from __future__ import annotations

import math

import numpy as np

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Codes, Numbers, Random, entry, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.core.search import operations as operating
from bridgehead.core.search import thinking
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player import rash, sergeant
from bridgehead.titles.middle_east_battles.player.features import FEATURES, NAMES, features
from bridgehead.titles.middle_east_battles.player.operations import (
    MOST_MOVES,
    OPERATIONS,
    is_legal,
    propose,
)
from bridgehead.titles.middle_east_battles.player.playout import recruit, roll
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import kinds
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.legal import legal
from bridgehead.titles.middle_east_battles.rules.sequence import apply, owner
from bridgehead.titles.middle_east_battles.rules.victory import points
from bridgehead.titles.middle_east_battles.rules.zones import refresh

LONGEST = 160  # actions of a plan: every unit of a side enters and goes on, and a long attack
# player turns of a rollout: the captain knows no judgement and plays on to the end (-1); the
# general judges after its own next turn
AHEAD = {"captain": -1, "general": 3}
JUDGED = 6  # player turns of a rollout that tells a win probability: it is calibrated for these
SPREAD = {"captain": 0.05, "general": 0.05}  # standard deviation of a rollout, about
# standard errors of rollouts that a plan must be better by
DOUBT = {"captain": 1.0, "general": 1.0}
# the general gives up a change that is not so many standard errors ahead after its first rollouts:
# most changes are no better, and there is time for more of them
BEHIND = {"general": -0.3}
carry = None  # a side knows all counters
# the share of operations among changes of plans: none until games show a gain (docs/players.md)
OPERATES = {"captain": 0.0, "general": 0.0}
SCREENS = False  # a static evaluation sees too little of how a game ends to judge a plan
LEAD, SHARE = 16.0, 0.6  # points that make much of a lead; what the lead counts beside the result
ONE_MORE = 0.5  # the chance that a West that has gone on so far goes on for another game turn


@entry
def turn_of(state: States) -> int:
    """Return a number that changes whenever a Player-Turn ends."""
    return int(state[0].turn) * 2 + int(state[0].side)


@kernel
def pick(
    b: Board, s: State, w: Work, out: Vector[int], random: Random, loose: float, memory: Vector[int]
) -> int:
    """Return the sergeant's choice or, with probability `loose`, the recruit's.

    Units that did not want to move are not asked after every move of another: `memory` is that of
    `sergeant.choose_move`.
    """
    if loose > 0.0 and random.random() < loose:
        return recruit(b, s, w, out, random)
    if s.step == st.MOVEMENT:
        return sergeant.choose_move(b, s, w, out, 0, memory)
    return sergeant.choose(b, s, w, out, legal(b, s, w, out))


@entry
def worth(board: Boards, state: States, work: Works) -> float:
    """Return the value of a finished game for the West: the result, and the lead in points.

    One side wins nearly all games between sergeants; the points count besides the result, so that
    the other side still has something to play for, and does not gamble points away.
    """
    b, s = board[0], state[0]
    result = 0.5 if s.winner == st.NOBODY else 1.0 if s.winner == st.WEST else 0.0
    if b.conditions > 0:  # a scenario's victory need not have to do with points
        return result
    lead = (points(b, s, st.WEST) - points(b, s, st.EGYPT)) / 2.0
    return (1.0 - SHARE) * result + SHARE / (1.0 + math.exp(-lead / LEAD))


@entry
def determinize(board: Boards, state: States, work: Works, side: int, random: Random) -> None:
    """Draw hidden facts at random: for all but the West, its last turn [9.2].

    Every turn beyond the regular ones gives Egypt points (`CONTINUATION`), so a West that plays on
    for a purpose does not intend to do so for long: of two turns the earlier is more likely.
    """
    b, s, w = board[0], state[0], work[0]
    if side != st.WEST and s.turn > b.turns and b.optional_last > 0 and s.step != st.OVER:
        last = int(s.turn)
        while last < b.optional_last and random.random() < ONE_MORE:
            last += 1
        s.last_turn = last
    refresh(b, s, w)


@entry
def rash_actions(
    board: Boards, state: States, work: Works, out: Codes, random: Random,
    plan: Numbers, count: int, found: Numbers,
) -> int:  # fmt: skip
    """Write the actions of a plan that rarely pay (`player.rash`); return how many.

    `state` is the position after the plan. Sergeants continue the player turn from there, in place.
    """
    if not rash.concerns(plan, count):
        return 0
    b, s, w = board[0], state[0], work[0]
    refresh(b, s, w)
    now, first, useless = turn_of(state), True, False
    forced, memory = np.zeros(st.MAX_UNITS, np.int64), np.zeros(sergeant.MEMORY, np.int64)
    while s.step != st.OVER and turn_of(state) == now:
        if owner(s) != st.DICE:
            apply(b, s, w, pick(b, s, w, out, random, 0.0, memory))
            continue
        if s.step == st.ATTACK_ROLL:
            if first:
                useless, first = rash.is_free(b, s) and rash.is_useless(b, s, w), False
            rash.note_forced(b, s, w, forced)
        roll(b, s, w, random, -1)
    return int(rash.list_actions(plan, count, forced, useless, found))


principal_line, act, play_out, rollout = bind(
    __name__, kinds, thinking.principal_line, thinking.act, thinking.play_out, thinking.rollout,
    refresh=refresh, owner=owner, apply=apply, roll=roll, pick=pick,
    turn_of=turn_of, worth=worth, features=features,
    DICE=st.DICE, OVER=st.OVER, LONGEST=LONGEST, MEMORY=sergeant.MEMORY,
)  # fmt: skip
attempt, operate = bind(
    __name__, kinds, operating.attempt, operating.operate,
    refresh=refresh, owner=owner, apply=apply, is_legal=is_legal, propose=propose,
    OVER=st.OVER, LONGEST=LONGEST, MOST_MOVES=MOST_MOVES, principal_line=principal_line,
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
