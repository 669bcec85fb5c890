"""A short ladder: it would notice a player gone weak. Real ones: docs/players.md."""

from __future__ import annotations

import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.lab.ladder import ladder

compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")


# What the first player scored against the second when the test was written (Middle East Battles:
# when data or weights changed, on 2026-11-25): counted rollouts and seeded dice, so that the same
# program plays the same games.
LADDERS = {
    ("across-suez-1980", "captain@40n", "sergeant", 5): 0.7,
    ("across-suez-reprint", "general@40n", "sergeant", 5): 0.8,
    ("suez-56", "captain@24n", "sergeant", 8): 0.75,  # 0.84 in 48 games of three seeds
    ("el-arish-67", "captain@24n", "sergeant", 6): 0.7083,
}
MARGIN = 0.15  # of the points: what a change that makes nobody weaker may cost by chance


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "better", "other", "pairs"), list(LADDERS))
def test_nobody_has_become_weaker(game_id: str, better: str, other: str, pairs: int) -> None:
    found = ladder(bh.load(game_id), [better, other], pairs, seed=1)
    assert found["score"][better] >= LADDERS[game_id, better, other, pairs] - MARGIN
    assert set(found["faults"].values()) == {0}


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("game_id", [info.id for info in bh.games()])
@pytest.mark.parametrize("rank", ["captain", "general"])
def test_no_fault_in_whole_games(game_id: str, rank: str) -> None:
    found = ladder(bh.load(game_id), [f"{rank}@12n", "recruit"], pairs=4, seed=2)
    assert set(found["faults"].values()) == {0}
    assert found["score"][f"{rank}@12n"] > 0.5
