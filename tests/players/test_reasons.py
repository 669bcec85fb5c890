"""Why a plan: reasons are differences between what plans lead to, in numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.titles.games import title_of
from bridgehead.players.advice.hints import hint
from bridgehead.players.advice.reasons import MOST, _Teller, reasons
from bridgehead.players.search.futures import LOOKS, Futures
from tests.players.fakes import Oracle
from tests.titles.october_war.games import scatter
from tests.titles.october_war.test_hidden import exchange

PLAN, OTHER = ("end",), ("move matt-2 0909",)
ATTACK = ("end", "attack 0910", "with matt-2", "fire")


class Foreseer(Oracle):
    """Knows what rollouts end in: the states that a test gives for each plan.

    Usual play ends as the plan does where a test says nothing of it.
    """

    def __init__(self, ends: Sequence[Sequence[Any]], usual: Sequence[Any] | None = None) -> None:
        super().__init__(plans=[(PLAN, 0.6), (OTHER, 0.4)])
        self.ends = {PLAN: ends[0], (): ends[0] if usual is None else usual}
        if len(ends) > 1:
            self.ends[OTHER] = ends[1]

    def worlds(self, position: Any) -> list[Any]:
        return [position.arrays[1].copy()]

    def futures(self, position: Any, plans: Sequence[Any], looks: int) -> list[Sequence[Any]]:
        assert looks == LOOKS
        return [self.ends[PLAN if plan in (PLAN, ATTACK) else tuple(plan)] for plan in plans]


def where(matt: str = "0911", enemy: str = "0910") -> Any:
    """Return a position with an Israeli and an Egyptian unit."""
    game = bh.load("across-suez-1980")
    units = {"matt-2": matt, "16-4": enemy}
    data = {"game": game.id, "turn": 3, "side": "israel", "phase": "movement", "units": units}
    return game.position(data)


def states(often: int, happened: Any, usual: Any) -> list[Any]:
    """Return what rollouts end in: `happened` that often, else `usual`."""
    return [(happened if n < often else usual).arrays[1].copy() for n in range(LOOKS)]


def told(
    *ends: Sequence[Any],
    usual: Sequence[Any] | None = None,
    plan: Sequence[str] = PLAN,
) -> list[dict[str, Any]]:
    other = OTHER if len(ends) > 1 else None
    found = reasons(where(), Foreseer(ends, usual), plan, other)
    return [reason.to_dict() for reason in found]


@pytest.mark.plain
def test_a_unit_that_is_saved() -> None:
    safe, gone = where(), where(matt="eliminated")
    (reason,) = told(states(4, gone, safe), states(29, gone, safe))
    assert reason["text"] == (
        "Saves Matt 2 (0911): lost 1 time in 10 after the enemy's next turn, "
        "with the next best plan 8 times in 10."
    )
    assert (reason["kind"], reason["subject"], reason["compared"]) == ("saves", "matt-2", "plan")
    assert (reason["with_plan"], reason["otherwise"]) == (round(4 / LOOKS, 3), round(29 / LOOKS, 3))


@pytest.mark.plain
def test_a_plan_of_the_reader_is_called_theirs() -> None:
    safe, gone = where(), where(matt="eliminated")
    ends = states(4, gone, safe), states(29, gone, safe)
    (reason,) = reasons(where(), Foreseer(ends, None), PLAN, OTHER, is_yours=True)
    assert reason.text.endswith("after the enemy's next turn, with your plan 8 times in 10.")
    assert reason.compared == "yours"


@pytest.mark.plain
def test_a_unit_that_is_threatened() -> None:
    safe, gone = where(), where(enemy="eliminated")
    (reason,) = told(states(29, gone, safe), states(4, gone, safe))
    assert reason["kind"] == "threatens"
    assert reason["text"].startswith("Threatens 16/4 (0910): eliminated 8 times in 10 after")


@pytest.mark.plain
def test_an_enemy_that_the_plan_attacks_is_told_even_if_usual_play_does_the_same() -> None:
    safe, gone = where(), where(enemy="eliminated")
    (alone,) = told(states(29, gone, safe), plan=ATTACK)
    assert alone["compared"] == "now"
    assert alone["text"].endswith("eliminated 8 times in 10 after the enemy's next turn.")


@pytest.mark.plain
def test_what_happens_with_any_play_is_no_reason() -> None:
    safe, gone = where(), where(enemy="eliminated")
    assert not told(states(36, gone, safe))
    line = title_of("across-suez-1980").goals(where(), "israel")[2]
    broken = where(enemy=line.places[0])
    assert not told(states(36, gone, broken), usual=states(36, gone, broken))
    assert told(states(36, gone, broken), usual=states(0, gone, broken))


@pytest.mark.plain
def test_a_difference_to_usual_play_is_told_if_the_next_best_plan_does_the_same() -> None:
    safe, gone = where(), where(enemy="eliminated")
    often, rarely = states(29, gone, safe), states(4, gone, safe)
    (reason,) = told(often, often, usual=rarely)
    assert reason["compared"] == "usual"
    assert reason["text"] == (
        "Threatens 16/4 (0910): eliminated 8 times in 10 after the enemy's next turn, "
        "with usual play 1 time in 10."
    )


@pytest.mark.plain
def test_of_two_comparisons_the_larger_difference_is_told() -> None:
    safe, gone = where(), where(matt="eliminated")
    lost = [states(often, gone, safe) for often in (2, 16, 33)]
    (reason,) = told(lost[0], lost[1], usual=lost[2])
    assert (reason["compared"], reason["kind"]) == ("usual", "saves")
    (reason,) = told(lost[0], lost[2], usual=lost[1])
    assert (reason["compared"], reason["kind"]) == ("plan", "saves")


@pytest.mark.plain
def test_a_small_part_of_what_a_goal_needs_is_no_reason() -> None:
    game = bh.load("october-war")
    position = game.start()
    teller: Any = _Teller(position, [position.arrays[1].copy()], "israel")
    key = next(
        (goal.text.split(" from ")[0], goal.case, goal.group)
        for goal in title_of(game.id).goals(position, "israel")
        if goal.text.startswith("Egyptian casualties")
    )
    need = {key: 60.0}
    few = Futures(goals={key: [3.0] * LOOKS}, needs=need)
    more = Futures(goals={key: [8.0] * LOOKS}, needs=need)
    none = Futures(goals={key: [2.0] * LOOKS}, needs=need)
    assert not teller._goals(few, none, "usual")
    (reason,) = teller._goals(more, none, "usual")
    assert reason.text == (
        "Raises Egyptian casualties: 8.0 of 60 after the enemy's next turn, 2.0 with usual play."
    )


@pytest.mark.plain
def test_what_is_no_clear_difference_is_no_reason() -> None:
    safe, gone = where(), where(matt="eliminated")
    assert not told(states(10, gone, safe), states(10, gone, safe))
    assert not told(states(10, gone, safe), states(14, gone, safe))
    assert not told(states(29, gone, safe), states(4, gone, safe)), "the plan is the worse one"


@pytest.mark.plain
def test_a_victory_condition() -> None:
    title, open_ = title_of("across-suez-1980"), where(enemy="eliminated")
    line = title.goals(open_, "israel")[2]
    broken = where(enemy=line.places[0])
    assert (line.met, title.goals(broken, "israel")[2].met) == (True, False)
    found = told(states(33, open_, broken), states(3, open_, broken))
    (reason,) = [one for one in found if one["kind"] == "goal"]
    assert reason["subject"] == "Line"
    assert reason["text"] == (
        "Keeps the line of communication open: 9 times in 10 after the enemy's next turn, "
        "with the next best plan 1 time in 10."
    )


@pytest.mark.plain
def test_every_goal_but_the_turn_has_its_words() -> None:
    for game_id in ("across-suez-1980", "suez-56", "el-arish-67", "october-war"):
        title, start = title_of(game_id), bh.load(game_id).start()
        book = title.phrasebook.goals
        texts = {goal.text for side in start.game.sides for goal in title.goals(start, side)}
        without = {text for text in texts if not any(text.startswith(one) for one in book)}
        assert all(text == "Turn" or text.startswith(("No ", "An ")) for text in without), without
        assert all(any(text.startswith(one) for text in texts) for one in book)


@pytest.mark.plain
def test_no_reasons_of_a_player_that_cannot_look_ahead() -> None:
    assert hint(where(), Oracle(plans=[(PLAN, 0.6)])).reasons == ()


def test_a_hint_has_reasons_with_numbers() -> None:
    game = bh.load("across-suez-1980")
    found = hint(game.start(), players.thinker(game, "general@30n", seed=1))
    assert 0 < len(found.reasons) <= MOST
    for reason in found.to_dict()["reasons"]:
        assert reason["text"].endswith(".")
        assert reason["compared"] in ("plan", "usual", "now")
        assert reason["with_plan"] != reason["otherwise"]


@pytest.mark.slow
def test_what_is_hidden_changes_no_reason() -> None:
    compared = 0
    for seed in range(6):
        position = scatter("fog", seed)
        if position.to_move in (None, "dice"):
            continue
        twin = exchange(position, position.to_move, random.Random(seed))
        if twin is None or twin == position:
            continue
        found = []
        for one in (position, twin):
            thinker = players.thinker(one.game, "general@6n", 5)
            plan = thinker.think(one).lines[0].plan
            found.append((thinker.win_probability(one, plan, 6), reasons(one, thinker, plan, None)))
        assert found[0] == found[1]
        compared += 1
        if compared:
            break
    assert compared
