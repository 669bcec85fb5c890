"""A player's mistakes in analyzed games, to be practiced as puzzles. They are not rated."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, insert, select, update

from bridgehead.analysis.mistakes import after_attempt, first_due, from_stored
from bridgehead.players.puzzles import Puzzle


class OwnMistakes:
    """The mistakes of one player in a table of a database.

    `owner` gives the columns that tell whose they are: an account on a server for many; nothing in
    a data folder, which has one player.
    """

    def __init__(self, connection: Connection, table: Table, **owner: str) -> None:
        self.connection, self.table, self.owner = connection, table, owner

    def add(self, found: Iterable[Puzzle], game: str) -> None:
        """Keep puzzles from a game; they are due tomorrow. Known ones stay as they are."""
        known = set(self.connection.execute(self._select("puzzle")).scalars())
        new = {puzzle.id: puzzle.to_line() for puzzle in found if puzzle.id not in known}
        same = {**self.owner, "game": game, "due": first_due(), "failures": 0, "done": 0}
        rows = [{**same, "puzzle": name, "data": line} for name, line in new.items()]
        if rows:
            self.connection.execute(insert(self.table), rows)

    def count_of(self, game: str) -> int:
        """Return how many mistakes come from a game."""
        wanted = self._select("puzzle", game=game).subquery()
        counted = select(func.count()).select_from(wanted)
        return int(self.connection.execute(counted).scalar_one())

    def find(self, puzzle_id: str) -> Puzzle | None:
        """Return a mistake as a puzzle, None if there is none with this id."""
        wanted = self._select("data", puzzle=puzzle_id)
        line = self.connection.execute(wanted).scalar_one_or_none()
        return None if line is None else from_stored(line)

    def due(self, day: datetime.date) -> list[Puzzle]:
        """Return the mistakes to practice on a day, the longest due first."""
        columns = self.table.c
        wanted = self._select("data", done=0).where(columns.due <= day.isoformat())
        lines = self.connection.execute(wanted.order_by(columns.due, columns.puzzle)).scalars()
        return [puzzle for line in lines if (puzzle := from_stored(line)) is not None]

    def comes_again(self, puzzle_id: str) -> str | None:
        """Return the day on which a mistake is to be practiced next; None if it was solved."""
        wanted = self._select("due", puzzle=puzzle_id, done=0)
        return self.connection.execute(wanted).scalar_one_or_none()

    def answer(self, puzzle_id: str, *, solved: bool) -> bool:
        """Note an attempt at a mistake; return whether the puzzle is one."""
        wanted = self._select("failures", "due", puzzle=puzzle_id)
        known = self.connection.execute(wanted).one_or_none()
        if known is None:
            return False
        told = after_attempt(known.failures, known.due, solved=solved)
        if told:
            this = self._where(puzzle=puzzle_id)
            self.connection.execute(update(self.table).where(*this).values(**told))
        return True

    def _select(self, *names: str, **values: str | int) -> Any:
        columns = self.table.c
        return select(*(columns[name] for name in names)).where(*self._where(**values))

    def _where(self, **values: str | int) -> list[ColumnElement[bool]]:
        given = {**self.owner, **values}
        return [self.table.c[name] == value for name, value in given.items()]
