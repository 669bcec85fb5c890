"""Scenarios on the page: chosen, told, played, and named when they are over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.server import Server

GAME = "across-suez-1980"


@pytest.mark.by_day
def test_a_scenario_is_chosen_and_its_victory_shown(new_page: NewPage) -> None:
    driver = Driver(new_page(briefing=True))
    page = driver.page
    driver.home()
    form = page.locator("form#new-game")
    form.locator("#game-select").select_option(GAME)
    expect(form.locator("#scenario-about")).to_be_empty()
    form.locator("#scenario-select").select_option("corridor")
    expect(form.locator("#scenario-about")).to_contain_text("Turns 5 to 6, about 20 minutes")
    expect(form.locator("#scenario-about")).to_contain_text("Try Egypt first.")
    expect(form.locator("select[name=player-egypt]")).to_have_value("human")
    expect(form.locator("select[name=player-israel]")).to_have_value("level-1")
    expect(form.locator("#first-game")).to_be_hidden()
    form.locator("button[type=submit]").click()
    card = page.locator("dialog#briefing")
    expect(card.locator("h2").first).to_have_text("Counter-attack on the corridor")
    expect(card.locator(".briefing-side[data-side=egypt]")).to_contain_text("You win at the end of")
    card.locator("[data-close]").click()
    chips = page.locator(".tracker-chips")
    expect(chips).to_contain_text("Line of communication cut")


def test_the_end_of_a_scenario_is_told_by_its_conditions(new_page: NewPage, server: Server) -> None:
    record = bh.Record.new(bh.load(GAME, scenario="corridor"), "seeded", seed=3)
    while record.position.to_move is not None:
        if record.position.to_move == "dice":
            record.roll()
        else:
            record.do(record.position.legal_actions()[-1])
    result = record.position.result
    assert result.ending == "scenario"
    driver = Driver(new_page())
    driver.open(server.put(record.to_dict()))
    expect(driver.page.locator("#result")).to_contain_text(result.reason[1:])


def test_the_end_of_a_game_does_not_cover_the_tabs(new_page: NewPage, server: Server) -> None:
    record = bh.Record.new(bh.load("october-war", scenario="golan"), "seeded", seed=3)
    record.do("resign")
    driver = Driver(new_page(viewport={"width": 1280, "height": 620}))
    driver.open(server.put(record.to_dict()))
    result, tabs = driver.page.locator("#result"), driver.page.locator(".tabs")
    expect(result).to_be_visible()
    boxes = [part.bounding_box() for part in (result, tabs)]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
