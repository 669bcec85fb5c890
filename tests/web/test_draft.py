"""A suggested set-up is a draft on the page: placed units are moved and taken back by clicks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web import answers
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_meb_play import record

WIDE = {"width": 1440, "height": 900}
FLAT = {"width": 844, "height": 390}


def seen(driver: Driver, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if folder := os.environ.get("BRIDGEHEAD_PICTURES"):
        size = driver.page.viewport_size or {}
        driver.settle()
        driver.page.screenshot(path=Path(folder) / f"{name}-{size['width']}x{size['height']}.png")


def opened(new_page: NewPage, size: dict[str, int], game: str) -> Driver:
    """Open a game in a window of that size, on a phone one that is touched."""
    phone: dict[str, Any] = {"has_touch": True} if size != WIDE else {}
    driver = Driver(new_page(viewport=size, **phone))
    driver.open(game)
    return driver


def stands(driver: Driver, unit: str, place: str) -> None:
    """Wait until the board shows a unit in a place."""
    driver.page.wait_for_function(
        "([id, place]) => document.getElementById(id)?.dataset.place === place",
        arg=[f"unit-{unit}", place],
    )


@pytest.mark.parametrize("size", [WIDE, FLAT, PHONE], ids=["wide", "flat", "phone"])
def test_a_suggestion_on_hexes(new_page: NewPage, server: Server, size: dict[str, int]) -> None:
    game = server.put(record("el-arish-67"), egypt="human", israel="recruit")
    driver = opened(new_page, size, game)
    driver.button("deploy").click()
    driver.wait_at(1)
    expect(driver.decision).to_contain_text("This set-up is a suggestion")
    driver.whole_map()
    seen(driver, "suggested")
    driver.click("2535")  # sf-inf
    expect(driver.game).to_have_attribute("data-unit", "sf-inf")
    back = driver.decision.locator("[data-take-back]")
    expect(back).to_have_text("Take back")
    seen(driver, "chosen")
    driver.click("2229")
    stands(driver, "sf-inf", "2229")
    expect(driver.game).not_to_have_attribute("data-unit", "sf-inf")
    driver.click("4045")  # sf-artillery, which others are placed after
    expect(back).to_contain_text("19 units")
    driver.click("3126")  # sf-missile stands there: they change places
    stands(driver, "sf-missile", "4045")
    assert driver.place("sf-artillery") == "3126"
    driver.click("2229")
    back.click()
    driver.page.wait_for_function(
        "document.getElementById('unit-sf-inf')?.dataset.place !== '2229'"
    )
    seen(driver, "taken-back")
    driver.do("place sf-inf 2131")
    driver.do("end")
    data = server.record(game)
    assert "place sf-inf 2131" in data["actions"]
    assert "place sf-artillery 3126" in data["actions"]


@pytest.mark.parametrize("size", [WIDE, FLAT, PHONE], ids=["wide", "flat", "phone"])
def test_a_suggestion_of_the_second_side(
    new_page: NewPage, server: Server, size: dict[str, int]
) -> None:
    game = server.put(record("october-war", "deploy", "end"), arab="human", israel="recruit")
    driver = opened(new_page, size, game)
    driver.button("deploy").click()
    driver.wait_mine()
    expect(driver.decision).to_contain_text("This set-up is a suggestion")
    seen(driver, "arabs-suggested")
    driver.decision.locator("[data-group] summary", has_text="Placed").click()
    driver.decision.locator("[data-choose=morocco]").click()
    expect(driver.game).to_have_attribute("data-unit", "morocco")
    expect(driver.decision.locator("[data-take-back]")).to_have_text("Take back")
    seen(driver, "arabs-chosen")
    driver.click("kudna")
    stands(driver, "morocco", "kudna")
    driver.click("kudna")  # its stack: 5-mech-div is first
    expect(driver.game).to_have_attribute("data-unit", "5-mech-div")
    driver.click("kudna")  # the next of it
    expect(driver.game).to_have_attribute("data-unit", "morocco")
    driver.decision.locator("[data-take-back]").click()
    expect(driver.decision.locator("[data-shop=morocco]")).to_be_visible()
    driver.click("beit-jinn")
    expect(driver.decision).to_contain_text("Set-up is complete")
    assert driver.place("morocco") == "beit-jinn"


def test_by_keyboard(new_page: NewPage, server: Server) -> None:
    game = server.put(record("suez-56", "deploy"), egypt="human", anglo_french="recruit")
    driver = opened(new_page, WIDE, game)
    driver.page.locator("#board").focus()
    driver.page.keyboard.press("n")
    expect(driver.game).to_have_attribute("data-unit", "4-inf")
    expect(driver.decision.locator("[data-take-back]")).to_be_visible()
    driver.page.keyboard.press("d")  # a hex to the right, or below
    driver.page.keyboard.press("Enter")
    driver.page.wait_for_function("document.getElementById('unit-4-inf').dataset.place !== '4011'")
    driver.page.keyboard.press("n")
    driver.page.keyboard.press("Escape")
    expect(driver.game).not_to_have_attribute("data-unit", "4-inf")


def test_advice_goes_with_the_set_up_that_it_was_about(new_page: NewPage, server: Server) -> None:
    placed = record("suez-56", "place 4-inf 1830", "deploy")
    game = server.put(placed, egypt="human", anglo_french="recruit")
    driver = opened(new_page, WIDE, game)
    answers.hint(driver.page, ["end"])
    driver.page.locator("#advise").click()
    advice = driver.page.locator("#advice")
    expect(advice).to_be_visible()
    driver.click("1830")
    expect(driver.decision.locator("[data-take-back]")).to_be_visible()
    driver.click("4814")
    stands(driver, "4-inf", "4814")
    assert driver.at == 2  # as many actions as before
    expect(advice).to_be_hidden()


def test_who_cannot_be_taken_back_says_why(new_page: NewPage, server: Server) -> None:
    placed = ("place hq-7 sheikh-meskin", "place 1-armor-div tsil", "break 1-armor-div")
    game = server.put(
        record("october-war", "deploy", "end", *placed), arab="human", israel="recruit"
    )
    driver = opened(new_page, WIDE, game)
    driver.decision.locator("[data-group] summary", has_text="Placed").click()
    driver.decision.locator("[data-choose=hq-7]").click()
    expect(driver.game).to_have_attribute("data-unit", "hq-7")
    expect(driver.decision).to_contain_text("undo that exchange first")
    expect(driver.decision.locator("[data-take-back]")).to_have_count(0)
