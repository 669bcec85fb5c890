"""Regular work for the clocks of all games, done by each process every five seconds.

It ends games whose time is up, and vacations whose days are over. Before that it writes the
heartbeat if the last one is old (`heartbeat.py`), because deadlines move after an outage. Several
processes can do this at once: each does what is left.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.clocks import stored_clocks, vacations
from bridgehead.online.database.database import Database, now
from bridgehead.online.live.live_game import LiveGame

_log = logging.getLogger(__name__)

EVERY = 5.0  # seconds


@dataclass(frozen=True)
class Due:
    """The work that is due now."""

    time: int
    beat: bool
    flags: bool
    returns: bool


def due(connection: Connection) -> Due:
    """Return the work that is due."""
    return Due(
        time=now(connection),
        beat=not stored_clocks.is_quiet(connection),
        flags=stored_clocks.overdue(connection),
        returns=vacations.any_over(connection),
    )


class Timekeeper:
    """Does this process's share of the work for the clocks."""

    def __init__(
        self,
        database: Database,
        game: Callable[[str], Awaitable[LiveGame]],
        changed: Callable[[list[str]], Awaitable[None]],
    ) -> None:
        """`game` opens a game; `changed` is called with the games whose clocks were changed."""
        self._database = database
        self._game = game
        self._changed = changed

    async def run(self) -> None:
        """Do the work that is due every five seconds, forever."""
        while True:
            try:
                await self.look()
            except BridgeheadError as error:
                _log.warning("looking at the clocks failed: %s", error)
            except Exception:
                _log.exception("looking at the clocks failed")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Do the work that is due. Deadlines are moved first."""
        asked = time.time()
        found = await self._database.read(due)
        self._database.agree(found.time, asked)
        if found.beat:
            moved = await stored_clocks.write_beat(self._database)
            if moved:
                _log.warning("%s deadlines moved, after an outage or a jump of the clock", moved)
        if found.returns:
            await self._changed(await self._database.write(vacations.end_all))
        while found.flags:
            games = await self._database.write(stored_clocks.sweep)
            for game in games:
                await self._flag(game)
            if len(games) < stored_clocks.BATCH:
                return

    async def _flag(self, game: str) -> None:
        try:
            await (await self._game(game)).clocks.flag()
        except BridgeheadError as error:  # another process was quicker, or a player gave time
            _log.info("game %s was not ended by time: %s", game, error)
