"""What spares doubt: nothing to do, units forgotten, a unit without retreat, no line."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

import bridgehead as bh
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import MIDDLE, Driver
from tests.web.positions import position_of, record, recorded, until
from tests.web.server import Server
from tests.web.test_october import ARABS
from tests.web.test_october import put as october


def first_state(name: str, wanted: Any) -> dict[str, Any]:
    """Return a recorded game as it stands when something first holds of its position."""
    data = recorded(name)
    made = bh.Record.from_dict({**until(name, 0)})
    for n, action in enumerate(data["actions"]):
        if wanted(made.position):
            return until(name, n)
        made.do(action) if not action.startswith("roll ") else made.roll()
    raise AssertionError("it never holds")


def test_without_a_target_one_click_ends_the_phase(driver: Driver, server: Server) -> None:
    data = first_state(
        "1980-held", lambda at: at.phase == "combat" and at.legal_actions() == ["end"]
    )
    driver.open(server.put(data))
    end = driver.page.locator("button.sole")
    expect(end).to_be_visible()
    at = driver.at
    end.click()
    driver.wait_at(at + 1)


def test_a_phase_that_has_something_to_do_is_not_ended_so(driver: Driver, server: Server) -> None:
    driver.open(server.put(record()))
    expect(driver.button("end")).to_be_visible()
    expect(driver.page.locator("button.sole")).to_have_count(0)


def test_units_that_can_still_move_are_named(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(unmoved=True))
    data = record()
    driver.open(server.put(data))
    driver.button("end").click()
    dialog = driver.page.locator("dialog#ending")
    line = dialog.locator("[data-unmoved]")
    expect(line).to_be_visible()
    named = set((line.get_attribute("data-unmoved") or "").split())
    legal = position_of(data).legal_actions()
    can = {action.split()[1] for action in legal if action.startswith("move ")}
    assert named
    assert named == can
    dialog.locator("#unmoved-again").uncheck()
    dialog.locator("[data-back]").click()
    expect(dialog).to_be_hidden()
    at = driver.at
    driver.button("end").click()  # it is off now
    driver.wait_at(at + 1)
    kept = json.loads(driver.page.evaluate("localStorage.bridgehead"))
    assert kept["unmoved"] is False


def test_whoever_has_moved_is_not_asked_about_the_others(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(unmoved=True))
    data = record()
    move = next(text for text in position_of(data).legal_actions() if text.startswith("move "))
    driver.open(server.put(data))
    at = driver.at
    driver.do(move)
    driver.button("end").click()
    driver._until("(game, at) => Number(game.dataset.at) >= Number(at)", str(at + 2))
    expect(driver.page.locator("dialog#ending")).to_be_hidden()


def test_a_broken_line_says_why_nothing_is_drawn(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(record()))
    visitor.page.locator("[data-shows=line]").click()
    expect(visitor.notice).to_be_visible()
    expect(visitor.notice).to_contain_text("0607")


def test_a_unit_without_retreat_is_eliminated_in_the_words_of_the_roll(
    driver: Driver, server: Server
) -> None:
    data = until("1980-held", 13)  # what is next is its roll
    data["actions"].pop()  # fire
    driver.open(server.put(data))
    driver.page.locator("#attack button[data-fire]").click()
    expect(driver.page.locator("#die")).to_contain_text("16/1 cannot retreat and is eliminated")


def test_the_whole_map_whatever_was_seen(driver: Driver, server: Server) -> None:
    driver.open(october(server, ARABS, israel="recruit"))
    page = driver.page
    page.locator("[data-zoom=in]").click()
    expect(page.locator("#board")).to_have_attribute("data-zoomed", "true")
    page.locator("[data-theater=both]").click()
    expect(page.locator("#board")).to_have_attribute("data-zoomed", "false")
    expect(page.locator("[data-everything] > summary")).not_to_contain_text("All")  # no moves
    page.locator("[data-zoom=in]").click()
    small = page.locator(".minimap")
    expect(small.locator("rect[data-side]").first).to_be_attached()
    page.wait_for_function("document.querySelector('.minimap img').naturalWidth > 0")


def test_the_keys_begin_at_their_title(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport={"width": 900, "height": 420}))
    driver.open(server.put(record()))
    driver.page.locator("#board").focus()
    driver.page.keyboard.press("?")
    expect(driver.page.locator("#keys-title")).to_be_in_viewport()


def test_in_a_replay_nothing_is_taken_back_and_notices_stay_behind(
    driver: Driver, server: Server
) -> None:
    driver.open(server.put(until("1980-held", 30)))
    page = driver.page
    expect(page.locator("#undo")).to_be_visible()
    driver.tab("replay")
    page.locator("[data-go=back]").click()
    expect(page.locator("#undo")).to_be_hidden()
    page.locator("#replay-now").click()
    expect(page.locator("#undo")).to_be_visible()
    page.evaluate(
        "import('/static/js/common/announce.js').then(({notice}) => notice('of this game', 0))"
    )
    expect(driver.notice).to_be_visible()
    page.evaluate("location.hash = '#/'")
    expect(page.locator("form#new-game")).to_be_visible()
    expect(driver.notice).to_be_hidden()


NAMES_ABOVE = """() => {
    const [marks, names] = ["#layer-page", "#layer-names"].map(s => document.querySelector(s));
    return marks.compareDocumentPosition(names) & Node.DOCUMENT_POSITION_FOLLOWING;
}"""
COVERED = """hexes => {
    const small = document.querySelector(".minimap");
    const {left, top, right, bottom} = small.getBoundingClientRect();
    return hexes.filter(hex => {
        const {x, y, width, height} = document.querySelector(`#hex-${hex}`).getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        return across > left && across < right && down > top && down < bottom;
    });
}"""


def test_choices_come_into_sight_whatever_is_seen(new_page: NewPage, server: Server) -> None:
    """A retreat is asked about while a small part of the map is seen: from farther away then."""
    driver = Driver(new_page(viewport=PHONE))
    driver.open(server.put(until("1980-held", 23)))  # Egypt is fired at
    page = driver.page
    for _ in range(6):
        page.locator("[data-zoom=in]").click()
    page.locator("#attack button[data-fire]").click()
    driver._until("game => game.dataset.step === 'retreat'")
    hexes = {action.split()[-1] for action in position_of(until("1980-held", 25)).legal_actions()}
    assert len(hexes) == 3
    driver.settle()
    for hex_ in (*hexes, "1110"):
        assert page.evaluate(MIDDLE, f"#hex-{hex_}") is not None, hex_
    assert page.evaluate(NAMES_ABOVE)
    expect(page.locator(".minimap")).to_be_visible()
    assert page.evaluate(COVERED, [*hexes, "1110"]) == []


def test_a_retreat_names_its_unit_and_may_lead_to_friends(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("el-arish-egypt", 90)))
    expect(driver.decision.locator("h2")).to_contain_text("7 artillery")  # not a bare number
    data = until("suez-even", 243)
    assert "2812" in position_of(data).units.values()  # a friend
    driver.open(server.put(data))
    expect(driver.button("retreat c-6-rtr 2812")).to_be_visible()
    expect(driver.decision.locator(".note").first).not_to_contain_text("pen hex")


def test_what_leaves_no_choice_is_told_and_not_asked(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("el-arish-egypt", 267)))  # either table brings A1
    choices = driver.decision.locator(".choices [data-do]")
    expect(choices).to_have_count(1)
    expect(driver.decision.locator(".note").first).to_contain_text("A1 100%")
    for name, count, action, words in (
        ("1980-bridge-moved", 50, "retreat matt-3 0811", "Matt 3 retreats to 0811"),
        ("suez-egypt", 52, "lose 1-rcp", "1 RCP is lost"),
    ):
        driver.open(server.put(until(name, count)))
        expect(choices).to_have_count(1)
        expect(driver.decision.locator("h2")).to_have_text(words)
        at = driver.at
        driver.button(action).click()
        driver.wait_at(at + 1)


def test_points_that_are_spent_end_the_phase_with_a_word(driver: Driver, server: Server) -> None:
    phase = {"side": "israel", "owner": "israel", "looking": 0, "turn": 3}
    both = {"phase": "mobilization", "step": "mobilization", "units": {"armor-16": "available"}}
    points = {"points": {"israel": 1, "egypt": 0, "syria": 0}}
    driver.open(october(server, phase | both | points, "mobilize armor-16 refidim", arab="recruit"))
    expect(driver.notice).to_be_hidden()  # who comes later has not bought anything
    driver.page.locator("#undo").click()
    driver.wait_at(0)
    driver.page.locator("[data-everything] > summary").click()
    driver.page.locator("[data-everything] [data-do='mobilize armor-16 refidim']").click()
    driver.wait_at(1)
    expect(driver.game).to_have_attribute("data-step", "movement")
    expect(driver.notice).to_be_visible()
    driver.page.locator("#undo").click()
    driver.wait_at(0)


def test_all_of_a_large_stack_are_seen_on_the_phone(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    here = dict.fromkeys([f"armor-{n}" for n in range(10, 19)], "tasa")
    fields = {"side": "israel", "owner": "israel", "looking": 0, "units": here}
    driver.open(october(server, fields, arab="recruit"))
    page = driver.page
    driver.whole_map()
    x, y = page.evaluate(MIDDLE, "#hex-tasa")
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    units = page.locator(".counter-card .card-unit")
    expect(units.nth(8)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    last = units.last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
