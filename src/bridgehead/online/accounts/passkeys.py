"""Passkeys: a key in the user's device signs a challenge of the server; no secret is sent.

Each challenge can be answered once, within five minutes, in the session and for the purpose for
which it was made. The device verifies its owner (`user verification`), so a passkey replaces a
password. Browsers allow passkeys only over HTTPS, and at the host name for which they were made.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_client_data_json,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.accounts import Account, LoginError, account_of, create_member
from bridgehead.online.accounts.login_sessions import LogIn
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ACCOUNT, CEREMONY, PASSKEY, PASSWORD
from bridgehead.online.games.chat import CONTROL

LASTS = 5 * 60 * 1000  # ms for which a challenge or a confirmation is valid
MOST = 20  # passkeys of one account
LOCAL = "localhost"  # browsers trust it without HTTPS
REFUSED = "this passkey is unknown, or the request has expired: try again"
KEY = re.compile(r"[\w-]{1,1400}", re.ASCII)
NEW, ADD, LOGIN, CONFIRM, CONFIRMED = "new", "add", "login", "confirm", "confirmed"
SURE = UserVerificationRequirement.REQUIRED


class PasskeyError(BridgeheadError):
    """A passkey cannot be stored or removed."""


@dataclass(frozen=True)
class Passkey:
    """A passkey as shown to its owner."""

    id: str
    name: str
    created: int
    used: int | None


def place_of(public: str) -> tuple[str, str] | None:
    """Return host name and origin for passkeys at a public address, None if it allows none."""
    parts = urlsplit(public)
    host = parts.hostname or ""
    trusted = parts.scheme == "https" or host == LOCAL
    return (host, f"{parts.scheme}://{parts.netloc.lower()}") if trusted and host else None


class Passkeys:
    """All passkeys of a server at one host name."""

    def __init__(self, database: Database, host: str, origin: str) -> None:
        self._database = database
        self._host = host
        self._origin = origin

    # Challenges

    async def ask_new(self, name: str) -> dict[str, Any]:
        """Return a challenge for the passkey of a new account."""
        return await self._ask_for_key(secrets.token_bytes(16), name, [], NEW, None)

    async def ask_add(self, login: LogIn) -> dict[str, Any]:
        """Return a challenge for an additional passkey.

        PasskeyError if the account has too many.
        """
        known = await self._database.read(_of, login.account.id)
        if len(known) >= MOST:
            raise PasskeyError(f"an account can have at most {MOST} passkeys")
        handle, name = login.account.id.encode(), login.account.name
        return await self._ask_for_key(handle, name, [key.id for key in known], ADD, login)

    async def ask_login(self) -> dict[str, Any]:
        """Return a challenge for a login, which any passkey can sign."""
        return await self._ask_to_sign(LOGIN, None, [])

    async def ask_confirm(self, login: LogIn) -> dict[str, Any]:
        """Return a challenge for the user who is logged in."""
        known = await self._database.read(_of, login.account.id)
        return await self._ask_to_sign(CONFIRM, login, [key.id for key in known])

    async def _ask_for_key(
        self, handle: bytes, name: str, known: list[str], kind: str, login: LogIn | None
    ) -> dict[str, Any]:
        chosen = AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=SURE
        )
        options = generate_registration_options(
            rp_id=self._host,
            rp_name="Bridgehead",
            user_id=handle,
            user_name=name,
            timeout=LASTS,
            authenticator_selection=chosen,
            exclude_credentials=_described(known),
        )
        await self._database.write(_ask, options.challenge, kind, login)
        return options_to_json_dict(options)

    async def _ask_to_sign(
        self, kind: str, login: LogIn | None, known: list[str]
    ) -> dict[str, Any]:
        options = generate_authentication_options(
            rp_id=self._host,
            timeout=LASTS,
            allow_credentials=_described(known),
            user_verification=SURE,
        )
        await self._database.write(_ask, options.challenge, kind, login)
        return options_to_json_dict(options)

    # Answers

    async def register(self, name: str, credential: object) -> Account:
        """Create a member with a passkey and no password."""
        key = await self._new_key(credential, NEW, None)
        return await self._database.write(_register, name, key)

    async def add(self, login: LogIn, name: str, credential: object) -> None:
        """Store an additional passkey of an account; a guest becomes a member."""
        key = await self._new_key(credential, ADD, login)
        shown = " ".join(name.translate(CONTROL).split())[:40] or "Passkey"
        shown = shown.encode("utf-8", "replace").decode()
        await self._database.write(_add, login.account.id, {**key, "name": shown})

    async def log_in(self, credential: object) -> Account:
        """Return the account whose passkey has signed.

        LoginError without details if there is none.
        """
        return await self._signed(credential, LOGIN, None)

    async def confirm(self, login: LogIn, credential: object) -> None:
        """Note that the logged-in user has just used one of their passkeys."""
        account = await self._signed(credential, CONFIRM, login)
        if account.id != login.account.id:
            raise LoginError(REFUSED)
        await self._database.write(_ask, secrets.token_bytes(32), CONFIRMED, login)

    async def _new_key(self, credential: object, kind: str, login: LogIn | None) -> dict[str, Any]:
        given = _checked(credential)
        challenge = await self._take(given, kind, login)
        try:
            found = await asyncio.to_thread(
                verify_registration_response,
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except MISSHAPEN as error:
            raise LoginError(REFUSED) from error
        return {
            "credential": bytes_to_base64url(found.credential_id),
            "public_key": bytes_to_base64url(found.credential_public_key),
            "uses": found.sign_count,
            "name": "Passkey",
        }

    async def _signed(self, credential: object, kind: str, login: LogIn | None) -> Account:
        given = _checked(credential)
        challenge = await self._take(given, kind, login)
        known = await self._database.read(_find, str(given.get("id")))
        if known is None:
            raise LoginError(REFUSED)
        account, public_key, uses = known
        try:
            found = await asyncio.to_thread(
                verify_authentication_response,
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=self._host,
                expected_origin=self._origin,
                credential_public_key=base64url_to_bytes(public_key),
                credential_current_sign_count=uses,
                require_user_verification=True,
            )
        except MISSHAPEN as error:
            raise LoginError(REFUSED) from error
        await self._database.write(_note, str(given["id"]), found.new_sign_count)
        return account

    async def _take(self, given: dict[str, Any], kind: str, login: LogIn | None) -> bytes:
        """Return the challenge that was answered, and remove it."""
        try:
            data = base64url_to_bytes(given["response"]["clientDataJSON"])
            challenge = parse_client_data_json(data).challenge
        except MISSHAPEN as error:
            raise LoginError(REFUSED) from error
        if not await self._database.write(_take, challenge, kind, login):
            raise LoginError(REFUSED)
        return challenge

    # Others

    async def of(self, account: Account) -> list[Passkey]:
        """List an account's passkeys."""
        return await self._database.read(_of, account.id)

    async def take_confirmation(self, login: LogIn) -> bool:
        """Whether the user has just confirmed with a passkey; a confirmation can be used once."""
        return await self._database.write(_take_confirmation, login)


