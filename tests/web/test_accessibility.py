"""axe-core finds no serious fault: first page, board, attack, rules, groups, plans, decisions.

Each in light and dark, and on a phone. Briefing, tracker and lessons have tests of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_october import deployed
from tests.tiers import first
from tests.web import answers
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.driver import Driver
from tests.web.positions import record, recorded, until
from tests.web.server import Server

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = {
    "light": {"viewport": DESKTOP, "color_scheme": "light"},
    "dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light", "has_touch": True},
}


def faults(page: Page, within: str = "body") -> list[str]:
    """Return the serious and critical faults of what is on the screen, or of a part of it."""
    if not AXE.exists():
        pytest.fail(f"{AXE} is missing: `make {AXE.parents[1].name}` installs it", pytrace=False)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(each => each.finished))")
    found: list[dict[str, Any]] = page.evaluate(
        """part => axe.run(part, {resultTypes: ["violations"]}).then(found => found.violations)""",
        within,
    )
    return [
        f"{fault['impact']}: {fault['id']}: {node['target']}: {node['failureSummary']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.fixture(params=first(1, VIEWS))
def visitor(request: pytest.FixtureRequest, new_page: NewPage) -> Driver:
    return Driver(new_page(**VIEWS[request.param]))


@pytest.mark.by_day
def test_the_first_page(visitor: Driver, server: Server) -> None:
    server.put(until("1980-held", 9))
    visitor.home()
    assert faults(visitor.page) == []


def test_the_record(visitor: Driver, server: Server) -> None:
    game = server.put(recorded("1980-held"), egypt="sergeant")
    visitor.page.goto("/#/record")
    expect(visitor.page.locator(f"tr[data-game='{game}']")).to_be_visible()
    assert faults(visitor.page) == []


def test_the_board_and_every_tab(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("1980-held", 60)))
    assert faults(visitor.page) == []
    for name in ("log", "units", "rules", "replay", "game"):
        panel = visitor.page.locator(f"#panel-{name}")
        if not panel.is_visible():
            visitor.tab(name)
        expect(panel).to_be_visible()
        assert faults(visitor.page, f"#panel-{name}") == [], name


def test_an_attack(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("1980-held", 85)))
    visitor.click("0808")
    expect(visitor.page.locator("#attack [data-odds]")).to_be_visible()
    assert faults(visitor.page) == []


def test_a_chosen_unit_and_a_question(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("1980-held", 76)))
    visitor.button("end").click()
    expect(visitor.page.locator("dialog#ending")).to_be_visible()
    assert faults(visitor.page) == []


def test_a_group_and_its_units(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(until("1980-held", 76)))
    fold = visitor.decision.locator("[data-whole]").first
    fold.click()
    expect(visitor.decision.locator("[aria-pressed=true]").first).to_be_visible()
    assert faults(visitor.page) == []


def test_units_that_are_placed(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(record(game="el-arish-67")))
    expect(visitor.game).to_have_attribute("data-step", "setup")
    assert faults(visitor.page) == []


def test_a_hint_and_its_other_plans(visitor: Driver, server: Server) -> None:
    moves = ("move reshef-1 0411", "move erez-1 0912")
    answers.hint(visitor.page, moves, ("end",), reasons=("Threatens 16/4 (0910).",), now=0.5)
    visitor.open(server.put(record()))
    visitor.page.locator("#advise").click()
    visitor.page.locator("#advice [data-others]").click()
    expect(visitor.page.locator("#advice [data-line]")).to_have_count(2)
    assert faults(visitor.page) == []


def test_decisions_in_advance_and_settings(new_page: NewPage, server: Server) -> None:
    for view in VIEWS.values():
        driver = Driver(new_page(pace=9000, **view))
        driver.open(server.put(until("1980-held", 180), egypt="sergeant"))
        driver.page.locator("#pause").click()
        driver.pull_up()
        driver.page.locator("#ahead summary").click()
        driver.page.locator("[data-ahead=end]").check()
        assert faults(driver.page) == []
        driver.tab("game")
        driver.page.locator("#sounds-on").check()
        assert faults(driver.page, "#panel-game") == []


OCTOBER: dict[str, dict[str, Any]] = {
    "a stack": {"phase": "movement 1", "step": "movement"},
    "air plan": {
        "phase": "air commitment", "step": "commit",
        "units": {"eg-tac-1": "ready"},
    },
    "nothing to do": {"phase": "combat 1", "step": "raids"},
    "a battle": {
        "phase": "combat 1", "step": "battles", "ew": {"israel": 0, "egypt": 0, "syria": 0},
        "units": {"19-inf-div": "port-tawfik", "eg-eng-4": "port-tawfik"},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", OCTOBER)
def test_decisions_of_october_war(visitor: Driver, server: Server, name: str) -> None:
    start = deployed(side="arab", owner="arab", looking=0, **OCTOBER[name])
    visitor.open(server.put(record(start, game="october-war"), israel="recruit"))
    if name == "a stack":
        visitor.click("suez-city")
        expect(visitor.page.locator("[data-stack=suez-city]")).to_be_visible()
    if name == "a battle":
        visitor.click("port-tawfik")
        expect(visitor.page.locator("#battle")).to_be_visible()
    assert faults(visitor.page) == []


def test_october_war_is_set_up(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(record(game="october-war"), arab="recruit"))
    expect(visitor.game).to_have_attribute("data-step", "setup")
    assert faults(visitor.page) == []


def test_the_end(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(recorded("1980-bridge-moved"), egypt="sergeant"))
    expect(visitor.page.locator("#outcome-rating")).to_be_visible()
    assert faults(visitor.page) == []


def test_the_board_is_described(driver: Driver, server: Server) -> None:
    """Each hex and each unit has a description, and what happens is told in a live region."""
    driver.open(server.put(until("1980-held", 9)))
    page = driver.page
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("#board [data-hex], #board [data-unit]")]
            .filter(each => !each.getAttribute("aria-label") && !each.querySelector("title"))
            .map(each => each.id)"""
    )
    assert nameless == []
    driver.play_record(recorded("1980-held")["actions"][9:14])
    expect(page.locator("#live")).not_to_be_empty()
