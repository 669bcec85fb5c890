"""The constant data of the game for kernels: one record, filled by `board.build`."""

from __future__ import annotations

import numpy as np

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.data import heuristic_weights

BOARD = np.dtype(
    [
        # places: points in the order of the map file, then the reserve areas
        ("points", "i8"),
        ("places", "i8"),
        ("reserve", "i8", 3),  # place of the Israeli, the Egyptian, the Syrian Reserve
        ("theater", "i8", st.MAX_PLACES),  # SINAI, GOLAN, BOTH
        ("features", "i8", st.MAX_PLACES),  # bits
        ("hermon", "i8"),  # the point of the signals unit, -1 none
        ("start_control", "i8", st.MAX_PLACES),
        ("degree", "i8", st.MAX_PLACES),
        ("neighbor", "i8", (st.MAX_PLACES, st.MAX_DEGREE)),  # ascending, -1 past the degree
        ("route", "i8", (st.MAX_PLACES, st.MAX_DEGREE)),  # ROAD, CANAL, LAKE, RED_SEA, EDGE
        ("canal", "i8", (st.MAX_PLACES, st.MAX_DEGREE)),  # number of the canal route, else -1
        ("canals", "i8"),
        ("canal_end", "i8", (st.MAX_CANALS, 2)),  # the bank in Africa, the other
        # the large tables are 16 bits wide, so that they stay in the processor's cache
        ("sam_steps", "i2", (st.MAX_PLACES, st.MAX_PLACES)),  # by road, canal, lake; 99 too far
        # by side, over any routes and its own reserve areas
        ("steps", "i2", (2, st.MAX_PLACES, st.MAX_PLACES)),
        # by side: the other points of its theater that are one step away, then those two away
        ("near", "i2", (2, st.MAX_PLACES, st.MAX_PLACES)),
        ("nears", "i8", (2, st.MAX_PLACES, 2)),  # how many one step away, how many in all
        # routes by land and canal that are open to Israel's mechanized class, to Israelis on foot,
        # and to the Arabs' two: how many, where they lead, the canal's number or -1
        ("ways", "i8", (4, st.MAX_PLACES)),
        ("way_to", "i2", (4, st.MAX_PLACES, st.MAX_DEGREE)),
        ("way_canal", "i2", (4, st.MAX_PLACES, st.MAX_DEGREE)),
        # terrain
        ("stop_all", "i8", st.MAX_PLACES),
        ("stop_foot", "i8", st.MAX_PLACES),  # stops who is not mechanized
        ("passes", "i8", st.MAX_PLACES),  # the side whose fort it is: it never has to stop; -1
        ("no_mech", "i8", st.MAX_PLACES),  # closed to mechanized-class units
        ("water", "i8", st.MAX_PLACES),  # a crossing point
        ("shift", "i8", (st.MAX_PLACES, 2)),  # columns, for the attack of Israel, of the Arabs
        ("mech_shift", "i8", st.MAX_PLACES),  # for the ground fire of mechanized-class attackers
        ("fort_of", "i8", st.MAX_PLACES),  # side of the fort, -1
        ("city", "i8", st.MAX_PLACES),  # an Egyptian city
        # walks: every way of one to four points, numbered so that longer ways follow their start
        ("walks", "i8"),
        ("walk", "i2", (st.MAX_WALKS, 4)),  # points entered, -1 past the last
        ("walk_size", "i2", st.MAX_WALKS),
        ("walk_end", "i2", st.MAX_WALKS),  # the last of them
        ("first_walk", "i8", st.MAX_PLACES),  # the walk of that one place
        ("longer", "i2", (st.MAX_WALKS, st.MAX_DEGREE)),  # on to the n-th neighbor, -1 none
        # counters
        ("units", "i8"),
        ("side", "i8", st.MAX_UNITS),
        ("nation", "i8", st.MAX_UNITS),
        ("stock", "i8", st.MAX_UNITS),  # 0 Israel, 1 Egypt, 2 Syria, -1 an ally
        ("type", "i8", st.MAX_UNITS),
        ("air", "i8", st.MAX_UNITS),  # a strike
        ("mech", "i8", st.MAX_UNITS),  # mechanized class
        ("army", "i8", st.MAX_UNITS),  # a headquarters of an army or front (xxxx)
        ("strength", "i8", st.MAX_UNITS),
        ("anti_armor", "i8", st.MAX_UNITS),  # the bracket, 0 none
        ("attack_bracket", "i8", st.MAX_UNITS),  # rocket units, 0 none
        ("hq", "i8", st.MAX_UNITS),  # leader value, 0 none
        ("stack", "i8", st.MAX_UNITS),
        ("free_type", "i8", st.MAX_UNITS),  # 0 to FREE_TYPES - 1, -1 none
        ("traits", "i8", st.MAX_UNITS),  # flags of the counter, as bits
        ("large", "i8", st.MAX_UNITS),
        ("home", "i8", st.MAX_UNITS),  # the city of a city brigade, -1
        ("mobilize", "i8", st.MAX_UNITS),  # half points, 0 not possible
        ("refit", "i8", st.MAX_UNITS),
        ("limit", "i8", st.MAX_UNITS),  # 0 armor, 1 mechanized: counts against that limit; -1
        ("third", "i8", st.MAX_UNITS),  # 0 armor, 1 mechanized, 2 infantry battalion; -1 [24]
        ("free", "i8", st.MAX_UNITS),  # may be the free unit
        ("group", "i8", st.MAX_UNITS),
        ("groups", "i8"),
        ("group_first", "i8", st.MAX_GROUPS),
        ("group_count", "i8", st.MAX_GROUPS),
        ("type_first", "i8", 20),  # bounds within which all counters of a type lie
        ("type_last", "i8", 20),
        ("typed", "i2", st.MAX_UNITS),  # the counters by type, each type's in their order
        ("typed_from", "i8", 21),  # where each type's begin; the last: how many there are
        ("part", "i8", (st.MAX_UNITS, 2)),  # groups of the components, -1
        ("parts", "i8", (st.MAX_UNITS, 2)),  # how many of each
        ("back_part", "i8", (st.MAX_UNITS, 2)),  # of the Combined Arms side, -1
        ("back_parts", "i8", (st.MAX_UNITS, 2)),
        ("back_strength", "i8", st.MAX_UNITS),
        ("tied", "i8", st.MAX_UNITS),  # brigades lying in Available: 0 armor … freed by thirds; -1
        ("zone", "i8", st.MAX_UNITS),  # of the set-up, -1 placed at the start
        ("start", "i8", st.MAX_UNITS),  # place or box where it begins; UNPLACED in a zone
        ("suggested", "i8", st.MAX_UNITS),  # where `deploy` puts it, -1
        # set-up
        ("zones", "i8"),
        ("zone_side", "i8", st.MAX_ZONES),
        ("zone_place", "i8", (st.MAX_ZONES, st.MAX_PLACES)),
        ("zone_most", "i8", st.MAX_ZONES),  # counters in a point, 0 the normal limit
        ("zone_forts", "i8", st.MAX_ZONES),  # Purple Line forts that must be occupied
        # charts
        ("crt", "i8", (6, 20)),  # by die - 1, column - 1
        ("air_crt", "i8", (6, 11)),
        ("air_defense", "i8", (3, 6)),  # strategic, ground attack, recon
        ("airmobile", "i8", (3, 6)),  # good, plain, bad
        ("refit_table", "i8", (2, 6)),
        ("allowance", "i8"),
        ("without_loc", "i8"),
        ("doubled", "i8"),
        ("fly_range", "i8"),
        ("drop_range", "i8"),
        ("stack_limit", "i8", 2),
        ("air_limit", "i8", 2),
        ("umbrella", "i8", 2),  # mobile, static
        ("limits", "i8", 2),  # Israeli armor, mechanized battalions in the game
        ("free_from", "i8"),
        ("last_turn", "i8"),
        ("income", "i8", (3, 12)),  # by stock and turn
        ("first_tac", "i8"),  # Israeli TAC in missions on turn 1
        ("barrage_strength", "i8", 3),
        ("barrage_most", "i8", 3),
        ("barrage_start", "i8", 3),
        ("ew_most", "i8", 2),  # by side
        ("ew_start", "i8", 3),
        ("bridges_most", "i8"),
        ("city_points", "i8"),
        # options
        ("elite_everywhere", "i8"),
        ("ceasefires", "i8"),
        ("hold_return", "i8"),
        ("fog", "i8"),
        # the end of the game
        ("casualties_above", "i8", 2),  # Israel's index, an Arab one: above it the game is lost
        ("cities_needed", "i8"),
        ("casualty_worth", "i8", 2),  # victory points of Israel, of the Arabs
        ("fort_worth", "i8", 2),
        ("objective_worth", "i8", 2),
        ("pass_worth", "i8"),
        ("town_worth", "i8"),
        ("african_worth", "i8"),
        ("level", "i8", 2),  # lead for a minor, a major victory
        ("win_by", "i8"),  # half points: the lead that wins at all
        ("bid", "i8"),  # half points that Israel is given, below 0: the Arabs
        # mobilization and events
        ("barrage_price", "i8", 2),  # of a marker, by side, half points
        ("event_returns", "i8", len(st.EVENTS)),  # back into the pool after play
        ("effects", "i8", len(st.EVENTS)),  # how many the event has
        ("effect", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),  # what happens: GAIN_EW …
        ("effect_dice", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),
        ("effect_amount", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),
        ("effect_stock", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),  # -1: Egypt or Syria, to choose
        ("effect_split", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),  # and may be divided
        ("effect_theater", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),
        ("effect_count", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),  # features counted, bits
        ("effect_types", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),  # types of counters, bits
        ("effect_boxes", "i8", (len(st.EVENTS), st.MAX_EFFECTS)),  # where from, bits by BOXES
        ("ceasefire_from", "i8"),  # the first turn in which a Ceasefire counts
        ("division_counts", "i8"),  # for how many allies a division counts
        ("jordan_most", "i8"),
        # computer players
        ("weights", "f8", (2, len(heuristic_weights.NAMES))),  # the sergeant's numbers, by side
        ("promise", "f8", 20),  # the hits that it sees in a column of the ground table
    ]
)
