"""The ladder: pairs with sides changed, points, and ratings that agree with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.lab.ladder import ladder, rate
from tests.lab import compiled_only


def another_recruit(game: bh.Game, seed: int) -> players.Player:
    return players.create(game, "recruit", seed)


def all_but_seconds(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "seconds"}


@compiled_only
def test_points_wins_and_pairings_agree() -> None:
    game = bh.load("across-suez-1980")
    found = ladder(game, ["recruit", "sergeant"], pairs=10, seed=4)
    assert found["game"] == "across-suez-1980"
    assert (found["pairs"], found["games"]) == (10, 20)
    assert sum(found["score"].values()) == pytest.approx(1)
    assert found["score"]["sergeant"] > 0.8
    assert found["elo"]["sergeant"]["rating"] > 0 > found["elo"]["recruit"]["rating"]
    assert found["elo"]["sergeant"]["error"] > 0
    (pairing,) = found["pairings"]
    assert pairing["players"] == ["recruit", "sergeant"]
    assert pairing["score"] == found["score"]["recruit"]
    won = {name: sum(sides.values()) for name, sides in pairing["wins"].items()}
    assert won["recruit"] == found["wins"]["recruit"]["sergeant"]
    assert won["recruit"] + won["sergeant"] + pairing["draws"] == 20
    assert all(wins <= 10 for sides in pairing["wins"].values() for wins in sides.values())


@compiled_only
def test_processes_do_not_change_the_result() -> None:
    game = bh.load("across-suez-1980")
    who = ["recruit", another_recruit, "sergeant"]
    seen: list[int] = []
    one = ladder(game, who, pairs=3, seed=4)
    two = ladder(game, who, pairs=3, seed=4, processes=2, progress=seen.append)
    assert all_but_seconds(one) == all_but_seconds(two)
    assert seen[-1] == one["games"] == 18
    assert len(one["pairings"]) == 3


def test_two_of_a_kind() -> None:
    """A player against itself under another name: whoever has the better side wins both."""
    found = ladder(bh.load("across-suez-1980"), ["recruit", another_recruit], pairs=1, seed=1)
    assert sum(found["score"].values()) == pytest.approx(1)
    assert found["games"] == 2


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        (["recruit"], "two or more"),
        (["recruit", "recruit"], "two or more"),
        (["recruit", "colonel"], "no player called 'colonel'"),
    ],
)
def test_what_makes_no_sense_is_refused(who: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ladder(bh.load("across-suez-1980"), who, pairs=1)
    with pytest.raises(ValueError, match="pairs is 0"):
        ladder(bh.load("across-suez-1980"), ["recruit", "sergeant"], pairs=0)


def points_of(*shares: tuple[int, int, float], players: int, games: int) -> Any:
    points = np.zeros((players, players))
    for a, b, share in shares:
        points[a, b] = share * games
        points[b, a] = (1 - share) * games
    return points


def test_three_of_four_points_are_191_elo() -> None:
    ratings, errors = rate(points_of((0, 1, 0.75), players=2, games=100000), 100000)
    assert ratings[0] - ratings[1] == pytest.approx(190.85, abs=0.1)
    assert ratings.sum() == pytest.approx(0)
    assert errors[0] == pytest.approx(errors[1])


def test_the_error_is_that_of_a_share() -> None:
    """At even play the share of n games has the error 1.96 * sqrt(1/4n), and 1 % is 6.95 Elo."""
    _, errors = rate(points_of((0, 1, 0.5), players=2, games=400), 400)
    assert 2 * errors[0] == pytest.approx(1.96 * 5 * 0.5 / 0.5 * 6.95 / 2, rel=0.01)


def test_winning_everything_stays_finite_and_uncertain() -> None:
    ratings, errors = rate(points_of((0, 1, 1.0), players=2, games=100), 100)
    assert 700 < ratings[0] - ratings[1] < 1100
    assert errors[0] > 100


def test_ratings_of_three_follow_from_a_consistent_table() -> None:
    shares = [(a, b, 1 / (1 + 10 ** ((b - a) * -200 / 400))) for a, b in ((0, 1), (0, 2), (1, 2))]
    ratings, _ = rate(points_of(*shares, players=3, games=10**6), 10**6)
    assert ratings == pytest.approx([200, 0, -200], abs=0.5)
