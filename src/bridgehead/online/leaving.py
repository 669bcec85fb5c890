"""Deleting an account.

Running games are resigned, tournaments are left, challenges and rematches are withdrawn. Games and
their journals stay, because they belong to the other player, too; the seat then shows a deleted
account. Chat remarks are made unreadable. Rows that belong to the account alone are deleted, in
every table that refers to it with ON DELETE CASCADE. A digest of the name is kept, so that nobody
can take it again.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online import games, matches, tournaments
from bridgehead.online.accounts import DELETED, Account
from bridgehead.online.house import House
from bridgehead.online.names import retire
from bridgehead.online.tables import ACCOUNT, CHAT, GAME, META, SEAT, SESSION

KIND = "deleted"
SAID = "…"  # instead of a remark


async def leave(house: House, account: Account) -> None:
    """Delete an account. First resign its running games, and any that begin meanwhile."""
    tried: set[str] = set()
    while True:
        left = await house.database.write(_leave, account.id, tried)
        if isinstance(left, Gone):
            break
        for game in left:
            await _resign(house, account, game)
            tried.add(game)
    house.close(left.sessions)


class Gone:
    """An account was deleted; these sessions have ended."""

    def __init__(self, sessions: list[str]) -> None:
        self.sessions = sessions


async def _resign(house: House, account: Account, game: str) -> None:
    """Resign a game; one that is over, or that cannot be played on, stays as it is."""
    try:
        found = await house.game(game)
        side = found.row.side_of(account.id)
        if side is not None:
            await found.resign(side, f"leaving {account.id}")
    except BridgeheadError:
        return


def _leave(connection: Connection, account: str, tried: set[str]) -> Gone | list[str]:
    """Delete an account, unless there are games to resign: then nothing happens."""
    row = connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == account).with_for_update()).one()
    running = connection.execute(
        select(GAME.c.id).join(SEAT).where(SEAT.c.account == account, GAME.c.state == games.RUNNING)
    )
    left = [game for game in running.scalars() if game not in tried]
    if left:
        return left
    tournaments.forsake(connection, account)
    matches.forsake(connection, account)
    open_ones = GAME.c.creator == account, GAME.c.state.in_((games.OPEN, games.PAIRED))
    connection.execute(update(GAME).where(*open_ones).values(state=games.CANCELLED))
    connection.execute(update(CHAT).where(CHAT.c.account == account).values(text=SAID))
    sessions = select(SESSION.c.id).where(SESSION.c.account == account)
    ended = [str(session) for session in connection.execute(sessions).scalars()]
    for table in META.sorted_tables:
        for key in table.foreign_keys:
            if key.column is ACCOUNT.c.id and key.ondelete == "CASCADE":
                connection.execute(delete(table).where(key.parent == account))
    retire(connection, row.folded)
    connection.execute(
        update(ACCOUNT)
        .where(ACCOUNT.c.id == account)
        .values(name=DELETED, folded=f"-{account}", kind=KIND)  # no name begins with a dash
    )
    return Gone(ended)
