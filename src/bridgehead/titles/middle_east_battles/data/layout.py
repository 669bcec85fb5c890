"""The constant data of a game for kernels: one record, filled by `board.build`."""

from __future__ import annotations

import numpy as np

from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.data import heuristic_weights

BOARD = np.dtype(
    [
        # hexes
        ("hexes", "i8"),
        ("neighbor", "i8", (st.MAX_HEXES, 6)),  # clockwise from north, -1 off the map
        ("step", "i8", (st.MAX_HEXES, 6)),  # half points for a ground unit, 0 closed
        ("closed", "i8", (st.MAX_HEXES, 6)),  # a closed hexside between two land hexes [9.14]
        ("retreat", "i8", (st.MAX_HEXES, 6)),  # a retreat may cross it [7.9, 9.16]
        ("side_shift", "i8", (st.MAX_HEXES, 6)),  # columns for a defender across it, 0 or less
        ("q", "i8", st.MAX_HEXES),  # axial coordinates, for distances
        ("r", "i8", st.MAX_HEXES),
        ("land", "i8", st.MAX_HEXES),  # a unit may stand there
        ("clear", "i8", st.MAX_HEXES),  # clear terrain, where units land from the air
        ("city", "i8", st.MAX_HEXES),
        ("city_place", "i8", st.MAX_HEXES),  # 0, 1, … among the city hexes, -1 no city
        ("cities", "i8"),
        ("fort", "i8", st.MAX_HEXES),  # fortification
        ("near_fort", "i8", st.MAX_HEXES),  # a fortification or next to one [7.17, 8.17]
        ("missile_stop", "i8", st.MAX_HEXES),  # town, city, rough: missiles do not cross [10.12]
        ("shift", "i8", st.MAX_HEXES),  # columns, for any defender there (no fortification)
        ("fort_shift", "i8", st.MAX_HEXES),  # columns, for an Egyptian defender there
        ("coast", "i8", st.MAX_HEXES),  # amphibious landings [9.13]
        ("objective", "i8", st.MAX_HEXES),
        ("goals", "i8"),
        ("goal", "i8", st.MAX_GOALS),  # the first of the objective hexes
        ("goal_distance", "i8", (st.MAX_GOALS, st.MAX_HEXES)),  # hexes to each of them
        # hexes to the nearest objective; for the West, to the nearest objective or exit
        ("near_goal", "i8", (2, st.MAX_HEXES)),
        ("exit_cost", "i8", st.MAX_HEXES),  # half points to leave the map there, 0 not an exit
        ("entry_cost", "i8", st.MAX_HEXES),  # half points for the entry hex of the first unit
        ("rim", "i8", st.MAX_HEXES),  # 0, 1, … among hexes units can enter by, -1 none
        ("sea_distance", "i8", st.MAX_HEXES),  # hexes to the nearest all-sea hex [9.12]
        # counters
        ("units", "i8"),
        ("side", "i8", st.MAX_UNITS),
        ("nation", "i8", st.MAX_UNITS),  # BRITISH, FRENCH, -1 neither
        ("division", "i8", st.MAX_UNITS),  # El Arish, Israel: 1 to 5; 0 joins any; Egypt 0
        ("mobility", "i8", st.MAX_UNITS),
        ("artillery", "i8", st.MAX_UNITS),
        ("engineer", "i8", st.MAX_UNITS),  # Western engineers
        ("missile", "i8", st.MAX_UNITS),  # the anti-tank missile unit [10.12]
        ("strength", "i8", st.MAX_UNITS),  # in attack: strength, or barrage of artillery
        ("defense", "i8", st.MAX_UNITS),  # in defense: strength, or defense of artillery
        ("fpf", "i8", st.MAX_UNITS),
        ("range", "i8", st.MAX_UNITS),
        ("allowance", "i8", st.MAX_UNITS),  # half points
        ("drops", "i8", st.MAX_UNITS),  # may land from the air
        ("militia", "i8", st.MAX_UNITS),
        ("column", "i8", st.MAX_UNITS),  # THIRD, FOURTH, SHAZLI, NO_COLUMN
        ("matt", "i8", st.MAX_UNITS),  # of the Matt brigade
        ("arrives", "i8", st.MAX_UNITS),  # El Arish: game turn from which it may enter, 0 never
        ("may_enter", "i8", (st.MAX_UNITS, st.MAX_RIM)),  # by which rim hexes, without privilege
        ("may_enter_privileged", "i8", (st.MAX_UNITS, st.MAX_RIM)),  # with it [10.5]
        ("setup_group", "i8", st.MAX_UNITS),  # order of set-up, 1 first; 0 is not set up
        ("setup_hex", "i8", (st.MAX_UNITS, st.MAX_HEXES)),  # may be set up there
        ("suggested", "i8", st.MAX_UNITS),  # hex of the suggested set-up, -1 none
        ("rim_hex", "i8", st.MAX_RIM),
        ("rims", "i8"),
        ("joint", "i8"),  # the helicopter that lifts (JS), -1 none
        ("engineer_slot", "i8", st.MAX_UNITS),  # 0, 1, … among the engineers, -1 none
        ("slot_unit", "i8", 4),
        # charts
        ("turns", "i8"),
        ("optional_last", "i8"),  # the last turn the West may go on to, 0 none
        ("night", "i8", 16),  # by game turn
        ("results", "i8", (3, 7, 12)),  # table, die, column
        ("column_low", "i8", 12),  # least differential of the column
        ("air_markers", "i8", 2),  # each game turn, by nation; El Arish: rolled
        ("air_dice_day", "i8"),
        ("air_dice_night", "i8"),
        ("air_from", "i8"),  # first turn whose airstrikes are rolled for
        ("guns", "i8"),  # there is naval gunfire
        ("guns_barrage", "i8"),
        ("guns_fpf", "i8"),
        ("engineer_shift", "i8"),
        ("mixed_shift", "i8"),  # British and French [7.18]
        ("withdrawal_shift", "i8"),
        ("pass_through", "i8", 2),  # half points, by side [5.12]
        ("win_by", "i8"),  # half points
        ("bid", "i8"),  # half points that the West is given, below 0: Egypt
        ("opening", "i8"),  # Egypt's points before the first turn
        ("worth", "i8", 2),  # half points for an eliminated unit of that side
        ("fire_into_city", "i8"),
        ("egypt_objective", "i8"),
        ("west_objective", "i8"),
        ("exit_points", "i8", 16),  # half points for a Western exit, by game turn
        ("drop_points", "i8"),
        ("matt_points", "i8"),
        ("fourth_points", "i8"),
        ("shazli_points", "i8"),
        # switches: which game it is
        ("suez", "i8"),  # Suez '56; otherwise El Arish '67
        ("divisions", "i8"),  # Israeli divisions do not attack together [7.18]
        ("militia_from", "i8"),  # game turn, 0 never
        ("first_drops", "i8"),  # air drops in the first game turn
        ("later_drops", "i8"),
        ("amphibious_from", "i8"),  # game turn, 0 never
        ("amphibious_first", "i8"),
        ("amphibious_later", "i8"),
        ("weights", "f8", (2, len(heuristic_weights.NAMES))),  # the sergeant's numbers, by side
    ]
)
