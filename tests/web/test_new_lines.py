"""New lines of a game: played on the board, kept, varied and deleted, by clicks on the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.positions import record
from tests.web.server import Server
from tests.web.test_accessibility import faults

MOVES = ("move reshef-1 0107", "move erez-1 0415", "end")


def test_a_line_is_played_kept_varied_and_deleted(driver: Driver, server: Server) -> None:
    game = server.put(record(actions=[*MOVES, "resign"]))
    driver.open(f"{game}/1")
    page, comments = driver.page, driver.page.locator("#comments")
    comments.locator("[data-new-line]").click()
    panel = page.locator("#line-panel")
    expect(panel).to_contain_text("after action 1")
    expect(panel.locator("[data-line=keep]")).to_be_disabled()
    driver._opened()
    driver.do("move erez-2 0513", 1)
    panel.locator("#line-name").fill("Erez 2 first")
    assert faults(page) == []
    panel.locator("[data-line=keep]").click()
    expect(comments.locator(".line")).to_have_text("Erez 2 first")
    kept = server.record(game)["lines"]
    assert kept == [{"at": 1, "name": "Erez 2 first", "actions": ["move erez-2 0513"]}]
    comments.locator("[data-line='0']").click()
    expect(driver.unit("erez-2")).to_have_attribute("data-place", "0513")
    comments.locator("[data-vary]").click()
    driver._opened()
    driver.wait_at(1)
    driver.do("end", 2)
    panel.locator("[data-line=keep]").click()
    expect(comments.locator(".line")).to_have_count(2)
    assert server.record(game)["lines"][1]["actions"] == ["move erez-2 0513", "end"]
    comments.locator("[data-line='0']").click()
    comments.locator("[data-remove]").click()
    page.locator("#removing-line [data-confirm]").click()
    expect(comments.locator(".line")).to_have_count(1)
    assert [one["actions"][-1] for one in server.record(game)["lines"]] == ["end"]
    comments.locator("[data-new-line]").click()
    panel.locator("[data-line=leave]").click()
    expect(driver.game).to_have_attribute("data-at", "1")
