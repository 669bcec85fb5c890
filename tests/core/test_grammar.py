"""Verbs agree with the names of the sides."""

from __future__ import annotations

import pytest

from bridgehead.core.words.grammar import added, capital, row, subject, with_verb

pytestmark = pytest.mark.plain


def test_plural_names_have_an_article_and_a_plural_verb() -> None:
    assert with_verb("Arab states", "has", "have") == "the Arab states have"
    assert with_verb("Anglo-French", "wins", "win") == "the Anglo-French win"
    assert with_verb("Israel", "has", "have") == "Israel has"
    assert subject("Egypt") == "Egypt"
    assert capital(subject("Arab states")) == "The Arab states"


def test_dice_that_are_added_say_what_they_add_up_to() -> None:
    assert added(0, 5) == "5"
    assert added(5, 4) == "5 + 4 = 9"


def test_words_in_a_row_have_commas_and_one_and() -> None:
    assert row([]) == ""
    assert row(["a"]) == "a"
    assert row(["a", "b"]) == "a and b"
    assert row(["a", "b", "c"], "or") == "a, b or c"
