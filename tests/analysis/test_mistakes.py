"""Mistakes of an analyzed game as puzzles: whose, how large, with which plans."""

from __future__ import annotations

import re
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.analysis.mistakes import LEAST, mistakes_in
from bridgehead.core.records.record import Record
from bridgehead.players.advice.sentences import sentence_of

pytestmark = pytest.mark.plain
GAME = "across-suez-1980"


def plan_of(position: Any, name: str) -> list[str]:
    player, trial, plan = players.create(position.game, name, 1), position.copy(), []
    while trial.to_move == position.to_move:
        plan.append(player.choose(trial))
        trial.push(plan[-1])
    return plan


@pytest.fixture
def record() -> Record:
    """Return a game in which a recruit has planned once."""
    record = Record.new(bh.load(GAME), "open")
    for action in plan_of(record.position, "recruit"):
        record.do(action)
    return record


def analysis(record: Record, **change: Any) -> dict[str, Any]:
    """Return an analysis with one turning point: the plan, and a sergeant's as the better one."""
    opening = record.opening()
    point = {
        "from": 1, "to": len(record.actions), "who": opening.to_move, "kind": "decision",
        "swing": 0.15,
        "better": {"plan": plan_of(opening, "sergeant"), "sentence": "Go.", "chance": 0.6},
    }  # fmt: skip
    return {"looks": 600, "turning_points": [{**point, **change}]}


def test_a_turning_point_becomes_a_puzzle(record: Record) -> None:
    side = record.opening().to_move
    found = analysis(record)
    (puzzle,) = mistakes_in(record, found, [side])
    assert puzzle.position == record.opening()
    assert (puzzle.side, puzzle.degree) == (side, "medium")
    assert puzzle.usual.plan == tuple(record.actions)
    told = re.fullmatch(
        r"Israel to move\. You played: (.+\.) Find a better plan\.", puzzle.question
    )
    assert told
    assert told[1] == sentence_of(record.opening(), record.actions)
    assert puzzle.usual.chance == pytest.approx(0.45)
    assert list(puzzle.best.plan) == found["turning_points"][0]["better"]["plan"]
    assert puzzle.best.chance == 0.6
    assert puzzle.to_line()  # and it is a valid one


@pytest.mark.parametrize(
    "change",
    [{"swing": LEAST - 0.01}, {"better": None}, {"who": "dice"}, {"who": "egypt"}],
    ids=["small", "no better plan", "a roll", "the other side's"],
)
def test_others_do_not(record: Record, change: dict[str, Any]) -> None:
    assert record.opening().to_move == "israel" or change.get("who") != "egypt"
    assert mistakes_in(record, analysis(record, **change), [record.opening().to_move]) == ()


def test_a_plan_that_is_not_complete_is_left_out(record: Record) -> None:
    better = {"plan": [], "sentence": "", "chance": 0.6}
    with_half = {**better, "plan": plan_of(record.opening(), "sergeant")[:1]}
    for one in (better, with_half):
        found = analysis(record, better=one)
        assert mistakes_in(record, found, [record.opening().to_move]) == ()
