"""Refusals: their cases are in the rules in short, and they tell nothing that is hidden."""

import re

import pytest

import bridgehead as bh
from bridgehead.titles.october_war import TITLE
from bridgehead.titles.october_war.words.cases import CASES, case_of
from bridgehead.titles.october_war.words.rules_text import rules_text

from .helpers import GAME, hit, illegal, legal, movement, play, pos


def test_every_case_of_a_refusal_is_told_in_short():
    assert [case for case in CASES.values() if not TITLE.rules_for(GAME, case)] == []
    assert case_of("stacking") == "12.1"


def test_the_rules_in_short_are_sentences_of_cases():
    rules = rules_text(GAME)
    assert len({rule.case for rule in rules}) == len(rules)
    for rule in rules:
        assert re.fullmatch(r"\d+\.\d+", rule.case), rule
        assert rule.title, rule
        assert rule.text.endswith("."), rule
    with pytest.raises(KeyError):
        rules_text("no-such-game")


def test_texts_that_are_no_actions():
    p = movement({"15-armor": "fayid"})
    for text in ("", "fly 15-armor", "move nobody fayid", "move 15-armor fayd", "roll 7", "raid"):
        with pytest.raises(bh.MalformedAction):
            p.push(text)


def test_nothing_is_told_after_the_end_or_before_a_die():
    p = movement({"15-armor": "fayid"})
    play(p, "end")
    p = pos({"15-armor": "fayid"}, phase="event", owner="dice")
    illegal(p, "resign", "4.3")
    illegal(p, "end", "6.2")


ACTIONS = [
    "move 15-armor fayid geneifa", "move 15-armor fayid", "move 15-armor chinese-farm",
    "fly eg-cdo-1 tasa", "fly eg-cdo-1 refidim", "fly eg-cdo-1 makhshir", "look eg-cdo-1 tasa",
    "look 15-armor fayid", "look-ew tasa", "recon tasa 1", "attack fayid", "move armor-1 tasa",
    "fly ad-a tasa", "cross 15-armor fort-matzmed", "bridge 15-armor fort-matzmed",
    "withdraw ad-a refidim", "eliminate ad-a", "show-sam ad-a",
]  # fmt: skip


def refusals(p):
    asked = {action: p.why_not(action) for action in ACTIONS if action not in legal(p)}
    return {action: (refusal.case, refusal.reason) for action, refusal in asked.items()}


@pytest.mark.parametrize("moved", [False, True])
def test_27_0_refusals_are_the_same_if_hidden_counters_are_exchanged(moved):
    """The Arabs are told the same whatever Israelis stand in the points they cannot see into."""
    own = {"15-armor": "deversoir", "eg-cdo-1": "deversoir"}
    one = movement(own | {"armor-1": "tasa", "ad-a": "missouri", "mech-1": "fayid", "sm": "romani"})
    other = movement(
        own | {"ad-a": "tasa", "sm": "missouri", "armor-1": "fayid", "mech-1": "romani"}
    )
    if moved:
        one, other = (play(p, "move 15-armor ismailia") for p in (one, other))
    assert legal(one) == legal(other)
    assert refusals(one) == refusals(other)


def test_27_0_who_names_losses_is_not_told_what_he_does_not_know():
    """With EW Israel names the losses of a raid: hidden SAM units stay hidden."""
    data = {
        "side": "israel", "phase": "combat 1", "step": "damage", "owner": "israel", "turn": 3,
        "victim": "arab", "chooser": "israel", "source": "raid", "target": "fayid", "hits": 1,
        "raid_at": ["fayid"], "raids": 1, "raid": 1, "raid_stage": 3, "raid_ew": [1],
        "known": ["15-armor", "25-armor"], "task": {"tac-1": 1},
    }  # fmt: skip
    units = {"15-armor": "fayid", "25-armor": "fayid", "tac-1": "sinai:ground-attack"}
    there = pos(units | {"eg-sam-1": "fayid", "eg-sam-2": "geneifa"}, **data)
    away = pos(units | {"eg-sam-2": "fayid", "eg-sam-1": "geneifa"}, **data)
    told = [illegal(p, "eliminate eg-sam-1", "16.1").reason for p in (there, away)]
    assert told[0] == told[1]


LOST = {"15-armor": "tasa", "25-armor": "tasa", "armor-1": "tasa", "16-inf-div": "tasa"}
LOSSES = [
    ("eliminate pg", "16.1"), ("eliminate armor-1", "16.1"), ("break 15-armor", "9.4"),
    ("break 16-inf-div", "9.8"), ("withdraw 15-armor missouri", "16.1"), ("retreat", "16.3"),
    ("eliminate 25-armor", "2.3"), ("fly 15-armor missouri", "16.1"), ("hold", "6.2"),
]  # fmt: skip


@pytest.mark.parametrize(("action", "case"), LOSSES)
def test_16_1_why_a_loss_is_not_taken_like_that(action, case):
    more = {"came": {"15-armor": "missouri", "25-armor": "missouri"}}
    illegal(hit(LOST, "tasa", "arab", 1, **more), action, case)


RETREATS = [
    ("withdraw 15-armor tasa", "16.4"), ("withdraw 15-armor fort-hizayon", "13.7", "16.4"),
    ("withdraw eg-sam-site-1 ismailia", "16.4"), ("fly 15-armor ismailia", "13.8"),
    ("withdraw 25-armor ismailia", "2.3"), ("withdraw pg ismailia", "16.3"),
    ("withdraw 15-armor egyptian-reserve", "16.4"), ("withdraw 15-armor qantara-west", "16.4"),
]  # fmt: skip


@pytest.mark.parametrize("found", RETREATS, ids=lambda found: found[0])
def test_16_4_why_a_unit_does_not_retreat_there(found):
    units = {"15-armor": "el-firdan", "25-armor": "el-firdan", "eg-sam-site-1": "el-firdan",
             "armor-1": "el-firdan", "armor-2": "qantara-west", "pg": "fayid"}  # fmt: skip
    p = hit(units, "el-firdan", "arab", 0, must_go=1)
    assert "withdraw 15-armor ismailia" in legal(p)
    illegal(p, *found)
