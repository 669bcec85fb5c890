"""Refusals by way of movement queries, and the rules in short."""

import re

import pytest

import bridgehead as bh
from bridgehead.titles.middle_east_battles import TITLE
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.words.rules_text import rules_text

from .helpers import CENTER, EL, NORTH, SOUTH, SUEZ, both_games, combat, pos

ONE_GAME = {"9": SUEZ, "10": EL}
# Named in one of the games only
ONLY = {"5.2": SUEZ, "5.15": EL, "7.19": EL, "8.17": EL, "8.19": SUEZ}


def of_game(case, game_id):
    """Whether a case can be named in a game."""
    return ONLY.get(case, ONE_GAME.get(case.split(".")[0], game_id)) == game_id


WAYS = [
    (EL, {"79-7-tal": CENTER}, "move", "2642", "5.1"),
    (EL, {"79-7-tal": CENTER}, "move", "9999", "5.1"),
    (EL, {"79-7-tal": CENTER, "1-2-inf": NORTH}, "move", NORTH, "5.5"),
    (EL, {"79-7-tal": CENTER}, "exit", "2052", "10.9"),
    (EL, {"79-7-tal": CENTER}, "exit", "1929", "5.10"),
    (EL, {"79-7-tal": "off"}, "enter", "4830", "10.5"),
    (EL, {"79-7-tal": "off"}, "drop", CENTER, "10.10"),
    (EL, {"79-7-tal": CENTER}, "land", "4717", "10.5"),
    (SUEZ, {"1-p": "off"}, "land", "2411", "9.13"),
    (SUEZ, {"1-p": "off", "js-helicopter": "off"}, "lift", "2612", "9.12"),
    (SUEZ, {"1-p": "2411", "js-helicopter": "off"}, "liftoff", "2612", "9.10"),
    (SUEZ, {"1-p": "2610"}, "cross", "2609", "9.14"),
    (SUEZ, {"1-p": "2610"}, "move", "2609", "9.14"),
]


@pytest.mark.parametrize(("game_id", "units", "verb", "hex_", "case"), WAYS)
def test_why_not_there_by_that_verb(game_id, units, verb, hex_, case):
    p = pos(game_id, units, turn=2)
    reason = p.movement(next(iter(units)), verb).why_not(hex_)
    assert (reason.case, bool(reason.text)) == (case, True)


def test_why_a_unit_cannot_move_at_all():
    p = pos(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, side="egypt", step="movement")
    assert p.movement("7-armor").refusal.case == "6.2"
    assert p.movement("7-armor").why_not(SOUTH).case == "6.2"
    assert combat(EL, {"79-7-tal": CENTER}).movement("79-7-tal").refusal.case == "5.4"


def test_one_message_for_each_kind_of_text_that_is_no_action():
    p = pos(EL, {"79-7-tal": CENTER})
    for text in ("", "fly 79-7-tal", "move 79-7-tal", "move nobody 2642", "roll 7"):
        with pytest.raises(bh.MalformedAction):
            p.push(text)


# The rules in short


@both_games
def test_every_case_that_can_be_named_has_a_text(game_id):
    for rule, case in EDITIONS[game_id].cases.items():
        if of_game(case, game_id):
            assert [text.case for text in TITLE.rules_for(game_id, case)] == [case], rule


@both_games
def test_every_case_of_chapters_3_to_10_has_one(game_id):
    counts = {3: 4, 4: 3, 5: 15, 6: 3, 7: 19, 8: 19, 9: 16, 10: 14}
    missing = {
        f"{chapter}.{n}" for chapter, count in counts.items() for n in range(1, count + 1)
    } - {rule.case for rule in rules_text(game_id)}
    other = {"9": EL, "10": SUEZ}
    assert {case for case in missing if other.get(case.split(".")[0]) != game_id} == {
        SUEZ: {"3.4", "5.3", "5.15", "7.19", "8.17"}, EL: {"3.3", "5.2", "8.19"},
    }[game_id]  # fmt: skip


@both_games
def test_texts_are_short_ordered_and_whole_sentences(game_id):
    rules = rules_text(game_id)
    numbers = [tuple(int(n) for n in rule.case.split(".")) for rule in rules]
    assert numbers == sorted(numbers)
    for rule in rules:
        assert rule.text.endswith("."), rule.case
        assert len(rule.text) < 420, rule.case
        assert 1 <= len(re.findall(r"\.(?: |$)", rule.text)) <= 7, rule.case


def test_texts_are_found_by_section_and_case():
    assert [rule.case for rule in TITLE.rules_for(SUEZ, "[5.11]")] == ["5.11"]
    assert {rule.case for rule in TITLE.rules_for(EL, "10")} >= {"10.4", "10.14"}
    assert TITLE.rules_for(SUEZ, "10.4") == ()
    assert [rule.title for rule in TITLE.rules_for(SUEZ, "7.18")] == ["British and French"]
    assert [rule.title for rule in TITLE.rules_for(EL, "7.18")] == ["Israeli divisions"]
    with pytest.raises(KeyError):
        rules_text("chess")
