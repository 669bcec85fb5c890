"""Games from outside of the package on the page: their sides have names and colors."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bridgehead.core.titles.games import title_of
from tests import own_title
from tests.titles.middle_east_battles import own_scenario
from tests.web.conftest import Watch, visit
from tests.web.driver import Driver
from tests.web.server import Server

FIRST, SECOND = "rgb(31, 78, 134)", "rgb(150, 64, 27)"  # the page's colors of two sides


@pytest.fixture
def with_games(tmp_path: Path) -> Iterator[Server]:
    folder = own_title.made(tmp_path)
    folders = os.pathsep.join(map(str, (folder, own_scenario.FOLDER)))
    server = Server(tmp_path / "server", BRIDGEHEAD_GAMES=folders)
    with own_title.added(folder), own_scenario.added():
        server.start()
        yield server
        server.kill()


@pytest.fixture
def page(browser: Browser, watch: Watch, with_games: Server) -> Iterator[Page]:
    page = visit(browser, watch, base_url=with_games.url)
    yield page
    page.context.close()


def test_their_sides_have_names_and_colors(page: Page) -> None:
    driver = Driver(page)
    for game, action in ((own_title.NAME, "end"), (own_scenario.ID, "deploy")):
        driver.new_game(game, dict.fromkeys(("blue", "red"), "human"), seed=1)
        driver.do(action)
        assert title_of(game).briefing(game) is None  # so there is no button for one
        expect(page.locator("#briefing-open")).to_be_hidden()
        expect(page.locator(".menu [data-resign]")).to_have_count(1)
        expect(page.locator(".menu [data-briefing]")).to_have_count(0)
        side = page.locator("#log .side").first
        expect(side).to_have_text(re.compile("^(Red|Blue)$"))
        color = {"Blue": FIRST, "Red": SECOND}[side.inner_text()]
        expect(side).to_have_css("background-color", color)
    for name, color in (("blue", FIRST), ("red", SECOND)):
        points = page.locator(f'.score-side[data-side="{name}"]')
        expect(points).to_have_css("background-color", color)
    symbol = page.locator('[data-unit="guns-red"] use[href="#symbol-artillery-battalion"]')
    expect(symbol).to_have_count(1)
