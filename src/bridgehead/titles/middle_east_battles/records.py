"""The records of Middle East Battles as types: the fields of each, and their types.

The meanings of the fields are beside the dtypes, in `data/layout.py` and `state.py`. A field that
is added there is added here: `tests/core/test_records_as_types.py` compares them.
"""

from __future__ import annotations

from typing import Protocol

from bridgehead.core.records import Cube, Matrix, Vector


class Board(Protocol):
    """The constant data of a game: `data.layout.BOARD`."""

    hexes: int
    neighbor: Matrix[int]
    step: Matrix[int]
    closed: Matrix[int]
    retreat: Matrix[int]
    side_shift: Matrix[int]
    q: Vector[int]
    r: Vector[int]
    land: Vector[int]
    clear: Vector[int]
    city: Vector[int]
    city_place: Vector[int]
    cities: int
    fort: Vector[int]
    near_fort: Vector[int]
    missile_stop: Vector[int]
    shift: Vector[int]
    fort_shift: Vector[int]
    coast: Vector[int]
    objective: Vector[int]
    goals: int
    goal: Vector[int]
    goal_distance: Matrix[int]
    near_goal: Matrix[int]
    exit_cost: Vector[int]
    entry_cost: Vector[int]
    rim: Vector[int]
    sea_distance: Vector[int]
    units: int
    side: Vector[int]
    nation: Vector[int]
    division: Vector[int]
    mobility: Vector[int]
    artillery: Vector[int]
    engineer: Vector[int]
    missile: Vector[int]
    strength: Vector[int]
    defense: Vector[int]
    fpf: Vector[int]
    range: Vector[int]
    allowance: Vector[int]
    drops: Vector[int]
    militia: Vector[int]
    column: Vector[int]
    matt: Vector[int]
    arrives: Vector[int]
    may_enter: Matrix[int]
    may_enter_privileged: Matrix[int]
    setup_group: Vector[int]
    setup_hex: Matrix[int]
    suggested: Vector[int]
    rim_hex: Vector[int]
    rims: int
    joint: int
    engineer_slot: Vector[int]
    slot_unit: Vector[int]
    turns: int
    optional_last: int
    night: Vector[int]
    results: Cube[int]
    column_low: Vector[int]
    air_markers: Vector[int]
    air_dice_day: int
    air_dice_night: int
    air_from: int
    guns: int
    guns_barrage: int
    guns_fpf: int
    engineer_shift: int
    mixed_shift: int
    withdrawal_shift: int
    pass_through: Vector[int]
    win_by: int
    bid: int
    opening: int
    worth: Vector[int]
    fire_into_city: int
    egypt_objective: int
    west_objective: int
    exit_points: Vector[int]
    drop_points: int
    matt_points: int
    fourth_points: int
    shazli_points: int
    suez: int
    divisions: int
    militia_from: int
    first_drops: int
    later_drops: int
    amphibious_from: int
    amphibious_first: int
    amphibious_later: int
    weights: Matrix[float]


class State(Protocol):
    """A position: `state.STATE`."""

    turn: int
    side: int
    step: int
    hex: Vector[int]
    moved: Vector[int]
    dropping: int
    drops: int
    landings: int
    entered: Vector[int]
    column_hex: Vector[int]
    entering: int
    entry_hex: int
    militia_left: int
    placed: Vector[int]
    landed: Vector[int]
    fixed: Vector[int]
    disengaged: Vector[int]
    bound: Vector[int]
    owed: Vector[int]
    fought: Vector[int]
    attacked: Vector[int]
    displaced: Vector[int]
    protected: Vector[int]
    guns_used: Vector[int]
    city_fired: Vector[int]
    shaken: Vector[int]
    air: Vector[int]
    air_dice: int
    amphibious: int
    privilege: int
    withdrawn: int
    militia_over: int
    west_city: Vector[int]
    last_turn: int
    ledger: Vector[int]
    role: Vector[int]
    origin: Vector[int]
    aims: int
    aim: Vector[int]
    strikes: Vector[int]
    covers: Vector[int]
    crt: int
    night_shift: int
    result: int
    retreating: int
    due: Vector[int]
    mover: int
    path: Matrix[int]
    chain: int
    chain_unit: Vector[int]
    chain_hex: Vector[int]
    loss_due: int
    advanced: Vector[int]
    winner: int
    ending: int


class Work(Protocol):
    """Values computed from a position: `state.WORK`."""

    head: Vector[int]
    next: Vector[int]
    count: Vector[int]
    zone: Matrix[int]
    fort_zone: Vector[int]
    cost: Vector[int]
    previous: Vector[int]
    bucket: Matrix[int]
    bucket_size: Vector[int]
    reach_size: Vector[int]
    reach: Matrix[int]
    reach_cost: Matrix[int]
    witness: int
    price: int
    bound: Vector[int]
    owed: Vector[int]
    joiner: Vector[int]
