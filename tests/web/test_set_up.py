"""Setting up a position: by clicks, by dragging, by keyboard, on a desktop and on a phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import bridgehead as bh
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import GAME, record
from tests.web.server import Server
from tests.web.test_accessibility import VIEWS, faults

WAR = "october-war"
DESERT = "el-arish-67"


class SetUpPage:
    """The screen on which a position is set up."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.screen = page.locator("#set-up")
        self.fault = page.locator("#setup-fault")
        self.told = page.locator("#setup-told")

    def open(self, address: str) -> None:
        """Open the screen by its address."""
        self.page.goto("about:blank")
        self.page.goto(f"/#/position/{address}")
        self.wait()

    def wait(self) -> None:
        """Wait until the map is shown."""
        expect(self.page.locator("#set-up[data-line] #board[data-ready]")).to_be_visible()

    @property
    def position(self) -> Any:
        """The position that is shown, as its line says."""
        return bh.from_line(str(self.screen.get_attribute("data-line")))

    def units(self) -> dict[str, str]:
        """Return the places of the units."""
        found: dict[str, str] = self.position.to_dict()["units"]
        return found

    def place(self, number: str) -> tuple[float, float]:
        """Return the middle of a place on the screen."""
        box = self.page.locator(f"#board [data-hex='{number}']").first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def counter(self, unit: str) -> Locator:
        """Return a counter on the map."""
        return self.page.locator(f"#unit-{unit}")

    def tray(self, unit: str) -> Locator:
        """Return a unit beside the map."""
        return self.page.locator(f"#setup-unit-{unit}")

    def box(self, place: str) -> Locator:
        """Return a place beside the map."""
        return self.page.locator(f".setup-group[data-box='{place}']")

    def deed(self, name: str) -> None:
        """Press a button."""
        self.page.locator(f"[data-deed='{name}']:visible").click()

    def wait_unit(self, unit: str, place: str) -> None:
        """Wait until a counter is in a place of the map."""
        expect(self.counter(unit)).to_have_attribute("data-place", place)


@pytest.fixture
def set_up(page: Page, server: Server) -> SetUpPage:
    del server
    return SetUpPage(page)


@pytest.mark.by_day
def test_a_position_is_set_up_by_clicks_and_played(
    set_up: SetUpPage, page: Page, driver: Driver, server: Server
) -> None:
    driver.home()
    page.locator("#set-up-game").click()
    set_up.wait()
    set_up.counter("reshef-1").click()
    page.mouse.click(*set_up.place("0107"))
    set_up.wait_unit("reshef-1", "0107")
    set_up.tray("amir-1").click()
    page.mouse.click(*set_up.place("0107"))
    expect(set_up.fault).to_contain_text(re.compile("are both on 0107"))
    page.mouse.click(*set_up.place("0108"))
    set_up.wait_unit("amir-1", "0108")
    expect(set_up.fault).to_be_hidden()
    page.locator("#setup-side-egypt").click()
    set_up.counter("16-1").click()
    set_up.box("eliminated").locator("[data-put]").click()
    expect(set_up.tray("16-1")).to_be_visible()
    page.locator("#setup-turn").fill("3")
    page.locator("#setup-turn").press("Enter")
    expect(page.locator("#setup-turn")).to_have_value("3")
    page.locator("#setup-phase").select_option("combat")
    page.wait_for_function("() => document.querySelector('#setup-phase').value === 'combat'")
    set_up.deed("undo")
    expect(page.locator("#setup-phase")).to_have_value("movement")
    set_up.deed("redo")
    expect(page.locator("#setup-phase")).to_have_value("combat")
    set_up.deed("undo")
    expect(page.locator("#setup-phase")).to_have_value("movement")
    set_up.deed("test")
    expect(set_up.told).to_contain_text(re.compile(r"Israel decides: .*\d+ legal actions"))
    made = set_up.position
    assert (made.turn, made.phase) == (3, "movement")
    assert made.to_dict()["units"] | {"reshef-1": "0107", "amir-1": "0108"} == set_up.units()
    assert set_up.units()["16-1"] == "eliminated"
    set_up.deed("play")
    dialog = page.locator("#play-on")
    dialog.locator("#player-egypt").select_option("recruit")
    dialog.locator("button[type=submit]").click()
    expect(driver.game).to_have_attribute("data-mine", "true")
    game = server.record(page.url.rpartition("/")[2])
    assert bh.Record.from_dict(game).position == made
    assert game["players"] == {"israel": "human", "egypt": "recruit"}


