"""Analyses of finished games: anybody can request one; it is computed once and stored.

A requested analysis is a row in the database. A process claims it and renews the claim while it
computes. If the process dies, another one claims it. Each process computes one at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bridgehead.analysis.mistakes import mistakes_in
from bridgehead.core.errors import BridgeheadError, InvalidRecord
from bridgehead.core.kernels.warming import Warming
from bridgehead.core.records.record import Record
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import ANALYSIS
from bridgehead.online.games.game_data import NO_RECORD
from bridgehead.online.live.live_game import LiveGame
from bridgehead.online.ratings.puzzle_attempts import add_mistakes, mistakes_of
from bridgehead.players.puzzles import Puzzle
from bridgehead.server.games.analyses import Job, analyse_record, refusal
from bridgehead.server.views.reader import SecretError
from bridgehead.server.web.threads import aside

_log = logging.getLogger(__name__)

WANTED, RUNNING, DONE, FAILED = "wanted", "running", "done", "failed"
LEASE = 30_000  # ms; a claim that was not renewed for so long is given up
SAYS = 3.0  # seconds between two progress reports
MOST = 100  # analyses that may wait at the same time
LATER = "a game between people cannot be analysed before it is over"


class BusyError(BridgeheadError):
    """Too many analyses are waiting already."""


class Analyses:
    """The analyses that one process computes."""

    def __init__(
        self, database: Database, warming: Warming, game: Callable[[str], Awaitable[LiveGame]]
    ) -> None:
        """`game` returns a game by its id."""
        self._database = database
        self._warming = warming
        self._game = game
        self._name = secrets.token_hex(8)
        self._job: Job | None = None
        self._task: asyncio.Task[None] | None = None

    async def state(self, game: LiveGame, account: str | None = None) -> dict[str, Any]:
        """Return the progress of the analysis of a game.

        When it is done, also its result, and how many mistakes of an account became puzzles.
        """
        check(game)
        return await self._database.read(state_of, game.id, account)

    async def ask(self, game: LiveGame, account: str | None = None) -> dict[str, Any]:
        """Request the analysis of a game if there is none; return its state."""
        check(game)
        if game.memory.lacks_data:
            raise InvalidRecord(NO_RECORD)
        refused = refusal(game.memory.record)
        if refused:
            raise SecretError(refused)
        await self._database.write(want, game.id)
        return await self._database.read(state_of, game.id, account)

    async def sweep(self) -> None:
        """Start a requested analysis, unless this process is computing one."""
        if self._task is not None and not self._task.done():
            return
        found = await self._database.read(next_wanted)
        if found is not None and await self._database.write(claim, found, self._name):
            self._job = Job(found)
            self._task = asyncio.create_task(self._run(found, self._job))

    async def stop(self) -> None:
        """Stop. Another process starts an unfinished analysis again."""
        if self._job is not None and self._task is not None and not self._task.done():
            self._job.stopped = True
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            with contextlib.suppress(BridgeheadError):  # it is given up in any case, later
                await self._database.write(release, self._name)

    async def _run(self, game_id: str, job: Job) -> None:
        says = asyncio.create_task(self._say(game_id, job))
        result, trouble = None, ""
        mistakes: dict[str, Sequence[Puzzle]] = {}
        try:
            game = await self._game(game_id)
            record = game.memory.record.to_dict()
            result = await aside("analysis", analyse_record, record, job, self._warming)
            people = {seat.account: seat.side for seat in game.memory.row.seats if seat.account}
            mistakes = await aside("analysis", _mistakes, record, result, people)
        except BridgeheadError as error:
            trouble = str(error)
        except Exception as error:  # report a fault in the player, and continue the loop
            if job.stopped:
                return
            _log.exception("game %s: the analysis failed", game_id)
            trouble = f"the analysis failed ({type(error).__name__})"
        finally:
            says.cancel()
        await self._database.write(keep, game_id, self._name, result, trouble, mistakes)

    async def _say(self, game_id: str, job: Job) -> None:
        """Report progress regularly; stop if another process has claimed the analysis."""
        while True:
            await asyncio.sleep(SAYS)
            try:
                if not await self._database.write(say, game_id, self._name, job.done, job.of):
                    job.stopped = True
                    return
            except BridgeheadError as error:
                _log.warning("game %s: how far the analysis is was not told: %s", game_id, error)


def _mistakes(
    record: dict[str, Any], result: dict[str, Any], people: Mapping[str, str]
) -> dict[str, Sequence[Puzzle]]:
    """Return the mistakes of each account, which plays the side that `people` names."""
    found = Record.from_dict(record)
    return {account: mistakes_in(found, result, [side]) for account, side in people.items()}


def check(game: LiveGame) -> None:
    """Raise SecretError if a game is not over."""
    if not game.memory.is_over:
        raise SecretError(LATER)


# In the database's threads


def state_of(connection: Connection, game: str, account: str | None = None) -> dict[str, Any]:
    """Return the progress of an analysis, as sent to the page of an account or a visitor."""
    row = connection.execute(select(ANALYSIS).where(ANALYSIS.c.game == game)).one_or_none()
    if row is None:
        return {"state": "none"}
    if row.state == DONE:
        mine = mistakes_of(connection, account).count_of(game) if account else 0
        return {"state": "done", "result": json.loads(row.result), "mistakes": mine}
    if row.state == FAILED:
        return {"state": "none", "trouble": row.trouble}
    return {"state": "running", "done": row.done, "of": row.steps}


def want(connection: Connection, game: str) -> None:
    """Request an analysis, unless there is one or it is in progress."""
    fresh = {"state": WANTED, "asked": now(connection), "trouble": "", "done": 0, "steps": 0}
    again = and_(ANALYSIS.c.game == game, ANALYSIS.c.state == FAILED)
    if connection.execute(update(ANALYSIS).where(again).values(fresh)).rowcount:
        return
    if connection.execute(select(ANALYSIS.c.game).where(ANALYSIS.c.game == game)).first():
        return
    waiting = select(func.count()).where(ANALYSIS.c.state == WANTED)
    if connection.execute(waiting).scalar_one() >= MOST:
        raise BusyError("too many analyses are waiting: try again later")
    try:
        with connection.begin_nested():
            connection.execute(insert(ANALYSIS).values(game=game, until=0, worker="", **fresh))
    except IntegrityError:  # somebody else asked at the same time
        pass


def next_wanted(connection: Connection) -> str | None:
    """Return the game with the oldest requested analysis that is not in progress."""
    found = connection.execute(
        select(ANALYSIS.c.game).where(_is_due(now(connection))).order_by(ANALYSIS.c.asked).limit(1)
    ).scalar_one_or_none()
    return None if found is None else str(found)


def _is_due(time: int) -> Any:
    lost = and_(ANALYSIS.c.state == RUNNING, ANALYSIS.c.until < time)
    return or_(ANALYSIS.c.state == WANTED, lost)


def claim(connection: Connection, game: str, worker: str) -> bool:
    """Claim an analysis; return whether this process got it. Only one of two processes does."""
    time = now(connection)
    values = {"state": RUNNING, "worker": worker, "until": time + LEASE}
    wanted = and_(ANALYSIS.c.game == game, _is_due(time))
    return connection.execute(update(ANALYSIS).where(wanted).values(values)).rowcount == 1


def _ours(game: str, worker: str) -> Any:
    return and_(ANALYSIS.c.game == game, ANALYSIS.c.worker == worker, ANALYSIS.c.state == RUNNING)


def say(connection: Connection, game: str, worker: str, done: int, steps: int) -> bool:
    """Report progress of an analysis; return whether this process still has the claim."""
    values = {"done": done, "steps": steps, "until": now(connection) + LEASE}
    return (
        connection.execute(update(ANALYSIS).where(_ours(game, worker)).values(values)).rowcount == 1
    )


def keep(
    connection: Connection,
    game: str,
    worker: str,
    result: dict[str, Any] | None,
    trouble: str,
    mistakes: Mapping[str, Sequence[Puzzle]],
) -> None:
    """Store the result of an analysis and each account's mistakes in the game.

    Nothing is stored if another process has claimed the analysis.
    """
    told = None if result is None else json.dumps(result)
    values = {"state": FAILED if told is None else DONE, "result": told, "trouble": trouble}
    if not connection.execute(update(ANALYSIS).where(_ours(game, worker)).values(values)).rowcount:
        return
    for account in sorted(mistakes):
        add_mistakes(connection, account, mistakes[account], game)


def release(connection: Connection, worker: str) -> None:
    """Release all claims of a process."""
    ours = and_(ANALYSIS.c.worker == worker, ANALYSIS.c.state == RUNNING)
    connection.execute(update(ANALYSIS).where(ours).values(state=WANTED))
