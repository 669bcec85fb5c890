"""The West's moves: exits while they pay, objectives, and promising fights.

`prospect` is what a unit can still gain for its side from a hex, in half points.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights as hw
from bridgehead.titles.middle_east_battles.player.sergeant_common import (
    EXIT_COLUMN,
    FAR,
    stake,
    turns_left,
)
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.movement.landings import entry_price
from bridgehead.titles.middle_east_battles.rules.movement.movement import allowance
from bridgehead.titles.middle_east_battles.rules.zones import is_helicopter
from bridgehead.titles.middle_east_battles.state import OFF, WEST


@kernel
def way_out(b: Board, s: State, pot: Vector[int], unit: int, hex_: int) -> int:
    """Return the half points that a unit needs from a hex to exit the map."""
    if not is_helicopter(b, unit):
        return int(pot[hex_])
    return 2 * abs(int(b.q[hex_]) - int(pot[EXIT_COLUMN])) + 2


@kernel
def exit_worth(b: Board, s: State, turn: int) -> float:
    """Return the value of an exit in a game turn, 0 after the last."""
    if turn > s.turn + turns_left(b, s, WEST):
        return 0.0
    return float(b.exit_points[turn])


@kernel
def prospect(
    b: Board,
    s: State,
    w: Work,
    pot: Vector[int],
    open_: Vector[int],
    claim: Vector[int],
    unit: int,
    hex_: int,
) -> float:
    """Return what a unit in a hex can gain after this turn, in half points."""
    weights = b.weights[WEST]
    nearer, each_turn = float(weights[hw.NEARER]), float(weights[hw.EACH_TURN])
    budget = int(b.allowance[unit])
    best = stake(b, s, WEST, hex_, WEST)
    fear = 0.0
    if not is_helicopter(b, unit):
        fear = float(weights[hw.FORTS]) * float(w.fort_zone[hex_])
    early = b.lands_to_leave and s.turn < weights[hw.LEAVES_UNTIL]
    if b.lands_to_leave and s.turn <= weights[hw.LEAVES_UNTIL]:
        best *= 0.0 if early and s.hex[unit] == OFF else float(weights[hw.HELD_EARLY])
    away = way_out(b, s, pot, unit, hex_)
    if away < FAR:
        turns = 1 + max(0, away - 1) // budget
        value = exit_worth(b, s, int(s.turn) + turns) * each_turn**turns
        best = max(best, value) - nearer * away
    else:
        best -= float(weights[hw.CUT_OFF])
    left = turns_left(b, s, WEST)
    prize = float(weights[hw.SHARE]) * stake(b, s, WEST, int(b.goal[0]), WEST)
    for i in range(b.goals):
        if not open_[i] or (claim[unit] != i and (early or s.hex[unit] != OFF)):
            continue
        steps = int(b.goal_distance[i, hex_])
        turns = 1 + (5 * steps // 2) // budget
        if turns <= left:
            best = max(best, prize * each_turn**turns - 3 * nearer * steps)
    if b.artillery[unit] and b.shells_objectives:
        for i in range(b.goals):
            if open_[i] and b.goal_distance[i, hex_] <= b.range[unit]:
                best += float(weights[hw.SHELLING])
    return best - fear


@kernel
def west_value(
    b: Board,
    s: State,
    w: Work,
    pot: Vector[int],
    open_: Vector[int],
    claim: Vector[int],
    number: int,
) -> float:
    """Return the value of an action of the Movement Phase, apart from fights."""
    weights = b.weights[WEST]
    unit, verb, place = number // st.UNIT, number // st.VERB % 64, number % st.VERB
    if verb == st.RETURN or b.matt[unit] or (verb == st.DROP and b.one_drop):
        return -99.0
    if verb == st.EXIT:
        return exit_worth(b, s, int(s.turn)) + float(weights[hw.LEAVE])
    if verb == st.LIFTOFF:
        left = turns_left(b, s, WEST)
        kept = float(weights[hw.LIFT_LATE]) * left
        if s.turn < weights[hw.LEAVES_UNTIL]:
            kept = float(weights[hw.LIFT_EARLY]) * (4 - s.turn)
        return 2.0 * exit_worth(b, s, int(s.turn)) - 0.1 - kept
    if verb == st.CROSS:
        place = place % st.SLOT
    value = prospect(b, s, w, pot, open_, claim, unit, place)
    if verb == st.ENTER and b.edge_entry:
        price = entry_price(b, s, unit, int(b.rim[place]))
        value -= float(weights[hw.NEARER]) * price
        if price > allowance(b, s, unit):
            value -= 1.0
    return value
