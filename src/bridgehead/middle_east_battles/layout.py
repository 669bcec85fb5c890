"""What the kernels know of a game that never changes: one record, filled by `board.build`."""

from __future__ import annotations

import numpy as np

from bridgehead.middle_east_battles import state as st

BOARD = np.dtype(
    [
        # hexes
        ("hexes", "i4"),
        ("neighbor", "i2", (st.MAX_HEXES, 6)),  # clockwise from north, -1 off the map
        ("step", "i2", (st.MAX_HEXES, 6)),  # half points for a ground unit, 0 closed
        ("closed", "i2", (st.MAX_HEXES, 6)),  # a closed hexside between two land hexes [9.14]
        ("retreat", "i2", (st.MAX_HEXES, 6)),  # a retreat may cross it [7.9, 9.16]
        ("side_shift", "i2", (st.MAX_HEXES, 6)),  # columns for a defender across it, 0 or less
        ("q", "i2", st.MAX_HEXES),  # axial coordinates, for distances
        ("r", "i2", st.MAX_HEXES),
        ("land", "i2", st.MAX_HEXES),  # a unit may stand there
        ("clear", "i2", st.MAX_HEXES),  # clear terrain, where units land from the air
        ("city", "i2", st.MAX_HEXES),
        ("city_place", "i2", st.MAX_HEXES),  # 0, 1, … among the city hexes, -1 no city
        ("cities", "i4"),
        ("fort", "i2", st.MAX_HEXES),  # fortification
        ("near_fort", "i2", st.MAX_HEXES),  # a fortification or next to one [7.17, 8.17]
        ("missile_stop", "i2", st.MAX_HEXES),  # town, city, rough: missiles do not cross [10.12]
        ("shift", "i2", st.MAX_HEXES),  # columns, for any defender there (no fortification)
        ("fort_shift", "i2", st.MAX_HEXES),  # columns, for an Egyptian defender there
        ("coast", "i2", st.MAX_HEXES),  # amphibious landings [9.13]
        ("objective", "i2", st.MAX_HEXES),
        ("exit_cost", "i2", st.MAX_HEXES),  # half points to leave the map there, 0 not an exit
        ("entry_cost", "i2", st.MAX_HEXES),  # half points for the entry hex of the first unit
        ("rim", "i2", st.MAX_HEXES),  # 0, 1, … among hexes units can enter by, -1 none
        ("sea_distance", "i2", st.MAX_HEXES),  # hexes to the nearest all-sea hex [9.12]
        # counters
        ("units", "i4"),
        ("side", "i2", st.MAX_UNITS),
        ("nation", "i2", st.MAX_UNITS),  # BRITISH, FRENCH, -1 neither
        ("division", "i2", st.MAX_UNITS),  # El Arish, Israel: 1 to 5; 0 joins any; Egypt 0
        ("mobility", "i2", st.MAX_UNITS),
        ("artillery", "i2", st.MAX_UNITS),
        ("engineer", "i2", st.MAX_UNITS),  # Western engineers
        ("missile", "i2", st.MAX_UNITS),  # the anti-tank missile unit [10.12]
        ("strength", "i2", st.MAX_UNITS),  # in attack: strength, or barrage of artillery
        ("defense", "i2", st.MAX_UNITS),  # in defense: strength, or defense of artillery
        ("fpf", "i2", st.MAX_UNITS),
        ("range", "i2", st.MAX_UNITS),
        ("allowance", "i2", st.MAX_UNITS),  # half points
        ("drops", "i2", st.MAX_UNITS),  # may land from the air
        ("militia", "i2", st.MAX_UNITS),
        ("column", "i2", st.MAX_UNITS),  # THIRD, FOURTH, SHAZLI, NO_COLUMN
        ("matt", "i2", st.MAX_UNITS),  # of the Matt brigade
        ("arrives", "i2", st.MAX_UNITS),  # El Arish: game turn from which it may enter, 0 never
        ("may_enter", "i2", (st.MAX_UNITS, st.MAX_RIM)),  # by which rim hexes, without privilege
        ("may_enter_privileged", "i2", (st.MAX_UNITS, st.MAX_RIM)),  # with it [10.5]
        ("setup_group", "i2", st.MAX_UNITS),  # order of set-up, 1 first; 0 is not set up
        ("setup_hex", "i2", (st.MAX_UNITS, st.MAX_HEXES)),  # may be set up there
        ("suggested", "i2", st.MAX_UNITS),  # hex of the suggested set-up, -1 none
        ("rim_hex", "i2", st.MAX_RIM),
        ("rims", "i4"),
        ("joint", "i4"),  # the helicopter that lifts (JS), -1 none
        ("engineer_slot", "i2", st.MAX_UNITS),  # 0, 1, … among the engineers, -1 none
        ("slot_unit", "i2", 4),
        # charts
        ("turns", "i4"),
        ("optional_last", "i4"),  # the last turn the West may go on to, 0 none
        ("night", "i2", 16),  # by game turn
        ("results", "i2", (3, 7, 12)),  # table, die, column
        ("column_low", "i2", 12),  # least differential of the column
        ("air_markers", "i2", 2),  # each game turn, by nation; El Arish: rolled
        ("air_dice_day", "i4"),
        ("air_dice_night", "i4"),
        ("air_from", "i4"),  # first turn whose airstrikes are rolled for
        ("guns", "i4"),  # there is naval gunfire
        ("guns_barrage", "i4"),
        ("guns_fpf", "i4"),
        ("engineer_shift", "i4"),
        ("mixed_shift", "i4"),  # British and French [7.18]
        ("withdrawal_shift", "i4"),
        ("pass_through", "i2", 2),  # half points, by side [5.12]
        ("win_by", "i4"),
        ("opening", "i4"),  # Egypt's points before the first turn
        ("worth", "i2", 2),  # half points for an eliminated unit of that side
        ("fire_into_city", "i4"),
        ("egypt_objective", "i4"),
        ("west_objective", "i4"),
        ("exit_points", "i2", 16),  # half points for a Western exit, by game turn
        ("drop_points", "i4"),
        ("matt_points", "i4"),
        ("fourth_points", "i4"),
        ("shazli_points", "i4"),
        # switches: which game it is
        ("suez", "i4"),  # Suez '56; otherwise El Arish '67
        ("divisions", "i4"),  # Israeli divisions do not attack together [7.18]
        ("militia_from", "i4"),  # game turn, 0 never
        ("first_drops", "i4"),  # air drops in the first game turn
        ("later_drops", "i4"),
        ("amphibious_from", "i4"),  # game turn, 0 never
        ("amphibious_first", "i4"),
        ("amphibious_later", "i4"),
    ]
)
