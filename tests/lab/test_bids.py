"""`benchmarks.bids`: which bid would have made some games even."""

from __future__ import annotations

import math

import pytest
from benchmarks.bids import (
    Ended,
    as_table,
    best_bid,
    scores_with,
    settings,
    standard_error,
    text_of,
)

from bridgehead.core.titles.bids import MeasuredBid

pytestmark = pytest.mark.plain
MARGIN, ANY = 10, 1  # half points that win


def ended(*leads: float) -> list[Ended]:
    return [Ended(lead, 0.5, True, 0.0) for lead in leads]


def test_what_a_bid_makes_of_games() -> None:
    games = ended(5, 4, 0, -5)
    assert scores_with(games, 0, MARGIN).tolist() == [1, 0.5, 0.5, 0]
    assert scores_with(games, 2, MARGIN).tolist() == [1, 1, 0.5, 0.5]
    assert scores_with(games, -1, MARGIN).tolist() == [0.5, 0.5, 0.5, 0]
    assert scores_with(games, 0, ANY).tolist() == [1, 1, 0.5, 0]
    assert scores_with(games, -1, ANY).tolist() == [1, 1, 0, 0]


def test_what_ended_at_once_stays_as_it_ended() -> None:
    assert scores_with([Ended(-30, 1.0, False, 0.0)], -100, ANY).tolist() == [1]


def test_the_best_bid_is_the_fewest_of_the_even_ones() -> None:
    assert best_bid(ended(2, 3, 4, 5), ANY) == -7  # between 3 and 4: two won, two lost
    assert best_bid(ended(-1, 1), ANY) == 0
    assert best_bid(ended(6, 6, 6, 6), MARGIN) == -3
    assert text_of(("israel", "egypt"), -7) == "bid=egypt:3.5"
    assert text_of(("israel", "egypt"), 7) == "bid=israel:3.5"
    assert text_of(("israel", "egypt"), 0) == ""


def test_the_standard_error_is_that_of_the_mean() -> None:
    scores = scores_with(ended(1, 1, -1, -1), 0, ANY)
    assert standard_error(scores) == pytest.approx(math.sqrt(1 / 3) / 2)


def test_both_ways_of_winning_are_measured_and_written_as_data() -> None:
    plain, any_lead = settings(["suez-56"], ["what_if"])
    assert (plain.options, any_lead.options) == (("what_if",), ("what_if", "any_lead"))
    found = as_table("suez-56", MeasuredBid(any_lead.options, "bid=egypt:1", 40, 0.5, 0.08))
    assert 'options = ["what_if", "any_lead"]\nbid = "bid=egypt:1"\ngames = 40' in found
