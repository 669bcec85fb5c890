"""E-mail addresses: each account's own, confirmed once, whatever they are used for.

An address that nobody has confirmed gets nothing but the link that confirms it. One of an account's
addresses recovers a lost password (`recovery.py`); channels of notices name any of them
(`channels.py`). An address that is used for neither is forgotten.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database import now
from bridgehead.online.sessions import DAY, digest_of
from bridgehead.online.tables import ACCOUNT, ADDRESS, CHANNEL

MAIL = "mail"  # the kind of a channel
UNPROVED = 2 * DAY  # that an address waits to be confirmed
LONGEST = 254  # characters
# One that a mail server can make something of, and that cannot be more than one, or a header.
FORM = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


class AddressError(BridgeheadError):
    """An e-mail address cannot be taken."""


class LinkError(BridgeheadError):
    """A link was used, is too old, or never was one."""

    def __init__(self) -> None:
        super().__init__("this link was already used or has expired: request a new one")


@dataclass(frozen=True)
class Waiting:
    """An address that a link confirms, and whose it is."""

    account: str
    name: str
    address: str


def checked(address: str) -> str:
    """Return an address as it is kept; AddressError if it is none."""
    found = address.strip()
    if len(found) > LONGEST or not FORM.fullmatch(found) or ".." in found:
        raise AddressError("this is not an e-mail address")
    return found


def take(connection: Connection, account: str, address: str) -> str:
    """Keep an address of an account; return the token that confirms it, "" if it is confirmed.

    A token that was made before confirms nothing any more.
    """
    own = _own(account, address)
    row = connection.execute(select(ADDRESS.c.confirmed).where(own)).one_or_none()
    if row is not None and row.confirmed is not None:
        return ""
    token = secrets.token_urlsafe(32)
    values: dict[str, Any] = {"proof": digest_of(token), "created": now(connection)}
    if row is None:
        new = insert(ADDRESS).values(account=account, address=address, recovers=0, **values)
        connection.execute(new)
    else:
        connection.execute(update(ADDRESS).where(own).values(**values))
    return token


def look(connection: Connection, token: str) -> Waiting:
    """Return what a link confirms; LinkError if it is none."""
    row = connection.execute(
        select(ADDRESS, ACCOUNT.c.name)
        .join(ACCOUNT)
        .where(ADDRESS.c.proof == digest_of(token), ADDRESS.c.created > now(connection) - UNPROVED)
    ).one_or_none()
    if row is None:
        raise LinkError
    return Waiting(row.account, row.name, row.address)


def confirm(connection: Connection, token: str) -> None:
    """Note that somebody reads the mails at an address; LinkError if the link is none."""
    found = look(connection, token)
    own = _own(found.account, found.address)
    values = {"proof": None, "confirmed": now(connection)}
    connection.execute(update(ADDRESS).where(own).values(values))


def forget_unused(connection: Connection, account: str) -> None:
    """Forget the addresses of an account that are used for nothing."""
    used = select(CHANNEL.c.target).where(CHANNEL.c.account == account, CHANNEL.c.kind == MAIL)
    unused = ADDRESS.c.account == account, ADDRESS.c.recovers == 0
    connection.execute(delete(ADDRESS).where(*unused, ADDRESS.c.address.not_in(used)))


def forget(connection: Connection) -> None:
    """Forget the addresses that nobody has confirmed, and the channels that name them."""
    old = and_(ADDRESS.c.confirmed.is_(None), ADDRESS.c.created < now(connection) - UNPROVED)
    for row in connection.execute(select(ADDRESS.c.account, ADDRESS.c.address).where(old)).all():
        named = CHANNEL.c.account == row.account, CHANNEL.c.target == row.address
        connection.execute(delete(CHANNEL).where(*named, CHANNEL.c.kind == MAIL))
        connection.execute(delete(ADDRESS).where(_own(row.account, row.address)))


def _own(account: str, address: str) -> Any:
    return and_(ADDRESS.c.account == account, ADDRESS.c.address == address)
