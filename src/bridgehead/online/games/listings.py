"""The game lists of the lobby, of profiles and of finished games.

They stay fast with very many games. Running games are listed in the order in which they began.
Another order would reveal when somebody decided in secret. Finished games are listed in the order
in which they ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, and_, case, func, select, tuple_

from bridgehead.online.database.tables import ACCOUNT, GAME, PLAYED, SEAT
from bridgehead.online.games import games, reliability
from bridgehead.online.games.games import LISTED, OPEN, RUNNING, GameRow
from bridgehead.online.ratings import ratings

Mark = tuple[int, str]  # end time and id of the last game before a page of finished games


# Running games


def mine(connection: Connection, account: str, title: str = "") -> list[GameRow]:
    """List an account's challenges and running games, those that wait for it first."""
    return games.listed(connection, mine_wanted(account, title))


def mine_wanted(account: str, title: str = "") -> Select[Any]:
    """Return the query of `mine`."""
    waits = case((and_(GAME.c.state == RUNNING, GAME.c.waits_for == SEAT.c.side), 0), else_=1)
    return (
        select(GAME)
        .join(SEAT, SEAT.c.game == GAME.c.id)
        .where(SEAT.c.account == account, GAME.c.state.in_((OPEN, RUNNING)), *_of(title))
        .order_by(waits, GAME.c.created.desc(), GAME.c.id)
        .limit(LISTED)
    )


Marks = tuple[tuple[Any, ...], ...]  # everything in the lists of public games that can change


@dataclass(frozen=True)
class PublicListings:
    """The public challenges and running games, the newest first."""

    marks: Marks
    rows: tuple[list[GameRow], list[GameRow]] | None  # None: unchanged
    shares: Mapping[str, int | None] = field(default_factory=dict)  # of finished games, by creator


def public_unless(connection: Connection, title: str, known: Marks | None) -> PublicListings:
    """Return the public challenges and running games, unless their marks are the known ones.

    Comparing marks costs a third of reading the lists, which show the turn, the players and
    constant values of each public game.
    """
    marks = _marks(connection, title)
    if marks == known:
        return PublicListings(marks, None)
    rows = [games.listed(connection, public_wanted(state, title)) for state in (OPEN, RUNNING)]
    creators = {row.creator for row in rows[0]}
    shares = {one: reliability.of(connection, one).share for one in creators}
    return PublicListings(marks, (rows[0], rows[1]), shares)


def _marks(connection: Connection, title: str) -> Marks:
    shown: list[str] = []
    marks: list[tuple[Any, ...]] = []
    for state in (OPEN, RUNNING):
        wanted = public_wanted(state, title).with_only_columns(GAME.c.id, GAME.c.summary)
        for game, summary in connection.execute(wanted):
            shown.append(game)
            marks.append((state, game, json.loads(summary).get("turn")))
    seats = (
        select(SEAT.c.game, SEAT.c.side, SEAT.c.account, ACCOUNT.c.name)
        .outerjoin(ACCOUNT, SEAT.c.account == ACCOUNT.c.id)
        .where(SEAT.c.game.in_(shown))
        .order_by(SEAT.c.game, SEAT.c.side)
    )
    return (*marks, *(tuple(row) for row in connection.execute(seats)))


def public_wanted(state: str, title: str = "") -> Select[Any]:
    """Return the query of the public games in a state."""
    return (
        select(GAME)
        .where(GAME.c.state == state, GAME.c.listed == 1, *_of(title))
        .order_by(GAME.c.created.desc())
        .limit(LISTED)
    )


def _of(title: str) -> tuple[Any, ...]:
    return (GAME.c.title == title,) if title else ()


# Finished games


@dataclass(frozen=True)
class Finished:
    """A finished game as a list shows it."""

    row: GameRow
    ended: int
    changes: dict[str, list[float]]  # rating changes by side

    @property
    def mark(self) -> str:
        """The mark at which the next page of a list begins."""
        return f"{self.ended}-{self.row.id}"


def mark_of(text: str) -> Mark | None:
    """Return the mark in an address; None if it is invalid."""
    ended, _, game = text.partition("-")
    if ended.isascii() and ended.isdigit() and len(ended) < 16 and len(game) <= 20:
        return int(ended), game
    return None


def finished(connection: Connection, wanted: Select[Any]) -> list[Finished]:
    """List the finished games of a query, in its order."""
    return _finished(connection, connection.execute(wanted).all())


def finished_of(
    connection: Connection, account: str, *, everything: bool, after: Mark | None = None
) -> list[Finished]:
    """List finished games of an account, with private ones if `everything`."""
    rows = connection.execute(finished_of_wanted(account, everything=everything, after=after)).all()
    return _finished(connection, rows)


