"""New dice for all running games after a backup was restored.

Players may have seen rolls that the backup does not contain. The same secret would give these rolls
again. So each game gets a new secret, and browsers with chains begin new ones before anything is
rolled. The old secrets are kept to check the earlier rolls, so only games whose secret the key
opens get a new one: the others could not go on anyway.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import DICE, ENTRY, GAME, PAST_DICE
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games.games import OPEN, PAIRED, RUNNING


def renew(database: Database, seal: Seal) -> int:
    """Give all running games new dice in one transaction; return the number of games.

    SealError if the key opens the dice of none of them: then it is not the key of this database.
    """
    with database.writing() as connection:
        games = connection.execute(
            select(GAME.c.id, GAME.c.state, GAME.c.revision, DICE.c.sealed)
            .join(DICE, DICE.c.game == GAME.c.id)
            .where(GAME.c.state.in_((OPEN, PAIRED, RUNNING)))
            .order_by(GAME.c.id)
            .with_for_update()
        ).all()
        ours = [row for row in games if seal.opens(row.id, row.sealed)]
        if games and not ours:
            seal.open(games[0].id, games[0].sealed)  # raises, and says what to do
        for row in ours:
            _renew(connection, seal, row.id, row.revision if row.state == RUNNING else None)
    return len(ours)


def _renew(connection: Connection, seal: Seal, game: str, revision: int | None) -> None:
    """Give one game a new secret; if it has begun, its journal records this."""
    fresh = seal.fresh(game)
    if revision is not None:
        old = connection.execute(select(DICE).where(DICE.c.game == game)).one()
        row = {"game": game, "commitment": old.commitment, "sealed": old.sealed}
        connection.execute(insert(PAST_DICE).values(number=revision, **row))
        entry = {"game": game, "number": revision + 1, "kind": "secret", "side": ""}
        connection.execute(
            insert(ENTRY).values(text=fresh.commitment, time=now(connection), **entry)
        )
        connection.execute(update(GAME).where(GAME.c.id == game).values(revision=revision + 1))
    new = {"commitment": fresh.commitment, "sealed": fresh.sealed}
    connection.execute(update(DICE).where(DICE.c.game == game).values(**new))
