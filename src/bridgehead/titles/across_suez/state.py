"""The numbers that stand in the records of Across Suez (`records.py`), and their names."""

from __future__ import annotations

MAX_UNITS = 60
MAX_HEXES = 480
MAX_ACTIONS = 32768

# Sides
ISRAEL, EGYPT, DICE, NOBODY = 0, 1, 2, -1
SIDES = ("israel", "egypt")

# Where a unit is when it is in no hex (s.hex[u] < 0)
OFF, ACROSS, ELIMINATED = -1, -2, -3
PLACES = {OFF: "off", ACROSS: "across", ELIMINATED: "eliminated"}

# Unit types, in the order of their numbers
TYPES = (
    "armor", "armored_cavalry", "mechanized", "infantry", "airborne", "commando", "marine",
    "bridge",
)  # fmt: skip
ARMOR, ARMORED_CAVALRY, MECHANIZED, INFANTRY, AIRBORNE, COMMANDO, MARINE, BRIDGE = range(8)

# The pending decision
(
    SETUP, MOVEMENT, BOMBARD, BOMBARD_ROLL, COMBAT, ATTACKERS, ATTACK_ROLL, LOSS, RETREAT, ADVANCE,
    OVER,
) = range(11)  # fmt: skip
STEPS = (
    "setup", "movement", "bombard", "bombard roll", "combat", "attackers", "attack roll", "loss",
    "retreat", "advance", "over",
)  # fmt: skip
PHASE_OF_STEP = (
    "setup", "movement", "bombardment", "bombardment", "combat", "combat", "combat", "combat",
    "combat", "combat", "over",
)  # fmt: skip

# Results of the combat results table
NO_RESULT, AR, AE, EE, DR, DE = range(6)
RESULTS = ("", "Ar", "Ae", "Ee", "Dr", "De")

# How a game ended
NOT_ENDED, ISRAEL_HOLDS, TIME_RAN_OUT, BRIDGE_MOVED, BRIDGE_LOST, RESIGNED, BY_SCENARIO = range(7)
ENDING_NAMES = ("", "held", "time", "bridge moved", "bridge lost", "resigned", "scenario")

# Actions: unit * UNIT + verb * VERB + hex. Actions without a unit have the unit NO_UNIT, so that
# they come last; a list of legal actions is ascending.
VERBS = (
    "place", "move", "enter", "cross", "land", "with", "lose", "retreat", "advance",
    "attack", "bombard", "roll", "support", "fire", "stay", "end",
)  # fmt: skip
(
    PLACE, MOVE, ENTER, CROSS, LAND, WITH, LOSE, RETREAT_TO, ADVANCE_TO,
    ATTACK, BOMBARD_AT, ROLL, SUPPORT, FIRE, STAY, END,
) = range(16)  # fmt: skip
VERB, UNIT, NO_UNIT = 512, 8192, 63

UNREACHED = 30000  # in `Work.cost`: where a unit cannot be
