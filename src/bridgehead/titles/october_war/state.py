"""The complete state of a game of October War, and the numbers that kernels use for it.

`STATE` is the position: nothing else is remembered between decisions. `WORK` has values computed
from it; `places.refresh` can compute it again at any time.

Scalars are 64 bits wide; values for each unit or place are 16 bits wide, and are read as
`int(s.where[u])` before they are passed to another kernel, so that no kernel is compiled twice.
"""

from __future__ import annotations

import numpy as np

MAX_UNITS = 288
MAX_PLACES = 112  # points, then the three reserve areas
MAX_DEGREE = 12
MAX_CANALS = 16
MAX_WALKS = 8192
MAX_GROUPS = 96
MAX_ZONES = 8
MAX_RAIDS = 40
MAX_ACTIONS = 32768

# Sides, and who else decides
ISRAEL, ARAB, DICE, NOBODY = 0, 1, 2, -1
SIDES = ("israel", "arab")

# Nations. The first three have stocks of their own.
NATIONS = ("israel", "egypt", "syria", "libya", "algeria", "iraq", "morocco", "pla", "jordan",
           "saudi", "kuwait", "tunisia", "sudan")  # fmt: skip
N_ISRAEL, EGYPT, SYRIA, LIBYA, ALGERIA, IRAQ, MOROCCO, PLA, JORDAN = range(9)

# Theaters. The Israeli Reserve belongs to both.
SINAI, GOLAN, BOTH = 0, 1, 2
THEATERS = ("sinai", "golan")

# Types of counters
TYPES = ("hq", "armor", "mechanized", "paratroop", "infantry", "recon", "engineer", "airmobile",
         "commando", "antitank", "mobile_sam", "sigint", "garrison", "depot", "amphibious",
         "rocket", "static_sam", "tac", "wild_weasel", "ssm")  # fmt: skip
(
    HQ, ARMOR, MECHANIZED, PARATROOP, INFANTRY, RECON, ENGINEER, AIRMOBILE, COMMANDO, ANTITANK,
    MOBILE_SAM, SIGINT, GARRISON, DEPOT, AMPHIBIOUS, ROCKET, STATIC_SAM, TAC, WILD_WEASEL, SSM,
) = range(20)  # fmt: skip
FREE_TYPES = 6  # recon, mobile SAM, engineer, antitank, rocket, garrison: one each is free [12.5]

# Flags of a counter, as bits
FLAGS = ("stack_free", "stack_free_one", "elite", "airmobile", "water", "both_echelons",
         "ground_recon", "static", "never_combines", "ally", "golan_only", "sinai_only",
         "either_front", "city_bound", "one_drop", "task_force", "amphibious",
         "no_casualty_point", "sheikh_meskin")  # fmt: skip
(
    STACK_FREE, STACK_FREE_ONE, ELITE, CAN_FLY, WATER, BOTH_ECHELONS, GROUND_RECON, STATIC,
    NEVER_COMBINES, ALLY, GOLAN_ONLY, SINAI_ONLY, EITHER_FRONT, CITY_BOUND, ONE_DROP, TASK_FORCE,
    IS_AMPHIBIOUS, NO_CASUALTY_POINT, SHEIKH_MESKIN,
) = (1 << bit for bit in range(19))  # fmt: skip

# Features of a point, as bits
FEATURES = ("africa", "bar_lev", "purple_line_fort", "arab_fort", "egyptian_city", "egyptian_town",
            "arab_town", "arab_objective", "israeli_objective", "pass", "west_of_purple_line",
            "on_line", "north_of_line", "sigint_site", "jordanian_entry", "crossing_point",
            "canal_bank", "lake_shore", "red_sea_coast", "egyptian_reserve_edge",
            "syrian_reserve_edge", "israeli_reserve_edge")  # fmt: skip
(
    AFRICA, BAR_LEV, PURPLE_LINE_FORT, ARAB_FORT, EGYPTIAN_CITY, EGYPTIAN_TOWN, ARAB_TOWN,
    ARAB_OBJECTIVE, ISRAELI_OBJECTIVE, MOUNTAIN_PASS, WEST_OF_PURPLE_LINE, ON_LINE, NORTH_OF_LINE,
    SIGINT_SITE, JORDANIAN_ENTRY, CROSSING_POINT,
) = (1 << bit for bit in range(16))  # fmt: skip
ARAB_PLACE = EGYPTIAN_CITY | EGYPTIAN_TOWN | ARAB_TOWN | ARAB_FORT
ISRAELI_FORT = BAR_LEV | PURPLE_LINE_FORT

