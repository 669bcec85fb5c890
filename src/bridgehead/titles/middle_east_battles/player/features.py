"""Evaluation features of Middle East Battles: points, time, objectives, exits.

Both games have the same features; those that a game lacks are 0. All are computed from the complete
position at the start of a Player-Turn. Points are half points, as in the ledger.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Codes, Floats, entry, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player.sergeant_combat import trapped
from bridgehead.titles.middle_east_battles.player.sergeant_common import FAR, open_goals, ways_out
from bridgehead.titles.middle_east_battles.player.sergeant_west import way_out
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.movement.movement import pinned
from bridgehead.titles.middle_east_battles.rules.victory import (
    egypt_holds_a_city,
    objectives_held,
    points,
)
from bridgehead.titles.middle_east_battles.rules.zones import distance, is_helicopter, is_night
from bridgehead.titles.middle_east_battles.state import EGYPT, ELIMINATED, EXITED, OFF, WEST

OBJECTIVES = 8  # those told apart, in the order of their hexes
CLOSE, NEAR, FAR_OFF = 2, 5, 10  # hexes from an objective
OVERWHELMING = 4.0  # times the strength of who holds it
NOBODY_NEAR = 24  # hexes
LIMIT = 4.0  # of every feature, either way
DIE_AND_ONE = 9  # half points that a turn beyond the regular ones gives Egypt on average [9.8]
MOST_PHASES = 4  # Movement Phases that are looked ahead for ways out
SIDES = ("west", "egypt")

NAMES = (
    # clock
    "egypt to move", "turns left", "last turn", "turns beyond the regular ones", "night",
    "next turn at night", "worth of an exit", "worth of an exit next turn",
    *(f"after turn {turn}" for turn in (1, 3, 5, 7)),
    # score
    "lead", "lead if all stay", "the same against the turns left", "the same to a win of the west",
    "the same to a win of egypt",
    *(f"ledger: {entry}" for entry in st.LEDGER),
    # forces
    *(f"{side} {kind}" for side in SIDES for kind in (
        "foot", "vehicles", "artillery", "units", "helicopters", "lost", "shaken", "pinned",
        "next to enemies", "nowhere to retreat")),
    # to come
    "west foot to come", "west vehicles to come", "west artillery to come", "west late to come",
    "drops to come", "matt to come", "west units exited",
    *(f"{column} to come" for column in ("3rd division", "4th division", "shazli force")),
    "militia to come", "cities of egypt", "militia over", "withdrawn", "privilege used",
    "airstrikes left",
    # ways out
    *(f"units out within {phases} moves" for phases in range(1, MOST_PHASES + 1)),
    "points of those who could leave", "nearest to the way out",
    # objectives
    *(f"objective {i} {kind}" for i in range(1, OBJECTIVES + 1) for kind in (
        "held", "garrison", "balance close by", "balance near", "race")),
    *(f"{side}'s objectives{how}" for how in ("", " next to enemies", " surrounded by strength")
      for side in SIDES),
    *(f"open objectives nearer to {side}" for side in SIDES),
    *(f"{side} on the way to objectives" for side in SIDES),
)  # fmt: skip
FEATURES = len(NAMES)


@entry
def features(board: Boards, state: States, work: Works, out: Codes, x: Floats) -> None:
    """Fill x, an array of FEATURES numbers, from a position; `work` must be up to date."""
    b, s, w = board[0], state[0], work[0]
    x[:] = 0.0
    n = clock(b, s, x, 0)
    n = score(b, s, w, x, n)
    n = forces(b, s, w, x, n)
    n = to_come(b, s, x, n)
    n = exits(b, s, w, x, n)
    n = objectives(b, s, w, x, n)
    on_the_way(b, s, w, x, n)
    for i in range(FEATURES):
        x[i] = max(-LIMIT, min(LIMIT, x[i]))


@kernel
def turns_to_end(b: Board, s: State) -> int:
    """Return how many game turns are still to be scored at their end, including the present one."""
    last = int(b.turns) if s.turn <= b.turns else max(int(s.turn), int(s.last_turn))
    counted = s.step in (st.CONTINUE, st.CONTINUE_ROLL, st.OVER)
    return last - int(s.turn) + (0 if counted else 1)


@kernel
def clock(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write the time; return the index of the next features."""
    left = turns_to_end(b, s)
    after = min(int(s.turn) + 1, len(b.night) - 1)
    x[n] = 1.0 if s.side == EGYPT else 0.0
    x[n + 1] = left / 6.0
    x[n + 2] = 1.0 if left <= 1 else 0.0
    x[n + 3] = max(0, int(s.turn) - int(b.turns)) / 2.0
    x[n + 4] = 1.0 if is_night(b, s) else 0.0
    x[n + 5] = 1.0 if b.night[after] and left > 1 else 0.0
    x[n + 6] = b.exit_points[s.turn] / 4.0
    x[n + 7] = b.exit_points[after] / 4.0 if left > 1 else 0.0
    for i in range(4):
        x[n + 8 + i] = max(0.0, min(1.0, (int(s.turn) - 1 - 2 * i) / 2.0))
    return n + 12


