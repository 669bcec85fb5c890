"""Sends the messages of the outboxes: mail by SMTP, pushes to browsers, web hooks."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import email_addresses
from bridgehead.online.database.database import Database
from bridgehead.online.notices import channels, hook_signatures, outbox, push
from bridgehead.online.notices.channels import Channel
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.user_addresses import Answer, InternetRequests, OutsideError
from bridgehead.online.work.monitoring import SENT

_log = logging.getLogger(__name__)

PATIENCE = 30.0  # seconds for one mail
GONE = (404, 410)  # these mean that the subscription no longer exists
LOCAL = ("localhost", "127.0.0.1", "::1")
UNFOLDED = SMTP.clone(max_line_length=900)  # mailers do not understand addresses broken over lines
PORTS = {"smtp": 587, "smtps": 465}


class MailError(BridgeheadError):
    """The mail settings are invalid."""


@dataclass(frozen=True)
class MailServer:
    """The SMTP server for outgoing mail."""

    host: str
    port: int
    user: str | None
    password: str | None
    is_tls: bool  # TLS from the first byte on
    sender: str  # "Name <address>"

    @classmethod
    def of(cls, url: str, sender: str) -> MailServer | None:
        """Return the server of smtp://user:password@host:port or smtps://…; None for ""."""
        if not url:
            return None
        parts = urlsplit(url)
        try:
            port = parts.port or PORTS[parts.scheme]
            address = email_addresses.checked(parseaddr(sender)[1])
        except (KeyError, ValueError, BridgeheadError):
            host = parts.hostname or ""
            raise MailError(
                f"--smtp {parts.scheme}://…@{host}, --mail-from {sender}: write them like "
                "smtps://user:password@mail.example.org and 'Bridgehead <play@example.org>'"
            ) from None
        if not parts.hostname or not address:
            raise MailError("--smtp: the host is missing")
        user, word = (unquote(part) if part else None for part in (parts.username, parts.password))
        return cls(parts.hostname, port, user, word, parts.scheme == "smtps", sender)

    async def send(self, message: EmailMessage) -> None:
        """Send a mail."""
        async with self._connection(PATIENCE) as client:
            await client.sendmail(
                parseaddr(self.sender)[1], [str(message["To"])],
                message.as_bytes(),  # as bytes: the library would break addresses over lines
            )  # fmt: skip

    async def greet(self, patience: float) -> None:
        """Connect and log in, without sending anything."""
        async with self._connection(patience) as client:
            await client.noop()

    def _connection(self, patience: float) -> aiosmtplib.SMTP:
        """Return a client, encrypted unless the server is on this machine."""
        starts = None if self.is_tls or self.host in LOCAL else True
        return aiosmtplib.SMTP(
            hostname=self.host, port=self.port, username=self.user, password=self.password,
            use_tls=self.is_tls, start_tls=False if self.is_tls else starts, timeout=patience,
        )  # fmt: skip


class MessageSender:
    """Sends the messages of the outboxes."""

    def __init__(
        self,
        database: Database,
        sender: Sender,
        server: MailServer | None,
        outside: InternetRequests,
    ) -> None:
        self._database = database
        self._sender = sender
        self._server = server
        self._outside = outside

    async def round(self) -> None:
        """Send the messages that are due, as far as possible."""
        if self._server is not None:
            while rows := await self._database.write(outbox.take_mails):
                for row in rows:
                    await self._mail(self._server, row)
        while rows := await self._database.write(outbox.take_posts):
            for row in rows:
                await self._post(row)

    async def _mail(self, server: MailServer, row: Mapping[str, Any]) -> None:
        try:
            await server.send(letter(row, server.sender, self._sender.public))
        except (aiosmtplib.SMTPException, MessageError, OSError, ValueError) as error:
            code = getattr(error, "code", 0)
            for_ever = isinstance(error, aiosmtplib.SMTPRecipientsRefused) and all(
                each.code >= 500 for each in error.recipients
            )
            _log.warning("mail %s was not sent: %s %s", row["id"], type(error).__name__, code)
            SENT.labels("mail", "refused" if for_ever else "failed").inc()
            if for_ever or isinstance(error, (MessageError, ValueError)):
                await self._database.write(outbox.refused, row["id"])
            return
        await self._database.write(outbox.mailed, row["id"])
        SENT.labels("mail", "sent").inc()

    async def _post(self, row: Mapping[str, Any]) -> None:
        channel: Channel = row["channel"]
        try:
            body, headers = self._packed(channel, row["id"], json.loads(row["body"]))
            answer = await self._outside.post(channel.target, body, headers)
        except OutsideError as error:
            _log.warning("post %s was not sent: %s", row["id"], error)
            answer = Answer(0)
        except ValueError as error:  # invalid keys
            _log.warning("post %s cannot be sent: %s", row["id"], type(error).__name__)
            answer = Answer(GONE[0])
        if 200 <= answer.status < 300:
            await self._database.write(outbox.posted, row)
            SENT.labels(channel.kind, "sent").inc()
        elif answer.status in GONE:
            await self._database.write(channels.end, channel.id)
            SENT.labels(channel.kind, "gone").inc()
        else:
            await self._database.write(outbox.not_posted, row, answer.wait)
            SENT.labels(channel.kind, "failed").inc()

    def _packed(
        self, channel: Channel, message: str, told: Mapping[str, Any]
    ) -> tuple[bytes, Mapping[str, str]]:
        """Return the body and the headers of a message to a channel."""
        if channel.kind == channels.PUSH:
            return push.packed(channel, told, self._sender)
        url = f"{self._sender.public}{told['path']}"
        if channel.kind == channels.DISCORD:
            data: dict[str, Any] = {
                "username": "Bridgehead", "content": f"{told['text']}\n{url}",
                "allowed_mentions": {"parse": []},
            }  # fmt: skip
        else:
            data = {"events": told["events"], "text": told["text"], "url": url}
            data["game"] = told["game"] or None
        headers = {"Content-Type": "application/json", "User-Agent": "Bridgehead"}
        body = json.dumps(data).encode("ascii")
        if channel.kind == channels.HOOK:
            secret = hook_signatures.secret_of(self._sender.keys, channel.id)
            headers |= hook_signatures.headers(secret, message, int(time.time()), body)
        return body, headers


def letter(row: Mapping[str, Any], sender: str, public: str) -> EmailMessage:
    """Return the mail of an outbox row; it is the same each time."""
    host = urlsplit(public).hostname or parseaddr(sender)[1].rpartition("@")[2]
    message = EmailMessage(policy=UNFOLDED)
    message["From"], message["To"], message["Subject"] = sender, row["to"], row["subject"]
    message["Date"] = formatdate(row["created"] / 1000)
    message["Message-ID"] = f"<{row['id']}@{host}>"
    message["Auto-Submitted"] = "auto-generated"
    if row["unsubscribe"]:
        message["List-Unsubscribe"] = f"<{row['unsubscribe']}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(row["text"])
    return message
