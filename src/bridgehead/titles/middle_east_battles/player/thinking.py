"""What a searching player of Middle East Battles is made of: drafts of plans, and looks ahead.

A *draft* is a row of decisions of one side up to the dice or the enemy. A *look* plays on from a
position, sergeants deciding and dice falling, for some Player-Turns, and judges what has come of
it. Search itself is the same for all titles (`bridgehead.players.search`).

Arrays of one record each are handed over (`board`, `state`, `work`); `random` is a
`numpy.random.Generator`, of which only `random()` is used.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bridgehead.core.kernel import Codes, Floats, Net, Numbers, Random, entry, kernel
from bridgehead.core.net import judge
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player.features import FEATURES, NAMES, features
from bridgehead.titles.middle_east_battles.player.playout import (
    FIRST_FACE,
    RECRUIT,
    SERGEANT,
    below,
    choose,
)
from bridgehead.titles.middle_east_battles.player.sergeant import MEMORY, choose_move
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.sequence import apply, owner
from bridgehead.titles.middle_east_battles.rules.victory import points
from bridgehead.titles.middle_east_battles.rules.zones import refresh

LONGEST = 160  # actions of a plan: every unit of a side enters and goes on, and a long attack
# player turns that a look goes ahead: the captain knows no judgement and plays on to the end (-1);
# the general judges far ahead, for what a landing is good for shows late
AHEAD = {"captain": -1, "general": 6}
SPREAD = {"captain": 0.05, "general": 0.05}  # standard deviation of a look, about
DOUBT = 1.0  # standard errors of looks that a plan must be better by
GLANCES = False  # no plan is judged without a look: too little of the end can be seen in a position
LEAD, SHARE = 16.0, 0.6  # points that make much of a lead; what the lead counts beside the result
ONE_MORE = 0.5  # the chance that a West that has gone on so far goes on for another game turn


@entry
def turn_of(state: States) -> int:
    """Return a number that changes whenever a Player-Turn ends."""
    return int(state[0].turn) * 2 + int(state[0].side)


@kernel
def pick(b: Any, s: Any, w: Any, out: Any, random: Any, loose: float, memory: Any) -> int:
    """Return the sergeant's choice or, with probability `loose`, the recruit's.

    Units that did not want to move are not asked after every move of another: `memory` is that of
    `sergeant.choose_move`.
    """
    kind = RECRUIT if loose > 0.0 and random.random() < loose else SERGEANT
    if kind == SERGEANT and s.step == st.MOVEMENT:
        return choose_move(b, s, w, out, 0, memory)
    return choose(b, s, w, out, random, kind)


@entry
def draft(
    board: Boards, states: States, work: Works, out: Codes, random: Random,
    plan: Numbers, at: int, first: int, loose: float,
) -> int:  # fmt: skip
    """Write a plan from `states[at]` on, in which a side decides; return its length.

    `first` is carried out there (-1: what the side picks), then what it picks, until the dice or
    the enemy decide, the game is over, or LONGEST actions are planned. `plan` takes the actions'
    numbers, `states` (LONGEST + 1 records) the position after each; both are kept below `at`.
    """
    b, w = board[0], work[0]
    refresh(b, states[at], w)
    side = owner(states[at])
    memory = np.zeros(MEMORY, np.int64)
    n, code = at, first
    while n < LONGEST and states[n].step != st.OVER and owner(states[n]) == side:
        states[n + 1] = states[n]
        s = states[n + 1]
        if code < 0:
            code = pick(b, s, w, out, random, loose, memory)
        apply(b, s, w, code)
        plan[n] = code
        n += 1
        code = -1
    return n


@entry
def follow(
    board: Boards, state: States, work: Works, out: Codes, random: Random,
    turns: int, steps: int, loose: Floats, face: int,
) -> int:  # fmt: skip
    """Play on until `turns` Player-Turns have ended, `steps` actions are made, or the game is over.

    -1 sets no limit. `loose` has two numbers, one a side (see `pick`). A `face` from 0 decides the
    first roll. `work` is made afresh. Return the number of actions.
    """
    b, s, w = board[0], state[0], work[0]
    refresh(b, s, w)
    made, ended, now = 0, 0, turn_of(state)
    memory = np.zeros(MEMORY, np.int64)
    while s.step != st.OVER and made != steps and ended != turns:
        side = owner(s)
        if side != st.DICE:
            apply(b, s, w, pick(b, s, w, out, random, loose[side], memory))
        else:
            die = face % 6 if face >= 0 else below(random, 6)
            apply(b, s, w, FIRST_FACE + die)
            face = -1
        made += 1
        if turn_of(state) != now:
            now = turn_of(state)
            ended += 1
    return made


@entry
def worth(board: Boards, state: States, work: Works) -> float:
    """Return what a finished game is worth to the West: the result, and the lead in points.

    One side wins nearly all games between sergeants; so that the other still has something to
    play for, and does not gamble points away, they count beside the result.
    """
    s = state[0]
    result = 0.5 if s.winner == st.NOBODY else 1.0 if s.winner == st.WEST else 0.0
    lead = (points(s, st.WEST) - points(s, st.EGYPT)) / 2.0
    return (1.0 - SHARE) * result + SHARE / (1.0 + math.exp(-lead / LEAD))


@entry
def look(
    board: Boards, state: States, scratch: States, work: Works, out: Codes, random: Random,
    turns: int, loose: Floats, face: int, net: Net, x: Floats,
) -> float:  # fmt: skip
    """Return the first side's prospects after `turns` more Player-Turns, as `follow` plays them.

    What the game is worth where it has ended, else the judgement of `net`; `scratch` (one record)
    takes the position that was judged, `x` its features.
    """
    scratch[0] = state[0]
    follow(board, scratch, work, out, random, turns, -1, loose, face)
    if scratch[0].step == st.OVER:
        return worth(board, scratch, work)
    features(board, scratch, work, out, x)
    return judge(net, x)


@entry
def imagine(board: Boards, state: States, work: Works, side: int, random: Random) -> None:
    """Draw what is hidden from a side anew: from all but the West, its last turn [9.2].

    Every turn beyond the regular ones gives Egypt points (`CONTINUATION`), so that a West that
    plays on for something does not mean to do so for long: of two turns the sooner is likelier.
    """
    b, s, w = board[0], state[0], work[0]
    if side != st.WEST and s.turn > b.turns and b.optional_last > 0 and s.step != st.OVER:
        last = int(s.turn)
        while last < b.optional_last and random.random() < ONE_MORE:
            last += 1
        s.last_turn = last
    refresh(b, s, w)


__all__ = [
    "AHEAD", "DOUBT", "FEATURES", "GLANCES", "LONGEST", "NAMES", "SPREAD",
    "draft", "features", "follow", "imagine", "look", "turn_of", "worth",
]  # fmt: skip
