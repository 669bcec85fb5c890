"""The complete state of a game of Middle East Battles, and the numbers that kernels use for it.

`STATE` is the position: nothing else is remembered between decisions. `WORK` has values computed
from it (occupancy, zones, reach); `zones.refresh` can compute it again at any time.

Numbers that kernels pass to each other (units, hexes, counts) are 64 bits wide here and in the
board, because Numba compiles a function again for every other width; marks are 16 bits wide.
Arithmetic is done in plain ints, so that the compiled and the plain rules never differ. Points of
all kinds (movement, victory) are half points.
"""

from __future__ import annotations

import numpy as np

MAX_UNITS = 96
MAX_HEXES = 1152
MAX_GOALS = 16  # objective hexes that the sergeant looks at
MAX_RIM = 128  # hexes by which units can enter
MAX_CITY = 64
MAX_ACTIONS = 65536

# Sides. The Western one is Anglo-French in Suez '56 and Israeli in El Arish '67 [1.2].
WEST, EGYPT, DICE, NOBODY = 0, 1, 2, -1

# Where a unit is when it is in no hex (s.hex[u] < 0)
OFF, EXITED, ELIMINATED = -1, -2, -3
PLACES = {OFF: "off", EXITED: "exited", ELIMINATED: "eliminated"}

# Mobility [2.13]
MOTO_MECH, STRAIGHT_LEG, HELICOPTER, STATIC = range(4)
MOBILITIES = ("moto_mech", "straight_leg", "helicopter", "static")

# Nations of Western units and markers in Suez '56
BRITISH, FRENCH = 0, 1

# The pending decision
(
    SETUP, AIR_ROLL, WITHDRAWAL, MILITIA_ROLL, MILITIA, MOVEMENT, ONWARD, COMBAT, DECLARE, FPF,
    TABLE, NIGHT_ROLL, ATTACK_ROLL, RETREAT, DISPLACE, LOSS, ADVANCE, CONTINUE, CONTINUE_ROLL, OVER,
) = range(20)  # fmt: skip
STEPS = (
    "setup", "air roll", "withdrawal", "militia roll", "militia", "movement", "onward", "combat",
    "declare", "fpf", "table", "night roll", "roll", "retreat", "displace", "loss", "advance",
    "continue", "continue roll", "over",
)  # fmt: skip
PHASE_OF_STEP = (
    "setup", "start", "start", "start", "start", "movement", "movement", "combat", "combat",
    "combat", "combat", "combat", "combat", "combat", "combat", "combat", "combat", "end", "end",
    "over",
)  # fmt: skip

# Combat tables and results [7.8, 7.9]
NO_TABLE, MOBILE, FRONTAL = range(3)
NO_RESULT, A1, BR, AE, DE, EX, AX, D1, D2, D3, D4 = range(11)
RESULTS = ("", "A1", "BR", "AE", "DE", "EX", "AX", "D1", "D2", "D3", "D4")

# What a unit is in the combat being resolved
NO_ROLE, ADJACENT, RANGED, DEFENDER, PROTECTOR = range(5)

# Marks on units that came onto the map in a special way this Player-Turn: an A1 eliminates them;
# those LANDED do not advance, those BROUGHT_OVER (9.14) may.
NOT_LANDED, LANDED, BROUGHT_OVER = range(3)

# Markers in an attack or in protective fire. Suez '56: British and French airstrikes, British and
# French naval guns. El Arish '67 has the first alone.
AIR_A, AIR_B, GUNS_A, GUNS_B = range(4)

# The columns that enter by one hex [10.4]
NO_COLUMN, THIRD, FOURTH, SHAZLI = -1, 0, 1, 2

