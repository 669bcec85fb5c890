"""Records that are broken: the page says what is wrong with them, and nothing is created."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Watch
from tests.web.driver import Driver
from tests.web.positions import recorded
from tests.web.server import Server


def _bent(**changes: Any) -> bytes:
    return json.dumps(recorded("1980-held") | changes).encode()


def _saved(server: Server) -> list[str]:
    return sorted(each["id"] for each in server.get("/api/saved")["saved"])


def _illegal() -> bytes:
    data = recorded("1980-held")
    data["actions"][2] = "move matt-1 0910"
    return json.dumps(data).encode()


BROKEN = {
    "no JSON": (b'{"format": "bridgehead-rec', "JSON"),
    "no text": (b"\x89PNG\r\n\x1a\n\x00\xff", "UTF-8"),
    "another format": (b'{"format": "chess"}', "bridgehead-record"),
    "a later version": (_bent(version=99), "99"),
    "an unknown game": (_bent(game="waterloo"), "waterloo"),
    "another map": (_bent(map={"name": "mine", "digest": "0" * 64}), "map"),
    "an illegal action": (_illegal(), "action 3"),
    "a wrong result": (_bent(result={"winner": "egypt"}), "result"),
    "too large": (b" " * (4 * 2**20 + 1), "large"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_record(visitor: Driver, server: Server, watch: Watch, kind: str) -> None:
    data, word = BROKEN[kind]
    watch.expect(r"Failed to load resource: .* (400|409|413)")
    before = _saved(server)
    visitor.home()
    visitor.page.locator("#import-file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": data}
    )
    expect(visitor.notice).to_be_visible()
    expect(visitor.notice).to_contain_text(word)
    expect(visitor.page.locator("#home")).to_be_visible()
    assert _saved(server) == before


def test_a_mended_record_is_taken(visitor: Driver, server: Server, watch: Watch) -> None:
    watch.expect(r"Failed to load resource: .* 400")
    visitor.home()
    field = visitor.page.locator("#import-file")
    file = {"name": "game.json", "mimeType": "application/json"}
    field.set_input_files({**file, "buffer": b"{}"})
    expect(visitor.notice).to_be_visible()
    field.set_input_files({**file, "buffer": _bent()})
    visitor.wait_at(len(recorded("1980-held")["actions"]))


def test_a_game_that_is_not_there(visitor: Driver, watch: Watch) -> None:
    watch.expect(r"Failed to load resource: .* 404")
    watch.expect(r"WebSocket connection")
    visitor.page.goto("/#/game/nowhere")
    expect(visitor.notice).to_be_visible()
    expect(visitor.page.locator("#home")).to_be_visible()


def test_who_plays_on_can_be_chosen(driver: Driver, server: Server) -> None:
    driver.home()
    page = driver.page
    page.locator("details:has(select[name=import-egypt]) > summary").click()
    page.locator("select[name=import-egypt]").select_option("recruit")
    data = recorded("1980-held")
    data["actions"] = data["actions"][:9]
    data.pop("result")
    file = {
        "name": "game.json",
        "mimeType": "application/json",
        "buffer": json.dumps(data).encode(),
    }
    page.locator("input#import-file").set_input_files([file])  # type: ignore[list-item]
    expect(page.locator("#board[data-ready]")).to_be_visible()
    game = page.url.rsplit("/", 1)[-1]
    assert server.record(game)["players"]["egypt"] == "recruit"
