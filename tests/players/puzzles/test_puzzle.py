"""The format of puzzles: what is read, and what is refused with which words."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from bridgehead.core.errors import InvalidPuzzle
from bridgehead.players.advice.intents import intents_of
from bridgehead.players.puzzles.puzzle import Puzzle, id_of
from bridgehead.players.puzzles.rated_plan import RatedPlan

pytestmark = pytest.mark.plain
Data = dict[str, Any]


def test_a_puzzle_is_the_same_after_writing_and_reading(puzzle_data: Data) -> None:
    puzzle = Puzzle.from_dict(puzzle_data)
    assert puzzle.to_dict() == puzzle_data
    assert Puzzle.from_line(puzzle.to_line()) == puzzle
    assert "\n" not in puzzle.to_line()
    assert puzzle.position.to_move == puzzle.side == "israel"


def test_the_id_depends_on_the_position_alone(puzzle_data: Data) -> None:
    puzzle = Puzzle.from_dict(puzzle_data)
    position = puzzle.position
    assert id_of(puzzle.game, position.to_dict()) == id_of(puzzle.game, puzzle.data)
    position.push(puzzle.best.plan[0])
    assert id_of(puzzle.game, position.to_dict()) != id_of(puzzle.game, puzzle.data)


def test_it_tells_the_scenario_that_it_is_played_in(puzzle_data: Data) -> None:
    assert Puzzle.from_dict(puzzle_data).scenario == ""
    data = {**puzzle_data, "options": ["scenario=first-night"]}
    assert Puzzle.from_dict(data, check=False).scenario == "The first night"
    gone = {**puzzle_data, "options": ["scenario=lost-file"]}  # it was a file of somebody's own
    assert Puzzle.from_dict(gone, check=False).scenario == "lost-file"


def change(field: str, value: Any) -> Callable[[Data], None]:
    def changed(data: Data) -> None:
        data[field] = value

    return changed


def unfinished(data: Data) -> None:
    data["plans"][0]["plan"] = data["plans"][0]["plan"][:1]


def too_long(data: Data) -> None:
    data["usual"]["plan"] = [*data["usual"]["plan"], "roll 1", "end"]


def illegal(data: Data) -> None:
    data["plans"][0]["plan"] = ["move reshef-2 0101"]


def in_the_wrong_order(data: Data) -> None:
    data["plans"].append({"plan": data["usual"]["plan"], "chance": 0.75})


FAULTS: list[tuple[Callable[[Data], Any], str]] = [
    (change("format", "bridgehead-record"), "format: must be 'bridgehead-puzzle'"),
    (change("version", 2), "version: must be 1, is 2"),
    (change("extra", 1), "unknown field 'extra'"),
    (lambda data: data.pop("side"), "side: is missing"),
    (change("side", "egypt"), "side: 'egypt', but israel is to decide"),
    (change("game", "across-suez-1981"), "position: .*across-suez-1981"),
    (change("options", ["fog"]), "position: "),
    (change("options", "fog"), "options: must be a list"),
    (change("position", {"turn": 99}), "position: "),
    (change("question", ""), "question: is empty"),
    (change("question", "x" * 501), "question: has 501 characters; at most 500"),
    (change("degree", "fiendish"), "degree: must be one of easy, medium, hard"),
    (change("rating", True), "rating: must be a whole number"),
    (change("rating", -1), "rating: must be from 0 to 4000, is -1"),
    (change("plans", []), "plans: must be 1 to 8, are 0"),
    (change("plans", [[]]), r"plans\[0\]: must be an object with plan and chance"),
    (change("usual", {"plan": [], "chance": 0.1}), "usual.plan: must have 1 to 400 actions"),
    (change("usual", {"plan": ["end"], "chance": 2}), "usual.chance: must be from 0 to 1, is 2"),
    (change("usual", {"plan": ["end"], "chance": float("nan")}), "usual.chance: must be from 0"),
    (unfinished, "plan: Israel still has to decide after its last action"),
    (too_long, "plan: it is complete before its action"),
    (illegal, "plan: action 1, 'move reshef-2 0101': "),
    (in_the_wrong_order, "plans: the best one must be first"),
]


@pytest.mark.parametrize(("spoil", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_fault_is_named(puzzle_data: Data, spoil: Callable[[Data], Any], words: str) -> None:
    data = copy.deepcopy(puzzle_data)
    spoil(data)
    with pytest.raises(InvalidPuzzle, match=words):
        Puzzle.from_dict(data)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1"])
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(InvalidPuzzle):
        Puzzle.from_line(text)


def test_a_plan_that_is_no_better_than_usual_makes_no_puzzle(puzzle_data: Data) -> None:
    data = json.loads(json.dumps(puzzle_data))
    data["usual"]["chance"] = 0.5
    with pytest.raises(InvalidPuzzle, match="must be better than the usual one"):
        Puzzle.from_dict(data)


def made(data: Data, degree: str, *chances: float) -> Puzzle:
    """A puzzle of the sergeant's plan with each of the chances."""
    position = Puzzle.from_dict(data).position
    plans = [RatedPlan(tuple(data["plans"][0]["plan"]), chance) for chance in chances]
    usual = RatedPlan(tuple(data["usual"]["plan"]), 0.25)
    return Puzzle.at(
        position, usual, plans, degree=degree, rating=1500, rollouts=600, source="a test"
    )


def test_plans_are_ranked_whatever_their_order(puzzle_data: Data) -> None:
    puzzle = made(puzzle_data, "hard", 0.4, 0.55, 0.1)
    assert [one.chance for one in puzzle.plans] == [0.55, 0.4, 0.1]
    assert Puzzle.from_line(puzzle.to_line()) == puzzle


def test_the_question_of_an_easy_puzzle_tells_a_purpose_and_of_a_hard_one_its_worth(
    puzzle_data: Data,
) -> None:
    easy, hard = (made(puzzle_data, degree, 0.55) for degree in ("easy", "hard"))
    assert hard.question == (
        "Israel to move: find a plan that wins 55 of 100 games. Usual play wins 25."
    )
    told = {one.text for one in intents_of(easy.position, easy.best.plan)}
    assert easy.question.removeprefix("Israel to move: ").removesuffix(".") in told
