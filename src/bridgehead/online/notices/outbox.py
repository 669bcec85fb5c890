"""The outboxes: mails, and posts to browsers and web hooks, stored as rows until they are sent.

Notices become outbox rows in one transaction, so none is sent twice or lost. Before sending, a
sender moves the due time of a row, further with each try. If the sender dies, another one finds the
row due again. A mail that was sent but not recorded is sent again with the same Message-ID.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from bridgehead.online.accounts import email_addresses
from bridgehead.online.accounts.accounts import Account, languages_of
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import CHANNEL, MAIL, POST
from bridgehead.online.notices import channels, notices, quiet_hours, wording
from bridgehead.online.notices.channels import Channel
from bridgehead.online.notices.notices import DIGEST, DONE, MINUTE, QUIET, Notice
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.web.texts import t
from bridgehead.server.languages.languages import speaking

TRIES = {"mail": 10, "post": 6}  # tries before a message is given up
AT_ONCE = 20  # rows that are taken at the same time
KEPT = 7 * DAY  # how long a mail is kept
LONGEST = 300  # characters of a notice


@dataclass(frozen=True)
class Sender:
    """The settings needed to write the rows: public address, sender, keys."""

    public: str  # the server's address; "" if unknown: no links then, and no mails
    keys: Keys
    mails: bool  # whether this server sends mail

    def unsubscribe(self, channel: str) -> str:
        """Return the address of the page that unsubscribes a channel."""
        return f"{self.public}/unsubscribe/{channel}.{self.keys.hashed('unsubscribe', channel)}"


# From notices to rows


def settle(connection: Connection, sender: Sender) -> int:
    """Put due notices into the outboxes; return how many were considered."""
    rows = notices.due(connection)
    _settle(connection, sender, rows)
    return len(rows)


def _settle(connection: Connection, sender: Sender, rows: Sequence[Any]) -> None:
    """Put due notices into the outboxes, or keep them for the end of quiet hours or a daily mail.

    What has waited for the end of quiet hours goes out as one message.
    """
    true = notices.still_true(connection, rows)
    quiet = quiet_hours.quiet_now(connection, {row.account for row in rows})
    later: list[Any] = []
    for account in dict.fromkeys(row.account for row in rows):
        own = [(row, notice) for row, notice in true if row.account == account]
        if account in quiet:
            now_quiet = quiet[account]
            held = [row for row, notice in own if not (now_quiet.urgent and notice.urgent)]
            own = [(row, notice) for row, notice in own if row not in held]
            notices.mark(connection, held, QUIET, now_quiet.until)
            later += held
        has_waited = any(row.state == QUIET for row, _ in own)
        digest: list[Any] = []
        for channel in channels.of(connection, account):
            wanted = [(row, notice) for row, notice in own if notice.kind in channel.events]
            if not channel.proved or not wanted:
                continue
            if channel.hour is not None:
                digest += [row for row, _ in wanted]
            else:
                told = [notice for _, notice in wanted]
                _put(connection, sender, channel, told, together=has_waited)
        notices.mark(connection, digest, DIGEST)
        later += digest
    notices.mark(connection, [row for row in rows if row not in later], DONE)


def digests(connection: Connection, sender: Sender) -> None:
    """Put due daily mails into the outbox."""
    for channel in channels.digests_due(connection):
        _settle(connection, sender, notices.after_quiet_hours(connection, channel.account))
        rows = notices.of_digest(connection, channel.account)
        true = [notice for _, notice in notices.still_true(connection, rows)]
        wanted = [notice for notice in true if notice.kind in channel.events]
        if wanted and channel.hour is not None:
            _put(connection, sender, channel, wanted)
        notices.mark(connection, rows, DONE)


def _put(
    connection: Connection,
    sender: Sender,
    channel: Channel,
    told: Sequence[Notice],
    *,
    together: bool = False,
) -> None:
    """Write the rows that send notices to a channel.

    It is one mail, and one post for each game, or for all games together.
    """
    quiet = _keeps(connection, channel.account, told)
    if channel.kind == email_addresses.MAIL:
        if sender.mails:
            unsubscribe = sender.unsubscribe(channel.id)
            with speaking(told[0].language):
                said = [wording.words(notice) for notice in told]
                mail = wording.letter(said, sender.public, unsubscribe)
            write(
                connection, channel.target, mail.subject, mail.text, unsubscribe, quiet, channel.id
            )
        return
    games = dict.fromkeys(notice.game for notice in told)
    about_each = [[notice for notice in told if notice.game == game] for game in games]
    for about in [told] if together else about_each:
        with speaking(told[0].language):
            said = [wording.words(notice) for notice in about]
            words = wording.joined(said, LONGEST)
        is_one = len({notice.game for notice in about}) == 1
        game, path = (about[0].game, words.path) if is_one else ("", "/")
        events = [each.kind for each in about]
        post(connection, channel.id, events, words.text, path, game, quiet)


def _keeps(connection: Connection, account: str, told: Sequence[Notice]) -> str | None:
    """Return the account whose quiet hours a message with these notices keeps, None if none."""
    hours = quiet_hours.of(connection, account)
    is_sent = hours is not None and hours.urgent and any(notice.urgent for notice in told)
    return None if is_sent else account


def write(
    connection: Connection,
    to: str,
    subject: str,
    text: str,
    unsubscribe: str | None = None,
    quiet: str | None = None,
    channel: str | None = None,
) -> None:
    """Put a mail into the outbox.

    `quiet` is the account whose quiet hours it keeps, `channel` the channel with which it ends.
    """
    time = now(connection)
    row = {"to": to, "subject": " ".join(subject.split()), "text": text, "unsubscribe": unsubscribe}
    key = {"id": secrets.token_hex(16), "created": time, "due": time, "tries": 0}
    connection.execute(insert(MAIL).values({**row, **key, "quiet": quiet, "channel": channel}))


def confirm(connection: Connection, account: Account, address: str, public: str) -> bool:
    """Store an address and send it a confirmation link; False if it is confirmed already."""
    token = email_addresses.take(connection, account.id, address)
    if token:
        with speaking(account.language):
            text = t("mail.confirm", name=account.name, link=f"{public}/confirm/{token}")
            subject = t("mail.confirmSubject")
        write(connection, address, subject, text)
    return bool(token)


def post(
    connection: Connection,
    channel: str,
    events: Iterable[str],
    text: str,
    path: str,
    game: str,
    quiet: str | None = None,
) -> None:
    """Put a message to a browser or a web hook into the outbox.

    `quiet` is the account whose quiet hours it keeps.
    """
    time = now(connection)
    body = {"events": list(events), "text": text[:LONGEST], "path": path, "game": game}
    row = {
        "id": secrets.token_hex(16), "channel": channel, "body": json.dumps(body), "quiet": quiet
    }  # fmt: skip
    connection.execute(insert(POST).values({**row, "created": time, "due": time, "tries": 0}))


def test(connection: Connection, sender: Sender, account: str, channel: str) -> None:
    """Send a test message to one of an account's own channels."""
    found = channels.own(connection, account, channel)
    unsubscribe = sender.unsubscribe(channel)
    with speaking(languages_of(connection, [account]).get(account)):
        text = t("notice.test")
        said = [wording.Words(text, "/settings/notices")]
        mail = wording.letter(said, sender.public, unsubscribe)
    if found.kind != email_addresses.MAIL:
        post(connection, found.id, ["test"], text, "/settings/notices", "")
    elif sender.mails and found.proved:
        write(connection, found.target, mail.subject, mail.text, unsubscribe, channel=channel)