# Dragging


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(part: Locator) -> tuple[float, float]:
    """Return the middle of an element."""
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_units_are_dragged_between_map_and_tray(set_up: SetUpPage, page: Page) -> None:
    set_up.open(GAME)
    drag(page, set_up.place("0210"), set_up.place("0107"))
    set_up.wait_unit("reshef-1", "0107")
    drag(page, middle(set_up.tray("keren-1")), set_up.place("0108"))
    set_up.wait_unit("keren-1", "0108")
    drag(page, set_up.place("0108"), middle(set_up.box("eliminated")))
    expect(set_up.box("eliminated").locator("#setup-unit-keren-1")).to_be_visible()
    drag(page, middle(set_up.tray("keren-2")), middle(set_up.box("across")))
    expect(set_up.box("across").locator("#setup-unit-keren-2")).to_be_visible()
    drag(page, set_up.place("0107"), set_up.place("0118"))  # in the lake
    expect(set_up.fault).to_contain_text("Reshef 1 on 0118: no unit can stand in lake")
    assert set_up.units()["reshef-1"] == "0107"
    expect(page.locator("#board .mark.target[data-mark='0118']")).to_have_count(1)


# The keyboard


def test_everything_by_keyboard(set_up: SetUpPage, page: Page) -> None:
    set_up.open(GAME)
    board = page.locator("#board")
    board.focus()
    page.keyboard.press("n")
    hand = page.locator("#setup-place")
    expect(hand).to_be_visible()
    first = hand.get_attribute("data-goes")
    assert first == "reshef-1"
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    set_up.wait_unit("reshef-1", "0209")
    expect(page.locator("#live")).to_contain_text("Reshef 1: 0209.")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("eliminate the selected unit")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")  # take it again
    page.keyboard.press("Delete")
    expect(set_up.box("eliminated").locator("#setup-unit-reshef-1")).to_be_visible()
    page.keyboard.press("u")
    set_up.wait_unit("reshef-1", "0209")
    page.keyboard.press("Control+z")
    set_up.wait_unit("reshef-1", "0210")
    page.keyboard.press("Control+y")
    set_up.wait_unit("reshef-1", "0209")
    set_up.tray("amir-1").focus()
    page.keyboard.press("Enter")
    hand.fill("0107")
    hand.press("Enter")
    set_up.wait_unit("amir-1", "0107")
    expect(board).to_be_focused()
    set_up.tray("amir-2").focus()
    page.keyboard.press("Enter")
    expect(set_up.tray("amir-2")).to_be_focused()  # although it was drawn anew
    expect(set_up.tray("amir-2")).to_have_attribute("aria-pressed", "true")
    page.locator("#setup-where").select_option("across")
    expect(set_up.box("across").locator("#setup-unit-amir-2")).to_be_visible()
    page.keyboard.press("Escape")
    set_up.tray("amir-3").focus()
    page.keyboard.press("Enter")
    hand.fill("0118")
    hand.press("Enter")
    expect(set_up.fault).to_contain_text("no unit can stand in lake")


# Marks and fields


def test_marks_of_a_unit_and_fields_are_set(set_up: SetUpPage, page: Page) -> None:
    set_up.open(GAME)
    expect(page.locator("#setup-undo")).to_be_disabled()
    set_up.counter("reshef-1").click()
    page.locator(".setup-selected summary").click()
    page.locator("#setup-moved-reshef-1").check()
    expect(page.locator("#setup-undo")).to_be_enabled()
    expect(page.locator("#setup-moved-reshef-1")).to_be_checked()
    assert set_up.position.to_dict()["moved"] == ["reshef-1"]
    page.locator(".setup-more summary").first.click()
    page.locator("#setup-ferried").fill("2")
    page.locator("#setup-ferried").press("Enter")
    page.wait_for_function("() => document.querySelector('#setup-undo').disabled === false")
    expect(page.locator("#setup-ferried")).to_have_value("2")
    page.locator("#setup-ferried").fill("9")
    page.locator("#setup-ferried").press("Enter")
    expect(set_up.fault).to_contain_text("must be a number from 0 to 2")
    expect(page.locator("#setup-ferried")).to_have_value("2")
    assert set_up.position.to_dict()["ferried"] == 2


