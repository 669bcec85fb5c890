"""Evaluation features of Across Suez: the crossing, the line, and the units near them.

All numbers are computed from the complete position, at the start of a Player-Turn or within it. A
measure by distance is a sum of strengths in four belts, from near to far.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Codes, Floats, entry, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.heuristic_weights import USUAL
from bridgehead.titles.across_suez.player.sergeant_common import (
    AWAY,
    FAR,
    LINE,
    ZONED,
    exposure,
    fields,
    line_cost,
    lives,
    mark_line,
    spread_away,
    threats,
)
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.canal import (
    bridge_in_place,
    carries_line,
    trace_line,
    units_across,
)
from bridgehead.titles.across_suez.rules.combat import is_armor
from bridgehead.titles.across_suez.rules.kinds import Boards, States, Works
from bridgehead.titles.across_suez.rules.reinforcement import distance
from bridgehead.titles.across_suez.state import EGYPT, ISRAEL

TURNS = 8  # boundaries told apart by themselves, for each side to move
BELTS = ("close", "near", "off", "far")
SIDES = ("israel", "egypt")

NAMES = (
    *(f"{side} to move, {left} turns left" for side in SIDES for left in range(TURNS)),
    "units across", "enough units across", "units within a move of the crossing",
    "bridge placed", "bridge unit's distance", "bridge unit lost", "enemies beside the bridge unit",
    "line open", "cost of the line", "no line at all", "cost under threat", "exposure", "lives",
    "ferry or bridge usable",
    *(f"hexes of the line: {kind}"
      for kind in ("enemy", "enemy zone", "friend", "free", "friend threatened", "threatened")),
    *(f"{side} {kind}" for side in SIDES
      for kind in ("armor", "foot", "arriving next", "arriving later", "eliminated", "units")),
    *(f"{side} {belt} {place}" for place in ("the line", "the crossing", "the end of the line")
      for side in SIDES for belt in BELTS),
    *(f"{side} units in enemy zones" for side in SIDES),
    *(f"{side} has moved" for side in SIDES),
    "attack declared", "strength attacking", "strength defending",
)  # fmt: skip
FEATURES = len(NAMES)
# The usual weights, not those of the board: a player with others must not change what its net sees.
RING, OPEN_CROSSING = USUAL["ring"], USUAL["open_crossing"]
COLUMN_OPEN, BRIDGE_OPEN, LIFE = USUAL["column_open"], USUAL["bridge_open"], USUAL["life"]


@entry
def features(board: Boards, state: States, work: Works, out: Codes, x: Floats) -> None:
    """Fill x, an array of FEATURES numbers, from a position; `work` must be up to date."""
    b, s, w = board[0], state[0], work[0]
    x[:] = 0.0
    left = min(max(int(b.turns) - int(s.turn), 0), TURNS - 1)
    x[int(s.side) * TURNS + left] = 1.0
    n = crossing(b, s, w, x, 2 * TURNS)
    f = fields()
    n = line(b, s, w, f, x, n)
    n = forces(b, s, x, n)
    n = belts(b, s, f, x, n)
    for unit in range(b.units):
        if s.hex[unit] >= 0 and w.zone[1 - b.side[unit], s.hex[unit]] > 0:
            x[n + b.side[unit]] += 0.2
    combat(b, s, x, n + 2)


@kernel
def combat(b: Board, s: State, x: Vector[float], n: int) -> None:
    """Write the progress of the Player-Turn, and the combat being resolved.

    Strengths are as printed, at night too: the evaluations are trained on these numbers.
    """
    if s.step not in (st.MOVEMENT, st.SETUP):
        x[n + int(s.side)] = 1.0
    if s.target < 0:
        return
    x[n + 2] = 1.0
    x[n + 4] = b.strength[s.target] / 10.0
    for unit in range(b.units):
        if s.origin[unit] >= 0:
            x[n + 3] += b.strength[unit] / 10.0


@kernel
def crossing(b: Board, s: State, w: Work, x: Vector[float], n: int) -> int:
    """Write the features of the canal; return the index of the next features."""
    across = units_across(b, s)
    x[n] = across / 6.0
    x[n + 1] = 1.0 if across >= b.units_across_to_win else 0.0
    for unit in range(b.units):
        here = int(s.hex[unit])
        if b.side[unit] == ISRAEL and unit != b.bridge_unit and here >= 0:
            x[n + 2] += 0.2 if distance(b, here, int(b.crossing_hex)) <= 4 else 0.0
    x[n + 3] = 1.0 if bridge_in_place(b, s) else 0.0
    bridge = int(s.hex[b.bridge_unit])
    if bridge >= 0:
        x[n + 4] = distance(b, bridge, int(b.crossing_hex)) / 6.0
        for direction in range(6):
            there = int(b.neighbor[bridge, direction])
            if there >= 0 and w.occupant[there] >= 0 and b.side[w.occupant[there]] == EGYPT:
                x[n + 6] += 0.5
    elif bridge == st.OFF:
        x[n + 4] = 3.0
    else:
        x[n + 5] = 1.0
    return n + 7


@kernel
def line(b: Board, s: State, w: Work, f: Matrix[int], x: Vector[float], n: int) -> int:
    """Write the features of the line of communication; leave the distances from it in `AWAY`."""
    x[n] = 1.0 if trace_line(b, w) else 0.0
    threats(b, s, w, f)
    threatened = line_cost(b, w, f)
    x[n + 3] = min(threatened, 400) / 100.0
    x[n + 4] = exposure(b, s, w, f, RING, OPEN_CROSSING, COLUMN_OPEN, BRIDGE_OPEN) / 100.0
    x[n + 5] = lives(b, s, w, f, LIFE) / 20.0
    x[n + 6] = 1.0 if s.turn >= b.crossing_from else 0.0
    mark_line(b, f)
    goals = np.zeros(st.MAX_HEXES, np.int64)
    for hex_ in range(b.hexes):
        if f[LINE, hex_]:
            goals[hex_] = 1
            taken = w.occupant[hex_] >= 0
            if not carries_line(b, w, hex_):
                x[n + (7 if taken else 8)] += 0.5 if taken else 0.25
            elif taken:
                x[n + (11 if f[ZONED, hex_] else 9)] += 0.25
            else:
                x[n + (12 if f[ZONED, hex_] else 10)] += 0.1
    goals[b.crossing_hex] = 1
    f[ZONED, :] = 0
    cost = line_cost(b, w, f)
    x[n + 1] = min(cost, 400) / 100.0
    x[n + 2] = 1.0 if cost >= FAR else 0.0
    spread_away(b, f, goals)
    return n + 13


@kernel
def forces(b: Board, s: State, x: Vector[float], n: int) -> int:
    """Write the units on the map, those to come, and those lost."""
    for unit in range(b.units):
        at = n + 6 * int(b.side[unit])
        strength = b.strength[unit] / 20.0
        place = int(s.hex[unit])
        if place == st.ELIMINATED:
            x[at + 4] += strength
            continue
        x[at + 5] += 0.1
        if place == st.OFF:
            x[at + (2 if b.arrives[unit] <= s.turn + 1 else 3)] += strength
        else:
            x[at + (0 if is_armor(b, unit) else 1)] += strength
    return n + 12


@kernel
def belts(b: Board, s: State, f: Matrix[int], x: Vector[float], n: int) -> int:
    """Write sums of strengths by distance from the line, the crossing, and the end of the line."""
    for unit in range(b.units):
        place = int(s.hex[unit])
        if place < 0:
            continue
        strength = b.strength[unit] / 10.0
        at = n + 4 * int(b.side[unit])
        away = int(f[AWAY, place])
        x[at + (0 if away <= 2 else 1 if away <= 6 else 2 if away <= 14 else 3)] += strength
        steps = distance(b, place, int(b.crossing_hex))
        x[at + 8 + (0 if steps <= 1 else 1 if steps <= 3 else 2 if steps <= 7 else 3)] += strength
        steps = distance(b, place, int(b.loc_end))
        x[at + 16 + (0 if steps <= 2 else 1 if steps <= 5 else 2 if steps <= 9 else 3)] += strength
    return n + 24


__all__ = ["FEATURES", "NAMES", "features"]
