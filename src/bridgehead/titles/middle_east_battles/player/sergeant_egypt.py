"""Egypt's moves: units on objectives, and others near the next objective."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.player.sergeant_common import stake
from bridgehead.titles.middle_east_battles.records import Board, State
from bridgehead.titles.middle_east_battles.rules.movement.landings import entry_price
from bridgehead.titles.middle_east_battles.state import EGYPT, FOURTH, SHAZLI

NEARER = 0.05  # what a hex of the way to an open objective is worth
RESERVE = 0.01  # what a hex is worth to those who have no objective to go to
COVER = 0.15  # what a column of terrain is worth
BARRED = 0.5  # of the West's points for leaving the map now, for standing in a way out [9.9]


@kernel
def standing(b: Board, s: State, claim: Vector[int], unit: int, hex_: int) -> float:
    """Return the value for Egypt of a unit in a hex."""
    value = stake(b, s, EGYPT, hex_, EGYPT) - COVER * float(b.fort_shift[hex_])
    if b.bars_exits and b.exit_cost[hex_] > 0:
        value += BARRED * float(b.exit_points[s.turn])
    if b.artillery[unit]:
        value -= 0.3 * stake(b, s, EGYPT, hex_, EGYPT)  # a better holder is wanted
    if claim[unit] >= 0:
        return value - NEARER * float(b.goal_distance[claim[unit], hex_])
    return value - RESERVE * float(b.near_goal[EGYPT, hex_])


@kernel
def egypt_value(b: Board, s: State, claim: Vector[int], number: int) -> float:
    """Return the value of an action of the Movement Phase, apart from fights."""
    unit, verb, place = number // st.UNIT, number // st.VERB % 64, number % st.VERB
    if verb == st.EXIT:
        return -99.0
    if verb == st.ENTER:
        if b.column[unit] in (FOURTH, SHAZLI):
            return -99.0
        price = entry_price(b, s, unit, int(b.rim[place]))
        return 1.0 + standing(b, s, claim, unit, place) - 0.01 * price
    return standing(b, s, claim, unit, place)


@kernel
def choose_militia(b: Board, open_: Vector[int], out: Vector[int], count: int) -> int:
    """Place militia where an open objective is nearest."""
    best, number = 999, int(out[0])
    for i in range(count):
        for k in range(b.goals):
            away = int(b.goal_distance[k, int(out[i]) % st.VERB])
            if open_[k] and away < best:
                best, number = away, int(out[i])
    return number
