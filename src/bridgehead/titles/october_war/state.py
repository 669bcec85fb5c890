"""The numbers that stand in the records of October War (`records.py`), and their names."""

from __future__ import annotations

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
                "major victory", "minor victory", "draw", "resigned", "scenario")  # fmt: skip
(
    NOT_ENDED, ISRAELI_CASUALTIES, EGYPTIAN_CASUALTIES, SYRIAN_CASUALTIES, ARAB_SINAI, ARAB_GOLAN,
    ISRAELI_SUDDEN_DEATH, MAJOR, MINOR, DRAWN, RESIGNED, BY_SCENARIO,
) = range(12)  # fmt: skip

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
