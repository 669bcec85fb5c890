"""The mistakes of an analyzed game as puzzles: the position before each, to be played better."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bridgehead.core.errors import InvalidPuzzle, UnknownGame, UnknownOption
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import check_options
from bridgehead.core.words.grammar import capital
from bridgehead.players.advice.hints import side_name
from bridgehead.players.advice.sentences import sentence_of
from bridgehead.players.puzzles.collection import today
from bridgehead.players.puzzles.puzzle import DEGREES, MOST_TEXT, Puzzle
from bridgehead.players.puzzles.rated_plan import RatedPlan

LEAST = 0.08  # of the chance of winning that a decision must have cost
LARGE, MIDDLING = 0.20, 0.13  # losses from which on a mistake is easy, or medium, to see
AGAIN = (1, 3, 7)  # days until a mistake comes again, after one failure, two, and more
RATINGS = dict(zip(DEGREES, (1200, 1500, 1800), strict=True))


def mistakes_in(
    record: Record, analysis: Mapping[str, Any], sides: Iterable[str]
) -> tuple[Puzzle, ...]:
    """Return puzzles of the turning points that were mistakes of one of these sides.

    `analysis` is that of the record (`Analysis.to_dict`). Usual play in such a puzzle is what was
    played; the best plan is the analysis'. Turning points are clear by more than noise; those that
    cost less than `LEAST` are left out.
    """
    found = {}
    wanted = set(sides)
    for point in analysis["turning_points"]:
        better = point["better"]
        if point["who"] in wanted and better is not None and point["swing"] >= LEAST:
            puzzle = _puzzle(record, point, better, analysis["looks"])
            if puzzle is not None:
                found[puzzle.id] = puzzle
    return tuple(found.values())


def first_due() -> str:
    """Return the day on which a mistake that is found today is to be practiced (ISO date)."""
    return _in(1)


def after_attempt(failures: int, due: str, *, solved: bool) -> dict[str, Any]:
    """Return what an attempt changes of a mistake: `done`, or `failures` and `due`.

    An attempt before it is due changes nothing, because its best plan was shown that day.
    """
    if due > _in(0):
        return {}
    again = _in(AGAIN[min(failures, len(AGAIN) - 1)])
    return {"done": 1} if solved else {"failures": failures + 1, "due": again}


def _in(days: int) -> str:
    return (today() + datetime.timedelta(days=days)).isoformat()


def from_stored(line: str) -> Puzzle | None:
    """Return a stored puzzle; None if it cannot be played here.

    An older version of the program may have written it, or its game or scenario may be gone.
    """
    try:
        found = Puzzle.from_line(line, check=False)
        check_options(found.game_id, found.options)
    except (InvalidPuzzle, UnknownGame, UnknownOption):
        return None
    return found


def _question(start: Any, played: Sequence[str]) -> str:
    """Return the question of a mistake: what was played, to be played better."""
    side = capital(side_name(start.game, str(start.to_move)))
    told = f"{side} to move. You played: {sentence_of(start, played)} Find a better plan."
    return told if len(told) <= MOST_TEXT else f"{side} to move: find a better plan than yours."


def _puzzle(
    record: Record, point: Mapping[str, Any], better: Mapping[str, Any], looks: int
) -> Puzzle | None:
    """Return the puzzle of one turning point; None if one of its plans is not a whole one."""
    start = record.position_at(point["from"] - 1).copy()
    played, best = tuple(record.actions[point["from"] - 1 : point["to"]]), tuple(better["plan"])
    loss, chance = point["swing"], min(max(better["chance"], 0.0), 1.0)
    degree = DEGREES[0 if loss >= LARGE else 1 if loss >= MIDDLING else 2]
    puzzle = Puzzle.at(
        start,
        RatedPlan(played, max(chance - loss, 0.0)),
        [RatedPlan(best, chance)],
        degree=degree,
        rating=RATINGS[degree],
        rollouts=looks,
        source=f"action {point['from']} of a game of your own",
    )
    try:
        return Puzzle.from_dict({**puzzle.to_dict(), "question": _question(start, played)})
    except InvalidPuzzle:
        return None