# Kinds of routes; EDGE joins a point and a reserve area
ROAD, CANAL, LAKE, RED_SEA, EDGE = range(5)
ROUTES = ("road", "canal", "lake", "red_sea", "edge")

# Where a counter is when it is in no place (s.where[u] < 0)
(
    AVAILABLE, BREAKDOWN, BREAKDOWN_SINAI, BREAKDOWN_GOLAN, BREAKDOWN_ANY, REFIT, ELIMINATED,
    PERMANENT, EVENT_ONLY, CUP, TRACK, READY, USED, UNPLACED,
) = range(-1, -15, -1)  # fmt: skip
BOXES = ("available", "breakdown", "breakdown-sinai", "breakdown-golan", "breakdown-any", "refit",
         "eliminated", "permanently-eliminated", "event-only", "allies-cup", "turn-track", "ready",
         "used", "unplaced")  # fmt: skip
# and the mission boxes: MISSION_BOX - (theater * 4 + mission)
MISSION_BOX = -20
HIDDEN = -50  # in what a player is given: somewhere it does not know
AIR_SUPERIORITY, STRATEGIC, GROUND_ATTACK, AIR_RECON = range(4)
MISSIONS = ("air-superiority", "strategic", "ground-attack", "recon")

# Marks of a counter, as bits of s.mark[u]
MOVED = 1  # its move in this player turn is used (a flight aborted, a bridge laid, too)
MOVED_NOW = 2  # the same, in this movement phase
IN_COMMAND = 4  # may move in the second movement phase: taken when that phase begins [36, 37]
FOUGHT = 8  # in a ground battle of the first combat phase of this player turn
LOOKED = 16  # looked at a neighbor: does not move in this movement phase
HELPED = 32  # an engineer that helped others across in this movement phase: does not move
BY_WATER = 64  # came in this phase over water without an engineer's help [49]
FLEW = 128  # made an airmobile move in this game turn: has a LOC [15]
DROPPED = 256  # a battalion of the 202nd whose drop is used up, for the whole game
SAM_FIRED = 512  # in this game turn [59]
FIRED = 1024  # in this round of a battle
SORTIE = 2048  # an Israeli strike that flew a ground attack in this combat phase
RAIDED = 4096  # an Israeli strike that flew a ground attack in the first combat phase
BROKEN = 8192  # a large counter broken down in this phase: not formed again in it
FORMED = 16384  # a large counter formed in this phase: not broken down again in it

# Game phases
(
    SETUP, AIR_COMMITMENT, SUPERIORITY, STRATEGIC_ATTACK, EVENT, REORGANIZATION, MOBILIZATION,
    REFITTING, MOVEMENT_1, COMBAT_1, MOVEMENT_2, COMBAT_2, ADMINISTRATION, ENDED,
) = range(14)  # fmt: skip
PHASES = ("setup", "air commitment", "air superiority", "strategic attack", "event",
          "reorganization", "mobilization", "refit", "movement 1", "combat 1", "movement 2",
          "combat 2", "administration", "over")  # fmt: skip

