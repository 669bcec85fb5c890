"""Passkeys with a device that Chromium simulates, notes, and the pages of somebody's own things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Watch, visit
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import SECRET, challenge, register


class LocalServer(OnlineServer):
    """A server that is called localhost, where browsers have passkeys without HTTPS."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, BRIDGEHEAD_MAIL="smtp://localhost")
        self.url = f"http://localhost:{self.port}"
        self.COMMAND = ("serve", "--host", "127.0.0.1", "--public", self.url)


@pytest.fixture
def local(tmp_path: Path) -> Iterator[LocalServer]:
    server = LocalServer(tmp_path / "local")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def page(browser: Browser, watch: Watch, local: LocalServer) -> Iterator[Page]:
    watch.expect("request to another host: http://localhost:")
    found = visit(browser, watch, base_url=local.url)
    yield found
    found.context.close()


def device(page: Page) -> None:
    """Give the browser a device that makes sure of its owner by itself."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    line.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_from_registering_to_leaving_by_passkey_alone(page: Page, watch: Watch) -> None:
    device(page)
    page.goto("/register")
    page.fill("#name", "Anna")
    page.click("[data-passkey=register]")
    expect(page.locator("nav")).to_contain_text("Anna")
    page.click("nav form button")
    page.goto("/login")
    page.click("[data-passkey=login]")
    expect(page.locator("nav")).to_contain_text("Anna")
    page.goto("/settings")
    expect(page.locator("[data-list=passkeys] li")).to_have_count(1)
    assert faults(page) == []

    # a first password, with the passkey instead of the one before
    page.click("[data-passkey=confirm]")
    expect(page.locator("[data-passkey-done]")).to_be_visible()
    page.fill("#new", SECRET)
    page.click("form[action='/settings/password'] button")
    expect(page.locator(".done").first).to_contain_text("The password is saved")

    # the same device makes no second one
    watch.expect("400")
    page.fill("#passkey-password", "a guess at it")
    page.click("[data-passkey=add]")
    expect(page.locator("#add-passkey [role=alert]")).to_contain_text("password is wrong")
    page.fill("#passkey-password", SECRET)
    page.click("[data-passkey=add]")
    expect(page.locator("#add-passkey [role=alert]")).to_contain_text("Try again")

    page.goto("/settings/data")
    assert faults(page) == []
    page.fill("#name", "Anna")
    page.click("[data-passkey=confirm]")
    expect(page.locator("[data-passkey-done]")).to_be_visible()
    page.click("form[action='/settings/data/leave'] button[type=submit]")
    expect(page.locator("nav")).to_contain_text("Register")
    page.goto("/login")
    page.click("[data-passkey=login]")
    expect(page.locator("main form [role=alert]")).to_contain_text("passkey is unknown")


def test_a_note_is_kept_and_read_again(page: Page, local: LocalServer) -> None:
    register(page, "Anna")
    challenge(page, "israel", "recruit")
    page.click("[data-tab=table], #tab-table")
    page.click("details.talk summary")
    page.fill("#note", "Cross at Deversoir")
    page.locator("#note").blur()
    expect(page.locator("details.talk [role=status]")).to_contain_text("Saved")
    assert faults(page, "details.talk") == []
    page.reload()
    page.click("[data-tab=table], #tab-table")
    page.click("details.talk summary")
    expect(page.locator("#note")).to_have_value("Cross at Deversoir")


def test_pages_of_people_without_faults(page: Page) -> None:
    register(page, "Bert")
    page.context.clear_cookies()
    register(page, "Anna")
    for path in ("/people/Bert", "/report?person=Bert", "/settings", "/settings/data", "/lost"):
        page.goto(path)
        assert faults(page) == [], path


def test_times_are_told_in_the_zone_of_the_browser(
    browser: Browser, watch: Watch, online: OnlineServer
) -> None:
    page = visit(browser, watch, base_url=online.url, timezone_id="Asia/Tokyo")
    page.goto("/register")
    register(page, "Anna")
    page.goto("/settings")
    expect(page.locator("[data-session] time").first).to_contain_text("GMT+9")
    expect(page.locator("#zone-name")).to_have_value("Asia/Tokyo")
    page.select_option("#zone-name", "Europe/Berlin")
    page.click("#zone button")
    expect(page.locator("#zone-name")).to_have_value("Europe/Berlin")
    page.context.close()
    page = visit(browser, watch, base_url=online.url, timezone_id="America/New_York")
    page.goto("/people/Anna")
    expect(page.locator("main time").first).to_contain_text("E")  # EST or EDT
    expect(page.locator("main time").first).not_to_contain_text("UTC")
    page.context.close()
