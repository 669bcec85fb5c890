"""A side's observation of October War as numbers: features of points, a table of counters, scalars.

A viewer gets what its view shows (`data.position_format.seen`) [27, rulings 69 to 72]: of unknown
enemy counters only the number in each place, secretly committed strikes as ready, a set-up in
progress as it began. At the end of the game nothing more is revealed here. The tables name the
values that `observe` writes, in the same order; docs/observations.md is made from them.
"""

from __future__ import annotations

from bridgehead.core.kernel import kernel
from bridgehead.core.records import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.view import is_hidden
from bridgehead.titles.october_war.state import ARAB, ISRAEL, NOBODY

MAP = (
    ("control", "number of the side that controls the point, -1 nobody"),
    ("israeli counters", "Israeli ground counters"),
    ("arab counters", "Arab ground counters"),
    ("israeli hidden", "Israeli counters that the viewer does not know"),
    ("arab hidden", "Arab counters that the viewer does not know"),
    ("israeli strength", "sum of the strengths of the Israeli counters that the viewer knows"),
    ("arab strength", "sum of the strengths of the Arab counters that the viewer knows"),
    ("bridge", "1 an Israeli bridge leads there, 2 an Arab one"),
    ("morale", "1: a point that the Israeli Morale Check counted"),
    ("barraged", "1: barraged in this combat phase"),
    ("fought_at", "1: the battle there is over in this combat phase"),
    ("looked_at", "who has looked there by EW in this phase: 1 Israel, 2 the Arabs, 3 both"),
    ("raids", "air ground attacks named for the point"),
    ("landing", "1: the place flown to, or looked at, now"),
    ("takeoff", "1: a counter takes off there now"),
    ("target", "1: the point aimed at now"),
    ("battle", "1: the battle is fought there now"),
)
(
    M_CONTROL, M_COUNTERS, M_ARAB_COUNTERS, M_HIDDEN, M_ARAB_HIDDEN, M_STRENGTH, M_ARAB_STRENGTH,
    M_BRIDGE, M_MORALE, M_BARRAGED, M_FOUGHT, M_LOOKED, M_RAIDS, M_LANDING, M_TAKEOFF, M_TARGET,
    M_BATTLE,
) = range(len(MAP))  # fmt: skip
N_MAP = len(MAP)
NOWHERE_KNOWN, FIRST_MISSION = 99, 20  # what `box` is for a hidden counter, for mission boxes
UNITS = (
    ("place", "number of the point or reserve area that it is in, -1 none that is known"),
    ("box", "0 in a place; from 1: " + ", ".join(st.BOXES) + f"; {FIRST_MISSION} and more: mission "
     f"boxes; {NOWHERE_KNOWN}: the viewer does not know where it is"),
    ("arrives", "game turn of its arrival, on the turn track"),
    ("back", "1: an armor brigade on its Combined Arms side"),
    ("known", "1: known to the enemy"),
    ("mark", "marks as bits: moved, moved now, in command, fought, looked, helped, by water, flew, "
             "dropped, SAM fired, fired, sortie, raided, broken, formed"),
    ("came", "place that it came from in this movement phase, -1 none"),
    ("task", "strikes: number of the raid, 0 none"),
    ("tried", "1: its flight in this retreat was aborted"),
)  # fmt: skip
N_UNITS = len(UNITS)
STOCKS = ("Israel", "Egypt", "Syria")
_ONE = (
    ("viewer", "number of the side that sees this, -1 a spectator"),
    ("owner", "whose decision is pending: number of a side, 2 the dice, -1 nobody"),
    ("turn", "game turn"),
    ("side", "number of the phasing side"),
    ("phase", "phase: " + ", ".join(f"{n} {name}" for n, name in enumerate(st.PHASES))),
    ("step", "pending decision: " + ", ".join(f"{n} {name}" for n, name in enumerate(st.STEPS))),
    ("conversions", "brigades converted to Combined Arms"),
    ("free_used", "1: the free unit of this turn is used"),
    ("event", "event drawn, -1 none: " + ", ".join(f"{n} {x}" for n, x in enumerate(st.EVENTS))),
    ("event_stage", "how far its effects are carried out"),
    ("event_number", "what is left to take, to draw, to divide"),
    ("event_dice", "dice of this effect still to be rolled"),
    ("combined_arms", "1: Combined Arms has come"),
    ("jordan_cut", "points that Israel gets less in its next phase"),
    ("jordan_limit", "1: only one more Jordanian"),
    ("jordan_came", "Jordanians that have arrived on the map"),
    ("ceasefires", "ceasefires drawn from turn 3 on"),
    ("ceasefire", "1: the game ends after this turn"),
    ("committed", "greatest commitment made so far, -1 none or not the viewer's"),
    ("signals_used", "1: the signals unit's marker is used"),
    ("air_theater", "theater of the pending air decision: 0 Sinai, 1 Golan"),
    ("air_side", "number of the side that attacks, fires or rolls in the air"),
    ("air_nation", "nation that does, by number"),
    ("air_dice", "dice still to be rolled"),
    ("air_ew", "1: an Israeli EW marker helps"),
    ("air_stage", "how far the air phase has come"),
    ("looking", "1: looks are still possible in this phase"),
    ("raids", "raids that have been named"),
    ("raid", "raid that is resolved, from 1; 0 while they are named"),
    ("raid_stage", "0 naming, 2 air defense, 3 the attacks"),
    ("weasels", "Wild Weasels that strike air defense units"),
    ("asked", "what a SAM unit is asked about: 1 a flight, 2 a look, 3 a retreat"),
    ("landing", "place flown to, or looked at, -1 none"),
    ("drops", "drops of the 202nd in this movement phase; 0 to the other side"),
    ("source", "where damage comes from: 1 battle, 2 raid, 3 Wild Weasels, 4 barrage"),
    ("actor", "nation that fires a barrage, -1 none"),
    ("target", "point aimed at, -1 none"),
    ("battle", "point of the battle, -1 none"),
    ("theater", "theater whose battles are fought, -1 not chosen"),
    ("nation", "Arab nation that fires in attack, -1 none"),
    ("first", "number of the side with first fire"),
    ("firing", "number of the side that fires"),
    ("rounds", "rounds of fire, from 1"),
    ("any_result", "1: there was a result in this round"),
    ("victim", "number of the side that takes damage"),
    ("hits", "hits still to be taken"),
    ("must_go", "a retreat still to be answered: 1 an r, 2 an R"),
    ("cancels", "hits that retreating now would cancel"),
    ("going", "retreat of: 1 one unit, 2 everything"),
    ("only_air_defense", "1: hits fall on air defense units only"),
    ("chooser", "number of the side that names the losses"),
    ("escaped", "counters that this retreat has brought away"),
    ("battle_stage", "how far the battle has come"),
    ("closed", "1: Arab casualties can no longer lose the game"),
    ("winner", "number of the side that has won, -1 a draw or none yet"),
    ("ending", "how the game has ended, 0 while it goes on, then: "
               + ", ".join(st.ENDING_NAMES[1:])),
)  # fmt: skip
FIRST_OF_UNITS = len(_ONE)
_NAMED = (
    ("event_unit", "counter that waits for its die, -1 none"),
    ("sam", "SAM unit that fires, -1 none"),
    ("flyer", "counter that flies, -1 none or not known to the viewer"),
    ("shown", "SAM unit that was shown, -1 none"),
    ("shooter", "counter that fires, -1 none"),
)
FIRST_OF_ARRAYS = FIRST_OF_UNITS + len(_NAMED)
STOCK_FIELDS = (
    ("points", "mobilization points"),
    ("spent", "half points spent in this phase"),
    ("casualties", "casualty index"),
    ("ew", "EW markers"),
    ("barrage", "barrage markers in their box"),
    ("gate", "Arab Morale Check: -1 no points this turn, 1 one more"),
)
FIRST_OF_PAIRS = FIRST_OF_ARRAYS + len(STOCK_FIELDS) * len(STOCKS)
_PAIRS = (
    ("bought", "bought in this game", ("armor", "mechanized")),
    ("extra", "the limit has been raised by", ("armor", "mechanized")),
    ("air_master", "side with air superiority, -1 nobody", st.THEATERS),
    ("air_refit", "strikes still to be sent to refit", st.SIDES),
    ("air_lost", "strikes still to be eliminated", st.SIDES),
    ("air_points", "factors rolled for", st.SIDES),
)
FIRST_THIRD = FIRST_OF_PAIRS + 2 * len(_PAIRS)
FIRST_EVENT = FIRST_THIRD + 3
SCALARS = (
    *_ONE,
    *_NAMED,
    *((f"{n} {k}", f"{text}: {stock}") for n, text in STOCK_FIELDS for k, stock in
      enumerate(STOCKS)),
    *((f"{n} {k}", f"{text}: {of}") for n, text, ofs in _PAIRS for k, of in enumerate(ofs)),
    *((f"thirds {k}", f"{of} battalions towards a freed brigade") for k, of in
      enumerate(("armor", "mechanized", "infantry"))),
    *((f"pool {name}", "1: this event is still in the pool") for name in st.EVENTS),
)  # fmt: skip
MAP_FACTS = (
    ("theater", "0 Sinai, 1 Golan, 2 both"),
    ("water", "a crossing point"),
    ("stop_all", "everybody stops there"),
    ("stop_foot", "who is not mechanized stops there"),
    ("no_mech", "closed to the mechanized class"),
    ("fort_of", "side of the fort there, -1 none"),
    ("city", "an Egyptian city"),
    ("start_control", "side that controls it in the beginning, -1 nobody"),
)
UNIT_FACTS = (
    ("side", "number of its side"),
    ("nation", "nation: " + ", ".join(f"{n} {name}" for n, name in enumerate(st.NATIONS))),
    ("type", "type: " + ", ".join(f"{n} {name}" for n, name in enumerate(st.TYPES))),
    ("air", "a strike"),
    ("mech", "of the mechanized class"),
    ("strength", "strength"),
    ("anti_armor", "strength in brackets, 0 none"),
    ("hq", "leader value, 0 none"),
    ("stack", "what it counts for stacking"),
    ("large", "breaks down into others"),
)


