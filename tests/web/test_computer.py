"""The computer at the table: it is seen to think, goes at the pace, and the page stays live."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import record, until
from tests.web.server import Server

SLOW = 2500  # ms between the computer's steps
SLOWEST = 10_000  # the longest that the server takes: a few steps are longer than a test takes
WHOLE_GAME = 90_000  # ms that two computers may take


@pytest.fixture
def watcher(new_page: NewPage) -> Driver:
    """Return a window where the computer makes long pauses."""
    return Driver(new_page(pace=SLOW))


@pytest.mark.parametrize("player", ["recruit", "sergeant"])
def test_the_computer_plays_its_turn(driver: Driver, server: Server, player: str) -> None:
    game = server.put(until("1980-held", 52), egypt=player)
    driver.open(game)
    driver.do("end")
    driver.wait_mine()
    actions = server.record(game)["actions"]
    assert len(actions) > 54
    assert driver.game.get_attribute("data-to-move") in ("israel", "egypt")


def test_it_is_seen_to_think_and_the_page_stays_live(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(pace=SLOWEST))
    page = driver.page
    driver.open(server.put(record(), israel="sergeant"))
    expect(driver.game).to_have_attribute("data-mine", "false")
    expect(driver.decision).to_contain_text("Played by the sergeant")
    expect(page.locator("#now")).to_be_visible()
    driver.tab("log")
    expect(page.locator("#panel-log")).to_be_visible()
    driver.tab("rules")
    page.locator("#rules-search").fill("canal")
    expect(page.locator("#rules [data-rule]:visible").first).to_be_visible()
    driver.tab("units")
    expect(page.locator("#units [data-pick='matt-1']")).to_be_visible()
    assert driver.at < 5  # it has hardly begun


def test_it_says_what_it_has_done(watcher: Driver, server: Server) -> None:
    driver = watcher
    driver.open(server.put(record(), israel="sergeant"))
    expect(driver.page.locator("#log [data-n]")).to_have_count(2)
    asked, told = driver.page.evaluate(
        """() => [".question", "#log li:last-child .log-entry"].map(
            (part) => [...document.querySelectorAll(part)].at(-1).innerText)"""
    )
    assert asked == told
    assert "moves from" in asked


def test_the_view_follows_its_moves(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(pace=1000, viewport=PHONE))
    driver.open(server.put(record(seed=3), israel="sergeant"))
    driver.page.evaluate(
        """() => {
            const board = document.querySelector("#board"), game = document.querySelector("#game");
            window.followed = {};
            const look = () => {
                const frame = board.getBoundingClientRect();
                const parts = [...document.querySelectorAll(".page-recent .recent")];
                if (!parts.length || game.dataset.mine === "true") return;
                followed[game.dataset.at] = parts.every((part) => {
                    const {x, y, width, height} = part.getBoundingClientRect();
                    const [cx, cy] = [x + width / 2 - frame.x, y + height / 2 - frame.y];
                    return cx > 0 && cy > 0 && cx < frame.width && cy < frame.height;
                });
            };
            window.setInterval(look, 50);  // the last look at each step counts
        }"""
    )
    driver.page.wait_for_function("Object.keys(followed).length >= 9")
    seen = list(driver.page.evaluate("followed").values())[:-1]  # the last may still glide
    assert all(seen), seen


def test_it_goes_step_by_step(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(pace=1000))  # two steps within one frame would be drawn as one
    driver.open(server.put(record(), israel="sergeant"))
    driver.page.evaluate(
        """() => {
            const game = document.querySelector("#game"), seen = window.seen = [];
            new MutationObserver(() => {
                if (seen.at(-1) !== game.dataset.at) seen.push(game.dataset.at);
            }).observe(game, {attributes: true, attributeFilter: ["data-at"]});
        }"""
    )
    driver.page.wait_for_function("seen.length >= 4")
    numbers = [int(at) for at in driver.page.evaluate("seen.slice(0, 4)")]
    assert numbers == list(range(numbers[0], numbers[0] + 4))


def test_move_now_ends_the_pauses(watcher: Driver, server: Server) -> None:
    driver = watcher
    driver.open(server.put(record(), israel="sergeant"))
    driver.page.locator("#now").click()
    driver.wait_mine()
    assert driver.at > 9  # a turn of nine or more actions, at 2.5 s each beyond our patience
    expect(driver.page.locator("#now")).to_be_hidden()


def test_the_pace_is_chosen_on_the_page(watcher: Driver, server: Server) -> None:
    driver = watcher
    driver.open(server.put(record(), israel="recruit"))
    driver.tab("game")
    driver.page.locator("select#pace").select_option("0")
    driver.wait_mine()
    driver.page.reload()
    driver.tab("game")
    expect(driver.page.locator("select#pace")).to_have_value("0")


@pytest.mark.slow
def test_watching_two_computers(driver: Driver, server: Server) -> None:
    page = driver.page
    driver.new_game("across-suez-1980", {"israel": "sergeant", "egypt": "recruit"}, seed=4)
    expect(driver.game).to_have_attribute("data-mine", "false")
    result = page.locator("#result")
    expect(result).to_be_visible(timeout=WHOLE_GAME)  # at pace 0 that takes a second or two
    assert driver.at > 100
    assert driver.game.get_attribute("data-to-move") == ""

    last_turn = until("1980-held", 290)
    driver.open(server.put(last_turn, israel="sergeant", egypt="sergeant"))
    expect(result).to_be_visible(timeout=WHOLE_GAME)
    expect(result).to_have_attribute("data-winner", re.compile("israel|egypt"))


def test_the_computer_is_held_and_goes_on(watcher: Driver, server: Server) -> None:
    driver = watcher
    driver.open(server.put(record(), israel="sergeant", egypt="sergeant"))
    pause = driver.page.locator("#pause")
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "true")
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "false")
    held = driver.at
    expect(driver.game).not_to_have_attribute("data-at", str(held))
