"""What a newcomer stumbled over: a reload, the first look at the map, stacks, a phone.

After a reload the map, the theater and the attack are those that were seen before.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_october import FIRE, deployed
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_accessibility import faults
from tests.web.test_meb_play import FIGHT, SUEZ, record, stands
from tests.web.test_october import BATTLE, RAID, put
from tests.web.test_seeing import COUNTERS, rest

VIEW = """() => {
    const box = document.querySelector("#board .view").getBoundingClientRect();
    return [box.x, box.y, box.width];
}"""
STRAYED = """() => [...document.querySelectorAll("#layer-marks [data-of]")].filter(mark => {
    const unit = document.getElementById(`unit-${mark.dataset.of}`).getBoundingClientRect();
    const {x, y, width, height} = mark.getBoundingClientRect();
    const right = x + width / 2 - unit.x - unit.width / 2;
    const down = y + height / 2 - unit.y - unit.height / 2;
    return Math.hypot(right, down) > unit.width * 1.2;
}).map(mark => mark.dataset.of)"""


def looks(driver: Driver) -> list[float]:
    """Return what is seen of the map, once it rests and the page has kept it."""
    driver.caught_up()
    rest(driver)
    found: list[float] = driver.page.evaluate(VIEW)
    return found


def reloaded(driver: Driver) -> Page:
    """Load the page again, and wait until the game is there."""
    driver.page.reload()
    driver._opened()
    return driver.page


def attacked(driver: Driver, server: Server) -> None:
    """Declare an attack in which a stack takes part, and come to the choice of the table."""
    driver.open(server.put(record(stands(SUEZ, FIGHT, phase="combat"), seed=2)))
    driver.click("4211")
    panel = driver.page.locator("#attack")
    expect(panel.locator("input[data-attacker='1-p']")).to_be_checked()
    panel.locator("button[data-fire]").click()
    driver._until("game => game.dataset.step === 'fpf'")
    driver.button("done").or_(panel.locator("button[data-fire]")).first.click()
    driver._until("game => game.dataset.step === 'table'")


def test_a_reload_in_an_attack_keeps_the_map_and_the_attack(
    new_page: NewPage, server: Server
) -> None:
    driver = Driver(new_page(viewport=DESKTOP))
    attacked(driver, server)
    assert driver.page.evaluate(STRAYED) == []  # the marks of a stack lie on its counters
    assert driver.page.locator("#layer-marks [data-of='1-p'][transform]").count()
    box = driver.page.locator("#board").bounding_box()
    assert box is not None
    driver.page.mouse.move(box["x"] + 300, box["y"] + 300)
    driver.page.mouse.wheel(0, -300)
    before, told = looks(driver), driver.page.locator("#attack h2").inner_text()
    page = reloaded(driver)
    expect(driver.game).to_have_attribute("data-step", "table")
    expect(page.locator("#attack h2")).to_have_text(told)
    expect(driver.button("mobile")).to_be_visible()
    assert looks(driver) == pytest.approx(before, abs=2)
    driver.button("mobile").click()
    driver._until("game => game.dataset.step !== 'table'")


def test_a_reload_keeps_an_attack_that_is_not_fired(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=DESKTOP))
    driver.open(server.put(record(stands(SUEZ, FIGHT, phase="combat"), seed=2)))
    driver.click("4211")
    boxes = driver.page.locator("#attack input[data-attacker]")
    chosen = "all => all.map(one => [one.dataset.attacker, one.checked])"
    expect(driver.page.locator("#attack input[data-attacker='1-p']")).to_be_checked()
    before = boxes.evaluate_all(chosen)
    driver.page.locator("#attack input[data-attacker='1-p']").click()
    expect(driver.page.locator("#attack input[data-attacker='1-p']")).not_to_be_checked()
    page = reloaded(driver)
    expect(page.locator("#attack input[data-attacker='1-p']")).not_to_be_checked()
    changed = [[unit, on and unit != "1-p"] for unit, on in before]
    assert boxes.evaluate_all(chosen) == changed
    page.locator("#attack button[data-cancel]").click()
    expect(page.locator("#attack")).to_be_hidden()
    reloaded(driver)
    driver.settle()
    expect(page.locator("#attack")).to_be_hidden()


def test_on_the_phone_the_odds_stand_by_the_choice_of_the_table(
    new_page: NewPage, server: Server
) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(
        server.put(
            record(stands(SUEZ, FIGHT, phase="combat"), "attack 4211", "with 1-p", "with 2-p",
                   "with 20-artillery", "fire", "done", seed=2)
        )
    )  # fmt: skip
    expect(driver.game).to_have_attribute("data-step", "table")
    expect(driver.button("mobile")).to_be_in_viewport(ratio=1)
    expect(driver.page.locator("#attack .odds-head .sum")).to_be_in_viewport(ratio=1)
    assert faults(driver.page) == []


def test_the_map_goes_to_the_action_once_there_is_some(new_page: NewPage, server: Server) -> None:
    """The other side sets up first: until then there is nothing to see but the whole map."""
    driver = Driver(new_page(viewport={"width": 1440, "height": 900}))
    driver.new_game("suez-56", {"egypt": "sergeant"}, seed=3)
    driver.wait_mine()
    expect(driver.page.locator("#board")).to_have_attribute("data-zoomed", "true")
    rest(driver)
    widths = driver.page.evaluate(COUNTERS)
    assert len(widths) >= 5
    assert widths[0] >= 38
    driver.whole_map()  # wanted so: it stays whole
    driver.button("end").click()
    driver.page.locator("dialog#ending [data-confirm]").click()
    expect(driver.game).to_have_attribute("data-step", "combat")
    rest(driver)
    expect(driver.page.locator("#board")).to_have_attribute("data-zoomed", "false")


@pytest.mark.parametrize("theater", ["golan", "sinai", "both"])
def test_a_reload_keeps_the_theater(new_page: NewPage, server: Server, theater: str) -> None:
    driver = Driver(new_page(viewport=DESKTOP))
    start = {"side": "arab", "owner": "arab", "looking": 0}
    driver.open(put(server, start, israel="recruit"))
    driver.page.locator(f".theaters [data-theater={theater}]").click()
    before = looks(driver)
    page = reloaded(driver)
    button = page.locator(f".theaters [data-theater={theater}]")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert looks(driver) == pytest.approx(before, abs=2)


def test_a_question_turns_the_map_after_a_reload_too(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=DESKTOP))
    golan = {**RAID, "units": {"sy-tac-1": "golan:ground-attack"}, "task": {"sy-tac-1": 1},
             "raid_at": ["nafah"], "target": "nafah"}  # fmt: skip
    driver.open(put(server, golan, arab="recruit"))
    driver.page.locator(".theaters [data-theater=sinai]").click()
    looks(driver)
    page = reloaded(driver)
    expect(driver.decision).to_contain_text("Nafah")
    expect(page.locator(".theaters [data-theater=golan]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-mark=nafah].asked")).to_be_in_viewport()


DECISIONS: dict[str, tuple[dict[str, Any], str]] = {
    "a raid": (RAID, "arab"),
    "who fires": (FIRE, "arab"),
    "a battle": (BATTLE, "israel"),
    "reconnaissance": (
        {"side": "arab", "owner": "arab", "looking": 0, "phase": "movement 1"}, "israel"
    ),
}  # fmt: skip
VIEWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": DESKTOP, "color_scheme": "light"},
    "phone": {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True},
    "phone, dark": {"viewport": PHONE, "color_scheme": "dark", "has_touch": True,
                    "is_mobile": True},
}  # fmt: skip


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_in_decisions_of_october_war(
    new_page: NewPage, server: Server, view: str
) -> None:
    driver = Driver(new_page(**VIEWS[view]))
    for name, (fields, computer) in DECISIONS.items():
        start = record(deployed(**fields))
        driver.open(server.put(start, **{computer: "recruit"}))
        driver.wait_mine()
        expect(driver.decision.locator("h2").first).not_to_be_empty()
        assert faults(driver.page) == [], name
