"""Puzzles on the page: solved, failed, tried again, given up; the list; mistakes; accessibility."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from bridgehead.players import puzzles
from bridgehead.players.puzzles import Puzzle
from bridgehead.server.games.store import FILE, Store
from bridgehead.server.puzzles.puzzle_store import PuzzleStore
from tests.tiers import first
from tests.web.conftest import NewPage
from tests.web.driver import Driver, steps
from tests.web.server import Server
from tests.web.test_accessibility import VIEWS, faults

TABS_BELOW = """decision => {
    const tabs = document.querySelector("[role=tablist]");
    return decision.getBoundingClientRect().bottom <= tabs.getBoundingClientRect().top + 1;
}"""
MEASURED = 120_000  # ms that grading may take


class Solver(Driver):
    """Somebody who solves puzzles."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.panel = page.locator("#puzzle-panel")
        self.verdict = self.panel.locator(".puzzle-verdict")

    def begin(self, puzzle: Puzzle) -> None:
        """Begin a puzzle from the list of the first page."""
        self.home()
        self.page.locator(".more-puzzles > summary").click()
        self.page.locator("#puzzles-game").select_option(puzzle.game_id)
        self.page.locator(f".puzzle-list [data-puzzle='{puzzle.id}']").click()
        self._opened()
        expect(self.panel.locator(".lesson-say")).to_have_text(puzzle.question)

    def press(self, button: str) -> None:
        """Press one of the buttons of the panel."""
        self.panel.locator(f"[data-puzzle-button={button}]").click()

    def plan(self, plan: Sequence[str]) -> None:
        """Play a plan to its end."""
        at = self.at
        for deed, number, _ in steps(plan):
            at += number
            self.do(deed, at)
        self.wait_state("complete")

    def wait_state(self, state: str, within: int = 15_000) -> None:
        """Wait until the panel is in a state: open, complete, checking, graded."""
        expect(self.panel).to_have_attribute("data-state", state, timeout=within)

    def check(self) -> None:
        """Have the plan checked."""
        self.press("check")
        self.wait_state("graded", MEASURED)


@pytest.fixture
def solver(page: Page) -> Solver:
    return Solver(page)


@pytest.fixture
def puzzle() -> Puzzle:
    """Return the puzzle with the shortest plans."""
    return min(puzzles.everything(), key=lambda one: len(one.best.plan) + len(one.usual.plan))


@pytest.mark.by_day
def test_a_puzzle_is_solved(solver: Solver, puzzle: Puzzle, server: Server) -> None:
    solver.begin(puzzle)
    expect(solver.panel.locator("[data-puzzle-button=check]")).to_be_disabled()
    expect(solver.page.locator("#advise")).to_be_hidden()
    solver.plan(puzzle.best.plan)
    solver.check()
    expect(solver.verdict).to_have_attribute("data-solved", "true")
    listed = server.get("/api/puzzles")
    assert [one["solved"] for one in listed["puzzles"] if one["id"] == puzzle.id] == [True]
    shown = solver.page.url.rsplit("/", 1)[-1]
    assert shown not in [one["id"] for one in server.get("/api/saved")["saved"]]


def test_a_puzzle_in_a_scenario_names_it(solver: Solver) -> None:
    puzzle = next(one for one in puzzles.everything() if one.scenario)
    solver.begin(puzzle)
    expect(solver.panel.locator(".lesson-count")).to_contain_text(f"{puzzle.scenario} · ")


def test_a_puzzle_is_failed_and_tried_again(solver: Solver, puzzle: Puzzle) -> None:
    solver.begin(puzzle)
    solver.plan(puzzle.usual.plan)
    solver.check()
    expect(solver.verdict).to_have_attribute("data-solved", "false")
    expect(solver.panel.locator(".puzzle-chances .chance-bar")).to_have_count(3)
    assert solver.page.locator("#decision").evaluate(TABS_BELOW)
    best = solver.panel.locator(".puzzle-best")
    expect(best).not_to_have_attribute("open", "")  # it would spoil the second try
    best.locator("> summary").click()
    expect(best.locator("> p")).to_be_visible()
    solver.press("again")
    solver.wait_state("open")
    solver.plan(puzzle.best.plan)
    solver.check()
    expect(solver.verdict).to_have_attribute("data-solved", "true")


def test_a_phase_in_which_nothing_can_be_done_is_ended_by_itself(new_page: NewPage) -> None:
    """After the moves nobody can be bombarded or attacked: the plan is complete."""
    solver = Solver(new_page(skips=True))
    puzzle = next(one for one in puzzles.everything() if is_over_after_the_moves(one))
    solver.begin(puzzle)
    solver.do("end")
    solver.wait_state("complete")
    solver.page.locator("#undo").click()
    solver.wait_state("open")


