"""The clocks of one game in memory: messages to its windows, and requests.

The clocks themselves are in the game's row; an append changes them there. Every window gets the
same message, since clocks depend on nothing that is hidden (`clocks.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.online.clocks import stored_clocks
from bridgehead.online.clocks.clocks import Clock
from bridgehead.online.clocks.stored_clocks import AUTO, CLAIM, Tick
from bridgehead.online.database.database import Database
from bridgehead.online.games.history import Entry
from bridgehead.online.live.game_in_memory import GameInMemory
from bridgehead.server.games.persistence import StaleActionError

AGAIN = 1.0  # seconds until a clock that was read too early is read again
LATE = 0.05  # seconds after the deadline


Request = Callable[[str, str | None, Callable[[], list[Entry]]], Awaitable[None]]


class GameClocks:
    """The clocks of a game; `clock` is None if time is unlimited."""

    def __init__(self, game: GameInMemory, database: Database, request: Request) -> None:
        """`request` carries out a request of a side or, for "", of the server."""
        self.clock: Clock | None = None
        self._game = game
        self._database = database
        self._request = request
        self._timer: asyncio.TimerHandle | None = None
        self._flagging: asyncio.Task[None] | None = None

    # State

    def take(self, clock: Clock | None) -> None:
        """Take the clocks as read from the database; tell the windows if they have changed."""
        if clock is None or clock == self.clock:
            return
        self.clock = clock
        self.watch()
        self._game.send(self.told())

    def told(self) -> dict[str, Any]:
        """Return the message with the clocks."""
        clock = self.clock
        if clock is None:
            return {"type": "clock", "pace": "unlimited"}
        side = clock.spell.side
        pots = {name: purse.left for name, purse in clock.purses.items()} | {side: clock.pot}
        free = None if clock.since is None else clock.since + clock.pot
        return {
            "type": "clock",
            "now": self._database.time(),
            "pace": clock.pace.kind,
            "side": side or None,
            "free": free,
            "deadline": clock.deadline,
            "sides": {
                name: {"bank": purse.bank, "left": pots[name]}
                for name, purse in clock.purses.items()
            },
            "paused": clock.paused,
            "away": list(clock.away),
            "claimed": self._game.row.flag == CLAIM,
        }

    def tick(self) -> Tick | None:
        """Return the input of an append for the clocks."""
        if self.clock is None:
            return None
        game = self._game
        if game.trouble and not game.is_over:  # by today's rules another side may have to decide
            return Tick(self.clock.spell)
        return Tick(stored_clocks.spell_of(game.record.position, game.owes, over=game.is_over))

    def check(self, side: str) -> None:
        """Raise IllegalAction if a vacation or a pause keeps a side from playing."""
        if self.clock is not None and self.clock.paused:
            raise IllegalAction("time", "the game is paused: end the pause to play on")
        if self.clock is not None and side in self.clock.away:
            raise IllegalAction(
                "time", "you are on vacation: end it in the settings to continue playing"
            )

    async def stands_still(self, side: str) -> bool:
        """Whether a side is on vacation (not in the journal), or the game is paused."""
        found = await self._database.read(stored_clocks.of_games, [self._game.id])
        clock = found.get(self._game.id)
        return clock is not None and (clock.paused or side in clock.away)

    @property
    def can_pause(self) -> bool:
        """Whether there are running clocks that can be paused."""
        return self.clock is not None and not self.clock.paused

    # Requests

    async def claim(self, side: str, key: str) -> None:
        """Claim the win: the other side's time is up."""
        await self._request(side, key, lambda: [self._flag(against=side)])

    async def give(self, side: str, key: str) -> None:
        """Give the other side some time."""

        def give() -> list[Entry]:
            clock = self._timed()
            if all(name == side for name in clock.purses):
                raise IllegalAction("time", "a computer needs no time")
            return [Entry("gift", side, str(clock.pace.gift))]

        await self._request(side, key, give)

    async def resume(self, side: str, key: str) -> None:
        """End a pause."""

        def resume() -> list[Entry]:
            if not self._game.history.paused:
                raise IllegalAction("time", "the game is not paused")
            return [Entry("resume", side)]

        await self._request(side, key, resume)

    def _timed(self) -> Clock:
        if self.clock is None:
            raise IllegalAction("time", "this game has no clocks")
        return self.clock

    def _flag(self, against: str = "") -> Entry:
        clock = self._timed()
        if clock.spell.side == against or not clock.is_up(self._database.time()):
            raise IllegalAction("time", "the other side's time is not up")
        return self._game.ended_by_time("flag", clock.spell.side)

    # Losses on time

    async def flag(self) -> None:
        """End the game on time if the pace ends games automatically.

        IllegalAction if it is too early.
        """
        await self._request("", None, lambda: [self._flag()])

    def watch(self) -> None:
        """Set a timer for the deadline if somebody looks at the game."""
        self.stop()
        clock, game = self.clock, self._game
        if clock is None or clock.deadline is None or game.row.flag != AUTO or not game.windows:
            return
        wait = (clock.deadline - self._database.time()) / 1000
        wait = AGAIN if wait < 0 else wait + LATE
        self._timer = asyncio.get_running_loop().call_later(wait, self.flag_soon)

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def flag_soon(self) -> None:
        """End the game on time, unless an outage has moved the deadline."""
        if self._flagging is None or self._flagging.done():
            self._flagging = asyncio.create_task(self._flag_now())

    async def _flag_now(self) -> None:
        with contextlib.suppress(BridgeheadError):
            await stored_clocks.write_beat(self._database)
            found = await self._database.read(stored_clocks.of_games, [self._game.id])
            self.take(found.get(self._game.id))
            with contextlib.suppress(IllegalAction, StaleActionError):
                await self.flag()
                return
        self.watch()
