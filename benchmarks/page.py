"""How soon the page answers in Chromium (first board, clicks, computer's turn) with a warm server.

    python -m benchmarks.page [ROUNDS [GAME …]]

*First board*: from opening a game's address in a window with an empty cache to the drawn board.
*Clicks*: from a click to the frame that shows its result: a unit is selected, moved, and the move
is taken back. *The computer's turn*: the sergeant's first player turn at the page's usual tempo,
without the time that a person takes to decide.

Elapsed time includes waiting for other work on the machine, so the first line gives the machine's
load. The work itself is given too, in processor time: that of the page (the thread that runs its
code, lays it out and paints it) and that of the server. For a click this covers everything until
the page is at rest, much of it after the measured frame, while counters glide.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx2
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TimeoutError_
from tests.web.browser import FLAGS
from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server

from benchmarks.common import parser_of, say
from bridgehead.core.titles.games import game_info

ROUNDS = 20
LOADS = 5
PACE = 600  # ms, what the page begins with
# what is clicked, of the side that moves first: a unit or a stack's place, and where it goes
CLICKS = {
    "across-suez-1980": ("reshef-1", "0309"),
    "suez-56": ("3-p", "1930"),
    "october-war": ("tasa", "baluza"),
}
RECORDED = {"october-war": ("october-whole", 99, {"arab": "sergeant"})}  # where nothing is set up
THEATER = "sinai"  # where it is clicked
COMPUTERS = {"across-suez-1980": "israel", "suez-56": "egypt", "october-war": "arab"}
KEEP = json.dumps({"briefing": False, "unmoved": False, "pace": PACE})
DEEDS = ("select", "move", "undo")
WARM = 300  # seconds at most until the rules are compiled
SHORT = 1500  # ms until a click has led to nothing
REST = 500  # ms after a click until all is at rest
WATCH = """() => {
    window.took = [];
    window.deed = "";
    let began = 0;
    const shown = () => requestAnimationFrame(() => {
        if (began && window.deed) window.took.push([window.deed, performance.now() - began]);
        began = 0;
    });
    addEventListener("pointerup", () => (began = performance.now()), true);
    new MutationObserver(shown).observe(document.querySelector("#decision"),
        {childList: true, subtree: true, characterData: true});
}"""


def window(browser: Browser, url: str) -> Page:
    """Return a window that keeps nothing but settings."""
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


def warm(server: Server, game: str) -> None:
    """Wait until the rules of a game are compiled, or it is clear that they will not be."""
    deadline = time.monotonic() + WARM
    while server.get("/api/ready")["games"][game]["state"] in ("waiting", "compiling"):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{game} was not compiled within {WARM} s")
        time.sleep(0.5)


class Work:
    """Counts the processor time of the page and of the server, in milliseconds."""

    def __init__(self, server: Server, page: Page) -> None:
        self._tasks = Path(f"/proc/{server.process_id}/task")
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._before = self._now()

    def _now(self) -> tuple[float, float]:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        (page,) = (each["value"] for each in metrics if each["name"] == "TaskDuration")
        spent = 0
        for task in self._tasks.iterdir():
            with contextlib.suppress(OSError):  # a thread that has just ended
                spent += int((task / "schedstat").read_text().split()[0])
        return page * 1000, spent / 1e6

    def lap(self) -> tuple[float, float]:
        """Return the work of page and server since the last call."""
        before, self._before = self._before, self._now()
        return self._before[0] - before[0], self._before[1] - before[1]


def first_board(browser: Browser, server: Server, game: str) -> tuple[float, float, float]:
    """Return the seconds until a game's board is shown, and the work of page and server in ms."""
    page = window(browser, server.url)
    page.goto("about:blank")
    work = Work(server, page)
    began = time.perf_counter()
    page.goto(f"{server.url}/#/game/{game}")
    page.wait_for_selector("#board[data-ready]")
    taken = time.perf_counter() - began
    found = taken, *work.lap()
    page.context.close()
    return found


