"""`bridgehead worker`: the background work of a large server."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.database import schema
from bridgehead.online.database.database import Database
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.live.game_server import GameServer
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.web.app import Settings
from bridgehead.online.web.run import ServerSettings, data_folder, seal_of, settings_of
from bridgehead.online.work import logs, monitoring
from bridgehead.online.work.chores import Chores
from bridgehead.online.work.installation_check import missing_keys
from bridgehead.online.work.worker_queue import Jobs


def work(wanted: ServerSettings, say: Callable[[str], None] = print) -> int:
    """Work until Ctrl-C or SIGTERM, and return the exit status, 0."""
    if not wanted.database:
        raise BridgeheadError("--database: a worker needs the database of its web processes")
    folder = data_folder()
    database = Database(wanted.database)
    try:
        if database.is_sqlite:
            raise BridgeheadError("--database: a worker needs PostgreSQL")
        for path, variable in missing_keys(folder):  # no other process would have its own
            raise BridgeheadError(
                f"{path}: is missing: a worker needs the key of its web processes. Put a copy of "
                f"their file there, or the key into {variable}"
            )
        settings = settings_of(wanted, folder)
        schema.check(database)
        seal = seal_of(wanted, database, folder)
        logs.configure(as_json=wanted.log_json)
        if wanted.metrics:
            monitoring.serve_numbers(wanted.metrics)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_work(database, seal, settings, say))
    finally:
        database.close()
    return 0


async def _work(
    database: Database, seal: Seal, settings: Settings, say: Callable[[str], None]
) -> None:
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    assert settings.keys is not None
    sender = Sender(settings.public, settings.keys, settings.mail is not None)
    async with working(database, seal, settings, sender):
        say("The worker is running. Stop it with Ctrl-C.")
        await ending.wait()


@contextlib.asynccontextmanager
async def working(
    database: Database, seal: Seal, settings: Settings, sender: Sender
) -> AsyncIterator[None]:
    """Run the worker's tasks within an `async with` block."""
    warming, jobs = Warming(), Jobs(database)
    server = GameServer(database, seal, warming, settings.passwords, serves=False, jobs=jobs)
    chores = Chores(database, sender, settings.mail, settings.outside)
    warming.start()
    server.start()
    chores.start()
    jobs.start()

    def look() -> None:
        chores.wake()
        server.look_for_work()

    jobs.work(server.think, look)
    try:
        yield
    finally:
        warming.end_processes()
        await jobs.stop()
        await server.stop()
        await chores.stop()
        warming.stop()
