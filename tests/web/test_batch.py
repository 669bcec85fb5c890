"""One click for many decisions: orders for a battle, whole air plans, counters out of a list."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.server.test_october import deployed
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import record, until
from tests.web.server import Server
from tests.web.test_together import october

FIRE = 192  # actions of the record until the next decisions lead to a battle in which Israel fires


def test_everybody_fires_with_one_click(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    game = server.put(until("october-whole", FIRE), arab="sergeant")
    driver.open(game)
    driver._until("game => game.dataset.step === 'fire' && game.dataset.mine === 'true'")
    before = driver.at
    driver.page.locator("#batch [data-batch='Everybody fires']").click()
    driver._until("(game, at) => Number(game.dataset.at) > Number(at) + 1", str(before))
    driver._until("game => game.dataset.step !== 'fire'")
    driver.tab("game")
    order = driver.page.locator("#orders [data-order='0']")
    expect(order).to_contain_text("Fire with")
    order.locator("[data-orders=remove]").click()
    expect(driver.page.locator("#orders [data-order]")).to_have_count(0)


def test_orders_are_still_there_after_a_reload(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 14), egypt="sergeant"))
    driver._until("game => game.dataset.step === 'advance'")
    below = "#decision .choices:has([data-do='stay']) + #batch"  # two answers come first
    expect(driver.page.locator(below)).to_be_visible()
    driver.page.locator("#batch select").select_option("game")
    driver.page.locator("#batch [data-batch='Never advance']").click()
    driver._until("game => game.dataset.step !== 'advance'")
    driver.page.reload()
    driver._opened()
    driver.tab("game")
    expect(driver.page.locator("#orders [data-order='0']")).to_contain_text("Do not advance")


COMMIT: dict[str, Any] = {
    "side": "israel", "owner": "israel", "phase": "air commitment", "step": "commit", "looking": 0,
    "units": {f"tac-{n}": "ready" for n in range(1, 21)},
}  # fmt: skip


def test_a_whole_air_plan_is_one_click(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport={"width": 1440, "height": 900}))
    game = server.put(record(deployed(**COMMIT), game="october-war"), arab="recruit")
    driver.open(game)
    page = driver.page
    fields = [
        page.locator(f"[data-amount='tac israel {theater} ground-attack']")
        for theater in ("sinai", "golan")
    ]
    for words in ("Reconnaissance looks", "TAC: tactical air strikes"):  # without scrolling
        expect(page.locator(".explained li", has_text=words)).to_be_in_viewport(ratio=1)
    page.locator("[data-preset=ground-attack]").click()
    assert [field.input_value() for field in fields] == ["10", "10"]
    page.locator("[data-share]").select_option("golan")
    page.locator("[data-preset=ground-attack]").click()
    assert [field.input_value() for field in fields] == ["0", "20"]
    expect(page.locator("[data-preset=last]")).to_have_count(0)
    page.locator("[data-commit]").click()
    driver._until("game => game.dataset.step !== 'commit'")
    expect(page.locator("#log")).to_contain_text("20 TAC strikes to ground attack")
    kept = page.evaluate("id => sessionStorage[`bridgehead-air-${id}-israel`]", game)
    assert json.loads(kept)["tac israel golan ground-attack"] == 20


def test_a_counter_is_dragged_out_of_the_list_of_its_stack(
    new_page: NewPage, server: Server
) -> None:
    there = dict.fromkeys(["eg-at-1", "eg-cdo-1", "4-armor-div"], "suez-city")
    fields = {"side": "arab", "owner": "arab", "looking": 0, "units": there}
    driver = Driver(new_page())
    driver.open(server.put(october(fields), israel="recruit"))
    page = driver.page
    driver.click("suez-city")
    goal = driver._middle("#hex-ain-sukhna")
    page.locator(".stack [data-choose='eg-cdo-1']").hover()
    page.mouse.down()
    page.mouse.move(*goal, steps=4)
    expect(page.locator(".drag-out")).to_be_visible()
    page.mouse.up()
    driver.wait_at(1)
    assert driver.place("eg-cdo-1") == "ain-sukhna"
    assert driver.place("eg-at-1") == "suez-city"
