"""Play on from here, comments and lines, links and copies of a position: by clicks on the page."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

import bridgehead as bh
from tests.web.conftest import Watch
from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server

FINISHED = "1980-bridge-moved"
MOVES = ("move reshef-1 0107", "move erez-1 0415", "end")


@pytest.fixture
def short() -> dict[str, Any]:
    """Return a short game that is over, with a comment and a line."""
    data = record(actions=[*MOVES, "resign"])
    found = bh.Record.from_dict(data)
    found.comment(1, "To the bridge.")
    found.add_line(1, ["move erez-2 0513", "end"], "Better: Erez 2 first")
    return found.to_dict()


def look(driver: Driver, n: int) -> None:
    """Show the position after n actions in the replay."""
    driver.tab("replay")
    driver.page.locator("#replay-slider").fill(str(n))
    expect(driver.game).to_have_attribute("data-at", str(n))


@pytest.mark.by_day
def test_play_on_from_a_moment_of_a_finished_game(
    driver: Driver, server: Server, short: dict[str, Any]
) -> None:
    parent = server.put(short)
    driver.open(parent)
    look(driver, 2)
    driver.page.locator(".here [data-play-on]").click()
    dialog = driver.page.locator("#play-on")
    expect(dialog).to_contain_text("action 2 of 4")
    dialog.locator("#player-egypt").select_option("recruit")
    dialog.locator("button[type=submit]").click()
    expect(driver.game).to_have_attribute("data-mine", "true")
    branch = driver.page.url.rpartition("/")[2]
    assert branch != parent
    made = server.record(branch)
    assert made["origin"]["action"] == 2
    assert made["players"] == {"israel": "human", "egypt": "recruit"}
    assert bh.Record.from_dict(made).position == bh.Record.from_dict(short).position_at(2)
    driver.page.goto("/")
    below = driver.page.locator(f"[data-saved='{parent}'] .branches [data-saved='{branch}']")
    expect(below).to_contain_text("Branches off after action 2")


@pytest.mark.by_day
def test_comments_are_written_and_lines_stepped_through(
    driver: Driver, server: Server, short: dict[str, Any]
) -> None:
    game = server.put(short)
    driver.open(f"{game}/1")  # the address of a moment
    comments = driver.page.locator("#comments")
    expect(driver.game).to_have_attribute("data-at", "1")
    expect(comments.locator(".comments-here")).to_have_text("To the bridge.")
    comments.locator("[data-line='0']").click()
    expect(comments.locator("[aria-current=step]")).to_contain_text("Erez 2 moves")
    expect(driver.unit("erez-2")).to_have_attribute("data-place", "0513")
    comments.locator("[data-step=next]").click()
    expect(comments.locator("li[aria-current=step]")).to_have_count(1)
    expect(driver.game).to_have_attribute("data-step", "combat")
    comments.locator("[data-step=leave]").click()
    expect(driver.unit("erez-2")).not_to_have_attribute("data-place", "0513")
    look(driver, 2)
    comments.locator("[data-comment]").click()
    comments.locator("textarea").fill("Erez comes, too.")
    comments.locator("button[type=submit]").click()
    expect(comments.locator(".comments-here")).to_have_text("Erez comes, too.")
    said = server.record(game)["comments"]
    assert said == [{"at": 1, "text": "To the bridge."}, {"at": 2, "text": "Erez comes, too."}]
    comments.locator(".said summary").click()
    comments.locator(".said-list [data-at='1']").first.click()
    expect(comments.locator(".comments-here")).to_have_text("To the bridge.")


def allow_clipboard(page: Page, server: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)


def test_a_position_is_copied_and_pasted(
    driver: Driver, server: Server, short: dict[str, Any]
) -> None:
    game = server.put(short)
    driver.open(game)
    allow_clipboard(driver.page, server)
    look(driver, 2)
    driver.page.locator("[data-copy=position]").click()
    expect(driver.notice).to_contain_text("The position is copied")
    line = driver.page.evaluate("() => navigator.clipboard.readText()")
    assert bh.from_line(line) == bh.Record.from_dict(short).position_at(2)
    driver.page.locator("[data-copy=link]").click()
    expect(driver.notice).to_contain_text("The link to this position is copied")
    link = driver.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{server.url}/#/game/{game}/2"
    driver.page.locator("[data-copy=picture]").click()
    expect(driver.notice).to_contain_text("The picture is copied", timeout=20_000)
    kinds = "async () => (await navigator.clipboard.read()).flatMap(item => [...item.types])"
    assert driver.page.evaluate(kinds) == ["image/png"]
    driver.page.goto("/")
    driver.page.locator("#import-line").fill(f"> {line[:40]}\n> {line[40:]}")
    driver.page.locator(".paste button").click()
    expect(driver.game).to_have_attribute("data-at", "0")
    taken = server.record(driver.page.url.rpartition("/")[2])
    assert bh.load("across-suez-1980").position(taken["start"]) == bh.from_line(line)


def test_without_the_clipboard_the_text_is_shown(
    driver: Driver, server: Server, short: dict[str, Any]
) -> None:
    driver.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    driver.page.goto("about:blank")  # the script runs in documents that are loaded from now on
    driver.open(server.put(short))
    look(driver, 1)
    driver.page.locator("[data-copy=position]").click()
    expect(driver.page.locator("#copy textarea")).to_have_value(
        re.compile("^bh1:across-suez-1980:")
    )
    driver.page.keyboard.press("Escape")
    expect(driver.page.locator("#copy")).to_have_count(0)
    driver.page.locator("[data-copy=picture]").click()
    expect(driver.notice).to_contain_text("does not let the page copy pictures")


def test_a_wrong_line_is_refused_on_the_page(driver: Driver, watch: Watch) -> None:
    watch.expect("400 .*/api/saved/import")
    driver.home()
    driver.page.locator("#import-line").fill("bh1:across-suez-1980:AAAA")
    driver.page.locator(".paste button").click()
    expect(driver.notice).to_contain_text("checksum is wrong: copy all of it")
    driver.page.locator("#import-line").fill("hello")
    driver.page.locator(".paste button").click()
    expect(driver.notice).to_contain_text("was not imported")


def test_at_the_end_of_a_game_there_is_nothing_to_play_on_from(
    driver: Driver, server: Server
) -> None:
    driver.open(server.put(recorded(FINISHED)))
    driver.tab("replay")
    play_on = driver.page.locator(".here [data-play-on]")
    expect(play_on).to_be_disabled()
    driver.tab("log")
    driver.page.locator("#result [data-earlier]").click()  # the beginning of the last phase
    expect(driver.page.locator("#game[data-replay]")).to_be_visible()
    expect(play_on).to_be_focused()
    expect(play_on).to_be_enabled()


def test_a_running_game_that_hides_something_is_closed(driver: Driver, server: Server) -> None:
    war = record(game="october-war", actions=("deploy", "end"))
    driver.open(server.put(war, arab="recruit"))
    driver.tab("replay")
    expect(driver.page.locator(".here [data-play-on]")).to_be_disabled()
    expect(driver.page.locator("[data-copy=position]")).to_be_disabled()
    expect(driver.page.locator("#comments")).to_be_hidden()
    expect(driver.page.locator(".here")).to_contain_text("as soon as it is over")


def test_of_a_finished_game_that_hid_something_one_view_can_be_chosen(
    driver: Driver, server: Server
) -> None:
    data = record(game="october-war", actions=("deploy", "end", "deploy", "end"))
    war = bh.Record.from_dict(data)
    at = len(war.actions)
    war.do("resign")
    driver.open(server.put(war.to_dict(), arab="recruit"))
    look(driver, at)
    driver.page.locator(".here [data-play-on]").click()
    driver.page.locator("#play-on-view").select_option("israel")
    driver.page.locator("#play-on button[type=submit]").click()
    expect(driver.page.locator("#play-on")).to_have_count(0)
    driver.tab("game")
    expect(driver.page.locator(".facts")).to_contain_text("did not know was drawn by chance")


def test_a_finished_game_that_hid_something_is_seen_through_each_sides_eyes(
    driver: Driver, server: Server
) -> None:
    war = bh.Record.from_dict(
        record(game="october-war", actions=("deploy", "end", "deploy", "end"))
    )
    war.do("resign")
    driver.open(server.put(war.to_dict(), arab="recruit"))
    look(driver, 4)
    expect(driver.game).to_have_attribute("data-viewer", "israel")
    hidden = driver.page.locator("#board [data-hidden]")
    eyes = driver.page.locator("#replay-eyes")
    eyes.select_option("arab")
    expect(driver.game).to_have_attribute("data-viewer", "arab")
    eyes.select_option("everything")
    expect(driver.game).to_have_attribute("data-viewer", "")
    expect(hidden).to_have_count(0)


def test_a_game_goes_on_while_an_earlier_moment_is_branched(driver: Driver, server: Server) -> None:
    game = server.put(until(FINISHED, 40))
    driver.open(game)
    look(driver, 10)
    driver.page.locator(".here [data-play-on]").click()
    driver.page.locator("#play-on button[type=submit]").click()
    expect(driver.game).to_have_attribute("data-at", "0")
    assert len(server.record(game)["actions"]) >= 40


def test_the_analysis_is_written_into_the_game(
    driver: Driver, server: Server, short: dict[str, Any], watch: Watch
) -> None:
    watch.expect("400 .*/annotations")
    game = server.put(short)
    point = {
        "from": 2, "to": 2, "who": "israel", "kind": "decision", "turn": 1, "before": 0.6,
        "after": 0.4, "swing": 0.2, "favours": "egypt", "sentence": "Turn 1: Erez goes astray.",
        "better": {"plan": ["move erez-2 0513"], "sentence": "Move Erez 2.", "chance": 0.7},
    }  # fmt: skip
    tally = {"luck": 0, "luck_error": 0.1, "loss": 0.2, "loss_error": 0.1, "decisions": 1,
             "mistakes": 1}  # fmt: skip
    step = {"from": 1, "to": 4, "who": "israel", "kind": "decision", "turn": 1, "actions": [],
            "before": 0.6, "after": 0.0, "error": 0.1, "best": None, "loss": None,
            "difference": None, "loss_error": None, "luck": None, "luck_error": None,
            "outcomes": None}  # fmt: skip
    result = {
        "format": "bridgehead-analysis", "version": 1, "game": "across-suez-1980",
        "first_side": "israel", "player": "general@1", "looks": 4, "seed": 1, "seconds": 1,
        "actions": [1, 4], "over": True, "winner": "egypt", "steps": [step],
        "turning_points": [point], "note": "",
        "summary": {"israel": tally, "egypt": tally, "sentences": ["Luck was even."]},
    }  # fmt: skip
    server_data = json.dumps({"state": "done", "result": result})
    driver.page.route(
        re.compile("/analysis$"), lambda route: route.fulfill(body=server_data, status=200)
    )
    driver.open(game)
    driver.tab("replay")
    driver.page.locator("[data-turning='0']").click()
    expect(driver.game).to_have_attribute("data-at", "1")
    driver.page.locator(".turning-detail [data-play-on]").click()
    expect(driver.page.locator("#play-on")).to_be_visible()
    driver.page.keyboard.press("Escape")
    driver.page.locator("[data-keep-analysis]").click()
    expect(driver.notice).to_contain_text("there is none of this game")  # only the page knows one
    answer = httpx2.get(f"{server.url}/api/saved/{game}/annotations", timeout=30)
    assert len(answer.json()["comments"]) == 1
