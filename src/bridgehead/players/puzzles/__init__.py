"""Puzzles: positions in which one plan is clearly the best, to be found by a person."""

from bridgehead.players.puzzles.collection import everything, find, of_game, of_the_day, read, today
from bridgehead.players.puzzles.grading import Grade, grade
from bridgehead.players.puzzles.puzzle import Puzzle
from bridgehead.players.puzzles.rated_plan import RatedPlan

__all__ = [
    "Grade", "Puzzle", "RatedPlan", "everything", "find", "grade", "of_game", "of_the_day", "read",
    "today",
]  # fmt: skip
