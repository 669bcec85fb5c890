"""Blocking: two people cannot accept each other's challenges, and the blocked one cannot write.

Running games continue.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, or_, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, BLOCK

MOST = 500


class BlockError(BridgeheadError):
    """A block is not possible, or a block forbids something."""


def block(connection: Connection, account: str, blocked: str) -> None:
    """Block another person; BlockError says why this is not possible."""
    if account == blocked:
        raise BlockError("you cannot block yourself")
    lock_account(connection, account)
    count = select(func.count()).where(BLOCK.c.account == account)
    if connection.execute(count).scalar_one() >= MOST:
        raise BlockError(f"you can block at most {MOST} people")
    unblock(connection, account, blocked)
    row = {"account": account, "blocked": blocked, "created": now(connection)}
    connection.execute(insert(BLOCK).values(row))


def unblock(connection: Connection, account: str, blocked: str) -> None:
    """Remove a block."""
    row = BLOCK.c.account == account, BLOCK.c.blocked == blocked
    connection.execute(delete(BLOCK).where(*row))


def is_blocked(connection: Connection, *, by: str, account: str) -> bool:
    """Whether one account has blocked another."""
    row = select(BLOCK.c.account).where(BLOCK.c.account == by, BLOCK.c.blocked == account)
    return connection.execute(row).first() is not None


def check_apart(connection: Connection, one: str, other: str) -> None:
    """Raise BlockError if one of two people has blocked the other."""
    pairs = ((one, other), (other, one))
    if any(is_blocked(connection, by=by, account=account) for by, account in pairs):
        raise BlockError("this challenge is not open to you")


def around(connection: Connection, account: str) -> set[str]:
    """Return everybody whom an account has blocked, or who has blocked it."""
    rows = connection.execute(
        select(BLOCK).where(or_(BLOCK.c.account == account, BLOCK.c.blocked == account))
    )
    return {row.blocked if row.account == account else row.account for row in rows}


def of(connection: Connection, account: str) -> list[str]:
    """List the names of the people whom an account has blocked."""
    rows = connection.execute(
        select(ACCOUNT.c.name)
        .join(BLOCK, BLOCK.c.blocked == ACCOUNT.c.id)
        .where(BLOCK.c.account == account)
        .order_by(ACCOUNT.c.folded)
    )
    return [str(name) for name in rows.scalars()]
