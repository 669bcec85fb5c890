"""The layers beside the map: buttons, keys, what is drawn and what is remembered."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.sentence import in_english
from bridgehead.titles.october_war.screen.offers import forecast
from tests.web.driver import Driver, keep_sent, wait_sent
from tests.web.positions import position_of, record, until
from tests.web.server import Server

NewPage = Callable[..., Page]


def drawn(page: Page) -> Any:
    return page.locator("#layer-page .layer")


@pytest.mark.by_day
def test_a_layer_is_shown_by_key_and_remembered_by_title(new_page: NewPage, server: Server) -> None:
    page = new_page()
    keep_sent(page)
    driver = Driver(page)
    driver.open(server.put(record()))
    expect(drawn(page)).to_have_count(0)
    assert page.evaluate("sent.filter(({type}) => type === 'layer').length") == 0
    page.keyboard.press("2")
    zones = page.locator("[data-shows=zones-israel]")
    expect(zones).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#layer-page .layer[data-side=israel]").first).to_be_attached()
    hexes = drawn(page).count()
    page.keyboard.press("1")  # the line, and where it is cut
    expect(page.locator("#layer-page .layer-line").first).to_be_attached()
    expect(page.locator("#layer-page .layer.cut").first).to_be_attached()
    expect(driver.notice).to_contain_text("It is cut at 0607")
    page.reload()
    expect(page.locator("#layer-page .layer-line").first).to_be_attached()
    assert page.locator("#layer-page .layer[data-side=israel]").count() == hexes
    page.keyboard.press("2")
    expect(page.locator("#layer-page .layer[data-side=israel]")).to_have_count(0)


def test_what_a_layer_says_is_in_the_language_of_the_reader(
    new_page: NewPage, server: Server
) -> None:
    driver = Driver(new_page(locale="de-DE"))
    driver.open(server.put(record()))
    driver.hover("0812")
    driver.page.keyboard.press("7")  # what could attack there
    expect(driver.notice).to_contain_text(re.compile(r"Spalte \S+ (bis|oder)"))


def test_another_title_has_layers_of_its_own(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 72)))
    driver.page.locator("[data-shows=zones-israel]").click()
    expect(drawn(driver.page).first).to_be_attached()
    driver.open(server.put(until("el-arish-even", 260)))
    expect(driver.page.locator("[data-shows=zones-israel]")).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(drawn(driver.page)).to_have_count(0)


def test_what_could_attack_the_hex_under_the_pointer(new_page: NewPage, server: Server) -> None:
    page = new_page()
    keep_sent(page)
    driver = Driver(page)
    data = until("1980-held", 72)
    driver.open(server.put(data))
    page.locator("[data-shows=threat]").click()
    board = page.locator("#board")
    board.focus()
    page.keyboard.press("n")
    wait_sent(page, "message.type === 'layer' && message.place !== ''")
    expect(page.locator("#layer-above .layer-tag")).to_have_count(1)


def test_layers_follow_the_replay(new_page: NewPage, server: Server) -> None:
    page = new_page()
    keep_sent(page)
    driver = Driver(page)
    driver.open(server.put(until("1980-held", 72)))
    page.locator("[data-shows=zones-egypt]").click()
    expect(drawn(page).first).to_be_attached()
    now = drawn(page).evaluate_all("all => all.map(one => one.getAttribute('d')).join()")
    driver.tab("replay")
    page.locator("[data-go=first]").click()
    wait_sent(page, "message.type === 'layer' && message.at === 0")
    page.wait_for_function(
        "was => [...document.querySelectorAll('#layer-page .layer')]"
        ".map(one => one.getAttribute('d')).join() !== was",
        arg=now,
    )


def test_the_names_of_the_layers_can_be_read(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 72)))
    page = driver.page
    names = page.locator(".layer-names")
    expect(names).to_have_attribute("aria-expanded", "false")
    expect(page.locator("[data-shows=line] .layer-text")).to_be_hidden()
    names.click()
    expect(names).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[data-shows=line] .layer-text")).to_have_text("Line of communication")


def test_escape_closes_the_list_of_names(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(record()))
    names = driver.page.locator(".layer-names")
    names.click()
    driver.page.locator("[data-shows=able]").click()
    driver.page.keyboard.press("Escape")
    expect(names).to_have_attribute("aria-expanded", "false")
    expect(names).to_be_focused()


def test_cards_and_the_preview_of_a_move_say_what_holds(new_page: NewPage, server: Server) -> None:
    """Supply, command and cover: of a unit where it is, and where it is pointed to."""
    page = new_page()
    driver = Driver(page)
    data = until("october-whole", 270)
    position = position_of(data)
    conditions = title_of("october-war").layers
    assert conditions is not None
    driver.open(server.put(data, israel="recruit"))
    unit, ways = next(
        (unit, verbs["move"])
        for unit, verbs in Decision.of(position).units.items()
        if "move" in verbs and position.units[unit] in position.game.hexes
        and list(position.units.values()).count(position.units[unit]) == 1
    )  # fmt: skip
    told = conditions.conditions(position, "arab", unit)

    def words(place: str) -> list[str]:
        return [one.holds if place in one.places else one.fails for one in told]

    here, there = position.units[unit], ways[0].split()[-1]
    driver.hover(here)
    expect(page.locator(f"[data-of={unit}] .card-conditions span")).to_have_text(words(here))
    driver.click(here)
    page.locator(f"[data-choose={unit}]").or_(
        page.locator(f"#game[data-unit={unit}]")
    ).first.wait_for()
    driver.hover(there)
    expect(driver.hint).to_contain_text(f"There: {', '.join(words(there))}.")


def test_an_action_shows_what_it_leads_to(new_page: NewPage, server: Server) -> None:
    """The bars of a barrage when its button is pointed at, and none when the map is."""
    driver = Driver(new_page())
    data = until("october-whole", 68)
    driver.open(server.put(data, israel="recruit"))
    page = driver.page
    told = page.locator(".forecast")
    expect(told).to_be_hidden()
    text = "barrage egypt fort-budapest"
    found = forecast(position_of(data), text)
    page.locator(f"[data-do='{text}']").hover()
    expect(told).to_be_visible()
    expect(told.locator(".bar .chance")).to_have_count(len(found.rolls[0].chances))
    expect(told).to_contain_text(f"column {found.rolls[0].column}")
    driver.hover("jebel-libni")
    expect(told).to_be_hidden()


def test_a_hex_in_reach_says_what_follows(new_page: NewPage, server: Server) -> None:
    """What could be attacked from there, and what could attack there."""
    driver = Driver(new_page())
    data = record()
    position = position_of(data)
    layers = title_of(position.game.id).layers
    assert layers is not None
    moves = (text.split() for text in position.legal_actions() if text.startswith("move "))
    unit, place, told = next(
        (unit, place, told)
        for _, unit, place in moves
        if len((told := layers.ahead(position, "israel", unit, place)).tags) > 1
    )
    driver.open(server.put(data))
    driver.select(unit)
    driver.hover(place)
    expect(driver.hint).to_contain_text(in_english(told.note))
    expect(driver.page.locator(".page-ahead .layer-tag")).to_have_count(len(told.tags))
    driver.hover("0101")
    expect(driver.page.locator(".page-ahead .layer-tag")).to_have_count(0)


def test_the_last_turn_of_the_other_side_has_a_button(new_page: NewPage, server: Server) -> None:
    driver = Driver(new_page())
    driver.open(server.put(until("1980-held", 72)))
    page = driver.page
    button, card = page.locator("[data-shows=last-turn]"), page.locator("#last-turn")
    expect(button).to_have_attribute("aria-pressed", str(card.is_visible()).lower())
    if card.is_hidden():
        button.click()
    expect(card).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("l")
    expect(card).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "false")
