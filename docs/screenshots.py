"""Draw the pictures of the documentation anew: `make screenshots`, or with TITLES="october-war".

A real server shows recorded games in Debian's Chromium, as in the tests of the page. The boards are
drawn as `bridgehead render` does. The pictures are WebP, made by the browser, which keeps text
sharp at a quarter of the size of PNG. The pictures of the terminal are not drawn here.
"""

from __future__ import annotations

import argparse
import base64
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.server.test_october import deployed
from tests.web.browser import FLAGS
from tests.web.driver import Driver
from tests.web.positions import record, until
from tests.web.server import Server

import bridgehead as bh
from bridgehead.cli import main as bridgehead

IMAGES = Path(__file__).parent / "images"
PAGE = IMAGES / "page"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
QUALITY = 82  # of 100: letters of 11 px stay sharp
# Pictures out of sight are not loaded.
PICTURES_ARE_SHOWN = """() => [...document.images].every(image => {
    const {top, bottom} = image.getBoundingClientRect();
    return bottom <= 0 || top >= innerHeight || (image.complete && image.naturalWidth > 0);
})"""
TO_WEBP = """async ([png, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


class Studio:
    """A browser and a server, and what is photographed with them."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    @contextmanager
    def window(self, size: dict[str, int], **settings: Any) -> Iterator[Driver]:
        """Open a window of the browser."""
        context = self.browser.new_context(
            base_url=self.server.url, viewport=size, has_touch=size == PHONE, **settings
        )
        context.set_default_timeout(60_000)
        context.add_init_script(
            "if (location.host) localStorage.bridgehead ??= JSON.stringify({briefing: false})"
        )
        yield Driver(context.new_page())
        context.close()

    def game(self, record: dict[str, Any], prefix: str, **players: str) -> None:
        """Photograph a game: on a desktop, light and dark, and on a phone."""
        game = self.server.put(record, **players)
        for name, size, scheme in (
            ("desktop", DESKTOP, "light"),
            ("dark", DESKTOP, "dark"),
            ("phone", PHONE, "light"),
        ):
            with self.window(size, color_scheme=scheme) as driver:
                driver.open(game)
                save(driver.page, PAGE / f"{prefix}-{name}.webp")


def save(page: Page, path: Path) -> None:
    """Save what a page shows, once its pictures are there and it has come to rest."""
    page.wait_for_function(PICTURES_ARE_SHOWN)
    page.wait_for_timeout(800)
    shooting = page.context.new_cdp_session(page)
    picture = {"format": "webp", "quality": QUALITY}
    path.write_bytes(base64.b64decode(shooting.send("Page.captureScreenshot", picture)["data"]))


def as_webp(browser: Browser, png: Path) -> None:
    """Put a WebP in the place of a PNG."""
    page = browser.new_page()
    given = base64.b64encode(png.read_bytes()).decode()
    text: str = page.evaluate(TO_WEBP, [given, QUALITY / 100])
    page.close()
    png.with_suffix(".webp").write_bytes(base64.b64decode(text))
    png.unlink()


def board(browser: Browser, game: str, path: Path, *actions: str) -> None:
    """Draw the board of a new game after some actions."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        made = bh.Record.new(bh.load(game), "seeded", seed=1)
        for action in actions:
            made.do(action)
        made.save(file)
        if bridgehead(["render", str(file), "-o", str(path), "--width", "1600"]) != 0:
            raise SystemExit(f"{game} cannot be drawn")
    as_webp(browser, path)


def across_suez(studio: Studio) -> None:
    """Photograph Across Suez, and with it what every title has."""
    board(studio.browser, "across-suez-1980", IMAGES / "across-suez-start.png")
    server = studio.server
    for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
        with studio.window(size) as driver:
            driver.home()
            save(driver.page, PAGE / f"{name}-home.webp")
            driver.open(server.put(until("1980-held", 76)))
            save(driver.page, PAGE / f"{name}-board.webp")
            driver.select("amir-4")
            save(driver.page, PAGE / f"{name}-unit.webp")
            driver.open(server.put(until("1980-held", 85)))
            driver.click("0808")
            expect(driver.page.locator("#attack [data-odds]")).to_be_visible()
            save(driver.page, PAGE / f"{name}-attack.webp")
    with studio.window(DESKTOP) as driver:
        driver.open(server.put(until("1980-held", 76)))
        driver.tab("replay")
        save(driver.page, PAGE / "desktop-replay.webp")
    with studio.window(DESKTOP, color_scheme="dark") as driver:
        driver.open(server.put(until("1980-held", 76)))
        save(driver.page, PAGE / "dark-board.webp")


def middle_east_battles(studio: Studio) -> None:
    """Photograph both games of Middle East Battles."""
    board(studio.browser, "suez-56", IMAGES / "suez-56.png", "deploy", "end")
    studio.game(until("suez-even", 120), "suez-56")
    studio.game(until("el-arish-even", 121), "el-arish-67")


def october_war(studio: Studio) -> None:
    """Photograph the second turn of October War, as the Arabs see it."""
    start = deployed(side="arab", owner="arab", looking=0)
    studio.game(record(start, game="october-war"), "october-war", israel="recruit")


TITLES: dict[str, Callable[[Studio], None]] = {
    "across-suez": across_suez,
    "middle-east-battles": middle_east_battles,
    "october-war": october_war,
}


def main() -> None:
    """Photograph the titles named on the command line, or all."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the documentation anew.")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(TITLES)}")
    titles = parser.parse_args().titles or list(TITLES)
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        raise SystemExit("there is no browser: `make chromium` installs one")
    PAGE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for title in titles:
                TITLES[title](Studio(browser, server))
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
