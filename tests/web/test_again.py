"""After a game another one is a click away: with the same players, or with the sides swapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server

RECORD = "1980-time"


def test_the_sides_are_swapped_on_the_phone(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE))
    page = driver.page
    game = driver.open(server.put(until(RECORD, 200), israel="sergeant"))
    driver.tab("game")
    page.locator("button[data-resign]").click()
    page.locator("dialog#resign [data-confirm]").click()
    expect(page.locator("#result")).to_contain_text("Egypt resigned")  # the sheet goes down
    assert page.locator("#result").evaluate(
        """result => {
            const {x, y} = result.getBoundingClientRect();
            return result.contains(document.elementFromPoint(x + 20, y + 20));
        }"""
    )
    driver.tab("game")
    expect(page.locator("button[data-resign]")).to_be_hidden()
    driver.tab("game")
    page.locator("[data-again=swapped]").click()
    page.wait_for_url(lambda url: "/game/" in url and not url.endswith(game))
    record = server.record(driver._opened())
    assert record["players"] == {"israel": "human", "egypt": "sergeant"}
    assert record["dice"]["kind"] == "committed"


@pytest.mark.parametrize(("players", "offered"), [({}, ["same"]), ({"egypt": "captain@2"}, None)])
def test_the_same_players_again(
    new_page: NewPage, server: Server, players: dict[str, str], offered: list[str] | None
) -> None:
    driver = Driver(new_page())
    page = driver.page
    game = driver.open(server.put(recorded(RECORD), **players))
    offers = page.locator("[data-again]").evaluate_all("all => all.map(one => one.dataset.again)")
    assert offers == (offered or ["same", "swapped"])
    page.locator("[data-again=same]").click()
    page.wait_for_url(lambda url: "/game/" in url and not url.endswith(game))
    record = server.record(driver._opened())
    assert record["game"] == "across-suez-1980"
    assert record["players"] == {"israel": "human", "egypt": "human"} | players


def test_a_first_game_is_chosen_and_ready_to_start(new_page: NewPage) -> None:
    driver = Driver(new_page())
    driver.home()
    form = driver.page.locator("form#new-game")
    form.locator("select[name=game]").select_option("suez-56")
    driver.page.locator("#first-take").click()
    expect(form.locator("select[name=player-anglo_french]")).to_have_value("human")
    expect(form.locator("select[name=player-egypt]")).to_have_value("level-1")
    start = form.locator("button[type=submit]")
    expect(start).to_be_focused()
    expect(start).to_be_in_viewport()
