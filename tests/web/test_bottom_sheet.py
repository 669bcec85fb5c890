"""The decision in a small window: a sheet over the map in three heights, or a panel that folds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_october import deployed
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server
from tests.web.test_accessibility import faults
from tests.web.test_meb_play import record

LYING = {"width": 844, "height": 390}
# The share of the window that shows the map, along a line through its middle from top to bottom.
MAP = """() => {
    const at = k => document.elementFromPoint(innerWidth / 2, (k + 0.5) * innerHeight / 100);
    const isMap = there => there?.closest("#board, .under-board, .minimap");
    return [...Array(100).keys()].filter(k => isMap(at(k))).length;
}"""


def opened(new_page: NewPage, server: Server, name: str, verb: str, **more: object) -> Driver:
    """Open a recorded game where its first action of a kind is to be decided."""
    actions = recorded(name)["actions"]
    count = next(n for n, action in enumerate(actions) if action.startswith(f"{verb} "))
    driver = Driver(new_page(**{"viewport": PHONE, "has_touch": True, "is_mobile": True} | more))
    driver.open(server.put(until(name, count)))
    return driver


def stands(page: Page, height: str) -> None:
    expect(page.locator("#game")).to_have_attribute("data-sheet", height)


@pytest.mark.by_day
def test_the_sheet_is_pulled_by_hand_key_and_tap(new_page: NewPage, server: Server) -> None:
    driver = opened(new_page, server, "1980-held", "move")
    page, grip = driver.page, driver.page.locator("#sheet-grip")
    stands(page, "peek")
    assert page.evaluate(MAP) > 60
    expect(page.locator("[data-do=end]")).to_be_in_viewport(ratio=1)
    box = grip.bounding_box()
    assert box is not None
    page.mouse.move(200, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(200, 120, steps=3)
    page.mouse.move(200, 120)
    page.mouse.up()
    stands(page, "full")
    grip.focus()
    page.keyboard.press("ArrowDown")
    stands(page, "half")
    assert page.evaluate(MAP) >= 45
    page.reload()
    driver._opened()
    stands(page, "half")  # it is remembered
    grip.click()
    stands(page, "peek")


def test_an_attack_lifts_the_sheet_and_enlarges_the_map(new_page: NewPage, server: Server) -> None:
    driver = opened(new_page, server, "el-arish-even", "attack")
    page, following = driver.page, driver.page.locator("#next")
    driver.whole_map()
    stands(page, "peek")
    count = len(page.locator("#decision [data-attack]").all())
    expect(following).to_contain_text(f"{count} can be attacked")
    targets = []
    for _ in range(2):
        following.click()
        expect(page.locator("#attack [data-odds]")).to_be_visible()
        driver.caught_up()
        targets.append(page.locator("#attack h2").inner_text())
        stands(page, "half")
    assert len(set(targets)) == 2
    box = page.locator("#layer-page .mark.target").first.bounding_box()
    sheet = page.locator("aside.column").bounding_box()
    assert box is not None
    assert sheet is not None
    assert box["width"] > 40  # a hex; on the whole map it has 6 px
    assert box["y"] + box["height"] < sheet["y"]
    page.locator("[data-cancel]").click()
    stands(page, "peek")


def test_the_button_goes_from_unit_to_unit(new_page: NewPage, server: Server) -> None:
    driver = opened(new_page, server, "1980-held", "move")
    following = driver.page.locator("#next")
    seen = []
    for _ in range(2):
        following.click()
        driver.caught_up()
        seen.append(driver.game.get_attribute("data-unit"))
    assert len(set(seen)) == 2
    assert None not in seen


def test_beside_the_map_the_panel_folds(new_page: NewPage, server: Server) -> None:
    driver = opened(new_page, server, "1980-held", "move", viewport=LYING)
    page, grip = driver.page, driver.page.locator("#sheet-grip")
    stands(page, "half")
    grip.click()
    stands(page, "peek")
    page.wait_for_function("document.querySelector('#board').clientWidth === innerWidth")
    expect(page.locator("[data-do=end]")).to_be_in_viewport(ratio=1)
    assert faults(page) == []
    page.locator("body").press("Shift+F")
    stands(page, "half")
    assert faults(page) == []


def test_the_chances_of_an_action_are_in_sight_above_the_sheet(
    new_page: NewPage, server: Server
) -> None:
    fields = {
        "phase": "combat 1", "step": "raids", "looking": 0,
        "units": {"tac-1": "sinai:ground-attack", "tac-2": "sinai:ground-attack"},
    }  # fmt: skip
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(server.put(record(deployed(**fields)), arab="recruit"))
    driver.click("qantara-west")
    bars = driver.page.locator(".forecast .bar .chance")
    expect(bars.first).to_be_visible()
    covered = """bar => {
        const {x, y, width, height} = bar.getBoundingClientRect();
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        return Boolean(there?.closest(".column, .under-board"));
    }"""
    assert [bar.evaluate(covered) for bar in bars.all()] == [False] * bars.count()
