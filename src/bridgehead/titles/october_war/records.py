"""The records of October War: each field is declared once, with its type and its meaning.

Scalars are 64 bits wide; a position's values for each unit or place are 16 bits wide, and are read
as `int(s.where[u])` before they are passed to another kernel, so that no kernel is compiled twice.
A field with a text is told to players in `envs/observation.py`.
"""

from typing import Annotated, Protocol

import numpy as np

from bridgehead.core.kernels.fields import Int16, Int64, Kept, dtype_of, listed, numbered
from bridgehead.core.kernels.record_types import Cube, Matrix, Vector
from bridgehead.core.scenarios.conditions import MOST_CONDITIONS
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights

Units16 = Annotated[Vector[int], np.int16, st.MAX_UNITS]
Units64 = Annotated[Vector[int], np.int64, st.MAX_UNITS]
UnitPairs64 = Annotated[Matrix[int], np.int64, st.MAX_UNITS, 2]
Places16 = Annotated[Vector[int], np.int16, st.MAX_PLACES]
Places64 = Annotated[Vector[int], np.int64, st.MAX_PLACES]
SidesPlaces64 = Annotated[Matrix[int], np.int64, 2, st.MAX_PLACES]
Routes64 = Annotated[Matrix[int], np.int64, st.MAX_PLACES, st.MAX_DEGREE]
Stocks64 = Annotated[Vector[int], np.int64, 3, ("Israel", "Egypt", "Syria")]
Conditions64 = Annotated[Vector[int], np.int64, MOST_CONDITIONS]
Pair64 = Annotated[Vector[int], np.int64, 2]
Events64 = Annotated[Vector[int], np.int64, len(st.EVENTS)]
Effects64 = Annotated[Matrix[int], np.int64, len(st.EVENTS), st.MAX_EFFECTS]