# The pending decision. NEXT, and the *_DONE steps, are no decisions: `sequence.settle` goes on.
STEPS = (
    "next", "damage done", "sam done", "flight done",
    "setup", "commit",
    "superiority ew", "superiority roll", "superiority loss", "shift",
    "strategic ew", "strategic defense roll", "strategic loss", "strategic roll",
    "event draw", "event roll", "event take", "event gain", "event divide",
    "ally roll", "ally division", "ally draw", "ally arrival roll",
    "reorganization", "arrivals", "mobilization", "refit", "refit roll", "refit arrival",
    "movement", "ew counter", "sam ask", "umbrella", "recon roll", "recon loss", "flight roll",
    "raids", "raid ew", "wild weasels", "wild weasel roll", "air defense", "air defense roll",
    "air defense loss", "raid roll",
    "barrages", "barrage roll",
    "battles", "nation", "attacker ew", "defender ew", "fire", "fire roll",
    "damage", "retreat", "retreat roll", "attacker stays", "defender stays",
    "go back", "go back roll",
    "bridges", "over",
)  # fmt: skip
(
    NEXT, DAMAGE_DONE, SAM_DONE, FLIGHT_DONE,
    SETTING_UP, COMMIT,
    SUPERIORITY_EW, SUPERIORITY_ROLL, SUPERIORITY_LOSS, SHIFT,
    STRATEGIC_EW, STRATEGIC_DEFENSE_ROLL, STRATEGIC_LOSS, STRATEGIC_ROLL,
    EVENT_DRAW, EVENT_ROLL, EVENT_TAKE, EVENT_GAIN, EVENT_DIVIDE,
    ALLY_ROLL, ALLY_DIVISION, ALLY_DRAW, ALLY_ARRIVAL_ROLL,
    REORGANIZE, ARRIVALS, MOBILIZE, REFIT_CHOICE, REFIT_ROLL, REFIT_ARRIVAL,
    MOVE, EW_COUNTER, SAM_ASK, UMBRELLA, RECON_ROLL, RECON_LOSS, FLIGHT_ROLL,
    RAIDS, RAID_EW, WILD_WEASELS, WILD_WEASEL_ROLL, AIR_DEFENSE, AIR_DEFENSE_ROLL,
    AIR_DEFENSE_LOSS, RAID_ROLL,
    BARRAGES, BARRAGE_ROLL,
    BATTLES, CHOOSE_NATION, ATTACKER_EW, DEFENDER_EW, FIRE, FIRE_ROLL,
    DAMAGE, RETREAT, RETREAT_ROLL, ATTACKER_STAYS, DEFENDER_STAYS,
    GO_BACK, GO_BACK_ROLL,
    BRIDGES, OVER,
) = range(61)  # fmt: skip

# Results of the tables: 0 nothing, a number of hits, or one of these
LITTLE_R, BIG_R, RESULT_A = -1, -2, -3
AD_NOTHING, AD_AR, AD_ELIM, AD_BOTH = range(4)
FLIGHT_E, FLIGHT_A, FLIGHT_S = range(3)
REFIT_X = 9  # otherwise the turns until it returns

# Where damage comes from (s.source), and what a SAM unit is asked about (s.asked)
NO_SOURCE, GROUND, RAID, WEASELS, BARRAGE = range(5)
NOT_ASKED, FLYING, LOOKING, RETREATING = range(4)

# Events, in the order of the pools
ARAB_EVENTS = ("arab-allies", "arab-ceasefire", "jordanian-front", "arab-major-operation",
               "arab-morale-check", "oil-embargo", "arab-option", "arab-satellite-recon",
               "soviet-resupply")  # fmt: skip
ISRAELI_EVENTS = ("israeli-ceasefire", "combined-arms", "electronic-warfare", "major-operation-a",
                  "major-operation-b", "israeli-morale-check", "israeli-option",
                  "israeli-satellite-recon", "us-resupply")  # fmt: skip
EVENTS = ARAB_EVENTS + ISRAELI_EVENTS
(
    ARAB_ALLIES, ARAB_CEASEFIRE, JORDANIAN_FRONT, ARAB_MAJOR_OPERATION, ARAB_MORALE_CHECK,
    OIL_EMBARGO, ARAB_OPTION, ARAB_SATELLITE_RECON, SOVIET_RESUPPLY,
    ISRAELI_CEASEFIRE, COMBINED_ARMS, ELECTRONIC_WARFARE, MAJOR_OPERATION_A, MAJOR_OPERATION_B,
    ISRAELI_MORALE_CHECK, ISRAELI_OPTION, ISRAELI_SATELLITE_RECON, US_RESUPPLY,
) = range(18)  # fmt: skip

EVENT_COUNT = len(EVENTS)

# what an event does, one effect after the other (the order of OPS)
MAX_EFFECTS = 4
OPS = ("none", "gain_ew", "gain_mp", "lose_mp", "next_mobilization", "cap_reinforcements",
       "draw_allies", "return_strikes", "gain_units", "mobilization_gate", "fire_shift", "allow",
       "look", "ceasefire")  # fmt: skip
(
    NO_EFFECT, GAIN_EW, GAIN_MP, LOSE_MP, NEXT_MOBILIZATION, CAP_REINFORCEMENTS, DRAW_ALLIES,
    RETURN_STRIKES, GAIN_UNITS, MOBILIZATION_GATE, FIRE_SHIFT, ALLOW, SATELLITE, CEASEFIRE,
) = range(14)  # fmt: skip

