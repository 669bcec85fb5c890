"""Long words and writing from right to left: nothing lies beyond the screen, no text is cut."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.pseudo import catalog
from tests.web.server import OnlineServer, Server
from tests.web.test_online import register

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": PHONE}
# What is beyond the screen, and words that are cut. What scrolls, and lines that end in "…", may.
FAULTS = """() => {
    const width = document.documentElement.clientWidth, found = new Set();
    const scrolls = (part) => {
        for (let each = part.parentElement; each; each = each.parentElement)
            if (/auto|scroll/.test(getComputedStyle(each).overflowX)
                && each.scrollWidth > each.clientWidth) return true;
        return false;
    };
    const say = (what, part) => {
        const text = part.textContent.trim().slice(0, 40);
        found.add(`${what}: ${part.tagName}#${part.id}.${part.className} ${text}`);
    };
    const parts = ["button, a, label, h1, h2, h3, p, span, td, th, summary, legend, select, input",
        "dt, dd, li, small"];
    for (const part of document.querySelectorAll(parts.join(", "))) {
        const seen = { visibilityProperty: true, opacityProperty: true };
        if (!part.checkVisibility(seen) || part.closest("#board, .unseen, .skip, svg")) continue;
        const style = getComputedStyle(part), box = part.getBoundingClientRect();
        if (box.width > 1 && (box.left < -1 || box.right > width + 1) && !scrolls(part))
            say("beyond the screen", part);
        else if (part.clientWidth > 1 && part.tagName !== "SELECT" && style.display !== "inline"
            && style.textOverflow !== "ellipsis" && part.scrollWidth > part.clientWidth + 1
            && /hidden|clip/.test(style.overflowX)) say("cut", part);
    }
    return [...found].slice(0, 10);
}"""
# Makes a page of the server for many the same: longer words, from right to left.
LONGER = """() => {
    document.documentElement.dir = "rtl";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        text.data = text.data.replace(/[A-Za-z]{2,}/g,
            (word) => word + "ë".repeat(Math.ceil(word.length * 0.4)));
    }
}"""


def speaks_pseudo(page: Page) -> Page:
    """Give a page the texts of the pseudo-language."""
    told = json.dumps(catalog("en"))

    def answer(route: Route) -> None:
        route.fulfill(body=told, content_type="application/json")

    page.route("**/static/text/en.json", answer)
    return page


def fits(page: Page) -> None:
    width: list[int] = page.evaluate(
        "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)"
    )
    assert width[0] <= width[1]
    assert page.evaluate(FAULTS) == []


@pytest.mark.by_day
def test_the_first_page_fits_in_any_language(new_page: NewPage) -> None:
    page = speaks_pseudo(new_page(viewport=PHONE, has_touch=True))
    page.goto("/")
    expect(page.locator("#home h1")).to_have_text("Bridgeheadëëëë")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    fits(page)


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_of_a_game_fits(new_page: NewPage, server: Server, size: str) -> None:
    page = speaks_pseudo(new_page(viewport=SIZES[size], has_touch=size == "phone"))
    driver = Driver(page)
    driver.home()
    fits(page)
    driver.open(server.put(until("1980-held", 76)))
    fits(page)
    driver.select("amir-4")
    fits(page)
    for name in ("log", "units", "rules", "replay", "game"):
        if not page.locator(f"#panel-{name}").is_visible():
            driver.tab(name)
        fits(page)
    driver.open(server.put(until("1980-held", 85)))
    driver.click("0808")
    expect(page.locator("#attack [data-odds]")).to_be_visible()
    fits(page)
    for given in (recorded("1980-held"), until("el-arish-even", 20), until("october-even", 60)):
        driver.open(server.put(given))
        fits(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_stays_left_to_right(new_page: NewPage, server: Server, size: str) -> None:
    page = speaks_pseudo(new_page(viewport=SIZES[size]))
    driver = Driver(page)
    driver.open(server.put(until("1980-held", 76)))
    boxes = [page.locator(f"#hex-{hex_}").bounding_box() for hex_ in ("0309", "1209")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["x"] < boxes[1]["x"]


@pytest.mark.parametrize("size", SIZES)
def test_the_pages_of_a_server_for_many_fit(
    new_page: NewPage,
    online: OnlineServer,
    size: str,
) -> None:
    page = new_page(base_url=online.url, viewport=SIZES[size])
    register(page, "Anna")
    for path in (
        "/", "/new/across-suez-1980", "/settings", "/settings/notices", "/tournaments", "/ratings",
        "/tournaments/new/across-suez-1980", "/games", "/people", "/people/Anna", "/settings/data",
    ):  # fmt: skip
        page.goto(path)
        page.evaluate(LONGER)
        fits(page)


@pytest.mark.parametrize("size", SIZES)
def test_german_fits(new_page: NewPage, server: Server, size: str) -> None:
    page = new_page(viewport=SIZES[size], has_touch=size == "phone", locale="de-DE")
    driver = Driver(page)
    driver.home()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    fits(page)
    driver.open(server.put(until("1980-held", 85)))
    driver.click("0808")
    expect(page.locator("#attack [data-odds]")).to_be_visible()
    fits(page)


def test_the_language_can_be_chosen(new_page: NewPage, server: Server) -> None:
    page = new_page(locale="fr-FR")
    driver = Driver(page)
    driver.home()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("select#home-language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#new-game-title")).to_have_text("Neue Partie")
    driver.open(server.put(until("1980-held", 9)))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    driver.tab("game")
    page.locator("select#language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
