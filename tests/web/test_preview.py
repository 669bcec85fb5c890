"""Odds beside the map before anything is chosen: of a target, and after a move by land or air."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server


def test_odds_are_shown_for_a_target_and_for_a_lift(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("1980-held", 9)))
    page = driver.page
    driver.hover("0512")
    shown = page.locator("[data-preview='0512']")
    expect(shown.locator("[data-odds='6..8']")).to_be_visible()
    expect(shown.locator(".shifts .right")).to_have_count(1)  # combined arms
    driver.hover("0310")
    expect(page.locator(".forecast")).to_be_hidden()

    driver.open(server.put(until("suez-even", 25)))
    driver.select("1-p")
    page.locator("[data-mode=lift]").click()
    driver.hover("4210")
    expect(page.locator("[data-preview='4211'] .bar").first).to_be_visible()
    expect(page.locator("[data-preview='4210'] .bar").first).to_be_visible()  # what threatens it
