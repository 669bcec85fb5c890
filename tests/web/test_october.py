"""October War on the page: set-up, air plans, stacks, a battle, the curtain, keys, a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bridgehead as bh
from tests.server.test_october import deployed
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_accessibility import faults
from tests.web.test_layout import fits
from tests.web.test_meb_play import record

GAME = "october-war"
ARABS: dict[str, Any] = {"side": "arab", "owner": "arab", "looking": 0}
BATTLE: dict[str, Any] = {
    **ARABS, "units": {"19-inf-div": "port-tawfik", "eg-eng-4": "port-tawfik"},
    "phase": "combat 1", "step": "battles", "ew": {"israel": 0, "egypt": 0, "syria": 0},
}  # fmt: skip


RAID: dict[str, Any] = {
    "side": "arab", "owner": "israel", "looking": 0, "phase": "combat 1", "step": "air defense",
    "units": {"eg-tac-1": "sinai:ground-attack"}, "task": {"eg-tac-1": 1},
    "raids": 1, "raid": 1, "raid_at": ["fort-milano"], "raid_stage": 2, "target": "fort-milano",
}  # fmt: skip


def put(server: Server, fields: dict[str, Any], *actions: str, **players: str) -> str:
    """Put a game into the server that begins in a position; return its id."""
    return server.put(record(deployed(**fields), *actions), **players)


def pick(page: Page, unit: str) -> None:
    """Choose a counter of the stack that is laid out."""
    page.locator(f".stack [data-choose='{unit}']").click()


def in_hand(page: Page) -> list[str]:
    """Return the counters of the stack that are chosen."""
    found: list[str] = page.eval_on_selector_all(
        ".stack [aria-pressed=true]", "all => all.map(each => each.dataset.choose)"
    )
    return found


@pytest.mark.by_day
def test_the_opening(driver: Driver) -> None:
    driver.new_game(GAME, {"arab": "recruit"}, seed=3)
    page = driver.page
    expect(driver.game).to_have_attribute("data-step", "setup")
    driver.click("um-hashiba")  # the first counter is in hand
    driver.wait_at(1)
    assert driver.place("hq-sc") == "um-hashiba"
    driver.button("deploy").click()
    driver.wait_at(2)
    expect(driver.decision).to_contain_text("Set-up is complete")
    driver.button("end").click()
    page.wait_for_function("document.querySelector('#game').dataset.step === 'commit'")
    driver.wait_mine()
    number = page.locator("[data-amount='tac israel sinai air-superiority']")
    more = page.locator("[data-of='tac israel sinai air-superiority'][data-step='1']")
    less = page.locator("[data-of='tac israel sinai air-superiority'][data-step='-1']")
    expect(less).to_be_disabled()  # nothing is below 0
    for _ in range(3):
        more.click()
    expect(less).to_be_enabled()
    expect(number).to_have_value("3")
    before = driver.at
    page.locator("[data-commit]").click()
    page.wait_for_function(
        "before => Number(document.querySelector('#game').dataset.at) >= before + 2", arg=before
    )
    expect(page.locator("#log")).to_contain_text("3 TAC strikes to air superiority")
    driver.tab("boxes")
    air = page.locator("#displays [data-box='sinai:air-superiority'] td")
    expect(air.first).to_have_text("3 TAC")


@pytest.mark.parametrize(("scenario", "share"), [("golan", "golan"), ("", "")])
def test_strikes_go_where_the_units_are(
    driver: Driver, server: Server, scenario: str, share: str
) -> None:
    if scenario:
        begun = bh.Record.new(bh.load(GAME, scenario=scenario), "seeded", seed=1).to_dict()
    else:
        begun = record(deployed(phase="air commitment", step="commit", looking=0))
    driver.open(server.put(begun, arab="recruit"))
    expect(driver.decision.locator("[data-share]")).to_have_value(share)
    shown = driver.page.locator(".theaters [aria-pressed=true]")
    expect(shown).to_have_attribute("data-theater", share or "sinai")


def test_a_stack_moves(driver: Driver, server: Server) -> None:
    driver.open(put(server, ARABS, israel="recruit"))
    page = driver.page
    driver.click("suez-city")
    stack = page.locator("[data-stack=suez-city]")
    expect(stack).to_contain_text("3rd Army")
    expect(stack.locator("[data-counter]")).to_contain_text("SAM site")  # it cannot move
    everybody = ["hq-3", "19-inf-div", "suez-bde", "eg-at-2", "eg-eng-4"]
    assert in_hand(page) == everybody  # all that can move
    page.locator("[data-mode=none]").click()
    pick(page, "eg-eng-4")
    pick(page, "eg-at-2")
    assert in_hand(page) == ["eg-at-2", "eg-eng-4"]
    expect(page.locator("[data-mark=ain-sukhna]")).to_be_attached()
    driver.click("ain-sukhna")
    driver.wait_at(2)
    assert driver.place("eg-eng-4") == "ain-sukhna"
    assert driver.place("eg-at-2") == "ain-sukhna"

    driver.click("suez-city")
    page.locator("[data-mode=none]").click()
    pick(page, "hq-3")
    driver.hover("mitla-pass")
    expect(driver.hint.locator("button.case")).to_be_visible()  # why not, with the case
    driver.page.locator("[data-mode=stepwise]").click()
    driver.click("adabiya")
    expect(driver.decision).to_contain_text("So far: Adabiya")
    driver.click("suez-city")  # there and back: every point it enters is named
    driver.wait_at(3)
    expect(page.locator("#log")).to_contain_text("Suez City by way of Adabiya")
    driver.page.locator("#undo").click()
    driver.wait_at(2)


def test_a_click_on_the_far_bank_crosses_with_those_who_can(driver: Driver, server: Server) -> None:
    driver.open(put(server, ARABS, israel="recruit"))
    page = driver.page
    driver.click("deversoir")
    hand = in_hand(page)
    assert "16-inf-div" in hand
    driver.click("mitla-pass")  # out of reach: it says so, and nobody is put down
    expect(driver.hint).to_contain_text("too far")
    assert in_hand(page) == hand
    driver.click("fort-matzmed")
    driver.wait_at(1)
    assert driver.place("16-inf-div") == "fort-matzmed"
    engineers = [unit for unit in hand if unit.startswith("eg-eng")]
    assert engineers
    assert [driver.place(unit) for unit in engineers] == ["deversoir"] * len(engineers)


def test_crossing_and_bridge_are_one_offer(driver: Driver, server: Server) -> None:
    driver.open(put(server, ARABS, israel="recruit"))
    driver.click("deversoir")
    driver.page.locator("[data-mode='span fort-matzmed']").click()
    log = driver.page.locator("#log")
    expect(log).to_contain_text("lays a bridge from Deversoir to Matzmed")
    assert driver.place("16-inf-div") == "fort-matzmed"


@pytest.mark.by_day
def test_a_battle_round_by_round(driver: Driver, server: Server) -> None:
    driver.open(put(server, BATTLE, israel="recruit"))
    page = driver.page
    expect(page.locator("#end-refused")).to_be_visible()
    driver.click("port-tawfik")
    page.wait_for_function("document.querySelector('#game').dataset.step === 'fire'")
    driver.wait_mine()
    battle = page.locator("#battle")
    gun = battle.locator("[data-gun='19-inf-div']")
    expect(gun.locator(".gun-chances")).to_contain_text("hits ")
    gun.locator("summary").click()
    expect(gun.locator(".column-told")).to_contain_text("terrain")
    expect(gun.locator(".faces-told li")).to_have_count(6)
    gun.locator("[data-do='fire 19-inf-div']").click()
    shot = battle.locator(".shot", has_text="19 infantry division")
    shot.locator("summary").click()
    face = page.locator("#die").get_attribute("data-face")
    assert shot.locator("[aria-current] small").text_content() == face


def test_a_question_names_its_place_and_one_answer_is_a_notice(
    driver: Driver, server: Server
) -> None:
    driver.open(put(server, RAID, arab="recruit"))
    page = driver.page
    expect(driver.game).to_have_attribute("data-step", "air_defense")
    expect(driver.decision).to_contain_text("1 strike raids Milano")
    expect(page.locator("[data-mark=fort-milano].asked")).to_be_attached()
    expect(page.locator("[data-theater=sinai][aria-pressed=true]")).to_be_attached()
    expect(driver.decision).to_contain_text("None of your air defense can fire")
    expect(driver.decision.locator(".choices [data-do]")).to_have_count(0)
    goes_on = driver.decision.locator("#end, [data-do=end]").first
    expect(goes_on).to_contain_text("Go on")  # it stands until the player goes on
    goes_on.click()
    page.wait_for_function("document.querySelector('#game').dataset.step !== 'air_defense'")


def test_the_map_turns_to_the_theater_of_the_question(driver: Driver, server: Server) -> None:
    golan = {**RAID, "units": {"sy-tac-1": "golan:ground-attack"}, "task": {"sy-tac-1": 1},
             "raid_at": ["nafah"], "target": "nafah"}  # fmt: skip
    driver.open(put(server, golan, arab="recruit"))
    expect(driver.decision).to_contain_text("Nafah")
    expect(driver.page.locator("[data-theater=golan][aria-pressed=true]")).to_be_attached()


def test_names_of_places_stand_above_the_marks(driver: Driver, server: Server) -> None:
    driver.open(put(server, ARABS, israel="recruit"))
    above = """() => document.querySelector("#layer-page")
        .compareDocumentPosition(document.querySelector("#layer-names"))"""
    assert driver.page.evaluate(above) == 4  # Node.DOCUMENT_POSITION_FOLLOWING


def test_counters_that_can_still_move_are_named(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(unmoved=True))
    driver.open(put(server, ARABS, "move eg-eng-4 adabiya ain-sukhna", israel="recruit"))
    at = driver.at
    driver.button("end").click()
    line = driver.page.locator("dialog#ending [data-unmoved]")
    expect(line).to_be_visible()
    named = set((line.get_attribute("data-unmoved") or "").split())
    assert {"hq-3", "19-inf-div", "suez-bde"} <= named
    assert "eg-eng-4" not in named  # it has moved
    assert driver.at == at
    driver.page.locator("dialog#ending [data-confirm]").click()
    driver.wait_at(at + 1)


def test_where_nothing_can_be_done_the_end_is_large(driver: Driver, server: Server) -> None:
    driver.open(put(server, ARABS | {"phase": "combat 1", "step": "raids"}, israel="recruit"))
    expect(driver.page.locator("button.sole[data-do=end]")).to_be_visible()
    expect(driver.decision).to_contain_text("You can do nothing else in this phase")
    driver.open(put(server, ARABS, israel="recruit"))
    expect(driver.button("end")).to_be_visible()
    expect(driver.page.locator("button.sole")).to_have_count(0)


def test_nothing_is_seen_through_the_curtain(driver: Driver) -> None:
    driver.new_game(GAME, seed=3)
    page, curtain = driver.page, driver.page.locator("#curtain")
    lift = page.locator("[data-look]")
    expect(curtain).to_contain_text("Israel")
    lift.click()
    expect(curtain).to_be_hidden()
    driver.button("deploy").click()
    driver.wait_at(1)
    expect(driver.unit("armor-1")).to_be_attached()
    driver.button("end").click()
    expect(curtain).to_be_visible()
    assert not page.locator("#unit-armor-1").count()
    assert "armor" not in page.locator(".extra").inner_text()
    expect(page.locator("#board")).not_to_be_focused()
    page.keyboard.press("Enter")  # the button has the focus
    expect(curtain).to_be_hidden()
    expect(driver.game).to_have_attribute("data-viewer", "arab")
    assert not page.locator("#unit-armor-1").count()
    expect(page.locator("[data-hidden=israel][data-hex=baluza]")).to_be_attached()


def test_everything_by_keyboard(driver: Driver, server: Server) -> None:
    driver.open(put(server, ARABS, israel="recruit"))
    board = driver.page.locator("#board")
    board.focus()
    board.press("n")
    unit = driver.game.get_attribute("data-unit")
    place = board.get_attribute("data-cursor")
    assert unit
    assert place == driver.place(unit)
    board.press("ArrowDown")
    assert board.get_attribute("data-cursor") != place
    board.press("Escape")
    expect(driver.page.locator(".stack")).to_have_count(0)
    everything = driver.page.locator("[data-everything] summary")
    everything.press("Enter")
    search = driver.page.locator("[data-everything] input")
    search.fill("bridge port tawfik")
    expect(
        driver.page.locator("[data-everything] [data-do='bridge eg-eng-4 port-tawfik']")
    ).to_be_visible()
    everything.press("Enter")
    board.focus()
    board.press("E")
    driver.wait_at(1)


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}], ids=["upright", "lying"])
def test_fingers_find_every_button(new_page: NewPage, server: Server, size: dict[str, int]) -> None:
    driver = Driver(new_page(viewport=size, has_touch=True))
    plan: dict[str, Any] = {
        "phase": "air commitment", "step": "commit", "looking": 0, "units": {"tac-1": "ready"},
    }  # fmt: skip
    driver.open(put(server, plan, arab="recruit"))
    expect(driver.page.locator("button.step").first).to_be_visible()
    small = driver.page.eval_on_selector_all(
        "button, summary, select, input:not([type=checkbox])",
        """all => all.filter(each => each.checkVisibility())
            .filter(each => each.getBoundingClientRect().height < 44)
            .map(each => each.outerHTML)""",
    )
    assert small == []
    expect(driver.page.locator(".theaters button")).to_have_count(3)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_fits(new_page: NewPage, server: Server, size: dict[str, int]) -> None:
    driver = Driver(new_page(viewport=size, has_touch=size == PHONE))
    driver.open(put(server, ARABS, israel="recruit"))
    driver.click("geneifa")
    expect(driver.page.locator("[data-stack=geneifa]")).to_be_visible()
    fits(driver.page)
    assert faults(driver.page) == []
    for tab in ("boxes", "log"):
        driver.tab(tab)
        fits(driver.page)
    driver.open(put(server, BATTLE, "attack port-tawfik", israel="recruit"))
    expect(driver.page.locator("#battle")).to_be_visible()
    fits(driver.page)
