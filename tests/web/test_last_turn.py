"""The other side's last turn is told until one acts; a retreat with displacements is one click."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.rules.middle_east_battles.test_ch07_results import displaced
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import record, until
from tests.web.server import Server

ISRAEL_MOVED = 53  # actions until Egypt's first turn


def test_the_last_turn_is_told_until_one_acts(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", ISRAEL_MOVED), israel="sergeant"))
    card, arrows = driver.page.locator("#last-turn"), driver.page.locator(".page-turn path")
    expect(card.locator("summary")).to_contain_text("8 moved, 7 battles")
    card.locator("summary").click()
    expect(card.locator("li")).to_have_count(9)
    expect(card.locator(".told-moves")).to_contain_text("8")
    assert arrows.count() > 20
    card.locator(".told-battle button").first.hover()
    expect(driver.page.locator(".page-told path")).to_have_count(3)  # two attackers and the target
    driver.do("move 14-21-2 0806")
    expect(card).to_be_hidden()
    expect(arrows).to_have_count(0)
    driver.page.keyboard.press("l")
    expect(card).to_be_visible()
    driver.page.keyboard.press("l")
    expect(card).to_be_hidden()
    for _ in range(2):  # the second before the answer to the first has come
        driver.page.keyboard.press("l")
    driver.caught_up()
    expect(card).to_be_hidden()
    driver.page.keyboard.press("l")
    expect(card).to_be_visible()


def test_goals_of_the_last_turn_are_told_in_one_sentence(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("el-arish-even", 122), israel="sergeant"))
    driver.page.locator("#last-turn summary").click()
    goal = driver.page.locator("#last-turn .told-goal").first
    expect(goal).to_have_text(re.compile(r"^[^.]+: [^.]+, \d+ → \d+$"))


def test_the_battles_of_the_phase_are_a_strip(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 20), egypt="sergeant"))
    strip = driver.page.locator("#fights")
    expect(strip.locator("li")).to_have_count(2)
    expect(strip.locator("li").first).to_contain_text("0512")
    strip.locator("button").first.hover()
    expect(driver.page.locator(".page-told path")).to_have_count(3)
    driver.open(server.put(until("1980-held", 49), egypt="sergeant"))
    expect(strip.locator("li").last).to_be_in_viewport()
    tops = strip.locator("li").evaluate_all("all => all.map(each => each.offsetTop)")
    assert len(set(tops)) == 1  # more of them take no more room


def test_a_chain_of_displacements_is_taken_with_one_click(
    new_page: NewPage, server: Server
) -> None:
    position = displaced(**{"2-3-inf": "2644", "3-3-inf": "2544", "3-armor": "2744"})
    game = server.put(record(position.to_dict(), game="el-arish-67"), israel="sergeant")
    driver = Driver(new_page())
    driver.open(game)
    button = driver.decision.locator("[data-chain]")
    expect(button).to_contain_text("3")
    expect(driver.page.locator(".page-gathered .arrow")).to_have_count(3)
    button.click()
    driver._until("game => Number(game.dataset.at) >= 3")
    assert len(server.record(game)["actions"]) >= 3


def test_a_unit_of_the_chain_is_dragged_elsewhere(new_page: NewPage, server: Server) -> None:
    position = displaced(**{"2-3-inf": "2644", "3-3-inf": "2544", "3-armor": "2744"})
    game = server.put(record(position.to_dict(), game="el-arish-67"), israel="sergeant")
    driver = Driver(new_page())
    driver.open(game)
    expect(driver.decision.locator("[data-chain]")).to_be_visible()
    page = driver.page
    proposed = driver.decision.locator("[data-chain] small").inner_text()
    goal = next(hex_ for hex_ in ("2644", "2544", "2744") if hex_ not in proposed.split(". ")[1])
    page.mouse.move(*driver._middle("#unit-1-3-inf"))
    page.mouse.down()
    page.mouse.move(*driver._middle(f"#hex-{goal}"), steps=5)
    page.mouse.up()
    driver._until("game => Number(game.dataset.at) === 2")
    assert server.record(game)["actions"][1] == f"displace 1-3-inf {goal}"
