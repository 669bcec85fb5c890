"""How the page lies on the screen: nothing overflows, and fingers find what they touch.

The pictures land in the test's temporary folder, or in $BRIDGEHEAD_PICTURES where that is set.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bridgehead.core.titles.games import game_info
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.driver import MIDDLE, Driver
from tests.web.positions import position_of, recorded, until
from tests.web.server import Server

SIZES = {"desktop": DESKTOP, "phone": PHONE}
TOUCH = 44  # px


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("BRIDGEHEAD_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fits(page: Page) -> None:
    """Check that nothing lies beyond the right edge, so that nothing scrolls sideways."""
    wide: list[str] = page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.body.querySelectorAll("*")]
                .filter(each => each.getBoundingClientRect().right > width + 1)
                .map(each => `${each.tagName}#${each.id}.${each.getAttribute("class")}`);
        }"""
    )
    assert wide == []


def too_small(page: Page) -> list[str]:
    """Return the controls on the screen that are smaller than a fingertip."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll("button, select, [role=tab], input[type=search]")]
            .filter(each => each.checkVisibility() && !each.closest("p, .log, .rules, .hint-text"))
            .map(each => [each, each.getBoundingClientRect()])
            .filter(([each, box]) => box.height && box.height < least - 0.5)
            .map(([each, box]) => `${each.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)""",
        TOUCH,
    )
    return found


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits(new_page: NewPage, server: Server, pictures: Path, size: str) -> None:
    driver = Driver(new_page(viewport=SIZES[size], has_touch=size == "phone"))
    page = driver.page

    def look(name: str) -> None:
        fits(page)
        page.screenshot(path=pictures / f"{size}-{name}.png")

    game = server.put(until("1980-held", 76))
    driver.home()
    look("home")
    driver.open(game)
    look("board")
    driver.select("amir-4")
    look("unit")
    for name in ("log", "units", "rules", "replay", "game"):
        if not page.locator(f"#panel-{name}").is_visible():
            driver.tab(name)
        look(name)
    driver.open(server.put(until("1980-held", 85)))
    driver.click("0808")
    expect(page.locator("#attack [data-odds]")).to_be_visible()
    look("attack")
    driver.open(server.put(until("1980-held", 25)))
    look("retreat")
    driver.open(server.put(recorded("1980-held")))
    look("end")


def test_touch_targets_on_the_phone(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True))
    driver.open(server.put(until("1980-held", 9)))
    assert too_small(driver.page) == []


def test_the_phone_plays(new_page: NewPage, server: Server) -> None:
    """A move, the end and an attack by taps, on a board that is zoomed."""
    actions = recorded("1980-held")["actions"]
    game = server.put(until("1980-held", 7))
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(game)
    driver.page.locator("[data-zoom=fit]").click()
    driver.play_record(actions[7:15])
    assert server.record(game)["actions"] == actions[:15]


def test_an_attack_on_the_phone_leaves_the_map_in_sight(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(server.put(until("1980-held", 85)))
    driver.click("0808")
    expect(driver.page.locator("#attack [data-odds]")).to_be_visible()
    expect(driver.page.locator("#attack button[data-fire]")).to_be_in_viewport(ratio=1)
    board = driver.page.locator("#board").bounding_box()
    tracker = driver.page.locator(".tracker").bounding_box()
    assert board is not None
    assert tracker is not None
    assert board["height"] > 200
    assert tracker["height"] < 60


ALL_SEEN = f"places => places.every({MIDDLE})"


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("1980-held", 25), ("1980-held", 26), ("suez-even", 102), ("el-arish-egypt", 137),
        ("october-whole", 239), ("october-whole", 578),
    ],
)  # fmt: skip
def test_a_game_that_opens_at_a_choice_shows_its_hexes(
    new_page: NewPage, server: Server, name: str, before: int
) -> None:
    given = until(name, before)
    hexes = {word for action in position_of(given).legal_actions() for word in action.split()[2:]}
    assert hexes
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    asked = position_of(given).to_move
    others = [side for side in game_info(given["game"]).sides if side != asked]
    driver.open(server.put(given, **dict.fromkeys(others, "recruit")))  # no curtain
    turned, small = {"width": 844, "height": 390}, {"width": 320, "height": 480}
    for size, reloads in ((PHONE, 1), (turned, 1), (PHONE, 1), (small, 0), (PHONE, 0)):
        driver.page.set_viewport_size(size)  # and so does a phone that is turned
        for loaded in range(reloads + 1):
            driver.settle()
            driver.page.wait_for_function(ALL_SEEN, arg=[f"#hex-{hex_}" for hex_ in hexes])
            if loaded < reloads:
                driver.page.reload()
                driver._opened()


