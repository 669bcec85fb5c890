"""Accounts. Members have a password; guests came by an invitation and have only their session."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import names
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.names import AccountError, checked_name, folded
from bridgehead.online.accounts.passwords import Passwords
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ACCOUNT, PASSWORD

KINDS = ("member", "guest")  # of accounts that somebody has
REFUSED = "the name or the password is not right"  # never which of the two


class LoginError(BridgeheadError):
    """No account has this name and this password."""


@dataclass(frozen=True)
class Account:
    """An account: a member or a guest."""

    id: str
    name: str
    kind: str  # "member" or "guest"
    zone: str | None = None  # its time zone; None: not known
    language: str | None = None  # of its pages, mails and notices; None: not known
    # the hash of the password with which somebody has just proved to be its owner, if it was that
    proof: str | None = field(default=None, repr=False, compare=False)

    @property
    def is_guest(self) -> bool:
        """Whether there is no password: the account ends with its session."""
        return self.kind == "guest"


class Accounts:
    """All accounts."""

    def __init__(self, database: Database, passwords: Passwords) -> None:
        self._database = database
        self._passwords = passwords

    async def register(self, name: str, password: str) -> Account:
        """Create a member; AccountError or WeakPasswordError says why this is not possible."""
        name = checked_name(name)
        kept = await self._passwords.hash(password)
        return await self._database.write(_create, name, kept)

    async def log_in(self, name: str, password: str) -> Account:
        """Return the member with this name and password.

        LoginError does not say which of them is wrong.
        """
        found = await self._database.read(_with_password, folded(name))
        account, kept = found or (None, None)
        if not await self._passwords.is_right(password, kept) or account is None or kept is None:
            raise LoginError(REFUSED)
        if self._passwords.is_outdated(kept):
            fresh = await self._passwords.hash(password)
            await self._database.write(_keep_instead, account.id, fresh, kept)
            kept = fresh
        return replace(account, proof=kept)

    async def claim(self, account: Account, password: str) -> Account:
        """Turn a guest into a member, who keeps all their games."""
        if not account.is_guest:
            raise AccountError("this account has a password already")
        kept = await self._passwords.hash(password)
        return await self._database.write(_claim, account, kept)

    async def change_password(self, account: Account, old: str, new: str) -> None:
        """Change a member's password; LoginError if the old password is wrong."""
        await self.check_password(account, old)
        await self.set_password(account, new)

    async def check_password(self, account: Account, password: str) -> None:
        """Raise LoginError if the account has another password, or none."""
        found = await self._database.read(_with_password, folded(account.name))
        if not await self._passwords.is_right(password, found[1] if found else None):
            raise LoginError("the current password is wrong")

    async def set_password(self, account: Account, new: str) -> None:
        """Set a member's password; the member may have had only passkeys until now."""
        await self._keep(account, new)

    async def hash(self, password: str) -> str:
        """Return the hash of a new password; WeakPasswordError if it is too weak."""
        return await self._passwords.hash(password)

    async def named(self, name: str) -> tuple[Account, int] | None:
        """Return the account with this name and the time when it was created.

        None if there is none.
        """
        return await self._database.read(_named, folded(name))

    async def _keep(self, account: Account, password: str) -> None:
        kept = await self._passwords.hash(password)
        await self._database.write(keep_password, account.id, kept)


def account_of(row: Any) -> Account:
    """Return the account of a row of the account table."""
    return Account(row.id, row.name, row.kind, row.zone, row.language)


# In the database's threads


def set_language(connection: Connection, account: str, language: str) -> None:
    """Set the language of an account."""
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == account).values(language=language))


def keep_first_language(connection: Connection, account: str, language: str) -> None:
    """Set the language of an account that has none yet."""
    unknown = ACCOUNT.c.id == account, ACCOUNT.c.language.is_(None)
    connection.execute(update(ACCOUNT).where(*unknown).values(language=language))


def languages_of(connection: Connection, accounts: Iterable[str]) -> dict[str, str | None]:
    """Return the language of each account, None where it is not known."""
    found = select(ACCOUNT.c.id, ACCOUNT.c.language).where(ACCOUNT.c.id.in_(set(accounts)))
    return {row.id: row.language for row in connection.execute(found)}


def _create(connection: Connection, name: str, kept: str | None) -> Account:
    account = Account(secrets.token_hex(8), name, "guest" if kept is None else "member")
    time = now(connection)
    row = {"id": account.id, "name": name, "folded": folded(name), "kind": account.kind}
    try:
        connection.execute(insert(ACCOUNT).values(**row, created=time))
    except IntegrityError:
        raise AccountError(names.TAKEN) from None
    names.take(connection, account.id, name)
    if kept is not None:
        connection.execute(insert(PASSWORD).values(account=account.id, hash=kept, changed=time))
    return account


def create_guest(connection: Connection, name: str) -> Account:
    """Create a guest; AccountError says why not."""
    return _create(connection, checked_name(name), None)


def create_member(connection: Connection, name: str) -> Account:
    """Create a member without a password (for passkeys); AccountError says why not."""
    account = _create(connection, name, None)
    member = update(ACCOUNT).where(ACCOUNT.c.id == account.id).values(kind="member")
    connection.execute(member)
    return Account(account.id, account.name, "member")


def _claim(connection: Connection, account: Account, kept: str) -> Account:
    changed = connection.execute(
        update(ACCOUNT)
        .where(ACCOUNT.c.id == account.id, ACCOUNT.c.kind == "guest")
        .values(kind="member")
    )
    if changed.rowcount == 0:
        raise AccountError("this account has a password already")
    time = now(connection)
    connection.execute(insert(PASSWORD).values(account=account.id, hash=kept, changed=time))
    return Account(account.id, account.name, "member")


def _with_password(connection: Connection, name: str) -> tuple[Account, str] | None:
    row = connection.execute(
        select(ACCOUNT, PASSWORD.c.hash).join(PASSWORD).where(ACCOUNT.c.folded == name)
    ).one_or_none()
    return None if row is None else (account_of(row), row.hash)


def _named(connection: Connection, name: str) -> tuple[Account, int] | None:
    row = connection.execute(select(ACCOUNT).where(ACCOUNT.c.folded == name)).one_or_none()
    return None if row is None else (account_of(row), int(row.created))


def check_unchanged(connection: Connection, account: Account) -> None:
    """Lock the row of an account that somebody enters.

    LoginError if it has been deleted, or has another password than they have given.
    """
    is_there = lock_account(connection, account.id)
    kind = connection.execute(select(ACCOUNT.c.kind).where(ACCOUNT.c.id == account.id)).scalar()
    if not is_there or kind not in KINDS:
        raise LoginError(REFUSED)
    kept = select(PASSWORD.c.hash).where(PASSWORD.c.account == account.id)
    if account.proof is not None and connection.execute(kept).scalar() != account.proof:
        raise LoginError(REFUSED)


def _keep_instead(connection: Connection, account: str, kept: str, before: str) -> None:
    """Store another hash of the same password, unless the password has been changed."""
    own = PASSWORD.c.account == account, PASSWORD.c.hash == before
    connection.execute(update(PASSWORD).where(*own).values(hash=kept))


def keep_password(connection: Connection, account: str, kept: str) -> None:
    """Store a new password, hashed, in place of the old one."""
    lock_account(connection, account)
    connection.execute(delete(PASSWORD).where(PASSWORD.c.account == account))
    row = {"account": account, "hash": kept, "changed": now(connection)}
    connection.execute(insert(PASSWORD).values(row))
