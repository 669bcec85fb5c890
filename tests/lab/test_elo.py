"""Ratings and their errors, against known values and against brute force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead.lab.elo import SHARES, difference, elo_of, moments, rate, share_of


def table(players: int, *entries: tuple[int, int, list[float]]) -> Any:
    counts = np.zeros((players, players, 5))
    for a, b, five in entries:
        counts[a, b] = five
        counts[b, a] = five[::-1]
    return counts


def independent(share: float, pairs: int) -> list[float]:
    """The counts of pairs whose two games are won independently, without draws."""
    lost = 1 - share
    return [pairs * lost**2, 0, pairs * 2 * share * lost, 0, pairs * share**2]


@pytest.mark.parametrize(
    ("share", "elo"), [(0.5, 0), (0.75, 190.85), (0.64, 99.95), (0.909090909, 400), (0.25, -190.85)]
)
def test_elo_of_a_share_and_back(share: float, elo: float) -> None:
    assert elo_of(share) == pytest.approx(elo, abs=0.01)
    assert share_of(elo) == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize("counts", [[1, 0, 0, 0, 0], [3, 1, 4, 1, 5], [0, 0, 7, 0, 2]])
def test_mean_and_variance_are_those_of_the_pairs_one_by_one(counts: list[int]) -> None:
    pairs = np.repeat(SHARES, counts)
    mean, variance = moments(counts)
    assert mean == pytest.approx(pairs.mean())
    assert variance == pytest.approx(pairs.var())


def test_the_error_of_a_difference_is_what_drawing_the_pairs_anew_gives() -> None:
    """Bootstrap: how much the rating differs when as many pairs are drawn from those found."""
    counts = [60, 40, 250, 100, 150]
    random = np.random.default_rng(7)
    drawn = random.multinomial(sum(counts), np.array(counts) / sum(counts), size=4000)
    elos = [elo_of(moments(five)[0]) for five in drawn.tolist()]
    ahead, error = difference(counts)
    assert ahead == pytest.approx(elo_of(moments(counts)[0]), abs=0.5)
    assert error == pytest.approx(1.96 * float(np.std(elos)), rel=0.05)


def test_pairs_that_share_their_luck_say_more_than_single_games() -> None:
    """The same 50 of 100 points: all pairs split, no doubt; none split, more than of games."""
    _, split = difference([0, 0, 50, 0, 0])
    _, by_chance = difference(independent(0.5, 50))
    _, together = difference([25, 0, 0, 0, 25])
    assert split < by_chance / 3
    assert together == pytest.approx(by_chance * 2**0.5, rel=0.02)


def test_three_of_four_points_are_191_elo() -> None:
    ratings, errors = rate(table(2, (0, 1, independent(0.75, 10**6))))
    assert ratings[0] - ratings[1] == pytest.approx(190.85, abs=0.1)
    assert ratings.sum() == pytest.approx(0)
    assert errors[0] == pytest.approx(errors[1])


def test_the_error_is_that_of_a_share() -> None:
    """At even play the share of n games has the error 1.96 * sqrt(1/4n), and 1 % is 6.95 Elo."""
    _, errors = rate(table(2, (0, 1, independent(0.5, 200))))
    assert 2 * errors[0] == pytest.approx(1.96 * 5 * 0.5 * 6.95, rel=0.01)


def test_two_players_are_rated_by_their_difference() -> None:
    counts: list[float] = [3, 5, 20, 9, 11]
    ratings, errors = rate(table(2, (0, 1, counts)))
    ahead, error = difference(counts)
    assert ratings[0] - ratings[1] == pytest.approx(ahead)
    assert 2 * errors[0] == pytest.approx(error)


def test_winning_everything_stays_finite_and_uncertain() -> None:
    ratings, errors = rate(table(2, (0, 1, [0, 0, 0, 0, 50])))
    assert 700 < ratings[0] - ratings[1] < 1100
    assert errors[0] > 100


def test_ratings_of_three_follow_from_a_consistent_table() -> None:
    entries = [
        (a, b, independent(share_of(200 * (b - a)), 10**6)) for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    ratings, _ = rate(table(3, *entries))
    assert ratings == pytest.approx([200, 0, -200], abs=0.5)


def test_errors_of_three_are_what_drawing_the_pairs_anew_gives() -> None:
    found = {(0, 1): [10, 0, 60, 0, 30], (0, 2): [5, 5, 20, 20, 50], (1, 2): [20, 10, 30, 10, 30]}
    _, errors = rate(table(3, *((a, b, list(map(float, n))) for (a, b), n in found.items())))
    random = np.random.default_rng(3)
    ratings = []
    for _ in range(600):
        drawn = [(*who, random.multinomial(100, np.array(n) / 100)) for who, n in found.items()]
        ratings.append(rate(table(3, *((a, b, list(n)) for a, b, n in drawn)))[0])
    assert errors == pytest.approx(1.96 * np.std(ratings, axis=0), rel=0.1)


def test_nothing_played_says_nothing() -> None:
    ratings, errors = rate(table(3))
    assert ratings == pytest.approx([0, 0, 0])
    assert errors.min() > 300