class Board(Protocol):
    """The constant data of a game: everything about map, counters and charts that kernels use."""

    # places: points in the order of the map file, then the reserve areas
    points: Int64
    places: Int64
    reserve: Stocks64  # place of the Israeli, the Egyptian, the Syrian Reserve
    theater: Annotated[Places64, "0 Sinai, 1 Golan, 2 both"]
    features: Places64  # bits
    hermon: Int64  # the point of the signals unit, -1 none
    start_control: Annotated[Places64, "side that controls it in the beginning, -1 nobody"]
    degree: Places64
    neighbor: Routes64  # ascending, -1 past the degree
    route: Routes64  # ROAD, CANAL, LAKE, RED_SEA, EDGE
    canal: Routes64  # number of the canal route, else -1
    canals: Int64
    canal_end: Annotated[Matrix[int], np.int64, st.MAX_CANALS, 2]  # the bank in Africa, the other
    # the large tables are 16 bits wide, so that they stay in the processor's cache
    # by road, canal, lake; 99 too far
    sam_steps: Annotated[Matrix[int], np.int16, st.MAX_PLACES, st.MAX_PLACES]
    # by side, over any routes and its own reserve areas
    steps: Annotated[Cube[int], np.int16, 2, st.MAX_PLACES, st.MAX_PLACES]
    # by side: the other points of its theater that are one step away, then those two away
    near: Annotated[Cube[int], np.int16, 2, st.MAX_PLACES, st.MAX_PLACES]
    # how many one step away, how many in all
    nears: Annotated[Cube[int], np.int64, 2, st.MAX_PLACES, 2]
    # routes by land and canal that are open to Israel's mechanized class, to Israelis on foot,
    # and to the Arabs' two: how many, where they lead, the canal's number or -1
    ways: Annotated[Matrix[int], np.int64, 4, st.MAX_PLACES]
    way_to: Annotated[Cube[int], np.int16, 4, st.MAX_PLACES, st.MAX_DEGREE]
    way_canal: Annotated[Cube[int], np.int16, 4, st.MAX_PLACES, st.MAX_DEGREE]
    # terrain
    stop_all: Annotated[Places64, "everybody stops there"]
    stop_foot: Annotated[Places64, "who is not mechanized stops there"]
    passes: Places64  # the side whose fort it is: it never has to stop; -1
    no_mech: Annotated[Places64, "closed to the mechanized class"]
    water: Annotated[Places64, "a crossing point"]
    # columns, for the attack of Israel, of the Arabs
    shift: Annotated[Matrix[int], np.int64, st.MAX_PLACES, 2]
    mech_shift: Places64  # for the ground fire of mechanized-class attackers
    fort_of: Annotated[Places64, "side of the fort there, -1 none"]
    city: Annotated[Places64, "an Egyptian city"]
    # walks: every way of one to four points, numbered so that longer ways follow their start
    walks: Int64
    walk: Annotated[Matrix[int], np.int16, st.MAX_WALKS, 4]  # points entered, -1 past the last
    walk_size: Annotated[Vector[int], np.int16, st.MAX_WALKS]
    walk_end: Annotated[Vector[int], np.int16, st.MAX_WALKS]  # the last of them
    first_walk: Places64  # the walk of that one place
    # on to the n-th neighbor, -1 none
    longer: Annotated[Matrix[int], np.int16, st.MAX_WALKS, st.MAX_DEGREE]
    # counters
    units: Int64
    side: Annotated[Units64, "number of its side"]
    nation: Annotated[Units64, numbered("nation", st.NATIONS)]
    stock: Units64  # 0 Israel, 1 Egypt, 2 Syria, -1 an ally
    type: Annotated[Units64, numbered("type", st.TYPES)]
    air: Annotated[Units64, "a strike"]
    mech: Annotated[Units64, "of the mechanized class"]
    army: Units64  # a headquarters of an army or front (xxxx)
    strength: Annotated[Units64, "strength"]
    anti_armor: Annotated[Units64, "strength in brackets, 0 none"]
    attack_bracket: Units64  # rocket units, 0 none
    hq: Annotated[Units64, "leader value, 0 none"]
    stack: Annotated[Units64, "what it counts for stacking"]
    free_type: Units64  # 0 to FREE_TYPES - 1, -1 none
    traits: Units64  # flags of the counter, as bits
    large: Annotated[Units64, "breaks down into others"]
    home: Units64  # the city of a city brigade, -1
    mobilize: Units64  # half points, 0 not possible
    refit: Units64
    limit: Units64  # 0 armor, 1 mechanized: counts against that limit; -1
    third: Units64  # 0 armor, 1 mechanized, 2 infantry battalion; -1 [24]
    free: Units64  # may be the free unit
    group: Units64
    groups: Int64
    group_first: Annotated[Vector[int], np.int64, st.MAX_GROUPS]
    group_count: Annotated[Vector[int], np.int64, st.MAX_GROUPS]
    # bounds within which all counters of a type lie
    type_first: Annotated[Vector[int], np.int64, 20]
    type_last: Annotated[Vector[int], np.int64, 20]
    typed: Units16  # the counters by type, each type's in their order
    # where each type's begin; the last: how many there are
    typed_from: Annotated[Vector[int], np.int64, 21]
    part: UnitPairs64  # groups of the components, -1
    parts: UnitPairs64  # how many of each
    back_part: UnitPairs64  # of the Combined Arms side, -1
    back_parts: UnitPairs64
    back_strength: Units64
    tied: Units64  # brigades lying in Available: 0 armor … freed by thirds; -1
    zone: Units64  # of the set-up, -1 placed at the start
    start: Units64  # place or box where it begins; UNPLACED in a zone
    suggested: Units64  # where `deploy` puts it, -1
    # set-up
    zones: Int64
    zone_side: Annotated[Vector[int], np.int64, st.MAX_ZONES]
    zone_place: Annotated[Matrix[int], np.int64, st.MAX_ZONES, st.MAX_PLACES]
    # counters in a point, 0 the normal limit
    zone_most: Annotated[Vector[int], np.int64, st.MAX_ZONES]
    # Purple Line forts that must be occupied
    zone_forts: Annotated[Vector[int], np.int64, st.MAX_ZONES]
    # charts
    crt: Annotated[Matrix[int], np.int64, 6, 20]  # by die - 1, column - 1
    air_crt: Annotated[Matrix[int], np.int64, 6, 11]
    air_defense: Annotated[Matrix[int], np.int64, 3, 6]  # strategic, ground attack, recon
    airmobile: Annotated[Matrix[int], np.int64, 3, 6]  # good, plain, bad
    refit_table: Annotated[Matrix[int], np.int64, 2, 6]
    allowance: Int64
    without_loc: Int64
    doubled: Int64
    fly_range: Int64
    drop_range: Int64
    stack_limit: Pair64
    air_limit: Pair64
    umbrella: Pair64  # mobile, static
    limits: Pair64  # Israeli armor, mechanized battalions in the game
    free_from: Int64
    last_turn: Int64
    income: Annotated[Matrix[int], np.int64, 3, 12]  # by stock and turn
    first_tac: Int64  # Israeli TAC in missions on turn 1
    barrage_strength: Stocks64
    barrage_most: Stocks64
    barrage_start: Stocks64
    ew_most: Pair64  # by side
    ew_start: Stocks64
    bridges_most: Int64
    city_points: Int64
    # options
    elite_everywhere: Int64
    ceasefires: Int64
    hold_return: Int64
    fog: Int64
    # the victory of a scenario: see `core.scenarios.victory`
    conditions: Int64  # 0: the game's own victory
    otherwise: Int64
    condition_kind: Conditions64
    condition_side: Conditions64
    condition_count: Conditions64
    condition_at_once: Conditions64
    condition_places: Annotated[Matrix[int], np.int64, MOST_CONDITIONS, st.MAX_PLACES]
    condition_units: Annotated[Matrix[int], np.int64, MOST_CONDITIONS, st.MAX_UNITS]
    # the end of the game
    casualties_above: Pair64  # Israel's index, an Arab one: above it the game is lost
    cities_needed: Int64
    casualty_worth: Pair64  # victory points of Israel, of the Arabs
    fort_worth: Pair64
    objective_worth: Pair64
    pass_worth: Int64
    town_worth: Int64
    african_worth: Int64
    level: Pair64  # lead for a minor, a major victory
    win_by: Int64  # half points: the lead that wins at all
    bid: Int64  # half points that Israel is given, below 0: the Arabs
    # mobilization and events
    barrage_price: Pair64  # of a marker, by side, half points
    event_returns: Events64  # back into the pool after play
    effects: Events64  # how many the event has
    effect: Effects64  # what happens: GAIN_EW …
    effect_dice: Effects64
    effect_amount: Effects64
    effect_stock: Effects64  # -1: Egypt or Syria, to choose
    effect_split: Effects64  # and may be divided
    effect_theater: Effects64
    effect_count: Effects64  # features counted, bits
    effect_types: Effects64  # types of counters, bits
    effect_boxes: Effects64  # where from, bits by BOXES
    ceasefire_from: Int64  # the first turn in which a Ceasefire counts
    division_counts: Int64  # for how many allies a division counts
    jordan_most: Int64
    # computer players
    # the sergeant's numbers, by side
    weights: Annotated[Matrix[float], np.float64, 2, len(heuristic_weights.NAMES)]
    # the hits that it sees in a column of the ground table
    promise: Annotated[Vector[float], np.float64, 20]


