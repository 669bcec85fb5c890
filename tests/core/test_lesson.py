"""Guided first games: each can be played from its first step to its last, by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bridgehead.core.errors import UnknownGame
from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.lesson import READ_ON, Guide, Lesson, Step, lesson_of, read
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


@pytest.mark.slow_for("bridgehead.titles.middle_east_battles", "bridgehead.titles.october_war")
@pytest.mark.parametrize("package", LESSONS)
def test_a_lesson_is_played_to_its_end(package: str) -> None:
    guide = Guide(read(package))
    position: Any = guide.lesson.start()
    places = set(position.game.hexes)
    played = 0
    while not guide.over:
        step = guide.step
        assert set(step.places) <= places, step.say
        if not step.asks:
            guide.next()
            continue
        assert position.to_move == guide.lesson.side, step.say
        while guide.wanted and guide.step is step:
            for action in guide.wanted[:1] if step.all else guide.wanted:
                assert position.why_not(action) is None, (step.say, position.why_not(action))
            action = guide.wanted[0]
            assert guide.answer(action).done
            position.push(action)
            played += 1
            if guide.over:
                break
        for action in guide.due:
            assert position.why_not(action) is None, (step.say, position.why_not(action))
            assert guide.answer(action).done
            position.push(action)
            played += 1
    assert played > 20
    assert position.result is None  # one may play on


@pytest.mark.parametrize("package", LESSONS)
def test_another_action_is_not_a_step(package: str) -> None:
    guide = Guide(read(package))
    while not guide.step.asks:
        assert guide.answer("end").say == READ_ON
        guide.next()
    before = guide.at
    answer = guide.answer("resign")
    assert not answer.done
    assert guide.step.say in answer.say
    assert guide.at == before
    with pytest.raises(ValueError, match="needs an action"):
        guide.next()


@pytest.mark.parametrize("package", LESSONS)
def test_the_place_in_a_lesson_follows_from_its_actions(package: str) -> None:
    lesson = read(package)
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


def test_actions_of_one_step_come_in_any_order_but_the_last() -> None:
    step = Step("Attack.", all=("attack 1308", "with a", "with b", "fire"), then=("roll 1",))
    guide = Guide(Lesson("x", "israel", "x", 1, (Step("Read."), step, Step("Done."))))
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


def test_there_is_a_lesson_for_each_title() -> None:
    for game in ("across-suez-1980", "suez-56", "october-war"):
        found = lesson_of(game)
        assert found is not None
        assert found.game == game
    assert lesson_of("el-arish-67") == lesson_of("suez-56")
    with pytest.raises(UnknownGame):
        lesson_of("chess")


def test_what_the_lesson_of_across_suez_says_of_its_tracker_is_so() -> None:
    guide = Guide(read(ACROSS_SUEZ))
    position = guide.lesson.start()
    told = {}
    for _, action in steps(guide, position):
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
    for _ in steps(guide, position):
        pass
    goals = {(goal.group, goal.text): goal for goal in october_goals(position)}
    forts = goals["Sudden victory in the Sinai", "Bar-Lev forts and passes"]
    assert forts.have == 4
    assert position.casualties["israel"] == 2


def test_what_the_lesson_of_suez_says_of_its_tracker_is_so() -> None:
    guide = Guide(read("bridgehead.titles.middle_east_battles"))
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
