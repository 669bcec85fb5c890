"""Deleting an account.

Running games are resigned, tournaments are left, challenges and rematches are withdrawn. Games and
their journals stay, because they belong to the other player, too; the seat then shows a deleted
account. Chat remarks are made unreadable, standing orders are deleted. Rows that belong to the
account alone are deleted, in every table that refers to it with ON DELETE CASCADE. A digest of the
name is kept, so that nobody can take it again.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import names
from bridgehead.online.accounts.accounts import Account
from bridgehead.online.accounts.names import DELETED
from bridgehead.online.database.lobby_tables import WATCHERS_CHAT
from bridgehead.online.database.tables import ACCOUNT, CHAT, GAME, META, SEAT, SESSION, STANDING
from bridgehead.online.games import games, named_challenges
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.ratings import matches
from bridgehead.online.tournaments import leagues, tournaments

SAID = "…"  # replaces the text of a deleted message


async def leave(server: GameServer, account: Account) -> None:
    """Delete an account. First resign its running games, and any that begin meanwhile."""
    tried: set[str] = set()
    while True:
        left = await server.database.write(_leave, account.id, tried)
        if isinstance(left, DeletedAccount):
            break
        for game in left:
            await _resign(server, account, game)
            tried.add(game)
    server.close(left.sessions)


class DeletedAccount:
    """The result of a deletion: the sessions that have ended."""

    def __init__(self, sessions: list[str]) -> None:
        self.sessions = sessions


async def _resign(server: GameServer, account: Account, game: str) -> None:
    """Resign a game, unless it is over or cannot be played on."""
    try:
        found = await server.game(game)
        side = found.memory.row.side_of(account.id)
        if side is not None:
            await found.resign(side, f"leaving {account.id}", "deleted")
    except BridgeheadError:
        return


def _leave(connection: Connection, account: str, tried: set[str]) -> DeletedAccount | list[str]:
    """Delete an account, or return the games that it must resign first.

    The account leaves its tournaments before its row is locked, because starting a tournament's
    games locks the tournament first and the accounts after it. A game or tournament that starts in
    between is found and left at the next try. Nothing starts with an account once it is locked.
    """
    tournaments.forsake(connection, account)
    leagues.forsake(connection, account)
    connection.execute(select(ACCOUNT.c.id).where(ACCOUNT.c.id == account).with_for_update()).one()
    open_ones = GAME.c.creator == account, GAME.c.state == games.OPEN
    connection.execute(update(GAME).where(*open_ones).values(state=games.CANCELLED))
    running = connection.execute(
        select(GAME.c.id).join(SEAT).where(SEAT.c.account == account, GAME.c.state == games.RUNNING)
    )
    left = [game for game in running.scalars() if game not in tried]
    if left or tournaments.takes_part(connection, account):
        return left
    matches.forsake(connection, account)
    named_challenges.forsake(connection, account)
    paired = GAME.c.creator == account, GAME.c.state == games.PAIRED
    connection.execute(update(GAME).where(*paired).values(state=games.CANCELLED))
    played = (SEAT.c.game == STANDING.c.game, SEAT.c.side == STANDING.c.side)
    own = select(SEAT.c.game).where(*played, SEAT.c.account == account).exists()
    connection.execute(delete(STANDING).where(own))
    for room in (CHAT, WATCHERS_CHAT):
        connection.execute(update(room).where(room.c.account == account).values(text=SAID))
    sessions = select(SESSION.c.id).where(SESSION.c.account == account)
    ended = [str(session) for session in connection.execute(sessions).scalars()]
    names.give_up(connection, account)
    for table in META.sorted_tables:
        for key in table.foreign_keys:
            if key.column is ACCOUNT.c.id and key.ondelete == "CASCADE":
                connection.execute(delete(table).where(key.parent == account))
    connection.execute(
        update(ACCOUNT)
        .where(ACCOUNT.c.id == account)
        # no account name begins with a dash
        .values(name=DELETED, folded=f"-{account}", kind=games.DELETED_KIND)
    )
    return DeletedAccount(ended)
