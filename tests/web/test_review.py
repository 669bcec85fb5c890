"""The layout of a replay and an analysis: board, graph, moves and lines side by side."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server
from tests.web.test_accessibility import faults
from tests.web.test_analysis import analysed

GAME = "1980-held"
DESK = {"width": 1440, "height": 900}


def box(part: Locator) -> dict[str, float]:
    expect(part).to_be_visible()
    found = part.bounding_box()
    assert found is not None
    return {"left": found["x"], "top": found["y"], "right": found["x"] + found["width"],
            "bottom": found["y"] + found["height"]}  # fmt: skip


def test_an_analysis_stands_around_the_board(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=DESK))
    page = driver.page
    analysed(driver, server, recorded(GAME))
    board, graph, moves = (page.locator(part) for part in ("#board", ".analysis-graph", "#log"))
    column = page.locator("#panel-replay")
    expect(page.locator("#result")).to_be_hidden()
    assert box(graph)["top"] >= box(board)["bottom"]
    assert box(board)["right"] <= box(moves)["left"] + 1
    assert box(moves)["right"] <= box(column)["left"] + 2
    page.locator("[data-turning]").first.click()
    expect(page.locator(".page-advised .advised, #layer-page .advised").first).to_be_attached()
    assert faults(page) == []
    driver.tab("log")
    expect(page.locator("#panel-log #log")).to_be_visible()
    expect(page.locator("#decision")).to_be_visible()


def test_a_move_leads_to_its_position(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=DESK))
    page = driver.page
    driver.open(server.put(until(GAME, 76)))
    driver.tab("replay")
    expect(page.locator("#decision [data-do=end]")).to_be_visible()  # nothing earlier is shown
    page.locator("[data-go=back]").click()
    current = page.locator("#log [aria-current]")
    expect(current).to_have_attribute("data-n", "75")
    expect(current).to_be_in_viewport()
    page.locator("#log [data-n='40'] .log-entry").first.click()
    expect(page.locator("#game")).to_have_attribute("data-at", "40")
    page.locator("#replay-now").click()
    expect(page.locator("#game")).not_to_have_attribute("data-review", "")


def test_how_a_game_ended_is_seen_also_from_the_replay(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=DESK))
    driver.open(server.put(until(GAME, 76)))
    driver.tab("replay")
    driver.page.keyboard.press("R")
    driver.page.locator("dialog#resign [data-confirm]").click()
    expect(driver.page.locator("#result")).to_be_visible()


def test_on_a_phone_the_board_stands_above_the_graph(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    page = driver.page
    analysed(driver, server, recorded(GAME))
    page.locator("[data-turning]").first.click()
    zoom, panel = box(page.locator(".zoom")), box(page.locator("#panel-replay"))
    assert zoom["bottom"] <= panel["top"] + 1  # the map is seen down to its buttons
    assert zoom["bottom"] > 0.4 * PHONE["height"]
    expect(page.locator("#analysis .graph")).to_be_visible()
