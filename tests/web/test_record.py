"""The page *Your record*, and what is told at the end of a game against the computer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bridgehead.server.games.store import FILE, Store
from tests.web.conftest import DESKTOP, PHONE, Watch, visit
from tests.web.positions import recorded
from tests.web.server import Server
from tests.web.test_layout import fits

WON, LOST = "1980-held", "1980-bridge-moved"  # by Israel


def analysis(record: dict[str, Any], side: str, worst: float) -> dict[str, Any]:
    """Return an analysis as it is stored: one good decision and one mistake of a side."""
    tally = {"luck": -0.12, "luck_error": 0.04, "loss": worst, "loss_error": 0.02,
             "decisions": 20, "mistakes": 1}  # fmt: skip
    sign = 1 if side == "israel" else -1
    steps: Sequence[dict[str, Any]] = [
        {"from": 1, "to": 3, "who": side, "kind": "decision", "turn": 1, "actions": ["end"],
         "before": 0.5, "after": 0.5 + 0.1 * sign, "error": 0.01, "loss": 0.0},
        {"from": 4, "to": 9, "who": side, "kind": "decision", "turn": 2, "actions": ["end"],
         "before": 0.5, "after": 0.5 - worst * sign, "error": 0.01, "loss": worst},
    ]  # fmt: skip
    mistake = {**steps[1], "swing": worst, "favours": "egypt" if side == "israel" else "israel",
               "sentence": "Turn 2: This gives 30 %; the best plan gives 50 %.",
               "better": {"plan": ["end"], "sentence": "End.", "chance": 0.5}}  # fmt: skip
    return {"format": "bridgehead-analysis", "version": 1, "game": record["game"],
            "first_side": "israel", "player": "general", "looks": 100, "seed": 1, "seconds": 1.0,
            "actions": [1, len(record["actions"])], "over": True,
            "winner": record["result"]["winner"], "steps": list(steps),
            "turning_points": [mistake], "note": "",
            "summary": {"israel": tally, "egypt": tally, "sentences": []}}  # fmt: skip


def analyzed(server: Server, game: str, record: dict[str, Any], worst: float) -> None:
    """Store an analysis of a game."""
    store = Store(server.data / FILE)
    store.keep_analysis(game, f"digest of {game}", analysis(record, "israel", worst))
    store.close()


@pytest.fixture
def page(browser: Browser, own_server: Server, watch: Watch) -> Iterator[Page]:
    opened = visit(browser, watch, base_url=own_server.url)
    yield opened
    opened.context.close()  # before the server ends


@pytest.mark.by_day
def test_the_record_of_five_games(own_server: Server, page: Page) -> None:
    page.goto("/")
    page.locator("#own-record").click()
    expect(page.locator("#record-empty")).to_be_visible()
    won = own_server.put(recorded(WON), egypt="sergeant")
    lost = own_server.put(recorded(LOST), egypt="sergeant")
    other = own_server.put(recorded(LOST), israel="corporal")
    own_server.put(recorded("el-arish-resigned"), egypt="recruit")
    own_server.put(recorded(WON))  # two people
    analyzed(own_server, lost, recorded(LOST), 0.2)
    page.goto("/")
    page.locator("#own-record").click()
    expect(page.locator("[data-rated='Across Suez'] .track a")).to_have_count(3)
    tiles = page.locator(".tiles [data-count]")
    expect(tiles.nth(0)).to_contain_text("5")
    expect(page.locator(f"tr[data-game='{won}']")).to_have_attribute("data-result", "won")
    expect(page.locator(f"tr[data-game='{lost}']")).to_have_attribute("data-result", "lost")
    expect(page.locator(f"tr[data-game='{other}']")).to_have_attribute("data-result", "won")
    opponents = page.locator("[data-table=opponent]")
    opponents.get_by_role("button", name="sergeant").click()
    expect(page.locator("#record-games-title")).to_be_focused()
    expect(page.locator("#record-games tbody tr")).to_have_count(2)
    page.locator("#record-all").click()
    expect(page.locator("#record-games tbody tr")).to_have_count(5)
    with page.expect_download() as download:
        page.locator("[data-csv]").click()
    lines = download.value.path().read_text().splitlines()
    assert len(lines) == 6
    worst = page.locator("[data-decision=worst]")
    expect(worst).to_contain_text("20 points")
    worst.click()  # leads to the position before the decision
    expect(page.locator("#game")).to_have_attribute("data-at", "3")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, {"width": 844, "height": 390}])
def test_nothing_lies_beyond_the_edge(
    browser: Browser, own_server: Server, watch: Watch, viewport: dict[str, int]
) -> None:
    page = visit(browser, watch, base_url=own_server.url, viewport=viewport)
    lost = own_server.put(recorded(LOST), egypt="sergeant")
    analyzed(own_server, lost, recorded(LOST), 0.2)
    own_server.put(recorded("october-even"), arab="captain@200n")
    page.goto("/#/record")
    expect(page.locator("#record-games tbody tr")).to_have_count(2)
    fits(page)
    page.context.close()


def test_the_end_of_a_game_against_the_computer(own_server: Server, page: Page) -> None:
    own_server.put(recorded(WON), egypt="sergeant")
    game = own_server.put(recorded(LOST), egypt="sergeant")
    page.goto(f"/#/game/{game}")
    result = page.locator("#result")
    expect(result.locator("h2")).to_contain_text("You have lost")
    expect(result.locator(".decided")).to_contain_text("Turn")
    expect(result.locator("#outcome-rating")).to_contain_text("Your rating in Across Suez")
    told = own_server.get(f"/api/saved/{game}/outcome")
    expect(result.locator("#outcome-rating")).to_contain_text(str(told["rating"]["rating"]))
    analyzed(own_server, game, recorded(LOST), 0.2)
    page.reload()
    expect(result.locator(".decided")).to_contain_text("the best plan gives 50")
    result.locator("[data-turned]").click()
    dialog = page.locator("#play-on")
    expect(dialog).to_contain_text(re.compile("ction 3"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    result.locator("[data-next]").click()
    page.wait_for_url(lambda url: "/game/" in url and not url.endswith(game))
    expect(page.locator("#game")).to_have_attribute("data-at", "0")
    record = own_server.record(page.url.rpartition("/")[2])
    assert record["players"] == {"israel": "human", "egypt": told["next"]["player"]}


def test_a_game_between_two_people_is_told_as_before(own_server: Server, page: Page) -> None:
    game = own_server.put(recorded(WON))
    page.goto(f"/#/game/{game}")
    expect(page.locator("#result h2")).to_have_text("Israel has won")
    expect(page.locator("#outcome")).to_be_hidden()
