"""Guided first games on the page: each is played from its first step to its last, by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from bridgehead.core.titles.lesson import OTHERWISE, Step, lesson_of, lessons_of
from tests.tiers import first
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.driver import SETTLED, Driver
from tests.web.server import Server
from tests.web.test_accessibility import VIEWS, faults
from tests.web.test_layout import fits, too_small

GAME, SUEZ, OCTOBER = "across-suez-1980", "suez-56", "october-war"


class Pupil(Driver):
    """Somebody who does what the lesson says."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.panel = page.locator("#lesson-panel")

    def learn(self, game: str, lesson: str = "") -> str:
        """Begin a lesson on the first page."""
        self.home()
        self.page.locator(f"#learn [data-lesson='{lesson_of(game, lesson).key}']").click()
        found = self._opened()
        expect(self.panel).to_be_visible()
        return found

    @property
    def step(self) -> int:
        """The number of the step that is shown, from 0."""
        return int(self.panel.get_attribute("data-step") or "-1")

    def press(self, button: str) -> None:
        """Press one of the buttons of the panel."""
        self.panel.locator(f"[data-lesson-button={button}]").click()

    def wait_step(self, number: int) -> None:
        """Wait until the lesson is at a step, and asks for it."""
        self.page.wait_for_function(
            """number => document.querySelector("#lesson-panel").dataset.step === String(number)
                && document.querySelector(".lesson-say")?.textContent
                && (document.querySelector("#game").dataset.mine === "true"
                    || !document.querySelector("[data-lesson-button=home]").hidden)""",
            arg=number,
        )

    def follow(self, step: Step) -> None:
        """Do what a step asks for, by clicks."""
        actions = step.all or step.do[:1]
        verb, *objects = actions[0].split()
        if verb == "commit":
            self.commit(objects)
        elif len(actions) > 1 and verb == "attack":
            self.assault(actions)
        elif actions[-1] == "done":  # protective fire
            for name, *number in (action.split() for action in actions[:-1]):
                if name != "fpf" and number:
                    self.strike(name, int(number[0]))
                    continue
                key, value = ("attacker", number[0]) if name == "fpf" else ("marker", name)
                self.page.locator(f"#attack input[data-{key}='{value}']").check()
            self.page.locator("#attack button[data-fire]").click()
        elif verb == "raid":
            self.click(objects[0])
            self.amount(objects[1], int(objects[2]))
            self.page.locator("[data-send]").click()
        elif verb == "barrage":
            self.click(objects[-1])
        elif verb == "eliminate":
            self.decision.locator(f"[data-do='{actions[0]}']").click()
        elif verb == "attack":
            self.click(objects[0])
        elif verb in ("move", "cross", "bridge") and len(objects) == 2 and not objects[1].isdigit():
            self.order(verb, *objects)
        elif verb == "end":
            self.button("end").click()
        elif self.page.locator("#battle").is_visible() and verb == "fire":
            self.page.locator(f"#battle [data-do='{actions[0]}']").click()
        else:
            for action in actions:
                self.do(action)

    def assault(self, actions: Sequence[str]) -> None:
        """Declare a whole attack in the panel, and fire."""
        words = [action.split() for action in actions]
        self.aim(
            words[0][1],
            [word[1] for word in words if word[0] == "with"],
            support=["support"] in words,
        )
        for name, *number in words:
            if name.endswith("-air"):
                self.strike(name, int(number[0]))
        self.page.locator("#attack button[data-fire]").click()

    def aim(self, hex_: str, attackers: Sequence[str], *, support: bool = False) -> None:
        """Open the attack panel; who is asked for is ticked by itself, but for fire from range."""
        panel = self.page.locator("#attack")
        self.click(hex_)
        for unit in attackers:
            box = panel.locator(f"input[data-attacker='{unit}']")
            if unit.endswith("-coastal"):
                box.check()
            expect(box).to_be_checked()
        if support:
            panel.locator("input[data-support]").check()

    def commit(self, objects: Sequence[str]) -> None:
        """Write the plan of the strikes."""
        self.amount(" ".join(objects[:-1]), int(objects[-1]))
        self.page.locator("[data-commit]").click()

    def amount(self, name: str, number: int) -> None:
        """Set a number by its buttons."""
        field = self.page.locator(f"[data-amount='{name}']")
        while int(field.input_value()) != number:
            by = 1 if int(field.input_value()) < number else -1
            self.page.locator(f"[data-of='{name}'][data-step='{by}']").click()

    def order(self, verb: str, unit: str, place: str) -> None:
        """Send a counter of a stack by a way of its own."""
        self.click(self.place(unit) or "")
        chosen = self.page.locator(f".stack [data-choose='{unit}']")
        if chosen.get_attribute("aria-pressed") != "true":
            chosen.click()
        others = self.page.locator(f".stack [aria-pressed=true]:not([data-choose='{unit}'])")
        while others.count():
            others.first.click()
        mode = self.decision.locator(f"[data-mode={verb}]")
        if mode.count() and mode.get_attribute("aria-pressed") != "true":
            mode.click()
        self.click(place)


