"""Worked examples: a rule names one, a click opens it on the board, and it is played by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.lesson import examples_of, lesson_of
from tests.web.server import Server
from tests.web.test_lesson import Pupil, play


@pytest.mark.parametrize("game", ["across-suez-reprint", "suez-56", "october-war"])
def test_a_rule_opens_its_examples(page: Page, server: Server, game: str) -> None:
    pupil = Pupil(page)
    begun = pupil.new_game(game, {game_info(game).sides[1]: "recruit"})
    for example in examples_of(game):
        pupil.open(begun)
        pupil.tab("rules")
        page.locator(f"#rules [data-example='{example.id}']").click()
        expect(page.locator("#lesson-title")).to_have_text(example.title)
        play(pupil, game, id_=example.id)
        page.locator("[data-lesson-button=home]").click()  # to the game in which the rule was read
        expect(page).to_have_url(f"{server.url}/#/game/{begun}")
    assert lesson_of(game, example.id) is example
