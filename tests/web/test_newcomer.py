"""What confused a newcomer: a pause without use, unexplained words, a limit that was not told."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.server.test_october import deployed
from tests.web.conftest import NewPage
from tests.web.driver import Driver
from tests.web.positions import position_of, record, until
from tests.web.server import Server
from tests.web.test_ahead import RAID
from tests.web.test_meb_play import SUEZ, stands
from tests.web.test_meb_play import record as record_of

HINT = "**/api/saved/*/hint"
IN_SIGHT = """hexes => {
    const frame = document.querySelector("#board").getBoundingClientRect();
    return hexes.filter(hex => {
        const box = document.querySelector(`#hex-${hex}`).getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    });
}"""


def test_there_is_nothing_to_pause_in_your_own_turn(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page(pace=3000))
    driver.open(server.put(until("1980-held", 9), egypt="sergeant"))
    expect(driver.game).to_have_attribute("data-mine", "true")
    expect(driver.page.locator("#pause")).to_be_hidden()
    driver.open(server.put(until("1980-held", 9), israel="sergeant"))
    expect(driver.page.locator("#pause")).to_be_visible()
    driver.page.locator("#pause").click()
    expect(driver.page.locator("#pause")).to_have_attribute("aria-pressed", "true")


def test_a_lesson_has_nothing_to_pause(visitor: Driver) -> None:
    visitor.page.goto("/")
    visitor.page.locator("[data-lesson='across-suez-1980/first-crossing']").click()
    expect(visitor.page.locator("#lesson-panel")).to_be_visible()
    expect(visitor.page.locator("#pause")).to_be_hidden()


def test_the_raid_panel_says_what_tac_are(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(record(deployed(**RAID), game="october-war"), israel="recruit"))
    visitor.click("fort-milano")
    panel = visitor.page.locator(".amounts")
    expect(panel.locator("[data-kind=tac]")).to_contain_text("tactical air strikes")
    expect(panel.locator("[data-kind='wild-weasel']")).to_have_count(0)


def test_how_many_may_still_land_is_said(visitor: Driver, server: Server) -> None:
    visitor.open(server.put(record_of(stands(SUEZ, {}))))
    note = visitor.decision.locator(".note")
    expect(note).to_contain_text("Landings from the sea left this turn: 6 (9.13).")
    visitor.do("land 40-cdo 2411", 1)
    expect(note).to_contain_text("Landings from the sea left this turn: 5 (9.13).")


def test_do_it_takes_back_what_is_still_measured(visitor: Driver, server: Server) -> None:
    page = visitor.page
    visitor.open(server.put(until("1980-held", 0)))
    move = "move reshef-1 0411"
    line = f'{{"action": "{move}", "plan": ["{move}"], "sentence": "", "chance": null}}'
    held: list[Route] = []

    def answer(route: Route) -> None:
        if route.request.post_data_json.get("draft"):
            body = (
                f'{{"at": 0, "side": "israel", "player": "general", "told": "", "draft": true, '
                f'"action": "{move}", "plan": ["{move}"], "sentence": "", "chance": null, '
                f'"lines": [{line}]}}'
            )
            route.fulfill(content_type="application/json", body=body)
        else:
            held.append(route)

    page.route(HINT, answer)
    with page.expect_request(lambda request: "draft" not in (request.post_data or "draft")):
        page.locator("#advise").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hint")):
        page.locator("#advice [data-advised]").click()
    visitor.wait_at(1)
    assert len(held) == 1
    expect(page.locator("#advice")).to_be_hidden()


def test_a_lesson_names_the_other_game_that_it_teaches(visitor: Driver) -> None:
    visitor.page.goto("/")
    taught = visitor.page.locator("#learn .taught > div")
    suez = taught.filter(has=visitor.page.locator("[data-lesson^='suez-56/']"))
    expect(suez.locator(".help")).to_contain_text("El Arish")
    across = taught.filter(has=visitor.page.locator("[data-lesson^='across-suez-1980/']"))
    expect(across).to_have_count(1)
    expect(across.locator(".help")).to_have_count(0)


def test_no_refusal_before_the_pointer_moves(visitor: Driver, server: Server) -> None:
    """[5.2] The pointer rests where a unit was moved; the next is chosen by the keyboard."""
    visitor.page.clock.install()
    visitor.open(server.put(record()))
    visitor.select("reshef-1")
    visitor.click("0411")
    visitor.wait_at(1)
    hint = visitor.page.locator("#hint")
    visitor.page.locator("#board").focus()
    seen: set[str] = set()
    for _ in range(6):
        visitor.page.keyboard.press("n")
        visitor.page.clock.run_for(400)  # longer than a pointer rests before it is asked why not
        visitor.settle()
        seen.add(visitor.game.get_attribute("data-unit") or "")
        expect(hint).not_to_have_class(re.compile("refused"))
    assert len(seen) > 1


def test_a_unit_that_lands_shows_the_beaches_by_the_town(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    data = record_of(stands(SUEZ, {}))
    driver.open(server.put(data))
    driver.settle()
    for _ in range(2):
        driver.page.locator("[data-zoom=in]").click()
    driver.select("40-cdo")
    driver.settle()
    position = position_of(data)
    lands = {a.split()[2] for a in position.legal_actions() if a.startswith("land 40-cdo ")}
    town = [hex_ for hex_ in position.game.map.objectives if hex_ in lands]
    grid = position.game.map.grid
    near = min(lands, key=lambda h: min(grid.distance(h, o) for o in position.game.map.objectives))
    seen = driver.page.evaluate(IN_SIGHT, sorted(lands))
    assert near in seen or set(town) <= set(seen)
    assert len(seen) >= min(4, len(lands))
