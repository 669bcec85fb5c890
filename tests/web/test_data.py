"""Data of your own on the page: a zip file is imported, chosen, played with, and forgotten."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import expect

from tests.server.test_data import STRONGER, archive
from tests.web.conftest import Watch
from tests.web.driver import Driver
from tests.web.server import Server

BIGGER = ("units.toml", "strength = 2", "strength = 9")
PICTURES = os.environ.get("BRIDGEHEAD_PICTURES")


def choose(driver: Driver, data: bytes) -> None:
    driver.page.locator("#data-file").set_input_files(
        {"name": "mine.zip", "mimeType": "application/zip", "buffer": data}
    )


def test_data_are_imported_and_played_with(visitor: Driver, server: Server, watch: Watch) -> None:
    watch.expect(r"Failed to load resource: .* 400")
    page = visitor.page
    visitor.home()
    page.locator("#own-data > summary").click()
    choose(visitor, b"no zip file")
    expect(visitor.notice).to_contain_text("zip")
    choose(visitor, archive("across-suez-1980", "My printed counters", a=STRONGER))
    select = page.locator("#data-select")
    expect(select.locator("option:checked")).to_have_text("My printed counters")
    expect(visitor.notice).to_be_hidden()
    expect(page.locator("#data-about")).to_contain_text("reshef-1")
    balance = page.locator("#first-balance")
    expect(balance).to_contain_text("not measured with these data")
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / "desktop-own-data.png"), full_page=True)
    page.locator("#game-select").select_option("suez-56")
    expect(select.locator("option")).to_have_count(1)
    choose(visitor, archive("suez-56", "My charts", a=BIGGER))
    expect(page.locator(".bid-even")).to_contain_text("these data was not measured")
    select.select_option("")
    page.locator(".bid-even button").click()
    expect(balance).to_contain_text("about even with this bid")
    page.locator("#game-select").select_option("across-suez-1980")
    expect(balance).not_to_contain_text("not measured")
    select.select_option(label="My printed counters")
    page.locator("#new-game button[type=submit]").click()
    expect(page.locator("#board[data-ready]")).to_be_visible()
    record = server.record(page.url.rsplit("/", 1)[-1])
    assert list(record["data"]["files"]) == ["units.toml"]
    page.keyboard.press("b")
    expect(page.locator("[data-fact=balance] dd")).to_have_text("Not measured with these data.")
    page.keyboard.press("b")
    page.get_by_role("tab", name="Game", exact=True).click()
    expect(page.locator(".facts")).to_contain_text("Your own data")
    visitor.home()
    page.locator("#own-data > summary").click()
    select.select_option(label="My printed counters")
    page.locator("#data-delete").click()
    expect(select.locator("option")).to_have_count(1)
    expect(balance).not_to_contain_text("not measured")
    left = [each["name"] for each in server.get("/api/data")["data"]]
    assert left == ["My charts"]
