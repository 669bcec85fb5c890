"""Data of your own on the page: a zip file is imported, chosen, played with, and forgotten."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import expect

from tests.server.test_data import STRONGER, archive
from tests.web.conftest import Watch
from tests.web.driver import Driver
from tests.web.server import Server

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
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / "desktop-own-data.png"), full_page=True)
    page.locator("#game-select").select_option("suez-56")
    expect(select.locator("option")).to_have_count(1)
    page.locator("#game-select").select_option("across-suez-1980")
    select.select_option(label="My printed counters")
    page.locator("#new-game button[type=submit]").click()
    expect(page.locator("#board[data-ready]")).to_be_visible()
    record = server.record(page.url.rsplit("/", 1)[-1])
    assert list(record["data"]["files"]) == ["units.toml"]
    page.get_by_role("tab", name="Game", exact=True).click()
    expect(page.locator(".facts")).to_contain_text("Your own data")
    visitor.home()
    page.locator("#own-data > summary").click()
    select.select_option(label="My printed counters")
    page.locator("#data-delete").click()
    expect(select.locator("option")).to_have_count(1)
    assert server.get("/api/data") == {"data": []}