def is_over_after_the_moves(puzzle: Puzzle) -> bool:
    """Whether a side that only ends its movement phase can do nothing else."""
    position = puzzle.position.copy()
    if puzzle.game_id != "across-suez-1980" or position.phase != "movement":
        return False
    position.push("end")
    while position.to_move == puzzle.side and [*position.legal_actions()] == ["end"]:
        position.push("end")
    return position.to_move != puzzle.side


def test_who_gives_up_is_shown_the_best_plan(solver: Solver, puzzle: Puzzle) -> None:
    solver.begin(puzzle)
    solver.press("giveUp")
    solver.page.locator("dialog#giving-up [data-confirm]").click()
    solver.wait_state("graded", MEASURED)
    expect(solver.verdict).to_have_attribute("data-solved", "false")
    solver.press("show")
    solver.wait_at(len(puzzle.best.plan))
    expect(solver.verdict).to_be_visible()  # what came of it still stands there
    solver.page.reload()
    solver._opened()
    expect(solver.verdict).to_be_visible()
    solver.press("playOn")
    solver.page.locator("#play-on button[type=submit]").click()
    expect(solver.panel).to_be_hidden()


def test_a_mistake_is_practiced(
    solver: Solver, puzzle: Puzzle, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = puzzles.today() - datetime.timedelta(days=9)
    monkeypatch.setattr("bridgehead.analysis.mistakes.today", lambda: long_ago)
    mine = replace(puzzle, id="mistake1")
    kept = PuzzleStore(Store(server.data / FILE))
    kept.add_mistakes([mine], "a game")
    solver.home()
    solver.page.locator("#puzzles [data-puzzle=due]").click()
    solver._opened()
    expect(solver.panel.locator(".lesson-say")).to_have_text(mine.question)
    solver.plan(mine.best.plan)
    solver.page.keyboard.press(".")
    solver.wait_state("graded", MEASURED)
    expect(solver.verdict).to_have_attribute("data-solved", "true")
    solver.home()
    expect(solver.page.locator("#puzzles [data-puzzle=next]")).to_be_visible()
    expect(solver.page.locator("#puzzles [data-puzzle=due]")).to_have_count(0)


@pytest.mark.parametrize("state", ["compiling", "off"])
def test_that_a_plan_cannot_be_checked_is_said_before_it_is_made(
    solver: Solver, puzzle: Puzzle, state: str
) -> None:
    told = {"ready": True, "games": {puzzle.game_id: {"state": state, "done": 3, "known": 40}}}
    solver.page.route("**/api/ready", lambda route: route.fulfill(json=told))
    solver.begin(puzzle)
    expect(solver.panel.locator(".puzzle-note")).to_be_visible()
    expect(solver.panel.locator(".warming")).to_be_visible(visible=state == "compiling")
    solver.plan(puzzle.best.plan)
    check = solver.panel.locator("[data-puzzle-button=check]")
    expect(check).to_be_enabled(enabled=state == "compiling")
    told["games"][puzzle.game_id]["state"] = "ready"
    if state == "compiling":
        expect(solver.panel.locator(".puzzle-note")).to_have_count(0)


def test_a_plan_is_taken_back(solver: Solver, puzzle: Puzzle) -> None:
    solver.begin(puzzle)
    solver.page.keyboard.press(".")
    expect(solver.notice).to_contain_text("not complete")
    solver.plan(puzzle.best.plan)
    solver.page.keyboard.press("u")
    solver.wait_state("open")
    solver.press("restart")
    solver.wait_at(0)
    expect(solver.panel.locator("[data-puzzle-button=restart]")).to_have_count(0)


def test_the_puzzle_of_the_day_and_the_next_one(solver: Solver, server: Server) -> None:
    solver.home()
    solver.page.locator("#puzzles [data-puzzle=today]").click()
    solver._opened()
    today = server.get("/api/puzzles")["today"]
    expect(solver.panel.locator(".lesson-say")).to_have_text(today["question"])
    solver.home()
    solver.page.locator("#puzzles [data-puzzle=next]").click()
    solver._opened()
    expect(solver.panel).to_be_visible()


@pytest.mark.parametrize("view", first(1, VIEWS))
def test_the_panel_has_no_serious_faults(new_page: NewPage, puzzle: Puzzle, view: str) -> None:
    solver = Solver(new_page(**VIEWS[view]))
    solver.home()
    solver.page.locator(".more-puzzles > summary").click()
    assert faults(solver.page, "#puzzles") == []
    solver.begin(puzzle)
    assert faults(solver.page, "#puzzle-panel") == []
    solver.press("giveUp")
    solver.page.locator("dialog#giving-up [data-confirm]").click()
    solver.wait_state("graded", MEASURED)
    assert faults(solver.page, "#puzzle-panel") == []
