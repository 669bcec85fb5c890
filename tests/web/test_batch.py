"""One click answers all decisions of a kind: it becomes a standing order, on both servers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server

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
    driver.page.locator("#batch select").select_option("game")
    driver.page.locator("#batch [data-batch='Never advance']").click()
    driver._until("game => game.dataset.step !== 'advance'")
    driver.page.reload()
    driver._opened()
    driver.tab("game")
    expect(driver.page.locator("#orders [data-order='0']")).to_contain_text("Do not advance")
