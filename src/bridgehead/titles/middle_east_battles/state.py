"""The numbers that stand in the records of Middle East Battles (`records.py`), and their names."""

from __future__ import annotations

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
NOT_ENDED, ON_POINTS, DRAWN, RESIGNED, BY_SCENARIO = range(5)
ENDING_NAMES = ("", "points", "draw", "resigned", "scenario")

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

BUCKETS = 16  # more than the dearest single step, in half points
UNREACHED = 30000  # in `Work.cost`: where a unit cannot be