@kernel
def observe(
    b: Board, s: State, w: Work, side: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int], scalars: Vector[int],
) -> None:  # fmt: skip
    """Write a side's observation; `cell` and `cells` are for titles with hexes."""
    map_[:] = 0
    for p in range(b.places):
        _place(s, p, map_)
    for canal in range(b.canals):
        if s.bridge[canal] >= 0:
            for end in range(2):
                map_[b.canal_end[canal, end] * N_MAP + M_BRIDGE] = s.bridge[canal] + 1
    for k in range(s.raids):
        map_[s.raid_at[k] * N_MAP + M_RAIDS] += 1
    if s.landing >= 0:
        map_[s.landing * N_MAP + M_LANDING] = 1
    if s.target >= 0:
        map_[s.target * N_MAP + M_TARGET] = 1
    if s.battle >= 0:
        map_[s.battle * N_MAP + M_BATTLE] = 1
    if s.flyer >= 0 and s.where[s.flyer] >= 0:
        map_[s.where[s.flyer] * N_MAP + M_TAKEOFF] = 1
    for u in range(b.units):
        _unit(b, s, u, side, map_, units)
    _scalars(b, s, side, scalars)
    _arrays(s, scalars)


@kernel
def _place(s: State, p: int, map_: Vector[int]) -> None:
    at = p * N_MAP
    map_[at + M_CONTROL] = s.control[p]
    map_[at + M_MORALE] = s.morale[p]
    map_[at + M_BARRAGED] = s.barraged[p]
    map_[at + M_FOUGHT] = s.fought_at[p]
    map_[at + M_LOOKED] = s.looked_at[p]


