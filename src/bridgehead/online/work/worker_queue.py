"""Waking workers: Procrastinate, a queue of tasks in PostgreSQL.

A job says only "look at this game" or "look around". Due work is stored in our own tables, and
every worker checks these every ten seconds, so a lost or repeated job does no harm. Nothing is
scheduled ahead; each job is queued at most once (queueing lock). Jobs of workers that died are
deleted, because they would only repeat what the tables say.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import procrastinate
import psycopg
from procrastinate import exceptions
from procrastinate.jobs import Status

from bridgehead.online.database.database import Database

_log = logging.getLogger(__name__)

QUEUE = "bridgehead"
THINK, LOOK = "bridgehead:think", "bridgehead:look"
AT_ONCE = 8  # games that one worker thinks about at the same time
CONNECTIONS = 4
AGAIN = 2.0  # seconds until a queue that broke is tried again
GRACE = 1.0  # seconds for running jobs to finish when the worker ends

Think = Callable[[str], Awaitable[None]]


class Jobs:
    """Wakes workers from any process; in a worker, also receives the jobs."""

    def __init__(self, database: Database) -> None:
        url = database.engine.url.set(drivername="postgresql")
        self._app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(
                conninfo=url.render_as_string(hide_password=False),
                min_size=1,
                max_size=CONNECTIONS,
                timeout=5.0,
            )
        )
        self._waiting: set[str] = set()
        self._woken = asyncio.Event()
        self._opening = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start to send jobs."""
        self._tasks.append(asyncio.create_task(self._again(self._ring)))

    def work(self, think: Think, look: Callable[[], None]) -> None:
        """Start to receive jobs as well."""

        async def about(game: str) -> None:
            await think(game)

        async def around() -> None:
            look()

        self._app.task(name=THINK)(about)
        self._app.task(name=LOOK)(around)
        self._tasks.append(asyncio.create_task(self._again(self._work)))
        self._tasks.append(asyncio.create_task(self._again(self._clean)))

    async def stop(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._app.close_async()

    def wake(self, game: str = "") -> None:
        """Wake a worker for a game, or in general; the work itself is in the database."""
        self._waiting.add(game)
        self._woken.set()

    async def _again(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work`, and run it again after an error: the database may be down for a while."""
        while True:
            try:
                await self._open()
                await work()
            except (exceptions.ProcrastinateException, psycopg.Error, OSError) as error:
                _log.warning("the queue of the workers: %s", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _open(self) -> None:
        async with self._opening:
            try:
                await self._app.open_async()
            except BaseException:
                await self._app.close_async()  # otherwise it would treat a closed pool as open
                raise

    async def _ring(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                game = self._waiting.pop()
                with contextlib.suppress(exceptions.AlreadyEnqueued):
                    name, args = (THINK, {"game": game}) if game else (LOOK, {})
                    lock = f"{name} {game}"
                    task = self._app.configure_task(name, queue=QUEUE, queueing_lock=lock)
                    await task.defer_async(**args)

    async def _work(self) -> None:
        await self._app.run_worker_async(
            queues=[QUEUE],
            concurrency=AT_ONCE,
            install_signal_handlers=False,
            delete_jobs="always",
            shutdown_graceful_timeout=GRACE,
        )

    async def _clean(self) -> None:
        """Delete the jobs of workers that died."""
        while True:
            manager = self._app.job_manager
            for job in await manager.get_stalled_jobs():
                await manager.finish_job(job, Status.FAILED, delete_job=True)
            await asyncio.sleep(60)
