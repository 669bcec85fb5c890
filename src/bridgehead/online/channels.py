"""Channels: where people receive notices, by mail, in their browsers, or by web hook.

Each channel has the kinds of notices that it receives. A mail address is used after a link sent
there was followed. With an hour it receives one mail a day instead of one for each notice.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online import outside
from bridgehead.online.database import now
from bridgehead.online.games import UnknownGameError
from bridgehead.online.notices import EVENTS
from bridgehead.online.sessions import DAY, digest_of
from bridgehead.online.tables import ACCOUNT, CHANNEL

MAIL, PUSH, HOOK, DISCORD = "mail", "push", "hook", "discord"
MOST = 10  # channels of one account
UNPROVED = 2 * DAY  # that an address waits to be confirmed
HOUR = 3600 * 1000  # ms
GIVEN_UP = 20  # failures in a row after which a channel is removed
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


class ChannelError(BridgeheadError):
    """A channel is not possible, or does not exist."""


@dataclass(frozen=True)
class Channel:
    """A channel: where an account receives notices."""

    id: str
    account: str
    kind: str
    target: str
    keys: Mapping[str, str]
    events: frozenset[str]
    proved: bool
    hour: int | None
    failures: int

    @property
    def shown(self) -> str:
        """The channel as its owner sees it; of a web address only the host is shown."""
        return self.target if self.kind == MAIL else outside.checked(self.target).host


def of(connection: Connection, account: str) -> list[Channel]:
    """List the channels of an account, the oldest first."""
    rows = connection.execute(
        select(CHANNEL).where(CHANNEL.c.account == account).order_by(CHANNEL.c.created)
    )
    return [channel_of(row) for row in rows]


def find(connection: Connection, channel: str) -> Channel | None:
    """Return a channel by its id."""
    row = connection.execute(select(CHANNEL).where(CHANNEL.c.id == channel)).one_or_none()
    return None if row is None else channel_of(row)


def channel_of(row: Any) -> Channel:
    """Return the channel of a row of the table."""
    return Channel(
        id=row.id,
        account=row.account,
        kind=row.kind,
        target=row.target,
        keys=json.loads(row.keys),
        events=frozenset(json.loads(row.events)),
        proved=row.proof is None,
        hour=row.hour,
        failures=row.failures,
    )


# Adding


def checked_mail(address: str) -> str:
    """Return an e-mail address; ChannelError if it is invalid."""
    found = address.strip()
    if len(found) > 254 or not ADDRESS.fullmatch(found) or ".." in found:
        raise ChannelError("this is not an e-mail address")
    return found


def checked_keys(keys: object) -> dict[str, str]:
    """Return the keys of a browser's subscription; ChannelError if they are invalid."""
    given = keys if isinstance(keys, dict) else {}
    found = {name: given.get(name) for name in ("p256dh", "auth")}
    try:
        sizes = [len(_bytes(value)) for value in found.values()]
        right = sizes == [65, 16] and _bytes(found["p256dh"])[0] == 4
    except (TypeError, ValueError, binascii.Error):
        right = False
    if not right:
        raise ChannelError("the keys of this browser's subscription are missing")
    return {name: str(value) for name, value in found.items()}


def _bytes(text: object) -> bytes:
    if not isinstance(text, str) or len(text) > 200:
        raise TypeError
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def add(
    connection: Connection,
    account: str,
    kind: str,
    target: str,
    keys: Mapping[str, str] | None = None,
) -> tuple[str, str]:
    """Store a new channel; return its id, and its confirmation token ("" if none is needed).

    A known subscription moves to this account: another person uses the browser now.
    """
    count = select(func.count()).where(CHANNEL.c.account == account)
    if kind == PUSH:
        connection.execute(
            delete(CHANNEL).where(CHANNEL.c.kind == PUSH, CHANNEL.c.target == target)
        )
    same = select(CHANNEL.c.id).where(
        CHANNEL.c.account == account, CHANNEL.c.kind == kind, CHANNEL.c.target == target
    )
    if connection.execute(same).first() is not None:
        raise ChannelError("you have added this already")
    if connection.execute(count).scalar_one() >= MOST:
        raise ChannelError(f"you can have at most {MOST} channels: remove one first")
    token = secrets.token_urlsafe(32) if kind == MAIL else ""
    channel = secrets.token_hex(8)
    connection.execute(
        insert(CHANNEL).values(
            id=channel,
            account=account,
            kind=kind,
            target=target,
            keys=json.dumps(keys or {}),
            events=json.dumps(EVENTS),
            proof=digest_of(token) if token else None,
            created=now(connection),
            failures=0,
        )
    )
    return channel, token