def test_a_counter_card_is_a_sheet_on_the_phone(new_page: NewPage, server: Server) -> None:
    """A long press shows who stands there, below the map; a tap or a swipe down takes it away."""
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(server.put(until("1980-held", 85)))
    page = driver.page
    touch = page.context.new_cdp_session(page)
    card = page.locator(".counter-card")

    def finger(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def long_press() -> dict[str, float]:
        found: list[float] = page.evaluate(MIDDLE, "#hex-0808")
        finger("touchStart", (found[0], found[1]))
        expect(card).to_be_visible()
        finger("touchEnd")
        box = card.bounding_box()
        board = page.locator("#board").bounding_box()
        assert box is not None
        assert board is not None
        assert box["y"] >= board["y"] + board["height"]
        assert box["y"] + box["height"] <= PHONE["height"] + 1
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + 20}

    driver.settle()
    at = driver.at
    middle = long_press()
    page.touchscreen.tap(middle["x"], middle["y"])
    expect(card).to_be_hidden()
    middle = long_press()
    finger("touchStart", (middle["x"], middle["y"]))
    for along in range(10, 91, 20):
        finger("touchMove", (middle["x"], middle["y"] + along))
    finger("touchEnd")
    expect(card).to_be_hidden()
    assert driver.at == at


def test_what_stays_is_not_drawn_anew(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 0)))
    page = driver.page
    page.evaluate(
        """() => {
            const kept = document.querySelectorAll("#layer-units, #layer-units [data-unit]");
            for (const each of kept) each.dataset.kept = "yes";
        }"""
    )
    page.locator("[data-shows=line]").click()
    page.locator("[data-shows=zones-egypt]").click()
    expect(page.locator("#layer-page .layer[data-side=egypt]").first).to_be_attached()
    moved = page.locator("#layer-units [data-unit=sharon]")
    expect(moved).to_have_attribute("data-kept", "yes")
    driver.do("move sharon 0310", 1)
    expect(moved).not_to_have_attribute("data-kept", "yes")
    expect(page.locator("#layer-units [data-unit=reshef-1]")).to_have_attribute("data-kept", "yes")


def test_zoom_and_fit(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 9)))
    page = driver.page

    width = "document.querySelector('#hex-0910').getBoundingClientRect().width"
    driver.whole_map()
    before = page.evaluate(width)
    page.locator("[data-zoom=in]").click()
    page.wait_for_function(f"was => {width} > was * 1.1", arg=before)
    page.locator("[data-zoom=fit]").click()
    page.wait_for_function(f"was => Math.abs({width} - was) < 1", arg=before)


def test_two_fingers_zoom_and_one_moves_the_map(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True, is_mobile=True))
    driver.open(server.put(until("1980-held", 9)))
    page = driver.page
    page.locator("[data-zoom=fit]").click()
    touch = page.context.new_cdp_session(page)

    def box() -> dict[str, float]:
        found: dict[str, float] = page.evaluate(
            "document.querySelector('#hex-0910').getBoundingClientRect().toJSON()"
        )
        return found

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    driver.settle()
    before = box()
    fingers("touchStart", (180, 250), (210, 250))
    for apart in range(20, 121, 20):
        fingers("touchMove", (180 - apart, 250), (210 + apart, 250))
    fingers("touchEnd")
    page.wait_for_function(
        "was => document.querySelector('#hex-0910').getBoundingClientRect().width > was * 2",
        arg=before["width"],
    )
    driver.settle()
    zoomed, at = box(), driver.at
    fingers("touchStart", (200, 250))
    for along in range(10, 61, 10):
        fingers("touchMove", (200, 250 + along))
    fingers("touchEnd")
    page.wait_for_function(
        "was => document.querySelector('#hex-0910').getBoundingClientRect().y > was + 20",
        arg=zoomed["y"],
    )
    driver.settle()
    assert abs(box()["width"] - zoomed["width"]) < 1
    assert driver.at == at  # moving the map is no click
    assert driver.game.get_attribute("data-unit") is None


def test_layers_are_switched(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 72)))
    driver.tab("game")
    page = driver.page
    layers = {
        "numbers": "#layer-numbers",
        "names": "#layer-names",
        "legend": "#legend",
    }
    driver.whole_map()
    for name, selector in layers.items():
        box = page.locator(f"input[data-layer={name}]").first
        box.check()
        expect(page.locator(selector).first).to_be_visible()
        box.uncheck()
        expect(page.locator(selector).first).to_be_hidden()


def test_the_phone_has_a_legend(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True))
    driver.open(server.put(until("1980-held", 9)))
    driver.tab("game")
    driver.page.locator("input[data-layer=legend]").check()
    legend = driver.page.locator("[data-legend]")
    legend.scroll_into_view_if_needed()
    expect(legend.locator("svg")).to_contain_text("Chinese Farm")
    driver.page.locator("input[data-layer=legend]").uncheck()
    expect(legend).to_be_hidden()


def test_light_and_dark(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 9)))
    driver.tab("game")
    page = driver.page
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    theme = page.locator("select#theme")
    theme.select_option("light")
    light = page.evaluate(paper)
    theme.select_option("dark")
    page.wait_for_function(f"light => {paper} !== light", arg=light)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
