"""Puzzles: solved in games of their own, in which nobody else decides and no dice roll."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bridgehead.core.errors import BridgeheadError, UnknownPuzzle
from bridgehead.core.kernels.warming import FAILED, OFF, Warming
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.lesson import OPPONENT
from bridgehead.players import puzzles, spare_cores
from bridgehead.players.puzzles import Grade, Puzzle
from bridgehead.server.puzzles.puzzle_store import PuzzleStore
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.threads import aside

TODAY, NEXT, DUE = "today", "next", "due"
KEPT = 8  # games of puzzles that are kept, so that a page can be loaded again


class PuzzleError(BridgeheadError):
    """A puzzle does not allow this now."""


class Solving:
    """The puzzle that is solved in a session.

    `grade` is what came of the last plan, as the page gets it; it is shown until the puzzle begins
    again. `shows` is whether the best plan is being shown.
    """

    def __init__(self, puzzle: Puzzle, *, is_own: bool = False) -> None:
        self.puzzle = puzzle
        self.is_own = is_own  # a mistake of the player's own
        self.grade: dict[str, Any] | None = None
        self.shows = False

    def hello(self) -> dict[str, Any]:
        """Return the first message to a connection: the question, without the answer."""
        return told(self.puzzle, is_own=self.is_own)

    def data(self, to_move: str | None) -> dict[str, Any]:
        """Return the state: whether the plan is complete, and what came of it."""
        done = to_move != self.puzzle.side
        return {"complete": done, "grade": self.grade, "shows": self.shows}

    def begin(self, *, shows: bool = False) -> None:
        """Begin again, or show the best plan of a puzzle that was graded."""
        if shows and self.grade is None:
            raise PuzzleError("the best plan is shown after a plan of yours has been checked")
        self.shows = shows
        if not shows:
            self.grade = None


class Puzzles:
    """The puzzles of one data folder: which there are, how they are begun and graded."""

    def __init__(self, kept: PuzzleStore, warming: Warming) -> None:
        self.kept = kept
        self.warming = warming
        self._one = asyncio.Lock()  # grades one plan at a time

    # In threads

    def listing(self) -> dict[str, Any]:
        """Return today's puzzle, your rating, the mistakes to practice, and all puzzles."""
        tried, ratings = self.kept.tried(), self.kept.puzzle_ratings()
        found = [
            told(one, solved=tried.get(one.id), rating=ratings.get(one.id))
            for one in puzzles.everything()
        ]
        return {
            "today": self._today(found),
            "rating": self.kept.rating().to_dict(),
            "due": len(self.kept.due(puzzles.today())),
            "puzzles": found,
        }

    @staticmethod
    def _today(found: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
        try:
            chosen = puzzles.of_the_day(puzzles.today()).id
        except UnknownPuzzle:
            return None
        return next(one for one in found if one["id"] == chosen)

    def find(self, puzzle_id: str) -> Solving:
        """Return a puzzle of a collection or of your own. UnknownPuzzle if there is none."""
        own = self.kept.mistake(puzzle_id) if puzzle_id.isprintable() else None
        if own is not None:
            return Solving(own, is_own=True)
        return Solving(puzzles.find(puzzle_id))

    def choose(self, what: str, game: str | None = None) -> Puzzle:
        """Return a puzzle by its id, or today's, the next one, or a mistake that is due.

        The next one is the puzzle nearest to your rating that you have not tried, from this game if
        it has any; if you have tried all, one that you have not solved. UnknownPuzzle if there is
        none.
        """
        if what == TODAY:
            return puzzles.of_the_day(puzzles.today())
        if what == DUE:
            due = self.kept.due(puzzles.today())
            if not due:
                raise UnknownPuzzle("no mistakes are due today")
            return due[0]
        if what == NEXT:
            return self._next(game)
        return self.find(what).puzzle

    def _next(self, game: str | None) -> Puzzle:
        if game is not None:
            game_info(game)  # UnknownGame
        tried, mine = self.kept.tried(), self.kept.rating().points
        left = [one for one in puzzles.everything() if not tried.get(one.id)]
        if not left:
            raise UnknownPuzzle("you have solved all puzzles")
        return min(
            left,
            key=lambda one: (one.id in tried, one.game_id != game, abs(one.rating - mine), one.id),
        )

    # In the event loop

    async def grade(
        self, solving: Solving, actions: Sequence[str], *, gives_up: bool = False
    ) -> dict[str, Any]:
        """Grade a plan, and keep the attempt; return the grade and your rating.

        With `gives_up` the puzzle counts as not solved, whatever was played. InvalidPuzzle if the
        plan is not complete; NotCompiledError if the rules are still being compiled.
        """
        puzzle = solving.puzzle
        plan = puzzle.usual.plan if gives_up else tuple(actions)
        async with self._one:
            if solving.grade is not None:
                return solving.grade
            self._check_compiled(puzzle.game_id)
            found = await aside("grade", _graded, puzzle, plan)
            solved, share = found.solved and not gives_up, 0.0 if gives_up else found.share
            note = self.kept.attempt
            rating = await aside("store", lambda: note(puzzle, solved=solved, share=share))
            solving.grade = {
                **found.to_dict(),
                "solved": solved,
                "share": round(share, 3),
                "gaveUp": gives_up,
                "rating": rating.to_dict(),
            }
            return solving.grade

    def _check_compiled(self, game_id: str) -> None:
        if self.warming.progress(game_id).state in (FAILED, OFF):
            raise PuzzleError(
                "checking a plan needs compiled rules; here they could not be compiled, or "
                "compiling is switched off"
            )


def _graded(puzzle: Puzzle, plan: Sequence[str]) -> Grade:
    return puzzles.grade(puzzle, plan, threads=spare_cores())


def new_record(puzzle: Puzzle) -> Record:
    """Return a new record of a puzzle. A computer plays the other side if the game is played on."""
    who = {side: HUMAN if side == puzzle.side else OPPONENT for side in puzzle.game.sides}
    return Record.new(puzzle.game, "open", start=puzzle.position, players=who)


def told(
    puzzle: Puzzle, *, is_own: bool = False, solved: bool | None = None, rating: int | None = None
) -> dict[str, Any]:
    """Return what the page tells of a puzzle before it is solved.

    `solved` is None if it has not been tried; `rating` is the puzzle's since you tried it.
    """
    info = game_info(puzzle.game_id)
    return {
        "id": puzzle.id,
        "game": puzzle.game_id,
        "title": info.title,
        "edition": info.edition,
        "side": puzzle.side,
        "question": puzzle.question,
        "themes": list(puzzle.themes),
        "degree": puzzle.degree,
        "rating": rating or puzzle.rating,
        "own": is_own,
        "solved": solved,
    }
