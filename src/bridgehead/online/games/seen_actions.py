"""How many actions of its view a player's page has shown. Nobody else sees this number."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, LOOKED, SEAT


def known(connection: Connection, game: str, account: str) -> int | None:
    """Return how many actions a player's page has shown, None if it was never opened."""
    found = select(LOOKED.c.known).where(LOOKED.c.game == game, LOOKED.c.account == account)
    return connection.execute(found).scalar_one_or_none()


def note(connection: Connection, game: str, account: str, shown: int) -> None:
    """Store how many actions a player's page has shown."""
    connection.execute(select(GAME.c.id).where(GAME.c.id == game).with_for_update())  # one by one
    here = LOOKED.c.game == game, LOOKED.c.account == account
    values = {"known": shown, "time": now(connection)}
    if connection.execute(update(LOOKED).where(*here).values(**values)).rowcount == 0:
        connection.execute(insert(LOOKED).values(game=game, account=account, **values))


def waiting(connection: Connection, account: str) -> list[str]:
    """Return the games in which an account is to decide, the oldest first."""
    found = (
        select(GAME.c.id)
        .join(SEAT, SEAT.c.game == GAME.c.id)
        .where(SEAT.c.account == account, GAME.c.state == "running")
        .where(GAME.c.waits_for == SEAT.c.side)
        .order_by(GAME.c.created, GAME.c.id)
    )
    return list(connection.execute(found).scalars())
