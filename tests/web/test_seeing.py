"""What is seen of the map: where the action is, the whole in small, readable counters, cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_october import deployed
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import record, until
from tests.web.server import Server

DESK = {"width": 1440, "height": 900}
READABLE = 38  # px of a counter; counters of October War are a little smaller than hexes' are
GAMES = {
    "across-suez-1980": lambda: until("1980-held", 76),
    "across-suez-1995": lambda: record(game="across-suez-1995"),
    "across-suez-reprint": lambda: record(game="across-suez-reprint"),
    "suez-56": lambda: until("suez-even", 120),
    "el-arish-67": lambda: record(game="el-arish-67", actions=["deploy", "end"]),
    "october-war": lambda: record(
        deployed(side="arab", owner="arab", looking=0), game="october-war"
    ),
}
COUNTERS = """() => {
    const board = document.querySelector("#board").getBoundingClientRect();
    return [...document.querySelectorAll("#layer-units [data-unit]")]
        .map(each => each.getBoundingClientRect())
        .filter(box => box.x > board.x && box.right < board.right)
        .filter(box => box.y > board.y && box.bottom < board.bottom)
        .map(box => box.width).sort((a, b) => a - b);
}"""
PART = """() => {
    const part = document.querySelector(".minimap .part");
    return ["x", "y", "width", "height"].map(name => Number(part.getAttribute(name)));
}"""


def rest(driver: Driver) -> None:
    """Wait until the view has come to rest, and counters have their size."""
    driver.settle()
    expect(driver.page.locator("#board .view:not(.moving)")).to_be_attached()


def opened(driver: Driver, server: Server, game: str) -> Page:
    players = {"israel": "recruit"} if game == "october-war" else {}
    driver.open(server.put(GAMES[game](), **players))
    rest(driver)
    return driver.page


@pytest.mark.parametrize("game", GAMES)
def test_counters_can_be_read_when_a_game_opens(
    new_page: NewPage, server: Server, game: str
) -> None:
    page = opened(Driver(new_page(viewport=DESK)), server, game)
    expect(page.locator("#board")).to_have_attribute("data-zoomed", "true")
    sizes = page.evaluate(COUNTERS)
    assert sizes[len(sizes) // 2] >= READABLE
    expect(page.locator("#legend")).to_be_hidden()


@pytest.mark.parametrize("game", ["across-suez-1980", "suez-56", "october-war"])
def test_counters_can_be_read_on_a_phone(new_page: NewPage, server: Server, game: str) -> None:
    page = opened(Driver(new_page(viewport=PHONE, has_touch=True)), server, game)
    sizes = page.evaluate(COUNTERS)
    assert sizes[len(sizes) // 2] >= 28


def test_who_can_act_is_in_sight(visitor: Driver, server: Server) -> None:
    page = opened(visitor, server, "across-suez-1980")
    movers = page.locator("[data-mark].mover")
    assert movers.count() == 4
    # Counters that are drawn larger would cover the marks.
    assert movers.first.evaluate(
        """mark => Boolean(document.querySelector("#layer-units").compareDocumentPosition(mark)
            & Node.DOCUMENT_POSITION_FOLLOWING)"""
    )
    frame = page.locator("#board").bounding_box()
    assert frame is not None
    for mark in movers.all():
        box = mark.bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"] <= frame["x"] + frame["width"] - box["width"]
        assert frame["y"] <= box["y"] <= frame["y"] + frame["height"] - box["height"]


def test_the_whole_map_and_back(visitor: Driver, server: Server) -> None:
    page = opened(visitor, server, "suez-56")
    board, button = page.locator("#board"), page.locator("[data-zoom=fit]")
    button.click()
    expect(board).to_have_attribute("data-zoomed", "false")
    expect(page.locator(".minimap")).to_be_hidden()
    button.click()
    expect(board).to_have_attribute("data-zoomed", "true")
    expect(page.locator(".minimap")).to_be_visible()


def test_a_turn_elsewhere_is_shown(visitor: Driver, server: Server) -> None:
    """Somebody looks at an empty corner of the map; the next turn's action comes into sight."""
    driver = visitor
    page = opened(driver, server, "across-suez-1980")
    click_in_small(page, 0.2, 0.97)
    rest(driver)
    before = len(page.evaluate(COUNTERS))
    driver.button("end").click()
    page.locator("dialog#ending [data-confirm]").click()
    expect(driver.game).not_to_have_attribute("data-step", "movement")
    page.wait_for_function(f"before => ({COUNTERS})().length > before + 3", arg=before)


