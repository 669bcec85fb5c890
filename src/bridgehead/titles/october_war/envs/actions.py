"""The actions that can ever be legal in a game of October War: what the dense numbering counts.

A counter is counted with the places of the theaters that it can be in, and with the walks through
these; Egyptians never come to the Golan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bridgehead.core.dense import PLAIN, Possible
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.setup import zone_of

STOCKS = 3
SAM_UNITS = (st.MOBILE_SAM, st.STATIC_SAM)


def possible(game: Any) -> Iterator[Possible]:
    """Yield verb, unit and places of all actions that the game can ask for."""
    b = game.board[0]
    for unit in range(b.units):
        if b.air[unit]:
            for verb in (st.ARRIVE, st.MOBILIZE_UNIT, st.FREE):
                yield verb, unit, (st.READY_PLACE,)
            if b.stock[unit] < 0:  # two of Iraq's are in the allies' cup
                yield st.DRAW_UNIT, unit, PLAIN
        else:
            yield from _ground(b, unit)
        for verb in (st.REFIT_UNIT, st.LOSE, st.ELIMINATE):
            yield verb, unit, PLAIN
    yield from _without_unit(b)


def _ground(b: Any, u: int) -> Iterator[Possible]:
    """Yield the actions of a ground counter."""
    inside = _inside(b, u)
    land = np.flatnonzero(inside & (b.water[: b.places] == 0)).tolist()
    # Arabs may be broken down while they are set up; Israelis with a zone of their own are placed
    zone = zone_of(b, u) if b.side[u] == st.ARAB else b.zone[u]
    if zone >= 0:
        yield st.PLACE, u, np.flatnonzero(b.zone_place[zone, : b.places]).tolist()
    if b.large[u]:
        yield st.COMBINE, u, land
        yield st.BREAK, u, PLAIN
    if b.back_part[u, 0] >= 0:
        yield st.COMBINE_ARMS, u, land
        yield st.CONVERT, u, PLAIN
    for verb in (st.ARRIVE, st.MOBILIZE_UNIT, st.FREE, st.WITHDRAW):
        yield verb, u, land
    if b.traits[u] & st.GROUND_RECON:
        yield st.LOOK, u, np.flatnonzero(inside).tolist()
    if not b.traits[u] & st.STATIC:
        yield st.MOVE_UNIT, u, _walks(b, inside)
    if b.traits[u] & (st.CAN_FLY | st.ONE_DROP):
        yield st.FLY, u, land
    banks = sorted(int(p) for p in b.canal_end[: b.canals].ravel() if inside[p])
    yield st.CROSS, u, banks
    if b.type[u] == st.ENGINEER:
        yield st.BRIDGE, u, banks
    if b.type[u] in SAM_UNITS:
        yield st.FIRE_SAM, u, PLAIN
        yield st.SHOW_SAM, u, PLAIN
    yield st.FIRE_UNIT, u, PLAIN
    if b.stock[u] < 0:
        yield st.DRAW_UNIT, u, PLAIN
        yield st.DIVISION, u, PLAIN


def _inside(b: Any, u: int) -> Any:
    """Return for each place whether a ground counter can ever be in it."""
    places = np.arange(b.places)
    theater, owner = b.theater[: b.places], b.start_control[: b.places]
    inside = (places < b.points) | (owner == b.side[u])
    if b.side[u] == st.ARAB:
        sinai = b.stock[u] == 1 or b.traits[u] & (st.SINAI_ONLY | st.EITHER_FRONT)
        golan = b.stock[u] == 2 or b.traits[u] & (st.GOLAN_ONLY | st.EITHER_FRONT)
        if bool(sinai) != bool(golan):
            inside &= theater == (st.SINAI if sinai else st.GOLAN)
    if b.mech[u]:
        inside &= b.no_mech[: b.places] == 0
    return inside


def _walks(b: Any, inside: Any) -> list[int]:
    """Return the walks through these places alone."""
    ways = b.walk[: b.walks]
    through = np.where(ways >= 0, inside[np.maximum(ways, 0)], True)
    found: list[int] = np.flatnonzero(through.all(axis=1)).tolist()
    return found


def _without_unit(b: Any) -> Iterator[Possible]:
    points, places = range(b.points), range(b.places)
    strikes = _strikes(b)
    kinds = [max(of[kind] for of in strikes.values()) for kind in range(len(st.KINDS))]
    most = max(sum(of) for of in strikes.values())
    given: dict[int, Any] = {
        st.COMMIT_STRIKES: _commitments(strikes),
        st.SHIFT_STRIKES: range(1, most + 1),
        st.DRAW_EVENT: range(st.EVENT_COUNT),
        st.TAKE: range(STOCKS),
        st.DIVIDE: range(100),
        st.MOBILIZE_BARRAGE: range(len(st.NATIONS)),
        st.RECON_FLIGHT: [p * 128 + n for p in points for n in range(1, kinds[0] + kinds[1] + 1)],
        st.LOOK_EW: places,
        st.RAID_ON: [
            (p * 4 + kind) * 32 + n
            for p in points
            for kind in range(len(st.KINDS))
            for n in range(1, min(kinds[kind], 31) + 1)
        ],
        st.STRIKE: range(1, most + 1),
        st.BARRAGE_ON: [nation * 128 + p for nation in range(STOCKS) for p in points],
        st.ATTACK: places,
        st.NATION: range(len(st.NATIONS)),
        st.REMOVE_BRIDGE: sorted(int(p) for p in b.canal_end[: b.canals].ravel()),
        st.ROLL: range(1, 7),
    }
    for verb in range(st.COMMIT_STRIKES, st.END + 1):
        yield verb, st.NO_UNIT, given.get(verb, PLAIN)


def _strikes(b: Any) -> dict[int, list[int]]:
    """Return for each nation how many strikes of each kind it has."""
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
