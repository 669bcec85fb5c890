"""Suez '56 and El Arish '67 on the page: every kind of decision that Across Suez has not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import bridgehead as bh
from tests.tiers import first
from tests.titles.middle_east_battles.games import SUEZ_SETUP
from tests.web.conftest import PHONE, NewPage
from tests.web.driver import Driver
from tests.web.server import Server
from tests.web.test_accessibility import faults

SUEZ, EL_ARISH = "suez-56", "el-arish-67"
WEST = {SUEZ: "anglo_french", EL_ARISH: "israel"}
FIGHT = {
    "1-p": "4111", "2-p": "4311", "js-helicopter": "4111", "20-artillery": "3510", "4-inf": "4112",
}  # fmt: skip


def stands(game: str, units: dict[str, str], **fields: Any) -> dict[str, Any]:
    """Return a position after a set-up, with some units elsewhere."""
    position: Any = bh.load(game).start()
    position.push("deploy")
    given = {"turn": 4, "side": WEST[game], "phase": "movement", **fields}
    placed = position.units | (SUEZ_SETUP if game == SUEZ else {})
    return {"game": game, **given, "units": {**placed, **units}}


def record(start: dict[str, Any] | str, *actions: str, seed: int = 1) -> dict[str, Any]:
    """Return a record with seeded dice that begins in a position, or at the beginning."""
    game: Any = bh.load(start if isinstance(start, str) else start["game"])
    position = None if isinstance(start, str) else game.position(start)
    made = bh.Record.new(game, "seeded", seed=seed, start=position)
    for action in actions:
        made.do(action)
    return made.to_dict()


def test_the_set_up_is_played(driver: Driver, server: Server) -> None:
    game = driver.new_game(SUEZ, options=["what_if"], seed=4)
    expect(driver.game).to_have_attribute("data-step", "setup")
    driver.do("place 4-inf 2912", 1)
    expect(driver.game).to_have_attribute("data-unit", "1r-inf")  # the next is in hand
    driver.click("2912")  # where the first one stands: nothing is placed there
    driver.do("place 1r-inf 3711", 2)
    driver.button("deploy").click()
    driver.wait_at(3)
    driver.do("end", 4)
    expect(driver.page.locator("#status")).to_contain_text("Turn 1 of 6")
    data = server.record(game)
    actions = data["actions"]
    assert actions == ["place 4-inf 2912", "place 1r-inf 3711", "deploy", "end"]
    assert data["options"] == ["what_if"]


@pytest.mark.parametrize(
    ("units", "action"),
    [
        ({}, "drop 1-p 1828"),
        ({}, "land 40-cdo 2411"),
        ({}, "lift 1-p 1828"),
        ({"1-p": "4411"}, "liftoff 1-p 4811"),
        ({"1-p": "4511"}, "exit 1-p 4811"),
        ({"845-helicopter": "3209"}, "return 845-helicopter"),
        ({}, "enter 845-helicopter 3209"),
    ],
    ids=lambda given: given.split()[0] if isinstance(given, str) else "",
)
def test_ways_to_come_and_go(
    driver: Driver, server: Server, units: dict[str, str], action: str
) -> None:
    game = server.put(record(stands(SUEZ, units)))
    driver.open(game)
    driver.do(action, 1)
    assert server.record(game)["actions"] == [action]


def crossings() -> tuple[dict[str, Any], str]:
    """Return a position with an assisted crossing in it, and the crossing."""
    start = stands(SUEZ, {"9-p-engineer": "4110", "1-p": "4210"})
    position: Any = bh.load(SUEZ).position(start)
    return start, next(text for text in position.legal_actions() if text.startswith("cross 1-p"))


def test_a_crossing_with_an_engineer(driver: Driver, server: Server) -> None:
    start, action = crossings()
    game = server.put(record(start))
    driver.open(game)
    driver.do(action, 1)
    assert server.record(game)["actions"] == [action]


def test_entering_the_map_in_two_steps(driver: Driver, server: Server) -> None:
    game = server.put(record(EL_ARISH, "deploy", "end"))
    driver.open(game)
    page = driver.page
    fold = page.locator("#decision details[data-group=Tal]")
    fold.locator("summary").click()
    fold.locator("[data-choose='79-7-tal']").click()
    driver.hover("4819")
    expect(driver.hint).to_contain_text("½ point")
    driver.click("4819")
    driver.wait_at(1 + 2)
    expect(driver.game).to_have_attribute("data-step", "onward")
    expect(driver.game).to_have_attribute("data-unit", "79-7-tal")  # nobody else can be chosen
    driver.do("move 79-7-tal 4719", 4)
    driver.select("82-7-tal")
    driver.hover("4819")
    expect(driver.hint).to_contain_text("1 point")  # the second there pays twice
    assert server.record(game)["actions"][2:] == ["enter 79-7-tal 4819", "move 79-7-tal 4719"]


def test_an_attack_from_the_first_hex_to_the_last_advance(driver: Driver, server: Server) -> None:
    start = stands(SUEZ, FIGHT, phase="combat")
    game = server.put(record(start, seed=2))
    driver.open(game)
    panel = driver.page.locator("#attack")
    driver.click("4211")
    expect(panel.locator("input[data-attacker='1-p']")).to_be_checked()
    expect(panel.locator("input[data-attacker='2-p']")).to_be_disabled()  # it must join
    panel.locator("input[data-attacker='js-helicopter']").click()
    expect(panel.locator(".why")).to_contain_text("must be attacked too")
    panel.locator("input[data-attacker='js-helicopter']").click()
    panel.locator("input[data-attacker='20-artillery']").click()
    driver.strike("british-air", 2)
    expect(panel.locator("[data-odds]")).to_contain_text("+11")
    expect(panel.locator("[data-table]")).to_have_count(2)
    panel.locator("button[data-fire]").click()
    driver._until("game => game.dataset.step === 'fpf'")
    panel.locator("input[data-attacker='ps-coastal']").click()
    expect(panel.locator("[data-odds]")).to_contain_text("+10")
    panel.locator("button[data-fire]").click()
    driver._until("game => game.dataset.step === 'table'")
    expect(driver.button("frontal")).to_contain_text("%")
    driver.button("mobile").click()
    driver._until("game => game.dataset.step === 'retreat'")
    expect(driver.page.locator("#die")).to_contain_text("D3")
    while driver.game.get_attribute("data-step") == "retreat":
        steps = driver.decision.locator("[data-do^='retreat']")
        action = steps.first.get_attribute("data-do") or ""
        before = driver.at
        driver.click(action.split()[-1])
        driver.wait_at(before + 1)
    expect(driver.game).to_have_attribute("data-step", "advance")
    before = driver.at
    driver.do("advance 1-p 4211", before + 1)
    driver.do("stay", before + 2)
    actions = server.record(game)["actions"]
    assert actions[:5] == ["attack 4211", "with 1-p", "with 2-p", "with 20-artillery",
                           "british-air 2"]  # fmt: skip
    assert actions[5:9] == ["fire", "fpf ps-coastal", "done", "mobile"]
    assert actions[-2:] == ["advance 1-p 4211", "stay"]


def test_several_units_of_a_hex_are_chosen_one_after_the_other(
    driver: Driver, server: Server
) -> None:
    game = server.put(record(stands(SUEZ, {"1-p": "3209", "845-helicopter": "3209"})))
    driver.open(game)
    board = driver.page.locator("#board")
    board.focus()
    for _ in range(40):
        if driver.game.get_attribute("data-unit") in ("1-p", "845-helicopter"):
            break
        board.press("n")
    expect(board).to_have_attribute("data-cursor", "3209")
    chosen = []
    for _ in range(2):
        chosen.append(driver.game.get_attribute("data-unit"))
        board.press("Enter")
    chosen.append(driver.game.get_attribute("data-unit"))
    assert {"1-p", "845-helicopter"} <= set(chosen) | {driver.game.get_attribute("data-unit")}


def test_the_withdrawal_and_the_continuation_are_asked_for(driver: Driver, server: Server) -> None:
    start = stands(EL_ARISH, {}, side="egypt", phase="start", step="withdrawal")
    game = server.put(record(start))
    driver.open(game)
    driver.button("withdraw").click()
    driver.wait_at(1)
    other = server.put(record(stands(SUEZ, {}, turn=6, side="egypt", phase="end")))
    driver.open(other)
    driver.button("continue 9").click()
    driver.wait_at(1)
    expect(driver.page.locator("#status")).to_contain_text(re.compile(r"Turn 7(?! of)"))
    assert server.record(game)["actions"] == ["withdraw"]


def test_the_ledger_and_the_turns(driver: Driver, server: Server) -> None:
    driver.open(server.put(record(SUEZ, "deploy", "end")))
    driver.tab("points")
    points = driver.page.locator("#points")
    expect(points.locator("[data-points=egypt]")).to_have_text("8")
    expect(points.locator("[data-side=egypt].ledger-side")).to_contain_text("World opinion")
    expect(points.locator(".turn-track li")).to_have_count(12)
    expect(points.locator(".turn-track li[aria-current]")).to_contain_text("5 November, morning")
    expect(points.locator(".turn-track li.unsure")).to_have_count(6)
    expect(driver.page.locator("#score")).to_contain_text("8")


@pytest.mark.parametrize("theme", first(1, ["light", "phone"]))
def test_axe_finds_nothing(new_page: NewPage, server: Server, theme: str) -> None:
    more = {"viewport": PHONE, "has_touch": True} if theme == "phone" else {}
    driver = Driver(new_page(**more))
    driver.open(server.put(record(stands(SUEZ, FIGHT, phase="combat"), seed=2)))
    driver.decision.locator("[data-attack='4211']").click()
    expect(driver.page.locator("#attack [data-odds]")).to_be_visible()
    assert faults(driver.page) == []
    driver.tab("points")
    assert faults(driver.page, "#panel-points") == []


def test_a_game_against_the_recruit(new_page: NewPage, server: Server) -> None:
    """One's own set-up, the recruit's landings, one's own turn, and the end by giving up."""
    driver = Driver(new_page())
    game = driver.new_game(SUEZ, {"anglo_french": "recruit"}, seed=11)
    driver.button("deploy").click()
    driver.wait_at(1)
    driver.do("end")
    driver.wait_mine()
    while driver.game.get_attribute("data-step") != "movement":  # protective fire, retreats …
        before = driver.at
        fire = driver.page.locator("#attack button[data-fire]")
        choice = fire if fire.is_visible() else driver.decision.locator(".choices [data-do]").first
        choice.click()
        driver._until(
            "(game, at) => game.dataset.at !== at && game.dataset.mine === 'true'", str(before)
        )
    position = bh.Record.from_dict(server.record(game)).position
    moves = [each for each in position.legal_actions() if each.startswith("move ")]
    driver.do(moves[0])
    driver.do("resign")
    expect(driver.page.locator("#result")).to_have_attribute("data-winner", "anglo_french")
    expect(driver.page.locator("#result")).to_contain_text("Points")
    assert server.record(game)["result"]["ending"] == "resigned"


