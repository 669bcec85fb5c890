"""Several units at once: columns, stacks, boxes, dragging, plans; how many clicks it takes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.server.test_october import deployed
from tests.web import answers
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_meb_play import EL_ARISH, SUEZ, record, stands

COUNT = """() => {
    const count = event => event.isTrusted && window.clicks++;
    if (window.clicks === undefined) window.addEventListener("click", count, true);
    window.clicks = 0; // the window may be that of the test before
}"""


def units(driver: Driver) -> dict[str, str]:
    """Return where each unit that the board shows is."""
    found: dict[str, str] = driver.page.eval_on_selector_all(
        "#layer-units [data-unit]",
        "all => Object.fromEntries(all.map(unit => [unit.dataset.unit, unit.dataset.place]))",
    )
    return found


def reach(driver: Driver, kind: str) -> list[str]:
    """Return the hexes that are marked as what all in hand, or some of them, can reach."""
    found: list[str] = driver.page.eval_on_selector_all(
        f"#layer-page .mark.{kind}", "all => all.map(mark => mark.dataset.mark)"
    )
    return found


def several(driver: Driver, count: int) -> None:
    """Expect so many units in hand together."""
    expect(driver.decision).to_have_attribute("data-many", str(count))


def october(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a record of October War that begins in a position."""
    return record(deployed(**fields))


def fold(driver: Driver, group: str) -> Any:
    """Open the units of a group that wait; return where they are listed: few are not folded."""
    found = driver.decision.locator(f"details[data-group='{group}']")
    if not found.count():
        return driver.decision
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def on_map(driver: Driver, names: list[str]) -> bool:
    """Whether all these units are on the map, each on a hex of its own."""
    places = [units(driver).get(name, "") for name in names]
    return all(place.isdigit() for place in places) and len(set(places)) == len(places)