class Clicks:
    """What clicks took: elapsed time and the work of page and server, in milliseconds."""

    def __init__(self, browser: Browser, server: Server, game: str) -> None:
        self.start, self.goal = CLICKS[game]
        self.driver = driver = Driver(window(browser, server.url))
        self.page = driver.page
        if game in RECORDED:
            name, number, players = RECORDED[game]
            driver.open(server.put(until(name, number), **players))
        else:
            driver.open(begin(server.url, game))
            ready(driver)
        self.turn()
        driver.whole_map()
        self.page.wait_for_timeout(2000)  # what comes later, the story and the small map
        self.page.evaluate(WATCH)
        self.work: dict[str, list[tuple[float, float]]] = {deed: [] for deed in DEEDS}
        self._counting = Work(server, self.page)

    def turn(self) -> None:
        """Where there are several maps, turn to the one that is clicked on."""
        theater = self.page.locator(f".theaters button[data-theater='{THEATER}']")
        if theater.count() and theater.get_attribute("aria-pressed") != "true":
            theater.click()
            self.driver.settle()

    def make(self, rounds: int) -> None:
        """Select, move and take back, so many times."""
        driver, page = self.driver, self.page
        for _ in range(rounds):
            before = driver.at
            self.turn()
            page.mouse.move(5, 5)
            self._make("select", self._select)
            self._make("move", lambda: driver.click(self.goal))
            if driver.at > before:
                self._make("undo", page.locator("#undo").click)
                driver.wait_at(before)
            else:
                page.keyboard.press("Escape")

    def _select(self) -> None:
        if self.page.locator(f"#unit-{self.start}").count():
            self.driver.select(self.start)
        else:
            self.driver.click(self.start)

    def _make(self, deed: str, click: Callable[[], None]) -> None:
        self.page.wait_for_timeout(REST)
        self._counting.lap()
        count = self.page.evaluate("deed => { window.deed = deed; return took.length; }", deed)
        click()
        with contextlib.suppress(TimeoutError_):  # it led to nothing
            self.page.wait_for_function(
                "count => took.length > count", arg=count, timeout=SHORT, polling=50
            )
        self.page.wait_for_timeout(REST)
        self.page.evaluate("window.deed = ''")
        self.work[deed].append(self._counting.lap())

    def close(self) -> dict[str, list[float]]:
        """Close the window; return the elapsed milliseconds by kind of click."""
        found: dict[str, list[float]] = {deed: [] for deed in DEEDS}
        for deed, taken in self.page.evaluate("took"):
            found[deed].append(taken)
        self.page.context.close()
        return found


def ready(driver: Driver) -> None:
    """Set both sides up as suggested, and play until the first movement phase."""
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
    """Answer a decision with the suggestion, the end of the phase, or the first choice."""
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
    """Print the figures of each title."""
    parser = parser_of(__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    say("load", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            for game in asked.games or CLICKS:
                measure(browser, server, game, asked.rounds)
        finally:
            browser.close()
            server.kill()


def measure(browser: Browser, server: Server, game: str, rounds: int) -> None:
    """Print the figures of one title."""
    warm(server, game)
    saved = begin(server.url, game)
    first_board(browser, server, saved)
    boards = [first_board(browser, server, saved) for _ in range(LOADS)]
    seconds, page, served = zip(*boards, strict=True)
    say(
        f"{game}: first board",
        f"{statistics.median(seconds):.2f} s, best {min(seconds):.2f} s; work: "
        f"page {statistics.median(page):.0f} ms, server {statistics.median(served):.0f} ms",
    )
    clicks = Clicks(browser, server, game)
    clicks.make(rounds)
    taken = clicks.close()
    say(f"{game}: all clicks", told([each for some in taken.values() for each in some]))
    for deed in DEEDS:
        page, served = zip(*clicks.work[deed], strict=True) if clicks.work[deed] else ((), ())
        say(
            f"{game}: {deed}",
            f"{told(taken[deed])}; work: "
            f"page {middle(page):.0f} ms, server {middle(served):.1f} ms",
        )
    say(f"{game}: the computer's turn", f"{turn(browser, server.url, game):.1f} s")


def told(taken: list[float]) -> str:
    """Return a text with the number of clicks, and the median and 95th percentile of times."""
    if not taken:
        return "no clicks"
    late = sorted(taken)[min(int(0.95 * len(taken)), len(taken) - 1)]
    return f"{len(taken)}; half within {middle(taken):.0f} ms, 95 of 100 within {late:.0f} ms"


def middle(values: Sequence[float]) -> float:
    """Return the median, 0 for no values."""
    return statistics.median(values) if values else 0.0


if __name__ == "__main__":
    main()
