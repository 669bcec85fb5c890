"""The other side's last turn stays on the map until one acts, and the key l brings it back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server

ISRAEL_MOVED = 53  # actions until Egypt's first turn


def test_the_last_turn_is_told_until_one_acts(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", ISRAEL_MOVED), israel="sergeant"))
    card, arrows = driver.page.locator("#last-turn"), driver.page.locator(".page-turn path")
    expect(card.locator("li")).to_have_count(9)
    expect(card.locator(".told-moves")).to_contain_text("8")
    assert arrows.count() > 20
    card.locator(".told-battle button").first.hover()
    expect(driver.page.locator(".page-told path")).to_have_count(3)  # two attackers and the target
    driver.do("move 14-21-2 0806")
    expect(card).to_be_hidden()
    expect(arrows).to_have_count(0)
    driver.page.keyboard.press("l")
    expect(card.locator("li")).to_have_count(9)
    driver.page.keyboard.press("l")
    expect(card).to_be_hidden()


def test_the_battles_of_the_phase_are_a_strip(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 20), egypt="sergeant"))
    strip = driver.page.locator("#fights")
    expect(strip.locator("li")).to_have_count(2)
    expect(strip.locator("li").first).to_contain_text("0512")
    strip.locator("button").first.hover()
    expect(driver.page.locator(".page-told path")).to_have_count(3)
