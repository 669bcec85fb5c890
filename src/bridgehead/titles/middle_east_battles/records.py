"""The records of Middle East Battles: each field is declared once, with its type and its meaning.

Numbers that kernels pass to each other (units, hexes, counts) are 64 bits wide, because Numba
compiles a function again for every other width; marks are 16 bits wide. Arithmetic is done in plain
ints, so that the compiled and the plain rules never differ. Points of all kinds (movement, victory)
are half points. A field with a text is told to players in `envs/observation.py`.
"""

from typing import Annotated, Protocol

import numpy as np

from bridgehead.core.kernels.fields import Int16, Int64, Kept, dtype_of, listed, numbered
from bridgehead.core.kernels.record_types import Cube, Matrix, Vector
from bridgehead.core.scenarios.conditions import MOST_CONDITIONS
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights

Units16 = Annotated[Vector[int], np.int16, st.MAX_UNITS]
Units64 = Annotated[Vector[int], np.int64, st.MAX_UNITS]
Hexes64 = Annotated[Vector[int], np.int64, st.MAX_HEXES]
Conditions64 = Annotated[Vector[int], np.int64, MOST_CONDITIONS]
Hexsides64 = Annotated[Matrix[int], np.int64, st.MAX_HEXES, 6]
Entries64 = Annotated[Matrix[int], np.int64, st.MAX_UNITS, st.MAX_RIM]


class Switches(Protocol):
    """What a game has and another has not: its edition.toml says it, 0 where it says nothing."""

    edge_entry: Int64  # units enter by the map's edges [10.4, 10.5]; else from a box at sea [9.6]
    crossings: Int64  # engineers help others across closed hexsides [9.14]
    city_control: Int64  # a city hex is its side's that entered it last [9.4]
    withdrawal: Int64  # Egypt may declare a withdrawal, and only then leaves the map [10.11]
    one_drop: Int64  # one unit in the game drops, or enters elsewhere, at a price [10.5, 10.10]
    first_drops: Int64  # otherwise: air drops in the first game turn [9.11]
    later_drops: Int64
    amphibious_from: Int64  # game turn of the first landings from the sea, 0 never [9.13]
    amphibious_first: Int64  # units in that phase
    amphibious_later: Int64
    militia_from: Int64  # game turn, 0 never [9.4]
    # for computer players
    bars_exits: Int64  # exits are so few that Egypt stands in them
    lands_to_leave: Int64  # who lands early comes to leave the map, while that pays best
    shells_objectives: Int64  # artillery goes where an enemy on an objective is in its range


