"""Games without a clock in which a player does not act for long.

After `LONG` without an action the player who is to decide loses. A week before that they get a
notice, and nobody loses without one: if the server was down meanwhile, the week begins when it is
back. A player on vacation is neither warned nor loses.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, and_, select

from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.clocks import paces
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, NOTICE, SEAT, VACATION
from bridgehead.online.games.games import RUNNING
from bridgehead.online.notices import notices

LONG = 30 * DAY  # without an action
WARNED = 7 * DAY  # before that


def warn(connection: Connection) -> int:
    """Write notices to players who have not acted for long; return their number."""
    time = now(connection)
    rows = connection.execute(_waiting(time - (LONG - WARNED))).all()
    written = 0
    for row in rows:
        if _warning(connection, row) is None:
            ends = max(row.changed + LONG, time + WARNED)
            notices.warn_idle(connection, row.id, row.account, ends, time)
            written += 1
    return written


def over(connection: Connection) -> list[tuple[str, str, int]]:
    """Return the games that a side loses now, with the side and the game's revision."""
    time = now(connection)
    found = []
    for row in connection.execute(_waiting(time - LONG)).all():
        ends = _warning(connection, row)
        if ends is not None and ends <= time:
            found.append((row.id, row.side, row.revision))
    return found


def _waiting(changed: int) -> Select[Any]:
    """Select games without a clock that wait for a person, and have done so since this time."""
    other = SEAT.alias("other")
    away = select(VACATION.c.account).where(
        VACATION.c.account == SEAT.c.account, VACATION.c.ended.is_(None)
    )
    return (
        select(GAME.c.id, GAME.c.changed, GAME.c.revision, SEAT.c.side, SEAT.c.account)
        .join(SEAT, and_(SEAT.c.game == GAME.c.id, SEAT.c.side == GAME.c.waits_for))
        .join(other, and_(other.c.game == GAME.c.id, other.c.side != SEAT.c.side))
        .where(GAME.c.state == RUNNING, GAME.c.pace == paces.UNLIMITED)
        .where(GAME.c.changed <= changed, SEAT.c.account.is_not(None))
        .where(other.c.account.is_not(None), ~away.exists())
    )


def _warning(connection: Connection, row: Any) -> int | None:
    """Return when the game ends by the warning since the last action, None if there was none."""
    found = select(NOTICE.c.number).where(
        NOTICE.c.account == row.account, NOTICE.c.game == row.id,
        NOTICE.c.kind == notices.CLOCK, NOTICE.c.created > row.changed,
    )  # fmt: skip
    number = connection.execute(found.order_by(NOTICE.c.number.desc())).scalars().first()
    return None if number is None else int(number) * notices.MINUTE
