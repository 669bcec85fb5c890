"""Entry points for Python (`core.kernels.entry_points`), and for queries and refusals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.kernels import entry_points
from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Numbers, entry
from bridgehead.titles.across_suez.rules import (
    canal,
    combat,
    kinds,
    legal,
    movement,
    reinforcement,
    scenario,
    sequence,
    zones,
)
from bridgehead.titles.across_suez.rules.kinds import Boards, States, Works
from bridgehead.titles.across_suez.state import MAX_HEXES

start, refresh, list_legal, carry_out, resign, owner = bind(
    __name__, kinds, *entry_points.ALL,
    start=sequence.start, refresh=zones.refresh, legal=legal.legal, apply=sequence.apply,
    resign=sequence.resign, owner=sequence.owner,
)  # fmt: skip
look_at_condition, look_at_holder = scenario.look_at_condition, scenario.look_at_holder


@entry
def search_unit(board: Boards, state: States, work: Works, unit: int, left_out: int) -> None:
    """Search for a unit's destinations, from its hex or its entry hex.

    Fills costs and paths in `work`. With rules left out, a unit off the map is considered only
    through its scheduled hex.
    """
    b, s, w = board[0], state[0], work[0]
    if s.hex[unit] >= 0:
        movement.search_from_map(b, s, w, unit, left_out)
    elif left_out == movement.ALL_RULES and b.entry[unit] >= 0:
        reinforcement.search_entries(b, s, w, unit)
    elif b.entry[unit] >= 0:
        reinforcement.search_from(b, s, w, unit, b.entry[unit], left_out)
    else:
        movement.begin_search(w)


@entry
def search_sea(board: Boards, state: States, work: Works, unit: int) -> None:
    """Search for landings by sea."""
    reinforcement.search_landings(board[0], state[0], work[0], unit)


@entry
def landing_hexes(board: Boards, work: Works, side: int) -> NDArray[np.bool_]:
    """Return for each hex whether a unit of this side may come down there by air."""
    b, w = board[0], work[0]
    free = np.zeros(MAX_HEXES, np.bool_)
    for hex_ in range(b.hexes):
        free[hex_] = reinforcement.cannot_land_in(b, w, side, hex_) == 0
    return free


@entry
def trace_line(board: Boards, work: Works) -> bool:
    """Trace the line of communication."""
    return canal.trace_line(board[0], work[0])


@entry
def odds_of(
    board: Boards, state: States, target: int, target_hex: int,
    units: Numbers, hexes: Numbers, support: int, out: Numbers,
) -> None:  # fmt: skip
    """Write attack, defense, terrain shift, combined arms, column before and after shifts."""
    b, s, n = board[0], state[0], units.size
    out[0] = combat.attack_strength(b, s, units, n)
    out[1] = combat.strength(b, s, target)
    out[2] = combat.terrain_shift(b, target_hex, hexes, n)
    out[3] = combat.combined_arms(b, units, n)
    out[4] = combat.column_of(b, out[0] - out[1])
    out[5] = combat.attack_column(b, s, target, target_hex, units, hexes, n, support)
    out[6] = combat.all_across_ridges(b, target_hex, hexes, n)