@kernel
def _unit(b: Board, s: State, u: int, side: int, map_: Vector[int], units: Vector[int]) -> None:
    """Write a counter's row, and count it in its place."""
    where, at = int(s.where[u]), u * N_UNITS
    own = b.side[u] == side
    set_up = s.phase == st.SETUP and b.side[u] == s.side and not own
    hidden = is_hidden(b, s, u, side)
    if set_up:  # as it began: the order would tell
        where = int(b.start[u])
        hidden = b.fog == 1 and where >= 0
    elif s.phase == st.AIR_COMMITMENT and b.air[u] and not own and where <= st.MISSION_BOX:
        where = st.READY
    if where >= 0:
        _count(b, u, where, hidden, map_)
    if hidden:
        units[at : at + N_UNITS] = 0
        units[at] = -1
        units[at + 1] = NOWHERE_KNOWN
        units[at + 6] = -1
        return
    units[at] = max(where, -1)
    units[at + 1] = box_number(where)
    units[at + 2] = s.arrives[u]
    if set_up:
        units[at + 3 : at + N_UNITS] = 0
        units[at + 6] = -1
        return
    mark = int(s.mark[u])
    units[at + 3] = s.back[u]
    units[at + 4] = s.known[u]
    units[at + 5] = mark if own else mark & ~st.IN_COMMAND
    units[at + 6] = s.came[u]
    units[at + 7] = s.task[u]
    units[at + 8] = s.tried[u]


