"""The form of a new game: who the computer players are, and how long the general may think."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from bridgehead import players
from bridgehead.core.titles.games import game_info
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server


@pytest.fixture
def sent(visitor: Driver, server: Server) -> list[Any]:
    """Open the form; what it sends is kept, and answered by a game that is there."""
    asked: list[Any] = []
    game = server.put(until("1980-held", 0))

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        asked.append(route.request.post_data_json)
        route.fulfill(status=201, json={"id": game})

    visitor.page.route("**/api/saved", answer)
    visitor.page.route(
        "**/api/ready",
        lambda route: route.fulfill(json={"ready": True, "players": {}, "doing": ""}),
    )
    visitor.home()
    return asked


def begin(page: Page) -> None:
    page.locator("form#new-game button[type=submit]").click()
    expect(page.locator("#game")).to_be_visible()


def test_every_player_is_offered_and_says_who_it_is(visitor: Driver, sent: list[Any]) -> None:
    page = visitor.page
    player = page.locator("select[name=player-egypt]")
    offered = player.locator("option").evaluate_all("all => all.map(each => each.value)")
    levels = players.levels("across-suez-1980")
    ranks = players.names("across-suez-1980")
    assert offered == ["human", *(f"level-{level.number}" for level in levels), *ranks]
    for level in levels:
        player.select_option(f"level-{level.number}")
        expect(page.locator("#about-egypt")).to_contain_text(str(level.rating))
        trials = level.player.partition("@")[2].removesuffix("n")
        expect(page.locator("#about-egypt")).to_contain_text(trials and f"tries out {trials} times")
        expect(page.locator("select[name=style-egypt]")).to_be_hidden()
    said = set()
    for name in ranks:
        player.select_option(name)
        text = page.locator("#about-egypt").inner_text()
        assert text.endswith(".")
        said.add(text)
    assert len(said) == 6
    player.select_option("human")
    expect(page.locator("#about-egypt")).to_be_empty()


def test_a_level_is_a_player(visitor: Driver, sent: list[Any]) -> None:
    page = visitor.page
    first, *_, last = players.levels("across-suez-1980")
    page.locator("select[name=player-egypt]").select_option(f"level-{first.number}")
    page.locator("select[name=player-israel]").select_option(f"level-{last.number}")
    begin(page)
    assert sent[0]["players"] == {"israel": last.player, "egypt": first.player}


def test_the_general_is_given_a_time(visitor: Driver, sent: list[Any]) -> None:
    page = visitor.page
    time = page.locator("select[name=time-egypt]")
    expect(time).to_be_hidden()
    page.locator("select[name=player-egypt]").select_option("general")
    expect(time).to_have_value("3")
    time.select_option("10")
    page.locator("select[name=player-israel]").select_option("captain")
    expect(page.locator("select[name=time-israel]")).to_be_hidden()
    begin(page)
    assert sent[0]["players"] == {"israel": "captain", "egypt": "general@10"}


def test_a_quick_choice_and_another_game_keep_to_it(visitor: Driver, sent: list[Any]) -> None:
    page = visitor.page
    page.locator("select[name=player-israel]").select_option("general")
    page.locator("select[name=time-israel]").select_option("30")
    page.locator("select[name=game]").select_option("across-suez-1995")
    expect(page.locator("select[name=player-israel]")).to_have_value("general")
    expect(page.locator("select[name=time-israel]")).to_have_value("30")
    page.locator("[data-quick=israel]").click()
    expect(page.locator("select[name=time-israel]")).to_be_hidden()
    begin(page)
    assert sent[0]["players"] == {"israel": "human", "egypt": "general@30"}


def test_a_quick_choice_keeps_the_opponent_that_is_proposed(visitor: Driver) -> None:
    page = visitor.page
    visitor.home()
    mine, other = page.locator("[data-quick=egypt]"), page.locator("[data-quick=israel]")
    expect(mine).to_have_attribute("aria-pressed", "true")
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(mine).to_have_attribute("aria-pressed", "false")
    expect(page.locator("select[name=player-egypt]")).to_have_value("level-1")
    page.locator("[data-quick=both]").click()
    mine.click()
    expect(page.locator("select[name=player-israel]")).to_have_value("level-1")
    page.locator("[data-quick=watch]").click()
    expect(page.locator("select[name=player-egypt]")).to_have_value("captain")


def test_it_fits_a_phone(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    driver = Driver(page)
    driver.home()
    page.locator("select[name=player-egypt]").select_option("general")
    expect(page.locator("select[name=time-egypt]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bid_is_given_or_taken_from_what_was_measured(visitor: Driver, sent: list[Any]) -> None:
    page = visitor.page
    bid, points = page.locator("fieldset.bid"), page.locator("input[name=bid-points]")
    expect(bid).to_be_hidden()  # in a title that knows no draws
    page.locator("select[name=game]").select_option("suez-56")
    expect(points).to_be_disabled()
    [plain] = [one for one in game_info("suez-56").measured_bids if not one.options]
    bid.locator("button[data-bid]").click()
    side, worth = plain.bid.removeprefix("bid=").split(":")
    expect(page.locator("select[name=bid-side]")).to_have_value(side)
    expect(points).to_have_value(worth)
    page.locator("input[name=option][value=what_if]").check()
    expect(bid.locator("button[data-bid]")).to_have_count(0)  # not measured
    points.fill("2.5")
    begin(page)
    assert sent[0]["options"] == ["what_if", f"bid={side}:2.5"]
