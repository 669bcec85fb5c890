"""Quiet hours: hours of the day in which an account gets no notices.

They are hours of the account's time zone. A notice that becomes due in them waits until they end
(`outbox.py`). The account decides whether urgent notices are sent all the same.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import time_zones
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, MAIL, NOTICE, POST, QUIET_HOURS
from bridgehead.online.notices.notices import QUIET


class QuietHoursError(BridgeheadError):
    """There can be no such quiet hours."""


@dataclass(frozen=True)
class QuietHours:
    """The quiet hours of an account: from one hour of the day to another, maybe over midnight."""

    begins: int
    ends: int
    urgent: bool  # whether urgent notices are sent all the same
    zone: str | None

    def end_of(self, time: int) -> int | None:
        """Return when the quiet hours around this time end, None if it is outside of them."""
        end = None
        while self._has(time):  # again if the hour in between is skipped, as summer time begins
            end = time = time_zones.next_at(time, self.ends, self.zone)
        return end

    def _has(self, time: int) -> bool:
        hour = time_zones.hour_of(time, self.zone)
        if self.begins < self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends


@dataclass(frozen=True)
class QuietNow:
    """The quiet hours that an account is in now."""

    until: int  # ms
    urgent: bool  # whether urgent notices are sent all the same


def of(connection: Connection, account: str) -> QuietHours | None:
    """Return the quiet hours of an account, None if it has none."""
    return _of_all(connection, [account]).get(account)


def quiet_now(connection: Connection, accounts: Collection[str]) -> dict[str, QuietNow]:
    """Return those of these accounts that are in their quiet hours now."""
    time, found = now(connection), {}
    for account, hours in _of_all(connection, accounts).items():
        until = hours.end_of(time)
        if until is not None:
            found[account] = QuietNow(until, hours.urgent)
    return found


def change(
    connection: Connection, account: str, hours: tuple[int, int] | None, *, urgent: bool
) -> None:
    """Set or remove (None) the quiet hours of an account: when they begin, and when they end."""
    if hours is not None and hours[0] == hours[1]:
        raise QuietHoursError("quiet hours must begin and end at different hours")
    connection.execute(delete(QUIET_HOURS).where(QUIET_HOURS.c.account == account))
    if hours is not None:
        row = {"account": account, "begins": hours[0], "ends": hours[1], "urgent": int(urgent)}
        connection.execute(insert(QUIET_HOURS).values(row))
    reconsider(connection, account)


def reconsider(connection: Connection, account: str) -> None:
    """Make due what waits for the end of an account's quiet hours, because they have changed.

    What becomes due in the new quiet hours waits again.
    """
    time = now(connection)
    waits = NOTICE.c.account == account, NOTICE.c.state == QUIET
    connection.execute(update(NOTICE).where(*waits).values(due=time))
    for table in (MAIL, POST):
        connection.execute(update(table).where(table.c.quiet == account).values(due=time))


def _of_all(connection: Connection, accounts: Collection[str]) -> dict[str, QuietHours]:
    rows = connection.execute(
        select(QUIET_HOURS, ACCOUNT.c.zone)
        .join(ACCOUNT, ACCOUNT.c.id == QUIET_HOURS.c.account)
        .where(QUIET_HOURS.c.account.in_(accounts))
    )
    return {
        row.account: QuietHours(row.begins, row.ends, bool(row.urgent), row.zone) for row in rows
    }
