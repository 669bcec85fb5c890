"""Stacks that fan out, counters of one size, and the card of an attack beside its target."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server
from tests.web.test_window_sizes import SCENES, put

DESK = {"width": 1440, "height": 900}
# The first stack whose middle is in sight: its place, how many counters it has, where it is.
STACK = """() => [...document.querySelectorAll("#layer-units g.count")].map(badge => {
    const { x, y, width, height } = badge.getBoundingClientRect();
    return [badge.dataset.hex, Number(badge.dataset.count), x - 8, y + height + 8];
}).find(([place, , x, y]) => document.elementFromPoint(x, y)?.closest(`[data-hex="${place}"]`)
    && y > 200 && x > 80)"""
CENTERS = """places => places.map(place => {
    const { x, y, width, height } = document.querySelector(`#hex-${place}`).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})"""
SIZES = """() => [...new Set([...document.querySelectorAll("#layer-units [data-unit]")]
    .filter(unit => /^[0-9]{4}$/.test(unit.dataset.place))
    .map(unit => Math.round(unit.firstElementChild.getBoundingClientRect().width)))]"""


def stack(new_page: NewPage, server: Server, **more: Any) -> tuple[Driver, list[Any]]:
    driver = Driver(new_page(**more))
    driver.open(put(server, SCENES["october-war-movement"][0]()))
    driver.settle()
    return driver, driver.page.evaluate(STACK)


def is_fanned(page: Page, count: int) -> None:
    fan = page.locator(".stack-fan")
    expect(fan.locator("[data-fan]")).to_have_count(count)
    expect(fan.locator(".fan-sum")).to_contain_text("Strength ")
    widths = fan.locator(".face").evaluate_all("all => all.map(one => one.clientWidth)")
    assert len(set(widths)) == 1


def test_a_stack_fans_out_under_the_pointer(new_page: NewPage, server: Server) -> None:
    driver, (_, count, x, y) = stack(new_page, server, viewport=DESK)
    page = driver.page
    page.mouse.move(x, y)
    is_fanned(page, count)
    second = page.locator(".stack-fan [data-fan]").nth(1)
    unit = second.get_attribute("data-fan")
    second.click()
    expect(driver.game).to_have_attribute("data-unit", unit or "")
    expect(page.locator(".stack-fan")).to_be_hidden()


def test_a_stack_fans_out_when_it_is_tapped(new_page: NewPage, server: Server) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    driver, (_, count, x, y) = stack(new_page, server, **phone)
    driver.page.touchscreen.tap(x, y)
    is_fanned(driver.page, count)


@pytest.mark.parametrize("scene", ["across-suez-attack", "suez-56-attack"])
def test_an_attack_stands_beside_its_target(new_page: NewPage, server: Server, scene: str) -> None:
    driver = Driver(new_page(viewport=DESK))
    page = driver.page
    record, choose = SCENES[scene]
    driver.open(put(server, record()))
    driver.tab("game")
    page.locator("#fight-card").check()
    choose(driver)
    card = page.locator("#attack")
    box, board = card.bounding_box(), page.locator("#board").bounding_box()
    assert box is not None
    assert board is not None
    assert board["x"] <= box["x"] <= board["x"] + board["width"] - box["width"]
    marked = page.locator("#layer-page .mark:is(.target, .attacker)")
    places = marked.evaluate_all("all => all.map(mark => mark.dataset.mark)")
    assert len(places) > 1
    for x, y in page.evaluate(CENTERS, places):
        beside = x < box["x"] or x > box["x"] + box["width"]
        assert beside or y < box["y"] or y > box["y"] + box["height"]
    expect(card.locator("[data-fire]")).to_be_in_viewport(ratio=1)
    page.locator("#fight-card").uncheck()
    expect(card).not_to_have_class("beside")


def test_counters_have_one_size(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=DESK))
    driver.open(server.put(until("1980-held", 76)))
    driver.whole_map()
    driver.page.wait_for_function(f"({SIZES})().length > 1")
    driver.tab("game")
    driver.page.locator("#one-size").check()
    driver.page.wait_for_function(f"({SIZES})().length === 1")
