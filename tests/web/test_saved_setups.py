"""Set-ups by name on the page: the title's, and one's own, which the browser keeps."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_accessibility import faults
from tests.web.test_meb_play import record


def test_a_set_up_is_taken_by_name_changed_saved_and_taken_again(
    driver: Driver, server: Server
) -> None:
    driver.open(server.put(record("el-arish-67"), egypt="human", israel="recruit"))
    box = driver.page.locator(".setups")
    box.locator("summary").click()
    expect(box.locator("[data-setup-name]")).to_be_hidden()  # nothing is placed
    box.get_by_text("In depth").click()
    expect(driver.button("end")).to_be_enabled()
    expect(driver.page.locator("#board")).to_have_attribute("data-zoomed", "false")
    assert driver.place("7-armor") == "2628"
    assert faults(driver.page, "#decision") == []
    standing = box.locator("[aria-current=true]")
    expect(standing).to_contain_text("In depth")
    box.get_by_text("At the border").click()  # the other is taken back first
    driver._until("() => document.getElementById('unit-7-armor')?.dataset.place === '4222'")
    driver.click("2927")  # sf-inf
    driver.click("2229")
    driver._until("() => document.getElementById('unit-sf-inf')?.dataset.place === '2229'")
    expect(standing).to_have_count(0)
    driver.page.keyboard.press("Escape")
    box.locator("[data-setup-name]").fill("Mine")
    box.locator("[data-setup-save]").click()
    expect(box.locator("[data-setup-take='own 0']")).to_have_text("Mine")
    expect(standing).to_have_text("Mine")

    driver.open(server.put(record("el-arish-67"), egypt="human", israel="recruit"))
    box.locator("summary").click()
    box.locator("[data-setup-take='own 0']").click()
    expect(driver.button("end")).to_be_enabled()
    assert driver.place("sf-inf") == "2229"
    assert driver.place("7-armor") == "4222"
    box.locator("[data-setup-drop='0']").click()
    expect(box.locator("[data-setup-take='own 0']")).to_have_count(0)


def test_a_suggested_set_up_is_seen_whole(driver: Driver, server: Server) -> None:
    driver.open(server.put(record("el-arish-67"), egypt="human", israel="recruit"))
    expect(driver.page.locator("#board")).to_have_attribute("data-zoomed", "true")
    driver.decision.locator("[data-do=deploy]").click()
    expect(driver.page.locator("#board")).to_have_attribute("data-zoomed", "false")
