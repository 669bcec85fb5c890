"""Whom somebody wants nothing to do with: no challenges between the two, no remarks from him.

A game that runs already goes on.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, or_, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database import now
from bridgehead.online.tables import ACCOUNT, BLOCK

MOST = 500


class BlockError(BridgeheadError):
    """Somebody cannot be blocked, or a block stands in the way."""


def block(connection: Connection, account: str, blocked: str) -> None:
    """Let somebody have nothing to do with another person; BlockError says why that cannot be."""
    if account == blocked:
        raise BlockError("you cannot block yourself")
    count = select(func.count()).where(BLOCK.c.account == account)
    if connection.execute(count).scalar_one() >= MOST:
        raise BlockError(f"you have blocked {MOST} people already")
    unblock(connection, account, blocked)
    row = {"account": account, "blocked": blocked, "created": now(connection)}
    connection.execute(insert(BLOCK).values(row))


def unblock(connection: Connection, account: str, blocked: str) -> None:
    """Take a block back."""
    row = BLOCK.c.account == account, BLOCK.c.blocked == blocked
    connection.execute(delete(BLOCK).where(*row))


def is_blocked(connection: Connection, *, by: str, account: str) -> bool:
    """Whether somebody has blocked an account."""
    row = select(BLOCK.c.account).where(BLOCK.c.account == by, BLOCK.c.blocked == account)
    return connection.execute(row).first() is not None


def check_apart(connection: Connection, one: str, other: str) -> None:
    """Raise BlockError where one of two people has blocked the other."""
    pairs = ((one, other), (other, one))
    if any(is_blocked(connection, by=by, account=account) for by, account in pairs):
        raise BlockError("this challenge is not open to you")


def around(connection: Connection, account: str) -> set[str]:
    """Return everybody whom somebody has blocked, or who has blocked him."""
    rows = connection.execute(
        select(BLOCK).where(or_(BLOCK.c.account == account, BLOCK.c.blocked == account))
    )
    return {row.blocked if row.account == account else row.account for row in rows}


def of(connection: Connection, account: str) -> list[str]:
    """List the names of those whom somebody has blocked."""
    rows = connection.execute(
        select(ACCOUNT.c.name)
        .join(BLOCK, BLOCK.c.blocked == ACCOUNT.c.id)
        .where(BLOCK.c.account == account)
        .order_by(ACCOUNT.c.folded)
    )
    return [str(name) for name in rows.scalars()]
