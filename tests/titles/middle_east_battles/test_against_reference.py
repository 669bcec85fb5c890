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


def compare(setting: str, seeds: range, *, crowd: bool, every: int = 1, reads: int = 0) -> None:
    found = Comparison(limit=2)
    told = Namespace(crowd=crowd, every=every, reads=reads, resync=False)
    for seed in seeds:
        play(setting.split(maxsplit=1)[0], SETTINGS[setting], seed, told, found)
    assert found.compared > 100
    assert not found.found, found.kinds


@pytest.mark.parametrize("block", first(1, range(6)))
@pytest.mark.parametrize("setting", SETTINGS)
def test_crowded_positions(setting: str, block: int) -> None:
    compare(setting, [1000 + block], crowd=True, reads=7)


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
