"""Puzzles: solved in games of their own, in which nobody else decides and no dice roll."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from bridgehead.core.errors import BridgeheadError, UnknownPuzzle
from bridgehead.core.kernels.warming import FAILED, OFF, Warming
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.lesson import OPPONENT
from bridgehead.players import puzzles, spare_cores
from bridgehead.players.puzzles import Grade, Puzzle
from bridgehead.players.rating_scale import CENTER
from bridgehead.server.puzzles.puzzle_rating import Rating
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.threads import aside

TODAY, NEXT, DUE = "today", "next", "due"
KEPT = 8  # games of puzzles that are kept, so that a page can be loaded again
MANY_WAIT = "many plans are being checked: try again in a minute"


class PuzzleError(BridgeheadError):
    """A puzzle does not allow this now."""


class BusyError(PuzzleError):
    """Too many plans are waiting to be graded."""


class KeptPuzzles(Protocol):
    """What is kept of a person's puzzles. Every method may wait: call them in threads."""

    def attempt(self, puzzle: Puzzle, *, solved: bool, share: float) -> Rating | None:
        """Keep an attempt; return the person's rating after it, None if there is none."""

    def rating(self) -> Rating | None:
        """Return the person's rating, None if there is none."""

    def tried(self) -> Mapping[str, bool]:
        """Return for each puzzle that was tried whether it has been solved."""

    def puzzle_ratings(self) -> Mapping[str, int]:
        """Return the ratings of puzzles, in points, where they differ from the collection's."""

    def due(self, day: datetime.date) -> Sequence[Puzzle]:
        """Return the person's mistakes to practice on a day, the longest due first."""

    def mistake(self, puzzle_id: str) -> Puzzle | None:
        """Return a mistake of the person's own as a puzzle, None if there is none."""

    def comes_again(self, puzzle_id: str) -> str | None:
        """Return the day (ISO) on which a mistake is to be practiced next, None if it is solved."""


class NothingKept:
    """Keeps nothing: for visitors who have no account."""

    def attempt(self, puzzle: Puzzle, *, solved: bool, share: float) -> None:
        """Keep nothing."""

    def rating(self) -> None:
        """Return None: there is no rating."""

    def tried(self) -> Mapping[str, bool]:
        """Return nothing."""
        return {}

    def puzzle_ratings(self) -> Mapping[str, int]:
        """Return nothing."""
        return {}

    def due(self, day: datetime.date) -> Sequence[Puzzle]:
        """Return nothing."""
        return ()

    def mistake(self, puzzle_id: str) -> None:
        """Return None."""

    def comes_again(self, puzzle_id: str) -> None:
        """Return None."""


class Grader:
    """Grades plans, one at a time, in a thread."""

    def __init__(
        self, warming: Warming, threads: int | None = None, waiting: int | None = None
    ) -> None:
        """`threads`: for the rollouts; `waiting`: the most plans that may wait (any number)."""
        self._warming = warming
        self._threads = threads
        self._most = waiting
        self._asked = 0
        self._one = asyncio.Lock()

    def is_ready(self, game_id: str) -> bool:
        """Whether the rules of a game are compiled, or never will be."""
        return self._warming.is_ready(game_id)

    async def grade(self, puzzle: Puzzle, plan: Sequence[str]) -> Grade:
        """Return the grade of a plan.

        InvalidPuzzle if the plan is not complete; NotCompiledError if the rules are still being
        compiled; BusyError if too many plans are waiting.
        """
        if self._warming.progress(puzzle.game_id).state in (FAILED, OFF):
            raise PuzzleError(
                "checking a plan needs compiled rules; here they could not be compiled, or "
                "compiling is switched off"
            )
        if self._most is not None and self._asked > self._most:
            raise BusyError(MANY_WAIT)
        self._asked += 1
        try:
            async with self._one:
                threads = self._threads or spare_cores()
                return await aside("grade", _graded, puzzle, plan, threads)
        finally:
            self._asked -= 1


