"""Random games to their end: no crash, no dead end, bounded length, invariants all the way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bridgehead.titles.across_suez import state as st
from tests.tiers import first
from tests.titles.across_suez.games import SETTINGS, choose, scatter, walk

pytestmark = pytest.mark.plain
LONGEST = 3000  # decisions


def check_invariants(position: Any) -> None:
    """What is true in every position."""
    game, s, b = position.game, position.state, position.game.board[0]
    on_map = [int(h) for h in s.hex if h >= 0]
    assert len(set(on_map)) == len(on_map), "two units in a hex"
    assert all(b.land[h] for h in on_map), "a unit on forbidden terrain"
    assert all(h in (st.OFF, st.ACROSS, st.ELIMINATED) for h in s.hex if h < 0)
    for u in range(len(game.units)):
        if s.hex[u] == st.ACROSS:
            assert b.side[u] == st.ISRAEL
            assert u != b.bridge_unit
    assert 1 <= s.turn <= b.turns
    assert 0 <= s.ferried <= 2
    assert 0 <= s.bombardments <= 2
    assert s.loss_due >= 0
    assert position.to_move in ("israel", "egypt", "dice", None)


def check_caches(position: Any) -> None:
    """What is kept up to date equals what is computed afresh."""
    kept = position._work
    if kept is None or not position._fresh:
        return
    fresh = position.copy().work
    assert np.array_equal(kept[0].occupant, fresh[0].occupant)
    assert np.array_equal(kept[0].zone, fresh[0].zone)
    twin = position.copy()
    assert list(twin.legal_codes()) == list(position.legal_codes())


@pytest.mark.slow_for("0-1980", "0-reprint")
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", first(1, range(2)))
def test_invariants_hold_through_a_game(setting: str, seed: int) -> None:
    eliminated: set[int] = set()
    across: set[int] = set()
    for number, (position, action) in enumerate(walk(setting, seed)):
        assert number < LONGEST
        check_invariants(position)
        if number % 7 == 0:
            check_caches(position)
        gone = {u for u, h in enumerate(position.state.hex) if h == st.ELIMINATED}
        over_there = {u for u, h in enumerate(position.state.hex) if h == st.ACROSS}
        assert eliminated <= gone, "a unit came back from the dead"
        assert across <= over_there, "a unit came back over the canal"
        eliminated, across = gone, over_there
        if action:
            codes = position.legal_codes()
            assert len(codes) > 0, "a dead end"
            assert (np.diff(codes) > 0).all(), "actions are ascending, so none appears twice"
        else:
            assert position.result.winner in ("israel", "egypt")
            assert len(position.legal_actions()) == 0


@pytest.mark.slow_for("1980", "reprint")
@pytest.mark.parametrize("setting", SETTINGS)
def test_crowded_positions_come_to_an_end(setting: str) -> None:
    for seed in range(6):
        position = scatter(setting, seed)
        draw = random.Random(seed)
        for _ in range(LONGEST):
            if position.to_move is None:
                break
            check_invariants(position)
            position.push(choose(position, draw))
        assert position.to_move is None
