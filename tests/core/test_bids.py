"""Options that decide games which the printed margin leaves drawn: `any_lead`, and a bid."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.titles.bids import Bid, MeasuredBid, bid_of, half_points_of_first, read_bid
from bridgehead.core.titles.games import game_info, load_with

pytestmark = pytest.mark.plain
SIDES = ("anglo_french", "egypt")
KNOWING = [info.id for info in bh.games() if info.bids]
OTHERS = [info.id for info in bh.games() if not info.bids]


def test_the_titles_that_know_draws_offer_both() -> None:
    assert KNOWING == ["suez-56", "el-arish-67", "october-war"]
    assert all("any_lead" in game_info(game).options for game in KNOWING)
    assert not any("any_lead" in game_info(game).options for game in OTHERS)


def test_neither_is_on_by_default() -> None:
    for game in KNOWING:
        assert bh.load(game).options == ()


@pytest.mark.parametrize("points", [0.5, 1, 2.5, 100])
def test_a_bid_is_read_and_written(points: float) -> None:
    bid = read_bid(f"bid=egypt:{points}", SIDES)
    assert bid == Bid("egypt", int(2 * points))
    assert (bid.points, read_bid(str(bid), SIDES)) == (points, bid)
    assert half_points_of_first([str(bid)], SIDES) == -2 * points
    assert half_points_of_first([f"bid=anglo_french:{points}"], SIDES) == 2 * points


@pytest.mark.parametrize(
    "option",
    ["bid", "bid=", "bid=egypt", "bid=egypt:", "bid=egypt:0", "bid=egypt:-2", "bid=egypt:0.25",
     "bid=egypt:100.5", "bid=egypt:x", "bid=egypt:nan", "bid=egypt:inf", "bid=israel:2",
     "bid=2.5", "bid=egypt:1:2"],
)  # fmt: skip
def test_what_is_no_bid_says_what_would_be_one(option: str) -> None:
    with pytest.raises(bh.UnknownOption) as caught:
        load_with("suez-56", [option])
    assert "anglo_french or egypt" in str(caught.value)
    assert "bid=egypt:2.5" in str(caught.value)


def test_one_bid_only_and_only_where_there_are_bids() -> None:
    with pytest.raises(bh.UnknownOption, match="only one side"):
        load_with("suez-56", ["bid=egypt:1", "bid=anglo_french:2"])
    with pytest.raises(bh.UnknownOption, match="has no option 'bid=egypt:1'"):
        load_with(OTHERS[0], ["bid=egypt:1"])
    with pytest.raises(bh.UnknownOption, match="bid=SIDE:POINTS"):
        load_with("suez-56", ["nonsense"])


def test_it_is_an_option_by_keyword_and_in_a_list() -> None:
    game = bh.load("suez-56", bid="egypt:2.50", any_lead=True, what_if=False)
    assert game.options == ("any_lead", "bid=egypt:2.5")
    assert game is load_with("suez-56", ["bid=egypt:2.5", "any_lead"])
    assert bh.load("suez-56", bid=False) is bh.load("suez-56") is bh.load("suez-56", bid="")
    assert bid_of(game.options, game.sides) == Bid("egypt", 5)
    assert game_info("suez-56").sentence("bid=egypt:2.5") == (
        "a bid of 2.5 victory points for Egypt, counted from the start"
    )


@pytest.mark.parametrize("game_id", KNOWING)
def test_positions_and_records_keep_them(game_id: str) -> None:
    game: Any = bh.load(game_id)
    first = game.sides[0]
    game = bh.load(game_id, any_lead=True, bid=f"{first}:1.5")
    start = game.start()
    assert start.points[first] == bh.load(game_id).start().points[first] + 1.5
    assert game.position(start.to_dict()) == start
    again = bh.Record.from_dict(bh.Record.new(game).to_dict())
    assert again.game is game
    assert again.to_dict()["options"] == ["any_lead", f"bid={first}:1.5"]


@pytest.mark.parametrize("game_id", KNOWING)
def test_what_was_measured_are_bids_of_the_game(game_id: str) -> None:
    info = game_info(game_id)
    for found in info.measured_bids:
        assert isinstance(found, MeasuredBid)
        options = [*found.options, *([found.bid] if found.bid else [])]
        assert load_with(game_id, options).options == tuple(options)
        assert found.games >= 30
        assert abs(found.score - 0.5) <= 0.1
    seen = [found.options for found in info.measured_bids]
    assert len(set(seen)) == len(seen)
