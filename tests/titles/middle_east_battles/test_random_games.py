"""Random games to their end: no crash, no dead end, bounded length, invariants all the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.titles.middle_east_battles import state as st
from tests.tiers import first
from tests.titles.middle_east_battles.games import SETTINGS, choose, scatter, walk

# None of them with the rules as plain Python: a game takes a minute there; test_modes compares the
# two. With bounds checks those that play, not those that ask.
LONGEST = 5000  # decisions
PLAIN = 250  # decisions that are looked at without compiled rules


def some(games: Iterator[tuple[Any, str]]) -> Iterator[tuple[Any, str]]:
    """Yield the decisions of a game; of one played in plain Python only the first."""
    for number, found in enumerate(games):
        if not JIT and number == PLAIN:
            return
        assert number < LONGEST
        yield found


def check_invariants(position: Any) -> None:
    """What is true in every position."""
    s, b = position.state, position.game.board[0]
    units = len(position.game.units)
    on_map = [(u, int(s.hex[u])) for u in range(units) if s.hex[u] >= 0]
    assert all(b.land[h] for _, h in on_map), "a unit on forbidden terrain"
    assert all(h in (st.OFF, st.EXITED, st.ELIMINATED) for h in s.hex if h < 0)
    for u in range(units):
        if s.hex[u] == st.EXITED:
            assert b.side[u] == st.WEST or s.withdrawn, "left the map without a way to"
    assert 1 <= s.turn <= max(b.turns, b.optional_last)
    assert s.loss_due >= 0
    assert (s.air >= 0).all()
    assert (s.ledger >= 0).all()
    assert s.drops <= 2
    assert s.landings <= 6
    assert s.hex[units:].tolist() == [st.ELIMINATED] * (len(s.hex) - units)
    assert position.to_move in (*position.game.sides, "dice", None)


def check_stacks(position: Any) -> None:
    """[5.11] Who stands together at the end of a phase; enemies never do."""
    s, b = position.state, position.game.board[0]
    there: dict[int, list[int]] = {}
    for u in range(len(position.game.units)):
        if s.hex[u] >= 0:
            there.setdefault(int(s.hex[u]), []).append(u)
    for stack in there.values():
        assert len({int(b.side[u]) for u in stack}) == 1, "enemies in one hex"
        if any(b.militia[u] for u in stack) and position.phase in ("start", "movement", "over"):
            continue
        assert len(stack) <= 2
        assert len(stack) == 1 or any(b.mobility[u] == st.HELICOPTER for u in stack)


def check_ledger(position: Any) -> None:
    """Points for losses are those of the units that are lost; others come in known portions."""
    s, b = position.state, position.game.board[0]
    for side, entry in ((st.WEST, st.WESTERN_LOSSES), (st.EGYPT, st.EGYPTIAN_LOSSES)):
        lost = sum(
            s.hex[u] == st.ELIMINATED and b.side[u] == side for u in range(len(position.game.units))
        )
        assert s.ledger[entry] == lost * b.worth[side]
    assert s.ledger[st.OPINION] == b.opening
    assert bool(s.ledger[st.EXITS]) <= any(
        s.hex[u] == st.EXITED and b.side[u] == st.WEST for u in range(len(position.game.units))
    )
    totals = position.points
    assert sum(totals.values()) == s.ledger.sum() / 2
    assert sum(sum(entries.values()) for entries in position.ledger.values()) == sum(
        totals.values()
    )


def check_caches(position: Any) -> None:
    """What is kept up to date equals what is computed afresh."""
    kept = position._work
    if kept is None or not position._fresh:
        return
    fresh = position.copy().work
    for field in ("head", "next", "count", "zone", "fort_zone"):
        assert np.array_equal(kept[0][field], fresh[0][field]), field
    assert np.array_equal(position.copy().legal_codes(), position.legal_codes())


@pytest.mark.slow_for("0-what if")
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", first(1, range(3) if JIT else range(1)))
def test_invariants_hold_through_a_game(setting: str, seed: int) -> None:
    gone: set[int] = set()
    for number, (position, action) in enumerate(some(walk(setting, seed))):
        check_invariants(position)
        check_stacks(position)
        check_ledger(position)
        if number % 5 == 0:
            check_caches(position)
        out = (st.ELIMINATED, st.EXITED)
        lost = {u for u in range(len(position.game.units)) if position.state.hex[u] in out}
        assert gone <= lost, "a unit came back"
        gone = lost
        if action:
            codes = position.legal_codes()
            assert len(codes) > 0, "a dead end"
            assert (np.diff(codes) > 0).all(), "actions are ascending, so none appears twice"
        else:
            assert position.result.winner in (*position.game.sides, "draw")
            assert len(position.legal_actions()) == 0


@pytest.mark.slow_for("what if")
@pytest.mark.parametrize("setting", SETTINGS)
def test_crowded_positions_come_to_an_end(setting: str) -> None:
    for seed in range(4 if JIT else 1):
        position = scatter(setting, seed)
        draw = random.Random(seed)
        for number in range(LONGEST):
            if position.to_move is None or (not JIT and number == PLAIN):
                break
            check_invariants(position)
            check_stacks(position)
            position.push(choose(position, draw))
        assert position.to_move is None or not JIT


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_action_is_told_with_its_case(setting: str) -> None:
    silent = {"attack", "also", "with", "done", "end", "air", "retreat", "displace"}
    for number, (position, action) in enumerate(some(walk(setting, seed=31))):
        if not action or number % 3:
            continue
        events = position.describe(action)
        marker = position.step == "declare" and action.split()[0] in position.game.markers
        assert events or marker or action.split()[0] in silent, action
        for event in events:
            assert event.text.endswith(".")
            assert event.case.replace(".", "").isdigit(), event
            assert set(event.hexes) <= position.game.hex_numbers


@pytest.mark.slow_for("what if")
@pytest.mark.parametrize("setting", SETTINGS)
def test_what_can_be_done_has_a_cost_and_a_way(setting: str) -> None:
    ways = ("move", "place", "enter", "drop", "land", "lift", "cross", "exit", "liftoff")
    draw = random.Random(5)
    for position, _ in some(walk(setting, seed=32)):
        if position.phase not in ("setup", "movement", "start") or draw.random() < 0.7:
            continue
        distance = position.game.map.grid.distance
        legal: dict[tuple[str, str], set[str]] = {}
        for text in position.legal_actions():
            verb, *objects = text.split()
            if verb in ways:
                legal.setdefault((verb, objects[0]), set()).add(objects[-1])
        for verb, unit in draw.sample(sorted(legal), min(4, len(legal))):
            reach = position.movement(unit, verb)
            assert reach.refusal is None
            assert set(reach.destinations) == legal[verb, unit]
            for hex_ in draw.sample(sorted(reach.destinations), min(5, len(reach.destinations))):
                assert reach.why_not(hex_) is None
                way = reach.path(hex_)
                assert way[-1] == hex_
                assert all(distance(a, b) == 1 for a, b in pairwise(way)), (verb, way)
                if verb not in ("lift", "liftoff"):
                    assert 0 <= reach.cost(hex_) <= reach.allowance


@pytest.mark.slow_for("what if")
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_chances_of_an_attack_sum_to_one(setting: str) -> None:
    for position, action in some(walk(setting, seed=33)):
        if position.step not in ("fpf", "table", "night roll", "roll"):
            continue
        odds = position.pending_odds()
        assert len(odds.tables) == (2 if position.step == "table" else len(odds.tables))
        for table in odds.tables.values():
            assert sum(table.results.values()) == 1
        if position.step == "roll":
            after = position.copy()
            after.push(action)
            assert not odds.night_die
            expected = odds.table[int(action[-1]) - 1]
            left = st.RESULTS[after.state.result]
            assert left in ("", expected), "the table told another result than the die brought"