# The victory point ledger, in half points, by what they were given for
(
    OPINION, WESTERN_LOSSES, CITY_FIRE, EGYPT_OBJECTIVES, CONTINUATION, AIR_DROP, MATT_ENTERS,
    EGYPTIAN_LOSSES, EXITS, WEST_OBJECTIVES, FOURTH_ENTERS, SHAZLI_ENTERS,
) = range(12)  # fmt: skip
LEDGER = (
    "world opinion", "western units eliminated", "fire into cities", "objectives, egypt",
    "continuation", "air drop", "matt enters", "egyptian units eliminated", "units exited",
    "objectives, west", "4th division enters", "shazli force enters",
)  # fmt: skip
FIRST_OF_WEST = EGYPTIAN_LOSSES  # entries before it are Egypt's, from it on the West's

# How a game ended
NOT_ENDED, ON_POINTS, DRAWN, RESIGNED = range(4)
ENDING_NAMES = ("", "points", "draw", "resigned")

# Actions: unit * UNIT + verb * VERB + place. Place is a hex, a face, a number, or for CROSS the
# number of the engineer's slot * 2048 + hex. Actions without a unit have the unit 127, so that
# they come last; a list of legal actions is ascending.
VERB, UNIT, NO_UNIT, SLOT = 8192, 8192 * 64, 127, 2048
VERBS = (
    "place", "move", "enter", "exit", "drop", "land", "lift", "liftoff", "cross", "return",
    "with", "fpf", "lose", "retreat", "displace", "advance",
    "attack", "also", "air", "air-b", "guns", "guns-b", "roll", "continue",
    "fire", "done", "frontal", "mobile", "stay", "deploy", "withdraw", "stop", "end",
)  # fmt: skip
(
    PLACE, MOVE, ENTER, EXIT, DROP, LAND, LIFT, LIFTOFF, CROSS, RETURN,
    WITH, FIRE_FPF, LOSE, RETREAT_TO, DISPLACE_TO, ADVANCE_TO,
    ATTACK, ALSO, STRIKE_A, STRIKE_B, SHELL_A, SHELL_B, ROLL, CONTINUE_TO,
    FIRE, DONE, TAKE_FRONTAL, TAKE_MOBILE, STAY, DEPLOY, WITHDRAW, STOP, END,
) = range(33)  # fmt: skip

