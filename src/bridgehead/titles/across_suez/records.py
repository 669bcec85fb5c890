"""The records of Across Suez: each field is declared once, with its type and its meaning.

All integers are at least 16 bits wide, and arithmetic on them is done in plain ints, so that the
compiled and the plain rules never differ. A field with a text is told to players in
`envs/observation.py`.
"""

from typing import Annotated, Protocol

import numpy as np

from bridgehead.core.kernels.fields import Int16, Int32, dtype_of, listed, numbered
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.core.scenarios.conditions import MOST_CONDITIONS
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats import heuristic_weights

Units16 = Annotated[Vector[int], np.int16, st.MAX_UNITS]
Units32 = Annotated[Vector[int], np.int32, st.MAX_UNITS]
Hexes16 = Annotated[Vector[int], np.int16, st.MAX_HEXES]
Conditions16 = Annotated[Vector[int], np.int16, MOST_CONDITIONS]
Hexsides16 = Annotated[Matrix[int], np.int16, st.MAX_HEXES, 6]


class Board(Protocol):
    """The constant data of a game: everything about map, counters and charts that kernels use."""

    hexes: Int32
    neighbor: Hexsides16  # -1 off the map
    step: Hexsides16  # half points, 0 closed
    zone_reaches: Hexsides16
    ridge: Hexsides16
    land: Annotated[Hexes16, "a unit may stand there"]
    terrain_cost: Annotated[Hexes16, "half points to enter, 0 prohibited"]
    entry_cost: Hexes16  # coming from off the map: the road, where one leaves
    edge: Hexes16
    q: Annotated[Hexes16, "axial coordinate"]
    r: Annotated[Hexes16, "axial coordinate"]
    bridge_may: Annotated[Hexes16, "the bridge unit may enter"]  # 14.2
    carries_loc: Annotated[Hexes16, "the line of communication can run there"]  # 14.1
    canal: Annotated[Hexes16, "landing by sea is possible"]  # 15.6
    shift: Annotated[Hexes16, "column shift for a defender there"]
    shift_across_ridge: Hexes16  # the same, attacked only across ridges
    crossing_hex: Int32
    loc_end: Int32
    # counters
    units: Int32
    side: Annotated[Units16, "number of its side"]
    type: Annotated[Units16, numbered("type", st.TYPES)]
    strength: Annotated[Units16, "strength"]
    allowance: Annotated[Units16, "movement allowance, in points as printed"]
    at_start: Units16  # hex, -1 none
    arrives: Annotated[Units16, "game turn of its arrival by land, 0 never"]
    entry: Annotated[Units16, "hex by which it enters"]
    entry_inside: Units16  # its entry hex lies inside the map (15.1)
    by_air_from: Annotated[Units16, "game turn from which it can come by air, 0 never"]
    by_sea_from: Annotated[Units16, "game turn from which it can come by sea, 0 never"]
    beside: Units16  # is placed before turn 1 next to ...
    anchor: Units16  # ... one of these units
    bridge_unit: Int32
    # charts
    turns: Int32
    night: Annotated[Vector[int], np.int16, 100]
    confusion_turn: Int32
    results: Annotated[Matrix[int], np.int16, 7, 16]  # die 1 to 6, column
    columns: Int32
    column_low: Annotated[Vector[int], np.int16, 16]  # least differential of the column
    combined_arms_shift: Int32
    support_shift: Int32
    support_free: Int32
    bombardments: Int32
    bombard_kills: Annotated[Vector[int], np.int16, 7]
    ferry_cost: Int32
    bridge_cost: Int32
    ferry_units: Int32
    crossing_from: Int32  # game turn
    units_across_to_win: Int32
    night_less: Int32
    # switches of the edition
    night_halves: Int32
    bridge_limited: Int32
    bridge_loss_ends: Int32
    # the victory of a scenario: see `core.scenarios.victory`
    conditions: Int32  # 0: the game's own victory
    otherwise: Int32
    condition_kind: Conditions16
    condition_side: Conditions16
    condition_count: Conditions16
    condition_at_once: Conditions16
    condition_places: Annotated[Matrix[int], np.int16, MOST_CONDITIONS, st.MAX_HEXES]
    condition_units: Annotated[Matrix[int], np.int16, MOST_CONDITIONS, st.MAX_UNITS]
    # the sergeant's numbers, by side
    weights: Annotated[Matrix[float], np.float64, 2, len(heuristic_weights.NAMES)]


