"""What is decided before one is asked: the end of a phase, a retreat, the only legal action."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.test_october import deployed
from tests.web import answers
from tests.web.conftest import NewPage
from tests.web.driver import Driver, keep_sent, sent_actions
from tests.web.positions import record, until
from tests.web.server import Server

SLOW = 10_000  # ms before the computer's first step: the time to choose, as long as can be


def box(driver: Driver, name: str) -> Locator:
    return driver.page.locator(f"#ahead [data-ahead={name}]")


def choose(driver: Driver, *names: str) -> None:
    """Hold the computer, choose, and let it go on without pauses."""
    page = driver.page
    page.locator("#pause").click()
    page.locator("#ahead summary").click()
    for name in names:
        box(driver, name).check()
    page.locator("#pause").click()
    page.locator("#now").click()


def ending() -> dict[str, Any]:
    """Return a game in which Egypt can only end three phases; Israel's movement is next."""
    return until("1980-held", 180)


@pytest.fixture
def waiter(new_page: NewPage) -> Driver:
    page = new_page(pace=SLOW)
    keep_sent(page)
    return Driver(page)


def test_the_phase_is_ended_where_that_was_chosen(waiter: Driver, server: Server) -> None:
    game = server.put(ending(), egypt="sergeant")
    waiter.open(game)
    choose(waiter, "end", "retreat")
    waiter._until("game => Number(game.dataset.at) >= 184")
    assert server.record(game)["actions"][180:184] == ["end"] * 4
    expect(box(waiter, "end")).not_to_be_checked()  # it was for one decision
    expect(box(waiter, "retreat")).not_to_be_checked()  # it was for the other side's turn


def test_without_a_choice_nothing_is_done(waiter: Driver, server: Server) -> None:
    waiter.open(server.put(ending(), egypt="sergeant"))
    choose(waiter)
    waiter.wait_mine()
    assert waiter.at == 183
    waiter.settle()  # the page acts when it shows a state
    assert sent_actions(waiter.page) == []
    expect(waiter.page.locator("#ahead")).to_be_hidden()


def test_a_unit_retreats_to_the_first_hex_listed(waiter: Driver, server: Server) -> None:
    game = server.put(until("1980-held", 23), israel="sergeant")  # what is next is to fire
    waiter.open(game)
    choose(waiter, "retreat")
    waiter._until("game => Number(game.dataset.at) > 26")
    actions = server.record(game)["actions"]
    assert "retreat 16-7 1009" in actions


def test_what_no_decision_of_the_title_needs_is_not_offered(waiter: Driver, server: Server) -> None:
    waiter.open(server.put(until("1980-held", 9), israel="sergeant"))
    waiter.page.locator("#pause").click()
    waiter.page.locator("#ahead summary").click()
    expect(box(waiter, "end")).to_be_visible()
    expect(box(waiter, "pass")).to_be_hidden()


RAID: dict[str, Any] = {
    "side": "arab", "owner": "arab", "looking": 0, "phase": "combat 1", "step": "raids",
    "units": {"eg-tac-1": "sinai:ground-attack"},
}  # fmt: skip


def test_a_raid_is_passed(waiter: Driver, server: Server) -> None:
    data = record(deployed(**RAID), game="october-war")
    game = server.put(data, arab="sergeant")
    waiter.open(game)
    choose(waiter, "pass")
    waiter._until("game => game.dataset.side === 'israel' || Number(game.dataset.at) >= 4")
    assert waiter.game.get_attribute("data-step") != "air_defense"


