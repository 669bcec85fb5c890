"""A side's observation of October War as numbers: features of points, a table of counters, scalars.

A viewer gets what its view shows (`data.position_format.seen`) [27, rulings 69 to 72]: of unknown
enemy counters only the number in each place, secretly committed strikes as ready, a set-up in
progress as it began. At the end of the game nothing more is revealed here. The tables name the
values that `observe` writes, in the same order; docs/observations.md is made from them.
"""

from __future__ import annotations

from bridgehead.core.kernels.fields import columns, copier, entries, named
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
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
    *columns(State, st.MAX_UNITS),
)  # fmt: skip
N_UNITS = len(UNITS)
_UNITS = ("event_unit", "sam", "flyer", "shown", "shooter")
_ONE = (
    ("viewer", "number of the side that sees this, -1 a spectator"),
    *named(State, "owner"),
    *(column for column in columns(State) if column[0] not in ("owner", *_UNITS)),
)
FIRST_OF_UNITS = len(_ONE)
_NUMBERS = (
    *_ONE,
    *named(State, *_UNITS),
    *entries(State, "points", "spent", "casualties", "ew", "barrage", "gate"),
    *entries(State, "bought", "extra", "air_master", "air_refit", "air_lost", "air_points"),
    *entries(State, "thirds"),
)
FIRST_EVENT = len(_NUMBERS)
SCALARS = (*_NUMBERS, *((f"pool {e}", "1: this event is still in the pool") for e in st.EVENTS))
X_COMMITTED, X_DROPS = (
    [name for name, _ in SCALARS].index(field) for field in ("committed", "drops")
)
MAP_FACTS = named(
    Board, "theater", "water", "stop_all", "stop_foot", "no_mech", "fort_of", "city",
    "start_control",
)  # fmt: skip
UNIT_FACTS = columns(Board, st.MAX_UNITS)
copy_row = copier(__name__, State, UNITS, rows=True)
copy_scalars = copier(__name__, State, SCALARS)


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
    copy_row(s, u, units)
    units[at + 5] = mark if own else mark & ~st.IN_COMMAND


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
    copy_scalars(s, x)
    x[X_COMMITTED] = NOBODY if s.phase == st.AIR_COMMITMENT and s.owner != side else s.committed
    x[X_DROPS] = s.drops if s.side == side else 0
    x[FIRST_OF_UNITS] = _named(b, s, int(s.event_unit), side)
    x[FIRST_OF_UNITS + 1] = _named(b, s, int(s.sam), side)
    x[FIRST_OF_UNITS + 2] = _named(b, s, int(s.flyer), side)
    x[FIRST_OF_UNITS + 3] = _named(b, s, int(s.shown), side)
    x[FIRST_OF_UNITS + 4] = _named(b, s, int(s.shooter), side)
    pool = int(s.pool[ISRAEL]) | int(s.pool[ARAB])
    for event in range(st.EVENT_COUNT):
        x[FIRST_EVENT + event] = (pool >> event) & 1