def test_points_of_el_arish_and_what_only_fits_together(set_up: SetUpPage, page: Page) -> None:
    set_up.open(DESERT)
    page.locator("#setup-turn").fill("4")
    page.locator("#setup-turn").press("Enter")
    expect(page.locator("#setup-phase")).to_have_value("movement")
    page.locator(".setup-more summary").first.click()
    page.locator("#setup-ledger-units_exited").fill("2.5")
    page.locator("#setup-ledger-units_exited").press("Enter")
    expect(page.locator("#setup-undo")).to_be_enabled()
    expect(page.locator("#setup-ledger-units_exited")).to_have_attribute("value", "2.5")
    assert set_up.position.to_dict()["ledger"] == {"units exited": 2.5}


def test_a_position_of_october_war(set_up: SetUpPage, page: Page) -> None:
    set_up.open(WAR)
    page.locator("#setup-turn").fill("3")
    page.locator("#setup-turn").press("Enter")
    page.locator("#setup-phase").select_option("movement 1")
    expect(page.locator("#setup-phase")).to_have_value("movement 1")
    unit = page.locator(".setup-tray [data-pick]").first.get_attribute("data-pick")
    assert unit is not None
    set_up.tray(unit).click()
    page.mouse.click(*set_up.place("tasa"))
    set_up.wait_unit(unit, "tasa")
    page.locator("#setup-control-tasa").select_option("arab")
    expect(page.locator("#setup-control-tasa")).to_have_value("arab")
    page.mouse.click(*set_up.place("tasa"))  # now a unit is selected, and the place below it
    page.locator(".setup-selected summary", has_text="Tasa").click()
    page.locator("#setup-control-tasa").select_option("none")
    expect(page.locator("#setup-control-tasa")).to_have_value("none")
    page.locator("#setup-control-tasa").select_option("arab")
    expect(page.locator("#setup-control-tasa")).to_have_value("arab")
    page.keyboard.press("Escape")
    page.locator(".setup-more summary").first.click()
    page.locator("#setup-points-egypt").fill("12")
    page.locator("#setup-points-egypt").press("Enter")
    expect(page.locator("#setup-points-egypt")).to_have_attribute("value", "12")
    made = set_up.position.to_dict()
    assert (made["units"][unit], made["control"]["tasa"], made["points"]["egypt"]) == (
        "tasa",
        "arab",
        12,
    )
    set_up.deed("test")
    expect(set_up.told).to_contain_text(re.compile(r"\d+ legal actions"))
    page.locator(".theaters [data-theater=golan]").click()
    expect(page.locator(".theaters [data-theater=golan]")).to_have_attribute("aria-pressed", "true")


# Where a position comes from and goes to


def test_a_line_and_a_file_are_opened_and_saved(
    set_up: SetUpPage, page: Page, tmp_path: Path
) -> None:
    set_up.open(GAME)
    start = bh.load(GAME).position({"game": GAME, "turn": 2, "units": {"matt-1": "0910"}})
    page.locator(".setup-open summary").click()
    page.locator("#setup-line").fill(start.to_line()[:-4])
    set_up.deed("paste")
    expect(set_up.fault).to_contain_text("checksum is wrong")
    page.locator("#setup-line").fill(start.to_line())
    set_up.deed("paste")
    expect(page.locator("#setup-turn")).to_have_value("2")
    assert set_up.position == start
    with page.expect_download() as saving:
        set_up.deed("save")
    kept = tmp_path / "kept.json"
    saving.value.save_as(kept)
    assert saving.value.suggested_filename == f"{GAME}-position.json"
    assert bh.load(GAME).position(json.loads(kept.read_text(encoding="utf-8"))) == start
    set_up.deed("empty")
    expect(page.locator("#board #layer-units [data-place='0910']")).to_have_count(0)
    page.locator("#setup-file").set_input_files(kept)
    set_up.wait_unit("matt-1", "0910")
    page.reload()
    set_up.wait()
    assert set_up.position == start
    other = bh.load(DESERT).start()  # where units are set up
    page.locator(".setup-open summary").click()
    page.locator("#setup-line").fill(other.to_line())
    set_up.deed("paste")
    expect(page.locator("#setup-game")).to_have_value(DESERT)
    set_up.wait()
    assert set_up.position == other


