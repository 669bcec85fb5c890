"""What a searching player of Across Suez is made of: drafts of plans, and looks into the future.

A *draft* is a row of decisions of one side up to the dice or the enemy. A *look* plays on from a
position, sergeants deciding and dice falling, for some Player-Turns, and judges what has come of
it. Search itself is the same for all titles (`bridgehead.players.search`).

Arrays of one record each are handed over (`board`, `state`, `work`); `random` is a
`numpy.random.Generator`, of which only `random()` is used.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import Codes, Floats, Net, Numbers, Random, entry, kernel
from bridgehead.core.net import judge
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player import sergeant
from bridgehead.titles.across_suez.player.features import FEATURES, NAMES, features
from bridgehead.titles.across_suez.player.playout import FIRST_FACE, below, recruit
from bridgehead.titles.across_suez.rules.kinds import Boards, States, Works
from bridgehead.titles.across_suez.rules.sequence import apply, owner
from bridgehead.titles.across_suez.rules.zones import refresh

LONGEST = 96  # actions of a plan
# player turns that a look goes ahead: the captain knows no judgement and plays on to the end (-1);
# the general judges what there is after the rest of its own turn and the reply
AHEAD = {"captain": -1, "general": 2}
# standard deviation of a look, about: who won, or what the judgement says of it
SPREAD = {"captain": 0.35, "general": 0.05}
DOUBT = 1.0  # standard errors of looks that a plan must be better by
GLANCES = True  # the judgement is good enough to screen plans without looks


@entry
def turn_of(state: States) -> int:
    """Return a number that changes whenever a Player-Turn ends."""
    return int(state[0].turn) * 2 + int(state[0].side)


@kernel
def pick(b: Any, s: Any, w: Any, out: Any, random: Any, loose: float) -> int:
    """Return the sergeant's choice or, with probability `loose`, the recruit's."""
    if loose > 0.0 and random.random() < loose:
        return recruit(b, s, w, out, random)
    return sergeant.choose(b, s, w, random, out)


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
    n, code = at, first
    while n < LONGEST and states[n].step != st.OVER and owner(states[n]) == side:
        states[n + 1] = states[n]
        s = states[n + 1]
        if code < 0:
            code = pick(b, s, w, out, random, loose)
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
    while s.step != st.OVER and made != steps and ended != turns:
        side = owner(s)
        if side != st.DICE:
            apply(b, s, w, pick(b, s, w, out, random, loose[side]))
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
    """Return what a finished game is worth to Israel: 1 or 0."""
    return 1.0 if state[0].winner == st.ISRAEL else 0.0


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
    """Draw what is hidden from a side anew: nothing is, in this title."""
    refresh(board[0], state[0], work[0])


__all__ = [
    "AHEAD", "DOUBT", "FEATURES", "GLANCES", "LONGEST", "NAMES", "SPREAD",
    "draft", "features", "follow", "imagine", "look", "turn_of", "worth",
]  # fmt: skip
