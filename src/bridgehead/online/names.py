"""Names of people who are gone, or who were renamed: nobody gets them. Digests alone are kept.

All names here are folded, as names are compared.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.tables import FORMER_NAME


class FormerNameError(BridgeheadError):
    """A name was somebody else's."""


def retire(connection: Connection, name: str) -> None:
    """Let nobody have a name (as names are compared) any more."""
    digest = _digest(name)
    known = select(FORMER_NAME).where(FORMER_NAME.c.digest == digest)
    if connection.execute(known).first() is None:
        connection.execute(insert(FORMER_NAME).values(digest=digest))


def check_never_used(connection: Connection, name: str) -> None:
    """Raise FormerNameError where a name was somebody's: nobody comes in his place."""
    digest = _digest(name)
    if connection.execute(select(FORMER_NAME).where(FORMER_NAME.c.digest == digest)).first():
        raise FormerNameError("this name is taken")


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
