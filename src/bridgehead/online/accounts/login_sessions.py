"""Login sessions: a random token in a cookie; the database stores only its digest."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from bridgehead.online.accounts import time_zones
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.accounts import (
    Account,
    account_of,
    check_unchanged,
    keep_first_language,
)
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ACCOUNT, ROLE, SESSION

DAY = 24 * 3600 * 1000  # ms
LASTS = 90 * DAY  # since its last use
NOTED = 10 * 60 * 1000  # its use is recorded at most once in ten minutes
AGENT = 200  # characters of the browser's user agent that are stored


@dataclass(frozen=True)
class LogIn:
    """A session: its account, and the id with which it is revoked."""

    id: str
    account: Account
    role: str = "player"


@dataclass(frozen=True)
class SessionListing:
    """A session as shown to its owner."""

    id: str
    created: int
    seen: int
    agent: str


class Sessions:
    """All sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(
        self,
        account: Account,
        agent: str,
        instead_of: str = "",
        network: str | None = None,
        zone: str | None = None,
        language: str | None = None,
        check: Callable[[Connection, str], None] = lambda connection, account: None,
    ) -> str:
        """Begin a session and return its token; the session of the token `instead_of` ends.

        LoginError if the account has been deleted or got another password since its owner entered
        it; `check` raises other errors. All sessions of an account can end at the same moment: then
        this one does not begin, or it ends, too.

        `network` is a keyed hash of the address that it comes from, if that is public; `zone` and
        `language` are those of the browser, if they are known. Because of the new token, one that
        somebody planted in a browser before the login is worth nothing after it.
        """
        token = secrets.token_urlsafe(32)
        await self._database.write(
            _begin, account, digest_of(token), agent, instead_of, network, zone, language, check
        )
        return token

    async def find(self, token: str) -> LogIn | None:
        """Return the session of a token, None if there is none or it has expired."""
        found = await self._database.read(_find, digest_of(token))
        if found is None:
            return None
        login, is_due = found
        if is_due:
            await self._database.write(_note, digest_of(token))
        return login

    async def end(self, token: str) -> None:
        """End the session of a token."""
        await self._database.write(_end, digest_of(token))

    async def of(self, account: Account) -> list[SessionListing]:
        """List an account's sessions, the last used first."""
        return await self._database.read(_of, account.id)

    async def ended(self, sessions: Iterable[str]) -> list[str]:
        """Return which of these sessions have ended."""
        return await self._database.read(_ended, sorted(sessions))

    async def revoke(self, account: Account, session: str) -> bool:
        """End one of an account's sessions; return whether there was one."""
        return await self._database.write(_revoke, account.id, session)

    async def revoke_others(self, account: Account, kept: str) -> list[str]:
        """End all sessions of an account except `kept`; return the ids of those that ended."""
        return await self._database.write(end_all, account.id, kept)


def digest_of(token: str) -> str:
    """Return the digest of a token, as the database stores it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


# In the database's threads


def _begin(
    connection: Connection,
    entering: Account,
    digest: str,
    agent: str,
    instead_of: str,
    network: str | None,
    zone: str | None,
    language: str | None,
    check: Callable[[Connection, str], None],
) -> None:
    check_unchanged(connection, entering)
    check(connection, account := entering.id)
    time = now(connection)
    if instead_of:
        _end(connection, digest_of(instead_of))
    connection.execute(delete(SESSION).where(SESSION.c.seen < time - LASTS))
    connection.execute(
        insert(SESSION).values(
            digest=digest,
            id=secrets.token_hex(8),
            account=account,
            created=time,
            seen=time,
            agent=agent[:AGENT],
            network=network,
        )
    )
    if zone is not None:
        time_zones.keep_first(connection, account, zone)
    if language is not None:
        keep_first_language(connection, account, language)
    if network is not None:
        unknown = ACCOUNT.c.id == account, ACCOUNT.c.network.is_(None)
        connection.execute(update(ACCOUNT).where(*unknown).values(network=network))


def _find(connection: Connection, digest: str) -> tuple[LogIn, bool] | None:
    row = connection.execute(
        select(ACCOUNT, SESSION.c.id.label("session"), SESSION.c.seen, ROLE.c.role)
        .join(SESSION, SESSION.c.account == ACCOUNT.c.id)
        .outerjoin(ROLE, ROLE.c.account == ACCOUNT.c.id)
        .where(SESSION.c.digest == digest)
    ).one_or_none()
    if row is None:
        return None
    age = now(connection) - row.seen
    login = LogIn(row.session, account_of(row), row.role or "player")
    return None if age > LASTS else (login, age > NOTED)


def _note(connection: Connection, digest: str) -> None:
    time = now(connection)
    connection.execute(update(SESSION).where(SESSION.c.digest == digest).values(seen=time))


def _end(connection: Connection, digest: str) -> None:
    connection.execute(delete(SESSION).where(SESSION.c.digest == digest))


def _of(connection: Connection, account: str) -> list[SessionListing]:
    rows = connection.execute(
        select(SESSION).where(SESSION.c.account == account).order_by(SESSION.c.seen.desc())
    )
    return [SessionListing(row.id, row.created, row.seen, row.agent) for row in rows]


def _ended(connection: Connection, sessions: list[str]) -> list[str]:
    gone: list[str] = []
    for begin in range(0, len(sessions), 500):  # databases limit the number of values in a query
        some = sessions[begin : begin + 500]
        found = connection.execute(select(SESSION.c.id).where(SESSION.c.id.in_(some)))
        there = set(found.scalars())
        gone += [session for session in some if session not in there]
    return gone


def _revoke(connection: Connection, account: str, session: str) -> bool:
    gone = connection.execute(
        delete(SESSION).where(SESSION.c.account == account, SESSION.c.id == session)
    )
    return gone.rowcount > 0


def end_all(connection: Connection, account: str, but: str = "") -> list[str]:
    """End all sessions of an account, but one; return their ids. Nobody enters meanwhile."""
    lock_account(connection, account)
    rows = connection.execute(
        delete(SESSION)
        .where(SESSION.c.account == account, SESSION.c.id != but)
        .returning(SESSION.c.id)
    )
    return [row.id for row in rows]
