"""Every kind of decision, made on the page as a person makes it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.driver import Driver, steps
from tests.web.positions import record, recorded, until
from tests.web.server import Server

CROWD = {
    "reshef-1": "0510", "reshef-2": "0512", "reshef-3": "0411", "keren-1": "0611",
    "keren-2": "0610", "16-8": "0511",
}  # fmt: skip
HELD, TIME = "1980-held", "1980-time"
LOST, MOVED = "reprint-with-all-options-bridge-lost", "reprint-with-all-options-bridge-moved"

# Recorded decisions: the record, how many actions came before, and the decision itself.
DECISIONS = {
    "place": (MOVED, 0, "place ii-23 0111"),
    "end of set-up": (LOST, 1, "end"),
    "move": (HELD, 0, "move reshef-1 0411"),
    "enter": (HELD, 76, "enter amir-4 1109"),
    "cross": (HELD, 68, "cross erez-3"),
    "land by air": (LOST, 255, "land 1-1 1307"),
    "land by sea": (LOST, 242, "land ii-130 0602"),
    "end of movement": (HELD, 8, "end"),
    "bombard": (TIME, 138, "bombard 1409"),
    "end of bombardment": (HELD, 125, "end"),
    "attack": (HELD, 9, "attack 0512"),
    "attack with support": (HELD, 85, "attack 0808"),
    "lose": (HELD, 117, "lose raviv-2"),
    "retreat of the defender": (HELD, 25, "retreat 16-7 1109"),
    "retreat of the attacker": (HELD, 38, "retreat reshef-2 0208"),
    "advance": (HELD, 26, "advance erez-2 1110"),
    "stay": (HELD, 14, "stay"),
    "end of combat": (HELD, 52, "end"),
    "resign": ("1980-resigned", 115, "resign"),
}


@pytest.mark.parametrize("kind", DECISIONS)
def test_a_decision_of_each_kind(driver: Driver, server: Server, kind: str) -> None:
    name, before, action = DECISIONS[kind]
    actions = recorded(name)["actions"]
    assert actions[before] == action
    game = server.put(until(name, before))
    driver.open(game)
    deed, number, _ = next(steps(actions[before:]))
    driver.do(deed, before + number)
    assert server.record(game)["actions"] == actions[: before + number]


# Where a choice leads to a hex, the hex can be clicked as well as the button.
ON_THE_BOARD = {
    "lose": "by the unit that is lost",
    "retreat of the defender": "by the hex",
    "retreat of the attacker": "by the hex",
    "advance": "by the hex",
}


@pytest.mark.parametrize("kind", ON_THE_BOARD)
def test_a_choice_is_made_on_the_board_too(driver: Driver, server: Server, kind: str) -> None:
    name, before, action = DECISIONS[kind]
    game = server.put(until(name, before))
    driver.open(game)
    verb, unit, *hexes = action.split()
    driver.click(hexes[0] if verb != "lose" else str(driver.place(unit)))
    driver.wait_at(before + 1)
    assert server.record(game)["actions"][-1] == action


def test_an_arriving_unit_crosses_at_once(driver: Driver, server: Server) -> None:
    start = {
        "turn": 3,
        "units": {"baram-4": "0112", "sharon": "0210", "amir-1": "off", "16-11": "1401"},
    }
    game = server.put(record(start))
    driver.open(game)
    driver.do("cross amir-1", 1)
    assert driver.place("amir-1") == "across"
    assert server.record(game)["actions"] == ["cross amir-1"]


@pytest.mark.parametrize("verb", ["enter", "land"])
def test_a_hex_that_means_two_things_asks_which(driver: Driver, server: Server, verb: str) -> None:
    game = server.put(until(LOST, 214))  # I/35 can come by road or by air
    driver.open(game)
    driver.do(f"{verb} i-35 1409", 215)
    assert server.record(game)["actions"][-1] == f"{verb} i-35 1409"


def test_what_is_to_be_decided_is_said_and_its_hexes_are_marked(
    driver: Driver, server: Server
) -> None:
    driver.open(server.put(until(HELD, 25)))
    expect(driver.game).to_have_attribute("data-step", "retreat")
    expect(driver.game).to_have_attribute("data-to-move", "egypt")
    expect(driver.decision).to_contain_text(re.compile("retreat", re.IGNORECASE))
    expect(driver.button("retreat 16-7 1109")).to_be_visible()
    expect(driver.page.locator("#layer-page path").first).to_be_attached()


def test_the_die_and_its_result_are_shown(driver: Driver, server: Server) -> None:
    actions = recorded(HELD)["actions"]
    driver.open(server.put(until(HELD, 9)))
    driver.play_record(actions[9:14])
    face = actions[13].split()[1]
    die = driver.page.locator("#die")
    expect(die).to_be_visible()
    expect(die).to_have_attribute("data-face", face)


def test_the_question_runs_around_the_die(new_page: NewPage, server: Server) -> None:
    """Beside a long result a long question would be a narrow column."""
    page = new_page()
    driver = Driver(page)
    driver.open(server.put(until(HELD, 9)))
    driver.play_record(recorded(HELD)["actions"][9:14])
    expect(page.locator("#die .die-words")).not_to_be_empty()
    widths = """() => [".decision-head", ".note"].map(part =>
        document.querySelector(`#decision ${part}`).clientWidth)"""
    head, note = page.evaluate(widths)
    assert note == head
    page.set_viewport_size(PHONE)
    expect(driver.game).to_have_attribute("data-sheet", "half")
    page.locator("#sheet-grip").press("ArrowDown")
    expect(driver.game).to_have_attribute("data-sheet", "peek")
    assert page.locator("#decision .decision-head").bounding_box()["height"] < 40  # type: ignore[index]


def test_the_attack_panel_shows_how_the_odds_come_about(driver: Driver, server: Server) -> None:
    driver.open(server.put(until(HELD, 85)))
    driver.aim("0808", ["reshef-3"])
    panel = driver.page.locator("#attack")
    odds = panel.locator("[data-odds]")
    expect(odds).to_be_visible()
    expect(panel.locator("table.crt td.column")).to_have_count(6)  # one for each face of the die
    alone = odds.inner_text()
    panel.locator("input[data-support]").check()
    expect(odds).not_to_have_text(alone, use_inner_text=True)
    panel.locator("button[data-cancel]").click()
    expect(panel).to_be_hidden()
    assert driver.at == 85


def test_with_motion_it_comes_to_the_same(new_page: NewPage, server: Server) -> None:
    """Counters glide and the die tumbles where the visitor has not asked for less motion."""
    actions = recorded(HELD)["actions"]
    game = server.put(until(HELD, 7))
    driver = Driver(new_page(reduced_motion="no-preference", pace=300))
    driver.open(game)
    driver.play_record(actions[7:15])
    assert server.record(game)["actions"] == actions[:15]


WHILE_IT_TUMBLES = """() => {
    window.seen = [];
    new MutationObserver(() => {
        const die = document.querySelector("#die.tumbling");
        if (!die) return;
        const words = die.querySelector(".die-words").textContent;
        window.seen.push([words, document.querySelector("#game").dataset.at]);
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_what_a_roll_brings_is_seen_when_the_die_rests_and_until_a_person_acts(
    new_page: NewPage, server: Server
) -> None:
    game = server.put(until(HELD, 21), egypt="recruit")
    driver = Driver(new_page(reduced_motion="no-preference", pace=300))
    driver.open(game)
    driver.page.evaluate(WHILE_IT_TUMBLES)
    driver.attack("1110", ["erez-2"])
    words = driver.page.locator("#die .die-words")
    expect(words).to_contain_text("Dr")
    seen = driver.page.evaluate("window.seen")
    assert seen
    assert {told for told, _ in seen} == {""}
    assert max(int(at) for _, at in seen) <= 24  # the roll is action 25
    driver.wait_mine()
    driver.wait_at(26)  # the computer has retreated
    expect(words).to_be_visible()
    expect(words).to_contain_text("Dr")
    driver.button("stay").click()
    driver.wait_at(27)
    expect(driver.page.locator("#die")).to_be_hidden()


COUNTS_TUMBLES = """
    window.tumbles = 0;
    addEventListener("DOMContentLoaded", () => new MutationObserver((all) => {
        window.tumbles += all.filter(({target}) => target.matches("#die.tumbling")).length;
    }).observe(document.body, {subtree: true, attributes: true, attributeFilter: ["class"]}));
"""


def test_an_old_roll_does_not_tumble_again(new_page: NewPage, server: Server) -> None:
    """Neither where a game is opened after a roll, nor when the window becomes small or large."""
    page = new_page(reduced_motion="no-preference", pace=300)
    page.add_init_script(COUNTS_TUMBLES)
    driver = Driver(page)
    driver.open(server.put(until(HELD, 21)))
    driver.attack("1110", ["erez-2"])
    expect(page.locator("#die .die-words")).to_contain_text("Dr")
    assert page.evaluate("tumbles") > 0
    page.reload()
    expect(page.locator("#die .die-words")).to_contain_text("Dr")
    for size in (PHONE, DESKTOP):
        page.evaluate("document.querySelector('#board .view svg').dataset.old = ''")
        page.set_viewport_size(size)
        expect(page.locator("#board .view svg[data-old]")).to_have_count(0)
        expect(page.locator("#board .view svg")).to_be_attached()
        expect(page.locator("#die .die-words")).to_contain_text("Dr")
    assert page.evaluate("tumbles") == 0


def test_nothing_else_can_be_done(driver: Driver, server: Server) -> None:
    game = server.put(until(HELD, 0))
    driver.open(game)
    driver.select("matt-1")
    for place in ("0609", "0612", "0910", "0708"):  # too far, own unit, two of the enemy's
        driver.click(place)
    driver.do("move matt-1 0514", 1)
    assert server.record(game)["actions"] == ["move matt-1 0514"]


def test_who_must_join_cannot_be_left_out(driver: Driver, server: Server) -> None:
    driver.open(server.put(record(actions=["move reshef-1 0411", "end"])))
    driver.click("0512")
    locked = driver.page.locator("#attack input[data-attacker=matt-2]")
    expect(locked).to_be_checked()
    expect(locked).to_be_disabled()
    reason = driver.page.locator("#attack .must li").filter(has_text="Matt 2")
    expect(reason).to_contain_text("must attack")
    expect(reason.locator("[data-case='9.2']")).to_be_visible()


def test_a_landing_by_air_has_no_price(driver: Driver, server: Server) -> None:
    options = {"airborne_units": True, "airborne_operations": True}
    driver.open(server.put(record(actions=["end"], game="across-suez-reprint", **options)))
    driver.select("ii-23")
    driver.hover("0310")
    expect(driver.hint).to_contain_text("can land")
    expect(driver.hint).not_to_contain_text("point")


def test_no_more_join_an_attack_by_themselves_than_reach_the_best_column(
    driver: Driver, server: Server
) -> None:
    game = bh.load("across-suez-1980")
    start = {"game": game.id, "turn": 5, "side": "israel", "phase": "combat", "units": CROWD}
    made = bh.Record.new(game, "seeded", seed=1, start=game.position(start))
    driver.open(server.put(made.to_dict()))
    driver.click("0511")
    panel = driver.page.locator("#attack")
    expect(panel.locator("input[data-attacker]:checked")).to_have_count(2)
    panel.get_by_role("button", name="All 5").click()
    expect(panel.locator("input[data-attacker]:checked")).to_have_count(5)
