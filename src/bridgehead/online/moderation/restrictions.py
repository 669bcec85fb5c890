"""Temporary restrictions by moderators: muting and suspending."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import time_zones
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.login_sessions import DAY, end_all
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import RESTRAINT, SEAT
from bridgehead.online.moderation.blocks import is_blocked

MUTE, SUSPEND = KINDS = ("mute", "suspend")
LONGEST = 3650  # days


class RestrainedError(BridgeheadError):
    """A moderator has restricted this account, or that of the other player."""


def restrain(connection: Connection, account: str, kind: str, days: int) -> list[str]:
    """Restrict an account for `days` (0 ends the restriction).

    Return the sessions that have ended.
    """
    if kind not in KINDS or not 0 <= days <= LONGEST:
        raise RestrainedError(f"{' or '.join(KINDS)}, for 0 to {LONGEST} days")
    lock_account(connection, account)  # nobody enters meanwhile
    row = RESTRAINT.c.account == account, RESTRAINT.c.kind == kind
    connection.execute(delete(RESTRAINT).where(*row))
    if not days:
        return []
    until = now(connection) + days * DAY
    connection.execute(insert(RESTRAINT).values(account=account, kind=kind, until=until))
    if kind != SUSPEND:
        return []
    return end_all(connection, account)


def until(connection: Connection, account: str, kind: str) -> int | None:
    """Return the end of a restriction of an account, None if there is none."""
    found = connection.execute(
        select(RESTRAINT.c.until).where(
            RESTRAINT.c.account == account,
            RESTRAINT.c.kind == kind,
            RESTRAINT.c.until > now(connection),
        )
    ).scalar_one_or_none()
    return None if found is None else int(found)


def check_may_enter(connection: Connection, account: str) -> None:
    """Raise RestrainedError if an account is suspended."""
    _check(connection, account, SUSPEND, "this account is suspended until {}")


def check_may_talk(connection: Connection, account: str, game: str) -> None:
    """Raise RestrainedError if an account may not chat in a game."""
    _check(connection, account, MUTE, "a moderator has muted you until {}")
    others = select(SEAT.c.account).where(
        SEAT.c.game == game, SEAT.c.account.is_not(None), SEAT.c.account != account
    )
    for other in connection.execute(others).scalars().all():
        if is_blocked(connection, by=other, account=account):
            raise RestrainedError("the other player does not accept messages from you")


def _check(connection: Connection, account: str, kind: str, text: str) -> None:
    end = until(connection, account, kind)
    if end is not None:
        told = time_zones.told(end, time_zones.zone_of(connection, account))
        raise RestrainedError(text.format(told))
