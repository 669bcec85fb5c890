"""The record of a board: everything about map, counters and charts that kernels use."""

from __future__ import annotations

import numpy as np

from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.data import heuristic_weights

BOARD = np.dtype(
    [
        ("hexes", "i4"),
        ("neighbor", "i2", (st.MAX_HEXES, 6)),  # -1 off the map
        ("step", "i2", (st.MAX_HEXES, 6)),  # half points, 0 closed
        ("zone_reaches", "i2", (st.MAX_HEXES, 6)),
        ("ridge", "i2", (st.MAX_HEXES, 6)),
        ("land", "i2", st.MAX_HEXES),  # a unit may stand there
        ("terrain_cost", "i2", st.MAX_HEXES),  # half points, 0 prohibited
        ("entry_cost", "i2", st.MAX_HEXES),  # coming from off the map: the road, where one leaves
        ("edge", "i2", st.MAX_HEXES),
        ("q", "i2", st.MAX_HEXES),  # axial coordinates, for distances
        ("r", "i2", st.MAX_HEXES),
        ("bridge_may", "i2", st.MAX_HEXES),  # the bridge unit may enter (14.2)
        ("carries_loc", "i2", st.MAX_HEXES),  # clear, or with a road (14.1)
        ("canal", "i2", st.MAX_HEXES),  # landing by sea (15.6)
        ("shift", "i2", st.MAX_HEXES),  # columns, for a defender there
        ("shift_across_ridge", "i2", st.MAX_HEXES),  # the same, attacked only across ridges
        ("crossing_hex", "i4"),
        ("loc_end", "i4"),
        # counters
        ("units", "i4"),
        ("side", "i2", st.MAX_UNITS),
        ("type", "i2", st.MAX_UNITS),
        ("strength", "i2", st.MAX_UNITS),
        ("allowance", "i2", st.MAX_UNITS),  # points, as printed
        ("at_start", "i2", st.MAX_UNITS),  # hex, -1 none
        ("arrives", "i2", st.MAX_UNITS),  # game turn by land, 0 never
        ("entry", "i2", st.MAX_UNITS),  # hex
        ("entry_inside", "i2", st.MAX_UNITS),  # its entry hex lies inside the map (15.1)
        ("by_air_from", "i2", st.MAX_UNITS),  # game turn, 0 never
        ("by_sea_from", "i2", st.MAX_UNITS),
        ("beside", "i2", st.MAX_UNITS),  # is placed before turn 1 next to ...
        ("anchor", "i2", st.MAX_UNITS),  # ... one of these units
        ("bridge_unit", "i4"),
        # charts
        ("turns", "i4"),
        ("night", "i2", 100),
        ("confusion_turn", "i4"),
        ("results", "i2", (7, 16)),  # die 1 to 6, column
        ("columns", "i4"),
        ("column_low", "i2", 16),  # least differential of the column
        ("combined_arms_shift", "i4"),
        ("support_shift", "i4"),
        ("support_free", "i4"),
        ("bombardments", "i4"),
        ("bombard_kills", "i2", 7),
        ("ferry_cost", "i4"),
        ("bridge_cost", "i4"),
        ("ferry_units", "i4"),
        ("crossing_from", "i4"),  # game turn
        ("units_across_to_win", "i4"),
        ("night_less", "i4"),
        # switches of the edition
        ("night_halves", "i4"),
        ("bridge_limited", "i4"),
        ("bridge_loss_ends", "i4"),
        ("weights", "f8", (2, len(heuristic_weights.NAMES))),  # the sergeant's numbers, by side
    ]
)
