"""A question is never empty or out of sight: every choice has a button, lists say their length."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.test_october import deployed
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import position_of, record, recorded, until
from tests.web.server import Server
from tests.web.test_window_sizes import put

DESK = {"width": 1440, "height": 900}
# Lists of choices: the record, and how many actions came before.
LISTS = {
    "retreat of October War": ("october-whole", 344),
    "loss": ("suez-even", 234),
    "retreat": ("suez-even", 102),
    "advance": ("el-arish-egypt", 137),
    "withdrawal": ("el-arish-egypt", 103),
    "advance of Across Suez": ("1980-held", 26),
}


@pytest.mark.parametrize("kind", LISTS)
def test_every_choice_has_a_button_that_can_be_pressed(
    new_page: NewPage, server: Server, kind: str
) -> None:
    """In the list itself, beside what can be done on the map and by text."""
    name, before = LISTS[kind]
    given = until(name, before)
    legal = list(position_of(given).legal_actions())
    driver = Driver(new_page(viewport=DESK))
    driver.open(put(server, given))
    choices = driver.decision.locator(".choices, .decision-foot")
    modes = choices.locator("[data-mode]")
    found: set[str] = set()
    for mode in range(max(modes.count(), 1)):
        if modes.count():
            modes.nth(mode).click()
        driver.decision.evaluate(
            "panel => panel.querySelectorAll('details').forEach(each => { each.open = true; })"
        )
        found |= set(choices.locator("[data-do]").evaluate_all("all => all.map(b => b.dataset.do)"))
    assert found >= set(legal)
    last = driver.decision.locator(".choices [data-do]").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_a_list_says_how_many_choices_it_has(new_page: NewPage, server: Server) -> None:
    given = until("el-arish-egypt", 137)
    number = len(list(position_of(given).legal_actions()))
    assert number == 10
    driver = Driver(new_page(viewport=DESK))
    driver.open(put(server, given))
    expect(driver.decision.locator(".choice-count")).to_have_text("10 choices")


@pytest.mark.parametrize(("name", "before"), [("1980-held", 14), ("el-arish-egypt", 137)])
def test_no_advance_is_in_sight(new_page: NewPage, server: Server, name: str, before: int) -> None:
    driver = Driver(new_page(viewport=DESK))
    driver.open(server.put(until(name, before)))
    expect(driver.button("stay")).to_be_in_viewport(ratio=1)


def test_a_unit_that_has_come_in_can_stay_on_the_edge(visitor: Driver, server: Server) -> None:
    actions = recorded("el-arish-even")["actions"]
    edge = actions[2].split()[-1]  # "enter sc-helicopter …"
    game = server.put(until("el-arish-even", 3))
    visitor.open(game)
    stay = f"move sc-helicopter {edge}"
    assert stay in position_of(until("el-arish-even", 3)).legal_actions()
    expect(visitor.button(stay)).to_contain_text(edge)
    visitor.button(stay).click()
    visitor.wait_at(4)
    assert server.record(game)["actions"][-1] == stay


def test_it_is_said_how_many_strikes_are_lost(visitor: Driver, server: Server) -> None:
    strikes = {f"eg-tac-{n}": "sinai:air-superiority" for n in range(1, 6)}
    start: dict[str, Any] = {
        "side": "arab", "owner": "arab", "looking": 0, "phase": "air superiority",
        "step": "superiority loss", "air_stage": 2, "units": strikes,
        "air_refit": {"israel": 0, "arab": 3}, "air_lost": {"israel": 0, "arab": 1},
    }  # fmt: skip
    game = server.put(record(deployed(**start), game="october-war"), israel="recruit")
    visitor.open(game)
    note = visitor.decision.locator(".asked .note")
    expect(note).to_contain_text("3 strikes to refit, 1 strike eliminated")
