"""Every number of a rule that forbids has its sentence and its case."""

from __future__ import annotations

import pytest

from bridgehead.titles.across_suez.rules import forbidden
from bridgehead.titles.across_suez.words.cases import CASES
from bridgehead.titles.across_suez.words.refusals import SENTENCES

pytestmark = pytest.mark.plain
NAMED_LATER = {"{way}", "{crossing}", "{placing}"}  # by sea or by air, and so on


def test_every_number_has_a_sentence() -> None:
    numbers = {value for value in vars(forbidden).values() if isinstance(value, int)}
    assert set(SENTENCES) == numbers - {forbidden.ALLOWED}
    assert {rule for rule, _ in SENTENCES.values()} <= set(CASES) | NAMED_LATER