def unproved(connection: Connection, token: str) -> tuple[Channel, str]:
    """Return the channel that a token confirms, and the name of its owner."""
    row = connection.execute(
        select(CHANNEL, ACCOUNT.c.name)
        .join(ACCOUNT)
        .where(CHANNEL.c.proof == digest_of(token), CHANNEL.c.created > now(connection) - UNPROVED)
    ).one_or_none()
    if row is None:
        raise UnknownGameError("this link was already used or has expired")
    return channel_of(row), row.name


def prove(connection: Connection, token: str) -> None:
    """Confirm an address."""
    channel, _ = unproved(connection, token)
    connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel.id).values(proof=None))


# Changing


def change(
    connection: Connection, account: str, channel: str, events: Iterable[str], hour: int | None
) -> None:
    """Set the kinds of notices of a channel, and the hour of a daily mail."""
    found = own(connection, account, channel)
    chosen = [event for event in EVENTS if event in set(events)]
    values: dict[str, Any] = {"events": json.dumps(chosen)}
    if found.kind == MAIL:
        values |= {"hour": hour, "next": None if hour is None else next_at(now(connection), hour)}
    connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel).values(values))


def remove(connection: Connection, account: str, channel: str) -> None:
    """Remove one of somebody's channels."""
    own(connection, account, channel)
    end(connection, channel)


def end(connection: Connection, channel: str) -> None:
    """Remove a channel and everything that waits to be sent there."""
    connection.execute(delete(CHANNEL).where(CHANNEL.c.id == channel))


def own(connection: Connection, account: str, channel: str) -> Channel:
    """Return a channel of an account; an unknown channel and another account's look alike."""
    found = find(connection, channel)
    if found is None or found.account != account:
        raise UnknownGameError("you have no such channel")
    return found


def failed(connection: Connection, channel: str) -> None:
    """Count a failed message; a channel where all messages fail is removed."""
    found = find(connection, channel)
    if found is not None and found.failures + 1 >= GIVEN_UP:
        end(connection, channel)
    elif found is not None:
        failures = found.failures + 1
        connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel).values(failures=failures))


def arrived(connection: Connection, channel: str) -> None:
    """Note that a message arrived."""
    connection.execute(
        update(CHANNEL).where(CHANNEL.c.id == channel, CHANNEL.c.failures > 0).values(failures=0)
    )


# Digests


def next_at(time: int, hour: int) -> int:
    """Return the next time at which it is this hour (UTC)."""
    today = time - time % DAY + hour * HOUR
    return today if today > time else today + DAY


def digests_due(connection: Connection) -> list[Channel]:
    """Take the channels whose digest is due, and set when the next one is."""
    time = now(connection)
    rows = connection.execute(
        select(CHANNEL).where(CHANNEL.c.next <= time).with_for_update(skip_locked=True)
    ).all()
    for row in rows:
        after = None if row.hour is None else next_at(time, row.hour)
        connection.execute(update(CHANNEL).where(CHANNEL.c.id == row.id).values(next=after))
    return [channel_of(row) for row in rows]


def forget(connection: Connection) -> None:
    """Delete addresses that were not confirmed."""
    old = now(connection) - UNPROVED
    connection.execute(delete(CHANNEL).where(CHANNEL.c.proof.is_not(None), CHANNEL.c.created < old))