# WebAuthn's own errors, and those of its parsers for JSON of an unexpected shape
MISSHAPEN = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, LookupError)


def _checked(credential: object) -> dict[str, Any]:
    key = credential.get("id") if isinstance(credential, dict) else None
    if not isinstance(credential, dict) or not isinstance(key, str) or not KEY.fullmatch(key):
        raise LoginError(REFUSED)
    return credential


def _described(known: list[str]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(key)) for key in known]


# In the database's threads


def _ask(connection: Connection, challenge: bytes, kind: str, login: LogIn | None) -> None:
    time = now(connection)
    connection.execute(delete(CEREMONY).where(CEREMONY.c.expires < time))
    connection.execute(
        insert(CEREMONY).values(
            digest=hashlib.sha256(challenge).hexdigest(),
            kind=kind,
            account=login.account.id if login else None,
            session=login.id if login else "",
            expires=time + LASTS,
        )
    )


def _take(connection: Connection, challenge: bytes, kind: str, login: LogIn | None) -> bool:
    taken = connection.execute(
        delete(CEREMONY).where(
            CEREMONY.c.digest == hashlib.sha256(challenge).hexdigest(),
            CEREMONY.c.kind == kind,
            CEREMONY.c.session == (login.id if login else ""),
            CEREMONY.c.expires > now(connection),
        )
    )
    return taken.rowcount > 0


def _take_confirmation(connection: Connection, login: LogIn) -> bool:
    taken = connection.execute(
        delete(CEREMONY).where(
            CEREMONY.c.kind == CONFIRMED,
            CEREMONY.c.session == login.id,
            CEREMONY.c.account == login.account.id,
            CEREMONY.c.expires > now(connection),
        )
    )
    return taken.rowcount > 0


def _register(connection: Connection, name: str, key: dict[str, Any]) -> Account:
    account = create_member(connection, name)
    _add(connection, account.id, key)
    return account


def _add(connection: Connection, account: str, key: dict[str, Any]) -> None:
    lock_account(connection, account)
    count = select(func.count()).where(PASSKEY.c.account == account)
    if connection.execute(count).scalar_one() >= MOST:
        raise PasskeyError(f"an account can have at most {MOST} passkeys")
    try:
        connection.execute(insert(PASSKEY).values(account=account, created=now(connection), **key))
    except IntegrityError:
        raise PasskeyError("this passkey is already registered") from None
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == account).values(kind="member"))


def _find(connection: Connection, credential: str) -> tuple[Account, str, int] | None:
    row = connection.execute(
        select(ACCOUNT, PASSKEY.c.public_key, PASSKEY.c.uses)
        .join(PASSKEY, PASSKEY.c.account == ACCOUNT.c.id)
        .where(PASSKEY.c.credential == credential)
    ).one_or_none()
    return None if row is None else (account_of(row), row.public_key, row.uses)


def _note(connection: Connection, credential: str, uses: int) -> None:
    connection.execute(
        update(PASSKEY)
        .where(PASSKEY.c.credential == credential)
        .values(uses=uses, used=now(connection))
    )


def _of(connection: Connection, account: str) -> list[Passkey]:
    rows = connection.execute(
        select(PASSKEY).where(PASSKEY.c.account == account).order_by(PASSKEY.c.created)
    )
    return [Passkey(row.credential, row.name, row.created, row.used) for row in rows]


def remove(connection: Connection, account: str, credential: str) -> None:
    """Remove a passkey; PasskeyError if its owner could not log in any more."""
    lock_account(connection, account)
    password = select(PASSWORD.c.account).where(PASSWORD.c.account == account)
    count = select(func.count()).where(PASSKEY.c.account == account)
    if not connection.execute(password).first() and connection.execute(count).scalar_one() < 2:
        raise PasskeyError("this is the only way to log in: choose a password first")
    mine = PASSKEY.c.account == account, PASSKEY.c.credential == credential
    connection.execute(delete(PASSKEY).where(*mine))