def play(
    pupil: Pupil, game: str, look: Callable[[Page, Step], None] = lambda *_: None, id_: str = ""
) -> None:
    """Play a lesson from the step that stands to the last; look at every step that asks."""
    lesson = lesson_of(game, id_)
    last = len(lesson.steps) - 1
    for number, step in enumerate(lesson.steps):
        if number < pupil.step:
            continue
        pupil.wait_step(number)
        expect(pupil.panel.locator(".lesson-say")).to_have_text(step.say)
        if step.asks:
            look(pupil.page, step)
            pupil.follow(step)
        elif number < last:
            pupil.press("next")
    expect(pupil.panel.locator("[data-lesson-button=home]")).to_be_visible()


@pytest.fixture
def pupil(page: Page) -> Pupil:
    return Pupil(page)


@pytest.mark.parametrize("game", first(1, [GAME, SUEZ, OCTOBER]))
def test_a_lesson_is_played_to_its_end(new_page: NewPage, server: Server, game: str) -> None:
    pupil = Pupil(new_page())  # who has finished no lesson
    found = pupil.learn(game)
    play(pupil, game)
    expect(pupil.panel.locator("[data-lesson-button=leave]")).to_be_hidden()  # it is decided
    pupil.press("following")
    following = lessons_of(game)[1]
    expect(pupil.page.locator("#lesson-title")).to_have_text(following.title)
    pupil.home()
    learn = pupil.page.locator("#learn")
    expect(learn.locator("[data-lesson] .known")).to_have_count(1)
    expect(learn.locator(f"[data-lesson='{following.key}']")).to_have_class("next")
    summary = next(one for one in server.get("/api/saved")["saved"] if one["id"] == found)
    assert sorted(summary["players"].values()) == ["human", "lesson"]


RINGED = """() => {
    const panel = document.querySelector("#decision");
    const isRinged = each => getComputedStyle(each).outlineStyle === "solid";
    const found = [...panel.querySelectorAll("button, summary, input")]
        .filter(each => each.checkVisibility())
        .filter(each => each !== document.activeElement && isRinged(each));
    const seen = found.filter(each => {
        const {x, y, width, height} = each.getBoundingClientRect();
        return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    return [found.length, seen.length, document.querySelector("#game").scrollTop];
}"""


def in_reach(page: Page, step: Step) -> None:
    """Check that of the buttons and fields that a step asks for the first is seen."""
    page.evaluate(SETTLED)  # it is ringed in one frame, and brought into sight in the next
    try:
        page.wait_for_function(f"""() => {{
            const [ringed, seen, scrolled] = ({RINGED})();
            return Boolean(seen) === Boolean(ringed) && scrolled === 0;
        }}""")
    except TimeoutError:
        raise AssertionError(f"{step.say}: {page.evaluate(RINGED)}") from None


@pytest.mark.parametrize("game", [GAME, SUEZ, OCTOBER])
def test_a_lesson_on_a_phone(new_page: NewPage, game: str) -> None:
    pupil = Pupil(new_page(viewport=PHONE, has_touch=True))
    pupil.learn(game)
    play(pupil, game, in_reach)
    assert pupil.page.evaluate("document.querySelector('#game').scrollTop") == 0


