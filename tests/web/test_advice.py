"""What would you do: the page asks, shows the answer on the map too, and carries it out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.tiers import first
from tests.web import answers
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import position_of, recorded, until
from tests.web.server import Server
from tests.web.test_accessibility import VIEWS, faults

MOVES = ("move reshef-1 0411", "move erez-1 0912")  # how the recorded game begins
ATTACK = ("attack 0512", "with reshef-1", "with matt-2", "fire")
DECLARING = 9  # actions of the recorded game until the first attack


def advised(driver: Driver) -> list[str]:
    """Return the hexes that the plan on the map is about, and the number of its arrows."""
    return list(
        driver.page.evaluate(
            """() => [
                document.querySelectorAll("#layer-page .page-advised-places .advised").length,
                document.querySelectorAll("#layer-above .page-advised .arrow").length,
                document.querySelectorAll("#layer-above .page-advised .order").length,
            ]"""
        )
    )


@pytest.fixture
def asker(visitor: Driver, server: Server) -> Driver:
    """Return somebody before the first move."""
    visitor.open(server.put(until("1980-held", 0)))
    return visitor


def test_it_is_asked_shown_and_done(asker: Driver) -> None:
    page, advice = asker.page, asker.page.locator("#advice")
    asked = answers.hint(page, MOVES, ("end",))
    page.locator("#advise").click()
    expect(advice).to_be_visible()
    assert asked[0] == {"side": "israel", "at": 0, "draft": True}
    expect(advice.locator(".advice-told")).to_have_text(f"Go on with {MOVES[0]}.")
    expect(advice.locator(".chance-words")).to_contain_text("Israel: about 63\u00a0%")
    expect(advice).to_contain_text("general")
    expect(advice).to_contain_text("480 trial runs")
    assert advised(asker) == [2, 2, 2]  # two moves, numbered
    expect(page.locator("#live")).to_contain_text("about 63\u00a0%")
    advice.locator("[data-advised]").click()
    asker.wait_at(1)
    expect(advice.locator(".advice-told")).to_have_text("Next in this plan: Move Erez 1 to 0912.")
    assert advised(asker) == [1, 1, 0]
    advice.locator("[data-advised]").click()
    asker.wait_at(2)
    expect(advice).to_be_hidden()  # the plan is carried out
    assert advised(asker) == [0, 0, 0]
    assert len(asked) == 2  # the plan, then its chance and reasons


def test_undo_goes_back_in_the_plan_and_another_action_ends_it(asker: Driver) -> None:
    page, advice = asker.page, asker.page.locator("#advice")
    answers.hint(page, MOVES)
    page.locator("#advise").click()
    advice.locator("[data-advised]").click()
    asker.wait_at(1)
    page.locator("#undo").click()
    asker.wait_at(0)
    expect(advice.locator(".advice-told")).to_contain_text(MOVES[0])
    asker.do("move erez-1 0912")
    expect(advice).to_be_hidden()


def test_the_others_can_be_looked_at_and_done(asker: Driver) -> None:
    page, advice = asker.page, asker.page.locator("#advice")
    answers.hint(page, MOVES, ("move erez-1 0912",), ("move sharon 0210",), ("end",))
    page.locator("#advise").click()
    others = advice.locator("[data-others]")
    expect(others).to_have_attribute("aria-expanded", "false")
    others.click()
    expect(others).to_have_attribute("aria-expanded", "true")
    expect(advice.locator("[data-line]")).to_have_count(3)
    advice.locator("[data-line='1']").click()
    expect(advice.locator(".chance-words")).to_contain_text("about 55\u00a0%")
    expect(advice.locator("[data-line='1']")).to_be_focused()
    advice.locator("[data-advised]").click()
    asker.wait_at(1)
    assert "0912" in (page.locator("#unit-erez-1").get_attribute("data-place") or "")


def test_reasons_are_of_the_best_plan_and_one_chance_is_told(asker: Driver) -> None:
    page, advice = asker.page, asker.page.locator("#advice")
    why = ("Saves Matt 2 (0911): lost 1 time in 10.", "Threatens 16/4 (0910).")
    answers.hint(page, MOVES, ("end",), reasons=why, now=0.5)
    page.locator("#advise").click()
    reasons = advice.locator(".advice-reasons li")
    expect(reasons).to_have_text(list(why))
    expect(advice.locator(".chance-words")).to_have_text(re.compile("Israel: about 63\u00a0%"))
    expect(advice.locator(".chance-words")).not_to_contain_text("50")
    advice.locator("[data-others]").click()
    advice.locator("[data-line='1']").click()
    expect(reasons).to_have_count(0)
    advice.locator("[data-line='0']").click()
    expect(reasons).to_have_count(2)
    advice.locator("[data-advised]").click()
    asker.wait_at(1)
    expect(reasons).to_have_count(0)


def test_the_keyboard(asker: Driver) -> None:
    page, advice = asker.page, asker.page.locator("#advice")
    answers.hint(page, MOVES)
    board = page.locator("#board")
    board.focus()
    board.press("h")
    expect(advice).to_be_visible()
    expect(board).to_be_focused()
    board.press("Escape")
    expect(advice).to_be_hidden()
    page.locator("#advise").focus()
    page.keyboard.press("Enter")
    expect(advice).to_be_visible()  # what is hidden takes no focus
    advice.locator("[data-close-advice]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#advise")).to_be_focused()
    expect(advice).to_be_hidden()


def test_a_whole_attack_is_one_deed(visitor: Driver, server: Server) -> None:
    game = server.put(until("1980-held", DECLARING))
    visitor.open(game)
    answers.hint(visitor.page, ATTACK)
    visitor.page.locator("#advise").click()
    visitor.page.locator("#advice [data-advised]").click()
    visitor.page.wait_for_function("+document.querySelector('#game').dataset.at > 13")
    assert server.record(game)["actions"][DECLARING : DECLARING + 4] == list(ATTACK)


def test_an_answer_that_comes_too_late_is_not_shown(asker: Driver) -> None:
    page = asker.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/saved/*/hint", hold)
    with page.expect_request("**/hint"):
        page.locator("#advise").click()
    expect(page.locator("#advise")).to_have_text("Thinking …")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hint")):
        asker.do("move erez-1 0912")  # the page takes the question back
    expect(page.locator("#advise")).to_have_text("What would you do?")
    assert len(held) == 1
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator("#notice")).to_be_hidden()


def test_who_does_not_decide_is_not_offered_it(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("1980-held", 9)))
    expect(visitor.page.locator("#advise")).to_be_visible()
    visitor.tab("replay")
    visitor.page.locator("[data-go=back]").click()
    expect(visitor.page.locator("#advise")).to_be_hidden()
    visitor.open(server.put(recorded("1980-resigned")))
    expect(visitor.page.locator("#result")).to_be_visible()
    expect(visitor.page.locator("#advise")).to_be_hidden()


def test_on_points_and_routes(visitor: Driver, server: Server) -> None:
    data = until("october-whole", 60)
    visitor.open(server.put(data))
    page = visitor.page
    page.locator("#curtain button").click()
    expect(page.locator("#advise")).to_be_visible()
    position = position_of(data)
    moves = [each for each in position.legal_actions() if each.startswith("move ")]
    asked = answers.hint(page, (moves[0],))
    known = visitor.at  # what the other side did in secret does not count
    page.locator("#advise").click()
    expect(page.locator("#advice")).to_be_visible()
    assert asked[0] == {"side": position.to_move, "at": known, "draft": True}
    expect(page.locator("#layer-page .advised").first).to_be_attached()
    page.locator("#advice [data-advised]").click()
    visitor.wait_at(known + 1)


@pytest.mark.parametrize("view", first(1, VIEWS))
def test_accessible(new_page: NewPage, server: Server, view: str) -> None:
    driver = Driver(new_page(**VIEWS[view]))
    driver.open(server.put(until("1980-held", 0)))
    why = ("Saves Matt 2 (0911): lost 1 time in 10 after the enemy's next turn.",) * 3
    answers.hint(driver.page, MOVES, ("end",), reasons=why, now=0.5)
    driver.page.locator("#advise").click()
    driver.page.locator("#advice [data-others]").click()
    assert faults(driver.page) == []
    width = driver.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