STATE = np.dtype(
    [
        ("turn", "i8"),
        ("side", "i8"),  # whose Player-Turn it is
        ("step", "i8"),
        ("hex", "i8", MAX_UNITS),
        # this Movement Phase
        ("moved", "i2", MAX_UNITS),
        ("dropping", "i2"),  # nothing but air drops has been done yet [9.11, 10.10]
        ("drops", "i2"),  # made this Movement Phase
        ("landings", "i2"),  # amphibious, this Movement Phase [9.13]
        ("entered", "i2", MAX_RIM),  # units that have entered by that hex [10.4]
        ("column_hex", "i8", 3),  # where each column enters in this phase, -1 not fixed
        ("entering", "i8"),  # unit between its entry hex and the rest of its move, -1 none
        ("entry_hex", "i8"),
        ("militia_left", "i2"),  # to be placed now
        ("placed", "i2", MAX_UNITS),  # militia placed this Player-Turn: 1, 2, … in order
        # this Player-Turn
        ("landed", "i2", MAX_UNITS),  # NOT_LANDED, LANDED, BROUGHT_OVER
        ("fixed", "i2", MAX_UNITS),  # engineers that help across [9.14]
        ("disengaged", "i2", MAX_UNITS),  # left a zone in a withdrawal: no advance [10.11]
        # this Combat Phase
        ("bound", "i2", MAX_UNITS),  # phasing units that must attack
        ("owed", "i2", MAX_UNITS),  # enemies that must be attacked
        ("fought", "i2", MAX_UNITS),
        ("attacked", "i2", MAX_UNITS),
        ("displaced", "i2", MAX_UNITS),
        ("protected", "i2", MAX_UNITS),  # artillery that has given protective fire
        ("guns_used", "i2", 2),  # naval gunfire, by nation [8.19]
        ("city_fired", "i2", MAX_CITY),  # city hexes that fire has been paid for [9.8]
        # longer
        ("shaken", "i2", MAX_UNITS),  # retreated or displaced in its own last Combat Phase [8.10]
        ("air", "i2", 2),  # airstrikes left in this game turn
        ("air_dice", "i2"),  # dice still to be rolled for them
        ("amphibious", "i2"),  # the first phase with an amphibious landing is over [9.13]
        ("privilege", "i2"),  # Matt's one battalion has dropped or come by another edge [10.5]
        ("withdrawn", "i2"),  # the withdrawal is declared [10.11]
        ("militia_over", "i2"),  # no more militia [9.4]
        ("west_city", "i2", MAX_CITY),  # city hexes that a Western unit entered last [9.4]
        ("last_turn", "i2"),  # Suez '56: 0 undecided; the West's secret until it has ended [9.2]
        ("ledger", "i2", len(LEDGER)),
        # the combat being resolved
        ("role", "i2", MAX_UNITS),
        ("origin", "i8", MAX_UNITS),  # the hex a unit takes part from, -1 where it does not
        ("aims", "i8"),  # number of defending hexes
        ("aim", "i8", 6),  # ascending
        ("strikes", "i2", 4),  # the attacker's markers: airstrikes and guns, AIR_A to GUNS_B
        ("covers", "i2", 4),  # the defender's
        ("crt", "i8"),
        ("night_shift", "i2"),
        ("result", "i8"),
        ("retreating", "i8"),  # side that is retreating, -1 nobody
        ("due", "i2", MAX_UNITS),  # steps that a unit still has to retreat
        ("mover", "i8"),  # unit in the middle of its retreat, -1 none
        ("path", "i8", (MAX_UNITS, 5)),  # the hex left, then those of the retreat, -1 the rest
        ("chain", "i8"),  # frames of the displacement being made
        ("chain_unit", "i8", MAX_UNITS),  # who wants to enter …
        ("chain_hex", "i8", MAX_UNITS),  # … which hex, once its friends there are displaced
        ("loss_due", "i8"),  # strength the attacker has still to lose
        ("advanced", "i2", MAX_UNITS),  # after this combat
        # the end
        ("winner", "i2"),  # -1 a draw, or not ended
        ("ending", "i2"),
    ]
)

BUCKETS = 16  # more than the dearest single step, in half points
WORK = np.dtype(
    [
        ("head", "i8", MAX_HEXES),  # the first unit in the hex, by counter list; -1 none
        ("next", "i8", MAX_UNITS),  # the next one in the same hex; -1 none
        ("count", "i8", MAX_HEXES),
        ("zone", "i8", (2, MAX_HEXES)),  # units of that side adjacent to the hex
        ("fort_zone", "i8", MAX_HEXES),  # Egyptian units in fortifications adjacent to the hex
        # one search at a time
        ("cost", "i8", MAX_HEXES),  # half points spent to be there, UNREACHED where one cannot be
        ("previous", "i8", MAX_HEXES),  # the hex before it, -1 at the start
        ("bucket", "i2", (BUCKETS, MAX_HEXES)),
        ("bucket_size", "i8", BUCKETS),
        # what searches found, kept while it stays true
        ("reach_size", "i8", MAX_UNITS),  # -1: not computed
        ("reach", "i2", (MAX_UNITS, MAX_HEXES)),  # hexes the unit can be in, ascending
        ("reach_cost", "i2", (MAX_UNITS, MAX_HEXES)),
        # what a predicate of `rules` leaves with the number of a rule
        ("witness", "i8"),  # the unit that is in the way
        ("price", "i8"),  # half points
        # duties, as an attack that is looked at would have them [7.3, 7.19]
        ("bound", "i8", MAX_UNITS),
        ("owed", "i8", MAX_UNITS),
        ("joiner", "i8", MAX_UNITS),
    ]
)
UNREACHED = 30000