class Solving:
    """The puzzle that is solved in a session.

    `grade` is what came of the last plan, as the page gets it; it is shown until the puzzle begins
    again. `shows` is whether the best plan is being shown.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        kept: KeptPuzzles,
        grader: Grader,
        *,
        is_own: bool = False,
        allow: Callable[[], None] = lambda: None,
    ) -> None:
        """`allow` is called before a plan is graded, and raises an error if that is too often."""
        self.puzzle = puzzle
        self.is_own = is_own  # a mistake of the player's own
        self.grade: dict[str, Any] | None = None
        self.shows = False
        self._kept, self._grader, self._allow = kept, grader, allow
        self._one = asyncio.Lock()

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

    async def check(self, actions: Sequence[str], *, gives_up: bool = False) -> dict[str, Any]:
        """Grade a plan, and keep the attempt; return the grade and the person's rating.

        With `gives_up` the puzzle counts as not solved, whatever was played. Errors as for
        `Grader.grade`, and those of `allow`.
        """
        puzzle = self.puzzle
        plan = puzzle.usual.plan if gives_up else tuple(actions)
        async with self._one:
            if self.grade is not None:
                return self.grade
            if self._grader.is_ready(puzzle.game_id):  # else it is refused at once
                self._allow()
            found = await self._grader.grade(puzzle, plan)
            solved, share = found.solved and not gives_up, 0.0 if gives_up else found.share
            note = self._kept.attempt
            rating = await aside("store", lambda: note(puzzle, solved=solved, share=share))
            again = self._kept.comes_again
            self.grade = {
                **found.to_dict(),
                "solved": solved,
                "share": round(share, 3),
                "gaveUp": gives_up,
                "again": await aside("store", again, puzzle.id) if self.is_own else None,
                "rating": rating and rating.to_dict(),
            }
            return self.grade


class Puzzles:
    """The puzzles of one person: which there are, and how they are chosen."""

    def __init__(self, kept: KeptPuzzles, grader: Grader) -> None:
        self.kept = kept
        self._grader = grader

    # In threads

    def listing(self) -> dict[str, Any]:
        """Return today's puzzle, the rating, the mistakes to practice, and all puzzles."""
        tried, ratings, mine = self.kept.tried(), self.kept.puzzle_ratings(), self.kept.rating()
        found = [
            told(one, solved=tried.get(one.id), rating=ratings.get(one.id))
            for one in puzzles.everything()
        ]
        return {
            "today": self._today(found),
            "rating": mine and mine.to_dict(),
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

    def find(self, puzzle_id: str, allow: Callable[[], None] = lambda: None) -> Solving:
        """Return a puzzle of a collection or of the person's own; `allow`: see `Solving`.

        UnknownPuzzle if there is none.
        """
        own = self.kept.mistake(puzzle_id) if puzzle_id.isprintable() else None
        puzzle = puzzles.find(puzzle_id) if own is None else own
        return Solving(puzzle, self.kept, self._grader, is_own=own is not None, allow=allow)

    def choose(self, what: str, game: str | None = None, after: str = "") -> Puzzle:
        """Return a puzzle by its id, or today's, the next one, or a mistake that is due.

        The next one is the puzzle nearest to the rating that was not tried, from this game if it
        has any; if all were tried, one that was not solved. It is not `after`, if there is another.
        UnknownPuzzle if there is none.
        """
        if what == TODAY:
            return puzzles.of_the_day(puzzles.today())
        if what == DUE:
            due = self.kept.due(puzzles.today())
            if not due:
                raise UnknownPuzzle("no mistakes are due today")
            return due[0]
        if what == NEXT:
            return self._next(game, after)
        return self.find(what).puzzle

    def _next(self, game: str | None, after: str) -> Puzzle:
        if game is not None:
            game_info(game)  # UnknownGame
        tried, mine = self.kept.tried(), self.kept.rating()
        points = CENTER if mine is None else mine.points
        left = [one for one in puzzles.everything() if not tried.get(one.id)]
        if not left:
            raise UnknownPuzzle("you have solved all puzzles")
        left.sort(
            key=lambda one: (one.id in tried, one.game_id != game, abs(one.rating - points), one.id)
        )
        return _following(left, after) if mine is None else left[0]


def _following(found: Sequence[Puzzle], after: str) -> Puzzle:
    """Return the puzzle after the one with this id; the first if there is no such."""
    ids = [one.id for one in found]
    return found[(ids.index(after) + 1) % len(found) if after in ids else 0]


def _graded(puzzle: Puzzle, plan: Sequence[str], threads: int) -> Grade:
    return puzzles.grade(puzzle, plan, threads=threads)


def new_record(puzzle: Puzzle) -> Record:
    """Return a new record of a puzzle. A computer plays the other side if the game is played on."""
    who = {side: HUMAN if side == puzzle.side else OPPONENT for side in puzzle.game.sides}
    return Record.new(puzzle.game, "open", start=puzzle.position, players=who)


def told(
    puzzle: Puzzle, *, is_own: bool = False, solved: bool | None = None, rating: int | None = None
) -> dict[str, Any]:
    """Return what the page tells of a puzzle before it is solved.

    `solved` is None if it has not been tried; `rating` is the puzzle's since it was tried.
    """
    info = game_info(puzzle.game_id)
    return {
        "id": puzzle.id,
        "game": puzzle.game_id,
        "title": info.title,
        "edition": info.edition,
        "scenario": puzzle.scenario,
        "side": puzzle.side,
        "question": puzzle.question,
        "themes": list(puzzle.themes),
        "degree": puzzle.degree,
        "rating": rating or puzzle.rating,
        "own": is_own,
        "solved": solved,
    }
