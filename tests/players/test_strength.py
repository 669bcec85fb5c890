"""A short ladder: it would notice a player gone weak. Real ones stand in docs/players.md."""

from __future__ import annotations

import pytest

import bridgehead as bh
from bridgehead.core.kernel import JIT
from bridgehead.lab.ladder import ladder

compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")


@compiled
@pytest.mark.slow
def test_the_captain_beats_the_sergeant() -> None:
    """Eight of these ten games were won when the test was written (rollouts, so reproducible)."""
    game = bh.load("across-suez-1980")
    found = ladder(game, ["captain@40n", "sergeant"], pairs=5, seed=1)
    assert found["score"]["captain@40n"] >= 0.65
    assert set(found["faults"].values()) == {0}


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("game_id", [info.id for info in bh.games()])
@pytest.mark.parametrize("rank", ["captain", "general"])
def test_no_fault_in_whole_games(game_id: str, rank: str) -> None:
    found = ladder(bh.load(game_id), [f"{rank}@12n", "recruit"], pairs=4, seed=2)
    assert set(found["faults"].values()) == {0}
    assert found["score"][f"{rank}@12n"] > 0.5
