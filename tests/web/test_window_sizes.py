"""Windows of every size: the map keeps half of each, and whatever is to be decided can be reached.

The pictures land in the test's temporary folder, or in $BRIDGEHEAD_PICTURES where that is set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bridgehead.web
from bridgehead.core.titles.games import game_info
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import position_of, recorded, until
from tests.web.server import Server
from tests.web.test_layout import fits, pictures

__all__ = ["pictures"]

SIZES = (
    (1440, 900), (1024, 768), (844, 390), (720, 450), (640, 480), (390, 844), (320, 480),
    (320, 256),
)  # fmt: skip
# One scene of each title, with the fullest column, is also seen in these, and in the dark.
FULLEST = {"across-suez-attack", "suez-56-attack", "el-arish-entry", "october-war-battle"}
FURTHER = ((900, 600), (899, 600), (480, 320), (568, 320), (320, 568), (768, 1024))
DARK = ((1440, 900), (844, 390), (390, 844))
# The share of the window in which the pointer meets the map, or what belongs to it and lies on it:
# its own buttons, the layers, the small map and the choice of theaters.
SHARE = """() => {
    const N = 20;
    let found = 0;
    for (let i = 0; i < N; i++) for (let k = 0; k < N; k++) {
        const [x, y] = [(i + 0.5) * innerWidth / N, (k + 0.5) * innerHeight / N];
        const there = document.elementFromPoint(x, y);
        if (there?.closest("#board, .minimap, .theaters, .layer-bar, .under-board button")) found++;
    }
    return found / N / N;
}"""
# Bring every control of the decision into sight, and name those that a press would not reach.
UNREACHABLE = """() => {
    const folds = [...document.querySelectorAll(".deciding details:not([open])")];
    for (const each of folds) each.open = true;
    const at = each => {
        const {x, y, width, height} = each.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const isHit = each => {
        const there = document.elementFromPoint(...at(each));
        return there && (each.contains(there) || there.closest("label")?.contains(each));
    };
    const named = each => each?.outerHTML.slice(0, 120);
    const missing = [];
    const kinds = "button, input, select, summary, textarea";
    for (const each of document.querySelectorAll(`.deciding :is(${kinds})`)) {
        if (!each.checkVisibility() || each.disabled) continue;
        each.scrollIntoView({block: "nearest"});
        if (isHit(each)) continue;
        each.scrollIntoView({block: "center"});  // a bar that stays may lie over its edge
        const there = document.elementFromPoint(...at(each));
        if (!isHit(each)) missing.push(`${named(each)} at ${at(each)}, under ${named(there)}`);
    }
    for (const each of folds) each.open = false;
    for (const each of document.querySelectorAll("#game, .deciding, .deciding *")) {
        each.scrollTop = 0;
    }
    return missing;
}"""


# What lies beyond the right edge of the column.
BEYOND = """() => {
    const column = document.querySelector(".deciding");
    if (column.scrollWidth <= column.clientWidth) return [];
    const {right} = column.getBoundingClientRect();
    return [...column.querySelectorAll("*")]
        .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > right + 1)
        .map(each => `${each.outerHTML.slice(0, 120)} lies beyond the column`);
}"""


def at(name: str, count: int) -> Callable[[], dict[str, Any]]:
    return lambda: until(name, count)


def before(name: str, action: str) -> Callable[[], dict[str, Any]]:
    return lambda: until(name, recorded(name)["actions"].index(action))


def select(unit: str) -> Callable[[Driver], None]:
    return lambda driver: driver.select(unit)


def aim(hex_: str) -> Callable[[Driver], None]:
    def click(driver: Driver) -> None:
        driver.click(hex_)
        expect(driver.page.locator("#attack [data-odds]")).to_be_visible()

    return click


def nothing(_driver: Driver) -> None: ...


# What is shown: a record that has come so far, and what is chosen there.
SCENES: dict[str, tuple[Callable[[], dict[str, Any]], Callable[[Driver], None]]] = {
    "across-suez-movement": (at("1980-held", 76), select("amir-4")),
    "across-suez-attack": (at("1980-held", 85), aim("0808")),
    "across-suez-retreat": (at("1980-held", 25), nothing),
    "across-suez-advance": (at("1980-held", 26), nothing),
    "across-suez-setup": (at("reprint-with-all-options-bridge-lost", 0), nothing),
    "across-suez-end": (lambda: recorded("1980-held"), nothing),
    "suez-56-setup": (at("suez-even", 0), nothing),
    "suez-56-movement": (at("suez-even", 2), nothing),
    "suez-56-attack": (before("suez-even", "attack 2810"), aim("2810")),
    "suez-56-fire": (at("suez-even", 343), nothing),
    "suez-56-table": (at("suez-even", 41), nothing),
    "suez-56-retreat": (at("suez-even", 102), nothing),
    "suez-56-militia": (at("suez-even", 105), nothing),
    "suez-56-end": (lambda: recorded("suez-even"), nothing),
    "el-arish-entry": (at("el-arish-even", 3), nothing),
    "el-arish-advance": (at("el-arish-egypt", 137), nothing),
    "october-war-setup": (at("october-whole", 0), nothing),
    "october-war-commit": (at("october-whole", 107), nothing),
    "october-war-movement": (at("october-whole", 215), nothing),
    "october-war-battle": (at("october-whole", 385), nothing),
    "october-war-retreat": (at("october-whole", 344), nothing),
    "october-war-arrivals": (at("october-whole", 734), nothing),
    "october-war-end": (lambda: recorded("october-whole"), nothing),
}


def put(server: Server, record: dict[str, Any]) -> str:
    """Import a record for whoever is to decide: between two persons a curtain covers the map."""
    asked = position_of(record).to_move
    sides = game_info(record["game"]).sides
    return server.put(
        record, **{side: "recruit" for side in sides if asked in sides and side != asked}
    )


def faults_at(page: Page, size: tuple[int, int], picture: Path) -> list[str]:
    """Return what is wrong in a window of a size, and keep a picture of it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    Driver(page).settle()
    page.screenshot(path=picture)
    fits(page)
    share: float = page.evaluate(SHARE)
    found = [] if share >= 0.5 else [f"the map has {share:.0%} of the window"]
    found += page.evaluate(BEYOND) + page.evaluate(UNREACHABLE)
    return [f"{size[0]}x{size[1]}: {fault}" for fault in found]