# Protective fire, and fire alone

DEFENSE = {
    "7-antitank": "2643", "79-7-tal": "2642", "7-artillery": "2646", "2-artillery": "2647",
}  # fmt: skip


def test_protective_fire_names_the_attack_and_lets_one_gun_fire(
    driver: Driver, server: Server
) -> None:
    start = {"game": EL_ARISH, "turn": 2, "side": "israel", "phase": "combat", "units": DEFENSE}
    game = server.put(record(start, "attack 2643", "with 79-7-tal", "fire", seed=2))
    driver.open(game)
    panel = driver.page.locator("#attack")
    driver._until("game => game.dataset.step === 'fpf'")
    expect(driver.decision).to_contain_text("Attack by 79/7/Tal on 7 antitank (2643): 5 against 2")
    expect(panel).to_contain_text("Attackers of 2643: 79/7/Tal")
    first, second = (panel.locator(f"input[data-attacker='{n}-artillery']") for n in (7, 2))
    expect(panel.locator("label:has([data-attacker='7-artillery']) b")).to_have_text("2")
    first.click()
    expect(panel.locator(".must")).to_contain_text("2")
    expect(panel.locator(".must")).to_contain_text("8.16")
    second.click()  # takes the other's place
    expect(second).to_be_checked()
    expect(first).not_to_be_checked()
    expect(panel.locator("[data-odds]")).to_have_count(1)
    expect(panel).not_to_contain_text("An attack needs")
    panel.locator("button[data-fire]").click()
    driver._until("game => game.dataset.step === 'table'")
    expect(panel.locator(".covering small")).to_have_text("2")
    assert server.record(game)["actions"][-2:] == ["fpf 2-artillery", "done"]