# Sending


def take_mails(connection: Connection) -> list[Mapping[str, Any]]:
    """Return some mails that are due; no other process gets them for a while."""
    time = now(connection)
    which = MAIL.c.sent.is_(None) & (MAIL.c.due <= time) & (MAIL.c.tries < TRIES["mail"])
    return _take(connection, MAIL, which, time)


def take_posts(connection: Connection) -> list[Mapping[str, Any]]:
    """Return some posts that are due, with their channels.

    No other process gets them for a while.
    """
    time = now(connection)
    which = (POST.c.due <= time) & (POST.c.tries < TRIES["post"])
    rows = _take(connection, POST, which, time)
    ids = [row["channel"] for row in rows]
    known = connection.execute(channels.rows_of().where(CHANNEL.c.id.in_(ids))).all()
    found = {row.id: channels.channel_of(row) for row in known}
    return [{**row, "channel": found[row["channel"]]} for row in rows if row["channel"] in found]


def _take(connection: Connection, table: Any, which: Any, time: int) -> list[Mapping[str, Any]]:
    owners = connection.execute(select(table.c.quiet).where(which).distinct()).scalars()
    quiet = quiet_hours.quiet_now(connection, [owner for owner in owners if owner is not None])
    for owner, hours in quiet.items():  # a try that is due in quiet hours waits until they end
        held = update(table).where(which, table.c.quiet == owner)
        connection.execute(held.values(due=hours.until))
    taken = select(table).where(which).order_by(table.c.due).limit(AT_ONCE)
    taken = taken.with_for_update(skip_locked=True)
    rows: list[Mapping[str, Any]] = [dict(row._mapping) for row in connection.execute(taken)]
    for row in rows:
        connection.execute(
            update(table)
            .where(table.c.id == row["id"])
            .values(tries=row["tries"] + 1, due=time + MINUTE * 2 ** row["tries"])
        )
    return rows


def mailed(connection: Connection, mail: str) -> None:
    """Note that a mail was sent."""
    connection.execute(update(MAIL).where(MAIL.c.id == mail).values(sent=now(connection)))


def refused(connection: Connection, mail: str) -> None:
    """Note that a mail was permanently refused."""
    connection.execute(update(MAIL).where(MAIL.c.id == mail).values(tries=TRIES["mail"]))


def posted(connection: Connection, row: Mapping[str, Any]) -> None:
    """Delete a post that was delivered."""
    connection.execute(delete(POST).where(POST.c.id == row["id"]))
    channels.arrived(connection, row["channel"].id)


def not_posted(connection: Connection, row: Mapping[str, Any], wait: int) -> None:
    """Note that a post was not delivered; it is tried again later, or given up."""
    if row["tries"] + 1 >= TRIES["post"]:
        connection.execute(delete(POST).where(POST.c.id == row["id"]))
    else:
        later = now(connection) + max(wait * 1000, MINUTE * 2 ** row["tries"])
        connection.execute(update(POST).where(POST.c.id == row["id"]).values(due=later))
    channels.failed(connection, row["channel"].id)


def waiting(connection: Connection) -> dict[str, int]:
    """Return the number of messages that wait to be sent."""
    mails = select(func.count()).where(MAIL.c.sent.is_(None), MAIL.c.tries < TRIES["mail"])
    posts = select(func.count()).select_from(POST)
    return {
        "mail": connection.execute(mails).scalar_one(),
        "post": connection.execute(posts).scalar_one(),
    }


def forget(connection: Connection) -> None:
    """Delete mails that are some days old."""
    connection.execute(delete(MAIL).where(MAIL.c.created < now(connection) - KEPT))