@pytest.mark.parametrize("scene", SCENES)
def test_the_map_has_half_of_the_window_and_decisions_are_reached(
    new_page: NewPage, server: Server, pictures: Path, scene: str
) -> None:
    record, choose = SCENES[scene]
    driver = Driver(new_page(viewport={"width": SIZES[0][0], "height": SIZES[0][1]}))
    driver.open(put(server, record()))
    choose(driver)
    faults = []
    further, dark = (FURTHER, DARK) if scene in FULLEST else ((), ())
    for theme, sizes in (("light", SIZES + further), ("dark", dark)):
        driver.page.emulate_media(color_scheme=theme)
        for size in sizes:
            picture = pictures / f"{scene}-{size[0]}x{size[1]}-{theme}.png"
            faults += faults_at(driver.page, size, picture)
    assert faults == []


def test_script_and_style_sheets_agree_on_what_is_small() -> None:
    """The bound of a small window stands in js/common/compact.js; all sheets have the same one."""
    web = Path(bridgehead.web.__file__).parent
    script = (web / "js/common/compact.js").read_text(encoding="utf-8")
    query = re.search(r'COMPACT = "(.*)"', script)
    assert query
    sheets = "".join(sheet.read_text(encoding="utf-8") for sheet in web.glob("css/*.css"))
    blocks = re.findall(r"@media (\(max-width: \d+px\), \(max-height: \d+px\))", sheets)
    assert set(blocks) == {query[1]}