def test_the_other_sides_lesson_of_suez(pupil: Pupil) -> None:
    pupil.learn(SUEZ, "retake-raswa")
    play(pupil, SUEZ, id_="retake-raswa")
    expect(pupil.panel.locator("[data-lesson-button=leave]")).to_be_hidden()  # it is decided


def test_an_attack_of_a_lesson_on_a_phone(new_page: NewPage) -> None:
    pupil = Pupil(new_page(viewport=PHONE, has_touch=True))
    pupil.learn(GAME)
    lesson = lesson_of(GAME)
    for number, step in enumerate(lesson.steps):
        pupil.wait_step(number)
        if step.all:
            break
        if step.asks:
            pupil.follow(step)
        else:
            pupil.press("next")
    pupil.click("0609")
    part = parts(pupil.page)
    fire = pupil.page.locator("#attack button[data-fire]").bounding_box()
    assert part[".board-place"]["height"] > 120
    assert part["#lesson-panel"]["bottom"] <= part[".board-place"]["top"] + 1
    assert fire is not None
    assert fire["y"] + fire["height"] < PHONE["height"]


def test_nobody_else_is_chosen_than_who_is_asked_for(pupil: Pupil) -> None:
    pupil.learn(SUEZ, "points-and-exits")
    pupil.press("next")
    pupil.wait_step(1)
    pupil.do("drop 3-p 1930")
    pupil.wait_step(2)  # 1 P comes next in the list, and 2 RCP is asked for
    expect(pupil.game).not_to_have_attribute("data-unit", "1-p")
    pupil.select("1-p")
    drop = pupil.decision.locator("[data-mode=drop]")
    ring: Any = "element => getComputedStyle(element).outlineStyle"
    assert drop.evaluate(ring) == "none"
    assert pupil.decision.locator("[data-back]").evaluate(ring) == "solid"
    pupil.select("2-rcp")
    assert drop.evaluate(ring) == "solid"


def test_by_the_keyboard_alone(new_page: NewPage) -> None:
    pupil = Pupil(new_page())
    pupil.home()
    lesson = pupil.page.locator(f"#learn [data-lesson='{lesson_of(GAME).key}']")
    lesson.focus()
    pupil.page.keyboard.press("Enter")
    pupil._opened()
    expect(pupil.panel.locator("[data-lesson-button=next]")).to_be_focused()
    pupil.page.keyboard.press("Enter")
    pupil.wait_step(1)
    pupil.page.locator("#board").focus()
    pupil.page.keyboard.press(".")
    pupil.wait_step(2)
    board = pupil.page.locator("#board")
    for action in ("move reshef-1 0509", "move matt-2 0510"):
        go(pupil, action)
    pupil.wait_step(4)
    board.press("E")  # not yet
    expect(pupil.panel.locator(".lesson-nudge")).to_have_text(OTHERWISE)
    board.press("u")
    pupil.wait_step(3)


def go(pupil: Pupil, action: str) -> None:
    """Move a unit by keys: n to the unit, arrows to the hex."""
    board = pupil.page.locator("#board")
    _, unit, goal = action.split()
    while pupil.game.get_attribute("data-unit") != unit:
        board.press("n")
    for _ in range(30):
        here = board.get_attribute("data-cursor") or ""
        if here == goal:
            break
        east, south = int(goal[:2]) - int(here[:2]), int(goal[2:]) - int(here[2:])
        if east:
            board.press("ArrowRight" if east > 0 else "ArrowLeft")
        else:
            board.press("ArrowDown" if south > 0 else "ArrowUp")
    at = pupil.at
    board.press("Enter")
    pupil.wait_at(at + 1)


def test_what_is_asked_for_stands_out(pupil: Pupil) -> None:
    pupil.learn(SUEZ, "points-and-exits")
    pupil.press("next")
    pupil.wait_step(1)
    ring: Any = "element => getComputedStyle(element).outlineStyle"
    fold = pupil.decision.locator("details:has([data-choose='3-p']) > summary")
    assert fold.evaluate(ring) == "solid"
    fold.click()
    assert pupil.decision.locator("[data-choose='3-p']").evaluate(ring) == "solid"
    assert pupil.decision.locator("[data-choose='1-p']").evaluate(ring) == "none"
    assert pupil.page.locator("#layer-above path.lesson:not(.casing)").count() == 2
    pupil.decision.locator("[data-choose='3-p']").click()
    pupil.click("1930")
    pupil.wait_step(2)


