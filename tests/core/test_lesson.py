"""Guided first games: each can be played from its first step to its last, by the rules."""

from __future__ import annotations

import pytest

from bridgehead.core.briefing import Goal
from bridgehead.core.lesson import Guide, Lesson, read
from bridgehead.titles.across_suez.screen.goals import goals
from bridgehead.titles.middle_east_battles.screen.goals import goals as meb_goals
from bridgehead.titles.october_war.screen.goals import goals as october_goals

pytestmark = pytest.mark.plain

ACROSS_SUEZ = "bridgehead.titles.across_suez"
LESSONS = [
    ACROSS_SUEZ, "bridgehead.titles.middle_east_battles", "bridgehead.titles.october_war",
]  # fmt: skip


def line(position: object) -> Goal:
    return goals(position)[2]  # type: ignore[arg-type]


@pytest.mark.parametrize("package", LESSONS)
def test_a_lesson_is_played_to_its_end(package: str) -> None:
    guide = Guide(read(package))
    position = guide.lesson.start()
    places = set(position.game.hexes)
    played = 0
    while not guide.over:
        step = guide.step
        assert set(step.places) <= places, step.say
        if not step.do:
            guide.next()
            continue
        assert position.to_move == guide.lesson.side, step.say
        for action in step.do:
            assert position.why_not(action) is None, (step.say, position.why_not(action))
        answer = guide.answer(step.do[0])
        assert answer.done
        for action in (step.do[0], *answer.then):
            assert position.why_not(action) is None, (step.say, position.why_not(action))
            position.push(action)
            played += 1
    assert played > 20
    assert position.result is None  # one may play on


@pytest.mark.parametrize("package", LESSONS)
def test_another_action_is_not_a_step(package: str) -> None:
    guide = Guide(read(package))
    while not guide.step.do:
        assert not guide.answer("end").done
        guide.next()
    before = guide.at
    answer = guide.answer("resign")
    assert not answer.done
    assert guide.step.say in answer.say
    assert guide.at == before
    with pytest.raises(ValueError, match="by an action"):
        guide.next()


def test_what_the_lesson_of_across_suez_says_of_its_tracker_is_so() -> None:
    guide = Guide(read(ACROSS_SUEZ))
    position = guide.lesson.start()
    told = {}
    while not guide.over:
        if not guide.step.do:
            guide.next()
            continue
        answer = guide.answer(action := guide.step.do[0])
        for one in (action, *answer.then):
            position.push(one)
        told[action, position.turn] = line(position).broken, position.units["16-2"]
    assert told["fire", 5][1] == "eliminated"
    assert told["end", 6][0] == ("1309",)
    assert told["stay", 6][0] == ()
    assert [goal.have for goal in goals(position)] == [2, 1, 1]


def test_a_lesson_may_begin_at_the_start_of_its_game() -> None:
    lesson = Lesson("across-suez-reprint", "egypt", "x", 1, (), None, ("commandos",))
    assert lesson.start().game.options == ("commandos",)
    assert lesson.start().turn == 1
    assert Guide(lesson).over


def test_what_the_lesson_of_october_war_says_of_its_tracker_is_so() -> None:
    guide = Guide(read("bridgehead.titles.october_war"))
    position = guide.lesson.start()
    while not guide.over:
        if not guide.step.do:
            guide.next()
            continue
        answer = guide.answer(action := guide.step.do[0])
        for one in (action, *answer.then):
            position.push(one)
    forts = {goal.text: goal for goal in october_goals(position)}["Sinai: Bar-Lev forts and passes"]
    assert forts.have == 4
    assert position.casualties["israel"] == 2


def test_what_the_lesson_of_suez_says_of_its_tracker_is_so() -> None:
    guide = Guide(read("bridgehead.titles.middle_east_battles"))
    position = guide.lesson.start()
    assert set(guide.step.places) == set(position.game.map.objectives)
    points = {}
    while not guide.over:
        if not guide.step.do:
            guide.next()
            continue
        answer = guide.answer(action := guide.step.do[0])
        for one in (action, *answer.then):
            position.push(one)
        points[position.turn, action] = position.points
    assert points[1, "liftoff 1-p 4811"]["anglo_french"] == 4
    assert points[2, "end"]["egypt"] >= 8 + 3
    held = [goal.have for goal in meb_goals(position) if goal.side == "anglo_french"]
    assert points[2, "exit 2-rcp 4809"]["anglo_french"] == 6
    assert 1 in held
