"""The places where each ground counter can ever be, as a basis for numbering actions.

Only the tables of the board are used, never a position: a place is excluded only if a rule that
never depends on the position forbids it. Each relation names the predicate of the rules that it
follows; `tests/titles/october_war/test_numbering.py` compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.air.flights import OBJECTIVE
from bridgehead.titles.october_war.rules.turn.setup import zone_of
from bridgehead.titles.october_war.state import ARAB, ISRAEL

Places = NDArray[np.bool_]  # by place: points, then the reserve areas


@dataclass(frozen=True)
class CounterPlaces:
    """The possible places (columns) of each counter (row); strikes have none."""

    set_up: NDArray[np.bool_]  # it can be set up there
    arrivals: NDArray[np.bool_]  # it can come in there
    standing: NDArray[np.bool_]  # it can stand there or pass through


def counter_places(b: Any) -> CounterPlaces:
    """Return the places where the counters of a board can ever be.

    These are the places where a counter begins, is set up or arrives, and those that it can reach
    from there by moves, flights, retreats, combinations and breakdowns.
    """
    ground = np.flatnonzero(b.air[: b.units] == 0).tolist()
    set_up, arrivals = np.zeros((2, b.units, b.places), np.bool_)
    for u in ground:
        set_up[u], arrivals[u] = _set_up(b, u), _arrivals(b, u)
    standing = set_up | arrivals
    for u in ground:
        if b.start[u] >= 0:
            standing[u, b.start[u]] = True
    _spread(b, ground, standing)
    return CounterPlaces(set_up, arrivals, standing)


def _spread(b: Any, ground: list[int], standing: NDArray[np.bool_]) -> None:
    """Add all places that counters can reach from their present ones."""
    kinds: dict[tuple[int, ...], NDArray[np.bool_]] = {}  # many counters move alike
    ways = {}
    for u in ground:
        kind = int(b.side[u]), int(b.mech[u]), int(b.traits[u])
        if kind not in kinds:
            kinds[kind] = _ways(b, u)
        ways[u] = kinds[kind]
    exchanges = _exchanges(b)
    before = -1
    while before < int(standing.sum()):
        before = int(standing.sum())
        for u in ground:
            standing[u] |= standing[u] @ ways[u]
        for u, v in exchanges:
            standing[u] |= standing[v]
            standing[v] |= standing[u]


def _set_up(b: Any, u: int) -> Places:
    """Return where a counter can be set up (`setup.cannot_place`); none if it has no zone."""
    # Arabs may be broken down while they are set up; Israelis with a zone of their own are placed
    zone = zone_of(b, u) if b.side[u] == ARAB else int(b.zone[u])
    if zone < 0:
        return np.zeros(b.places, np.bool_)
    found: Places = b.zone_place[zone, : b.places] != 0
    found &= (b.water[: b.places] == 0) & _bears(b, u)
    return found


def _arrivals(b: Any, u: int) -> Places:
    """Return where a ground counter can arrive (`arrivals.put_arrivals`)."""
    features, points = b.features[: b.places], np.arange(b.places) < b.points
    land = points & (b.water[: b.places] == 0)
    found = np.zeros(b.places, np.bool_)
    if b.side[u] == ISRAEL:  # with a depot, or the reserve area
        found |= land & _bears(b, u)
        found[b.reserve[0]] = True
    elif b.type[u] == st.STATIC_SAM:  # `arrivals.site`
        if b.stock[u] == 2:
            golan = b.theater[: b.places] == st.GOLAN
            found |= land & golan & (features & st.WEST_OF_PURPLE_LINE == 0)
        else:
            found |= land & (features & st.AFRICA != 0)
    else:
        if b.traits[u] & st.SHEIKH_MESKIN:
            found |= points & (features & st.JORDANIAN_ENTRY != 0)
        if b.stock[u] == 1 or b.traits[u] & (st.SINAI_ONLY | st.EITHER_FRONT):
            found[b.reserve[1]] = True
        if b.stock[u] == 2 or b.traits[u] & (st.GOLAN_ONLY | st.EITHER_FRONT):
            found[b.reserve[2]] = True
    return found


def neighbors(b: Any, places: Places, kinds: tuple[int, ...]) -> Places:
    """Return the neighbors of points by routes of these kinds, for all counters."""
    starts, ends, kind = _routes(b)
    found = np.zeros(b.places, np.bool_)
    found[ends[places[starts] & (starts < b.points) & np.isin(kind, kinds)]] = True
    return found


def _routes(b: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return start, end and kind of all routes, in both directions."""
    width = b.neighbor.shape[1]
    there = np.arange(width) < b.degree[: b.places, None]
    starts = np.repeat(np.arange(b.places), there.sum(axis=1))
    ends, kinds = b.neighbor[: b.places][there], b.route[: b.places][there]
    return starts, ends.astype(np.int64), kinds.astype(np.int64)


def _bears(b: Any, u: int) -> Places:
    """Return which places a counter can enter; some exclude mechanized ones."""
    bears: Places = (b.no_mech[: b.places] == 0) | (b.mech[u] == 0)
    return bears


def _ways(b: Any, u: int) -> NDArray[np.bool_]:
    """Return from which place to which a counter can go in one step or flight."""
    ways = np.zeros((b.places, b.places), np.bool_)
    if b.traits[u] & st.STATIC == 0:
        _add_steps(b, u, ways)
    if b.traits[u] & (st.CAN_FLY | st.ONE_DROP):
        _add_flights(b, u, ways)
    return ways


def _add_steps(b: Any, u: int, ways: NDArray[np.bool_]) -> None:
    """Add moves, crossings and retreats (`movement.cannot_step`, `ways.cannot_withdraw`).

    Canal routes all count, because they may be bridged.
    """
    starts, ends, kinds = _routes(b)
    foreign = (ends >= b.points) & (b.start_control[ends] != b.side[u])
    open_ = ~foreign
    if b.traits[u] & st.WATER == 0:
        open_ &= ~np.isin(kinds, (st.LAKE, st.RED_SEA))
    ways[starts[open_], ends[open_]] = True
    if b.traits[u] & st.SHEIKH_MESKIN:  # `movement._jordanian_entry`
        ways[b.reserve[2]] |= b.features[: b.places] & st.JORDANIAN_ENTRY != 0
    ways &= _bears(b, u)


def _add_flights(b: Any, u: int, ways: NDArray[np.bool_]) -> None:
    """Add flights and drops (`flights.out_of_reach`)."""
    theater = b.theater[: b.places].astype(np.int64)
    side, places = int(b.side[u]), np.arange(b.places)
    lands = _bears(b, u) & (b.water[: b.places] == 0) & (b.features[: b.places] & OBJECTIVE == 0)
    lands &= (places < b.points) | (b.start_control[: b.places] == side)
    far = b.drop_range if b.traits[u] & st.CAN_FLY == 0 else b.fly_range
    near = b.steps[side, : b.places, : b.places] <= far
    same = theater[:, None] + theater[None, :] != st.SINAI + st.GOLAN
    ways |= lands & near & same


def _exchanges(b: Any) -> list[tuple[int, int]]:
    """Return the pairs of a large counter and a component: one can replace the other."""
    found = []
    for u in np.flatnonzero(b.large[: b.units]).tolist():
        for group in {int(g) for g in (*b.part[u], *b.back_part[u])} - {-1}:
            first = int(b.group_first[group])
            found += [(u, v) for v in range(first, first + int(b.group_count[group]))]
    return found
