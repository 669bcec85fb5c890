"""Retired names, of deleted or renamed accounts. Nobody can take them. Only digests are stored.

All names here are folded, as for comparison.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.tables import FORMER_NAME


class FormerNameError(BridgeheadError):
    """A name was somebody else's."""


def retire(connection: Connection, name: str) -> None:
    """Retire a folded name, so that nobody can take it."""
    digest = _digest(name)
    known = select(FORMER_NAME).where(FORMER_NAME.c.digest == digest)
    if connection.execute(known).first() is None:
        connection.execute(insert(FORMER_NAME).values(digest=digest))


def check_never_used(connection: Connection, name: str) -> None:
    """Raise FormerNameError if a name was retired."""
    digest = _digest(name)
    if connection.execute(select(FORMER_NAME).where(FORMER_NAME.c.digest == digest)).first():
        raise FormerNameError("this name is taken")


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
