"""The records of Across Suez as types: the fields of each, and their types.

The meanings of the fields are beside the dtypes, in `data/layout.py` and `state.py`. A field that
is added there is added here: `tests/core/test_records_as_types.py` compares them.
"""

from __future__ import annotations

from typing import Protocol

from bridgehead.core.records import Matrix, Vector


class Board(Protocol):
    """The constant data of a game: `data.layout.BOARD`."""

    hexes: int
    neighbor: Matrix[int]
    step: Matrix[int]
    zone_reaches: Matrix[int]
    ridge: Matrix[int]
    land: Vector[int]
    terrain_cost: Vector[int]
    entry_cost: Vector[int]
    edge: Vector[int]
    q: Vector[int]
    r: Vector[int]
    bridge_may: Vector[int]
    carries_loc: Vector[int]
    canal: Vector[int]
    shift: Vector[int]
    shift_across_ridge: Vector[int]
    crossing_hex: int
    loc_end: int
    units: int
    side: Vector[int]
    type: Vector[int]
    strength: Vector[int]
    allowance: Vector[int]
    at_start: Vector[int]
    arrives: Vector[int]
    entry: Vector[int]
    entry_inside: Vector[int]
    by_air_from: Vector[int]
    by_sea_from: Vector[int]
    beside: Vector[int]
    anchor: Vector[int]
    bridge_unit: int
    turns: int
    night: Vector[int]
    confusion_turn: int
    results: Matrix[int]
    columns: int
    column_low: Vector[int]
    combined_arms_shift: int
    support_shift: int
    support_free: int
    bombardments: int
    bombard_kills: Vector[int]
    ferry_cost: int
    bridge_cost: int
    ferry_units: int
    crossing_from: int
    units_across_to_win: int
    night_less: int
    night_halves: int
    bridge_limited: int
    bridge_loss_ends: int
    weights: Matrix[float]


class State(Protocol):
    """A position: `state.STATE`."""

    turn: int
    side: int
    step: int
    hex: Vector[int]
    moved: Vector[int]
    landed: Vector[int]
    fought: Vector[int]
    attacked: Vector[int]
    bombarded: Vector[int]
    ferried: int
    supported: int
    bombardments: int
    bridge_open: int
    target: int
    target_hex: int
    origin: Vector[int]
    support: int
    result: int
    loss_due: int
    winner: int
    ending: int


class Work(Protocol):
    """Values computed from a position: `state.WORK`."""

    occupant: Vector[int]
    zone: Matrix[int]
    witness: int
    cost: Vector[int]
    previous: Vector[int]
    bucket: Matrix[int]
    bucket_size: Vector[int]
    reach_size: Vector[int]
    reach: Matrix[int]
    crossing: Vector[int]
    diverted: Vector[int]
    sea_size: Vector[int]
    sea: Matrix[int]
    listed: Vector[int]
    reached_by: Vector[int]
