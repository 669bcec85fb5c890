"""An account's mistakes in its analyzed games, to be practiced as puzzles. They are not rated.

All functions run in the database's threads.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from bridgehead.analysis.mistakes import after_attempt, first_due, from_stored
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.database.tables import MISTAKE
from bridgehead.players.puzzles import Puzzle


def add(connection: Connection, account: str, found: Iterable[Puzzle], game: str) -> None:
    """Keep puzzles from a game of an account; known ones stay as they are."""
    if not lock_account(connection, account):  # deleted meanwhile
        return
    mine = select(MISTAKE.c.puzzle).where(MISTAKE.c.account == account)
    known = set(connection.execute(mine).scalars())
    rows = [
        {"account": account, "puzzle": puzzle.id, "data": puzzle.to_line(), "game": game,
         "due": first_due(), "failures": 0, "done": 0}
        for puzzle in found if puzzle.id not in known
    ]  # fmt: skip
    if rows:
        connection.execute(insert(MISTAKE), rows)


def count_of(connection: Connection, account: str, game: str) -> int:
    """Return how many mistakes to practice an account has from a game."""
    wanted = select(func.count()).where(MISTAKE.c.account == account, MISTAKE.c.game == game)
    return int(connection.execute(wanted).scalar_one())


def find(connection: Connection, account: str, puzzle: str) -> Puzzle | None:
    """Return a mistake of an account as a puzzle, None if there is none with this id."""
    wanted = select(MISTAKE.c.data).where(*_this(account, puzzle))
    line = connection.execute(wanted).scalar_one_or_none()
    return None if line is None else from_stored(line)


def due(connection: Connection, account: str, day: datetime.date) -> list[Puzzle]:
    """Return the mistakes that an account is to practice on a day, the longest due first."""
    wanted = select(MISTAKE.c.data).where(MISTAKE.c.account == account, MISTAKE.c.done == 0)
    wanted = wanted.where(MISTAKE.c.due <= day.isoformat())
    lines = connection.execute(wanted.order_by(MISTAKE.c.due, MISTAKE.c.puzzle)).scalars().all()
    return [puzzle for line in lines if (puzzle := from_stored(line)) is not None]


def answer(connection: Connection, account: str, puzzle: str, *, solved: bool) -> bool:
    """Note an attempt at a mistake; return whether the puzzle is one of this account."""
    this = _this(account, puzzle)
    wanted = select(MISTAKE.c.failures, MISTAKE.c.due).where(*this)
    known = connection.execute(wanted).one_or_none()
    if known is None:
        return False
    told = after_attempt(known.failures, known.due, solved=solved)
    if told:
        connection.execute(update(MISTAKE).where(*this).values(**told))
    return True


def comes_again(connection: Connection, account: str, puzzle: str) -> str | None:
    """Return the day on which a mistake is to be practiced next; None if it was solved."""
    wanted = select(MISTAKE.c.due).where(*_this(account, puzzle), MISTAKE.c.done == 0)
    return connection.execute(wanted).scalar_one_or_none()


def _this(account: str, puzzle: str) -> tuple[ColumnElement[bool], ...]:
    return MISTAKE.c.account == account, MISTAKE.c.puzzle == puzzle
