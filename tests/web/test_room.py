"""Where the decision stands: beside the map, or as a card over a map that has the whole window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.test_accessibility import faults

GAMES = {"across-suez-1980": {}, "october-war": {"arab": "recruit"}}


@pytest.mark.parametrize("game", GAMES)
def test_the_map_has_the_whole_window(new_page: NewPage, game: str) -> None:
    driver = Driver(new_page(viewport={"width": 1440, "height": 900}))
    driver.new_game(game, GAMES[game])
    driver.wait_mine()
    page = driver.page
    page.keyboard.press("Escape")  # the briefing
    board = page.locator("#board")
    page.locator("body").press("Shift+F")
    expect(page.locator("#game")).to_have_attribute("data-column", "float")
    page.wait_for_function("document.querySelector('#board').clientWidth === innerWidth")
    expect(page.locator("#decision")).to_be_visible()
    expect(page.locator(".tabs")).to_be_hidden()
    assert faults(page) == []
    fold = page.locator("#fold")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    box = page.locator(".column").bounding_box()
    assert box is not None
    assert box["height"] < 120
    fold.click()
    page.locator("#dock").click()  # the way back for a mouse
    expect(page.locator("#game")).to_have_attribute("data-column", "right")
    expect(page.locator("#dock")).to_be_hidden()
    page.locator("body").press("Shift+F")
    page.locator("body").press("g")  # the log stands beside the map
    expect(page.locator("#game")).to_have_attribute("data-column", "right")
    expect(page.locator(".tabs")).to_be_visible()
    page.locator("body").press("t")
    page.locator("#column").select_option("left")
    page.wait_for_function("document.querySelector('.column').getBoundingClientRect().x === 0")
    expect(board).to_be_visible()
    assert faults(page) == []
    page.locator("#column").select_option("below")
    page.wait_for_function("document.querySelector('#board').clientWidth === innerWidth")
    below, above = page.locator("aside.column").bounding_box(), board.bounding_box()
    assert below is not None
    assert above is not None
    assert below["y"] >= above["y"] + above["height"]
    assert faults(page) == []
    page.locator("body").press("Shift+F")
    page.locator("body").press("Shift+F")
    expect(page.locator("#game")).to_have_attribute("data-column", "below")  # as it was
    page.reload()
    expect(page.locator("#game")).to_have_attribute("data-column", "below")
