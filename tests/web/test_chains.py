"""Dice that two browsers check: the words, a link for each roll, the check at the end."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bridgehead.core.dice.verifiable import header_of, words_of
from bridgehead.core.records.record import Record
from tests.web.conftest import NewPage, Watch
from tests.web.https import HOST, HttpsProxy
from tests.web.server import OnlineServer, free_port
from tests.web.test_accessibility import faults
from tests.web.test_online import GAME, accept, challenge, register, seated


@dataclass
class SecureServer:
    """A server that is reached by HTTPS, and where."""

    url: str
    data: Path


@pytest.fixture
def server(tmp_path: Path, watch: Watch) -> Iterator[SecureServer]:
    """Return a server that nobody has used yet."""
    port = free_port()
    url = f"https://{HOST}:{port}"
    inside = OnlineServer(tmp_path / "online")
    inside.COMMAND = (*OnlineServer.COMMAND, "--public", url)
    inside.start()
    proxy = HttpsProxy(tmp_path, port, inside.port)
    watch.expect(f"^request to another host: (https|wss)://{HOST}:{port}/")
    yield SecureServer(url, inside.data)
    proxy.kill()
    inside.kill()


def two_pages(new_page: NewPage, server: SecureServer) -> tuple[Page, Page]:
    """Return the windows of two people. Their browsers take the certificate of this machine."""

    def one() -> Page:
        return new_page(base_url=server.url, ignore_https_errors=True)

    return one(), one()


def words(page: Page) -> str:
    expect(page.locator("#fair .words")).to_have_text(re.compile(r"^(\w{5} ){5}\w{5}$"))
    return page.locator("#fair .words").inner_text()


@pytest.mark.parametrize("mode", ["chains", "strict"])
def test_two_browsers_check_the_dice(
    new_page: NewPage, server: SecureServer, tmp_path: Path, mode: str
) -> None:
    anna, bert = two_pages(new_page, server)
    register(anna, "Anna")
    register(bert, "Bert")
    challenge(anna, "israel", "open")
    with sqlite3.connect(server.data / "online.sqlite") as database:
        database.execute("UPDATE dice SET mode = ?", [mode])
    there = accept(bert)
    there.tab("table")
    expect(bert.locator("#fair [data-dice]")).to_have_attribute("data-dice", "begins")
    game = bert.url.rsplit("/", 1)[-1]
    anna.goto(f"/game/{game}")
    here = seated(anna)
    here.tab("table")
    kind = {"chains": "checked", "strict": "strict"}[mode]
    for page in (anna, bert):
        expect(page.locator("#fair [data-dice]")).to_have_attribute("data-dice", kind)
    assert words(anna) == words(bert)

    anna.click("[data-how-dice]")
    expect(anna.locator("#dice-about .words")).to_have_text(words(bert))
    assert faults(anna) == []
    anna.click("#dice-about button")
    expect(anna.locator("#dice-about")).to_have_count(0)

    here.tab("game")
    here.do("end", 1)
    here.attack("0708", ["reshef-3"])
    expect(bert.locator("#die")).to_be_visible()

    anna.reload()  # the chain lies in the browser
    here = seated(anna)
    here.tab("table")
    assert words(anna) == words(bert)
    expect(anna.locator("#fair")).not_to_contain_text("lost its chain")

    there.tab("game")
    bert.click("button[data-resign]")
    bert.click("dialog#resign [data-confirm]")
    shown = words(anna)
    for page, driver in ((anna, here), (bert, there)):
        driver.tab("table")
        page.click("[data-check-dice]")
        expect(page.locator("#fair [data-verdict=good]")).to_contain_text(re.compile("no errors"))
    record = bert.request.get(f"{server.url}/api/saved/{game}/record").json()
    assert shown in " ".join(Record.from_dict(record).verify().checked)
    assert any(action.startswith("roll") for action in record["actions"])
    (tmp_path / "record.json").write_text(json.dumps(record))


def test_a_browser_that_has_lost_its_chain(new_page: NewPage, server: SecureServer) -> None:
    anna, bert = two_pages(new_page, server)
    register(anna, "Anna")
    register(bert, "Bert")
    challenge(anna, "israel", "open")
    there = accept(bert)
    there.tab("table")
    game = bert.url.rsplit("/", 1)[-1]
    anna.goto(f"/game/{game}")
    here = seated(anna)
    here.tab("table")
    before = words(anna)
    anna.evaluate("localStorage.clear()")
    anna.reload()
    here = seated(anna)
    here.do("move matt-1 0514", 1)
    expect(bert.locator("#fair")).to_contain_text("Anna's browser has lost its chain")
    assert words(bert) == before  # what was fixed at the start stays
    here.do("move reshef-1 0411", 2)
    expect(bert.locator("#fair")).to_contain_text("1 time.")


def test_without_https_the_page_says_why(new_page: NewPage, online: OnlineServer) -> None:
    anna = new_page(base_url=online.url)
    register(anna, "Anna")
    challenge(anna, "israel", "recruit")
    here = seated(anna)
    here.tab("table")
    expect(anna.locator("#fair")).to_contain_text("without HTTPS")
    expect(anna.locator("#fair [data-dice]")).to_have_attribute("data-dice", "sealed")


def test_the_words_are_those_of_the_header() -> None:
    header = header_of("g", GAME, "00" * 32, {"israel": "11" * 32, "egypt": "22" * 32})
    assert re.fullmatch(
        r"([bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou]\w ?){6}", words_of(header)
    )
