"""What spares doubt: nothing to do, units forgotten, a unit without retreat, no line."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

import bridgehead as bh
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import position_of, record, recorded, until
from tests.web.server import Server
from tests.web.test_october import ARABS
from tests.web.test_october import put as october


def first_state(name: str, wanted: Any) -> dict[str, Any]:
    """Return a recorded game as it stands when something first holds of its position."""
    data = recorded(name)
    made = bh.Record.from_dict({**until(name, 0)})
    for n, action in enumerate(data["actions"]):
        if wanted(made.position):
            return until(name, n)
        made.do(action) if not action.startswith("roll ") else made.roll()
    raise AssertionError("it never holds")


def test_without_a_target_one_click_ends_the_phase(driver: Driver, server: Server) -> None:
    data = first_state(
        "1980-held", lambda at: at.phase == "combat" and at.legal_actions() == ["end"]
    )
    driver.open(server.put(data))
    end = driver.page.locator("button.sole")
    expect(end).to_be_visible()
    at = driver.at
    end.click()
    driver.wait_at(at + 1)


def test_a_phase_that_has_something_to_do_is_not_ended_so(driver: Driver, server: Server) -> None:
    driver.open(server.put(record()))
    expect(driver.button("end")).to_be_visible()
    expect(driver.page.locator("button.sole")).to_have_count(0)


def test_units_that_can_still_move_are_named(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(unmoved=True))
    data = record()
    driver.open(server.put(data))
    driver.button("end").click()
    dialog = driver.page.locator("dialog#ending")
    line = dialog.locator("[data-unmoved]")
    expect(line).to_be_visible()
    named = set((line.get_attribute("data-unmoved") or "").split())
    legal = position_of(data).legal_actions()
    can = {action.split()[1] for action in legal if action.startswith("move ")}
    assert named
    assert named == can
    dialog.locator("#unmoved-again").uncheck()
    dialog.locator("[data-back]").click()
    expect(dialog).to_be_hidden()
    at = driver.at
    driver.button("end").click()  # it is off now
    driver.wait_at(at + 1)
    kept = json.loads(driver.page.evaluate("localStorage.bridgehead"))
    assert kept["unmoved"] is False


def test_a_broken_line_says_why_nothing_is_drawn(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(record()))
    visitor.tab("game")
    visitor.page.locator("input[data-layer=line]").check()
    expect(visitor.notice).to_be_visible()
    expect(visitor.notice).to_contain_text("0607")


def test_a_unit_without_retreat_is_eliminated_in_the_words_of_the_roll(
    driver: Driver, server: Server
) -> None:
    data = until("1980-held", 13)  # what is next is its roll
    data["actions"].pop()  # fire
    driver.open(server.put(data))
    driver.page.locator("#attack button[data-fire]").click()
    expect(driver.page.locator("#die")).to_contain_text("16/1 cannot retreat and is eliminated")


def test_the_whole_map_whatever_was_seen(driver: Driver, server: Server) -> None:
    driver.open(october(server, ARABS, israel="recruit"))
    page = driver.page
    page.locator("[data-zoom=in]").click()
    expect(page.locator("#board")).to_have_attribute("data-zoomed", "true")
    page.locator("[data-theater=both]").click()
    expect(page.locator("#board")).to_have_attribute("data-zoomed", "false")
    expect(page.locator("[data-everything] > summary")).not_to_contain_text("All")  # no moves
    page.locator("[data-zoom=in]").click()
    small = page.locator(".minimap")
    expect(small.locator("rect[data-side]").first).to_be_attached()
    page.wait_for_function("document.querySelector('.minimap img').naturalWidth > 0")


def test_the_keys_begin_at_their_title(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport={"width": 900, "height": 420}))
    driver.open(server.put(record()))
    driver.page.locator("#board").focus()
    driver.page.keyboard.press("?")
    expect(driver.page.locator("#keys-title")).to_be_in_viewport()


def test_in_a_replay_nothing_is_taken_back_and_notices_stay_behind(
    driver: Driver, server: Server
) -> None:
    driver.open(server.put(until("1980-held", 30)))
    page = driver.page
    expect(page.locator("#undo")).to_be_visible()
    driver.tab("replay")
    page.locator("[data-go=back]").click()
    expect(page.locator("#undo")).to_be_hidden()
    page.locator("#replay-now").click()
    expect(page.locator("#undo")).to_be_visible()
    page.evaluate("import('/static/js/announce.js').then(({notice}) => notice('of this game', 0))")
    expect(driver.notice).to_be_visible()
    page.evaluate("location.hash = '#/'")
    expect(page.locator("form#new-game")).to_be_visible()
    expect(driver.notice).to_be_hidden()
