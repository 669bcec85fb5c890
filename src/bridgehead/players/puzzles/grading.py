"""Grade a plan for a puzzle: how much of the way from usual play to the best plan it goes.

Your plan, the best one and the usual one are measured by rollouts with the same dice, so that all
three have the same luck. Any plan as good as the best counts as much as the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bridgehead import players
from bridgehead.core.errors import NotCompiledError
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.positions.position import Position
from bridgehead.players.advice.hints import percent
from bridgehead.players.advice.reasons import Reason, reasons
from bridgehead.players.advice.sentences import sentence_of
from bridgehead.players.puzzles.puzzle import Puzzle, after

ROLLOUTS = 480
SOLVED = 0.8  # of the way from usual play to the best plan
NEAR = 0.02  # by which a plan may be worse than the best and is still as good
REPLY = "general@240n"  # who looks for the reply that hurts most


@dataclass(frozen=True)
class Grade:
    """How good a plan is.

    `share` is the part of the way from usual play (0) to the best plan (1) that it goes; `chance`,
    `best` and `usual` are the side's win probabilities after the three plans, from 0 to 1.
    `solution` is the best plan, action by action; `reasons` are what is better in it than in yours.
    `reply` is the enemy's best answer to your plan as a sentence, "" if the dice come first.
    """

    solved: bool
    share: float
    chance: float
    best: float
    usual: float
    solution: tuple[str, ...]
    sentence: str
    reasons: tuple[Reason, ...]
    reply: str = ""

    @property
    def told(self) -> str:
        """The grade in a sentence."""
        yours, best, usual = percent(self.chance), percent(self.best), percent(self.usual)
        measured = f"Your plan wins {yours}, the best one {best}, usual play {usual}."
        if not self.solved:
            return f"Not solved: {100 * self.share:.0f} % of the way. {measured}"
        return f"Solved{', as well as can be' if self.share >= 1 else ''}. {measured}"

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as JSON data."""
        return {
            "solved": self.solved,
            "share": round(self.share, 3),
            "chance": round(self.chance, 4),
            "best": round(self.best, 4),
            "usual": round(self.usual, 4),
            "told": self.told,
            "solution": list(self.solution),
            "sentence": self.sentence,
            "reasons": [one.to_dict() for one in self.reasons],
            "reply": self.reply,
        }


def grade(
    puzzle: Puzzle, plan: Sequence[str], *, rollouts: int = ROLLOUTS, threads: int = 1
) -> Grade:
    """Grade a plan.

    InvalidPuzzle if the plan is not legal, or does not end with a roll or the other side's
    decision. NotCompiledError if the title is not compiled yet, since it would take minutes.
    """
    position = puzzle.position
    end = after(position, plan)
    check_compiling(puzzle)
    judge = players.thinker(position.game, "general", 1, threads=threads)

    @cache
    def chance(one: tuple[str, ...]) -> float:
        found = judge.win_probability(position, one, rollouts)
        if found is None:
            raise NotCompiledError(
                f"{puzzle.game_id}: the rules are being compiled; try again soon"
            )
        return found

    mine, usual = chance(tuple(plan)), chance(puzzle.usual.plan)
    best = max(puzzle.plans, key=lambda one: chance(one.plan))
    top = chance(best.plan)
    gap = max(top - usual, NEAR)
    share = min(1.0, max(0.0, (mine - usual) / gap))
    if mine >= top - NEAR:
        share = 1.0
    solved = share >= SOLVED
    other = None if share >= 1 or tuple(plan) == puzzle.usual.plan else plan
    return Grade(
        solved=solved,
        share=share,
        chance=mine,
        best=top,
        usual=usual,
        solution=best.plan,
        sentence=sentence_of(position, best.plan),
        reasons=reasons(position, judge, best.plan, other, is_yours=True),
        reply="" if solved else _reply(end, puzzle.side, threads),
    )


def check_compiling(puzzle: Puzzle) -> None:
    """Raise NotCompiledError if plans for a puzzle can never be graded here."""
    if not JIT:
        raise NotCompiledError(
            f"{puzzle.game_id}: a plan cannot be graded, because the rules have to be compiled "
            "for this, and BRIDGEHEAD_JIT=0 turns compiling off"
        )


def _reply(end: Position, side: str, threads: int) -> str:
    """Return the enemy's best answer as a sentence; "" if it is not the enemy's decision."""
    if end.to_move in (None, "dice", side):
        return ""
    thinker = players.thinker(end.game, REPLY, 1, threads=threads)
    return sentence_of(end, thinker.think(end).best.plan)
