"""The lock of an account: of two requests of the same person one waits for the other.

Whatever counts or looks before it inserts needs it: in PostgreSQL two such transactions at the same
time would both see that there is room, or that nothing is there yet.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from bridgehead.online.database.tables import ACCOUNT


def lock_account(connection: Connection, account: str) -> None:
    """Lock the row of an account until the transaction ends. Do it before anything else.

    Rows that refer to the account can still be inserted by others.
    """
    row = select(ACCOUNT.c.id).where(ACCOUNT.c.id == account)
    connection.execute(row.with_for_update(key_share=True))
