"""E-mail addresses of accounts; each is confirmed once, whatever it is used for.

An unconfirmed address gets only the mail with the link that confirms it. One address of an account
can recover a lost password (`recovery.py`); channels of notices may use any of them
(`channels.py`). An address that is used for neither is deleted.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.login_sessions import DAY, digest_of
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, ADDRESS, CHANNEL

MAIL = "mail"  # the kind of a channel
UNPROVED = 2 * DAY  # an address that is not confirmed within this time is deleted
LONGEST = 254  # characters
# A single address that a mail server can use, without header lines.
FORM = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


class AddressError(BridgeheadError):
    """An e-mail address cannot be used."""


class LinkError(BridgeheadError):
    """A link is invalid, expired, or was used before."""

    def __init__(self) -> None:
        super().__init__("this link was already used or has expired: request a new one")


@dataclass(frozen=True)
class UnconfirmedAddress:
    """An address that waits for confirmation, and its account."""

    account: str
    name: str
    address: str


def checked(address: str) -> str:
    """Return an address in the form in which it is stored; AddressError if it is invalid."""
    found = address.strip()
    if len(found) > LONGEST or not FORM.fullmatch(found) or ".." in found:
        raise AddressError("this is not an e-mail address")
    return found


def take(connection: Connection, account: str, address: str) -> str:
    """Store an address of an account; return the token that confirms it, "" if it is confirmed.

    Earlier tokens for this address become invalid.
    """
    lock_account(connection, account)
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


def look(connection: Connection, token: str) -> UnconfirmedAddress:
    """Return the address that a link confirms; LinkError if the link is invalid."""
    row = connection.execute(
        select(ADDRESS, ACCOUNT.c.name)
        .join(ACCOUNT)
        .where(ADDRESS.c.proof == digest_of(token), ADDRESS.c.created > now(connection) - UNPROVED)
    ).one_or_none()
    if row is None:
        raise LinkError
    return UnconfirmedAddress(row.account, row.name, row.address)


def confirm(connection: Connection, token: str) -> None:
    """Confirm the address of a link; LinkError if the link is invalid."""
    found = look(connection, token)
    own = _own(found.account, found.address)
    values = {"proof": None, "confirmed": now(connection)}
    connection.execute(update(ADDRESS).where(own).values(values))


def forget_unused(connection: Connection, account: str) -> None:
    """Delete the addresses of an account that are not used for anything."""
    used = select(CHANNEL.c.target).where(CHANNEL.c.account == account, CHANNEL.c.kind == MAIL)
    unused = ADDRESS.c.account == account, ADDRESS.c.recovers == 0
    connection.execute(delete(ADDRESS).where(*unused, ADDRESS.c.address.not_in(used)))


def forget(connection: Connection) -> None:
    """Delete addresses that were never confirmed, and the channels that use them."""
    old = and_(ADDRESS.c.confirmed.is_(None), ADDRESS.c.created < now(connection) - UNPROVED)
    for row in connection.execute(select(ADDRESS.c.account, ADDRESS.c.address).where(old)).all():
        named = CHANNEL.c.account == row.account, CHANNEL.c.target == row.address
        connection.execute(delete(CHANNEL).where(*named, CHANNEL.c.kind == MAIL))
        connection.execute(delete(ADDRESS).where(_own(row.account, row.address)))


def _own(account: str, address: str) -> Any:
    return and_(ADDRESS.c.account == account, ADDRESS.c.address == address)
