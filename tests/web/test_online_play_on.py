"""A finished game of a server for many: links to its moments, playing on there and at home."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.web.conftest import NewPage
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import challenge, register, seated

pytestmark = pytest.mark.slow


def test_a_position_is_set_up_shared_by_link_and_played(
    new_page: NewPage, online: OnlineServer
) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    anna.goto("/")
    anna.click("a[href='/position']")
    ready, line = "#board[data-ready]", "#set-up[data-line]"
    expect(anna.locator(ready)).to_be_visible()
    assert faults(anna) == []
    before = anna.locator(line).get_attribute("data-line")
    anna.fill(".setup-times input", "3")
    anna.press(".setup-times input", "Tab")
    expect(anna.locator(line)).not_to_have_attribute("data-line", str(before))
    bert.goto(anna.url)  # what *Copy link* copies
    expect(bert.locator(ready)).to_be_visible()
    shared = anna.locator(line).get_attribute("data-line")
    assert bert.locator(line).get_attribute("data-line") == shared
    register(bert, "Bert")
    bert.goto(anna.url)
    bert.click("[data-deed=play]")
    bert.check("input[name=side][value=israel]")
    bert.check("input[name=opponent][value=recruit]")
    bert.click("#new-game button[type=submit]")
    there = seated(bert)
    expect(there.page.locator("#status .turn")).to_contain_text("3")


def test_a_finished_game_is_played_on_there_and_at_home(
    new_page: NewPage, online: OnlineServer, tmp_path: Path
) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    register(anna, "Anna")
    register(bert, "Bert")
    challenge(anna, "israel", "open")
    bert.goto("/")
    bert.click("[data-list=challenges] button")
    seated(bert)
    game = bert.url
    anna.goto(game)
    seated(anna)
    anna.click("[data-tab=replay]")
    expect(anna.locator(".here [data-play-on]")).to_be_disabled()  # no help against people
    expect(anna.locator("[data-copy=position]")).to_be_disabled()
    expect(anna.locator("#comments")).to_be_hidden()
    anna.click("[data-tab=game]")
    anna.click("button[data-resign]")
    anna.click("dialog#resign [data-confirm]")
    expect(anna.locator("#aftermath")).to_contain_text("a friendly game")
    expect(anna.locator("#result-title")).to_contain_text("You have lost")
    expect(bert.locator("#result-title")).to_contain_text("You have won")
    bert.goto("/")
    bert.goto(f"{game}#0")  # a link to the start
    expect(bert.locator("#game[data-replay]")).to_have_attribute("data-at", "0")
    bert.click(".here [data-play-on]")
    expect(bert.locator("#play-on")).to_contain_text("download the new game as a file")
    with bert.expect_download() as download:
        bert.click("#play-on [data-branch]")
    file = tmp_path / "branch.json"
    download.value.save_as(file)
    record = bh.Record.from_dict(json.loads(file.read_text(encoding="utf-8")))
    assert record.origin is not None
    assert record.origin.action == 0
    assert record.actions == []
    bert.click("#play-on [data-play-here]")
    bert.check("input[name=side][value=israel]")
    bert.check("input[name=opponent][value=recruit]")
    assert faults(bert) == []
    bert.click("#new-game button[type=submit]")
    there = seated(bert)
    there.do("move matt-1 0514", 1)
    bert.click("[data-tab=game]")
    expect(bert.locator(".menu .facts")).to_contain_text("After action 0 of another game")
    bert.click("[data-tab=replay]")
    expect(bert.locator(".replay-told")).not_to_be_empty()  # the log has come: nothing is under way
