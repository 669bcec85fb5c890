"""Verbs agree with the names of the sides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bridgehead
from bridgehead.core.titles.games import games, title_of
from bridgehead.core.words.grammar import capital, is_plural, subject, with_verb

pytestmark = pytest.mark.plain


def test_plural_names_have_an_article_and_a_plural_verb() -> None:
    assert with_verb("Arab states", "has", "have") == "the Arab states have"
    assert with_verb("Anglo-French", "wins", "win") == "the Anglo-French win"
    assert with_verb("Israel", "has", "have") == "Israel has"
    assert subject("Egypt") == "Egypt"
    assert capital(subject("Arab states")) == "The Arab states"


def test_the_page_and_python_agree_on_which_names_are_plural() -> None:
    text = Path(bridgehead.__file__).parent / "web" / "text" / "en.json"
    known = json.loads(text.read_text(encoding="utf-8"))
    sides = {side: title_of(game.id).side_name(game.id, side)
             for game in games() for side in game.sides}  # fmt: skip
    for side, label in sides.items():
        assert known["sides"][side] == label
        assert (side in known["pluralSides"]) == is_plural(label)
