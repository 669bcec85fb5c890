"""Hints: plans that differ in what they do, one chance, and where the dice come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.players.advice.hints import hint
from tests.rules.across_suez.helpers import Y1980, pos

from .fakes import Oracle

pytestmark = pytest.mark.plain


def test_another_order_is_no_other_plan() -> None:
    position = bh.load("across-suez-1980").start()
    moves = [action for action in position.legal_actions() if action.startswith("move ")]
    one, other = moves[0], next(a for a in moves if a.split()[1] != moves[0].split()[1])
    plans = (([one, other], 0.6), ([other, one], 0.55), ([other], 0.5))
    found = hint(position, Oracle(plans=plans))
    assert [line.plan for line in found.lines] == [(one, other), (other,)]


class Measures(Oracle):
    """Measures one chance where nothing is planned, and another with a plan."""

    def win_probability(self, position: Any, plan: Sequence[str] = ()) -> float:
        return 0.66 if plan else 0.12


def test_one_chance_is_told_that_with_the_plan() -> None:
    position = bh.load("across-suez-1980").start()
    move = next(iter(position.legal_actions()))
    found = hint(position, Measures(plans=(([move], 0.7),)))
    assert (found.win_probability, found.chance) == (0.12, 0.66)
    assert found.told == "Israel has the better chances: about 66 %."


def test_a_plan_says_whether_the_dice_follow() -> None:
    game = bh.load("across-suez-1980")
    units = {"reshef-1": "0510", "16-8": "0511"}
    position = game.position(
        {"game": game.id, "turn": 5, "side": "israel", "phase": "combat", "units": units}
    )
    fired = ("attack 0511", "with reshef-1", "fire")
    found = hint(position, Oracle(plans=((fired, 0.6), (fired[:2], 0.5))))
    assert [line.rolls for line in found.lines] == [True, False]
    assert found.to_dict()["lines"][0]["rolls"] is True


HOPELESS = ("attack 0508", "with baram-4", "fire")  # on most faces only the attacker is harmed


def beside_an_enemy() -> Any:
    """Return a position in which Israel can make a hopeless attack."""
    return pos(Y1980, {"baram-4": "0507", "25-1": "0508"}, phase="combat")


class Weighs(Oracle):
    """Measures a chance for each plan, by its last action."""

    def __init__(self, chances: dict[str, float]) -> None:
        plans = ((HOPELESS, 0.6), (("end",), 0.58))
        super().__init__(plans=plans)
        self.by_end = chances

    def win_probability(self, position: Any, plan: Sequence[str] = ()) -> float:
        return self.by_end[plan[-1]] if plan else 0.5


def test_a_foolish_plan_is_not_shown_where_another_is_about_as_good() -> None:
    found = hint(beside_an_enemy(), Weighs({"fire": 0.6, "end": 0.58}))
    assert [line.plan for line in found.lines] == [("end",)]
    assert found.chance == 0.58


def test_a_foolish_plan_that_is_clearly_better_is_shown_with_the_other() -> None:
    found = hint(beside_an_enemy(), Weighs({"fire": 0.7, "end": 0.58}))
    assert [line.plan for line in found.lines] == [HOPELESS, ("end",)]
    assert found.chance == 0.7
