"""The briefing, the victory conditions over the board, and what is suggested for a first game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bridgehead import players
from bridgehead.core.titles.games import game_info, title_of
from tests.server.test_october import deployed
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server
from tests.web.test_accessibility import VIEWS, faults

Opened = Callable[[Server], str]
GAMES: dict[str, Opened] = {
    "across-suez": lambda server: server.put(until("1980-held", 76)),
    "suez-56": lambda server: server.put(until("suez-even", 120)),
    "el-arish-67": lambda server: server.put(until("el-arish-even", 121)),
    "october-war": lambda server: server.put(
        record(deployed(side="arab", owner="arab", looking=0), game="october-war"),
        israel="recruit",
    ),
}


def goal(page: Page, number: int) -> str:
    """Return where a victory condition stands in the strip."""
    return f".tracker-chips [data-goal='{number}']"


def test_the_lead_says_who_is_ahead(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(GAMES["suez-56"](server))
    lead = driver.page.locator(goal(driver.page, 0))
    side = game_info("suez-56").sides.index(lead.get_attribute("data-side") or "")
    name = lead.locator(".goal-name span")
    expect(name).to_have_text(("Anglo-French: ", "Egypt: ")[side])
    expect(name).not_to_have_class("unseen")


# The briefing


def test_the_briefing_is_shown_once_when_a_game_starts(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(briefing=True))
    page = driver.page
    card = page.locator("dialog#briefing")
    game = driver.new_game("across-suez-1980", seed=1)
    expect(card).to_be_visible()
    told = title_of("across-suez-1980").briefing("across-suez-1980")
    assert told is not None
    expect(card).to_contain_text(told.situation)
    for side, each in told.sides.items():
        column = card.locator(f".briefing-side[data-side={side}]")
        for text in (each.wins, *each.worries, *each.first):
            expect(column).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.reload()
    driver.open(game)
    expect(card).to_be_hidden()
    driver.new_game("across-suez-1980", seed=2)
    expect(card).to_be_visible()


def test_the_computer_waits_until_it_is_read(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(briefing=True, pace=100))
    page = driver.page
    card = page.locator("dialog#briefing")
    game = driver.new_game("across-suez-1980", players={"israel": "sergeant"}, seed=1)
    expect(card).to_be_visible()
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    before = driver.at  # the server has said that it waits
    page.reload()  # not read yet: it comes again, and the computer still waits
    driver.open(game)
    expect(card).to_be_visible()
    assert driver.at == before
    page.locator("#briefing [data-close]").click()
    driver.wait_mine()
    assert driver.at > before


def test_it_is_not_shown_at_the_start_to_who_does_not_want_it(
    new_page: NewPage, server: Server
) -> None:
    driver = Driver(new_page(briefing=True))
    page = driver.page
    driver.new_game("across-suez-1995", seed=1)
    page.locator("#briefing-again").uncheck()
    page.locator("#briefing [data-close]").click()
    expect(page.locator("#board")).to_be_focused()
    driver.new_game("across-suez-1995", seed=2)
    expect(page.locator("dialog#briefing")).to_be_hidden()
    driver.tab("game")
    expect(page.locator("#briefing-start")).not_to_be_checked()
    page.locator("#briefing-start").check()
    driver.new_game("across-suez-1995", seed=3)
    expect(page.locator("dialog#briefing")).to_be_visible()


def test_a_game_that_is_under_way_opens_without_it(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(briefing=True))
    driver.open(server.put(until("1980-held", 76)))
    expect(driver.page.locator("dialog#briefing")).to_be_hidden()


@pytest.mark.parametrize("focus", ["body", "#board", "#tab-log", "#briefing-open"])
def test_b_opens_and_closes_it_wherever_the_focus_is(
    driver: Driver, server: Server, focus: str
) -> None:
    driver.open(GAMES["suez-56"](server))
    page = driver.page
    page.evaluate("selector => document.querySelector(selector).focus()", focus)
    page.keyboard.press("b")
    expect(page.locator("dialog#briefing")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator("dialog#briefing")).to_be_hidden()


def test_button_cross_and_a_click_beside_it_close_it(driver: Driver, server: Server) -> None:
    driver.open(GAMES["across-suez"](server))
    page = driver.page
    card = page.locator("dialog#briefing")
    page.locator("#briefing-open").click()
    card.locator("[data-back]").click()
    expect(card).to_be_hidden()
    page.locator("#briefing-open").click()
    card.locator(".briefing-situation").click()
    expect(card).to_be_visible()
    page.mouse.click(5, 400)
    expect(card).to_be_hidden()


def test_a_b_that_is_typed_is_a_letter(driver: Driver, server: Server) -> None:
    driver.open(GAMES["across-suez"](server))
    driver.tab("rules")
    driver.page.locator("#panel-rules input").first.press_sequentially("bridge")
    expect(driver.page.locator("#panel-rules input").first).to_have_value("bridge")
    expect(driver.page.locator("dialog#briefing")).to_be_hidden()


def test_the_own_side_comes_first(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("1980-held", 76), israel="recruit"))
    driver.page.locator("#briefing-open").click()
    sides = driver.page.locator(".briefing-side")
    expect(sides.first).to_have_attribute("data-side", "egypt")
    driver.page.keyboard.press("Escape")


# The victory conditions


@pytest.mark.parametrize("name", GAMES)
def test_the_conditions_are_those_of_the_position(
    driver: Driver, server: Server, name: str
) -> None:
    driver.open(GAMES[name](server))
    page = driver.page
    page.locator("#tracker-toggle").click()
    rows = page.locator("#tracker-list [data-goal]")
    assert rows.count() == {"across-suez": 3, "october-war": 16}.get(name, 4)
    sides = rows.evaluate_all("all => all.map(each => each.dataset.side)")
    assert set(sides) <= {
        "",
        *page.evaluate("[...document.querySelectorAll('.side')].map(each => each.dataset.side)"),
    }
    page.keyboard.press("Escape")
    expect(page.locator("#tracker-list")).to_be_hidden()


@pytest.mark.parametrize("width", [1024, 1280, 1440, 1920])
def test_notes_that_have_no_room_are_left_out(
    new_page: NewPage, server: Server, width: int
) -> None:
    driver = Driver(new_page(viewport={"width": width, "height": 900}))
    driver.open(server.put(until("el-arish-egypt", 700)))
    strip = driver.page.locator(".tracker-chips")
    expect(strip).to_have_attribute("data-notes", re.compile("."))
    assert strip.evaluate("strip => strip.scrollWidth <= strip.clientWidth")
    cut = driver.page.eval_on_selector_all(
        ".tracker-chips .goal-value",
        "all => all.map(value => value.scrollWidth > value.clientWidth)",
    )
    assert cut  # the turn among them
    assert not any(cut)
    if width > 1400:
        expect(driver.page.locator(".tracker-chips small").first).to_be_visible()


@pytest.mark.parametrize(
    ("name", "number"), [("across-suez", 2), ("suez-56", 1), ("october-war", 6)]
)
def test_pointing_at_a_condition_lights_its_places(
    driver: Driver, server: Server, name: str, number: int
) -> None:
    driver.open(GAMES[name](server))
    page = driver.page
    lit = page.locator("#layer-page .lit")
    expect(lit).to_have_count(0)
    page.locator(goal(page, number)).hover()
    expect(lit).not_to_have_count(0)
    broken = page.locator(goal(page, number)).get_attribute("data-broken") or ""
    expect(page.locator("#layer-page .lit.broken")).to_have_count(len(broken.split()))
    page.mouse.move(700, 500)
    expect(lit).to_have_count(0)
    page.locator(goal(page, number)).focus()
    expect(lit).not_to_have_count(0)


def test_a_click_keeps_the_places_lit(driver: Driver, server: Server) -> None:
    driver.open(GAMES["across-suez"](server))
    page = driver.page
    chip, lit = page.locator(goal(page, 0)), page.locator("#layer-page .lit")
    chip.click()
    page.mouse.move(700, 500)
    page.locator("#board").focus()
    expect(lit).to_have_count(1)
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.click()
    page.mouse.move(700, 500)
    page.locator("#board").focus()
    expect(lit).to_have_count(0)


def test_the_conditions_follow_the_replay(driver: Driver, server: Server) -> None:
    driver.open(server.put(recorded("1980-held")))
    page = driver.page
    across = page.locator(goal(page, 0)).locator("b")
    now = across.inner_text()
    driver.tab("replay")
    page.locator("[data-go=first]").click()
    expect(across).not_to_have_text(now)
    page.locator("#replay-now").click()
    expect(across).to_have_text(now)


def test_objectives_are_marked_and_can_be_switched_off(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(GAMES["suez-56"](server))
    page = driver.page
    marks = page.locator("#layer-above [data-objective]")
    expect(marks).to_have_count(7)
    held = page.locator("#layer-above [data-objective][data-side=egypt]")
    expect(held).to_have_count(4)
    page.locator("[data-shows=objectives]").click()
    expect(marks.first).to_be_hidden()


@pytest.mark.parametrize("name", ["across-suez", "october-war"])
def test_on_a_phone_a_line_opens_to_the_list(new_page: NewPage, server: Server, name: str) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True))
    driver.open(GAMES[name](server))
    page = driver.page
    expect(page.locator(".tracker-chips")).to_be_hidden()
    line = page.locator("#tracker-toggle")
    box, board = line.bounding_box(), page.locator("#board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["height"] <= 50
    assert board["height"] >= 250
    line.tap()
    number = {"across-suez": 2}.get(name, 6)
    page.locator(f"#tracker-list [data-goal='{number}']").tap()
    expect(page.locator("#tracker-list")).to_be_hidden()
    expect(page.locator("#layer-page .lit")).not_to_have_count(0)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", ["across-suez", "october-war"])
def test_axe_finds_nothing(new_page: NewPage, server: Server, name: str, view: str) -> None:
    driver = Driver(new_page(**VIEWS[view]))
    driver.open(GAMES[name](server))
    page = driver.page
    page.locator("#tracker-toggle").click()
    assert faults(page, "#tracker") == []
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.locator("dialog#briefing")).to_be_visible()
    assert faults(page, "#briefing") == []


# The first game


def test_the_first_game_is_the_easier_side_against_the_first_level(
    new_page: NewPage, server: Server
) -> None:
    page = new_page()
    Driver(page).home()
    for game, easier, other in (
        ("across-suez-1980", "egypt", "israel"),
        ("suez-56", "anglo_french", "egypt"),
        ("october-war", "israel", "arab"),
    ):
        page.locator("select[name=game]").select_option(game)
        page.locator(".quick button").last.click()
        page.locator("#first-take").click()
        expect(page.locator(f"select[name=player-{easier}]")).to_have_value("human")
        expect(page.locator(f"select[name=player-{other}]")).to_have_value("level-1")
        told = title_of(game).briefing(game)
        assert told is not None
        for wins in told.balance[0].wins.values():
            expect(page.locator("#first-balance")).to_contain_text(str(wins))
    page.locator("select[name=game]").select_option("suez-56")
    page.locator(".options input[value=any_lead]").check()
    expect(page.locator("#first-balance")).to_contain_text("win about 55, Egypt wins about 35")
    page.locator(".options input[value=what_if]").check()
    expect(page.locator("#first-balance")).to_contain_text("not measured with these options")
    for option in ("what_if", "any_lead"):
        page.locator(f".options input[value={option}]").uncheck()
    page.locator(".bid-even button").click()
    expect(page.locator("#first-balance")).to_contain_text("about even with this bid")


def test_a_style_goes_with_the_player(new_page: NewPage, server: Server) -> None:
    page = new_page()
    driver = Driver(page)
    driver.home()
    page.locator("select[name=player-israel]").select_option("sergeant")
    page.locator("select[name=style-israel]").select_option("bold")
    page.locator("form#new-game button[type=submit]").click()
    driver._opened()
    found = server.record(page.url.rsplit("/", 1)[-1])
    assert found["players"]["israel"] == "sergeant:style=bold"


def test_the_level_that_is_nearest_to_your_rating_is_proposed(new_page: NewPage) -> None:
    page = new_page()
    levels = players.levels("across-suez-1980")
    found = [{"title": game_info("across-suez-1980").title, "rating": levels[2].rating + 10}]

    page.route("**/api/record/ratings", lambda route: route.fulfill(json={"ratings": found}))
    Driver(page).home()
    expect(page.locator("select[name=player-israel]")).to_have_value("level-3")
    expect(page.locator("#first-game")).to_contain_text(f"Your rating is {levels[2].rating + 10}.")
    expect(page.locator("#first-game")).to_contain_text("at level 3")
    page.locator("select[name=game]").select_option("suez-56")
    page.locator("#first-take").click()
    expect(page.locator("select[name=player-egypt]")).to_have_value("level-1")
