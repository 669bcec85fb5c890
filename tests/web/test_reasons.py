"""What the page says before anything is done: cost and way, or why not and by which rule."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.positions import position_of, record, until
from tests.web.server import Server

START = record()


@pytest.fixture
def at_start(driver: Driver, server: Server) -> Driver:
    driver.open(server.put(START))
    return driver


def test_a_reachable_hex_shows_what_is_left_the_cost_and_the_way(at_start: Driver) -> None:
    at_start.select("matt-1")
    at_start.hover("0515")
    movement = position_of(START).movement("matt-1")
    cost = movement.cost("0515")
    left = movement.allowance - cost
    expect(at_start.hint).to_contain_text(_points(cost))
    expect(at_start.hint).to_contain_text(_points(left))
    expect(at_start.page.locator("#layer-page .page-path > *").first).to_be_attached()
    expect(
        at_start.page.locator("#layer-above text", has_text=_points(left)).first
    ).to_be_attached()


@pytest.mark.by_day
def test_an_unreachable_hex_says_why_and_by_which_case(at_start: Driver) -> None:
    at_start.select("matt-1")
    at_start.hover("0609")
    reason = position_of(START).movement("matt-1").why_not("0609")
    assert reason.case == "4.5"
    expect(at_start.hint).to_contain_text("zones of control")
    expect(at_start.hint.locator("button.case")).to_have_attribute("data-case", "4.5")


def test_a_case_opens_its_rule(at_start: Driver) -> None:
    at_start.select("matt-1")
    at_start.hover("0609")
    case = at_start.hint.locator("button.case")
    expect(case).to_be_visible()
    case.press("Enter")
    expect(at_start.page.locator("[role=tab][data-tab=rules]")).to_have_attribute(
        "aria-selected", "true"
    )
    expect(at_start.page.locator("#rules [data-rule='4.5']")).to_be_visible()


def test_a_unit_that_cannot_act_says_so(at_start: Driver) -> None:
    at_start.click("0910")  # the enemy's
    expect(at_start.hint).to_contain_text("Egypt")
    assert at_start.game.get_attribute("data-unit") in (None, "")


def test_what_cannot_be_attacked_says_why(driver: Driver, server: Server) -> None:
    data = until("1980-held", 9)
    driver.open(server.put(data))
    driver.hover("1401")
    expect(driver.hint.locator("button.case")).to_be_visible()


def test_an_end_that_forgets_something_asks_first(driver: Driver, server: Server) -> None:
    game = server.put(record({"turn": 2, "side": "israel", "phase": "movement"}))
    driver.open(game)
    driver.button("end").click()
    dialog = driver.page.locator("dialog#ending")
    expect(dialog).to_contain_text("Amir 1")
    expect(dialog.locator("button.case").first).to_be_visible()
    dialog.locator("[data-back]").click()
    expect(dialog).to_be_hidden()
    assert driver.at == 0
    driver.do("end", 1)
    assert server.record(game)["actions"] == ["end"]


def test_an_end_that_forgets_nothing_does_not_ask(driver: Driver, server: Server) -> None:
    driver.open(server.put(START))
    driver.button("end").click()
    driver.wait_at(1)


def test_an_end_that_is_not_legal_is_disabled_and_says_why(driver: Driver, server: Server) -> None:
    data = until("1980-held", 9)  # attacks of the first turn are not to be left out
    assert "end" not in position_of(data).legal_actions()
    driver.open(server.put(data))
    expect(driver.button("end")).to_be_disabled()
    refused = driver.page.locator("#end-refused")
    expect(refused).to_be_visible()
    expect(refused.locator("button.case")).to_be_visible()


def test_a_fault_of_the_player_is_no_fault_of_the_page(at_start: Driver) -> None:
    """Resigning can be taken back before it is confirmed."""
    at_start.tab("game")
    at_start.page.locator("button[data-resign]").click()
    dialog = at_start.page.locator("dialog#resign")
    dialog.locator("[data-back]").click()
    expect(dialog).to_be_hidden()
    assert at_start.at == 0


def _points(value: float) -> str:
    whole = int(value)
    return str(whole) if value == whole else f"{whole or ''}½"
