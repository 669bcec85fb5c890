"""Mail is stored in an outbox in the database, from which it is sent.

A mail is written in the transaction that causes it, so neither exists without the other.
"""

from __future__ import annotations

import secrets
from typing import Protocol

from sqlalchemy import Connection, insert

from bridgehead.online.database import Database, now
from bridgehead.online.tables import MAIL


class Mailer(Protocol):
    """Sends mails."""

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail, now or soon."""


class Outbox:
    """Keeps mails in the table `mail`, from where a worker sends them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def send(self, to: str, subject: str, text: str) -> None:
        """Keep a mail."""
        await self._database.write(put, to, subject, text)


def put(connection: Connection, to: str, subject: str, text: str) -> None:
    """Store a mail, in the transaction that causes it."""
    time = now(connection)
    row = {"id": secrets.token_hex(16), "to": to, "subject": subject, "text": text, "tries": 0}
    connection.execute(insert(MAIL).values(**row, created=time, due=time))
