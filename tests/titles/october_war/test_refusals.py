"""Every number of a rule that forbids has its sentence and its case."""

from __future__ import annotations

import pytest

from bridgehead.titles.october_war.rules import forbidden
from bridgehead.titles.october_war.words.cases import CASES
from bridgehead.titles.october_war.words.sentences import SENTENCES

pytestmark = pytest.mark.plain
NAMED_LATER = {"{setup}", "{air}", "{loss}"}  # of Israel, of Egypt, and so on


def test_every_number_has_a_sentence() -> None:
    numbers = {value for value in vars(forbidden).values() if isinstance(value, int)}
    assert set(SENTENCES) == numbers - {forbidden.ALLOWED}
    assert {rule for rule, _ in SENTENCES.values()} <= set(CASES) | NAMED_LATER


def test_no_sentence_speaks_in_the_notation() -> None:
    assert not [said for _, said in SENTENCES.values() if "`" in said]
