"""The complete state of a game of Across Suez, and the numbers that kernels use for it.

`STATE` is the position: nothing else is remembered between decisions. `WORK` has values computed
from it (occupancy, zones, reach); `zones.refresh` can compute it again at any time.

All integers are at least 16 bits wide, and arithmetic on them is done in plain ints, so that the
compiled and the plain rules never differ.
"""

from __future__ import annotations

import numpy as np

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
PHASE_OF_STEP = (
    "setup", "movement", "bombardment", "bombardment", "combat", "combat", "combat", "combat",
    "combat", "combat", "over",
)  # fmt: skip

# Results of the combat results table
NO_RESULT, AR, AE, EE, DR, DE = range(6)
RESULTS = ("", "Ar", "Ae", "Ee", "Dr", "De")

# How a game ended
NOT_ENDED, ISRAEL_HOLDS, TIME_RAN_OUT, BRIDGE_MOVED, BRIDGE_LOST, RESIGNED = range(6)
ENDING_NAMES = ("", "held", "time", "bridge moved", "bridge lost", "resigned")

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

STATE = np.dtype(
    [
        ("turn", "i2"),
        ("side", "i2"),  # whose Player-Turn it is
        ("step", "i2"),
        ("hex", "i2", MAX_UNITS),
        ("moved", "i2", MAX_UNITS),  # this Movement Phase
        ("landed", "i2", MAX_UNITS),  # by air, this Player-Turn: does nothing else
        ("fought", "i2", MAX_UNITS),  # took part in an attack this Combat Phase
        ("attacked", "i2", MAX_UNITS),  # was the object of one
        ("bombarded", "i2", MAX_UNITS),
        ("ferried", "i2"),
        ("supported", "i2"),
        ("bombardments", "i2"),
        ("bridge_open", "i2"),  # it stood on the crossing hex when the Movement Phase began
        # the combat, or bombardment, being resolved
        ("target", "i2"),  # unit, -1 none
        ("target_hex", "i2"),
        ("origin", "i2", MAX_UNITS),  # the hex a unit attacks from, -1 where it does not
        ("support", "i2"),
        ("result", "i2"),
        ("loss_due", "i2"),  # strength the attacker has still to lose
        # the end
        ("winner", "i2"),
        ("ending", "i2"),
    ]
)

WORK = np.dtype(
    [
        ("occupant", "i2", MAX_HEXES),  # unit in the hex, -1 none
        ("zone", "i2", (2, MAX_HEXES)),  # units of that side whose zone reaches the hex
        ("witness", "i2"),  # what the rule that forbids names: see `rules/forbidden.py`
        # one search at a time
        ("cost", "i2", MAX_HEXES),  # half points spent to be there, UNREACHED where one cannot be
        ("previous", "i2", MAX_HEXES),  # the hex before it, -1 at the start
        ("bucket", "i2", (16, MAX_HEXES)),
        ("bucket_size", "i4", 16),
        # what searches found, kept while it stays true
        ("reach_size", "i4", MAX_UNITS),  # -1: not computed
        ("reach", "i2", (MAX_UNITS, MAX_HEXES)),  # hexes the unit can get to, ascending
        ("crossing", "i2", MAX_UNITS),  # half points spent when it is on the crossing hex
        ("diverted", "i2", MAX_UNITS),  # 1: its reach is not through the scheduled hex
        ("sea_size", "i4", MAX_UNITS),
        ("sea", "i2", (MAX_UNITS, MAX_HEXES)),  # the same for a landing by sea
        # of a list of moves, for the next one: see `envs/listing.py`, which alone uses it
        ("listed", "i4", MAX_UNITS + 1),  # where in it the actions of each unit begin
        ("reached_by", "i8", MAX_HEXES),  # bits: the units on the map whose reach has the hex
    ]
)
UNREACHED = 30000