class Board(Switches, Protocol):
    """The constant data of a game: everything about map, counters and charts that kernels use."""

    # hexes
    hexes: Int64
    neighbor: Hexsides64  # clockwise from north, -1 off the map
    step: Hexsides64  # half points for a ground unit, 0 closed
    closed: Hexsides64  # a closed hexside between two land hexes [9.14]
    retreat: Hexsides64  # a retreat may cross it [7.9, 9.16]
    side_shift: Hexsides64  # columns for a defender across it, 0 or less
    q: Annotated[Hexes64, "axial coordinate"]
    r: Annotated[Hexes64, "axial coordinate"]
    land: Annotated[Hexes64, "a unit may stand there"]
    clear: Annotated[Hexes64, "clear terrain"]
    city: Annotated[Hexes64, "a city"]
    city_place: Hexes64  # 0, 1, … among the city hexes, -1 no city
    cities: Int64
    fort: Annotated[Hexes64, "a fortification"]
    engineer_ground: Hexes64  # engineers help an attack on it [9.15, 10.13]
    near_fort: Hexes64  # a fortification or next to one [7.17, 8.17]
    missile_stop: Hexes64  # town, city, rough: missiles do not cross [10.12]
    shift: Annotated[Hexes64, "column shift for any defender there"]
    fort_shift: Annotated[Hexes64, "column shift for an Egyptian defender there"]
    coast: Annotated[Hexes64, "amphibious landings"]  # [9.13]
    objective: Annotated[Hexes64, "an objective"]
    goals: Int64
    goal: Annotated[Vector[int], np.int64, st.MAX_GOALS]  # the first of the objective hexes
    # hexes to each of them
    goal_distance: Annotated[Matrix[int], np.int64, st.MAX_GOALS, st.MAX_HEXES]
    # hexes to the nearest objective; for the West, to the nearest objective or exit
    near_goal: Annotated[Matrix[int], np.int64, 2, st.MAX_HEXES]
    exit_cost: Annotated[Hexes64, "half points to leave the map there, 0 no exit"]
    entry_cost: Annotated[Hexes64, "half points for the entry hex"]
    rim: Hexes64  # 0, 1, … among hexes units can enter by, -1 none
    sea_distance: Hexes64  # hexes to the nearest all-sea hex [9.12]
    # counters
    units: Int64
    side: Annotated[Units64, "number of its side"]
    nation: Annotated[Units64, "0 British, 1 French, -1 neither"]
    division: Annotated[Units64, "Israeli division, 0 joins any"]
    mobility: Annotated[Units64, numbered("mobility", st.MOBILITIES)]
    artillery: Annotated[Units64, "artillery"]
    engineer: Annotated[Units64, "a Western engineer"]
    missile: Annotated[Units64, "the anti-tank missile unit"]  # [10.12]
    strength: Annotated[Units64, "what it attacks with"]
    defense: Annotated[Units64, "what it defends with"]
    fpf: Annotated[Units64, "its protective fire"]
    range: Annotated[Units64, "range of artillery"]
    allowance: Annotated[Units64, "movement allowance, in half points"]
    drops: Annotated[Units64, "may land from the air"]
    militia: Annotated[Units64, "militia"]
    column: Units64  # THIRD, FOURTH, SHAZLI, NO_COLUMN
    matt: Units64  # of the Matt brigade
    arrives: Annotated[Units64, "game turn from which it may enter, 0 never"]
    may_enter: Entries64  # by which rim hexes, without privilege
    may_enter_privileged: Entries64  # with it [10.5]
    setup_group: Units64  # order of set-up, 1 first; 0 is not set up
    setup_hex: Annotated[Matrix[int], np.int64, st.MAX_UNITS, st.MAX_HEXES]  # may be set up there
    suggested: Units64  # hex of the suggested set-up, -1 none
    rim_hex: Annotated[Vector[int], np.int64, st.MAX_RIM]
    rims: Int64
    joint: Int64  # the helicopter that lifts (JS), -1 none
    engineer_slot: Units64  # 0, 1, … among the engineers, -1 none
    slot_unit: Annotated[Vector[int], np.int64, 4]
    # charts
    turns: Int64
    optional_last: Int64  # the last turn the West may go on to, 0 none
    night: Annotated[Vector[int], np.int64, 16]  # by game turn
    results: Annotated[Cube[int], np.int64, 3, 7, 12]  # table, die, column
    column_low: Annotated[Vector[int], np.int64, 12]  # least differential of the column
    air_markers: Annotated[Vector[int], np.int64, 2]  # each game turn, by nation; El Arish: rolled
    air_dice_day: Int64
    air_dice_night: Int64
    air_from: Int64  # first turn whose airstrikes are rolled for
    guns: Int64  # there is naval gunfire
    guns_barrage: Int64
    guns_fpf: Int64
    engineer_shift: Int64
    mixed_shift: Int64  # British and French [7.18]
    withdrawal_shift: Int64
    pass_through: Annotated[Vector[int], np.int64, 2]  # half points, by side [5.12]
    # the victory of a scenario: see `core.scenarios.victory`
    conditions: Int64  # 0: the game's own victory
    otherwise: Int64
    condition_kind: Conditions64
    condition_side: Conditions64
    condition_count: Conditions64
    condition_at_once: Conditions64
    condition_places: Annotated[Matrix[int], np.int64, MOST_CONDITIONS, st.MAX_HEXES]
    condition_units: Annotated[Matrix[int], np.int64, MOST_CONDITIONS, st.MAX_UNITS]
    win_by: Int64  # half points
    bid: Int64  # half points that the West is given, below 0: Egypt
    opening: Int64  # Egypt's points before the first turn
    worth: Annotated[Vector[int], np.int64, 2]  # half points for an eliminated unit of that side
    fire_into_city: Int64
    egypt_objective: Int64
    west_objective: Int64
    # half points for a Western exit, by game turn
    exit_points: Annotated[Vector[int], np.int64, 16]
    drop_points: Int64
    matt_points: Int64
    fourth_points: Int64
    shazli_points: Int64
    divisions: Int64  # Israeli divisions do not attack together [7.18]
    # the sergeant's numbers, by side
    weights: Annotated[Matrix[float], np.float64, 2, len(heuristic_weights.NAMES)]


