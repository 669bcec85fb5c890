"""The rules in short: every rule the program can name a case of has its text."""

import pytest

import bridgehead as bh
from bridgehead.titles.across_suez import TITLE
from bridgehead.titles.across_suez.formats.editions import EDITIONS
from bridgehead.titles.across_suez.words.cases import CASES, case_of
from bridgehead.titles.across_suez.words.rules_text import rules_text

rules_for = TITLE.rules_for
every_edition = pytest.mark.parametrize("edition", list(EDITIONS))
OPTIONAL = ("airborne_placing", "commandos", "by_air", "by_sea")


@every_edition
def test_every_case_that_can_be_named_has_a_text(edition):
    numbering = EDITIONS[edition].numbering
    for rule in CASES:
        if numbering == 1 or rule not in OPTIONAL:
            assert rules_for(edition, case_of(rule, numbering)), rule


@every_edition
def test_texts_are_short_ordered_and_whole_sentences(edition):
    rules = rules_text(edition)
    numbers = [
        tuple(int(n) for n in r.case.replace("(", ".").rstrip(")").split(".")) for r in rules
    ]
    assert numbers == sorted(numbers)
    assert {n[0] for n in numbers} >= set(range(4, 15))
    for rule in rules:
        assert rule.text.endswith(".")
        assert len(rule.text) < 420, rule.case


def test_a_section_a_case_and_a_part_are_found():
    old, new = "across-suez-1980", "across-suez-reprint"
    assert [rule.case for rule in rules_for(old, "4.5")] == ["4.5"]
    assert [rule.case for rule in rules_for(old, "[4.5]")] == ["4.5"]
    assert {rule.case for rule in rules_for(old, "13")} >= {"13.0", "13.5"}
    assert [rule.title for rule in rules_for(new, "13.1(4)")] == ["Crossing the canal", "Ferry"]
    assert rules_for(old, "99") == ()
    assert rules_for(old, "nonsense") == ()
    with pytest.raises(KeyError):
        rules_text("chess")


def test_editions_differ_where_their_rules_do():
    night = {e: " ".join(r.text for r in rules_for(e, c)) for e, c in
             (("across-suez-1980", "10.0"), ("across-suez-reprint", "12.2"))}  # fmt: skip
    assert "2 movement points less" in night["across-suez-1980"]
    assert "half" in night["across-suez-reprint"]
    assert all(r.case[:3] != "15." for r in rules_text("across-suez-1995"))
    assert bh.game_info("across-suez-reprint").options