@pytest.mark.parametrize("own", [True, False])
def test_results_without_effect_by_fire_alone_are_grey(
    driver: Driver, server: Server, own: bool
) -> None:
    units = {"1-2-inf": "2643", "1-tal-artillery": "2638", "2-tal-artillery": "2637"}
    start = {"game": EL_ARISH, "turn": 2, "side": "israel", "phase": "combat", "units": units}
    actions = () if own else ("attack 2643", "with 1-tal-artillery", "with 2-tal-artillery", "fire")
    driver.open(server.put(record(start, *actions, seed=2)))
    if own:
        driver.click("2643")
    panel = driver.page.locator("#attack")
    for result in ("BR", "D1"):
        expect(panel.locator(f".chances li.{result}")).to_contain_text("no effect in this attack")
        expect(panel.locator(f".bar .{result}")).to_have_class(re.compile("idle"))
    expect(panel.locator(".chances li.D2")).not_to_have_class(re.compile("idle"))


@pytest.mark.slow
def test_a_unit_that_alone_holds_an_objective_is_warned_of(driver: Driver, server: Server) -> None:
    units = {"14-armor": "4721", "79-7-tal": "4620", "82-7-tal": "4722"}
    start = {"game": EL_ARISH, "turn": 2, "side": "israel", "phase": "combat"}
    driver.open(server.put(record({**start, "units": units})))
    driver.click("4721")
    expect(driver.page.locator("#attack-costs")).to_contain_text(
        "holds Rafiah (4620): an attack may make it retreat or advance."
    )
    box = driver.page.locator("label:has([data-attacker='79-7-tal']) .careful")
    expect(box).to_have_attribute("title", re.compile("holds Rafiah"))
    expect(driver.page.locator("label:has([data-attacker='82-7-tal']) .careful")).to_have_count(0)