class State(Protocol):
    """A position: nothing else is remembered between decisions."""

    turn: Annotated[Int16, "game turn"]
    side: Annotated[Int16, "number of the side whose Player-Turn it is"]
    step: Annotated[Int16, numbered("pending decision", st.STEPS)]
    hex: Units16  # negative where it is in none
    moved: Annotated[Units16, "has moved in this Movement Phase"]
    landed: Annotated[Units16, "has come by air in this Player-Turn"]
    fought: Annotated[Units16, "has attacked in this Combat Phase"]
    attacked: Annotated[Units16, "has been attacked in this Combat Phase"]
    bombarded: Annotated[Units16, "has been bombarded in this Combat Phase"]
    ferried: Annotated[Int16, "units that the ferry has brought across in this phase"]
    supported: Annotated[Int16, "attacks that artillery has supported in this Combat Phase"]
    bombardments: Annotated[Int16, "bombardments made in this phase"]
    bridge_open: Annotated[Int16, "1: the bridge stood when the Movement Phase began"]
    # the combat, or bombardment, being resolved
    target: Annotated[Int16, "unit that is attacked or bombarded, -1 none"]
    target_hex: Annotated[Int16, "hex that is attacked or bombarded, -1 none"]
    origin: Annotated[Units16, "hex from which it attacks in the combat being resolved, -1 none"]
    support: Annotated[Int16, "1: artillery supports the attack being declared"]
    result: Annotated[Int16, listed("result on the table, from 1", st.RESULTS[1:])]
    loss_due: Annotated[Int16, "strength that the attacker has still to lose"]
    # the end
    winner: Annotated[Int16, "number of the side that has won, -1 while the game goes on"]
    ending: Annotated[
        Int16, listed("how the game has ended, 0 while it goes on, then", st.ENDING_NAMES[1:])
    ]


class Work(Protocol):
    """Values computed from a position; `zones.refresh` can compute them again at any time."""

    occupant: Hexes16  # unit in the hex, -1 none
    # units of that side whose zone reaches the hex
    zone: Annotated[Matrix[int], np.int16, 2, st.MAX_HEXES]
    witness: Int16  # what the rule that forbids names: see `rules/forbidden.py`
    # one search at a time
    cost: Hexes16  # half points spent to be there, UNREACHED where one cannot be
    previous: Hexes16  # the hex before it, -1 at the start
    bucket: Annotated[Matrix[int], np.int16, 16, st.MAX_HEXES]
    bucket_size: Annotated[Vector[int], np.int32, 16]
    # what searches found, kept while it stays true
    reach_size: Units32  # -1: not computed
    # hexes the unit can get to, ascending
    reach: Annotated[Matrix[int], np.int16, st.MAX_UNITS, st.MAX_HEXES]
    crossing: Units16  # half points spent when it is on the crossing hex
    diverted: Units16  # 1: its reach is not through the scheduled hex
    sea_size: Units32
    # the same for a landing by sea
    sea: Annotated[Matrix[int], np.int16, st.MAX_UNITS, st.MAX_HEXES]
    # of a list of moves, for the next one: see `envs/listing.py`, which alone uses it
    # where in it the actions of each unit begin
    listed: Annotated[Vector[int], np.int32, st.MAX_UNITS + 1]
    # bits: the units on the map whose reach has the hex
    reached_by: Annotated[Vector[int], np.int64, st.MAX_HEXES]


BOARD, STATE, WORK = dtype_of(Board), dtype_of(State), dtype_of(Work)
