"""How soon the page answers in Chromium: first board, clicks, the computer's turn; a warm server.

    python -m benchmarks.page [ROUNDS [GAME …]]

*First board*: from opening a game's address in a window that has nothing kept to the drawn board.
*Clicks*: from the click to the frame that shows what came of it: a unit is selected, and moved.
*The computer's turn*: the sergeant's first player turn at the page's usual tempo, without the time
in which a person decides. The load of the machine stands in the first line.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2
from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.browser import FLAGS
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server

from benchmarks.common import say
from bridgehead.core.registry import game_info

ROUNDS = 12
LOADS = 5
PACE = 600  # ms, what the page begins with
# what is clicked, of the side that moves first: a unit or a stack's place, and where it goes
CLICKS = {
    "across-suez-1980": ("reshef-1", "0309"),
    "suez-56": ("3-p", "1930"),
    "october-war": ("tasa", "baluza"),
}
RECORDED = {"october-war": ("october-whole", 99, {"arab": "sergeant"})}  # where nothing is set up
COMPUTERS = {"across-suez-1980": "israel", "suez-56": "egypt", "october-war": "arab"}
KEEP = json.dumps({"briefing": False, "unmoved": False, "pace": PACE})
WATCH = """() => {
    window.took = [];
    let began = 0;
    const shown = () => requestAnimationFrame(() => {
        if (began) window.took.push(performance.now() - began);
        began = 0;
    });
    addEventListener("pointerup", () => (began = performance.now()), true);
    new MutationObserver(shown).observe(document.querySelector("#decision"),
        {childList: true, subtree: true, characterData: true});
}"""


def window(browser: Browser, url: str) -> Page:
    """Return a window with nothing kept but settings."""
    context = browser.new_context(
        base_url=url, viewport={"width": 1440, "height": 900}, bypass_csp=True
    )
    context.add_init_script(f"localStorage.bridgehead ??= '{KEEP}'")
    context.set_default_timeout(60_000)
    return context.new_page()


def begin(url: str, game: str, **players: str) -> str:
    """Start a game; return its id."""
    people = dict.fromkeys(game_info(game).sides, "human")
    body = {"game": game, "players": people | players, "seed": 3}
    return str(httpx2.post(f"{url}/api/saved", json=body, timeout=60).json()["id"])


def first_board(browser: Browser, url: str, game: str) -> float:
    """Return the seconds until a game's board is there."""
    page = window(browser, url)
    began = time.perf_counter()
    page.goto(f"/#/game/{game}")
    page.wait_for_selector("#board[data-ready]")
    taken = time.perf_counter() - began
    page.context.close()
    return taken


def clicks(browser: Browser, server: Server, game: str, rounds: int) -> list[float]:
    """Return how many milliseconds clicks took: on a unit, and on where it goes."""
    start, goal = CLICKS[game]
    driver = Driver(window(browser, server.url))
    if game in RECORDED:
        name, number, players = RECORDED[game]
        driver.open(server.put(until(name, number), **players))
    else:
        driver.open(begin(server.url, game))
        ready(driver)
    page = driver.page
    driver.whole_map()
    page.evaluate(WATCH)
    for _ in range(rounds):
        before = driver.at
        if page.locator(f"#unit-{start}").count():
            driver.select(start)
        else:
            driver.click(start)
        page.wait_for_timeout(300)
        driver.click(goal)
        page.wait_for_timeout(500)
        if driver.at > before:
            page.locator("#undo").click()
            driver.wait_at(before)
        else:
            page.keyboard.press("Escape")
        page.wait_for_timeout(200)
    found: list[float] = page.evaluate("took")
    page.context.close()
    return found


def ready(driver: Driver) -> None:
    """Set both sides up as suggested, and come to the first movement."""
    for _ in range(12):
        step = driver.game.get_attribute("data-step")
        if step == "movement":
            return
        at = driver.at
        commit = driver.page.locator("[data-commit]")
        if step == "setup" and driver.button("deploy").count():
            driver.button("deploy").click()
        elif commit.count():
            commit.click()
        else:
            driver.button("end").first.click()
        driver._until("(game, at) => game.dataset.at !== at", str(at))


def turn(browser: Browser, url: str, game: str) -> float:
    """Return the seconds of a computer's first player turn, without a person's decisions."""
    computer = COMPUTERS[game]
    page = window(browser, url)
    driver = Driver(page)
    driver.open(begin(url, game, **{computer: "sergeant"}))
    spent = 0.0
    mine = "document.querySelector('#game').dataset.mine === 'true'"
    seen = False
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        began = time.perf_counter()
        page.wait_for_function(mine)
        side = page.evaluate("document.querySelector('#status .side')?.dataset.side")
        step = driver.game.get_attribute("data-step")
        if step not in ("setup", "commit") and (seen or spent or side == computer):
            spent += time.perf_counter() - began
            seen = True
        if seen and side != computer:
            break
        answer(driver)
    page.context.close()
    return spent


def answer(driver: Driver) -> None:
    """Decide somehow: what is suggested, what ends a phase, or the first choice."""
    at, page = driver.at, driver.page
    for one in ("[data-do='deploy']", "[data-commit]", "[data-do='end']", "[data-do='pass']"):
        button = page.locator(f"#decision {one}")
        if button.count() and button.first.is_visible():
            button.first.click()
            break
    else:
        page.locator("#decision [data-do]").first.click()
    confirm = page.locator("dialog[open] [data-confirm]")
    page.wait_for_timeout(150)
    if confirm.count():
        confirm.first.click()
    driver._until("(game, at) => game.dataset.at !== at", str(at))


def main() -> None:
    """Print three lines for each title."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    say("load", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            for game in sys.argv[2:] or CLICKS:
                measure(browser, server, game, rounds)
        finally:
            browser.close()
            server.kill()


def measure(browser: Browser, server: Server, game: str, rounds: int) -> None:
    """Print what one title takes."""
    saved = begin(server.url, game)
    first_board(browser, server.url, saved)
    boards = [first_board(browser, server.url, saved) for _ in range(LOADS)]
    say(f"{game}: first board", f"{statistics.median(boards):.2f} s, best {min(boards):.2f} s")
    taken: list[Any] = sorted(clicks(browser, server, game, rounds))
    late = taken[int(0.95 * len(taken))]
    say(
        f"{game}: {len(taken)} clicks",
        f"half within {statistics.median(taken):.0f} ms, 95 of 100 within {late:.0f} ms",
    )
    say(f"{game}: the computer's turn", f"{turn(browser, server.url, game):.1f} s")


if __name__ == "__main__":
    main()
