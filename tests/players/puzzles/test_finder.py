"""Which plans count as other kinds of plans, and which positions as puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.players.advice.intents import Intent
from bridgehead.players.puzzles import finder
from bridgehead.players.puzzles.finder import Finder, Plan
from bridgehead.players.puzzles.puzzle import Puzzle

pytestmark = pytest.mark.plain

GAME = "across-suez-1980"
USUAL, BEST = ("usual", "end"), ("best", "end")
STRIKE = Intent("attack", "attack A", 4.0, ("A",))
WITHDRAW = Intent("disengage", "withdraw", 2.0)
ADVANCE = Intent("engage", "move up", 0.8)
INTENTS: Mapping[Plan, Sequence[Intent]] = {
    USUAL: [WITHDRAW],
    BEST: [STRIKE, WITHDRAW],
    ("same purpose", "end"): [Intent("attack", "attack A", 4.0, ("A",), "3-1"), ADVANCE],
    ("elsewhere", "end"): [Intent("attack", "attack B", 4.0, ("B",))],
    ("elsewhere, too", "end"): [Intent("attack", "attack B", 4.0, ("B",)), WITHDRAW],
    ("further", "end"): [Intent("attack", "attack C", 4.0, ("C",))],
    ("as usual", "end"): [WITHDRAW, ADVANCE],
}
ELSEWHERE, FURTHER, AS_USUAL = ("elsewhere", "end"), ("further", "end"), ("as usual", "end")
OTHERS = [plan for plan in INTENTS if plan not in (USUAL, BEST)]


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> finder._Judge:
    monkeypatch.setattr(finder, "intents_of", lambda _, plan: tuple(INTENTS[plan]))
    game = bh.load(GAME)
    return finder._Judge(game, game.start(), 1)


def test_a_plan_with_the_purpose_of_the_best_is_no_rival(judge: finder._Judge) -> None:
    assert judge.rivals(BEST, OTHERS, USUAL) == [ELSEWHERE, FURTHER, AS_USUAL]


def test_a_best_plan_for_what_usual_play_is_for_has_rivals_of_any_other_kind(
    judge: finder._Judge,
) -> None:
    assert AS_USUAL not in judge.rivals(USUAL, OTHERS, USUAL)
    assert BEST in judge.rivals(AS_USUAL, [BEST], USUAL)


@pytest.mark.parametrize(
    ("usual", "others", "is_puzzle"),
    [
        (0.30, {}, True),
        (0.42, {}, False),  # not clearly better than usual play
        (0.95, {}, False),
        (0.30, {"elsewhere": 0.49, "further": 0.45}, True),
        (0.30, {"elsewhere": 0.49, "further": 0.45, "as usual": 0.45}, False),  # too many
        (0.38, {"elsewhere": 0.49}, False),  # one as good, and usual play is not far behind
        (0.38, {"same purpose": 0.49}, True),  # it is no other kind
    ],
)
def test_what_makes_a_puzzle(
    usual: float,
    others: Mapping[str, float],
    is_puzzle: bool,
    judge: finder._Judge,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chances = {BEST: 0.5, USUAL: usual} | {(name, "end"): one for name, one in others.items()}
    monkeypatch.setattr(judge, "chance", lambda plan, _: chances.get(plan, 0.31))
    monkeypatch.setattr(judge, "lines", lambda: OTHERS)
    monkeypatch.setattr(judge, "solved", lambda *_: [True] * 2 + [False] * 4)
    made: dict[str, Any] = {}
    monkeypatch.setattr(Puzzle, "at", lambda *_, **fields: made.update(fields) or made)
    found = Finder(judge.game)._confirmed(judge, USUAL, BEST)
    assert (found is not None) is is_puzzle
    if is_puzzle:
        assert made["degree"] == "medium"
