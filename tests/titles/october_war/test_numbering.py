"""Every action that the rules can list has a number: for each counter, wherever it can ever stand.

The numbering rests on the places in which a counter can come to stand. For each of them the rules
list what the counter can do there, with everything in its favor. The numbers must have it all, and
no action may lead out of these places: then no game ever can.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.envs.spaces import spaces
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.envs.places import CounterPlaces, counter_places

GAME: Any = bh.load("october-war")
BOARD: Any = GAME.board[0]
PARTS = 12  # of the counters, so that `make test` takes only one


@pytest.fixture(scope="module")
def where() -> CounterPlaces:
    return counter_places(BOARD)


def at_its_best(u: int, p: int, company: str, standing: Any) -> Any:
    """Return a movement phase in which a counter stands in a place with everything in its favor.

    Its side controls everything and has laid every bridge, or it has an engineer at every bank, or
    enemies that it does not know are everywhere else.
    """
    position = GAME.blank_position()
    s, side = position._state[0], int(BOARD.side[u])
    s.side, s.owner, s.phase, s.step = side, side, st.MOVEMENT_1, st.MOVE
    s.looking = 1
    s.where[u] = p
    s.control[: BOARD.places] = side
    s.bridge[: BOARD.canals] = side if company == "bridges" else st.NOBODY
    s.ew[:] = 1
    helper = BOARD.type[: BOARD.units] == (st.ENGINEER if company == "engineers" else st.INFANTRY)
    helper &= BOARD.side[: BOARD.units] == (side if company == "engineers" else 1 - side)
    if company == "engineers":
        helper &= standing[:, p]
    others = [v for v in np.flatnonzero(helper).tolist() if v != u]
    if company == "engineers" and others:
        s.where[others[0]] = p
    if company == "enemies":
        elsewhere = [q for q in range(BOARD.points) if q != p and not BOARD.water[q]]
        for v, q in zip(others, elsewhere, strict=False):
            s.where[v] = q
    position._fresh, position._codes = False, None
    return position


def best_positions(units: list[int], standing: Any) -> Iterator[Any]:
    for u in units:
        for p in np.flatnonzero(standing[u]).tolist():
            if BOARD.water[p]:
                continue  # nobody ends there
            for company in ("bridges", "engineers", "enemies"):
                yield u, p, at_its_best(u, p, company, standing)


def check(units: list[int], where: CounterPlaces) -> int:
    numbering, seen = spaces(GAME).actions, 0
    for u, p, position in best_positions(units, where.standing):
        codes = position.legal_codes()
        listed = numbering.legal(position)  # raises where an action has no number
        assert np.array_equal(numbering.codes[listed], codes)
        for code in codes[codes < st.NO_UNIT * st.UNIT].tolist():
            unit, verb, place = code // st.UNIT, code // st.VERB % 64, code % st.VERB
            if verb in (st.FLY, st.CROSS):
                assert where.standing[unit, place], (GAME.units[u], GAME.hexes[p], code)
        seen += len(codes)
    return seen


def ground() -> list[int]:
    found: list[int] = np.flatnonzero(BOARD.air[: BOARD.units] == 0).tolist()
    return found


def test_scouts_look_where_they_cannot_go(where: CounterPlaces) -> None:
    space = spaces(GAME).actions
    for unit in ("recon-1", "recon-2", "recon-3", "recon-4"):
        text = f"look {unit} mt-hermon"
        assert space.text(space.index_of(text)) == text
        u = GAME.unit_index(unit)
        assert not where.standing[u, GAME.hex_index("mt-hermon")]


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, PARTS))]
)
def test_whatever_a_counter_can_do_has_a_number(part: int, where: CounterPlaces) -> None:
    scouts = [u for u in ground() if BOARD.traits[u] & st.GROUND_RECON][part::PARTS]
    assert check(sorted({*ground()[part :: PARTS * 4], *scouts}), where) > 1000


@pytest.mark.slow
def test_whatever_any_counter_can_do_has_a_number(where: CounterPlaces) -> None:
    assert check(ground(), where) > 100_000


def test_counters_stand_where_they_begin_and_stay_in_their_theater(where: CounterPlaces) -> None:
    for u in ground():
        if BOARD.start[u] >= 0:
            assert where.standing[u, BOARD.start[u]]
    egyptian = GAME.unit_index("4-armor-div")
    assert not where.standing[egyptian, BOARD.theater[: BOARD.places] == st.GOLAN].any()


def test_a_legal_action_without_a_number_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    space = spaces(GAME)
    position = GAME.start()
    missing = int(position.legal_codes()[0])
    shortened = space.actions.codes[space.actions.codes != missing]
    monkeypatch.setattr(type(space.actions), "codes", property(lambda _: shortened))
    with pytest.raises(BridgeheadError, match="has no number"):
        space.legal(position)
    with pytest.raises(BridgeheadError, match="has no number"):
        space.actions.mask(position)
