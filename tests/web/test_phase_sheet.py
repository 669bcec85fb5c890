"""Mobilization, refit and reorganization on one list: chosen, changed, carried out together."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.test_october import deployed
from tests.server.test_phase_sheets import MOBILIZATION, REFIT, REORGANIZATION
from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_accessibility import faults
from tests.web.test_meb_play import record

ARMOR = "[data-line='mobilize israel.armor-battalion available']"


def put(server: Server, fields: dict[str, Any]) -> str:
    """Put a game into the server that begins in a position; return its id."""
    return server.put(record(deployed(**fields)), arab="recruit")


@pytest.mark.by_day
def test_what_is_mobilized_is_chosen_first(driver: Driver, server: Server) -> None:
    driver.open(put(server, MOBILIZATION))
    page, sheet = driver.page, driver.page.locator(".phase-sheet")
    expect(sheet.locator("[data-purse=israel]")).to_contain_text("3 of 3 points left")
    armor = sheet.locator(ARMOR)
    armor.locator("select").select_option("banias")
    for _ in range(2):
        armor.locator("[data-add]").click()
    expect(armor.locator("output")).to_have_text("2")
    expect(sheet.locator("[data-purse=israel]")).to_contain_text("1 of 3 points left")
    assert driver.at == 0
    assert faults(page, "#decision") == []
    armor.locator("[data-add]").press("Enter")
    expect(armor.locator("[data-add]")).to_be_disabled()  # it has cost all
    expect(sheet.locator(".sheet-list li")).to_have_count(3)
    sheet.locator("[data-drop='0']").click()
    expect(armor.locator("output")).to_have_text("2")
    sheet.locator("[data-carry]").click()
    driver.wait_at(2)
    expect(driver.game).to_have_attribute("data-step", "mobilization")
    expect(sheet.locator("[data-purse=israel]")).to_contain_text("1 of 3 points left")
    expect(sheet.locator(".sheet-list")).to_be_hidden()
    assert {driver.place("armor-16"), driver.place("armor-17")} == {"banias"}
    page.locator("#undo").click()  # both, as they were done
    driver.wait_at(0)


def test_refits_are_rolled_one_after_the_other_and_the_phase_ends(
    driver: Driver, server: Server
) -> None:
    driver.open(put(server, REFIT))
    page, sheet = driver.page, driver.page.locator(".phase-sheet")
    sheet.locator("[data-fill=suggested]").click()
    expect(sheet.locator(".sheet-list li")).to_have_count(4)
    driver.button("end").click()
    for _ in range(12):  # who comes back at once is placed by hand
        done = page.wait_for_function(
            """() => {
                const {step, mine} = document.querySelector("#game").dataset;
                if (!["refit", "refit_roll", "refit_arrival"].includes(step)) return "over";
                const place = document.querySelector(".shop [data-do^=arrive]");
                return step === "refit_arrival" && mine === "true" && place ? "asked" : null;
            }"""
        ).json_value()
        if done == "over":
            break
        before = driver.at
        page.locator(".shop [data-do^=arrive]").first.click()
        page.wait_for_function(
            "before => Number(document.querySelector('#game').dataset.at) > before", arg=before
        )
    log = page.locator("#log")
    expect(log.get_by_text("is to be refitted")).to_have_count(4)


def test_one_that_is_refused_is_named_and_the_rest_stay(driver: Driver, server: Server) -> None:
    driver.open(put(server, REORGANIZATION))
    sheet = driver.page.locator(".phase-sheet")
    lines = sheet.locator("[data-verb=break] input")
    lines.first.check()
    expect(sheet.locator(".sheet-list li")).to_have_count(1)
    formed = sheet.locator("[data-verb=combine] [data-line]").first  # only possible after it
    formed.locator("input, [data-add]").first.click()
    expect(sheet.locator(".sheet-list li")).to_have_count(2)
    sheet.locator("[data-drop='0']").click()
    expect(sheet.locator(".sheet-list li.refused .why")).to_have_count(1)
    sheet.locator("[data-carry]").click()
    expect(driver.hint).not_to_be_empty()
    expect(sheet.locator(".sheet-list li.refused")).to_have_count(1)  # it stays until it is removed
    assert driver.at == 0