def finished_of_wanted(account: str, *, everything: bool, after: Mark | None = None) -> Select[Any]:
    """Return the query of `finished_of`."""
    wanted = select(PLAYED.c.game, PLAYED.c.ended).where(PLAYED.c.account == account)
    if not everything:
        wanted = wanted.where(PLAYED.c.listed == 1)
    if after is not None:
        wanted = wanted.where(tuple_(PLAYED.c.ended, PLAYED.c.game) < after)
    return wanted.order_by(PLAYED.c.ended.desc(), PLAYED.c.game.desc()).limit(LISTED)


def _finished(connection: Connection, rows: Sequence[Any]) -> list[Finished]:
    ended = {row.game: row.ended for row in rows}
    found = games.listed(connection, select(GAME).where(GAME.c.id.in_(list(ended))))
    changes = ratings.changes_of(connection, ended)
    by_id = {row.id: row for row in found}
    return [Finished(by_id[game], time, changes.get(game, {})) for game, time in ended.items()]


# How often somebody won


@dataclass(frozen=True)
class Tally:
    """How many games an account won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost


def tally_of(connection: Connection, account: str, *, everything: bool = False) -> Tally:
    """Return the results of an account's games, with private ones if `everything`."""
    return _tally(connection, PLAYED.c.account == account, *shown_to(everything=everything))


def shown_to(*, everything: bool) -> tuple[Any, ...]:
    """Return the condition that chooses public games or, if `everything`, all games."""
    return () if everything else (PLAYED.c.listed == 1,)


def between(connection: Connection, account: str, other: str, *, everything: bool) -> Tally:
    """Return the results of an account's games against another."""
    of = (PLAYED.c.account == account, PLAYED.c.against == other)
    return _tally(connection, *of, *shown_to(everything=everything))


def games_between(
    connection: Connection, account: str, other: str, *, everything: bool
) -> list[Finished]:
    """List an account's finished games against another, the last to end first."""
    wanted = select(PLAYED.c.game, PLAYED.c.ended).where(
        PLAYED.c.account == account, PLAYED.c.against == other
    )
    if not everything:
        wanted = wanted.where(PLAYED.c.listed == 1)
    ordered = wanted.order_by(PLAYED.c.ended.desc(), PLAYED.c.game.desc()).limit(LISTED)
    return _finished(connection, connection.execute(ordered).all())


def opponents(
    connection: Connection, account: str, *, everything: bool = False
) -> list[tuple[str, Tally]]:
    """List the most frequent opponents of an account, in private games too if `everything`."""
    count = func.count()
    rows = connection.execute(
        select(ACCOUNT.c.name, *counts_by())
        .join(ACCOUNT, ACCOUNT.c.id == PLAYED.c.against)
        .where(PLAYED.c.account == account, *shown_to(everything=everything))
        .group_by(ACCOUNT.c.id, ACCOUNT.c.name)
        .order_by(count.desc(), ACCOUNT.c.name)
        .limit(10)
    )
    return [(row.name, Tally(row.won, row.drawn, row.lost)) for row in rows]


def by_side(
    connection: Connection, account: str, *, everything: bool = False
) -> list[tuple[str, str, Tally]]:
    """Return an account's results by title and side, the most played first.

    With private games if `everything`.
    """
    found = connection.execute(
        select(PLAYED.c.title, PLAYED.c.side, *counts_by())
        .where(PLAYED.c.account == account, *shown_to(everything=everything))
        .group_by(PLAYED.c.title, PLAYED.c.side)
    )
    rows = [(row.title, row.side, Tally(row.won, row.drawn, row.lost)) for row in found]
    counted = [row for row in rows if row[2].games]
    return sorted(counted, key=lambda row: (-row[2].games, row[0], row[1]))


def counts_by() -> list[Any]:
    """Return columns that count won, drawn and lost games."""
    kinds = {
        "won": PLAYED.c.score == 1,
        "drawn": PLAYED.c.score == 0.5,
        "lost": PLAYED.c.score == 0,
    }
    return [func.sum(case((which, 1), else_=0)).label(name) for name, which in kinds.items()]


def _tally(connection: Connection, *which: Any) -> Tally:
    row = connection.execute(select(*counts_by()).where(*which)).one()
    return Tally(row.won or 0, row.drawn or 0, row.lost or 0)


def running_of(connection: Connection, account: str, *, everything: bool) -> list[GameRow]:
    """List an account's running games, newest first."""
    wanted = (
        select(GAME)
        .join(SEAT, SEAT.c.game == GAME.c.id)
        .where(SEAT.c.account == account, GAME.c.state == RUNNING)
    )
    if not everything:
        wanted = wanted.where(GAME.c.listed == 1)
    return games.listed(connection, wanted.order_by(GAME.c.created.desc(), GAME.c.id).limit(LISTED))


def with_stand_in(connection: Connection, account: str) -> list[tuple[str, str]]:
    """Return the running games and sides of an account that a computer may play if it is away."""
    found = select(GAME.c.id, SEAT.c.side).join(SEAT, SEAT.c.game == GAME.c.id)
    own = SEAT.c.account == account, GAME.c.state == games.RUNNING, GAME.c.stand_in.is_not(None)
    return [(row.id, row.side) for row in connection.execute(found.where(*own))]
