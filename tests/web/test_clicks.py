"""A click counts, whatever is drawn between the press and the release; and it counts once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tiers import first
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver, keep_sent, sent_actions
from tests.web.positions import record, until
from tests.web.server import Server

# The copy is made before it is needed: a finger that waits for it would press long.
COPIED = "selector => { window.copy = document.querySelector(selector).cloneNode(true); }"
REPLACED = "selector => document.querySelector(selector).replaceWith(window.copy)"


def middle(driver: Driver, selector: str) -> tuple[float, float]:
    driver.settle()
    box = driver.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def mouse(page: Page, at: tuple[float, float], meanwhile: Callable[[], object]) -> None:
    page.mouse.move(*at)
    page.mouse.down()
    meanwhile()
    page.mouse.up()


def finger(page: Page, at: tuple[float, float], meanwhile: Callable[[], object]) -> None:
    touch = page.context.new_cdp_session(page)
    point = {"x": at[0], "y": at[1], "id": 0}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    meanwhile()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def clicks(driver: Driver) -> int:
    """Count the clicks on the board from now on, in the page; return those until now."""
    found: int = driver.page.evaluate(
        """() => {
            const before = window.clicks ?? 0;
            if (window.clicks === undefined) {
                const count = () => { window.clicks += 1; };
                document.querySelector("#board").addEventListener("click", count);
                window.clicks = 0;
            }
            return before;
        }"""
    )
    return found


@pytest.mark.parametrize("press", [mouse, finger])
@pytest.mark.parametrize("drawn", ["#layer-units", "#layer-hexes", "#board .view > svg"])
def test_a_drawing_falls_into_a_click(
    new_page: NewPage, server: Server, press: Callable[..., None], drawn: str
) -> None:
    driver = Driver(new_page(has_touch=True))
    driver.open(server.put(record()))
    page = driver.page
    at = middle(driver, "#unit-matt-1")
    clicks(driver)
    page.evaluate(COPIED, drawn)
    press(page, at, lambda: page.evaluate(REPLACED, drawn))
    if (
        drawn == "#board .view > svg"
    ):  # the page does not know the copy, where nothing can be chosen
        page.wait_for_function("clicks > 0")
    else:
        expect(driver.game).to_have_attribute("data-unit", "matt-1")
    driver.caught_up()  # a second click would let the unit go again
    assert clicks(driver) == 1


@pytest.mark.parametrize("press", first(1, [mouse, finger]))
def test_somebody_else_moves_during_a_click(
    new_page: NewPage, server: Server, press: Callable[..., None]
) -> None:
    game = server.put(record())
    here, there = Driver(new_page(has_touch=True)), Driver(new_page())
    here.open(game)
    there.open(game)
    there.select("reshef-1")  # now, so that a finger does not wait long enough for a long press

    def elsewhere() -> None:
        there.click("0411")
        here.wait_at(1)

    press(here.page, middle(here, "#unit-matt-1"), elsewhere)
    expect(here.game).to_have_attribute("data-unit", "matt-1")
    here.do("move matt-1 0514", 2)


def test_what_is_pressed_and_released_may_differ(visitor: Driver, server: Server) -> None:
    """A counter has come under the pointer, or the hand shook."""
    driver = visitor
    driver.open(server.put(record()))
    x, y = middle(driver, "#unit-matt-1")
    driver.page.evaluate("document.querySelector('#unit-matt-1').style.pointerEvents = 'none'")
    shown = "document.querySelector('#unit-matt-1').style.pointerEvents = ''"
    mouse(driver.page, (x, y), lambda: driver.page.evaluate(shown))
    expect(driver.game).to_have_attribute("data-unit", "matt-1")


def test_a_drawing_falls_into_a_drag(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(server.put(record()))
    page = driver.page
    page.locator("[data-zoom=in]").click()
    at = middle(driver, "#unit-matt-1")
    clicks(driver)
    page.evaluate(COPIED, "#layer-units")

    def drag() -> None:
        page.mouse.move(at[0] + 30, at[1] + 20)
        page.evaluate(REPLACED, "#layer-units")

    mouse(page, at, drag)
    driver.caught_up()
    assert clicks(driver) == 0
    assert driver.game.get_attribute("data-unit") is None


def test_a_drawing_falls_into_a_click_on_a_button(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 25)))
    action = "retreat 16-7 1109"
    button = f"#decision [data-do='{action}']"
    at = middle(driver, button)
    driver.page.evaluate(COPIED, button)
    mouse(driver.page, at, lambda: driver.page.evaluate(REPLACED, button))
    driver.wait_at(26)


def test_a_click_on_another_button_than_was_pressed_is_none(
    visitor: Driver, server: Server
) -> None:
    driver = visitor
    keep_sent(driver.page)
    driver.open(server.put(until("1980-held", 25)))
    button = "#decision [data-do='retreat 16-7 1109']"
    other = """selector => {
        const old = document.querySelector(selector), fresh = old.cloneNode(true);
        fresh.dataset.do = "retreat 16-7 1008";
        old.replaceWith(fresh);
    }"""
    mouse(driver.page, middle(driver, button), lambda: driver.page.evaluate(other, button))
    driver.caught_up()
    assert sent_actions(driver.page) == []
