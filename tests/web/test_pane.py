"""The decision's pane: odds and Fire in sight, what an attack costs, the height it is given."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server

DESK = {"width": 1440, "height": 900}


def city_attack() -> dict[str, object]:
    """Return Suez '56 before the West attacks a city hex with airstrikes at hand."""
    return until("suez-even", recorded("suez-even")["actions"].index("attack 2810"))


def test_costs_odds_and_fire_are_in_sight(new_page: NewPage, server: Server) -> None:
    for size in (DESK, PHONE):
        driver = Driver(new_page(viewport=size))
        driver.open(server.put(city_attack()))
        page = driver.page
        driver.click("2810")
        expect(page.locator("#attack")).to_be_visible()
        costs = page.locator("#attack-costs")
        expect(costs.locator("[data-cost=points]")).to_have_count(0)
        more = page.locator("#attack button[data-of=french-air][data-step='1']")
        more.scroll_into_view_if_needed()
        more.click()
        expect(page.locator("#attack [data-odds]")).to_be_visible()
        expect(costs.locator("[data-cost=points]")).to_contain_text("Egypt")
        page.locator("#attack .attack-body").evaluate("body => body.scrollTo(0, 10000)")
        for part in ("[data-odds]", "[data-fire]", "#attack-costs"):
            box = page.locator(f"#attack {part}").bounding_box()
            assert box is not None
            assert 0 <= box["y"] <= size["height"] - box["height"]


def test_units_on_buttons_have_their_counters(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(record(game="el-arish-67", actions=["deploy", "end"])))
    fold = driver.decision.locator(".choice-fold").first
    fold.locator("summary").click()
    button = fold.locator("[data-choose]").first
    expect(button.locator("svg.face use").first).to_be_attached()
    names = fold.locator("[data-choose]").all_inner_texts()
    assert len(set(names)) == len(names)


def test_the_decision_is_given_more_room(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 76)))
    page = driver.page
    upper, line = page.locator(".deciding"), page.locator(".resizer")

    def height() -> float:
        box = upper.bounding_box()
        assert box is not None
        return box["height"]

    usual = height()
    line.focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "was => document.querySelector('.deciding').offsetHeight > was + 100", arg=usual
    )
    line.dblclick()
    page.wait_for_function(
        "was => Math.abs(document.querySelector('.deciding').offsetHeight - was) < 2", arg=usual
    )