def test_a_moment_of_a_game_is_changed(set_up: SetUpPage, driver: Driver, server: Server) -> None:
    moves = ("move reshef-1 0107", "end")
    game = server.put(record(actions=[*moves, "attack 0910"]))
    driver.open(game)
    driver.tab("replay")
    driver.page.locator("#replay-slider").fill("1")
    expect(driver.game).to_have_attribute("data-at", "1")
    driver.page.locator("[data-change-position]").click()
    set_up.wait()
    assert set_up.position == bh.Record.from_dict(server.record(game)).position_at(1)


def test_what_was_begun_is_ended(set_up: SetUpPage, page: Page) -> None:
    start = bh.load(GAME).position({"game": GAME, "turn": 2, "phase": "combat"})
    start.push("attack 0910")
    set_up.open(f"{GAME}/{start.to_line()}")
    set_up.counter("16-4").click()
    page.mouse.click(*set_up.place("0107"))
    expect(set_up.fault).to_be_visible()
    set_up.deed("settle")
    expect(page.locator("[data-deed=settle]")).to_be_hidden()
    assert "combat" not in set_up.position.to_dict()


# A phone, and what axe says


def test_a_phone_by_taps(new_page: NewPage, server: Server) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    set_up = SetUpPage(page)
    set_up.open(GAME)
    page.touchscreen.tap(*middle(set_up.tray("amir-1")))
    page.touchscreen.tap(*set_up.place("0108"))
    set_up.wait_unit("amir-1", "0108")
    page.touchscreen.tap(*set_up.place("0108"))
    expect(page.locator("#setup-place")).to_have_attribute("data-goes", "amir-1")
    put = set_up.box("eliminated").locator("[data-put]")
    page.touchscreen.tap(*middle(put))
    expect(set_up.box("eliminated").locator("#setup-unit-amir-1")).to_be_visible()
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("game", [GAME, WAR])
def test_axe_finds_nothing(new_page: NewPage, server: Server, view: str, game: str) -> None:
    page = new_page(**VIEWS[view])
    set_up = SetUpPage(page)
    set_up.open(game)
    page.locator(".setup-more summary").first.click()
    page.locator(".setup-open summary").click()
    page.locator(".setup-tray [data-pick]").first.click()
    page.locator(".setup-selected summary").click()
    assert faults(page) == []


def test_options_and_a_scenario_come_from_the_form(set_up: SetUpPage, driver: Driver) -> None:
    driver.home()
    form = driver.page.locator("form#new-game")
    form.locator("select[name=game]").select_option("across-suez-reprint")
    form.locator("input[name=option][value=marines]").check()
    driver.page.locator("#set-up-game").click()
    set_up.wait()
    assert set_up.position.game.options == ("marines",)
    driver.home()
    form.locator("select[name=game]").select_option(WAR)
    scenario = str(form.locator("#scenario-select option").nth(1).get_attribute("value"))
    form.locator("#scenario-select").select_option(scenario)
    driver.page.locator("#set-up-game").click()
    set_up.wait()
    assert set_up.position.game.options == (f"scenario={scenario}",)
    assert set_up.position == bh.load(WAR, scenario=scenario).start()
    driver.page.locator(".setup-open summary").click()
    set_up.deed("empty")
    expect(driver.page.locator("#setup-undo")).to_be_enabled()
    assert set_up.position.game.options == (f"scenario={scenario}",)
