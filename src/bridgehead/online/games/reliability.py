"""How reliable a player is: the share of games that they finished, and how fast they decide.

A game counts as not finished by a player who ran out of time, did not act for too long, withdrew
from a tournament, or left the game without a decision of their own, and if a computer played to
the end because the player's time was up. Games that count for nothing, because they were called off
or cancelled, do not count here either; but who has called off more than `CALLED_OFF` games has left
the others. The last games count, public and private ones alike: the numbers tell nothing of a
single game.

The mean time is that from the moment when a decision was asked of a player until they made it,
over their last decisions in daily games and in games without a clock that are over.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, or_, select

from bridgehead.core.positions.ending import DELETED, INACTIVE, TIME, WITHDRAWN
from bridgehead.online.clocks import paces
from bridgehead.online.database.tables import ENTRY, GAME, OUTCOME, PLAYED

LAST = 50  # games that count
CALLED_OFF = 3  # games that a player may call off
FEWEST = 3  # games without which there is no share
MOVES = 400  # decisions of the mean time, in so many games:
MOVES_IN = 10
LEFT = (TIME, INACTIVE, WITHDRAWN, DELETED)  # endings by which the loser has left


@dataclass(frozen=True)
class Reliability:
    """Of the last games: how many, how many of them were finished, the mean time in ms."""

    games: int = 0
    finished: int = 0
    mean: int | None = None

    @property
    def share(self) -> int | None:
        """The percentage of finished games, rounded down; None if there are too few games."""
        return None if self.games < FEWEST else 100 * self.finished // self.games


def of(connection: Connection, account: str) -> Reliability:
    """Return the share of finished games of an account."""
    last = (
        select(PLAYED.c.score, PLAYED.c.left, OUTCOME.c.ending, OUTCOME.c.walkover)
        .join(OUTCOME, OUTCOME.c.game == PLAYED.c.game)
        .where(PLAYED.c.account == account, PLAYED.c.score >= 0)
        .order_by(PLAYED.c.ended.desc(), PLAYED.c.game.desc())
        .limit(LAST)
    )
    rows = connection.execute(last).all()
    left = sum(
        row.left == 1 or (row.score == 0 and (row.ending in LEFT or row.walkover == 1))
        for row in rows
    )
    more = max(0, _called_off(connection, account) - CALLED_OFF)
    return Reliability(len(rows) + more, len(rows) - left)


def _called_off(connection: Connection, account: str) -> int:
    """Return how many of its last games without a result an account has called off itself."""
    last = (
        select(PLAYED.c.game, PLAYED.c.side)
        .where(PLAYED.c.account == account, PLAYED.c.score < 0)
        .order_by(PLAYED.c.ended.desc(), PLAYED.c.game.desc())
        .limit(LAST)
        .subquery()
    )
    by_it = (ENTRY.c.game == last.c.game) & (ENTRY.c.side == last.c.side)
    found = select(func.count()).select_from(last).join(ENTRY, by_it)
    return int(connection.execute(found.where(ENTRY.c.kind == "abort")).scalar_one())


def with_mean(connection: Connection, account: str) -> Reliability:
    """Return the reliability of an account with the mean time of its decisions."""
    found = of(connection, account)
    slow = or_(GAME.c.pace == paces.UNLIMITED, GAME.c.pace.like(f"{paces.DAILY} %"))
    games = (
        select(PLAYED.c.game, PLAYED.c.side)
        .join(GAME, GAME.c.id == PLAYED.c.game)
        .where(PLAYED.c.account == account, PLAYED.c.against.is_not(None), slow)
        .order_by(PLAYED.c.ended.desc(), PLAYED.c.game.desc())
        .limit(MOVES_IN)
    )
    times = [time for row in connection.execute(games).all()
             for time in _times(connection, row.game, row.side)]  # fmt: skip
    return Reliability(found.games, found.finished, _mean(times[:MOVES]))


def _mean(times: list[int]) -> int | None:
    return sum(times) // len(times) if times else None


def _times(connection: Connection, game: str, side: str) -> list[int]:
    """Return how long a player took in a game whenever the other side had acted before.

    Decisions that a computer made for an absent player are not the player's.
    """
    before = func.lag(ENTRY.c.side).over(order_by=ENTRY.c.number).label("before")
    since = func.lag(ENTRY.c.time).over(order_by=ENTRY.c.number).label("since")
    people = select(ENTRY.c.side, ENTRY.c.time, ENTRY.c.computer, before, since).where(
        ENTRY.c.game == game, ENTRY.c.kind == "action", ENTRY.c.side != "dice"
    )
    rows = connection.execute(people.order_by(ENTRY.c.number))
    own = [row for row in rows if row.side == side and row.computer is None]
    return [row.time - row.since for row in own if row.before not in (None, side)]
