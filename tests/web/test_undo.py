"""Undo, as far as it goes: not over a roll, a change of side or the end of a game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server


def test_moves_are_taken_back_one_by_one(driver: Driver, server: Server) -> None:
    game = server.put(record())
    driver.open(game)
    undo = driver.page.locator("#undo")
    expect(undo).to_be_disabled()
    driver.do("move matt-1 0514", 1)
    driver.do("move reshef-1 0411", 2)
    assert driver.place("reshef-1") == "0411"
    undo.click()
    driver.wait_at(1)
    assert driver.place("reshef-1") == "0210"
    undo.click()
    driver.wait_at(0)
    assert driver.place("matt-1") == "0613"
    expect(undo).to_be_disabled()
    assert server.record(game)["actions"] == []


def test_what_a_hex_costs_is_not_said_any_longer(driver: Driver, server: Server) -> None:
    driver.open(server.put(record()))
    driver.select("matt-1")
    driver.hover("0514")
    expect(driver.hint).to_contain_text("0514")
    driver.click("0514")
    driver.wait_at(1)
    driver.page.keyboard.press("u")
    driver.wait_at(0)
    expect(driver.hint).to_have_text("")
    driver.select("matt-1")
    driver.click("0514")
    driver.wait_at(1)
    driver.page.keyboard.press("E")
    driver._confirm("ending", 1)
    expect(driver.game).to_have_attribute("data-step", "combat")
    expect(driver.hint).to_have_text("")


def test_the_end_of_a_phase_is_taken_back_while_the_side_stays(
    driver: Driver, server: Server
) -> None:
    driver.open(server.put(record()))
    driver.do("end", 1)
    expect(driver.game).to_have_attribute("data-step", "combat")
    driver.page.locator("#undo").click()
    driver.wait_at(0)
    expect(driver.game).to_have_attribute("data-step", "movement")


def test_a_roll_stays(driver: Driver, server: Server) -> None:
    actions = recorded("1980-held")["actions"]
    driver.open(server.put(until("1980-held", 9)))
    undo = driver.page.locator("#undo")
    expect(undo).to_be_enabled()
    driver.play_record(actions[9:14])
    expect(undo).to_be_disabled()


def test_a_change_of_side_stays(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("1980-held", 52)))
    driver.do("end", 53)
    expect(driver.game).to_have_attribute("data-to-move", "egypt")
    expect(driver.page.locator("#undo")).to_be_disabled()


def test_the_log_forgets_what_was_taken_back(driver: Driver, server: Server) -> None:
    driver.open(server.put(record()))
    driver.tab("log")
    entries = driver.page.locator("#log [data-n]")
    driver.do("move matt-1 0514", 1)
    expect(entries).to_have_count(1)
    driver.page.locator("#undo").click()
    expect(entries).to_have_count(0)