@kernel
def _count(b: Board, u: int, where: int, hidden: bool, map_: Vector[int]) -> None:
    at, of = where * N_MAP, int(b.side[u])
    map_[at + M_COUNTERS + of] += 1
    if hidden:
        map_[at + M_HIDDEN + of] += 1
    else:
        map_[at + M_STRENGTH + of] += b.strength[u]


@kernel
def box_number(where: int) -> int:
    """Return the number of a counter's box: 0 on the map, from 1 in the order of `BOXES`."""
    if where >= 0:
        return 0
    return FIRST_MISSION + st.MISSION_BOX - where if where <= st.MISSION_BOX else -where


@kernel
def _named(b: Board, s: State, u: int, side: int) -> int:
    """Return the counter that a decision concerns, -1 if the viewer does not know it."""
    return NOBODY if u < 0 or is_hidden(b, s, u, side) else u


@kernel
def _scalars(b: Board, s: State, side: int, x: Vector[int]) -> None:
    x[0] = side
    x[1] = s.owner
    x[2] = s.turn
    x[3] = s.side
    x[4] = s.phase
    x[5] = s.step
    x[6] = s.conversions
    x[7] = s.free_used
    x[8] = s.event
    x[9] = s.event_stage
    x[10] = s.event_number
    x[11] = s.event_dice
    x[12] = s.combined_arms
    x[13] = s.jordan_cut
    x[14] = s.jordan_limit
    x[15] = s.jordan_came
    x[16] = s.ceasefires
    x[17] = s.ceasefire
    x[18] = NOBODY if s.phase == st.AIR_COMMITMENT and s.owner != side else s.committed
    x[19] = s.signals_used
    x[20] = s.air_theater
    x[21] = s.air_side
    x[22] = s.air_nation
    x[23] = s.air_dice
    x[24] = s.air_ew
    x[25] = s.air_stage
    x[26] = s.looking
    x[27] = s.raids
    x[28] = s.raid
    x[29] = s.raid_stage
    x[30] = s.weasels
    x[31] = s.asked
    x[32] = s.landing
    x[33] = s.drops if s.side == side else 0
    x[34] = s.source
    x[35] = s.actor
    x[36] = s.target
    x[37] = s.battle
    x[38] = s.theater
    x[39] = s.nation
    x[40] = s.first
    x[41] = s.firing
    x[42] = s.rounds
    x[43] = s.any_result
    x[44] = s.victim
    x[45] = s.hits
    x[46] = s.must_go
    x[47] = s.cancels
    x[48] = s.going
    x[49] = s.only_air_defense
    x[50] = s.chooser
    x[51] = s.escaped
    x[52] = s.battle_stage
    x[53] = s.closed
    x[54] = s.winner
    x[55] = s.ending
    x[FIRST_OF_UNITS] = _named(b, s, int(s.event_unit), side)
    x[FIRST_OF_UNITS + 1] = _named(b, s, int(s.sam), side)
    x[FIRST_OF_UNITS + 2] = _named(b, s, int(s.flyer), side)
    x[FIRST_OF_UNITS + 3] = _named(b, s, int(s.shown), side)
    x[FIRST_OF_UNITS + 4] = _named(b, s, int(s.shooter), side)


@kernel
def _arrays(s: State, x: Vector[int]) -> None:
    for k in range(3):
        at = FIRST_OF_ARRAYS + k
        x[at] = s.points[k]
        x[at + 3] = s.spent[k]
        x[at + 6] = s.casualties[k]
        x[at + 9] = s.ew[k]
        x[at + 12] = s.barrage[k]
        x[at + 15] = s.gate[k]
        x[FIRST_THIRD + k] = s.thirds[k]
    for k in range(2):
        at = FIRST_OF_PAIRS + k
        x[at] = s.bought[k]
        x[at + 2] = s.extra[k]
        x[at + 4] = s.air_master[k]
        x[at + 6] = s.air_refit[k]
        x[at + 8] = s.air_lost[k]
        x[at + 10] = s.air_points[k]
    pool = int(s.pool[ISRAEL]) | int(s.pool[ARAB])
    for event in range(st.EVENT_COUNT):
        x[FIRST_EVENT + event] = (pool >> event) & 1
