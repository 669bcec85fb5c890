"""A computer plays for a player who is away, in two browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE, NewPage
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import GAME, register, seated
from tests.web.test_online_clocks import expire

pytestmark = pytest.mark.slow


def test_a_computer_plays_for_who_is_away(new_page: NewPage, online: OnlineServer) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url, viewport=PHONE)
    register(anna, "Anna")
    register(bert, "Bert")
    anna.goto(f"/new/{GAME}")
    anna.locator("details", has=anna.locator("#stand_in")).locator("summary").click()
    anna.select_option("#stand_in", "recruit")
    anna.check("input[name=stand_in_on_time]")
    assert faults(anna) == []
    anna.click("#new-game button[type=submit]")
    bert.goto("/")
    expect(bert.locator("[data-list=challenges] [data-stand-in=recruit]")).to_be_visible()
    bert.click("[data-list=challenges] button")
    there, here = seated(bert), seated(anna)

    here.tab("table")
    anna.select_option("#away-until", "back")
    anna.click("[data-away=begin]")
    expect(anna.locator("#away [data-away=end]")).to_be_visible()
    expect(bert.locator("#away")).to_contain_text("Anna")
    expect(bert.locator("#away button")).to_have_count(0)
    there.tab("log")
    expect(bert.locator(".log-computer:visible").first).to_be_visible()
    anna.focus("#away [data-away=end]")
    anna.keyboard.press("Enter")
    expect(bert.locator("#away")).to_be_hidden()
    expect(anna.locator("#away")).to_be_hidden()
    assert faults(anna) == []
    assert faults(bert) == []

    expire(online)  # the time of whoever decides is up, and nobody loses
    for page in (anna, bert):
        page.reload()
        expect(page.locator("#away")).to_contain_text(re.compile("time was up", re.IGNORECASE))
