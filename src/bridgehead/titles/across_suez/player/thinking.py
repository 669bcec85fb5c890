"""The parts of a searching player of Across Suez (`core.search.thinking`)."""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Random, entry, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.core.search import operations as operating
from bridgehead.core.search import thinking
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player import sergeant
from bridgehead.titles.across_suez.player.features import FEATURES, NAMES, features
from bridgehead.titles.across_suez.player.operations import (
    MOST_MOVES,
    OPERATIONS,
    is_legal,
    propose,
)
from bridgehead.titles.across_suez.player.playout import recruit, roll
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules import kinds
from bridgehead.titles.across_suez.rules.kinds import Boards, States, Works
from bridgehead.titles.across_suez.rules.sequence import apply, owner
from bridgehead.titles.across_suez.rules.zones import refresh

LONGEST = 96  # actions of a plan
# player turns of a rollout: the captain knows no judgement and plays on to the end (-1); the
# general judges what there is after the rest of its own turn and the reply
AHEAD = {"captain": -1, "general": 2}
JUDGED = AHEAD["general"]
# standard deviation of a rollout, about: who won, or what the judgement says of it
SPREAD = {"captain": 0.35, "general": 0.05}
# standard errors of rollouts that a plan must be better by
DOUBT = {"captain": 1.0, "general": 1.0}
BEHIND: dict[str, float] = {}
OPERATES = {"captain": 0.0, "general": 0.5}  # the share of operations among changes of plans
carry = rash_actions = None  # nothing is hidden, and no action of a plan is known to be rash
SCREENS = True  # the static evaluation is good enough to screen plans without rollouts


@entry
def turn_of(state: States) -> int:
    """Return a number that changes whenever a Player-Turn ends."""
    return int(state[0].turn) * 2 + int(state[0].side)


@kernel
def pick(
    b: Board, s: State, w: Work, out: Vector[int], random: Random, loose: float, memory: Vector[int]
) -> int:
    """Return the sergeant's choice or, with probability `loose`, the recruit's."""
    if loose > 0.0 and random.random() < loose:
        return recruit(b, s, w, out, random)
    return sergeant.choose(b, s, w, random, out)


@entry
def worth(board: Boards, state: States, work: Works) -> float:
    """Return the value of a finished game for Israel: 1 or 0; half of it for a draw."""
    winner = 0 + state[0].winner
    if winner == st.NOBODY:
        return 0.5
    return 1.0 if winner == st.ISRAEL else 0.0


@entry
def determinize(board: Boards, state: States, work: Works, side: int, random: Random) -> None:
    """Draw hidden facts at random; in this title there are none."""
    refresh(board[0], state[0], work[0])


principal_line, act, play_out, rollout = bind(
    __name__, kinds, thinking.principal_line, thinking.act, thinking.play_out, thinking.rollout,
    refresh=refresh, owner=owner, apply=apply, roll=roll, pick=pick,
    turn_of=turn_of, worth=worth, features=features,
    DICE=st.DICE, OVER=st.OVER, LONGEST=LONGEST, MEMORY=0,
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