def click_in_small(page: Page, x: float, y: float) -> None:
    """Click the small map, at these parts of its width and height."""
    small = page.locator(".minimap")
    box = small.bounding_box()
    assert box is not None
    small.click(position={"x": box["width"] * x, "y": box["height"] * y})


@pytest.mark.parametrize("game", ["suez-56", "october-war"])
def test_the_small_map(visitor: Driver, server: Server, game: str) -> None:
    page = opened(visitor, server, game)
    small = page.locator(".minimap")
    expect(small).to_be_visible()
    assert small.locator("[data-side]").count() > 5
    page.wait_for_function("() => document.querySelector('.minimap img').naturalWidth > 0")
    before: list[float] = page.evaluate(PART)
    click_in_small(page, 0.9, 0.9)
    rest(visitor)
    after: list[float] = page.evaluate(PART)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert after[2:] == before[2:]  # it goes there, no nearer and no farther
    visitor.whole_map()
    expect(small).to_be_hidden()


def test_a_counter_with_room_is_drawn_larger(visitor: Driver, server: Server) -> None:
    driver = visitor
    page = opened(driver, server, "across-suez-1980")
    driver.whole_map()
    rest(driver)
    sizes: dict[str, Any] = page.evaluate(
        """() => Object.fromEntries(["beyond", "within"].map(name =>
            [name, document.querySelector(`#layer-units .${name}`)]).map(([name, unit]) =>
            [name, unit.getBoundingClientRect().width]))"""
    )
    assert sizes["beyond"] > sizes["within"] * 1.2
    unit = page.locator("#layer-units .beyond").first
    id_ = str(unit.get_attribute("data-unit"))
    assert str(unit.get_attribute("data-place"))
    driver.hover(str(unit.get_attribute("data-place")))
    expect(driver.hint).to_contain_text(str(unit.get_attribute("data-place")))
    assert page.locator(f"#layer-units .beyond[data-unit='{id_}']").count() == 1


def test_reach_is_an_outline(visitor: Driver, server: Server) -> None:
    driver = visitor
    page = opened(driver, server, "across-suez-1980")
    driver.select("reshef-2")
    region = page.locator("#layer-page .region").last
    expect(region).to_be_attached()
    fill, width = page.evaluate(
        """() => {
            const mark = document.querySelector("#layer-page .mark.reach");
            return [Number(getComputedStyle(mark).fillOpacity), getComputedStyle(mark).stroke];
        }"""
    )
    assert fill < 0.2
    assert width == "none"
    sides = str(region.get_attribute("d")).count("M")
    hexes = page.locator("#layer-page .mark.reach").count()
    assert 6 < sides < hexes * 3  # not each hex has its own


def test_a_card_under_the_pointer(visitor: Driver, server: Server) -> None:
    driver = visitor
    page = opened(driver, server, "across-suez-1980")
    card = page.locator(".counter-card")
    driver.hover(str(driver.place("reshef-2")))
    expect(card.locator("[data-of=reshef-2] .face use").first).to_be_attached()
    expect(card).to_be_visible()
    expect(card).to_contain_text("Reshef 2")
    expect(card.locator(".card-may")).to_have_count(1)
    box = card.locator(".face").first.bounding_box()
    assert box is not None
    assert box["width"] >= 80
    driver.hover(str(driver.place("matt-2")))
    expect(card).to_contain_text("Matt 2")
    expect(card.locator(".card-state")).to_have_count(1)  # it has moved
    driver.hover("0803")
    expect(card).to_be_hidden()


def test_a_card_at_the_cursor(visitor: Driver, server: Server) -> None:
    driver = visitor
    page = opened(driver, server, "suez-56")
    card = page.locator(".counter-card")
    page.locator("#board").focus()
    page.keyboard.press("n")
    expect(card).to_be_visible()
    assert card.get_attribute("data-card") == page.locator("#board").get_attribute("data-cursor")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_card_by_a_long_press(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    page = opened(driver, server, "october-war")
    driver.wait_mine()
    touch = page.context.new_cdp_session(page)
    box = page.locator("[data-mark].mover").nth(3).bounding_box()
    assert box is not None
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    card = page.locator(".counter-card")
    expect(card).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_be_visible()
    assert driver.game.get_attribute("data-unit") is None  # it was no tap
