"""What a data folder keeps of puzzles: attempts, ratings, and the mistakes to practice.

The first attempt at a puzzle of a collection counts for your rating, and for the puzzle's, as a
game between the two would. Later attempts, and those at your own mistakes, are kept only.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from bridgehead.players.puzzles import Puzzle
from bridgehead.players.rating_scale import after_game, shown
from bridgehead.server.games.store import Store, timestamp
from bridgehead.server.games.tables import ATTEMPTS, GAMES, MISTAKES, PUZZLE_GAMES, PUZZLE_RATINGS
from bridgehead.server.puzzles.own_mistakes import OwnMistakes
from bridgehead.server.puzzles.puzzle_rating import BEGINNER, Rating, Strength, new_strength


class PuzzleStore:
    """The puzzles in a store. Every method may wait for the file; errors are the store's."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Games in which puzzles are solved

    def puzzle_of(self, game: str) -> str | None:
        """Return the id of the puzzle that is solved in a game, None for an ordinary game."""
        wanted = select(PUZZLE_GAMES.c.puzzle).where(PUZZLE_GAMES.c.game == game)
        with self.store.reading() as connection:
            return connection.execute(wanted).scalar_one_or_none()

    def games(self) -> list[str]:
        """Return the games in which puzzles are solved, the last played first."""
        wanted = select(PUZZLE_GAMES.c.game).join(GAMES, GAMES.c.id == PUZZLE_GAMES.c.game)
        with self.store.reading() as connection:
            return list(connection.execute(wanted.order_by(GAMES.c.updated.desc())).scalars())

    # Attempts and ratings

    def attempt(self, puzzle: Puzzle, *, solved: bool, share: float) -> Rating:
        """Keep an attempt; return your rating after it."""
        with self.store.writing() as connection:
            row = {
                "puzzle": puzzle.id, "game": puzzle.game_id, "time": timestamp(),
                "solved": int(solved), "share": share,
            }  # fmt: skip
            number = connection.execute(insert(ATTEMPTS).values(**row)).inserted_primary_key
            is_own = OwnMistakes(connection, MISTAKES).answer(puzzle.id, solved=solved)
            tried = select(func.count()).where(ATTEMPTS.c.puzzle == puzzle.id)
            if is_own or connection.execute(tried).scalar_one() > 1:
                return _rating(connection)
            mine, theirs = _strength(connection), _puzzle_strength(connection, puzzle)
            (mu, sigma), (other_mu, other_sigma) = after_game(mine, theirs, float(solved))
            changed = update(ATTEMPTS).where(ATTEMPTS.c.number == (number or (0,))[0])
            connection.execute(changed.values(mu=mu, sigma=sigma))
            kept = {"puzzle": puzzle.id, "mu": other_mu, "sigma": other_sigma}
            connection.execute(insert(PUZZLE_RATINGS).prefix_with("OR REPLACE").values(**kept))
            return _rating(connection, mine)

    def rating(self) -> Rating:
        """Return your rating."""
        with self.store.reading() as connection:
            return _rating(connection)

    def history(self) -> list[dict[str, Any]]:
        """Return all attempts, the oldest first: puzzle, game, time, solved, share, rating.

        `rating` is yours after it, None if it did not count.
        """
        with self.store.reading() as connection:
            rows = connection.execute(select(ATTEMPTS).order_by(ATTEMPTS.c.number)).all()
        return [
            {
                "puzzle": row.puzzle,
                "game": row.game,
                "time": row.time,
                "solved": bool(row.solved),
                "share": row.share,
                "rating": None if row.mu is None else shown(row.mu),
            }
            for row in rows
        ]

    def tried(self) -> dict[str, bool]:
        """Return for each puzzle that was tried whether it has been solved."""
        solved = func.max(ATTEMPTS.c.solved)
        wanted = select(ATTEMPTS.c.puzzle, solved).group_by(ATTEMPTS.c.puzzle)
        with self.store.reading() as connection:
            return {row[0]: bool(row[1]) for row in connection.execute(wanted)}

    def puzzle_ratings(self) -> dict[str, int]:
        """Return the ratings of the puzzles that you tried, in points."""
        with self.store.reading() as connection:
            rows = connection.execute(select(PUZZLE_RATINGS)).all()
        return {row.puzzle: shown(row.mu) for row in rows}

    # Mistakes

    def add_mistakes(self, found: Iterable[Puzzle], game: str) -> None:
        """Keep puzzles from a game of yours; they are due tomorrow. Known ones stay as they are."""
        with self.store.writing() as connection:
            OwnMistakes(connection, MISTAKES).add(found, game)

    def mistakes_of(self, game: str) -> int:
        """Return how many mistakes to practice come from a game."""
        with self.store.reading() as connection:
            return OwnMistakes(connection, MISTAKES).count_of(game)

    def mistake(self, puzzle_id: str) -> Puzzle | None:
        """Return a mistake as a puzzle, None if there is none with this id."""
        with self.store.reading() as connection:
            return OwnMistakes(connection, MISTAKES).find(puzzle_id)

    def comes_again(self, puzzle_id: str) -> str | None:
        """Return the day on which a mistake is to be practiced next; None if it was solved."""
        with self.store.reading() as connection:
            return OwnMistakes(connection, MISTAKES).comes_again(puzzle_id)

    def due(self, day: datetime.date) -> list[Puzzle]:
        """Return the mistakes to practice on a day, the longest due first."""
        with self.store.reading() as connection:
            return OwnMistakes(connection, MISTAKES).due(day)


def _strength(connection: Connection) -> Strength:
    counted = select(ATTEMPTS.c.mu, ATTEMPTS.c.sigma).where(ATTEMPTS.c.mu.is_not(None))
    last = connection.execute(counted.order_by(ATTEMPTS.c.number.desc()).limit(1)).one_or_none()
    return BEGINNER if last is None else (last.mu, last.sigma)


def _puzzle_strength(connection: Connection, puzzle: Puzzle) -> Strength:
    wanted = select(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.puzzle == puzzle.id)
    row = connection.execute(wanted).one_or_none()
    return new_strength(puzzle) if row is None else (row.mu, row.sigma)


def _rating(connection: Connection, before: Strength | None = None) -> Rating:
    counted = select(func.count()).select_from(ATTEMPTS).where(ATTEMPTS.c.mu.is_not(None))
    attempts = int(connection.execute(counted).scalar_one())
    return Rating.of(_strength(connection), attempts, before)
