"""Background work other than thinking: turning notices into mails and pushes, and sending them.

It runs in the workers, or in the servers if there are no workers. Several processes can do it at
once. Pending work is in tables, which are checked every ten seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import email_addresses
from bridgehead.online.clocks import inactivity
from bridgehead.online.database.database import Database
from bridgehead.online.notices import notices, outbox
from bridgehead.online.notices.delivery import MailServer, MessageSender
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.user_addresses import InternetRequests
from bridgehead.online.work.monitoring import WAITING

_log = logging.getLogger(__name__)

EVERY = 10.0  # seconds between two rounds
SELDOM = 3600.0  # seconds between two deletions of old rows


class Chores:
    """The regular background work of one process."""

    def __init__(
        self,
        database: Database,
        sender: Sender,
        server: MailServer | None = None,
        outside: InternetRequests | None = None,
    ) -> None:
        self._database = database
        self._sender = sender
        self._message_sender = MessageSender(
            database, sender, server, outside or InternetRequests()
        )
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._cleaned = float("-inf")

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._rounds())

    async def stop(self) -> None:
        """Stop. Unsent messages stay in the tables."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """Wake up, because there is something to send."""
        self._woken.set()

    async def round(self) -> None:
        """Do everything that is due now."""
        write = self._database.write
        await write(notices.warn)
        while await write(outbox.settle, self._sender) >= notices.ONCE:
            pass
        await write(outbox.digests, self._sender)
        await self._message_sender.round()
        for what, count in (await self._database.read(outbox.waiting)).items():
            WAITING.labels(what).set(count)
        if time.monotonic() - self._cleaned > SELDOM:
            self._cleaned = time.monotonic()
            await write(inactivity.warn)
            for forget in (notices.forget, email_addresses.forget, outbox.forget):
                await write(forget)

    async def _rounds(self) -> None:
        while True:
            self._woken.clear()
            try:
                await self.round()
            except BridgeheadError as error:
                _log.warning("sending notices failed: %s", error)
            except Exception:
                _log.exception("sending notices failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), EVERY)
