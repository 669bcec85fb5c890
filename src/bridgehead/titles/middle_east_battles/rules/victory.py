"""Victory points [3.2 to 3.4, 9.8, 9.9, 10.7, 10.8], losses, and the end of the game.

The ledger is in half points, with an entry for each reason for points.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.zones import holds_side, relocate, remove_from_map
from bridgehead.titles.middle_east_battles.state import EGYPT, ELIMINATED, OVER, WEST


@kernel
def points(b: Board, s: State, side: int) -> int:
    """Return a side's half points, including a bid."""
    total = max(0, int(b.bid) if side == WEST else -int(b.bid))
    for entry in range(len(s.ledger)):
        if (entry >= st.FIRST_OF_WEST) == (side == WEST):
            total += int(s.ledger[entry])
    return total


@kernel
def eliminate(b: Board, s: State, w: Work, unit: int) -> None:
    """[9.8, 9.9, 10.7, 10.8] Eliminate a unit, and give the other side its points."""
    remove_from_map(b, s, w, unit, ELIMINATED)
    entry = st.WESTERN_LOSSES if b.side[unit] == WEST else st.EGYPTIAN_LOSSES
    s.ledger[entry] += b.worth[b.side[unit]]


@kernel
def go(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    """Put a unit into a hex; a city hex comes under its side's control [9.4]."""
    relocate(b, s, w, unit, hex_)
    take_city(b, s, unit, hex_)


@kernel
def take_city(b: Board, s: State, unit: int, hex_: int) -> None:
    """[9.4] Give the side that entered a city hex last control of it."""
    place = b.city_place[hex_]
    if place >= 0 and b.city_control:
        s.west_city[place] = int(b.side[unit] == WEST)


@kernel
def egypt_holds_a_city(b: Board, s: State) -> bool:
    """[9.4] Whether any city hex is under Egyptian control."""
    for place in range(b.cities):
        if not s.west_city[place]:
            return True
    return False


@kernel
def objectives_held(b: Board, w: Work, side: int) -> int:
    """Return how many objective hexes hold a unit of a side."""
    held = 0
    for hex_ in range(b.hexes):
        if b.objective[hex_] and holds_side(b, w, hex_, side):
            held += 1
    return held


@kernel
def count_egypts_objectives(b: Board, s: State, w: Work) -> None:
    """[9.8, 10.7] Score Egypt's objectives at the end of every game turn."""
    s.ledger[st.EGYPT_OBJECTIVES] += b.egypt_objective * objectives_held(b, w, EGYPT)


@kernel
def end_on_points(b: Board, s: State, w: Work) -> None:
    """[3.3, 3.4] Score the West's objectives and end the game: a lead of `win_by` wins."""
    s.ledger[st.WEST_OBJECTIVES] += b.west_objective * objectives_held(b, w, WEST)
    lead = points(b, s, WEST) - points(b, s, EGYPT)
    if lead >= b.win_by:
        end_game(s, WEST, st.ON_POINTS)
    elif -lead >= b.win_by:
        end_game(s, EGYPT, st.ON_POINTS)
    else:
        end_game(s, st.NOBODY, st.DRAWN)


@kernel
def end_game(s: State, winner: int, ending: int) -> None:
    """End the game."""
    s.step = OVER
    s.winner = winner
    s.ending = ending