# How a game ended
ENDING_NAMES = ("", "israeli casualties", "egyptian casualties", "syrian casualties",
                "arab sudden death sinai", "arab sudden death golan", "israeli sudden death",
                "major victory", "minor victory", "draw", "resigned")  # fmt: skip
(
    NOT_ENDED, ISRAELI_CASUALTIES, EGYPTIAN_CASUALTIES, SYRIAN_CASUALTIES, ARAB_SINAI, ARAB_GOLAN,
    ISRAELI_SUDDEN_DEATH, MAJOR, MINOR, DRAWN, RESIGNED,
) = range(11)  # fmt: skip

# Actions: unit * UNIT + verb * VERB + place. Place is a place, a walk (board.walk), a number, a
# face, an event, a nation, or packed: COMMIT kind, nation, theater, mission, number; RAID point,
# kind, number; BARRAGE_ON nation, point. Actions without a unit have the unit NO_UNIT, so that
# they come last; a list of legal actions is ascending.
VERB, UNIT, NO_UNIT = 16384, 16384 * 64, 511
VERBS = (
    # with a unit
    ("place", "unit place"), ("combine", "unit place"), ("combine-arms", "unit place"),
    ("break", "unit"), ("convert", "unit"), ("arrive", "unit place"), ("mobilize", "unit place"),
    ("free", "unit place"), ("refit", "unit"), ("look", "unit place"), ("move", "unit walk"),
    ("fly", "unit place"), ("cross", "unit place"), ("bridge", "unit place"),
    ("fire-sam", "unit"), ("show-sam", "unit"), ("fire", "unit"), ("eliminate", "unit"),
    ("withdraw", "unit place"), ("lose", "unit"), ("draw-unit", "unit"), ("division", "unit"),
    # without one
    ("commit", "commit"), ("shift", "number"), ("draw", "event"), ("take", "nation"),
    ("divide", "number"), ("mobilize-barrage", "nation"), ("recon", "place number"),
    ("look-ew", "place"), ("raid", "place kind number"), ("strike", "number"),
    ("barrage", "nation place"), ("attack", "place"), ("nation", "nation"), ("retreat", ""),
    ("stay", ""), ("hold", ""), ("ew", ""), ("pass", ""), ("remove-bridge", "place"),
    ("deploy", ""), ("roll", "face"), ("end", ""),
)  # fmt: skip
(
    PLACE, COMBINE, COMBINE_ARMS, BREAK, CONVERT, ARRIVE, MOBILIZE_UNIT, FREE, REFIT_UNIT, LOOK,
    MOVE_UNIT, FLY, CROSS, BRIDGE, FIRE_SAM, SHOW_SAM, FIRE_UNIT, ELIMINATE, WITHDRAW, LOSE,
    DRAW_UNIT, DIVISION,
    COMMIT_STRIKES, SHIFT_STRIKES, DRAW_EVENT, TAKE, DIVIDE, MOBILIZE_BARRAGE, RECON_FLIGHT,
    LOOK_EW, RAID_ON, STRIKE, BARRAGE_ON, ATTACK, NATION, RETREAT_ALL, STAY, HOLD, EW, PASS,
    REMOVE_BRIDGE, DEPLOY, ROLL, END,
) = range(44)  # fmt: skip
KINDS = ("tac", "wild-weasel", "ssm")  # of strikes, in commitments and raids
# COMMIT: (((kind * 16 + nation) * 2 + theater) * 4 + mission) * 32 + number  (below 16384)
# RAID_ON: (place * 4 + kind) * 32 + number;  RECON_FLIGHT: place * 128 + number
# BARRAGE_ON: nation * 128 + place
# Places in arrive/mobilize/free also: READY_PLACE, the Ready box of a strike
READY_PLACE = MAX_PLACES

