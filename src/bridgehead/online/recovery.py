"""E-mail addresses, confirmed by a link, and recovery of lost passwords.

A link works once, for a limited time. Answers never depend on whether an account or an address
exists.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online import outbox
from bridgehead.online.accounts import Account, account_of, folded, keep_password
from bridgehead.online.database import now
from bridgehead.online.sessions import DAY, digest_of
from bridgehead.online.tables import ACCOUNT, EMAIL, SESSION, TOKEN

CONFIRM, RECOVER = "confirm", "recover"
LASTS = {CONFIRM: 2 * DAY, RECOVER: DAY // 12}  # two days, two hours
LONGEST = 254  # characters of an address
EACH = 5  # accounts with one address that a recovery is sent for
# one that a mail server can make something of, and that cannot be more than one, or a header
ADDRESS = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}", re.I | re.A
)


class AddressError(BridgeheadError):
    """An e-mail address cannot be taken."""


class LinkError(BridgeheadError):
    """A link was used, is too old, or never was one."""

    def __init__(self) -> None:
        super().__init__("this link was already used or has expired: request a new one")


@dataclass(frozen=True)
class Email:
    """Somebody's e-mail address."""

    address: str
    confirmed: bool


@dataclass(frozen=True)
class Letter:
    """The texts of a mail; {link} and {name} stand for what they say."""

    subject: str
    text: str

    def put(self, connection: Connection, to: str, name: str, link: str) -> None:
        """Keep the mail in the outbox."""
        text = self.text.replace("{link}", link).replace("{name}", name)
        outbox.write(connection, to, self.subject, text)


def checked(address: str) -> str:
    """Return an address as it is kept; AddressError if it is none."""
    address = address.strip()
    if len(address) > LONGEST or not ADDRESS.fullmatch(address):
        raise AddressError("this is not an e-mail address")
    return address


def address_of(connection: Connection, account: str) -> Email | None:
    """Return somebody's e-mail address."""
    row = connection.execute(select(EMAIL).where(EMAIL.c.account == account)).one_or_none()
    return None if row is None else Email(row.address, row.confirmed is not None)


def give_address(
    connection: Connection, account: Account, address: str, letter: Letter, public: str
) -> None:
    """Keep somebody's address, which a link sent there confirms; the one before is forgotten."""
    forget_address(connection, account.id)
    row = {"account": account.id, "address": address, "created": now(connection)}
    connection.execute(insert(EMAIL).values(row))
    token = _token(connection, account.id, CONFIRM)
    letter.put(connection, address, account.name, f"{public}/confirm/{token}")


def forget_address(connection: Connection, account: str) -> None:
    """Forget somebody's address, and every link that was sent there."""
    connection.execute(delete(EMAIL).where(EMAIL.c.account == account))
    links = TOKEN.c.account == account, TOKEN.c.kind.in_((CONFIRM, RECOVER))
    connection.execute(delete(TOKEN).where(*links))


def confirm(connection: Connection, token: str) -> None:
    """Note that somebody reads the mails at an address; LinkError if the link is none."""
    account = _take(connection, token, CONFIRM)
    confirmed = update(EMAIL).where(EMAIL.c.account == account.id)
    connection.execute(confirmed.values(confirmed=now(connection)))


def ask(connection: Connection, given: str, letter: Letter, public: str) -> None:
    """Send a link to the confirmed address of a name, or of whoever has this address.

    Nothing is told to the one who asks, and nothing is sent to an address that was not confirmed.
    """
    who = or_(ACCOUNT.c.folded == folded(given)[:100], EMAIL.c.address == given.strip()[:LONGEST])
    rows = connection.execute(
        select(ACCOUNT, EMAIL.c.address)
        .join(EMAIL, EMAIL.c.account == ACCOUNT.c.id)
        .where(who, EMAIL.c.confirmed.is_not(None))
        .limit(EACH)
    ).all()
    for row in rows:
        older = TOKEN.c.account == row.id, TOKEN.c.kind == RECOVER
        connection.execute(delete(TOKEN).where(*older))
        token = _token(connection, row.id, RECOVER)
        letter.put(connection, row.address, row.name, f"{public}/recover/{token}")


def look(connection: Connection, token: str) -> Account:
    """Return whose password a link may change; LinkError if it is none."""
    row = connection.execute(
        select(ACCOUNT)
        .join(TOKEN, TOKEN.c.account == ACCOUNT.c.id)
        .where(
            TOKEN.c.digest == digest_of(token),
            TOKEN.c.kind == RECOVER,
            TOKEN.c.expires > now(connection),
        )
    ).one_or_none()
    if row is None:
        raise LinkError
    return account_of(row)


def replace_password(connection: Connection, token: str, kept: str) -> list[str]:
    """Give the account of a link another password (hashed); return its sessions, all ended."""
    account = _take(connection, token, RECOVER)
    keep_password(connection, account.id, kept)
    ended = delete(SESSION).where(SESSION.c.account == account.id).returning(SESSION.c.id)
    return [row.id for row in connection.execute(ended)]


def _token(connection: Connection, account: str, kind: str) -> str:
    token, time = secrets.token_urlsafe(32), now(connection)
    connection.execute(
        insert(TOKEN).values(
            digest=digest_of(token),
            kind=kind,
            account=account,
            created=time,
            expires=time + LASTS[kind],
        )
    )
    return token


def _take(connection: Connection, token: str, kind: str) -> Account:
    taken = connection.execute(
        delete(TOKEN)
        .where(
            TOKEN.c.digest == digest_of(token),
            TOKEN.c.kind == kind,
            TOKEN.c.expires > now(connection),
        )
        .returning(TOKEN.c.account)
    ).scalar_one_or_none()
    if taken is None:
        raise LinkError
    return account_of(connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == taken)).one())
