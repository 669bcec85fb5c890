"""The engine against the independent generator of `tests/reference/october_war`."""

from __future__ import annotations

import pytest

from tests.reference.october_war import compare

# games' seeds, decisions of each; the slow ones are the nightly's
SHORT = [(1, 120, False), (7, 80, True)]
LONG = [(seed, 4000, seed % 2 == 1) for seed in range(20, 32)]


def run(seed: int, most: int, crowd: bool) -> int:
    arguments = ["--games", "1", "--seed", str(seed), "--max-decisions", str(most)]
    return compare.main([*arguments, *(["--crowd"] if crowd else [])])


@pytest.mark.parametrize(("seed", "most", "crowd"), SHORT)
def test_lists_and_states_agree_with_the_independent_generator(seed, most, crowd):
    assert run(seed, most, crowd) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "most", "crowd"), LONG)
def test_whole_games_agree_with_the_independent_generator(seed, most, crowd):
    assert run(seed, most, crowd) == 0