STATE = np.dtype(
    [
        ("turn", "i8"),
        ("side", "i8"),  # the phasing player; in shared phases whoever is dealt with
        ("phase", "i8"),
        ("step", "i8"),
        ("owner", "i8"),  # whose decision is pending: a side, DICE, NOBODY
        # counters
        ("where", "i2", MAX_UNITS),  # place, or a box (negative)
        ("arrives", "i2", MAX_UNITS),  # the turn, on the turn track; else 0
        ("back", "i2", MAX_UNITS),  # an armor brigade on its Combined Arms side
        ("known", "i2", MAX_UNITS),  # to the enemy [70]
        ("mark", "i2", MAX_UNITS),
        ("came", "i2", MAX_UNITS),  # where it came from in this movement phase, -1 [53]
        ("task", "i2", MAX_UNITS),  # strikes: number of its raid, from 1; 0 none
        # the map
        ("control", "i2", MAX_PLACES),  # ISRAEL, ARAB, NOBODY
        ("bridge", "i2", MAX_CANALS),  # by canal route: whose bridge, NOBODY
        # stocks of Israel, Egypt, Syria
        ("points", "i8", 3),  # mobilization points, whole
        ("spent", "i8", 3),  # in this phase, half points [30]
        ("casualties", "i8", 3),
        ("ew", "i8", 3),
        ("barrage", "i8", 3),  # markers in their box; the others lie in Available
        # mobilization, longer
        ("bought", "i8", 2),  # Israeli armor and mechanized battalions [10.5]
        ("extra", "i8", 2),  # by how many the limits have been raised [25]
        ("thirds", "i8", 3),  # armor, mechanized, infantry battalions that free brigades [24]
        ("conversions", "i8"),  # brigades converted [26]
        ("free_used", "i8"),  # the free unit of this turn [31]
        # events
        ("pool", "i8", 2),  # markers still in the pool of Israel, of the Arabs: bits by EVENTS
        ("event", "i8"),  # the one drawn, -1 none
        ("event_stage", "i8"),
        ("event_number", "i8"),  # what is left to take, to draw, to divide
        ("event_unit", "i8"),  # the ally, or the unit in refit, that waits for its die, -1
        ("event_dice", "i8"),  # dice of this effect still to be rolled
        ("combined_arms", "i8"),  # that event has come
        ("morale", "i2", MAX_PLACES),  # points the Israeli Morale Check counted, while it lasts
        ("gate", "i8", 3),  # Arab Morale Check: -1 no points this turn, 1 one more [67]
        ("jordan_cut", "i8"),  # points Israel gets less in its next phase [66]
        ("jordan_limit", "i8"),  # only one Jordanian from now on
        ("jordan_came", "i8"),  # Jordanians that have arrived on the map
        ("ceasefires", "i8"),  # drawn from turn 3 on
        ("ceasefire", "i8"),  # the game ends after this turn
        # the sky
        ("air_master", "i8", 2),  # who has air superiority, by theater; NOBODY
        ("committed", "i8"),  # greatest commitment made so far by the side committing, -1
        ("signals_used", "i8"),  # the signals unit's marker, this game turn [62]
        ("air_theater", "i8"),
        ("air_side", "i8"),  # who attacks, fires or rolls now
        ("air_nation", "i8"),
        ("air_dice", "i8"),  # dice still to be rolled
        ("air_ew", "i8"),  # an Israeli marker helps
        ("air_refit", "i8", 2),  # strikes of Israel, of the Arabs still to be sent to refit …
        ("air_lost", "i8", 2),  # … and to be eliminated
        ("air_stage", "i8"),
        ("air_points", "i8", 2),  # factors of both, where both dice come before the results
        # looks
        ("looking", "i8"),  # looks are still possible in this phase
        ("looked_at", "i2", MAX_PLACES),  # by EW in this phase: bit 1 Israel, bit 2 the Arabs
        # air ground attacks
        ("raids", "i8"),  # how many have been named
        ("raid", "i8"),  # the one being resolved, from 1; 0 while they are named
        ("raid_at", "i2", MAX_RAIDS),  # point of raid 1, 2, … (from index 0)
        ("raid_stage", "i8"),  # 0 naming, 2 air defense, 3 the attacks: the passes of 58
        ("raid_ew", "i2", MAX_RAIDS),  # AIR: an EW marker was played for raid 1, 2, …
        ("weasels", "i8"),  # Wild Weasels that strike air defense units; the others escort
        ("sam", "i8"),  # SAM unit that is firing, -1
        # the pending flight or look
        ("asked", "i8"),  # NOT_ASKED, FLYING, LOOKING, RETREATING
        ("flyer", "i8"),  # the unit that flies, -1
        ("landing", "i8"),  # the place it flies to, the place looked at; -1
        ("drops", "i8"),  # by the 202nd in this movement phase
        ("shown", "i8"),  # a SAM unit that was shown to forbid the flight or fire at the look, -1
        # the pending raid, Wild Weasels' strike or barrage
        ("source", "i8"),  # NO_SOURCE, GROUND, RAID, WEASELS, BARRAGE
        ("actor", "i8"),  # nation firing a barrage, -1
        ("target", "i8"),  # the point aimed at, -1
        ("barraged", "i2", MAX_PLACES),  # in this combat phase
        # the battle
        ("battle", "i8"),  # point, -1 none
        ("theater", "i8"),  # whose battles are being fought; -1 not chosen [15.1]
        ("fought_at", "i2", MAX_PLACES),  # battles of this combat phase that are over
        ("nation", "i8"),  # Arab nation that fires in attack, -1
        ("first", "i8"),  # side with first fire
        ("firing", "i8"),  # side
        ("rounds", "i8"),  # of fire, from 1
        ("shooter", "i8"),  # unit, -1
        ("any_result", "i8"),  # in this round, by either side
        # damage being taken
        ("victim", "i8"),  # side
        ("hits", "i8"),  # still to be taken
        ("must_go", "i8"),  # 1 an r, 2 an R still to be answered
        ("cancels", "i8"),  # hits that retreating now would cancel
        ("going", "i8"),  # retreat: 0 nobody, 1 one unit, 2 everything
        ("only_air_defense", "i8"),  # hits fall on air defense units only (Wild Weasels)
        ("chooser", "i8"),  # who names the losses
        # BATTLE: retreats and rounds
        ("escaped", "i8"),  # counters that this retreat has brought away (or lost in flight)
        ("tried", "i2", MAX_UNITS),  # airmobile: its flight in this retreat was aborted
        ("battle_stage", "i8"),  # what goes on when damage or a retreat is done: battle.FIRING …
        # the end
        ("closed", "i8"),  # Arab casualties can no longer lose the game [ruling 3]
        ("winner", "i8"),  # NOBODY a draw, or not ended
        ("ending", "i8"),
    ]
)

