"""A side's observation of Middle East Battles as numbers: planes, a table of units, scalars.

One thing is hidden: the last turn that the West has written down in Suez '56 [9.2]. The tables name
the values that `observe` writes, in the same order; docs/observations.md is made from them.
"""

from __future__ import annotations

from bridgehead.core.kernels.fields import columns, copier, entries, named
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.sequence import owner

MAP = (
    ("west units", "Western units in the hex"),
    ("egypt units", "Egyptian units in the hex"),
    ("west attack", "sum of what the Western units there attack with"),
    ("egypt attack", "sum of what the Egyptian units there attack with"),
    ("west defense", "sum of what the Western units there defend with"),
    ("egypt defense", "sum of what the Egyptian units there defend with"),
    ("west fresh", "Western units there that have not moved in this Movement Phase"),
    ("egypt fresh", "Egyptian units there that have not moved in this Movement Phase"),
    ("west zone", "Western units next to the hex"),
    ("egypt zone", "Egyptian units next to the hex"),
    ("shaken", "units there that have retreated in their own last Combat Phase"),
    ("western city", "1: a city hex that a Western unit entered last"),
    ("city fired", "1: a city hex for which fire into it has been paid"),
    ("target", "1: a hex attacked now"),
    ("attackers", "strength that attacks from there in the combat being resolved"),
    ("entered", "units that have entered by that hex in this phase"),
    ("waited for", "1: a hex in which a displaced unit's friends make room"),
)
(
    M_UNITS, M_EGYPT_UNITS, M_ATTACK, M_EGYPT_ATTACK, M_DEFENSE, M_EGYPT_DEFENSE, M_FRESH,
    M_EGYPT_FRESH, M_ZONE, M_EGYPT_ZONE, M_SHAKEN, M_CITY, M_FIRED, M_TARGET, M_ATTACKERS,
    M_ENTERED, M_CHAIN,
) = range(len(MAP))  # fmt: skip
UNITS = (
    ("hex", "number of its hex in the list of hexes, -1 in none"),
    ("place", "0 in a hex, 1 off the map, 2 exited, 3 eliminated"),
    *columns(State, st.MAX_UNITS),
)
N_UNITS = len(UNITS)
_WHEN, _REST = columns(State)[:3], columns(State)[3:]
SCALARS = (
    ("viewer", "number of the side that sees this, -1 a spectator"),
    ("owner", "whose decision is pending: number of a side, 2 the dice, -1 nobody"),
    *_WHEN,
    ("night", "1: this game turn is at night"),
    *_REST,
    *entries(State, "air", "guns_used", "column_hex", "strikes", "covers", "ledger"),
)
X_LAST_TURN = [name for name, _ in SCALARS].index("last_turn")
MAP_FACTS = named(
    Board, "land", "clear", "city", "fort", "shift", "fort_shift", "coast", "objective",
    "exit_cost", "entry_cost", "q", "r",
)  # fmt: skip
UNIT_FACTS = columns(Board, st.MAX_UNITS)
copy_row = copier(__name__, State, UNITS, rows=True)
copy_scalars = copier(__name__, State, SCALARS)


@kernel
def observe(
    b: Board, s: State, w: Work, side: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int], scalars: Vector[int],
) -> None:  # fmt: skip
    """Write a side's observation; `cell` has the place of each hex on a plane of `cells`."""
    map_[:] = 0
    for hex_ in range(b.hexes):
        on = int(cell[hex_])
        if w.zone[0, hex_]:
            map_[M_ZONE * cells + on] = w.zone[0, hex_]
        if w.zone[1, hex_]:
            map_[M_EGYPT_ZONE * cells + on] = w.zone[1, hex_]
    for u in range(b.units):
        _row(s, u, units)
        _count(b, u, 1, cell, cells, map_, units)
    _combat_and_cities(b, s, cell, cells, map_)
    _scalars(b, s, side, scalars)


