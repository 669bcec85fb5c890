"""Looking back: step by step, by the slider, playing; and sharing what was played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server

FINISHED = "1980-bridge-moved"
DRAWN = 60_000  # ms until a PNG is drawn: seconds of processor time, in a process of its own
LENGTH = len(recorded(FINISHED)["actions"])


@pytest.fixture
def replaying(driver: Driver, server: Server) -> Driver:
    driver.open(server.put(recorded(FINISHED)))
    driver.tab("replay")
    return driver


def go(driver: Driver, name: str) -> None:
    driver.page.locator(f"#replay [data-go={name}]").click()


def shows(driver: Driver, count: int) -> None:
    """Check that the board shows the position after `count` actions."""
    expect(driver.page.locator("#replay-slider")).to_have_value(str(count))
    if count == LENGTH:
        return
    expect(driver.page.locator("#game[data-replay]")).to_be_visible()
    expect(driver.game).to_have_attribute("data-at", str(count))
    position = bh.Record.from_dict(until(FINISHED, count)).position
    for unit, place in position.units.items():
        counter = driver.unit(unit)
        if counter.count():
            expect(counter).to_have_attribute("data-place", place)


def test_step_by_step(replaying: Driver) -> None:
    go(replaying, "first")
    shows(replaying, 0)
    go(replaying, "forward")
    shows(replaying, 1)
    go(replaying, "forward")
    shows(replaying, 2)
    go(replaying, "back")
    shows(replaying, 1)
    go(replaying, "last")
    shows(replaying, LENGTH)


def test_by_the_slider(replaying: Driver) -> None:
    slider = replaying.page.locator("#replay-slider")
    slider.fill("100")
    shows(replaying, 100)
    slider.press("ArrowRight")
    shows(replaying, 101)
    replaying.page.locator("#replay-now").click()
    expect(replaying.page.locator("#game[data-replay]")).to_have_count(0)
    expect(replaying.game).to_have_attribute("data-at", str(LENGTH))


def test_turns_and_phases_are_marked(replaying: Driver) -> None:
    turns = replaying.page.locator("#replay .turn")
    expect(turns).not_to_have_count(0)
    expect(replaying.page.locator("#replay .turn.night").first).to_be_attached()


def test_playing_goes_on_to_the_end_and_stops(replaying: Driver) -> None:
    replaying.page.locator("#replay-speed").select_option("250")
    replaying.page.locator("#replay-slider").fill(str(LENGTH - 3))
    shows(replaying, LENGTH - 3)
    play = replaying.page.locator("#replay [data-go=play]")
    play.evaluate(
        """play => {
            const seen = window.seen = [], look = () => seen.push(play.ariaPressed);
            new MutationObserver(look).observe(play, {attributeFilter: ["aria-pressed"]});
        }"""
    )
    play.click()
    replaying.page.wait_for_function("seen.includes('true')")  # it may be over at once
    expect(replaying.page.locator("#replay-slider")).to_have_value(str(LENGTH))
    expect(play).to_have_attribute("aria-pressed", "false")


def test_a_running_game_is_replayed_and_goes_on(driver: Driver, server: Server) -> None:
    game = server.put(until(FINISHED, 4))
    driver.open(game)
    driver.tab("replay")
    go(driver, "first")
    expect(driver.game).to_have_attribute("data-at", "0")
    expect(driver.button("end")).to_be_hidden()  # nothing is decided in the past
    driver.page.locator("#replay-now").click()
    driver.wait_at(4)
    driver.do(recorded(FINISHED)["actions"][4], 5)
    assert server.record(game)["actions"] == recorded(FINISHED)["actions"][:5]


def test_export_and_import_give_the_same_game(
    replaying: Driver, server: Server, tmp_path: Path
) -> None:
    driver, page = replaying, replaying.page
    driver.tab("game")
    with page.expect_download() as download:
        page.locator("#game [data-export]").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert exported["actions"] == recorded(FINISHED)["actions"]

    before = page.url
    driver.home()
    page.locator("#import-file").set_input_files(file)
    expect(driver.game).to_have_attribute("data-at", str(LENGTH))
    assert page.url != before
    assert server.record(page.url.rsplit("/", 1)[-1]) == exported


def test_pictures_of_the_position_that_is_shown(
    replaying: Driver, server: Server, tmp_path: Path
) -> None:
    page = replaying.page
    go(replaying, "first")
    shows(replaying, 0)
    replaying.tab("game")
    game = page.url.rsplit("/", 1)[-1]
    for kind, begins in {"svg": b"<svg", "png": b"\x89PNG"}.items():
        link = page.locator(f"[data-picture={kind}]")
        with page.expect_download(timeout=DRAWN) as download:
            link.click()
        file = tmp_path / f"picture.{kind}"
        download.value.save_as(file)
        assert begins in file.read_bytes()[:400]
        assert re.search(rf"/{game}/board\.{kind}\?(.*&)?at=0(&|$)", download.value.url)
    drawn = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    address = f"{server.url}/api/saved/{game}/board.svg?at=0&download=1"
    assert drawn == httpx2.get(address, timeout=30).text
    assert "@font-face" in drawn  # it stands alone


def test_an_entry_of_the_log_shows_its_hexes(driver: Driver, server: Server) -> None:
    driver.open(server.put(until(FINISHED, 26)))
    driver.tab("log")
    light = driver.page.locator("#layer-page .page-told > *")
    expect(light).to_have_count(0)
    driver.page.locator("#log [data-n='1'] button").first.click()
    expect(light.first).to_be_attached()