def el_arish(driver: Driver, server: Server) -> tuple[str, dict[str, list[str]]]:
    """Begin turn 1 of El Arish '67; return the game and who can come in, by group."""
    game = server.put(record(EL_ARISH, "deploy", "end"))
    driver.open(game)
    driver.page.keyboard.press("z")  # the whole map
    driver.page.evaluate(COUNT)
    groups: dict[str, list[str]] = driver.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-group]")].map(fold =>
            [fold.dataset.group, [...fold.querySelectorAll("[data-choose]")]
                .map(button => button.dataset.choose)]))"""
    )
    return game, groups


def test_each_unit_of_el_arish_comes_in_by_a_click_of_its_own(
    driver: Driver, server: Server
) -> None:
    """Turn 1, all 41 entries, each to a hex that was chosen for it: 90 clicks at most."""
    _, groups = el_arish(driver, server)
    for group, names in groups.items():
        while left := [name for name in names if not on_map(driver, [name])]:
            if driver.game.get_attribute("data-unit") not in left:
                fold(driver, group).locator(f"[data-choose='{left[0]}']").click()
            before = driver.at
            driver.page.wait_for_selector("#layer-above .page-numbers text", state="attached")
            inner = [hex_ for hex_ in reach(driver, "reach") if not hex_.startswith("48")]
            driver.click(min(inner or reach(driver, "reach")))
            driver._until(
                "(game, at) => game.dataset.at !== at && game.dataset.mine === 'true'", str(before)
            )
    everybody = [name for names in groups.values() for name in names]
    assert len(everybody) == 41
    places = units(driver)  # helicopters share the hex of another unit
    assert all(places[name].isdigit() for name in everybody)
    assert driver.page.evaluate("window.clicks") <= 90


def test_whole_columns_of_el_arish_come_in_with_three_clicks_each(
    driver: Driver, server: Server
) -> None:
    game, groups = el_arish(driver, server)
    for group in list(groups)[:3]:
        fold(driver, group).locator("[data-whole]").click()
        several(driver, len(groups[group]))
        driver.page.wait_for_selector("[data-mark^='46']", state="attached")
        goal = min(reach(driver, "reach") or reach(driver, "some"))
        before = driver.at
        driver.click(goal)
        driver._until("(game, at) => game.dataset.at !== at", str(before))
        assert on_map(driver, groups[group])
        assert goal in units(driver).values()
    assert driver.page.evaluate("window.clicks") <= 9
    driver.page.locator("#undo").click()  # a plan is taken back whole
    driver._until("(game, at) => game.dataset.at === at", str(before))
    assert not on_map(driver, groups[group][:1])
    assert all(text.split()[0] in ("deploy", "end", "enter", "move")
               for text in server.record(game)["actions"])  # fmt: skip


def test_the_map_goes_to_where_a_group_comes_in(driver: Driver, server: Server) -> None:
    el_arish(driver, server)
    driver.page.keyboard.press("z")  # where the first group comes in
    expect(driver.page.locator("#board")).to_have_attribute("data-zoomed", "true")
    driver.settle()
    fold(driver, "Sharon").locator("[data-whole]").click()
    mark = driver.page.locator("[data-mark='4843']")  # far south of it
    mark.wait_for(state="attached")
    driver.page.wait_for_function(  # the map glides there
        """() => {
            const board = document.querySelector("#board").getBoundingClientRect();
            const mark = document.querySelector("[data-mark='4843']").getBoundingClientRect();
            return board.top <= mark.top && mark.bottom <= board.bottom;
        }"""
    )


@pytest.mark.parametrize(
    ("turn", "units_", "goal", "go"),
    [
        (1, ("1-p", "2-p", "3-p"), "1828", 2),  # two drops in turn 1
        (4, ("40-cdo", "42-cdo", "45-cdo"), "2411", 3),
    ],
    ids=["by air", "by sea"],
)
def test_landings_around_a_hex(
    driver: Driver, server: Server, turn: int, units_: tuple[str, ...], goal: str, go: int
) -> None:
    game = server.put(record(stands(SUEZ, {}, turn=turn)))
    driver.open(game)
    page = driver.page
    page.evaluate(COUNT)
    page.locator(f"#decision details:has([data-choose='{units_[0]}']) summary").click()
    for unit in units_:
        button = f"#decision :is([data-choose='{unit}'], [data-toggle='{unit}'])"
        page.locator(button).click(modifiers=["Shift"])
    several(driver, 3)
    driver.hover(goal)
    expect(driver.hint).to_contain_text(f"{go} of 3 go")
    expect(page.locator("#layer-above .gathered")).not_to_have_count(0)
    driver.click(goal)
    driver.wait_at(go)
    assert on_map(driver, list(units_[:go]))
    assert goal in units(driver).values()
    assert page.evaluate("window.clicks") <= 2 * len(units_)
    if go < len(units_):
        expect(driver.hint.locator("button.case")).to_be_visible()  # why the others stay
    verbs = {text.split()[0] for text in server.record(game)["actions"]}
    assert verbs == {"drop" if turn == 1 else "land"}


def test_a_group_on_the_map(driver: Driver, server: Server) -> None:
    """Shift-click adds and takes away, a box chooses, the way is shown before the click."""
    driver.open(server.put(record("across-suez-1980")))
    page = driver.page
    units_ = ("erez-1", "erez-2", "erez-3")
    driver.select(units_[0])
    for n, unit in enumerate(units_[1:], start=2):
        page.keyboard.down("Shift")
        driver.click(driver.place(unit) or "")
        page.keyboard.up("Shift")
        several(driver, n)
    both = reach(driver, "some")
    assert both
    assert reach(driver, "reach")
    driver.decision.locator("[data-toggle='erez-3']").click()
    several(driver, 2)
    goal = reach(driver, "reach")[0]
    driver.hover(goal)
    expect(page.locator("#layer-above .arrow.gathered")).to_have_count(2)
    expect(driver.hint).to_contain_text("2 of 2 go")
    driver.click(goal)
    driver.wait_at(2)
    assert goal in (driver.place("erez-1"), driver.place("erez-2"))
    page.keyboard.press("Escape")
    page.locator("#several").click()
    box = page.locator("#board").bounding_box()
    assert box
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4, steps=4)
    page.mouse.up()
    count = int(driver.decision.get_attribute("data-many") or 0)
    assert count > 2
    page.locator("#several").click()
    driver.page.locator("#undo").click()
    driver.wait_at(0)


def test_a_counter_is_dragged(driver: Driver, server: Server) -> None:
    game = server.put(record("across-suez-1980"))
    driver.open(game)
    page = driver.page
    driver.select("raviv-1")
    goal = reach(driver, "reach")[5]
    page.keyboard.press("Escape")
    x, y = driver._middle("#unit-raviv-1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)
    expect(page.locator(".drag-ghost")).to_be_visible()
    page.mouse.move(*driver._middle(f"#hex-{goal}"), steps=3)
    page.mouse.up()
    driver.wait_at(1)
    assert server.record(game)["actions"] == [f"move raviv-1 {goal}"]
    expect(page.locator(".drag-ghost")).to_have_count(0)


def test_a_finger_drags_what_is_chosen(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(viewport=PHONE, has_touch=True))
    game = server.put(record("across-suez-1980"))
    driver.open(game)
    driver.select("raviv-1")
    goal = reach(driver, "reach")[5]
    start, end = driver._middle("#unit-raviv-1"), driver._middle(f"#hex-{goal}")
    touch = driver.page.context.new_cdp_session(driver.page)
    for kind, point in (("touchStart", start), ("touchMove", end), ("touchEnd", None)):
        points = [{"x": point[0], "y": point[1]}] if point else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    driver.wait_at(1)
    assert server.record(game)["actions"] == [f"move raviv-1 {goal}"]


def test_a_stack_of_october_war_moves_by_two_clicks(driver: Driver, server: Server) -> None:
    game = server.put(october({"side": "arab", "owner": "arab", "looking": 0}), israel="recruit")
    driver.open(game)
    page = driver.page
    page.evaluate(COUNT)
    driver.click("suez-city")
    chosen = page.locator(".stack [aria-pressed=true]")
    expect(chosen).not_to_have_count(0)
    expect(page.locator("#layer-page .mark.reach, #layer-page .mark.some")).not_to_have_count(0)
    stack = page.eval_on_selector_all(
        ".stack [aria-pressed=true]", "all => all.map(each => each.dataset.choose)"
    )
    assert len(stack) > 2
    goals = reach(driver, "reach")
    assert "adabiya" in goals + reach(driver, "some")
    driver.click("adabiya")
    driver._until("game => Number(game.dataset.at) > 1")
    moved = [unit for unit in stack if driver.place(unit) == "adabiya"]
    assert len(moved) == driver.at
    assert len(moved) == len(stack) or "adabiya" not in goals
    assert page.evaluate("window.clicks") == 2
    page.locator("#undo").click()
    driver.wait_at(0)


def test_equal_counters_go_together(driver: Driver, server: Server) -> None:
    """Of equal counters only the first is offered: the plan names them in their order."""
    same = ["eg-at-1", "eg-at-2", "eg-at-3"]
    there = dict.fromkeys(same, "suez-city")
    fields = {"side": "arab", "owner": "arab", "looking": 0, "units": there}
    driver.open(server.put(october(fields), israel="recruit"))
    page = driver.page
    driver.click("suez-city")
    page.locator("[data-mode=none]").click()
    for unit in same[1:]:
        page.locator(f".stack [data-choose='{unit}']").click()
    goal = "ain-sukhna"
    page.wait_for_selector(f"[data-mark={goal}]", state="attached")
    driver.click(goal)
    driver.wait_at(len(same) - 1)
    gone = [unit for unit in same if driver.place(unit) == goal]
    assert len(gone) == len(same) - 1


def test_a_plan_is_played_up_to_the_dice(driver: Driver, server: Server) -> None:
    game = server.put(record("across-suez-1980"))
    driver.open(game)
    plan = ["move raviv-1 1306", "move raviv-2 1404", "move matt-1 1306"]
    line = {"action": plan[0], "plan": plan, "sentence": "Move", "chance": None, "rolls": True}
    hint = {"at": 0, "side": "israel", "player": "sergeant", "told": "", **line, "lines": [line]}
    page = driver.page
    page.route("**/hint", lambda route: route.fulfill(json=hint))
    page.locator("#advise").click()
    expect(page.locator(".advice-steps li")).to_have_count(3)
    expect(page.locator("[data-advised-roll]")).to_have_count(1)
    page.locator("[data-advised-all]").click()
    driver.wait_at(2)
    assert server.record(game)["actions"] == plan[:2]


def test_a_whole_plan_is_played(driver: Driver, server: Server) -> None:
    game = server.put(record("across-suez-1980"))
    driver.open(game)
    plan = ["move raviv-1 1306", "move raviv-2 1404", "end"]
    hint = {
        "at": 0, "side": "israel", "player": "sergeant", "told": "", "action": plan[0],
        "plan": plan, "sentence": "Move", "chance": None,
        "lines": [{"action": plan[0], "plan": plan, "sentence": "Move", "chance": None}],
    }  # fmt: skip
    page = driver.page
    page.route("**/hint", lambda route: route.fulfill(json=hint))
    page.locator("#advise").click()
    page.locator("[data-advised-all]").click()
    driver.wait_at(2)
    expect(page.locator("dialog#ending[open], #game[data-step=combat]")).not_to_have_count(0)
    page.unroute("**/hint")
    assert server.record(game)["actions"][:2] == plan[:2]


def test_a_plan_is_played_move_by_move_until_a_key_is_pressed(
    driver: Driver, server: Server
) -> None:
    game = server.put(record("across-suez-1980"))
    driver.open(game)
    units = ("raviv-1", "raviv-2", "matt-1", "erez-1", "sharon", "erez-2", "erez-3", "reshef-1")
    taken: set[str] = set()
    plan = []
    legal = list(bh.load("across-suez-1980").start().legal_actions())
    for unit in units:
        ways = (a for a in legal if a.startswith(f"move {unit} "))
        plan.append(next(a for a in ways if a.split()[-1] not in taken))
        taken.add(plan[-1].split()[-1])
    page = driver.page
    answers.hint(page, plan)
    page.locator("#advise").click()
    page.locator("[data-advised-all]").click()
    stop = page.locator("[data-stop-plan]")
    expect(stop).to_be_visible()
    driver.wait_at(1)
    page.keyboard.press("Escape")
    expect(stop).to_have_count(0)
    expect(page.locator("#advice")).to_be_visible()  # the key stopped the plan, and nothing else
    done = driver.at
    assert 0 < done < len(plan)
    page.locator("[data-advised-all]").click()
    expect(page.locator("#advice")).to_be_hidden(timeout=20_000)
    assert server.record(game)["actions"] == plan
    page.locator("#undo").click()
    driver.wait_at(done)  # what was played in one go is taken back in one go


@pytest.mark.slow
def test_what_several_arrivals_give_the_other_side_is_told_with_the_sum(
    driver: Driver, server: Server
) -> None:
    units = {"1-ma": "off", "2-ma": "off", "79-7-tal": "1944"}
    start = {"game": "el-arish-67", "turn": 1, "side": "israel", "phase": "movement"}
    driver.open(server.put(record({**start, "units": units})))
    expect(driver.decision).to_contain_text(
        "Coming in gives Egypt up to 12 victory points: 10 for the first unit of the Matt Brigade "
        "that comes in, 2 for a drop from the air (10.7)."
    )