def test_another_action_and_reading_back(pupil: Pupil) -> None:
    pupil.learn(GAME)
    pupil.press("next")
    pupil.press("next")
    pupil.wait_step(2)
    pupil.select("reshef-1")
    pupil.click("0309")
    nudge = pupil.panel.locator(".lesson-nudge")
    expect(nudge).to_have_text(OTHERWISE)
    assert pupil.at == 0
    pupil.press("back")
    expect(pupil.panel.locator(".lesson-say")).to_contain_text("A counter shows two numbers")
    pupil.press("next")
    expect(pupil.panel.locator(".lesson-say")).to_contain_text("Choose Reshef 1")
    pupil.page.locator("#board").focus()
    pupil.do("move reshef-1 0509")
    expect(nudge).to_be_hidden()
    pupil.wait_step(3)


def test_undo_start_over_reload_and_leave(new_page: NewPage, server: Server) -> None:
    pupil = Pupil(new_page())
    game = pupil.learn(GAME)
    pupil.press("next")
    pupil.press("next")
    pupil.do("move reshef-1 0509")
    pupil.do("move matt-2 0510")
    pupil.page.locator("#undo").click()
    pupil.wait_step(3)
    pupil.page.reload()
    pupil._opened()
    pupil.wait_step(3)
    pupil.press("restart")
    pupil.wait_step(0)
    pupil.press("leave")
    pupil.page.locator("dialog#leaving [data-back]").click()
    expect(pupil.panel).to_be_visible()
    pupil.press("leave")
    pupil.page.locator("dialog#leaving [data-confirm]").click()
    expect(pupil.panel).to_be_hidden()
    pupil.do("move reshef-2 0307")
    assert server.record(game)["players"] == {"israel": "human", "egypt": "sergeant"}


def parts(page: Page) -> dict[str, dict[str, float]]:
    """Return where the strip, the board and the column lie."""
    found: dict[str, dict[str, float]] = page.evaluate(
        """() => Object.fromEntries(
            [".tracker", ".board-place", ".column", "#lesson-panel"].map(each =>
                [each, document.querySelector(each).getBoundingClientRect().toJSON()]))"""
    )
    return found


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("game", [GAME, SUEZ, OCTOBER])
def test_it_fits_and_can_be_read(new_page: NewPage, view: str, game: str) -> None:
    pupil = Pupil(new_page(**VIEWS[view]))
    pupil.learn(game)
    fits(pupil.page)
    part = parts(pupil.page)
    board, width = part[".board-place"], pupil.page.evaluate("innerWidth")
    assert part[".tracker"]["bottom"] <= board["top"] + 1
    assert max(one["right"] for one in part.values()) >= width - 1
    if view != "phone":
        assert board["right"] >= 0.6 * width
        assert part["#lesson-panel"]["bottom"] <= part[".column"]["top"] + 1
    assert faults(pupil.page) == []
    pupil.press("next")
    pupil.wait_step(1)
    fits(pupil.page)
    assert faults(pupil.page, "#lesson-panel") == []
    if view == "phone":
        assert [one for one in too_small(pupil.page) if "data-lesson-button" in one] == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_places_of_a_step_are_seen(new_page: NewPage, size: dict[str, int]) -> None:
    pupil = Pupil(new_page(viewport=size, has_touch=size == PHONE))
    pupil.learn(SUEZ, "points-and-exits")
    pupil.press("next")
    pupil.wait_step(1)
    pupil.settle()
    board = pupil.page.locator("#board").bounding_box()
    marked = pupil.page.locator("#layer-above path.lesson:not(.casing)").all()
    assert board is not None
    assert marked
    for each in marked:
        box = each.bounding_box()
        assert box is not None
        assert box["width"] > 30
        assert board["x"] <= box["x"]
        assert box["x"] + box["width"] <= board["x"] + board["width"]
        assert board["y"] <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"]
