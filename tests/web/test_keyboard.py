"""A turn by keyboard alone: moves, attacks, a retreat, the end. No pointer is used."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server


def focus_by_tab(page: Page, selector: str, most: int = 80) -> None:
    """Go on by Tab until an element has the focus."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def cursor_to(driver: Driver, hex_: str) -> None:
    """Move the board's cursor to a hex, key by key."""
    for _ in range(60):
        here = driver.page.locator("#board").get_attribute("data-cursor")
        if here == hex_:
            return
        driver.page.keyboard.press(_towards(here, hex_) if here else "ArrowDown")
    raise AssertionError(f"the cursor does not come to {hex_}")


def _towards(here: str, there: str) -> str:
    columns = int(there[:2]) - int(here[:2])
    if columns:
        return "ArrowRight" if columns > 0 else "ArrowLeft"
    return "ArrowDown" if int(there[2:]) > int(here[2:]) else "ArrowUp"


def test_a_game_is_begun_by_keyboard(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.home()
    page = driver.page
    for side in ("israel", "egypt"):
        focus_by_tab(page, f"select[name=player-{side}]")
        page.keyboard.press("Home")  # a person
    focus_by_tab(page, "input[name=seed]")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator("#board[data-ready]")).to_be_visible()
    game = page.url.rsplit("/", 1)[-1]
    assert server.record(game)["players"] == {"israel": "human", "egypt": "human"}


def test_a_turn_by_keyboard(visitor: Driver, server: Server) -> None:
    driver = visitor
    actions = recorded("1980-held")["actions"]
    game = server.put(record(seed=0))
    driver.open(game)
    page = driver.page
    focus_by_tab(page, "#board")

    for number, action in enumerate(actions[:8], start=1):
        verb, unit, hex_ = action.split()
        assert verb == "move"
        cursor_to(driver, str(driver.place(unit)))
        page.keyboard.press("Enter")
        expect(driver.game).to_have_attribute("data-unit", unit)
        cursor_to(driver, hex_)
        page.keyboard.press("Enter")
        driver.wait_at(number)
    page.keyboard.press("E")
    driver.wait_at(9)

    at = 9
    while at < 27:  # three attacks, with a retreat and an advance
        action = actions[at]
        verb = action.split()[0]
        if verb == "attack":
            fire = actions.index("fire", at)
            wanted = [a[5:] for a in actions[at:fire] if a.startswith("with ")]
            cursor_to(driver, action.split()[1])
            page.keyboard.press("Enter")
            boxes = page.locator("#attack input[data-attacker]")
            expect(boxes.first).to_be_visible()  # the panel itself may show the attack before
            for box in boxes.all():
                unit = box.get_attribute("data-attacker")
                if box.is_checked() != (unit in wanted):
                    focus_by_tab(page, f"input[data-attacker='{unit}']")
                    page.keyboard.press("Space")
            expect(page.locator("button[data-fire]")).to_be_enabled()
            focus_by_tab(page, "button[data-fire]")
            page.keyboard.press("Enter")
            at = fire + 2
        else:
            focus_by_tab(page, f"#decision [data-do='{action}']")
            page.keyboard.press("Enter")
            at += 1
        driver.wait_at(at)
        focus_by_tab(page, "#board")
    assert server.record(game)["actions"] == actions[:27]


def test_keys_of_the_board(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 0)))
    page = driver.page
    focus_by_tab(page, "#board")
    page.keyboard.press("n")
    expect(driver.game).to_have_attribute("data-unit", re.compile(".+"))
    first = str(driver.game.get_attribute("data-unit"))
    page.keyboard.press("n")
    expect(driver.game).not_to_have_attribute("data-unit", first)
    page.keyboard.press("N")
    expect(driver.game).to_have_attribute("data-unit", first)
    page.keyboard.press("Escape")
    expect(driver.game).not_to_have_attribute("data-unit", first)
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()


def test_what_the_cursor_is_on_is_said(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 0)))
    page = driver.page
    focus_by_tab(page, "#board")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board")).to_have_attribute("data-cursor", re.compile(r"\d{4}"))
    here = page.locator("#board").get_attribute("data-cursor")
    expect(page.locator("#live-now")).to_contain_text(str(here))


def test_tabs_by_arrows(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 0)))
    page = driver.page
    focus_by_tab(page, "[role=tab][aria-selected=true]")
    page.keyboard.press("Home")
    for name in ("units", "rules", "replay", "game"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(f"[role=tab][data-tab={name}]")).to_be_focused()
        expect(page.locator(f"#panel-{name}")).to_be_visible()


def test_the_board_has_the_focus_when_its_button_is_gone(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(record(actions=["end"])))
    page = driver.page
    focus_by_tab(page, "#board")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("#attack [data-fire]")).to_be_enabled()
    focus_by_tab(page, "#attack [data-fire]")
    page.keyboard.press("Enter")
    expect(page.locator("#die")).to_be_visible()
    expect(page.locator("#board")).to_be_focused()


def test_shortcuts_act_after_every_change_of_focus(visitor: Driver, server: Server) -> None:
    """After loading, after a click on a tab, a button, the log, a tick box; not in a text field."""
    driver = visitor
    driver.open(server.put(until("1980-held", 0)))
    page, help_ = driver.page, driver.page.locator("dialog#keys")

    def they_act() -> None:
        page.keyboard.press("?")
        expect(help_).to_be_visible()
        page.keyboard.press("Escape")
        expect(help_).to_be_hidden()
        before = driver.game.get_attribute("data-unit")
        page.keyboard.press("n")
        expect(driver.game).not_to_have_attribute("data-unit", str(before))
        expect(page.locator("#board")).to_be_focused()

    they_act()  # nothing was clicked yet
    for name in ("log", "units", "rules", "replay", "game"):
        driver.tab(name)
        they_act()
    page.locator("input[data-layer=numbers]").click()
    they_act()
    page.locator("[data-zoom=in]").click()
    they_act()
    page.locator("#decision [data-back]").click()
    they_act()
    page.evaluate("document.activeElement.blur()")
    they_act()
    driver.tab("rules")
    field = page.locator("#panel-rules input[type=search]")
    field.click()
    chosen = str(driver.game.get_attribute("data-unit"))
    page.keyboard.type("nh?")
    expect(field).to_have_value("nh?")
    expect(help_).to_be_hidden()
    expect(driver.game).to_have_attribute("data-unit", chosen)
    page.keyboard.press("Tab")
    page.keyboard.press("g")
    expect(page.locator("#panel-log")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("#board")).to_have_attribute("data-zoomed", "false")


def test_keys_are_printed_on_the_buttons(visitor: Driver, server: Server) -> None:
    driver = visitor
    driver.open(server.put(until("1980-held", 9)))
    for selector, key in (("#undo", "u"), ("#advise", "h"), ("[data-do=end]", "⇧E")):
        button = driver.page.locator(selector)
        shown = button.evaluate("button => getComputedStyle(button, '::after').content")
        assert f'"{key}"' in shown
        assert button.get_attribute("aria-keyshortcuts") == key.replace("⇧", "Shift+")
