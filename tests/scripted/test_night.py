"""A ladder that notices a weaker player: the general against the scripted opponents.

Rollouts are counted and dice are seeded, so the scores repeat. `FOUND` keeps what the scripts
scored when the test was written; a general against which they score more has become weaker.
"""

from __future__ import annotations

import pytest
from benchmarks.scripted import scripts
from benchmarks.scripted.__main__ import measure

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT

MARGIN = 0.2  # of the points: what another order of the same rollouts may cost
GAMES, SEED = 2, 5  # of each script with each side
FOUND = {("across-suez-1980", "general@24n"): 2 / 12, ("suez-56", "general@12n"): 3.5 / 12}


@pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")
@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "player"), list(FOUND))
def test_the_general_has_not_become_weaker(game_id: str, player: str) -> None:
    """The score of the scripts, of which a draw counts one half."""
    game, points, games = bh.load(game_id), 0.0, 0
    for script in scripts(game_id):
        for side in (0, 1):
            row = measure(game, script, player, side, GAMES, SEED)
            points += row.won + row.drawn / 2
            games += row.games
    assert points / games <= FOUND[game_id, player] + MARGIN
