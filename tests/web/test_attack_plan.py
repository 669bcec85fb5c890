"""The attacks of a phase on the page: laid out by tap and by drag, changed, carried out."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.driver import Driver
from tests.web.positions import until
from tests.web.server import Server
from tests.web.test_accessibility import faults


def planned(driver: Driver) -> list[str]:
    """Return the targets of the plan, in its order."""
    found: list[str] = driver.page.eval_on_selector_all(
        ".phase-plan [data-planned]", "all => all.map(each => each.dataset.planned)"
    )
    return found


def plan(driver: Driver, hex_: str) -> None:
    """Plan the suggested attack on a hex."""
    driver.decision.locator(f"[data-attack='{hex_}']").click()
    driver.page.locator("#attack [data-plan]").click()
    expect(driver.page.locator(f"[data-planned='{hex_}'] .odds")).to_be_visible()


def test_attacks_are_laid_out_changed_and_carried_out(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("1980-held", 9)))
    page, at = driver.page, driver.at
    box = page.locator(".phase-plan")
    plan(driver, "0512")
    plan(driver, "0812")
    shifts = box.locator("[data-planned='0812'] .shifts li")
    expect(shifts).to_have_count(1)  # combined arms
    expect(shifts.locator("[data-case='8.0']")).to_be_visible()
    expect(box.locator("> .note")).not_to_contain_text("Erez 1")
    expect(box.locator("> .note")).to_contain_text("Reshef 3")
    expect(page.locator("#board .arrow.attack")).to_have_count(4)
    assert faults(page, "#decision") == []

    x, y = driver._middle("#unit-reshef-2")  # dragged from the attacker to its target
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9, steps=3)
    page.mouse.move(*driver._middle("#hex-0407"), steps=3)
    page.mouse.up()
    expect(page.locator("[data-planned='0407'] .odds")).to_be_visible()
    assert planned(driver) == ["0512", "0812", "0407"]
    box.locator("[data-plan-edit='1']").click()
    expect(page.locator("#attack input[data-attacker=erez-1]")).to_be_checked()
    page.locator("#attack [data-plan]").click()
    expect(page.locator("[data-planned='0812'] .odds")).to_be_visible()
    box.locator("[data-plan-drop='1']").click()
    assert planned(driver) == ["0512", "0812"]
    page.reload()
    driver.open(page.url.rsplit("/", 1)[-1])
    expect(page.locator("[data-planned='0812'] .odds")).to_be_visible()
    assert driver.at == at  # nothing was done

    box.locator("[data-plan-all]").click()
    for _ in range(30):  # what the battles ask is answered with the first choice
        done = page.wait_for_function(
            """() => {
                const {mine, step} = document.querySelector("#game").dataset;
                if (mine !== "true") return null;
                const asked = document.querySelector("#decision [data-do]:not([data-do=end])");
                if (step !== "combat") return asked && "asked";
                return document.querySelector("[data-planned]") ? null : "over";
            }"""
        ).json_value()
        if done == "over":
            break
        before = driver.at
        driver.decision.locator("[data-do]:not([data-do=end])").first.click()
        driver._until("(game, at) => game.dataset.at !== at", str(before))
    fought = page.locator("#log").get_by_text("attack", exact=False)
    expect(fought.first).to_be_visible()
    assert planned(driver) == []
    record = server.record(page.url.rsplit("/", 1)[-1])
    targets = [text.split()[1] for text in record["actions"] if text.startswith("attack ")]
    assert targets[-2:] == ["0512", "0812"]


def test_a_suggested_plan_is_laid_out_and_can_be_removed(driver: Driver, server: Server) -> None:
    driver.open(server.put(until("1980-held", 9)))
    page = driver.page
    page.locator("[data-plan-suggest]").click()
    expect(page.locator(".phase-plan [data-plan-all]")).to_be_enabled()
    assert len(planned(driver)) > 2
    expect(page.locator(".phase-plan .planned .odds")).to_have_count(len(planned(driver)))
    driver.page.keyboard.press("Shift+E")  # it is not dropped unawares
    expect(driver.notice).to_contain_text("planned attacks")
    page.locator("[data-plan-clear]").click()
    expect(page.locator("[data-plan-suggest]")).to_be_visible()
    assert planned(driver) == []
