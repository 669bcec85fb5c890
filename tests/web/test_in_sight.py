"""What is asked about, and what is asked for, is seen at once, and named so that it is clear."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server
from tests.web.test_meb_play import EL_ARISH, stands
from tests.web.test_meb_play import record as record_of
from tests.web.test_newcomer import HINT, IN_SIGHT

ISRAEL_MOVED = 53  # actions of "1980-held" until Egypt's first turn
EGYPT_FOUGHT = 210  # actions of "el-arish-even" until Egypt ends its combat phase of turn 1
ISRAEL_FIGHTS = 247  # actions of "el-arish-even" until Israel's combat phase of turn 2
# The heights change twice before the page is drawn: first nothing is left to scroll, then a lot.
SHRINKS = """log => {
    const was = log.style.cssText;
    log.style.cssText = "flex: none; height: 4000px";
    const top = log.scrollTop;
    log.style.cssText = was;
    return top;
}"""
LEFT = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
EDGES = """hex => {
    const frame = document.querySelector("#board").getBoundingClientRect();
    const box = document.querySelector(`#hex-${hex}`).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
    return Math.min(x, frame.width - x, y, frame.height - y) / box.height;
}"""


def zoomed_elsewhere(driver: Driver, hex_: str) -> None:
    """Enlarge the map, and drag it until a hex is out of sight."""
    page = driver.page
    for _ in range(3):
        page.locator("[data-zoom=in]").click()
    driver.settle()
    board = page.locator("#board").bounding_box()
    assert board is not None
    x, y = board["x"], board["y"]
    for _ in range(9):
        if hex_ not in page.evaluate(IN_SIGHT, [hex_]):
            return
        page.mouse.move(x + 200, y + board["height"] - 80)
        page.mouse.down()
        page.mouse.move(x + board["width"] - 90, y + 60, steps=3)
        page.mouse.up()
        driver.settle()
    raise AssertionError(f"{hex_} is still in sight")


def test_a_battle_is_seen_when_its_table_is_chosen(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("el-arish-even", ISRAEL_FIGHTS)))
    visitor.decision.locator("[data-attack='3844']").click()
    expect(visitor.page.locator("#attack [data-fire]")).to_be_enabled()
    zoomed_elsewhere(visitor, "3844")
    visitor.page.keyboard.press("f")
    expect(visitor.game).to_have_attribute("data-step", "table")
    visitor.page.wait_for_function(f"() => ({IN_SIGHT})(['3844']).length === 1")


def test_a_told_battle_is_shown_with_what_is_around_it(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("1980-held", ISRAEL_MOVED), israel="sergeant"))
    card = visitor.page.locator("#last-turn")
    card.locator("summary").click()
    battle = card.locator(".told-battle button").first
    target = (battle.get_attribute("data-hexes") or "").split()[-1]
    zoomed_elsewhere(visitor, target)
    battle.click()
    visitor.page.wait_for_function(f"hex => ({EDGES})(hex) > 1.5", arg=target)


def test_advice_stands_above_the_told_turn(visitor: Driver, server: Server) -> None:
    page, move = visitor.page, "move 14-21-2 0806"
    line = f'{{"action": "{move}", "plan": ["{move}"], "sentence": "Go.", "chance": 0.5}}'
    answer = (
        f'{{"at": {ISRAEL_MOVED}, "side": "egypt", "player": "general", "told": "", '
        f'"action": "{move}", "plan": ["{move}"], "sentence": "Go.", "chance": 0.5, '
        f'"lines": [{line}]}}'
    )
    page.route(HINT, lambda route: route.fulfill(content_type="application/json", body=answer))
    visitor.open(server.put(until("1980-held", ISRAEL_MOVED), israel="sergeant"))
    page.locator("#last-turn summary").click()
    expect(page.locator("#last-turn li").first).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#advice [data-advised]")).to_be_in_viewport()
    tops = page.evaluate(
        "() => ['advice', 'last-turn'].map(id => document.getElementById(id).offsetTop)"
    )
    assert tops[0] < tops[1]


def test_the_log_follows_when_only_its_room_changes(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("el-arish-even", ISRAEL_FIGHTS)))
    log, newest = visitor.page.locator(".log-scroller"), visitor.page.locator(".log-newest")
    at_end = f"() => ({LEFT})(document.querySelector('.log-scroller')) < 2"
    visitor.page.wait_for_function(at_end)
    before = log.evaluate("log => log.scrollTop")
    assert log.evaluate(SHRINKS) < before
    visitor.page.wait_for_function(at_end)
    expect(newest).to_be_hidden()
    log.hover()
    visitor.page.mouse.wheel(0, -600)  # a person scrolls back
    expect(newest).to_be_visible()


def test_planned_attacks_tell_their_shifts_and_the_last_is_seen(
    visitor: Driver, server: Server
) -> None:
    page = visitor.page
    guns = {"1-tal-artillery": "4818", "2-tal-artillery": "4819", "sc-artillery": "4820"}
    visitor.open(server.put(record_of(stands(EL_ARISH, guns, phase="combat"))))
    for gun, hex_ in zip(guns, ("4620", "4521", "4421"), strict=True):
        page.mouse.move(*visitor._middle(f"#unit-{gun}"))
        page.mouse.down()
        page.mouse.move(*visitor._middle(f"#hex-{hex_}"), steps=5)
        page.mouse.up()
        expect(page.locator(f"[data-planned='{hex_}'] .odds")).to_be_visible()
    last = page.locator("[data-planned='4421']")
    expect(last.locator(".shifts")).to_contain_text("Fortification")
    expect(last.locator("[data-plan-fire]")).to_be_in_viewport()


def test_units_that_share_a_name_are_told_apart(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("el-arish-even", ISRAEL_FIGHTS)))
    duty = visitor.page.locator("#end-refused")
    expect(duty).to_contain_text(re.compile("Yof (reconnaissance|artillery|engineers)"))
    expect(duty).not_to_contain_text(re.compile(r" (Tal|Yof|Shr|SC)(,|\.)"))
    targets = visitor.decision.locator("[data-attack]").all_inner_texts()
    assert len(set(targets)) == len(targets)
    assert not [text for text in targets if re.match(r"\d+\n", text)]


def test_several_results_without_effect_are_told_in_the_plural(
    visitor: Driver, server: Server
) -> None:
    start = stands(EL_ARISH, {"2-tal-artillery": "4818"}, phase="combat")
    visitor.open(server.put(record_of(start)))
    visitor.decision.locator("[data-attack='4421']").click()
    expect(visitor.page.locator("#attack")).to_contain_text("A1, AE have no effect here.")


def test_nothing_is_said_of_a_unit_that_was_let_go(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 0)))
    hint = driver.page.locator("#hint .hint-text")
    driver.page.locator("#board").focus()
    driver.page.keyboard.press("n")
    expect(hint).not_to_be_empty()
    driver.page.keyboard.press("Escape")
    expect(hint).to_be_empty()
    assert driver.game.get_attribute("data-unit") is None


def test_an_open_tab_lies_over_the_goals_on_a_phone(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(server.put(until("1980-held", 0)))
    driver.tab("game")
    inside = """() => {
        const goals = document.querySelector("#tracker").getBoundingClientRect();
        const tabs = document.querySelector(".tablist").getBoundingClientRect();
        const middle = goals.left + goals.width / 2;
        const at = y => document.elementFromPoint(middle, y)?.closest(".panels");
        return Boolean(at((goals.top + goals.bottom) / 2) && at(tabs.top - 3));
    }"""
    driver.page.wait_for_function(inside)


def test_the_die_says_what_it_brought_outside_combat(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("el-arish-even", EGYPT_FOUGHT)))
    visitor.button("end").click()
    words = visitor.page.locator("#die .die-words")
    expect(words).to_have_text(re.compile(r"airstrikes? this turn\.$"))
