"""Sounds are off until they are switched on; then they follow what happens, at one volume."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import record, until
from tests.web.server import Server
from tests.web.test_ahead import ending

# Each source that is started is noted, the pitches, and how loud it becomes.
GONE, TURN, OVER = 150, 587, 392  # the first pitch of each
LISTEN = """
    window.started = [];
    for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (...given) {
            window.started.push(this.constructor.name);
            return start.apply(this, given);
        };
    }
    window.pitches = [];
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, at) {
        if (value > 20) window.pitches.push(value);
        return set.call(this, value, at);
    };
    window.loudest = 0;
    const ramp = AudioParam.prototype.exponentialRampToValueAtTime;
    AudioParam.prototype.exponentialRampToValueAtTime = function (value, at) {
        if (value < 1) window.loudest = Math.max(window.loudest, value);
        return ramp.call(this, value, at);
    };
"""


def listener(new_page: NewPage, *, motion: str = "no-preference", pace: int = 0) -> Driver:
    page = new_page(reduced_motion=motion, pace=pace)
    page.add_init_script(LISTEN)
    return Driver(page)


def heard(page: Page) -> int:
    """Return how many sources were started since this was last asked."""
    found: int = page.evaluate("() => started.splice(0).length")
    return found


def switch_on(driver: Driver) -> None:
    driver.tab("game")
    driver.page.locator("#sounds-on").check()
    driver.page.wait_for_function("started.length >= 2")  # a sample
    heard(driver.page)


def test_they_are_off_until_switched_on(new_page: NewPage, server: Server) -> None:
    driver = listener(new_page)
    page = driver.page
    driver.open(server.put(record()))
    driver.do("move sharon 0310", 1)
    assert heard(page) == 0
    switch_on(driver)
    driver.do("move reshef-1 0411", 2)
    page.wait_for_function("started.length > 0")
    kept: dict[str, Any] = json.loads(page.evaluate("localStorage.bridgehead"))
    assert kept["sounds"] is True
    page.locator("#sounds-on").uncheck()
    heard(page)
    driver.do("move matt-1 0514", 3)
    assert heard(page) == 0


def test_dice_losses_and_the_volume(new_page: NewPage, server: Server) -> None:
    driver = listener(new_page)
    page = driver.page
    data = until("1980-held", 13)
    data["actions"].pop()  # fire: the roll eliminates
    driver.open(server.put(data))
    switch_on(driver)
    slider = page.locator("#volume")
    loud = page.evaluate("loudest")
    page.evaluate("() => { window.loudest = 0; }")
    slider.fill("10")
    page.wait_for_function("loudest > 0")
    assert page.evaluate("loudest") < loud / 4
    heard(page)
    page.locator("#attack button[data-fire]").click()
    page.wait_for_function("started.filter(name => name === 'AudioBufferSourceNode').length >= 6")
    page.wait_for_function("pitch => pitches.includes(pitch)", arg=GONE)
    slider.fill("0")
    heard(page)
    for _ in range(2):
        page.locator("#sounds-on").click()  # on again, it would give a sample
    assert heard(page) == 0


def test_who_wants_less_motion_hears_less(new_page: NewPage, server: Server) -> None:
    driver = listener(new_page, motion="reduce")
    driver.open(server.put(record()))
    driver.tab("game")
    driver.page.locator("#sounds-on").check()
    driver.page.wait_for_function("started.length === 1")
    heard(driver.page)
    driver.do("move sharon 0310", 1)
    assert heard(driver.page) == 0


def test_your_turn_and_the_end_are_heard(new_page: NewPage, server: Server) -> None:
    driver = listener(new_page, pace=6000)
    page = driver.page
    driver.open(server.put(ending(), egypt="sergeant"))
    page.locator("#pause").click()
    switch_on(driver)
    page.evaluate("() => { pitches.length = 0; }")
    page.locator("#pause").click()
    page.locator("#now").click()
    page.wait_for_function("pitch => pitches.includes(pitch)", arg=TURN)
    driver.wait_mine()
    assert OVER not in page.evaluate("pitches")
    driver.do("resign")
    page.wait_for_function("pitch => pitches.includes(pitch)", arg=OVER)
