"""Players, games and titles that an account follows.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.database.database import now
from bridgehead.online.database.lobby_tables import FOLLOW

PLAYER, GAME, TITLE = "player", "game", "title"
MOST = 200  # that one account follows


class FollowError(BridgeheadError):
    """An account cannot follow that."""


def follow(connection: Connection, account: str, kind: str, what: str) -> None:
    """Follow something; FollowError if the account follows too much already."""
    lock_account(connection, account)
    if is_followed(connection, account, kind, what):
        return
    count = select(func.count()).where(FOLLOW.c.account == account)
    if connection.execute(count).scalar_one() >= MOST:
        raise FollowError(
            f"you already follow {MOST} players and games: stop following some of them first"
        )
    row = {"account": account, "kind": kind, "what": what, "created": now(connection)}
    connection.execute(insert(FOLLOW).values(row))


def leave(connection: Connection, account: str, kind: str, what: str) -> None:
    """Stop following something."""
    here = FOLLOW.c.account == account, FOLLOW.c.kind == kind, FOLLOW.c.what == what
    connection.execute(delete(FOLLOW).where(*here))


def is_followed(connection: Connection, account: str, kind: str, what: str) -> bool:
    """Whether an account follows something."""
    here = FOLLOW.c.account == account, FOLLOW.c.kind == kind, FOLLOW.c.what == what
    return connection.execute(select(FOLLOW.c.kind).where(*here)).first() is not None


def followed(connection: Connection, account: str, kind: str) -> list[str]:
    """Return what an account follows, the newest first."""
    mine = FOLLOW.c.account == account, FOLLOW.c.kind == kind
    wanted = select(FOLLOW.c.what).where(*mine).order_by(FOLLOW.c.created.desc(), FOLLOW.c.what)
    return list(connection.execute(wanted).scalars())


def followers(connection: Connection, kind: str, what: str, most: int = 500) -> list[str]:
    """Return the accounts that follow something, the earliest followers first."""
    wanted = select(FOLLOW.c.account).where(FOLLOW.c.kind == kind, FOLLOW.c.what == what)
    ordered = wanted.order_by(FOLLOW.c.created, FOLLOW.c.account).limit(most)
    return list(connection.execute(ordered).scalars())
