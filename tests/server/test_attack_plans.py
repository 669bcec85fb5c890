"""The attacks of a phase, laid out before the first is fought."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.core.errors import IllegalAction, MalformedAction
from bridgehead.server.planning import attack_plans
from bridgehead.server.views import positions
from tests.web.positions import position_of, until

FIRST, SECOND = "attack 0512 with reshef-1 matt-2", "attack 0812 with erez-1 matt-1"
PLACES = {"1980-held": 9, "el-arish-egypt": 61}


def position(name: str = "1980-held") -> Any:
    """Return a position in which attacks are chosen."""
    return position_of(until(name, PLACES[name]))


def test_each_attack_has_its_odds_and_who_is_left_over_is_named() -> None:
    here = position()
    before = here.copy()
    found = attack_plans.laid_out(here, [FIRST, SECOND])
    odds = [one["odds"]["column_label"] for one in found["attacks"]]
    assert odds == [positions.odds(here, [text])["column_label"] for text in (FIRST, SECOND)]
    assert here == before
    able = {
        unit for hex_ in found["targets"] for unit in positions.attack(here, [hex_])["candidates"]
    }
    assert set(found["left"]) == able - {"reshef-1", "matt-2", "erez-1", "matt-1"}
    assert not {"0512", "0812"} & set(found["targets"])


@pytest.mark.parametrize("name", list(PLACES))
def test_after_a_planned_attack_all_is_as_if_it_had_no_effect(name: str) -> None:
    here = position(name)
    target = attack_plans.laid_out(here, [])["targets"][0]
    force = positions.attack(here, [target])["suggested"]
    there = attack_plans.after(here, [f"attack {target} with {' '.join(force)}"])
    assert there.units == here.units
    assert there.why_not(f"attack {target} with {' '.join(force)} fire") is not None
    for hex_ in attack_plans.laid_out(there, [])["targets"]:
        assert not set(force) & set(positions.attack(there, [hex_])["candidates"])


def test_a_unit_attacks_once_and_the_rest_of_the_plan_stands() -> None:
    twice = "attack 0407 with reshef-1"
    found = attack_plans.laid_out(position(), [FIRST, twice, SECOND])
    assert [one["refused"] is None for one in found["attacks"]] == [True, False, True]
    assert found["attacks"][1]["odds"] is None
    assert found["attacks"][1]["refused"]["case"]


def test_a_battle_can_make_a_planned_attack_impossible() -> None:
    here = position()
    here.push(f"{FIRST} fire")
    here.push("roll 6")
    while here.to_move != "israel" or "attack 0812" not in " ".join(here.legal_actions()):
        here.push(here.legal_actions()[-1])
    found = attack_plans.laid_out(here, [FIRST, SECOND])
    assert [one["refused"] is None for one in found["attacks"]] == [False, True]


def test_the_plan_is_made_before_the_first_attack_is_declared() -> None:
    here = position()
    here.push("attack 0512")
    with pytest.raises(IllegalAction, match="before the first is declared"):
        attack_plans.laid_out(here, [])
    (told,) = attack_plans.laid_out(position(), ["attack nowhere"])["attacks"]
    assert told["refused"]["text"]
    with pytest.raises(MalformedAction, match="limit"):
        attack_plans.laid_out(position(), [FIRST] * (attack_plans.MOST + 1))


@pytest.mark.parametrize(("name", "count"), [*PLACES.items(), ("suez-even", 32)])
def test_a_suggested_plan_is_possible(name: str, count: int) -> None:
    here = position_of(until(name, count))
    before, found = here.copy(), attack_plans.suggested(here)
    assert found
    assert here == before
    texts = [one["text"] for one in found]
    assert not any(one["refused"] for one in attack_plans.laid_out(here, texts)["attacks"])
    for one in found:  # in the words in which the page spells an attack
        assert one["text"].split()[1] == one["hexes"][0]
        assert set(one["attackers"]) <= set(one["text"].split())
