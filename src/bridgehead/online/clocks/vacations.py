"""Vacations: days on which the clocks of a player's daily games stand still.

The player begins and ends a vacation; it also ends after the chosen days. Each day that was begun
counts, so that nobody uses vacations to sleep through single nights. Live games continue, and so do
games whose row excludes vacations (tournaments whose creators do not allow them). These functions
run in the database's threads, within a transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, Select, and_, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.clocks import clocks, stored_clocks
from bridgehead.online.clocks.clocks import Clock
from bridgehead.online.clocks.paces import DAILY
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, SEAT, VACATION

ALLOWED = 30  # days in a year
YEAR = 365 * DAY


class VacationError(BridgeheadError):
    """A vacation like that is not possible."""


@dataclass(frozen=True)
class Vacations:
    """An account's vacation: the days left, and the end of the present vacation."""

    left: int
    until: int | None
    allowed: int = ALLOWED


def of(connection: Connection, account: str) -> Vacations:
    """Return an account's vacation."""
    time = now(connection)
    rows = connection.execute(
        select(VACATION.c.begun, VACATION.c.until, VACATION.c.ended).where(
            VACATION.c.account == account, VACATION.c.until > time - YEAR
        )
    ).all()
    used = sum(_days(row.begun, row.ended or row.until) for row in rows)
    until = next((int(row.until) for row in rows if row.ended is None), None)
    return Vacations(max(ALLOWED - used, 0), until)


def _days(begun: int, ended: int) -> int:
    return -((begun - ended) // DAY)


def begin(connection: Connection, account: str, days: int) -> list[str]:
    """Begin a vacation of an account; return the games whose clocks have changed.

    VacationError if the account is on vacation already, or does not have enough days left.
    """
    stored_clocks.lock(connection)
    known = of(connection, account)
    if known.until is not None:
        raise VacationError("you are already on vacation")
    if not 1 <= days <= known.left:
        raise VacationError(
            f"you have {known.left} days of vacation left, and a vacation needs at least 1"
        )
    time = now(connection)
    row = {"account": account, "begun": time, "until": time + days * DAY}
    connection.execute(insert(VACATION).values(row))
    return _change(connection, account, clocks.leave)


def end(connection: Connection, account: str) -> list[str]:
    """End an account's vacation; return the games whose clocks have changed."""
    stored_clocks.lock(connection)
    return _end(connection, account, now(connection))


def end_all(connection: Connection) -> list[str]:
    """End vacations whose days are over; return the games whose clocks have changed."""
    stored_clocks.lock(connection)
    time = now(connection)
    games = []
    for row in connection.execute(_over(time)).all():
        games += _end(connection, row.account, row.until)
    return games


def any_over(connection: Connection) -> bool:
    """Whether there are vacations whose days are over."""
    return connection.execute(_over(now(connection)).limit(1)).first() is not None


def _over(time: int) -> Select[tuple[str, int]]:
    return select(VACATION.c.account, VACATION.c.until).where(
        VACATION.c.ended.is_(None), VACATION.c.until <= time
    )


def _end(connection: Connection, account: str, time: int) -> list[str]:
    ended = connection.execute(
        update(VACATION)
        .where(VACATION.c.account == account, VACATION.c.ended.is_(None))
        .values(ended=time)
    )
    if ended.rowcount == 0:
        raise VacationError("you are not on vacation")
    return _change(connection, account, clocks.come_back)


def _change(
    connection: Connection, account: str, change: Callable[[Clock, str, int], Clock]
) -> list[str]:
    """Change the clocks of all running daily games of an account."""
    rows = connection.execute(
        select(GAME.c.id, SEAT.c.side, *stored_clocks.COLUMNS)
        .join(SEAT, SEAT.c.game == GAME.c.id)
        .where(
            and_(SEAT.c.account == account, GAME.c.state == "running"),
            and_(GAME.c.clock.is_not(None), GAME.c.pace.startswith(DAILY), GAME.c.vacation == 1),
        )
        .order_by(GAME.c.id)
        .with_for_update(of=GAME)
    ).all()
    time = now(connection)
    for row in rows:
        clock = stored_clocks.of_row(row)
        assert clock is not None
        changed = stored_clocks.values(change(clock, row.side, time))
        connection.execute(update(GAME).where(GAME.c.id == row.id).values(changed))
    return [row.id for row in rows]
