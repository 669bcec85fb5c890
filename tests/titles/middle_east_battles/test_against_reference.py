"""The engine against the independent generator in tests/reference, decision by decision.

Crowded positions bring what open games seldom do: displacement chains, attacks on several hexes,
clusters at night. In the one whole game of each setting the long lists of moves are looked at now
and then, all others always.
"""

from __future__ import annotations

from argparse import Namespace

import pytest

from tests.reference.middle_east_battles.compare import Comparison, play
from tests.tiers import first

SETTINGS = {"suez-56": False, "suez-56 what_if": True, "el-arish-67": False}


LEAST = 100  # decisions that are compared at least


def compare(
    setting: str, seeds: range, *, crowd: bool, every: int = 1, reads: int = 0, ends: bool = False
) -> None:
    """Compare games; if it `ends`, only as many as bring enough decisions."""
    found = Comparison(limit=2)
    told = Namespace(crowd=crowd, every=every, reads=reads, resync=False)
    for seed in seeds:
        play(setting.split(maxsplit=1)[0], SETTINGS[setting], seed, told, found)
        if ends and found.compared > LEAST:
            break
    assert found.compared > LEAST
    assert not found.found, found.kinds


@pytest.mark.slow_for("suez-56-0", "el-arish-67-0")
@pytest.mark.parametrize("block", first(1, range(6)))
@pytest.mark.parametrize("setting", SETTINGS)
def test_crowded_positions(setting: str, block: int) -> None:
    seeds = range(1000 + block, 2000, 100)  # some games end soon
    compare(setting, seeds, crowd=True, reads=7, ends=True)


@pytest.mark.parametrize("setting", first(1, SETTINGS))
def test_a_whole_game(setting: str) -> None:
    compare(setting, range(7, 8), crowd=False, every=40)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_many_crowded_positions(setting: str) -> None:
    compare(setting, range(5000, 5200), crowd=True)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_many_whole_games(setting: str) -> None:
    compare(setting, range(100, 110), crowd=False, every=10)
