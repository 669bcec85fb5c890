"""The sequential test: its ratio by hand, its bounds, and how often it errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bridgehead.lab.elo import SHARES, share_of
from bridgehead.lab.sprt import Sprt, _logs
from tests.tiers import first


def test_bounds() -> None:
    test = Sprt(0, 10)
    assert test.upper == pytest.approx(math.log(19))
    assert test.lower == pytest.approx(-math.log(19))
    other = Sprt(0, 10, alpha=0.01, beta=0.2)
    assert other.upper == pytest.approx(math.log(80))
    assert other.lower == pytest.approx(math.log(0.2 / 0.99))


def test_the_ratio_of_wins_and_losses_by_hand() -> None:
    """Where both games of a pair go the same way, the pairs are tosses of one coin."""
    won, lost = 30, 18
    p0, p1 = share_of(0), share_of(100)
    by_hand = won * math.log(p1 / p0) + lost * math.log((1 - p1) / (1 - p0))
    assert Sprt(0, 100).llr([lost, 0, 0, 0, won]) == pytest.approx(by_hand, abs=0.01)


def test_the_likeliest_chances_by_search() -> None:
    """No other five chances with the mean make what was seen likelier."""
    counts, mean = [6.0, 10.0, 30.0, 25.0, 9.0], share_of(80)
    seen, shares = np.array(counts) / sum(counts), np.array(SHARES)
    chances = seen * np.exp(_logs(counts, mean))
    assert chances.sum() == pytest.approx(1)
    assert chances @ shares == pytest.approx(mean)
    best = float(np.array(counts) @ np.log(chances))
    random = np.random.default_rng(1)
    level = np.stack([np.ones(5), shares])  # what must not change: the sum, and the mean
    away = np.eye(5) - np.linalg.pinv(level) @ level
    for _ in range(300):
        other = chances + away @ random.normal(size=5) * 0.01
        if other.min() > 0:
            assert np.array(counts) @ np.log(other) < best


def test_small_differences_agree_with_the_normal_distribution() -> None:
    """With many pairs the ratio is that of two normal distributions of the mean."""
    counts = [1000, 2000, 5000, 2500, 1000]
    pairs = np.repeat(SHARES, counts)
    s0, s1 = share_of(0), share_of(5)
    normal = len(pairs) * (s1 - s0) * (pairs.mean() - (s0 + s1) / 2) / pairs.var()
    assert Sprt(0, 5).llr(counts) == pytest.approx(normal, rel=0.02)


def test_verdicts() -> None:
    test = Sprt(0, 50)
    assert test.llr([0, 0, 0, 0, 0]) == 0
    assert test.verdict(0) == "continue"
    assert test.verdict(test.llr([0, 0, 5, 0, 100])) == "H1"
    assert test.verdict(test.llr([100, 0, 5, 0, 0])) == "H0"
    assert test.llr([0, 0, 0, 0, 1]) < 0.2  # a pair or two decide nothing
    mirrored = Sprt(-50, 0)
    assert mirrored.llr([8, 3, 5, 2, 1]) == pytest.approx(-test.llr([1, 2, 5, 3, 8]))


@pytest.mark.slow
@pytest.mark.parametrize("truth", first(1, [0, 1]))
def test_how_often_it_errs(truth: int) -> None:
    """Matches with the dice shared: 5 of 100 may be decided wrongly, and a few more by luck."""
    test = Sprt(0, 120, alpha=0.05, beta=0.05)
    mean = share_of((test.elo0, test.elo1)[truth])
    middle = 0.4
    rest = 1 - middle
    high = (mean - middle / 2) / rest  # of the pairs that are not split, those won
    chances = [rest * (1 - high), 0, middle, 0, rest * high]
    random = np.random.default_rng(20 + truth)
    matches, wrong, pairs = 150, 0, 0
    for _ in range(matches):
        counts, verdict = [0] * 5, "continue"
        while verdict == "continue":
            counts[int(random.choice(5, p=chances))] += 1
            verdict = test.verdict(test.llr(counts))
        pairs += sum(counts)
        wrong += verdict != ("H0", "H1")[truth]
    assert wrong <= 0.1 * matches
    assert pairs / matches < 60


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ((10, 10), "the first must be below"),
        ((0, float("nan")), "the first must be below"),
        ((0, 2000), "between -1000 and 1000"),
        ((0, 10, 0.0), "alpha is 0"),
        ((0, 10, 0.05, 0.5), "beta is 0.5"),
    ],
)
def test_what_makes_no_sense_is_refused(numbers: tuple[float, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Sprt(*numbers)