WORK = np.dtype(
    [
        ("witness", "i2"),  # what the rule that forbids names: see `rules/forbidden.py`
        ("count", "i8", (2, MAX_PLACES)),  # ground counters of a side in a place
        ("weight", "i8", (2, MAX_PLACES)),  # stacking, the free ones left out
        ("load", "i8", (2, MAX_PLACES)),  # stacking, with all free ones but the first of a type
        ("free", "i8", (2, MAX_PLACES, FREE_TYPES)),  # counters of the types of which one is free
        ("hqs", "i8", (2, MAX_PLACES, 2)),  # headquarters: army or front, division
        ("unknown", "i8", (2, MAX_PLACES)),  # counters of that side the enemy does not know
        # lines of communication: computed when needed, until what they hang on changes
        ("loc_fresh", "i8"),  # bits: 1 Israel's are computed, 2 the Arabs'
        ("loc", "i8", (2, 2, MAX_PLACES)),  # side; by land, also by water; the place is on a line
        # SAM umbrellas: side; of any unit, of those the enemy knows; computed when needed too
        ("umbrella_fresh", "i8"),
        ("umbrella", "i8", (2, 2, MAX_PLACES)),
        # what points are worth to the sergeants: computed when needed
        ("worth_fresh", "i8"),  # bits: 1 Israel's are computed, 2 the Arabs'
        ("worth", "f8", (2, MAX_PLACES)),
        # the dice of a rollout (`player/luck.py`)
        ("luck", "i8"),  # a number from 0 that they depend on, -1 not drawn yet
        ("rolled", "i8", 64),  # how often a die was rolled for the same thing
        ("rolled_in", "i8"),  # the player turn that this counts
        # scratch
        ("queue", "i8", MAX_PLACES),
        ("depots", "i8", 8),  # points where Israelis can arrive, ascending
        ("steps", "i8", MAX_PLACES),
        ("slots", "i8", 16),  # BATTLE: shifts, components, room
        ("out", "i8", 64),
        ("listed", "i8"),  # how many are in it, where it is that of the pending decision; else 0
        ("list", "i4", MAX_ACTIONS),  # the one array that legal actions are written into
    ]
)