@kernel
def score(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write the points, and those at the end if no unit moved."""
    left = turns_to_end(b, s)
    lead = points(b, s, WEST) - points(b, s, EGYPT)
    at_end = lead
    if s.step != st.OVER:
        at_end += int(b.west_objective) * objectives_held(b, w, WEST)
        at_end -= int(b.egypt_objective) * objectives_held(b, w, EGYPT) * left
        if s.turn > b.turns:
            at_end -= DIE_AND_ONE * (left + (1 if s.step == st.CONTINUE_ROLL else 0))
    x[n] = lead / 40.0
    x[n + 1] = at_end / 40.0
    x[n + 2] = at_end / (10.0 + 10.0 * left)
    x[n + 3] = max(-1.5, min(1.5, (at_end - int(b.win_by)) / 8.0))
    x[n + 4] = max(-1.5, min(1.5, (at_end + int(b.win_by)) / 8.0))
    for line in range(len(s.ledger)):
        x[n + 5 + line] = s.ledger[line] / 40.0
    return n + 5 + len(s.ledger)


@kernel
def forces(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write the units on the map and their condition, and the losses."""
    for unit in range(b.units):
        at = n + 10 * int(b.side[unit])
        hex_ = int(s.hex[unit])
        if hex_ == ELIMINATED:
            x[at + 5] += 0.1
        if hex_ < 0:
            continue
        x[at + 3] += 0.05
        if is_helicopter(b, unit):
            x[at + 4] += 0.5
        elif b.artillery[unit]:
            x[at + 2] += b.strength[unit] / 8.0
        else:
            vehicles = b.mobility[unit] == st.MOTO_MECH
            x[at + (1 if vehicles else 0)] += b.strength[unit] / 25.0
        x[at + 6] += 0.2 if s.shaken[unit] else 0.0
        x[at + 7] += 0.1 if pinned(b, s, w, unit) else 0.0
        if w.zone[1 - b.side[unit], hex_] > 0:
            x[at + 8] += 0.1
            x[at + 9] += 0.3 if trapped(b, w, unit, hex_) else 0.0
    return n + 20


@kernel
def to_come(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write what can still come to the map, and the other resources of a side."""
    for unit in range(b.units):
        if s.hex[unit] == EXITED and b.side[unit] == WEST:
            x[n + 6] += 0.1
        if s.hex[unit] != OFF:
            continue
        strength = b.strength[unit] / 30.0
        if b.side[unit] == EGYPT:
            if b.column[unit] != st.NO_COLUMN:
                x[n + 7 + b.column[unit]] += strength
            elif b.militia[unit]:
                x[n + 10] += 0.2
            continue
        x[n + 4] += 0.2 if b.drops[unit] else 0.0
        if b.matt[unit]:
            x[n + 5] += strength
        elif b.arrives[unit] > s.turn:
            x[n + 3] += strength
        elif b.artillery[unit]:
            x[n + 2] += 2.0 * strength
        else:
            x[n + (1 if b.mobility[unit] == st.MOTO_MECH else 0)] += strength
    if b.city_control:
        for place in range(b.cities):
            x[n + 11] += 0.0 if s.west_city[place] else 1.0 / float(b.cities)
        x[n + 12] = 1.0 if s.militia_over or not egypt_holds_a_city(b, s) else 0.0
    x[n + 13] = 1.0 if s.withdrawn else 0.0
    x[n + 14] = 1.0 if s.privilege else 0.0
    x[n + 15] = (int(s.air[0]) + int(s.air[1])) / 6.0
    return n + 16


@kernel
def exits(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write how soon Western units could exit if Egyptians stay, and the points for that."""
    pot = np.zeros(st.MAX_HEXES + 1, np.int64)
    ways_out(b, s, w, pot)
    wait = 0 if s.side == WEST else 1
    left = turns_to_end(b, s)
    nearest = 3.0
    for unit in range(b.units):
        if b.side[unit] != WEST or s.hex[unit] < 0:
            continue
        away = way_out(b, s, pot, unit, int(s.hex[unit]))
        if away >= FAR:
            continue
        spent, phases = 0, 0
        while spent < away and phases < MOST_PHASES:
            turn = min(int(s.turn) + wait + phases, len(b.night) - 1)
            spent += int(b.allowance[unit]) // (2 if b.night[turn] else 1)
            phases += 1
        nearest = min(nearest, away / 24.0)
        if spent < away:
            continue
        for i in range(phases - 1, MOST_PHASES):
            x[n + i] += 0.08
        if wait + phases <= left:
            x[n + MOST_PHASES] += b.exit_points[int(s.turn) + wait + phases - 1] / 20.0
    x[n + MOST_PHASES + 1] = nearest
    return n + MOST_PHASES + 2


@kernel
def objectives(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write who holds each objective, and who is near; positive values favor the West."""
    at, sums, found = n, n + 5 * OBJECTIVES, 0
    strength = np.zeros((2, 3))  # of each side next to the objective, close by, near
    nearest = np.zeros(2, np.int64)
    for hex_ in range(b.hexes):
        if not b.objective[hex_] or found == OBJECTIVES:
            continue
        found += 1
        who_is_near(b, s, hex_, strength, nearest)
        holder = int(w.head[hex_])
        if holder >= 0:
            side = int(b.side[holder])
            sign = 1.0 if side == WEST else -1.0
            x[at] = sign
            x[at + 1] = sign * b.defense[holder] / 4.0
            x[sums + side] += 0.25
            x[sums + 2 + side] += 0.25 if strength[1 - side, 0] > 0.0 else 0.0
            crowd = strength[1 - side, 1] / (OVERWHELMING * max(1.0, float(b.defense[holder])))
            x[sums + 4 + side] += 0.25 * min(1.0, crowd)
        elif nearest[WEST] != nearest[EGYPT]:
            x[sums + (6 if nearest[WEST] < nearest[EGYPT] else 7)] += 0.25
        x[at + 2] = (strength[WEST, 1] - strength[EGYPT, 1]) / 15.0
        x[at + 3] = (strength[WEST, 2] - strength[EGYPT, 2]) / 30.0
        x[at + 4] = (nearest[EGYPT] - nearest[WEST]) / 10.0
        at += 5
    return sums + 8


@kernel
def who_is_near(
    b: Board, s: State, hex_: int, strength: Matrix[float], nearest: Vector[int]
) -> None:
    """Find the strength of each side in three circles around a hex, and the nearest unit.

    Helicopters are ignored, and artillery does not count as a unit that could come.
    """
    strength[:] = 0.0
    nearest[:] = NOBODY_NEAR
    for unit in range(b.units):
        if s.hex[unit] < 0 or is_helicopter(b, unit):
            continue
        side = int(b.side[unit])
        steps = distance(b, int(s.hex[unit]), hex_)
        if steps <= NEAR:
            strength[side, 2] += b.strength[unit]
        if steps <= CLOSE:
            strength[side, 1] += b.strength[unit]
        if steps == 1:
            strength[side, 0] += b.strength[unit]
        if not b.artillery[unit]:
            nearest[side] = min(nearest[side], steps)


@kernel
def on_the_way(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write how much strength is how near to an objective that its side does not hold."""
    open_ = np.zeros(st.MAX_GOALS, np.int64)
    for side in range(2):
        open_goals(b, w, side, open_)
        for unit in range(b.units):
            hex_ = int(s.hex[unit])
            if hex_ < 0 or b.side[unit] != side or b.artillery[unit] or is_helicopter(b, unit):
                continue
            steps = 0 if b.objective[hex_] else FAR_OFF
            for i in range(b.goals):
                if open_[i] and steps > 0:
                    steps = min(steps, int(b.goal_distance[i, hex_]))
            if steps > 0:
                x[n + side] += b.strength[unit] * (FAR_OFF - steps) / (20.0 * FAR_OFF)
    return n + 2


__all__ = ["FEATURES", "NAMES", "features"]
