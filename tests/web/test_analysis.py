"""The analysis of a game that is over: asked for, waited for, looked at, followed on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.tiers import first
from tests.web import answers
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import recorded
from tests.web.server import Server
from tests.web.test_accessibility import VIEWS, faults

GAME = "1980-held"
BETTER = ("move erez-1 0912", "move erez-2 1111")


@pytest.fixture
def data() -> dict[str, Any]:
    return recorded(GAME)


def analysed(driver: Driver, server: Server, data: dict[str, Any]) -> None:
    """Open a finished game and have it analysed."""
    answers.analysis(driver.page, answers.analysis_of(data, BETTER))
    driver.open(server.put(data))
    driver.page.locator("#result [data-analyze]").click()
    expect(driver.page.locator("#game .graph")).to_be_visible()


def test_it_is_asked_for_and_waited_for(
    visitor: Driver, server: Server, data: dict[str, Any]
) -> None:
    page = visitor.page
    asked = answers.analysis(page, answers.analysis_of(data, BETTER), steps=2)
    visitor.open(server.put(data))
    page.locator("#result [data-analyze]").click()
    expect(page.locator("#analysis progress")).to_be_visible()
    expect(page.locator("#analysis")).to_contain_text("Analyzing: 1 of 3")
    expect(page.locator("#game .graph")).to_be_visible()
    assert asked.count("POST") == 1
    expect(page.locator("#live p:last-child")).to_have_text("The analysis is ready.")


def test_a_turning_point_shows_what_was_better(
    visitor: Driver, server: Server, data: dict[str, Any]
) -> None:
    analysed(visitor, server, data)
    page = visitor.page
    decision, roll = (page.locator(f"[data-turning='{number}']") for number in (0, 1))
    decision.click()
    visitor.wait_at(0)
    expect(decision).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#turning-0")).to_contain_text("Begin well")
    expect(page.locator("#turning-0")).to_contain_text("about 60\u00a0%")
    expect(page.locator("#layer-above .page-advised .arrow")).to_have_count(2)
    expect(page.locator(".graph .point.chosen")).to_have_count(1)
    roll.focus()
    page.keyboard.press("Enter")
    number = next(n for n, each in enumerate(data["actions"], 1) if each.startswith("roll "))
    visitor.wait_at(number)
    expect(page.locator("#turning-0")).to_be_hidden()
    expect(page.locator("#layer-above .page-advised .arrow")).to_have_count(0)
    expect(page.locator(".analysis-where")).to_contain_text(
        "Israel about 70\u00a0%, Egypt about 30\u00a0%"
    )


def test_the_graph_is_clicked(visitor: Driver, server: Server, data: dict[str, Any]) -> None:
    analysed(visitor, server, data)
    page = visitor.page
    graph = page.locator("#game .graph")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * 0.7, "y": box["height"] * 0.8})
    expect(visitor.game).not_to_have_attribute("data-at", str(len(data["actions"])))
    assert abs(visitor.at / len(data["actions"]) - 0.7) < 0.08
    page.locator(".graph [data-point='0']").click()
    visitor.wait_at(0)
    expect(page.locator("[data-turning='0']")).to_have_attribute("aria-expanded", "true")


def test_the_numbers_are_there_as_a_table(
    visitor: Driver, server: Server, data: dict[str, Any]
) -> None:
    analysed(visitor, server, data)
    page = visitor.page
    page.locator("#analysis .numbers summary").click()
    rows = page.locator("#analysis .numbers tbody tr")
    expect(rows).to_have_count(3)  # two turns and the end
    expect(rows.first).to_have_text(re.compile(r"Turn 1.*0.*about 60\s%.*about 40\s%"))
    expect(rows.last).to_have_text(re.compile(r"The end.*100\s%.*0\s%"))
    expect(page.locator("#analysis")).to_contain_text("1 of 12")
    expect(page.locator("#game .graph title")).to_have_text(
        re.compile(r"Israel starts at about 60\s%")
    )


def test_a_failure_is_told_and_it_can_be_tried_again(
    visitor: Driver, server: Server, data: dict[str, Any]
) -> None:
    page = visitor.page
    page.route(
        "**/api/saved/*/analysis",
        lambda route: route.fulfill(json={"state": "none", "trouble": "the general fell asleep"}),
    )
    visitor.open(server.put(data))
    page.locator("#result [data-analyze]").click()
    expect(page.locator("#analysis .why")).to_have_text("The general fell asleep.")
    expect(page.locator("#analysis [data-start-analysis]")).to_be_visible()


@pytest.mark.parametrize("view", first(1, VIEWS))
def test_accessible(new_page: NewPage, server: Server, data: dict[str, Any], view: str) -> None:
    driver = Driver(new_page(**VIEWS[view]))
    analysed(driver, server, data)
    driver.page.locator("[data-turning='0']").click()
    driver.wait_at(0)
    assert faults(driver.page) == []
    inside = driver.page.evaluate(
        """() => [document.documentElement, document.querySelector("#panel-replay .replay")]
            .every(box => box.scrollWidth <= box.clientWidth)"""
    )
    assert inside


def test_a_game_that_goes_on_has_none(visitor: Driver, server: Server) -> None:
    data = recorded(GAME)
    data["actions"] = data["actions"][:9]
    data.pop("result")
    visitor.open(server.put(data))
    visitor.tab("replay")
    expect(visitor.page.locator("#replay")).to_be_visible()
    expect(visitor.page.locator("#analysis")).to_be_hidden()


# Texts and controls of the open panel that lie over each other.
OVERLAPS = """() => {
    const panel = document.querySelector("#analysis").parentElement;
    const clip = panel.getBoundingClientRect();
    const parts = [];
    const add = (owner, rects, what) => {
        for (const {left, top, right, bottom} of rects) {
            const [low, high] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
            if (right - left < 2 || high - low < 2) continue;
            parts.push({owner, left, right, low, high, what});
        }
    };
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || !parent.checkVisibility()) continue;
        if (parent.closest("option, .graph-place, .unseen")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        add(parent, range.getClientRects(), node.data.slice(0, 40));
    }
    for (const each of panel.querySelectorAll("select, input, button")) {
        const text = each.outerHTML.slice(0, 60);
        if (each.checkVisibility()) add(each, [each.getBoundingClientRect()], text);
    }
    const found = [];
    parts.forEach((one, n) => parts.slice(n + 1).forEach(other => {
        if (one.owner.contains(other.owner) || other.owner.contains(one.owner)) return;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.high, other.high) - Math.max(one.low, other.low);
        if (wide > 2 && high > 3) found.push(`${one.what} | ${other.what}`);
    }));
    return {seen: parts.length, found};
}"""
LONG = (
    "A comment that is as long as some are: the armor moves to the crossing, before infantry can "
)
SIZES = ((1440, 900), (1280, 720), (1024, 768), (844, 390), (390, 844))


def test_nothing_of_an_analysis_lies_over_anything_else(
    new_page: NewPage, server: Server, data: dict[str, Any]
) -> None:
    driver = Driver(new_page())
    page = driver.page
    result = answers.analysis_of(data, BETTER)
    for point in result["turning_points"]:
        point["sentence"] += ". " + LONG * 4
    result["summary"]["sentences"].append(LONG * 6)
    answers.analysis(page, result)
    driver.open(server.put(data))
    page.locator("#result [data-analyze]").click()
    expect(page.locator("#game .graph")).to_be_visible()
    page.locator("[data-turning='0']").click()
    expect(page.locator("#turning-0")).to_be_visible()
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if not page.locator("#panel-replay").is_visible():
            driver.tab("replay")
        resizer = page.locator(".resizer")
        for pane in ("Home", "ArrowUp", "ArrowDown") if resizer.is_visible() else ("",):
            for _ in range(20 if pane.startswith("Arrow") else len(pane[:1])):
                resizer.press(pane)
            for at in (0, 0.5, 1):
                driver.settle()
                page.evaluate(
                    """at => { const box = document.querySelector("#analysis").parentElement;
                        box.scrollTop = at * (box.scrollHeight - box.clientHeight); }""",
                    at,
                )
                said = page.evaluate(OVERLAPS)
                assert said["seen"] > 3 or at, (width, height, pane)
                found += [f"{width}x{height} {pane}: {one}" for one in said["found"]]
    assert found == []
