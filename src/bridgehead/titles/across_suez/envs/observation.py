"""A side's observation of Across Suez as numbers: planes over the map, a table of units, scalars.

Nothing is hidden in this title, so every viewer gets the same except for `viewer`. The tables name
the values that `observe` writes, in the same order; docs/observations.md is made from them.
"""

from __future__ import annotations

from bridgehead.core.kernels.fields import columns, copier, named
from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.records import Board, State, Work
from bridgehead.titles.across_suez.rules.sequence import owner
from bridgehead.titles.across_suez.rules.zones import is_night

MAP = (
    ("israel", "1 where an Israeli unit stands"),
    ("egypt", "1 where an Egyptian unit stands"),
    ("strength", "strength of the unit there"),
    ("allowance", "movement allowance of the unit there, in points as printed"),
    ("type", "type of the unit there, from 1: " + ", ".join(st.TYPES)),
    ("moved", "1: the unit there has moved in this Movement Phase"),
    ("landed", "1: the unit there has come by air in this Player-Turn"),
    ("fought", "1: the unit there has attacked in this Combat Phase"),
    ("attacked", "1: the unit there has been attacked in this Combat Phase"),
    ("bombarded", "1: the unit there has been bombarded in this Combat Phase"),
    ("israeli zone", "Israeli units whose zone of control reaches the hex"),
    ("egyptian zone", "Egyptian units whose zone of control reaches the hex"),
    ("target", "1: the hex that is attacked or bombarded now"),
    ("attackers", "strength that attacks from there in the combat being resolved"),
)
(
    M_ISRAEL, M_EGYPT, M_STRENGTH, M_ALLOWANCE, M_TYPE, M_MOVED, M_LANDED, M_FOUGHT, M_ATTACKED,
    M_BOMBARDED, M_ZONE, M_EGYPTIAN_ZONE, M_TARGET, M_ATTACKERS,
) = range(len(MAP))  # fmt: skip
UNITS = (
    ("hex", "number of its hex in the list of hexes, -1 in none"),
    ("place", "0 in a hex, 1 off the map, 2 across the canal, 3 eliminated"),
    *columns(State, st.MAX_UNITS),
)
N_UNITS = len(UNITS)
_WHEN, _REST = columns(State)[:3], columns(State)[3:]
SCALARS = (
    ("viewer", "number of the side that sees this, -1 a spectator"),
    ("owner", "whose decision is pending: number of a side, 2 the dice, -1 nobody"),
    *_WHEN,
    ("night", "1: this game turn is at night"),
    ("turns left", "game turns after this one"),
    *_REST,
)
X_TARGET_HEX = [name for name, _ in SCALARS].index("target_hex")
# Facts that never change in a game: fields of the board
MAP_FACTS = named(
    Board, "land", "terrain_cost", "shift", "canal", "carries_loc", "bridge_may", "q", "r"
)
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
        zone, other = w.zone[0, hex_], w.zone[1, hex_]
        if zone:
            map_[M_ZONE * cells + cell[hex_]] = zone
        if other:
            map_[M_EGYPTIAN_ZONE * cells + cell[hex_]] = other
    for u in range(b.units):
        _unit(b, s, u, cell, cells, map_, units)
    if s.target_hex >= 0:
        map_[M_TARGET * cells + cell[s.target_hex]] = 1
    _scalars(b, s, side, scalars)


@kernel
def _unit(
    b: Board, s: State, u: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int],
) -> None:  # fmt: skip
    here, origin = int(s.hex[u]), int(s.origin[u])
    at = u * N_UNITS
    units[at] = max(here, -1)
    units[at + 1] = 0 if here >= 0 else -here
    copy_row(s, u, units)
    if origin >= 0:
        map_[M_ATTACKERS * cells + cell[origin]] += b.strength[u]
    if here < 0:
        return
    on = int(cell[here])
    map_[(M_ISRAEL if b.side[u] == st.ISRAEL else M_EGYPT) * cells + on] = 1
    map_[M_STRENGTH * cells + on] = b.strength[u]
    map_[M_ALLOWANCE * cells + on] = b.allowance[u]
    map_[M_TYPE * cells + on] = b.type[u] + 1
    map_[M_MOVED * cells + on] = s.moved[u]
    map_[M_LANDED * cells + on] = s.landed[u]
    map_[M_FOUGHT * cells + on] = s.fought[u]
    map_[M_ATTACKED * cells + on] = s.attacked[u]
    map_[M_BOMBARDED * cells + on] = s.bombarded[u]


@kernel
def observe_again(
    b: Board, s: State, w: Work, side: int, cell: Vector[int], cells: int,
    map_: Vector[int], units: Vector[int], scalars: Vector[int],
) -> None:  # fmt: skip
    """Update an observation of an earlier position of the same game.

    The rows of the units say where each was then, and so what must be written: its planes in both
    hexes, and the zones around them. First all old values are cleared, as another unit may have
    entered a hex that was left.
    """
    changed, bit = 0, 1
    for u in range(b.units):
        if _has_changed(s, u, units):
            changed |= bit
            _clear(u, cell, cells, map_, units)
            _zones_about(b, w, u, int(units[u * N_UNITS]), cell, cells, map_)
        bit <<= 1
    u = 0
    while changed:
        if changed & 1:
            _unit(b, s, u, cell, cells, map_, units)
            _zones_about(b, w, u, int(s.hex[u]), cell, cells, map_)
        changed >>= 1
        u += 1
    before = int(scalars[X_TARGET_HEX])
    if before >= 0:
        map_[M_TARGET * cells + cell[before]] = 0
    if s.target_hex >= 0:
        map_[M_TARGET * cells + cell[s.target_hex]] = 1
    _scalars(b, s, side, scalars)


@kernel
def _has_changed(s: State, u: int, units: Vector[int]) -> bool:
    """Whether a unit's row has changed."""
    at, here = u * N_UNITS, int(s.hex[u])
    differs = (units[at] - units[at + 1]) ^ (here if here >= 0 else here - 1)
    differs |= units[at + 2] ^ s.moved[u]
    differs |= units[at + 3] ^ s.landed[u]
    differs |= units[at + 4] ^ s.fought[u]
    differs |= units[at + 5] ^ s.attacked[u]
    differs |= units[at + 6] ^ s.bombarded[u]
    differs |= units[at + 7] ^ s.origin[u]
    return bool(differs != 0)


@kernel
def _clear(u: int, cell: Vector[int], cells: int, map_: Vector[int], units: Vector[int]) -> None:
    """Clear the map values of a unit's row."""
    here, origin = int(units[u * N_UNITS]), int(units[u * N_UNITS + 7])
    if origin >= 0:
        map_[M_ATTACKERS * cells + cell[origin]] = 0
    if here >= 0:
        for plane in range(M_ZONE):
            map_[plane * cells + cell[here]] = 0


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
    x[5] = is_night(b, s)
    x[6] = max(int(b.turns) - int(s.turn), 0)
    copy_scalars(s, x)
