"""Whole games through the page, by clicks alone: resigned, to sudden death, and to the last turn.

The seed is the record's, so the dice are; the record that comes out must be the one played.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.tiers import first
from tests.web.driver import Driver
from tests.web.positions import recorded
from tests.web.server import Server

SHORT = "1980-resigned at 50"
RESIGNED, SUDDEN_DEATH, LAST_TURN = "1980-resigned", "1980-bridge-moved", "reprint-time"
OPTIONS = "reprint-with-all-options-bridge-moved"


@pytest.mark.by_day
@pytest.mark.parametrize("name", first(1, [SHORT, RESIGNED, SUDDEN_DEATH, LAST_TURN, OPTIONS]))
def test_a_game_is_played_to_its_end(driver: Driver, server: Server, name: str) -> None:
    played = recorded(name.partition(" at ")[0])
    if name == SHORT:  # a day's game: given up after two turns
        record = bh.Record.from_dict({**played, "actions": played["actions"][:50], "result": None})
        record.do("resign")
        played = record.to_dict()
    game = driver.new_game(
        played["game"], seed=played["dice"]["seed"], options=played.get("options", ())
    )
    driver.play_record(played["actions"])

    result = driver.page.locator("#result")
    expect(result).to_be_visible()
    expect(result).to_have_attribute("data-winner", played["result"]["winner"])
    expect(driver.game).to_have_attribute("data-mine", "false")

    exported = server.record(game)
    assert exported["actions"] == played["actions"]
    for field in ("winner", "ending", "case"):
        assert exported["result"][field] == played["result"][field]
    assert exported["dice"] == played["dice"]
