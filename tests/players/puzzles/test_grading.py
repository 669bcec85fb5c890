"""Grades: the best plan gets everything, usual play nothing, and what is no plan is refused."""

from __future__ import annotations

import pytest

from bridgehead.core.errors import InvalidPuzzle, NotCompiledError
from bridgehead.players import puzzles
from bridgehead.players.puzzles import collection
from bridgehead.players.puzzles.finder import rating_of
from bridgehead.players.puzzles.grading import SOLVED

GAME = "across-suez-1980"


@pytest.fixture(scope="module")
def puzzle() -> puzzles.Puzzle:
    """The clearest that goes on: where a plan ends the game, no reason tells what follows."""
    found = [one for one in collection.of_game(GAME) if one.usual.chance > 0]
    return max(found, key=lambda one: one.best.chance - one.usual.chance)


def test_the_best_plan_solves_it_and_usual_play_does_not(puzzle: puzzles.Puzzle) -> None:
    best = puzzles.grade(puzzle, puzzle.best.plan, rollouts=60)
    assert best.solved
    assert best.share == 1.0
    assert best.chance == best.best > best.usual
    assert best.told.startswith("Solved, as well as can be. Your plan wins ")
    usual = puzzles.grade(puzzle, puzzle.usual.plan, rollouts=60)
    assert not usual.solved
    assert usual.share == 0.0
    assert usual.told.startswith("Not solved: 0 % of the way. ")
    assert usual.solution == puzzle.best.plan
    assert usual.reasons
    assert usual.to_dict()["solution"] == list(puzzle.best.plan)


@pytest.mark.slow
def test_a_plan_half_as_good_is_half_of_the_way(puzzle: puzzles.Puzzle) -> None:
    for one in puzzle.plans[1:]:
        grade = puzzles.grade(puzzle, one.plan, rollouts=60)
        gap = (grade.chance - grade.usual) / (grade.best - grade.usual)
        assert grade.share == pytest.approx(min(1.0, max(0.0, gap)))
        assert grade.solved == (grade.share >= SOLVED)


def test_an_illegal_or_unfinished_plan_is_refused(puzzle: puzzles.Puzzle) -> None:
    with pytest.raises(InvalidPuzzle, match="plan: action 1, 'retreat'"):
        puzzles.grade(puzzle, ["retreat"])
    with pytest.raises(InvalidPuzzle, match="still has to decide"):
        puzzles.grade(puzzle, [])


@pytest.mark.plain
def test_without_compiled_rules_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = collection.of_game(GAME)[0]
    monkeypatch.setattr("bridgehead.core.kernels.compiled.is_used", lambda name: False)
    for compiles, told in ((True, "are being compiled"), (False, "BRIDGEHEAD_JIT=0 turns")):
        monkeypatch.setattr("bridgehead.players.puzzles.grading.JIT", compiles)
        with pytest.raises(NotCompiledError, match=told):
            puzzles.grade(found, found.best.plan)


@pytest.mark.plain
def test_the_first_rating_is_higher_the_fewer_searches_solve_it() -> None:
    ratings = [rating_of([n < count for n in range(6)]) for count in range(7)]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[3] == pytest.approx(1500, abs=2)
    assert 700 < ratings[6] < ratings[0] < 2400
