"""Two browsers see two clocks run; the time runs out, and the opponent gives time and claims."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect
from sqlalchemy import create_engine, text

from tests.web.conftest import PHONE, NewPage
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import GAME, register, seated

pytestmark = pytest.mark.slow


def expire(server: OnlineServer) -> None:
    """Let the time of whoever decides be up."""
    engine = create_engine(f"sqlite:///{server.data / 'online.sqlite'}")
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE game SET since = since - deadline + :now, deadline = :now"),
            {"now": int(time.time() * 1000) - 1000},
        )
    engine.dispose()


def test_clocks_are_seen_and_run_out(new_page: NewPage, online: OnlineServer) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url, viewport=PHONE)
    register(anna, "Anna")
    register(bert, "Bert")
    anna.goto(f"/new/{GAME}")
    anna.check("input[name=pace][value=evening]")
    assert faults(anna) == []
    anna.click("#new-game button[type=submit]")
    bert.goto("/")
    expect(bert.locator("[data-list=challenges]")).to_contain_text("45 min a side")
    bert.click("[data-list=challenges] button")
    anna.goto("/")
    expect(anna.locator("[data-list=mine]")).to_contain_text(re.compile(r"You have 4\d min"))
    anna.click("[data-list=mine] a.button")
    here, there = seated(anna), seated(bert)
    for page in (anna, bert):
        runs = page.locator("[data-clock-of=israel][data-runs=true] time")
        expect(runs).to_have_text(re.compile(r"4\d:\d\d"))
        expect(page.locator("[data-clock-of=egypt][data-runs=false] time")).to_have_text("45:00")
        assert faults(page) == []
    here.do("move matt-1 0514", 1)
    there.wait_at(1)

    here.tab("table")
    anna.click("[data-clock=pause]")
    bert.click("#offer [data-answer=accept]")
    expect(anna.locator("#time[data-what=paused]")).to_be_visible()
    for _ in range(2):  # nothing is offered that the server refuses, after a reload neither
        expect(here.game).to_have_attribute("data-mine", "false")
        expect(here.button("end")).to_be_hidden()
        expect(anna.locator("#undo")).to_be_disabled()
        expect(here.decision).to_contain_text("paused")
        expect(here.decision).to_contain_text("Bert")  # who can go on, too
        expect(there.decision).to_contain_text("Anna")
        anna.reload()
        seated(anna)
    anna.click("#time [data-clock=resume]")
    expect(bert.locator("#time")).to_be_hidden()
    expect(here.game).to_have_attribute("data-mine", "true")
    expect(here.button("end")).to_be_visible()
    expect(anna.locator("#undo")).to_be_enabled()
    expect(there.decision).not_to_contain_text("paused")

    expire(online)  # nobody has to claim it
    for page in (anna, bert):
        expect(page.locator("#result")).to_contain_text("Israel ran out of time.")
        expect(page.locator("#time")).to_be_hidden()
    here.tab("log")
    expect(anna.locator("#log")).to_contain_text("Egypt has won: Israel ran out of time.")


def test_in_a_friendly_daily_game_the_opponent_gives_time_or_claims(
    new_page: NewPage, online: OnlineServer
) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url, viewport=PHONE)
    register(anna, "Anna")
    register(bert, "Bert")
    anna.goto(f"/new/{GAME}")
    anna.check("input[name=pace][value=daily]")
    anna.click("#new-game button[type=submit]")
    bert.goto("/")
    bert.click("[data-list=challenges] button")
    anna.goto("/")
    anna.click("[data-list=mine] a.button")
    here, _ = seated(anna), seated(bert)
    expect(here.button("end")).to_be_visible()
    game = anna.url
    for do, mine in (("begin", "false"), ("end", "true")):  # who is on vacation has no choices
        anna.goto("/settings")
        anna.click(f"#vacation button[value={do}]")
        anna.goto(game)
        seated(anna)
        expect(here.game).to_have_attribute("data-mine", mine)
        expect(here.button("end")).to_be_visible(visible=mine == "true")
    expire(online)
    bert.reload()
    anna.reload()
    expect(bert.locator("#time[data-what=theirs]")).to_be_visible()
    expect(anna.locator("#time[data-what=mine]")).to_be_visible()
    assert faults(bert) == []
    bert.click("#time [data-clock=gift]")
    expect(anna.locator("#time")).to_be_hidden()
    expire(online)
    bert.reload()
    bert.click("#time [data-clock=claim]")
    expect(anna.locator("#result")).to_contain_text("Israel ran out of time.")
    expect(bert.locator("#time")).to_be_hidden()