class State(Protocol):
    """A position: nothing else is remembered between decisions."""

    turn: Annotated[Int64, "game turn"]
    side: Annotated[Int64, "number of the phasing side"]
    phase: Annotated[Int64, numbered("phase", st.PHASES)]
    step: Annotated[Int64, numbered("pending decision", st.STEPS)]
    owner: Annotated[Int64, "whose decision is pending: number of a side, 2 the dice, -1 nobody"]
    # counters
    where: Units16  # place, or a box (negative)
    arrives: Annotated[Units16, "game turn of its arrival, on the turn track"]
    back: Annotated[Units16, "1: an armor brigade on its Combined Arms side"]
    known: Annotated[Units16, "1: known to the enemy"]  # [70]
    mark: Annotated[
        Units16,
        Kept(
            "marks as bits: moved, moved now, in command, fought, looked, helped, by water, flew, "
            "dropped, SAM fired, fired, sortie, raided, broken, formed"
        ),
    ]
    came: Annotated[Units16, "place that it came from in this movement phase, -1 none"]  # [53]
    task: Annotated[Units16, "strikes: number of the raid, 0 none"]
    # the map
    control: Places16  # ISRAEL, ARAB, NOBODY
    bridge: Annotated[Vector[int], np.int16, st.MAX_CANALS]  # by canal route: whose bridge, NOBODY
    # stocks of Israel, Egypt, Syria
    points: Annotated[Stocks64, "mobilization points: {}"]
    spent: Annotated[Stocks64, "half points spent in this phase: {}"]  # [30]
    casualties: Annotated[Stocks64, "casualty index: {}"]
    ew: Annotated[Stocks64, "EW markers: {}"]
    barrage: Annotated[Stocks64, "barrage markers in their box: {}"]
    # mobilization, longer
    bought: Annotated[Pair64, ("armor", "mechanized"), "bought in this game: {}"]  # [10.5]
    extra: Annotated[Pair64, ("armor", "mechanized"), "the limit has been raised by: {}"]  # [25]
    # [24]
    thirds: Annotated[
        Vector[int],
        np.int64,
        3,
        ("armor", "mechanized", "infantry"),
        "{} battalions towards a freed brigade",
    ]
    conversions: Annotated[Int64, "brigades converted to Combined Arms"]  # [26]
    free_used: Annotated[Int64, "1: the free unit of this turn is used"]  # [31]
    # events
    pool: Pair64  # markers still in the pool of Israel, of the Arabs: bits by EVENTS
    event: Annotated[Int64, numbered("event drawn, -1 none", st.EVENTS)]
    event_stage: Annotated[Int64, "how far its effects are carried out"]
    event_number: Annotated[Int64, "what is left to take, to draw, to divide"]
    event_unit: Annotated[Int64, Kept("counter that waits for its die, -1 none")]
    event_dice: Annotated[Int64, "dice of this effect still to be rolled"]
    combined_arms: Annotated[Int64, "1: Combined Arms has come"]
    morale: Places16  # points the Israeli Morale Check counted, while it lasts
    gate: Annotated[Stocks64, "Arab Morale Check: -1 no points this turn, 1 one more: {}"]  # [67]
    jordan_cut: Annotated[Int64, "points that Israel gets less in its next phase"]  # [66]
    jordan_limit: Annotated[Int64, "1: only one more Jordanian"]
    jordan_came: Annotated[Int64, "Jordanians that have arrived on the map"]
    ceasefires: Annotated[Int64, "ceasefires drawn from turn 3 on"]
    ceasefire: Annotated[Int64, "1: the game ends after this turn"]
    # the sky
    air_master: Annotated[Pair64, st.THEATERS, "side with air superiority, -1 nobody: {}"]
    committed: Annotated[
        Int64, Kept("greatest commitment made so far, -1 none or not the viewer's")
    ]
    signals_used: Annotated[Int64, "1: the signals unit's marker is used"]  # [62]
    air_theater: Annotated[Int64, "theater of the pending air decision: 0 Sinai, 1 Golan"]
    air_side: Annotated[Int64, "number of the side that attacks, fires or rolls in the air"]
    air_nation: Annotated[Int64, "nation that does, by number"]
    air_dice: Annotated[Int64, "dice still to be rolled"]
    air_ew: Annotated[Int64, "1: an Israeli EW marker helps"]
    air_refit: Annotated[Pair64, st.SIDES, "strikes still to be sent to refit: {}"]
    air_lost: Annotated[Pair64, st.SIDES, "strikes still to be eliminated: {}"]
    air_stage: Annotated[Int64, "how far the air phase has come"]
    air_points: Annotated[Pair64, st.SIDES, "factors rolled for: {}"]
    # looks
    looking: Annotated[Int64, "1: looks are still possible in this phase"]
    looked_at: Places16  # by EW in this phase: bit 1 Israel, bit 2 the Arabs
    # air ground attacks
    raids: Annotated[Int64, "raids that have been named"]
    raid: Annotated[Int64, "raid that is resolved, from 1; 0 while they are named"]
    raid_at: Annotated[Vector[int], np.int16, st.MAX_RAIDS]  # point of raid 1, 2, … (from index 0)
    raid_stage: Annotated[Int64, "0 naming, 2 air defense, 3 the attacks"]
    # AIR: an EW marker was played for raid 1, 2, …
    raid_ew: Annotated[Vector[int], np.int16, st.MAX_RAIDS]
    weasels: Annotated[Int64, "Wild Weasels that strike air defense units"]
    sam: Annotated[Int64, Kept("SAM unit that fires, -1 none")]
    # the pending flight or look
    asked: Annotated[Int64, "what a SAM unit is asked about: 1 a flight, 2 a look, 3 a retreat"]
    flyer: Annotated[Int64, Kept("counter that flies, -1 none or not known to the viewer")]
    landing: Annotated[Int64, "place flown to, or looked at, -1 none"]
    drops: Annotated[Int64, Kept("drops of the 202nd in this movement phase; 0 to the other side")]
    shown: Annotated[Int64, Kept("SAM unit that was shown, -1 none")]
    # the pending raid, Wild Weasels' strike or barrage
    source: Annotated[Int64, "where damage comes from: 1 battle, 2 raid, 3 Wild Weasels, 4 barrage"]
    actor: Annotated[Int64, "nation that fires a barrage, -1 none"]
    target: Annotated[Int64, "point aimed at, -1 none"]
    barraged: Places16  # in this combat phase
    # the battle
    battle: Annotated[Int64, "point of the battle, -1 none"]
    theater: Annotated[Int64, "theater whose battles are fought, -1 not chosen"]  # [15.1]
    fought_at: Places16  # battles of this combat phase that are over
    nation: Annotated[Int64, "Arab nation that fires in attack, -1 none"]
    first: Annotated[Int64, "number of the side with first fire"]
    firing: Annotated[Int64, "number of the side that fires"]
    rounds: Annotated[Int64, "rounds of fire, from 1"]
    shooter: Annotated[Int64, Kept("counter that fires, -1 none")]
    any_result: Annotated[Int64, "1: there was a result in this round"]
    # damage being taken
    victim: Annotated[Int64, "number of the side that takes damage"]
    hits: Annotated[Int64, "hits still to be taken"]
    must_go: Annotated[Int64, "a retreat still to be answered: 1 an r, 2 an R"]
    cancels: Annotated[Int64, "hits that retreating now would cancel"]
    going: Annotated[Int64, "retreat of: 1 one unit, 2 everything"]
    only_air_defense: Annotated[Int64, "1: hits fall on air defense units only"]
    chooser: Annotated[Int64, "number of the side that names the losses"]
    # BATTLE: retreats and rounds
    escaped: Annotated[Int64, "counters that this retreat has brought away"]
    tried: Annotated[Units16, "1: its flight in this retreat was aborted"]
    battle_stage: Annotated[Int64, "how far the battle has come"]
    # the end
    closed: Annotated[Int64, "1: Arab casualties can no longer lose the game"]
    winner: Annotated[Int64, "number of the side that has won, -1 a draw or none yet"]
    ending: Annotated[
        Int64, listed("how the game has ended, 0 while it goes on, then", st.ENDING_NAMES[1:])
    ]


