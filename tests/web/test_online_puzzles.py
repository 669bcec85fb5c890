"""Puzzles of a server for many, in the browser: solved by a visitor and by an account."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bridgehead.players import puzzles
from tests.web.conftest import NewPage
from tests.web.server import OnlineServer
from tests.web.test_accessibility import faults
from tests.web.test_online import register
from tests.web.test_puzzles import MEASURED, Solver

pytestmark = pytest.mark.slow


def test_a_visitor_and_an_account_solve_a_puzzle(new_page: NewPage, online: OnlineServer) -> None:
    puzzle = min(puzzles.everything(), key=lambda one: len(one.best.plan) + len(one.usual.plan))
    page = new_page(base_url=online.url)
    solver = Solver(page)
    page.goto("/")
    page.click("nav a[href='/puzzles']")
    expect(page.locator("#puzzle-rating")).to_contain_text("not logged in")
    assert faults(page) == []
    for name in ("", "Anna"):
        if name:
            register(page, name)
        page.goto("/puzzles")
        page.locator("#puzzles-game").select_option(puzzle.game_id)
        page.click(f".puzzle-list [data-puzzle='{puzzle.id}']")
        solver._opened()
        assert page.url.endswith(f"/puzzle/{puzzle.id}")
        solver.plan(puzzle.best.plan)
        solver.check()
        expect(solver.verdict).to_have_attribute("data-solved", "true")
        if not name:
            expect(solver.panel.locator(".puzzle-rating")).to_contain_text("not rated")
    expect(solver.panel.locator(".puzzle-rating")).to_contain_text("+")
    solver.press("next")
    page.wait_for_url(lambda url: "/puzzle/" in url and puzzle.id not in url)
    solver.wait_state("open", MEASURED)
    page.click("a[href='#/'] >> nth=0")
    expect(page.locator("#puzzle-rating")).to_contain_text("Your rating")
    page.locator("#puzzles-state").select_option("solved")
    solved = page.locator(f".puzzle-list [data-puzzle='{puzzle.id}']")
    expect(solved).to_contain_text("solved")