class State(Protocol):
    """A position: nothing else is remembered between decisions."""

    turn: Annotated[Int64, "game turn"]
    side: Annotated[Int64, "number of the side whose Player-Turn it is"]
    step: Annotated[Int64, numbered("pending decision", st.STEPS)]
    hex: Units64  # negative where it is in none
    # this Movement Phase
    moved: Annotated[Units16, "has moved in this Movement Phase"]
    # [9.11, 10.10]
    dropping: Annotated[Int16, "1: nothing but air drops has been done in this Movement Phase"]
    drops: Annotated[Int16, "air drops made in this Movement Phase"]
    landings: Annotated[Int16, "amphibious landings made in this Movement Phase"]  # [9.13]
    # units that have entered by that hex [10.4]
    entered: Annotated[Vector[int], np.int16, st.MAX_RIM]
    column_hex: Annotated[Vector[int], np.int64, 3, "hex by which column {} enters, -1 not fixed"]
    entering: Annotated[Int64, "unit between its entry hex and the rest of its move, -1 none"]
    entry_hex: Annotated[Int64, "hex by which it enters, -1 none"]
    militia_left: Annotated[Int16, "militia to be placed now"]
    placed: Annotated[Units16, "militia: placed in this Player-Turn, as the first, the second, …"]
    # this Player-Turn
    landed: Annotated[
        Units16, "1 landed, 2 brought over with the help of an engineer, in this Player-Turn"
    ]
    fixed: Annotated[Units16, "an engineer that helps others across"]  # [9.14]
    disengaged: Annotated[Units16, "has left a zone of control in a withdrawal"]  # [10.11]
    # this Combat Phase
    bound: Annotated[Units16, "must attack in this Combat Phase"]
    owed: Annotated[Units16, "must be attacked in this Combat Phase"]
    fought: Annotated[Units16, "has attacked in this Combat Phase"]
    attacked: Annotated[Units16, "has been attacked in this Combat Phase"]
    displaced: Annotated[Units16, "has been displaced in this Combat Phase"]
    protected: Annotated[Units16, "artillery that has given protective fire in this Combat Phase"]
    # [8.19]
    guns_used: Annotated[Vector[int], np.int16, 2, "1: naval guns of nation {} have fired"]
    # city hexes that fire has been paid for [9.8]
    city_fired: Annotated[Vector[int], np.int16, st.MAX_CITY]
    # longer
    # [8.10]
    shaken: Annotated[Units16, "has retreated or been displaced in its own last Combat Phase"]
    air: Annotated[Vector[int], np.int16, 2, "airstrikes left in this game turn, kind {}"]
    air_dice: Annotated[Int16, "dice still to be rolled for airstrikes"]
    amphibious: Annotated[Int16, "1: the first phase with an amphibious landing is over"]  # [9.13]
    privilege: Annotated[Int16, "1: Matt's one battalion has come elsewhere"]  # [10.5]
    withdrawn: Annotated[Int16, "1: the withdrawal is declared"]  # [10.11]
    militia_over: Annotated[Int16, "1: there is no more militia"]  # [9.4]
    # city hexes that a Western unit entered last [9.4]
    west_city: Annotated[Vector[int], np.int16, st.MAX_CITY]
    # the West's secret until it has ended [9.2]
    last_turn: Annotated[
        Int16, Kept("last turn that the West has written down; 0 to everybody else")
    ]
    ledger: Annotated[Vector[int], np.int16, len(st.LEDGER), st.LEDGER, "half victory points: {}"]
    # the combat being resolved
    role: Annotated[
        Units16, "in the combat being resolved: 1 adjacent, 2 ranged, 3 defender, 4 protector"
    ]
    origin: Annotated[Units64, "hex from which it takes part in the combat, -1 none"]
    aims: Annotated[Int64, "defending hexes"]
    aim: Annotated[Vector[int], np.int64, 6]  # ascending
    strikes: Annotated[Vector[int], np.int16, 4, "the attacker's markers of kind {}"]
    covers: Annotated[Vector[int], np.int16, 4, "the defender's markers of kind {}"]
    crt: Annotated[Int64, "combat table: 1 mobile, 2 frontal"]
    night_shift: Annotated[Int16, "column shift of the night"]
    result: Annotated[Int64, listed("result on the table, from 1", st.RESULTS[1:])]
    retreating: Annotated[Int64, "number of the side that retreats, -1 nobody"]
    due: Annotated[Units16, "steps that it still has to retreat"]
    mover: Annotated[Int64, "unit in the middle of its retreat, -1 none"]
    # the hex left, then those of the retreat, -1 the rest
    path: Annotated[Matrix[int], np.int64, st.MAX_UNITS, 5]
    chain: Annotated[Int64, "displacements that wait for one another"]
    chain_unit: Units64  # who wants to enter …
    chain_hex: Units64  # … which hex, once its friends there are displaced
    loss_due: Annotated[Int64, "strength that the attacker has still to lose"]
    advanced: Annotated[Units16, "has advanced after this combat"]
    # the end
    winner: Annotated[Int16, "number of the side that has won, -1 a draw or none yet"]
    ending: Annotated[
        Int16, listed("how the game has ended, 0 while it goes on, then", st.ENDING_NAMES[1:])
    ]


