"""Recovery of lost passwords by a confirmed e-mail address.

A link works once, for two hours. Answers never depend on whether an account or an address
exists.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from bridgehead.online.accounts import email_addresses
from bridgehead.online.accounts.accounts import Account, account_of, keep_password
from bridgehead.online.accounts.email_addresses import LONGEST, LinkError
from bridgehead.online.accounts.login_sessions import DAY, digest_of, end_all
from bridgehead.online.accounts.names import folded
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, ADDRESS, TOKEN
from bridgehead.online.notices import outbox

RECOVER = "recover"
LASTS = DAY // 12  # two hours
EACH = 5  # accounts with the same address for which one request sends links


@dataclass(frozen=True)
class Email:
    """An account's e-mail address for recovery."""

    address: str
    confirmed: bool


@dataclass(frozen=True)
class Letter:
    """The texts of a mail; {link} and {name} are replaced by the link and the user's name."""

    subject: str
    text: str

    def put(self, connection: Connection, to: str, name: str, link: str) -> None:
        """Put the mail into the outbox."""
        text = self.text.replace("{link}", link).replace("{name}", name)
        outbox.write(connection, to, self.subject, text)


def address_of(connection: Connection, account: str) -> Email | None:
    """Return the address with which an account recovers a lost password."""
    row = connection.execute(select(ADDRESS).where(_recovers(account))).one_or_none()
    return None if row is None else Email(row.address, row.confirmed is not None)


def give_address(connection: Connection, account: Account, address: str, public: str) -> bool:
    """Set the recovery address of an account; it replaces the former address.

    Return whether a confirmation link was sent. An address is confirmed only once.
    """
    _leave(connection, account.id)
    sent = outbox.confirm(connection, account, address, public)
    own = ADDRESS.c.account == account.id, ADDRESS.c.address == address
    connection.execute(update(ADDRESS).where(*own).values(recovers=1))
    email_addresses.forget_unused(connection, account.id)
    return sent


def forget_address(connection: Connection, account: str) -> None:
    """Remove the recovery address of an account, and make links that were sent invalid."""
    _leave(connection, account)
    email_addresses.forget_unused(connection, account)


def _leave(connection: Connection, account: str) -> None:
    connection.execute(update(ADDRESS).where(_recovers(account)).values(recovers=0))
    links = TOKEN.c.account == account, TOKEN.c.kind == RECOVER
    connection.execute(delete(TOKEN).where(*links))


def _recovers(account: str) -> Any:
    return and_(ADDRESS.c.account == account, ADDRESS.c.recovers == 1)


def ask(connection: Connection, given: str, letter: Letter, public: str) -> None:
    """Send a link to the confirmed address of an account, given its name or its address.

    The requester learns nothing, and nothing is sent to an unconfirmed address.
    """
    who = or_(ACCOUNT.c.folded == folded(given)[:100], ADDRESS.c.address == given.strip()[:LONGEST])
    rows = connection.execute(
        select(ACCOUNT, ADDRESS.c.address)
        .join(ADDRESS, ADDRESS.c.account == ACCOUNT.c.id)
        .where(who, ADDRESS.c.recovers == 1, ADDRESS.c.confirmed.is_not(None))
        .limit(EACH)
    ).all()
    for row in rows:
        older = TOKEN.c.account == row.id, TOKEN.c.kind == RECOVER
        connection.execute(delete(TOKEN).where(*older))
        token = _token(connection, row.id)
        letter.put(connection, row.address, row.name, f"{public}/recover/{token}")


def look(connection: Connection, token: str) -> Account:
    """Return the account whose password a link may change; LinkError if the link is invalid."""
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
    """Replace the password (hashed) of a link's account.

    Return its sessions, which have all ended.
    """
    account = _take(connection, token)
    keep_password(connection, account.id, kept)
    return end_all(connection, account.id)


def _token(connection: Connection, account: str) -> str:
    token, time = secrets.token_urlsafe(32), now(connection)
    connection.execute(
        insert(TOKEN).values(
            digest=digest_of(token),
            kind=RECOVER,
            account=account,
            created=time,
            expires=time + LASTS,
        )
    )
    return token


def _take(connection: Connection, token: str) -> Account:
    taken = connection.execute(
        delete(TOKEN)
        .where(
            TOKEN.c.digest == digest_of(token),
            TOKEN.c.kind == RECOVER,
            TOKEN.c.expires > now(connection),
        )
        .returning(TOKEN.c.account)
    ).scalar_one_or_none()
    if taken is None:
        raise LinkError
    return account_of(connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == taken)).one())
