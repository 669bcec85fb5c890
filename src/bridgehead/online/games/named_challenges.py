"""Challenges to a named player: only that player sees them, and can accept or decline them.

The game is private until it is over, like a game that is joined by a link. If one of two people has
blocked the other, neither can challenge the other, and an earlier challenge can no longer be
accepted.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, and_, insert, select, update

from bridgehead.online.accounts.names import folded
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, GAME, INVITED
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError, GameRow, NewGameSettings
from bridgehead.online.moderation import blocks
from bridgehead.online.moderation.blocks import BlockError
from bridgehead.online.notices import notices
from bridgehead.online.ratings import matches
from bridgehead.online.ratings.matches import FreshDice


def challenge(
    connection: Connection,
    account: str,
    wanted: NewGameSettings,
    name: str,
    fresh: FreshDice,
    *,
    mirrored: bool,
) -> list[str]:
    """Store a challenge to a player and notify the player; return the ids of its games.

    GameError or BlockError if that is not possible.
    """
    name = name.strip()
    found = select(ACCOUNT.c.id, ACCOUNT.c.kind).where(ACCOUNT.c.folded == folded(name))
    row = connection.execute(found).one_or_none()
    if row is None or row.kind == games.DELETED_KIND:
        raise GameError(f"no player is called {name!r}" if name else "write whom you challenge")
    if row.id == account:
        raise GameError("you cannot challenge yourself")
    if row.id in blocks.around(connection, account):
        raise BlockError("you cannot challenge this player")
    if wanted.is_rated and row.kind != "member":
        raise GameError("guests cannot play rated games, and this player is a guest")
    private = replace(wanted, is_listed=False)
    begun = matches.begin(connection, account, private, fresh, mirrored=mirrored)
    invited = {"game": begun[0], "account": row.id, "created": now(connection)}
    connection.execute(insert(INVITED).values(invited))
    notices.tell(connection, notices.CHALLENGE, [row.id], 0, game=begun[0])
    return begun


def challenges_to(connection: Connection, account: str) -> list[GameRow]:
    """List the challenges that wait for an account's answer, newest first."""
    mine = select(INVITED.c.game).where(INVITED.c.account == account)
    wanted = (
        select(GAME)
        .where(GAME.c.id.in_(mine), GAME.c.state == games.OPEN)
        .order_by(GAME.c.created.desc(), GAME.c.id)
        .limit(games.LISTED)
    )
    apart = blocks.around(connection, account)
    return [row for row in games.listed(connection, wanted) if row.creator not in apart]


def invited(connection: Connection, of: Sequence[str]) -> dict[str, str]:
    """Return, by game, the name of the player to whom each challenge is addressed."""
    rows = connection.execute(
        select(INVITED.c.game, ACCOUNT.c.name)
        .join(ACCOUNT, ACCOUNT.c.id == INVITED.c.account)
        .where(INVITED.c.game.in_(of))
    )
    return {row.game: row.name for row in rows}


def decline(connection: Connection, account: str, game: str) -> None:
    """Decline a challenge; GameError if it is not for the account, or no longer there."""
    mine = select(INVITED.c.game).where(INVITED.c.account == account)
    changed = connection.execute(
        update(GAME)
        .where(GAME.c.id == game, GAME.c.id.in_(mine), GAME.c.state == games.OPEN)
        .values(state=games.CANCELLED, changed=now(connection))
    )
    if changed.rowcount == 0:
        raise GameError("this challenge was withdrawn or answered already, or it is not for you")
    paired = and_(GAME.c.mirror == game, GAME.c.state == games.PAIRED)
    connection.execute(update(GAME).where(paired).values(state=games.CANCELLED))


def forsake(connection: Connection, account: str) -> None:
    """Decline all challenges to an account that is being deleted."""
    for row in challenges_of(connection, account):
        decline(connection, account, row)


def challenges_of(connection: Connection, account: str) -> list[str]:
    """Return the ids of all pending challenges to an account."""
    waits = select(GAME.c.id).join(INVITED, INVITED.c.game == GAME.c.id)
    mine = waits.where(INVITED.c.account == account, GAME.c.state == games.OPEN)
    return list(connection.execute(mine).scalars())
