"""The parts of a searching player: principal lines and rollouts.

A *principal line* is what one side would do, decision by decision, up to the next roll or the
enemy's decision. A *rollout* continues a position for some player turns, with sergeants for both
sides and random dice, and evaluates the result. A title binds these (`core.kernels.binding`) in its
`player/thinking.py` to its rules and its players. The search itself is the same for all titles
(`bridgehead.players.search.search`).

Arrays of one record each are passed (`board`, `state`, `work`); `random` is a
`numpy.random.Generator`, of which only `random()` is used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.kernels.binding import (
    Boards,
    States,
    Works,
    shared_entry,
    shared_kernel,
    title,
)
from bridgehead.core.kernels.kernel import Codes, Floats, Net, Numbers, Random
from bridgehead.core.search.net import judge


@shared_entry
def principal_line(
    board: Boards, states: States, work: Works, out: Codes, random: Random,
    plan: Numbers, at: int, first: int, loose: float,
) -> int:  # fmt: skip
    """Write a plan from `states[at]` on, where a side is to decide; return its length.

    `first` is carried out there (-1: the side's choice), then the side's choices, until the dice or
    the enemy decide, the game is over, or the plan has LONGEST actions. `plan` gets the actions'
    numbers, `states` (LONGEST + 1 records) the position after each; both are kept below `at`.
    """
    b, w = board[0], work[0]
    title.refresh(b, states[at], w)
    side = title.owner(states[at])
    memory = np.zeros(title.MEMORY, np.int64)
    n, code = at, first
    while n < title.LONGEST and states[n].step != title.OVER and title.owner(states[n]) == side:
        states[n + 1] = states[n]
        s = states[n + 1]
        if code < 0:
            code = title.pick(b, s, w, out, random, loose, memory)
        title.apply(b, s, w, code)
        plan[n] = code
        n += 1
        code = -1
    return n


@shared_kernel
def act(b: Any, s: Any, w: Any, out: Any, random: Any, loose: float, most: int, memory: Any) -> int:
    """Carry out the deciding side's choice; return the number of actions.

    At most `most` are allowed, any number if that is less than 0; here it is always one.
    """
    title.apply(b, s, w, title.pick(b, s, w, out, random, loose, memory))
    return 1


@shared_entry
def play_out(
    board: Boards, state: States, work: Works, out: Codes, random: Random,
    turns: int, steps: int, loose: Floats, face: int,
) -> int:  # fmt: skip
    """Play until `turns` player turns have ended, `steps` actions are made, or the game is over.

    -1 sets no limit. `loose` has two numbers, one for each side (see `pick`). A `face` of 0 or more
    sets the first roll. `work` is computed first. Return the number of actions.
    """
    b, s, w = board[0], state[0], work[0]
    title.refresh(b, s, w)
    made, ended, now = 0, 0, title.turn_of(state)
    memory = np.zeros(title.MEMORY, np.int64)
    while s.step != title.OVER and made != steps and ended != turns:
        side = title.owner(s)
        if side == title.DICE:
            title.roll(b, s, w, random, face)
            face = -1
            made += 1
        else:
            made += title.act(b, s, w, out, random, loose[side], steps - made, memory)
        if title.turn_of(state) != now:
            now = title.turn_of(state)
            ended += 1
    return made


@shared_entry
def rollout(
    board: Boards, state: States, scratch: States, work: Works, out: Codes, random: Random,
    turns: int, loose: Floats, face: int, net: Net, x: Floats,
) -> float:  # fmt: skip
    """Return the first side's prospects after `turns` more player turns, played by `play_out`.

    The result is the value of the game if it has ended, otherwise the evaluation by `net`;
    `scratch` (one record) gets the evaluated position, `x` its features.
    """
    scratch[0] = state[0]
    title.play_out(board, scratch, work, out, random, turns, -1, loose, face)
    if scratch[0].step == title.OVER:
        return float(title.worth(board, scratch, work))
    title.features(board, scratch, work, out, x)
    return float(judge(net, x))
