"""The lock of an account: of two requests by the same person, the second waits for the first.

A transaction that counts rows, or looks for one, before it inserts one needs this lock. Without it,
two such transactions in PostgreSQL would both see that there is room, or that nothing is there yet.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from bridgehead.online.database.tables import ACCOUNT


def lock_account(connection: Connection, account: str) -> bool:
    """Lock the row of an account until the transaction ends; return whether there is one.

    Do it before anything else. Rows that refer to the account can still be inserted by others.
    """
    row = select(ACCOUNT.c.id).where(ACCOUNT.c.id == account)
    return connection.execute(row.with_for_update(key_share=True)).first() is not None
