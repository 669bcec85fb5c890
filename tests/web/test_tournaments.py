"""Tournaments and a league by clicks in several browsers, on a desktop and on a phone."""

from __future__ import annotations

import contextlib
import datetime
import os
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, NewPage
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import GAME, register, seated

pytestmark = pytest.mark.slow
SIZES = {"wide": (1440, 900), "lying": (844, 390), "phone": (390, 844)}


def picture(page: Page, name: str) -> None:
    """Keep pictures of a page where somebody wants to look at them."""
    folder = os.environ.get("BRIDGEHEAD_PICTURES")
    if not folder:
        return
    before = page.viewport_size
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for kind, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=str(Path(folder) / f"{name}-{kind}-{scheme}.png"), full_page=True)
    if before is not None:
        page.set_viewport_size(before)


def fits(page: Page) -> bool:
    """Whether a page is not wider than its window."""
    width: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return width


def test_a_swiss_tournament_by_clicks(online: OnlineServer, new_page: NewPage) -> None:
    people = [new_page(base_url=online.url) for _ in range(2)]
    people += [new_page(base_url=online.url, viewport=PHONE) for _ in range(2)]
    anna, _, clara, _ = people
    for page, name in zip(people, ("Anna", "Bert", "Clara", "Dora"), strict=True):
        register(page, name)
    anna.goto("/tournaments")
    anna.click(f"a[href='/tournaments/new/{GAME}']")
    anna.fill("#name", "Cup of the Canal")
    expect(anna.locator("#rounds")).to_be_hidden()
    anna.check("input[name=format][value=swiss]")
    expect(anna.locator("#rounds")).to_be_visible()
    expect(anna.locator("#group_size")).to_be_hidden()
    anna.fill("#rounds", "2")
    anna.check("input[name=legs][value='1']")
    anna.check("input[name=substitutes]")
    anna.check("input[name=vacation]")
    anna.select_option("#stand_in", "recruit")
    anna.select_option("#away_days", "3")
    assert faults(anna) == []
    picture(anna, "tournament-new")
    anna.click("#new-tournament button[type=submit]")
    expect(anna.locator("[data-help]")).to_contain_text("At most 3 days")
    address = anna.url
    for page in people:
        page.goto(address)
        page.click("form[action$=enter] button")
    anna.goto(address)
    running = anna.locator("[data-list=running] [data-game]")
    expect(running).to_have_count(2, timeout=60_000)  # the page looks again by itself
    expect(anna.locator("[data-list=standings] tbody tr")).to_have_count(4)
    assert faults(anna) == []
    picture(anna, "tournament")
    clara.goto(address)
    assert fits(clara)
    assert faults(clara) == []

    # Dora withdraws, and Edna takes over for her from the second round on
    edna = new_page(base_url=online.url)
    register(edna, "Edna")
    dora = people[3]
    dora.goto(address)
    dora.click("#withdraw summary")
    dora.click("#withdraw button")
    edna.goto(address)
    edna.click("form[action$=take-over] button")
    expect(edna.locator("[data-list=standings]")).to_contain_text("Edna")
    for number in (1, 2):
        for page in [*people[:3], edna]:
            resign(page)
        anna.goto(address)
        if number == 1:
            expect(anna.locator("[data-round='2'] li")).to_have_count(2, timeout=60_000)
    expect(anna.locator("main .game-card")).to_contain_text("Over", timeout=60_000)
    picture(anna, "tournament-over")
    with anna.expect_download() as file:
        anna.click("a[href$='standings.csv']")
    assert file.value.suggested_filename == "bridgehead-tournament-standings.csv"


def test_a_league_by_clicks(online: OnlineServer, new_page: NewPage) -> None:
    people = [new_page(base_url=online.url), new_page(base_url=online.url, viewport=PHONE)]
    people.append(new_page(base_url=online.url))
    anna, bert, clara = people
    for page, name in zip(people, ("Anna", "Bert", "Clara"), strict=True):
        register(page, name)
    anna.goto("/tournaments")
    picture(anna, "tournaments")
    anna.click("#new-league summary")
    anna.click(f"a[href='/leagues/new/{GAME}']")
    anna.fill("#name", "Canal League")
    anna.fill("#group_size", "3")
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
    anna.fill("#starts", soon.strftime("%Y-%m-%dT%H:%M"))
    anna.check("input[name=legs][value='1']")
    assert faults(anna) == []
    picture(anna, "league-new")
    anna.click("#new-league button[type=submit]")
    expect(anna.locator("[data-state=waiting]")).to_be_visible()
    address = anna.url
    for page in people:
        page.goto(address)
        page.click("form[action$=join] button")
        expect(page.locator("form[action$=leave]")).to_be_visible()
    with contextlib.closing(sqlite3.connect(online.data / "online.sqlite")) as database, database:
        database.execute("UPDATE league SET starts = 1")
    anna.goto(address)
    expect(anna.locator("[data-group='1'] tbody tr")).to_have_count(3, timeout=60_000)
    assert faults(anna) == []
    picture(anna, "league")
    bert.goto(address)
    assert fits(bert)
    assert faults(bert) == []
    clara.goto(address)
    clara.click("form[action$=leave] button")
    expect(clara.locator("[data-list=members]")).to_contain_text("leaves after this season")
    clara.click("a[href^='/tournament/']")
    expect(clara.locator(".game-card")).to_contain_text("Canal League")
    assert faults(clara) == []
    picture(clara, "league-group")


def resign(page: Page) -> None:
    """Resign the running game of somebody, if there is one."""
    page.goto("/")
    row = page.locator("[data-list=mine] [data-state=running] a.button[href^='/game/']")
    if row.count() == 0:
        return
    row.first.click()
    seated(page).tab("game")
    page.click("button[data-resign]")
    page.click("dialog#resign [data-confirm]")
    expect(page.locator("button[data-resign]")).to_be_hidden()