class Work(Protocol):
    """Values computed from a position; `places.refresh` can compute them again at any time."""

    witness: Int16  # what the rule that forbids names: see `rules/forbidden.py`
    count: SidesPlaces64  # ground counters of a side in a place
    weight: SidesPlaces64  # stacking, the free ones left out
    load: SidesPlaces64  # stacking, with all free ones but the first of a type
    # counters of the types of which one is free
    free: Annotated[Cube[int], np.int64, 2, st.MAX_PLACES, st.FREE_TYPES]
    # headquarters: army or front, division
    hqs: Annotated[Cube[int], np.int64, 2, st.MAX_PLACES, 2]
    unknown: SidesPlaces64  # counters of that side the enemy does not know
    # lines of communication: computed when needed, until what they hang on changes
    loc_fresh: Int64  # bits: 1 Israel's are computed, 2 the Arabs'
    # side; by land, also by water; the place is on a line
    loc: Annotated[Cube[int], np.int64, 2, 2, st.MAX_PLACES]
    # SAM umbrellas: side; of any unit, of those the enemy knows; computed when needed too
    umbrella_fresh: Int64
    umbrella: Annotated[Cube[int], np.int64, 2, 2, st.MAX_PLACES]
    # what points are worth to the sergeants: computed when needed
    worth_fresh: Int64  # bits: 1 Israel's are computed, 2 the Arabs'
    worth: Annotated[Matrix[float], np.float64, 2, st.MAX_PLACES]
    # the dice of a rollout (`player/luck.py`)
    luck: Int64  # a number from 0 that they depend on, -1 not drawn yet
    rolled: Annotated[Vector[int], np.int64, 64]  # how often a die was rolled for the same thing
    rolled_in: Int64  # the player turn that this counts
    # scratch
    queue: Places64
    depots: Annotated[Vector[int], np.int64, 8]  # points where Israelis can arrive, ascending
    steps: Places64
    slots: Annotated[Vector[int], np.int64, 16]  # BATTLE: shifts, components, room
    out: Annotated[Vector[int], np.int64, 64]
    listed: Int64  # how many are in it, where it is that of the pending decision; else 0
    # the one array that legal actions are written into
    list: Annotated[Vector[int], np.int32, st.MAX_ACTIONS]


BOARD, STATE, WORK = dtype_of(Board), dtype_of(State), dtype_of(Work)
