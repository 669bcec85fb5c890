"""Lessons: each can be played from its first step to its last, by the rules."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator
from typing import Any

import pytest

from bridgehead.core.errors import UnknownGame, UnknownLesson
from bridgehead.core.records.record import Record
from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.games import games
from bridgehead.core.titles.lesson import (
    OTHERWISE,
    READ_ON,
    Guide,
    Lesson,
    Step,
    examples_of,
    guide_of,
    lesson_of,
    lessons_of,
)
from bridgehead.titles.across_suez.screen.goals import goals
from bridgehead.titles.middle_east_battles.screen.goals import goals as meb_goals
from bridgehead.titles.october_war.screen.goals import goals as october_goals

pytestmark = pytest.mark.plain

LESSONS = {
    one.key: one
    for info in games()
    for one in (*lessons_of(info.id), *examples_of(info.id))
    if one.game == info.id
}
TAUGHT = tuple(dict.fromkeys(one.game for one in LESSONS.values()))
each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


def line(position: object) -> Goal:
    return goals(position)[2]  # type: ignore[arg-type]


def steps(guide: Guide, position: Any) -> Iterator[tuple[Step, str]]:
    """Play a lesson to its end as it asks; yield each step that is done, and its last action."""
    while not guide.over:
        step = guide.step
        if not step.asks:
            guide.next()
            continue
        action = ""
        while guide.wanted and guide.step is step:
            action = guide.wanted[0]
            assert guide.answer(action).done
            position.push(action)
            if guide.over:
                break
        for follows in guide.due:
            assert guide.answer(follows).done
            position.push(follows)
        yield step, action


@each_lesson
def test_a_lesson_is_played_to_its_end(lesson: Lesson) -> None:
    guide = Guide(lesson)
    position: Any = lesson.start()
    places = set(position.game.hexes)
    while not guide.over:
        step = guide.step
        assert set(step.places) <= places, step.say
        if not step.asks:
            guide.next()
            continue
        assert position.to_move == lesson.side, step.say
        while guide.wanted and guide.step is step:
            for action in guide.wanted[:1] if step.all else guide.wanted:
                assert position.why_not(action) is None, (step.say, position.why_not(action))
            for one in step.instead:  # somebody can do it here, and it is not what is asked for
                assert fnmatch.filter(set(position.legal_actions()) - set(guide.wanted), one), one
            action = guide.wanted[0]
            assert guide.answer(action).done
            position.push(action)
        for action in guide.due:
            assert position.why_not(action) is None, (step.say, position.why_not(action))
            assert guide.answer(action).done
            position.push(action)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_first_lesson_ends_with_a_victory_of_the_player(game: str) -> None:
    lesson = lesson_of(game)
    position: Any = lesson.start()
    for _ in steps(Guide(lesson), position):
        pass
    assert position.result is not None
    assert position.result.winner == lesson.side


@each_lesson
def test_another_action_is_not_a_step(lesson: Lesson) -> None:
    guide = Guide(lesson)
    while not guide.step.asks:
        assert guide.answer("end").say == READ_ON
        guide.next()
    before = guide.at
    answer = guide.answer("resign")
    assert (answer.done, answer.say) == (False, OTHERWISE)
    for pattern, say in guide.step.instead.items():
        assert guide.answer(pattern.replace("*", "x")).say == say
    assert guide.at == before
    with pytest.raises(ValueError, match="needs an action"):
        guide.next()


@each_lesson
def test_the_place_in_a_lesson_follows_from_its_actions(lesson: Lesson) -> None:
    guide, actions, begun = Guide(lesson), list(lesson.before), []
    while True:
        found = Guide.along(lesson, actions)
        assert found is not None
        while not guide.over and not guide.step.asks:
            guide.next()
        while not found.over and not found.step.asks:
            found.next()
        assert (found.at, found.due, found.made, found.because) == (
            guide.at, guide.due, guide.made, guide.because,
        )  # fmt: skip
        if guide.over:
            break
        action = guide.due[0] if guide.due else guide.wanted[0]
        if not guide.due and not guide.made:
            begun.append(len(actions))
        assert guide.answer(action).done
        actions.append(action)
    assert found.begun == tuple(begun)
    assert Guide.along(lesson, [*actions[:-1], "resign"]) is None


@each_lesson
def test_a_record_tells_which_lesson_it_is(lesson: Lesson) -> None:
    found = guide_of(Record.from_dict(lesson.record().to_dict()))
    assert found is not None
    assert found.lesson is lesson


def test_actions_of_one_step_come_in_any_order_but_the_last() -> None:
    step = Step("Attack.", all=("attack 1308", "with a", "with b", "fire"), then=("roll 1",))
    guide = Guide(Lesson("x", "x", "israel", "x", 1, (Step("Read."), step, Step("Done."))))
    assert guide.answer("fire").say == READ_ON
    assert guide.answer("attack 1308").done  # whoever acts has read it
    assert not guide.answer("fire").done
    assert guide.answer("with b").done
    assert guide.wanted == ("with a",)
    assert guide.answer("with a").done
    assert guide.wanted == ("fire",)
    assert guide.answer("fire").then == ("roll 1",)
    assert guide.wanted == ()
    assert not guide.answer("roll 2").done
    assert guide.answer("roll 1").done
    assert guide.step.say == "Done."
    assert guide.begun == (0,)


def test_there_are_lessons_for_each_title() -> None:
    for game in ("across-suez-1980", "suez-56", "october-war"):
        assert len(lessons_of(game)) >= 2
        assert lesson_of(game) is lessons_of(game)[0]
        assert lesson_of(game).game == game
        assert all(one.teaches for one in lessons_of(game))
    assert lessons_of("el-arish-67") == lessons_of("suez-56")
    assert lesson_of("el-arish-67", "around-the-fort").game == "el-arish-67"
    assert {one.side for one in lessons_of("suez-56") if one.game == "suez-56"} == {
        "anglo_french", "egypt",
    }  # fmt: skip
    assert lesson_of("across-suez-1995", "cut-the-line").side == "egypt"
    with pytest.raises(UnknownGame):
        lesson_of("chess")
    with pytest.raises(UnknownLesson, match="has no lesson chess: one of first-crossing, losses"):
        lesson_of("across-suez-1980", "chess")


def test_what_the_lesson_of_across_suez_says_of_its_tracker_is_so() -> None:
    guide = Guide(lesson_of("across-suez-1980"))
    position = guide.lesson.start()
    told = {}
    for _, action in steps(guide, position):
        told.setdefault((action, position.turn), (line(position).broken, position.units["16-2"]))
    assert told["fire", 5][1] == "eliminated"
    assert told["end", 6][0] == ("1309",)
    assert told["stay", 6][0] == ()
    assert [goal.have for goal in goals(position)] == [6, 1, 1]


def test_the_other_sides_lesson_of_suez_ends_with_a_victory_of_egypt() -> None:
    guide = Guide(lesson_of("suez-56", "retake-raswa"))
    position = guide.lesson.start()
    before = position
    for step, _ in steps(guide, position):
        if step.all[:1] == ("attack 3711",):
            for action in (*step.all, *step.then[:-1]):
                before.push(action)
            break
        before = position.copy()
    # the text says that every face would do
    for face in range(1, 7):
        one = before.copy()
        one.push(f"roll {face}")
        while one.result is None:
            one.push(one.legal_actions()[0])
        assert one.result.winner == "egypt", face
    for _ in steps(guide, position):
        pass
    assert position.result is not None
    assert position.result.winner == "egypt"


def test_a_lesson_may_begin_at_the_start_of_its_game() -> None:
    lesson = Lesson("x", "across-suez-reprint", "egypt", "x", 1, (), options=("commandos",))
    assert lesson.start().game.options == ("commandos",)
    assert lesson.start().turn == 1
    assert Guide(lesson).over


def test_what_the_lesson_of_october_war_says_of_its_tracker_is_so() -> None:
    guide = Guide(lesson_of("october-war", "the-crossing"))
    position = guide.lesson.start()
    for _ in steps(guide, position):
        pass
    goals = {(goal.group, goal.text): goal for goal in october_goals(position)}
    forts = goals["Sudden victory in the Sinai", "Bar-Lev forts and passes"]
    assert forts.have == 4
    assert position.casualties["israel"] == 2


def test_what_the_lesson_of_suez_says_of_its_tracker_is_so() -> None:
    guide = Guide(lesson_of("suez-56", "points-and-exits"))
    position = guide.lesson.start()
    assert set(guide.step.places) == set(position.game.map.objectives)
    points = {}
    for _, action in steps(guide, position):
        points[position.turn, action] = position.points
    assert points[2, "end"]["egypt"] >= 8 + 3
    held = [goal.have for goal in meb_goals(position) if goal.side == "anglo_french"]
    assert points[2, "exit 2-rcp 4809"]["anglo_french"] == 2
    assert points[2, "liftoff 1-p 4811"]["anglo_french"] == 6
    assert 1 in held
