"""For how long a computer may still play for a player in a game of a tournament."""

from __future__ import annotations

import json

from sqlalchemy import Connection, select

from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ENTRY
from bridgehead.online.database.tournament_tables import PAIRING, TOURNAMENT


def left(connection: Connection, game: str, side: str) -> int | None:
    """Return the milliseconds that are left; None if the game's tournament sets no limit."""
    wanted = select(TOURNAMENT.c.settings).join(PAIRING).where(PAIRING.c.game == game)
    settings = connection.execute(wanted).scalar_one_or_none()
    days = json.loads(settings).get("away_days", 0) if settings else 0
    return days * DAY - _used(connection, game, side) if days else None


def _used(connection: Connection, game: str, side: str) -> int:
    rows = connection.execute(
        select(ENTRY.c.kind, ENTRY.c.time)
        .where(ENTRY.c.game == game, ENTRY.c.side == side, ENTRY.c.kind.in_(("away", "back")))
        .order_by(ENTRY.c.number)
    )
    used, since = 0, None
    for row in [*((row.kind, row.time) for row in rows), ("back", now(connection))]:
        kind, time = row
        if since is not None:
            used += time - since
        since = time if kind == "away" else None
    return used
