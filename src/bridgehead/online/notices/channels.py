"""Channels: where people receive notices, by mail, in their browsers, or by web hook.

Each channel has the kinds of notices that it receives. A mail address is used once it is confirmed
(`email_addresses.py`). With an hour it receives one mail a day instead of one for each notice.
"""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import email_addresses
from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.email_addresses import MAIL
from bridgehead.online.accounts.time_zones import next_at, zone_of
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, ADDRESS, CHANNEL
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.notices import quiet_hours, user_addresses
from bridgehead.online.notices.notices import EVENTS

PUSH, HOOK, DISCORD = "push", "hook", "discord"
MOST = 10  # channels of one account
GIVEN_UP = 20  # failures in a row after which a channel is removed


class ChannelError(BridgeheadError):
    """A channel cannot be created or changed like that, or does not exist."""


@dataclass(frozen=True)
class Channel:
    """A channel: a place where an account receives notices."""

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
        return self.target if self.kind == MAIL else user_addresses.checked(self.target).host


def of(connection: Connection, account: str) -> list[Channel]:
    """List the channels of an account, the oldest first."""
    rows = connection.execute(
        rows_of().where(CHANNEL.c.account == account).order_by(CHANNEL.c.created)
    )
    return [channel_of(row) for row in rows]


def find(connection: Connection, channel: str) -> Channel | None:
    """Return a channel by its id."""
    row = connection.execute(rows_of().where(CHANNEL.c.id == channel)).one_or_none()
    return None if row is None else channel_of(row)


def rows_of() -> Any:
    """Return the query whose rows `channel_of` reads."""
    own = and_(ADDRESS.c.account == CHANNEL.c.account, ADDRESS.c.address == CHANNEL.c.target)
    return select(CHANNEL, ADDRESS.c.confirmed).outerjoin(
        ADDRESS, and_(own, CHANNEL.c.kind == MAIL)
    )


def channel_of(row: Any) -> Channel:
    """Return the channel of a row of the query `rows_of`."""
    return Channel(
        id=row.id,
        account=row.account,
        kind=row.kind,
        target=row.target,
        keys=json.loads(row.keys),
        events=frozenset(json.loads(row.events)),
        proved=row.kind != MAIL or row.confirmed is not None,
        hour=row.hour,
        failures=row.failures,
    )


# Adding


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
) -> str:
    """Store a new channel; return its id. A mail address must be stored first (`addresses.take`).

    A subscription that is known already moves to this account: another person now uses the browser.
    """
    lock_account(connection, account)
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
    channel = secrets.token_hex(8)
    connection.execute(
        insert(CHANNEL).values(
            id=channel,
            account=account,
            kind=kind,
            target=target,
            keys=json.dumps(keys or {}),
            events=json.dumps(EVENTS),
            created=now(connection),
            failures=0,
        )
    )
    return channel


# Changing


def change(
    connection: Connection, account: str, channel: str, events: Iterable[str], hour: int | None
) -> None:
    """Set the kinds of notices that a channel gets, and the hour of its daily mail."""
    found = own(connection, account, channel)
    chosen = [event for event in EVENTS if event in set(events)]
    values: dict[str, Any] = {"events": json.dumps(chosen)}
    if found.kind == MAIL:
        values |= {"hour": hour, "next": _next(connection, account, hour)}
    connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel).values(values))


def move(connection: Connection, account: str, zone: str) -> None:
    """Set the time zone of an account, and move daily mails and quiet hours to its hours there."""
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.id == account).values(zone=zone))
    for channel in of(connection, account):
        if channel.hour is not None:
            values = {"next": _next(connection, account, channel.hour)}
            connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel.id).values(values))
    quiet_hours.reconsider(connection, account)


def _next(connection: Connection, account: str, hour: int | None) -> int | None:
    """Return the time of an account's next daily mail, None if it has none."""
    return None if hour is None else next_at(now(connection), hour, zone_of(connection, account))


def remove(connection: Connection, account: str, channel: str) -> None:
    """Remove one of somebody's channels."""
    own(connection, account, channel)
    end(connection, channel)


def end(connection: Connection, channel: str) -> None:
    """Remove a channel and all messages that wait to be sent to it."""
    ended = delete(CHANNEL).where(CHANNEL.c.id == channel).returning(CHANNEL.c.account)
    for account in connection.execute(ended).scalars().all():
        email_addresses.forget_unused(connection, account)


def own(connection: Connection, account: str, channel: str) -> Channel:
    """Return a channel of an account.

    The error is the same for unknown channels and those of others.
    """
    found = find(connection, channel)
    if found is None or found.account != account:
        raise UnknownGameError("you have no such channel")
    return found


def failed(connection: Connection, channel: str) -> None:
    """Count a failed message; remove the channel if all its messages fail."""
    found = find(connection, channel)
    if found is not None and found.failures + 1 >= GIVEN_UP:
        end(connection, channel)
    elif found is not None:
        failures = found.failures + 1
        connection.execute(update(CHANNEL).where(CHANNEL.c.id == channel).values(failures=failures))


def arrived(connection: Connection, channel: str) -> None:
    """Note that a message was delivered."""
    connection.execute(
        update(CHANNEL).where(CHANNEL.c.id == channel, CHANNEL.c.failures > 0).values(failures=0)
    )


# Digests


def digests_due(connection: Connection) -> list[Channel]:
    """Return the channels whose daily mail is due, and set the time of the next one.

    In quiet hours none is: it waits until they end.
    """
    time = now(connection)
    rows = connection.execute(
        rows_of().where(CHANNEL.c.next <= time).with_for_update(skip_locked=True, of=CHANNEL)
    ).all()
    quiet = quiet_hours.quiet_now(connection, {row.account for row in rows})
    for row in rows:
        zone = zone_of(connection, row.account)
        after = None if row.hour is None else next_at(time, row.hour, zone)
        if row.account in quiet:
            after = quiet[row.account].until
        connection.execute(update(CHANNEL).where(CHANNEL.c.id == row.id).values(next=after))
    return [channel_of(row) for row in rows if row.account not in quiet]