def test_the_only_action_is_carried_out_where_that_is_on(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    keep_sent(driver.page)
    game = server.put(until("1980-held", 179))
    driver.open(game)
    driver.do("move 16-10 1302", 180)  # nothing is left but to end three phases
    driver.settle()
    assert sent_actions(driver.page) == ["move 16-10 1302"]  # it is off
    driver.page.locator("#undo").click()
    driver.wait_at(179)
    driver.tab("game")
    driver.page.locator("#skips-questions").check()
    driver.do("move 16-10 1302", 183)
    assert server.record(game)["actions"][180:] == ["end"] * 3


def test_what_was_taken_back_is_not_done_again(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    keep_sent(driver.page)
    driver.open(server.put(until("1980-held", 179)))
    driver.do("move 16-10 1302", 180)
    driver.do("end", 181)
    driver.tab("game")
    driver.page.locator("#skips-questions").check()
    driver.page.locator("#undo").click()
    driver.wait_at(180)
    driver.settle()
    assert sent_actions(driver.page) == ["move 16-10 1302", "end"]


def test_the_page_answers_nothing_while_a_plan_goes_on(new_page: NewPage, server: Server) -> None:
    """An answer between two steps of a plan would make the plan end another phase."""
    driver = Driver(new_page(skips=True))
    page = driver.page
    keep_sent(page)
    driver.open(server.put(until("1980-held", 179)))
    answers.hint(page, ["move 16-10 1302", "end", "end", "end"])
    page.locator("#advise").click()
    page.locator("[data-advised-all]").click()
    driver.wait_at(183)
    types = "() => sent.map(({type}) => type).filter(type => /^(plan|do)$/.test(type))"
    # A phase at the end of a plan is ended as usual.
    assert page.evaluate(types) == ["plan", "plan", "plan", "do"]


def test_after_a_plan_the_page_answers_again(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(skips=True))
    driver.open(server.put(until("1980-held", 178)))
    last = ["enter 23-3 0804", "move 16-10 1302"]
    answers.hint(driver.page, last)
    driver.page.locator("#advise").click()
    driver.page.locator("[data-advised-all]").click()
    driver.wait_at(183)


def test_choices_survive_a_reload(waiter: Driver, server: Server) -> None:
    game = server.put(ending(), egypt="sergeant")
    waiter.open(game)
    page = waiter.page
    page.locator("#pause").click()
    page.locator("#ahead summary").click()
    box(waiter, "retreat").check()
    page.reload()
    waiter._opened()
    expect(box(waiter, "retreat")).to_be_checked()
    expect(box(waiter, "end")).not_to_be_checked()


def test_who_has_to_decide_after_a_reload_is_told_that_nothing_was_done(
    visitor: Driver, server: Server
) -> None:
    game = server.put(until("1980-held", 0), egypt="recruit")
    visitor.page.goto("/")
    visitor.page.evaluate(
        "game => sessionStorage.setItem(`bridgehead-ahead-${game}`, JSON.stringify(['end']))", game
    )
    visitor.open(game)
    expect(visitor.notice).to_contain_text("decided in advance was not carried out")
    assert visitor.at == 0
    assert visitor.page.evaluate("Object.keys(sessionStorage).join()").count("ahead") == 0


BRIDGED: dict[str, Any] = {  # Israel can only end its battles
    "side": "israel", "owner": "israel", "looking": 0, "phase": "combat 2", "step": "battles",
    "bridges": {"qantara-west": "arab"},
}  # fmt: skip


@pytest.mark.parametrize(("wanted", "step"), [(False, "commit"), (True, "bridges")])
def test_bridges_are_asked_for_only_by_those_who_want_it(
    new_page: NewPage, server: Server, wanted: bool, step: str
) -> None:
    driver = Driver(new_page(skips=True, pace=SLOW))
    driver.open(server.put(record(deployed(**BRIDGED), game="october-war"), israel="recruit"))
    page = driver.page
    page.locator("#pause").click()
    page.locator("#passed-over summary").click()
    page.locator("#passed-over [data-ask=bridges]").set_checked(wanted)
    page.locator("#pause").click()
    page.locator("#now").click()
    driver._until("(game, step) => game.dataset.step === step", step)
    expect(page.locator("#passed-over li")).to_have_count(0)  # another turn, or none was answered
