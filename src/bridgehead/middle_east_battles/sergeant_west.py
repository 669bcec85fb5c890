"""The West's moves: ways off the map while they pay, objectives, and fights that promise something.

`prospect` is what a unit can still bring its side from a hex, in half points.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.middle_east_battles import state as st
from bridgehead.middle_east_battles.movement import allowance
from bridgehead.middle_east_battles.sergeant_common import (
    EXIT_COLUMN,
    FAR,
    LAST_GOOD_EXIT,
    stake,
    turns_left,
)
from bridgehead.middle_east_battles.state import OFF, WEST
from bridgehead.middle_east_battles.zones import distance, is_helicopter

HELD_EARLY = 0.6  # what is left of an objective's worth for them
EACH_TURN = 0.9  # what a prospect keeps for each turn that it is away
SHARE = 0.75  # of an objective's worth, for a unit on its way there
NEARER = 0.004  # what a half point of the way is worth
FEAR_OF_FORTS = 0.7  # what it costs to stand next to one
SHELLING = 0.8  # what it is worth to artillery to reach an enemy on an objective


@kernel
def way_out(b: Any, s: Any, pot: Any, unit: int, hex_: int) -> int:
    """Return the half points that a unit needs to be off the map from a hex."""
    if not is_helicopter(b, unit):
        return int(pot[hex_])
    return 2 * abs(int(b.q[hex_]) - int(pot[EXIT_COLUMN])) + 2


@kernel
def exit_worth(b: Any, s: Any, turn: int) -> float:
    """Return what it is worth to leave the map in a game turn, nothing after the last."""
    if turn > s.turn + turns_left(b, s, WEST):
        return 0.0
    return float(b.exit_points[turn])


@kernel
def prospect(
    b: Any,
    s: Any,
    w: Any,
    pot: Any,
    goal: Any,
    open_: Any,
    n: int,
    claim: Any,
    unit: int,
    hex_: int,
) -> float:
    """Return what a unit that stands in a hex after this turn can bring, in half points."""
    budget = int(b.allowance[unit])
    best = stake(b, s, WEST, hex_)
    fear = 0.0
    if not b.suez and not is_helicopter(b, unit):
        fear = FEAR_OF_FORTS * float(w.fort_zone[hex_])
    early = b.suez and s.turn < LAST_GOOD_EXIT
    if b.suez and s.turn <= LAST_GOOD_EXIT:
        best *= 0.0 if early and s.hex[unit] == OFF else HELD_EARLY
    away = way_out(b, s, pot, unit, hex_)
    if away < FAR:
        turns = 1 + max(0, away - 1) // budget
        value = exit_worth(b, s, int(s.turn) + turns) * EACH_TURN**turns
        best = max(best, value) - NEARER * away
    else:
        best -= 0.5
    left = turns_left(b, s, WEST)
    for i in range(n):
        if not open_[i] or (claim[unit] != i and (early or s.hex[unit] != OFF)):
            continue
        steps = distance(b, hex_, goal[i])
        turns = 1 + (5 * steps // 2) // budget
        if turns <= left:
            value = SHARE * stake(b, s, WEST, int(goal[i])) * EACH_TURN**turns
            best = max(best, value - 3 * NEARER * steps)
    if b.artillery[unit] and not b.suez:
        for i in range(n):
            if open_[i] and distance(b, hex_, goal[i]) <= b.range[unit]:
                best += SHELLING
    return best - fear


@kernel
def west_value(
    b: Any, s: Any, w: Any, pot: Any, goal: Any, open_: Any, n: int, claim: Any, number: int
) -> float:
    """Return what an action of the Movement Phase is worth, fights aside."""
    unit, verb, place = number // st.UNIT, number // st.VERB % 64, number % st.VERB
    if verb == st.RETURN or b.matt[unit] or (verb == st.DROP and not b.suez):
        return -99.0
    if verb == st.EXIT:
        return exit_worth(b, s, int(s.turn)) + 0.4
    if verb == st.LIFTOFF:
        left = turns_left(b, s, WEST)
        kept = 4.0 * (4 - s.turn) if s.turn < LAST_GOOD_EXIT else 0.8 * left
        return 2.0 * exit_worth(b, s, int(s.turn)) - 0.1 - kept
    if verb == st.CROSS:
        place = place % st.SLOT
    value = prospect(b, s, w, pot, goal, open_, n, claim, unit, place)
    if verb == st.ENTER and not b.suez:
        rim = int(b.rim[place])
        price = int(b.entry_cost[place]) * (int(s.entered[rim]) + 1)
        value -= NEARER * price
        if price > allowance(b, s, unit):
            value -= 1.0
    return value
