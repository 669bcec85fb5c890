"""The actions that can ever be legal in October War, for the dense numbering.

A counter is counted with the places in which it can ever be (`places.py`), and with the paths
through these: Egyptians never come to the Golan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.kernels.dense import PLAIN, Possible
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.envs.places import CounterPlaces, counter_places, neighbors

STOCKS = 3
SAM_UNITS = (st.MOBILE_SAM, st.STATIC_SAM)


def possible(game: Any) -> Iterator[Possible]:
    """Yield verb, unit and places of all actions that can ever be legal in the game."""
    b = game.board[0]
    where = counter_places(b)
    walks: dict[bytes, NDArray[np.int64]] = {}  # many counters can stand in the same places
    for unit in range(b.units):
        if b.air[unit]:
            for verb in (st.ARRIVE, st.MOBILIZE_UNIT, st.FREE):
                yield verb, unit, (st.READY_PLACE,)
        else:
            yield from _ground(b, unit, where)
            if not b.traits[unit] & st.STATIC:
                inside = where.standing[unit]
                if inside.tobytes() not in walks:
                    walks[inside.tobytes()] = _walks(b, inside)
                yield st.MOVE_UNIT, unit, walks[inside.tobytes()]
        if b.stock[unit] < 0 or b.start[unit] == st.CUP:  # strikes, too
            yield st.DRAW_UNIT, unit, PLAIN
        for verb in (st.REFIT_UNIT, st.LOSE, st.ELIMINATE):
            yield verb, unit, PLAIN
    yield from _without_unit(b)


def _ground(b: Any, u: int, where: CounterPlaces) -> Iterator[Possible]:
    """Yield the actions of a ground counter, except moves."""
    inside = where.standing[u]
    land = np.flatnonzero(inside & (b.water[: b.places] == 0))
    yield st.PLACE, u, np.flatnonzero(where.set_up[u])
    if b.large[u]:
        yield st.COMBINE, u, land
        yield st.BREAK, u, PLAIN
    if b.back_part[u, 0] >= 0:
        yield st.COMBINE_ARMS, u, land
        yield st.CONVERT, u, PLAIN
    for verb in (st.ARRIVE, st.MOBILIZE_UNIT, st.FREE):
        yield verb, u, np.flatnonzero(where.arrivals[u])
    yield st.WITHDRAW, u, land
    if b.traits[u] & st.GROUND_RECON:
        yield st.LOOK, u, np.flatnonzero(neighbors(b, inside, (st.ROAD, st.CANAL)))
    if b.traits[u] & (st.CAN_FLY | st.ONE_DROP):
        yield st.FLY, u, land
    over_canal = np.flatnonzero(neighbors(b, inside, (st.CANAL,)))
    yield st.CROSS, u, over_canal
    if b.type[u] == st.ENGINEER:
        yield st.BRIDGE, u, over_canal
    if b.type[u] in SAM_UNITS:
        yield st.FIRE_SAM, u, PLAIN
        yield st.SHOW_SAM, u, PLAIN
    yield st.FIRE_UNIT, u, PLAIN
    if b.large[u] and (b.stock[u] < 0 or b.start[u] == st.CUP):
        yield st.DIVISION, u, PLAIN


def _walks(b: Any, inside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the paths within these places."""
    ways = b.walk[: b.walks]
    return np.flatnonzero(np.where(ways >= 0, inside[np.maximum(ways, 0)], True).all(axis=1))


def _without_unit(b: Any) -> Iterator[Possible]:
    points, places = range(b.points), range(b.places)
    strikes = _strikes(b)
    of_nation = [max(of[kind] for of in strikes.values()) for kind in range(len(st.KINDS))]
    tac, weasels = (max(_of_side(b, kind)) for kind in (st.TAC, st.WILD_WEASEL))
    given: dict[int, Any] = {
        st.COMMIT_STRIKES: _commitments(strikes),
        st.SHIFT_STRIKES: range(1, (tac + 1) // 2 + 1),
        st.DRAW_EVENT: range(st.EVENT_COUNT),
        st.TAKE: range(STOCKS),
        st.DIVIDE: range(100),
        st.MOBILIZE_BARRAGE: range(len(st.NATIONS)),
        st.RECON_FLIGHT: [p * 128 + n for p in points for n in range(1, tac + weasels + 1)],
        st.LOOK_EW: places,
        st.RAID_ON: [
            (p * 4 + kind) * 32 + n
            for p in points
            for kind in range(len(st.KINDS))
            for n in range(1, min(of_nation[kind], 31) + 1)
        ],
        st.STRIKE: range(1, weasels + 1),
        st.BARRAGE_ON: [nation * 128 + p for nation in range(STOCKS) for p in points],
        st.ATTACK: places,
        st.NATION: range(len(st.NATIONS)),
        st.REMOVE_BRIDGE: sorted(int(p) for p in b.canal_end[: b.canals].ravel()),
        st.ROLL: range(1, 7),
    }
    for verb in range(st.COMMIT_STRIKES, st.END + 1):
        yield verb, st.NO_UNIT, given.get(verb, PLAIN)


def _of_side(b: Any, kind: int) -> tuple[int, int]:
    """Return the number of strikes of a kind on each side."""
    of_kind = b.side[: b.units][b.type[: b.units] == kind]
    return int((of_kind == st.ISRAEL).sum()), int((of_kind == st.ARAB).sum())


def _strikes(b: Any) -> dict[int, list[int]]:
    """Return for each nation the number of its strikes of each kind."""
    found: dict[int, list[int]] = {}
    for u in np.flatnonzero(b.air[: b.units]):
        of = found.setdefault(int(b.nation[u]), [0] * len(st.KINDS))
        of[int(b.type[u]) - st.TAC] += 1
    return found


def _commitments(strikes: dict[int, list[int]]) -> list[int]:
    """Return the packed objects of every commitment: kind, nation, theater, mission, number."""
    return sorted(
        (((kind * 16 + nation) * 2 + theater) * 4 + mission) * 32 + number
        for nation, of in strikes.items()
        for kind in range(len(st.KINDS))
        for theater in range(len(st.THEATERS))
        for mission in range(len(st.MISSIONS))
        for number in range(1, min(of[kind], 31) + 1)
    )