@kernel
def observe_again(
    b: Board, s: State, w: Work, side: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int], scalars: Vector[int],
) -> None:  # fmt: skip
    """Update an observation of an earlier position of the same game.

    The rows of the units say where each was counted then, and so what must be counted again, and
    where zones may have changed.
    """
    for plane in (M_TARGET, M_CHAIN):
        map_[plane * cells : (plane + 1) * cells] = 0
    for rim in range(b.rims):
        map_[M_ENTERED * cells + cell[b.rim_hex[rim]]] = 0
    for u in range(b.units):
        if _counts_otherwise(s, u, units):
            before, here = int(units[u * N_UNITS]), int(s.hex[u])
            _count(b, u, -1, cell, cells, map_, units)
            _row(s, u, units)
            _count(b, u, 1, cell, cells, map_, units)
            if here != before:
                _zones_about(b, w, u, before, cell, cells, map_)
                _zones_about(b, w, u, here, cell, cells, map_)
        else:
            _row(s, u, units)
    _combat_and_cities(b, s, cell, cells, map_)
    _scalars(b, s, side, scalars)


@kernel
def _combat_and_cities(
    b: Board, s: State, cell: Vector[int], cells: int, map_: Vector[int]
) -> None:
    """Write the map values other than units.

    The planes of the combat and of entries must be clear.
    """
    for hex_ in range(b.hexes):
        if b.city[hex_]:
            place, on = b.city_place[hex_], int(cell[hex_])
            map_[M_CITY * cells + on] = s.west_city[place]
            map_[M_FIRED * cells + on] = s.city_fired[place]
    for rim in range(b.rims):
        if s.entered[rim]:
            map_[M_ENTERED * cells + cell[b.rim_hex[rim]]] = s.entered[rim]
    for k in range(s.aims):
        map_[M_TARGET * cells + cell[s.aim[k]]] = 1
    for k in range(s.chain):
        map_[M_CHAIN * cells + cell[s.chain_hex[k]]] = 1


@kernel
def _row(s: State, u: int, units: Vector[int]) -> None:
    here, at = int(s.hex[u]), u * N_UNITS
    units[at] = max(here, -1)
    units[at + 1] = 0 if here >= 0 else -here
    copy_row(s, u, units)


@kernel
def _counts_otherwise(s: State, u: int, units: Vector[int]) -> bool:
    """Whether a unit's map values differ from those of its row."""
    at = u * N_UNITS
    differs = units[at] ^ max(int(s.hex[u]), -1)
    differs |= units[at + 2] ^ s.moved[u]
    differs |= units[at + 13] ^ s.shaken[u]
    differs |= units[at + 14] ^ s.role[u]
    differs |= units[at + 15] ^ s.origin[u]
    return bool(differs != 0)


@kernel
def _count(
    b: Board, u: int, change: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int],
) -> None:  # fmt: skip
    """Add the map values of a unit's row, or remove them."""
    at = u * N_UNITS
    here, role, origin = int(units[at]), int(units[at + 14]), int(units[at + 15])
    if origin >= 0 and role in (st.ADJACENT, st.RANGED):
        map_[M_ATTACKERS * cells + cell[origin]] += change * b.strength[u]
    if here < 0:
        return
    on, of = int(cell[here]), int(b.side[u])
    map_[(M_UNITS + of) * cells + on] += change
    map_[(M_ATTACK + of) * cells + on] += change * b.strength[u]
    map_[(M_DEFENSE + of) * cells + on] += change * b.defense[u]
    if not units[at + 2]:
        map_[(M_FRESH + of) * cells + on] += change
    if units[at + 13]:
        map_[M_SHAKEN * cells + on] += change


@kernel
def _zones_about(
    b: Board, w: Work, u: int, hex_: int, cell: Vector[int], cells: int, map_: Vector[int]
) -> None:
    """Write how many units of a unit's side control each hex around one; -1 is no hex."""
    if hex_ < 0:
        return
    side = int(b.side[u])
    for direction in range(6):
        near = int(b.neighbor[hex_, direction])
        if near >= 0:
            map_[(M_ZONE + side) * cells + cell[near]] = w.zone[side, near]


@kernel
def _scalars(b: Board, s: State, side: int, x: Vector[int]) -> None:
    x[0] = side
    x[1] = owner(s)
    x[5] = b.night[s.turn]
    x[X_LAST_TURN] = s.last_turn if side == st.WEST else 0
    copy_scalars(s, x)