class Work(Protocol):
    """Values computed from a position; `zones.refresh` can compute them again at any time."""

    head: Hexes64  # the first unit in the hex, by counter list; -1 none
    next: Units64  # the next one in the same hex; -1 none
    count: Hexes64
    # units of that side adjacent to the hex
    zone: Annotated[Matrix[int], np.int64, 2, st.MAX_HEXES]
    fort_zone: Hexes64  # Egyptian units in fortifications adjacent to the hex
    # one search at a time
    cost: Hexes64  # half points spent to be there, UNREACHED where one cannot be
    previous: Hexes64  # the hex before it, -1 at the start
    bucket: Annotated[Matrix[int], np.int16, st.BUCKETS, st.MAX_HEXES]
    bucket_size: Annotated[Vector[int], np.int64, st.BUCKETS]
    # what searches found, kept while it stays true
    reach_size: Units64  # -1: not computed
    # hexes the unit can be in, ascending
    reach: Annotated[Matrix[int], np.int16, st.MAX_UNITS, st.MAX_HEXES]
    reach_cost: Annotated[Matrix[int], np.int16, st.MAX_UNITS, st.MAX_HEXES]
    # what a predicate of `rules` leaves with the number of a rule
    witness: Int64  # the unit that is in the way
    price: Int64  # half points
    # duties, as an attack that is looked at would have them [7.3, 7.19]
    bound: Units64
    owed: Units64
    joiner: Units64


Board.__annotations__.update(Switches.__annotations__)  # `dtype_of` looks at those of a class alone
BOARD, STATE, WORK = dtype_of(Board), dtype_of(State), dtype_of(Work)
