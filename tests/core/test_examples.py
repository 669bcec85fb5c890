"""Worked examples of the rules: their numbers are what the rules compute, and rules name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bridgehead.core.titles.games import games, title_of
from bridgehead.core.titles.lesson import Guide, Lesson, examples_of, lesson_of
from bridgehead.server.views.title_data import rules_data
from bridgehead.titles.across_suez.screen.goals import goals
from bridgehead.titles.october_war.screen.offers import shot

pytestmark = pytest.mark.plain

EXAMPLES = {one.key: one for info in games() for one in examples_of(info.id) if one.game == info.id}
WITH_NUMBERS = {key: one for key, one in EXAMPLES.items() if any(s.numbers for s in one.steps)}


def computed(position: Any) -> dict[str, Any] | None:
    """Return what the rules say of the attack or shot that is under way."""
    if title_of(position.game.id).kind == "points":
        told = shot(position, "roll 1", None) if position.step == "fire roll" else None
        return told and {
            "unit": told["unit"],
            "strength": told["strength"],
            "shifts": [one["columns"] for one in told["shifts"]],
            "column": told["column"],
        }
    odds = position.pending_odds()
    return odds and {
        "attack": odds.attack,
        "defense": odds.defense,
        "shifts": [one.columns for one in odds.shifts],
        "column": odds.column_label,
    }


def positions(lesson: Lesson) -> Iterator[tuple[int, Any]]:
    """Play an example to its end: yield the step, and the position after each action."""
    position = lesson.record().game.position(dict(lesson.position or {}))
    for action in lesson.before:
        position.push(action)
        yield 0, position
    guide = Guide(lesson)
    while not guide.over:
        step = guide.at
        if not guide.step.asks and not guide.due:
            yield step, position
            guide.next()
            continue
        for action in (*(guide.step.all or guide.step.do[:1]), *guide.step.then):
            assert guide.answer(action).done
            position.push(action)
            yield step, position


@pytest.mark.parametrize("example", WITH_NUMBERS.values(), ids=WITH_NUMBERS)
def test_the_numbers_of_an_example_are_what_the_rules_compute(example: Lesson) -> None:
    seen: list[tuple[int, dict[str, Any]]] = []
    for at, position in positions(example):
        found = computed(position)
        if found:
            seen.append((at, found))
    for number, step in enumerate(example.steps):
        if not step.numbers:
            continue
        assert dict(step.numbers) in [one for at, one in seen if at == number], seen
        for key in ("attack", "defense", "strength"):
            if key in step.numbers:
                assert re.search(rf"(?<!\d){step.numbers[key]}(?!\d)", step.say), (key, step.say)


@pytest.mark.parametrize("game", [info.id for info in games()])
def test_rules_name_their_examples(game: str) -> None:
    named = [one for rule in rules_data(game) for one in rule["examples"]]
    assert len(named) == 3
    assert {lesson_of(game, one["id"]).title for one in named} == {one["title"] for one in named}
    assert {one["id"] for one in named} == {one.id for one in examples_of(game)}


def test_the_line_of_the_example_is_cut_and_opened() -> None:
    position: Any = lesson_of("across-suez-1980", "line-of-communication").start()
    assert goals(position)[2].broken == ("1209",)
    position.push("move amir-1 1209")
    assert goals(position)[2].broken == ()


def test_command_of_the_example_is_blocked_by_the_enemy_alone() -> None:
    lesson = lesson_of("october-war", "command")
    refusal = lesson.start().why_not("move armor-14 fort-113")
    assert refusal is not None
    assert refusal.case == "14.1"
    assert lesson.position is not None
    units = {**lesson.position["units"], "9-mech-div": "khan-arnabeh"}
    free = lesson.start().game.position({**lesson.position, "game": "october-war", "units": units})
    assert free.why_not("move armor-14 fort-113") is None


def test_faces_that_examples_count() -> None:
    city = lesson_of("suez-56", "attack-on-a-city")
    rolled = next(one for _, one in positions(city) if one.to_move == "dice")
    assert sorted(rolled.pending_odds().table) == ["AX", *["EX"] * 5]
    fire = lesson_of("el-arish-67", "protective-fire")
    table = fire.start().pending_odds().table
    assert [table.count(one) for one in ("D2", "AX", "EX", "BR", "A1")] == [1, 1, 1, 1, 2]
    rolled = next(one for _, one in positions(fire) if one.to_move == "dice")
    assert set(rolled.pending_odds().table) == {"A1"}


@pytest.mark.parametrize(
    ("left_out", "column"), [("support", "4..5"), ("with amir-4", "2..3"), ("", "6..8")]
)
def test_what_is_left_out_of_the_attack_on_the_chinese_farm(left_out: str, column: str) -> None:
    lesson = lesson_of("across-suez-1980", "odds-and-shifts")
    position: Any = lesson.start()
    for action in lesson.steps[0].all[:-1]:
        if action != left_out:
            position.push(action)
    assert position.pending_odds().column_label == column
