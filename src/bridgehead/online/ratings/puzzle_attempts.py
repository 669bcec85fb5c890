"""An account's puzzles: attempts, its rating, and the ratings of the puzzles.

There is one row for each puzzle that an account has tried. Only the first attempt counts for the
ratings. All accounts together rate the puzzles. Its mistakes in analyzed games are kept apart.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import MISTAKE, PUZZLE_ATTEMPT, PUZZLE_RATING
from bridgehead.online.games.games import check_there
from bridgehead.players.puzzles import Puzzle
from bridgehead.players.rating_scale import after_game, shown
from bridgehead.server.puzzles.own_mistakes import OwnMistakes
from bridgehead.server.puzzles.puzzle_rating import BEGINNER, Rating, Strength, new_strength


class AccountPuzzles:
    """The puzzles of an account (`server.puzzles.KeptPuzzles`)."""

    def __init__(self, database: Database, account: str) -> None:
        self._database = database
        self._account = account

    def attempt(self, puzzle: Puzzle, *, solved: bool, share: float) -> Rating:
        """Keep an attempt; return the account's rating after it."""
        with self._database.writing() as connection:
            return attempt(connection, self._account, puzzle, solved=solved, share=share)

    def rating(self) -> Rating:
        """Return the account's rating."""
        with self._database.reading() as connection:
            return rating_of(connection, self._account)

    def tried(self) -> dict[str, bool]:
        """Return for each puzzle that was tried whether it has been solved."""
        wanted = select(PUZZLE_ATTEMPT.c.puzzle, PUZZLE_ATTEMPT.c.solved)
        with self._database.reading() as connection:
            rows = connection.execute(wanted.where(PUZZLE_ATTEMPT.c.account == self._account))
            return {row.puzzle: bool(row.solved) for row in rows}

    def puzzle_ratings(self) -> dict[str, int]:
        """Return the ratings of the puzzles that anybody has tried, in points."""
        with self._database.reading() as connection:
            rows = connection.execute(select(PUZZLE_RATING.c.puzzle, PUZZLE_RATING.c.mu))
            return {row.puzzle: shown(row.mu) for row in rows}

    def due(self, day: datetime.date) -> Sequence[Puzzle]:
        """Return the account's mistakes to practice on a day, the longest due first."""
        with self._database.reading() as connection:
            return mistakes_of(connection, self._account).due(day)

    def comes_again(self, puzzle_id: str) -> str | None:
        """Return the day on which a mistake is to be practiced next; None if it was solved."""
        with self._database.reading() as connection:
            return mistakes_of(connection, self._account).comes_again(puzzle_id)

    def mistake(self, puzzle_id: str) -> Puzzle | None:
        """Return a mistake of the account as a puzzle, None if there is none with this id."""
        with self._database.reading() as connection:
            return mistakes_of(connection, self._account).find(puzzle_id)


# In the database's threads


def mistakes_of(connection: Connection, account: str) -> OwnMistakes:
    """Return the mistakes of an account."""
    return OwnMistakes(connection, MISTAKE, account=account)


def add_mistakes(connection: Connection, account: str, found: Iterable[Puzzle], game: str) -> None:
    """Keep puzzles from a game of an account, if it was not deleted meanwhile."""
    if lock_account(connection, account):
        mistakes_of(connection, account).add(found, game)


def attempt(
    connection: Connection, account: str, puzzle: Puzzle, *, solved: bool, share: float
) -> Rating:
    """Keep an attempt; return the account's rating after it. GameError if it was deleted."""
    lock_account(connection, account)  # one attempt after the other
    check_there(connection, account)
    if mistakes_of(connection, account).answer(puzzle.id, solved=solved):
        return rating_of(connection, account)
    this = (PUZZLE_ATTEMPT.c.account == account, PUZZLE_ATTEMPT.c.puzzle == puzzle.id)
    known = connection.execute(select(PUZZLE_ATTEMPT.c.solved).where(*this)).one_or_none()
    if known is not None:
        again = {"tries": PUZZLE_ATTEMPT.c.tries + 1, "solved": max(known.solved, int(solved))}
        connection.execute(update(PUZZLE_ATTEMPT).where(*this).values(again))
        return rating_of(connection, account)
    before = _strength(connection, account)
    theirs = _puzzle_strength(connection, puzzle)
    after, (mu, sigma) = after_game(before, theirs, float(solved))
    values = {"mu": mu, "sigma": sigma, "attempts": PUZZLE_RATING.c.attempts + 1}
    rated = update(PUZZLE_RATING).where(PUZZLE_RATING.c.puzzle == puzzle.id).values(values)
    connection.execute(rated)
    connection.execute(
        insert(PUZZLE_ATTEMPT).values(
            account=account, puzzle=puzzle.id, game=puzzle.game_id, time=now(connection),
            first=int(solved), share=share, solved=int(solved), tries=1,
            mu=after[0], sigma=after[1],
        )
    )  # fmt: skip
    return rating_of(connection, account, before)


def rating_of(connection: Connection, account: str, before: Strength | None = None) -> Rating:
    """Return the rating of an account; `before`: its strength before the last attempt."""
    counted = select(func.count()).where(PUZZLE_ATTEMPT.c.account == account)
    attempts = int(connection.execute(counted).scalar_one())
    return Rating.of(_strength(connection, account), attempts, before)


def history(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return the puzzles that an account has tried, the oldest attempt first.

    `solved` and `share` are those of the first attempt; `rating` is the account's after it.
    """
    wanted = select(PUZZLE_ATTEMPT).where(PUZZLE_ATTEMPT.c.account == account)
    rows = connection.execute(wanted.order_by(PUZZLE_ATTEMPT.c.time, PUZZLE_ATTEMPT.c.puzzle))
    return [
        {
            "puzzle": row.puzzle, "game": row.game, "time": row.time, "solved": bool(row.first),
            "share": round(row.share, 3), "tries": row.tries, "rating": shown(row.mu),
        }
        for row in rows
    ]  # fmt: skip


def _strength(connection: Connection, account: str) -> Strength:
    found = select(PUZZLE_ATTEMPT.c.mu, PUZZLE_ATTEMPT.c.sigma)
    last = found.where(PUZZLE_ATTEMPT.c.account == account)
    last = last.order_by(PUZZLE_ATTEMPT.c.time.desc(), PUZZLE_ATTEMPT.c.puzzle.desc()).limit(1)
    row = connection.execute(last).one_or_none()
    return BEGINNER if row is None else (row.mu, row.sigma)


def _puzzle_strength(connection: Connection, puzzle: Puzzle) -> Strength:
    """Return the strength of a puzzle, and keep its row locked; make the row if there is none."""
    wanted = select(PUZZLE_RATING).where(PUZZLE_RATING.c.puzzle == puzzle.id).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is not None:
        return row.mu, row.sigma
    mu, sigma = new_strength(puzzle)
    fresh = insert(PUZZLE_RATING).values(puzzle=puzzle.id, mu=mu, sigma=sigma, attempts=0)
    try:
        with connection.begin_nested():
            connection.execute(fresh)
    except IntegrityError:  # somebody else tried it at the same time
        row = connection.execute(wanted).one()
        return row.mu, row.sigma
    return mu, sigma
