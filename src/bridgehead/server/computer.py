"""The computer at a room's table: it chooses for its sides, and says what it would do for others.

A strong player thinks for seconds. It does so in a thread, on a copy of the position, and a player
never works on two positions at once: who waits for a choice may leave and come back to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from bridgehead import players
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.position import Game
from bridgehead.core.record import Record
from bridgehead.players import hints
from bridgehead.server.titles import HUMAN

T = TypeVar("T")

ADVISER = "general"  # who is asked for a hint
SECONDS = 2.5  # that it thinks about one
AT_ONCE = 8  # who thinks beyond that waits for a thread

# thinking has threads of its own: however long it takes, whatever else the server does goes on
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="thinking")


async def _thought(think: Callable[[Any], T], position: Any) -> T:
    """Return what comes of thinking about a position, which takes long."""
    return await asyncio.get_running_loop().run_in_executor(_threads, think, position)


class Computers:
    """The computer players of a record, by side."""

    def __init__(self, record: Record) -> None:
        self._players = {
            side: players.create(record.game, name)
            for side, name in record.players.items()
            if name != HUMAN
        }
        self._choice: tuple[Any, asyncio.Task[str]] | None = None  # of which position

    def __contains__(self, side: object) -> bool:
        return side in self._players

    def name(self, side: str) -> str:
        """Return the name of the player of a side, its thinking time with it."""
        return self._players[side].name

    async def choose(self, side: str, position: Any) -> str:
        """Return what the player of a side does.

        Cancelled, the thinking goes on, and the next call for the same position gets its result; so
        does one that comes after a pause.
        """
        while self._choice is None or self._choice[0] != position:
            if self._choice is not None and not self._choice[1].done():
                await asyncio.wait([self._choice[1]])
                continue
            asked, player = position.copy(), self._players[side]
            task = asyncio.create_task(_thought(player.choose, asked.copy()))
            self._choice = asked, task
        try:
            return await asyncio.shield(self._choice[1])
        except Exception:
            self._choice = None  # asked again, it is tried again
            raise


class Adviser:
    """Hints for the one who decides; one is thought out at a time, and kept until another is."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._known: tuple[Any, dict[str, Any]] | None = None  # the position and its hint

    async def hint(self, position: Any) -> dict[str, Any]:
        """Return what the adviser would do in a position in which a side is to decide."""
        async with self._one:
            if self._known is None or self._known[0] != position:
                asked = position.copy()
                self._known = asked, await _thought(_think, asked.copy())
            return self._known[1]


def _think(position: Any) -> dict[str, Any]:
    """Return a hint as data; of a game that no thinker plays, the best player's bare choice."""
    game: Game = position.game
    try:
        thinker = players.thinker(game, ADVISER, seconds=SECONDS)
    except UnknownPlayer:
        name = players.names(game.id)[-1]
        action = players.create(game, name).choose(position)
        bare = {"action": action, "plan": [action], "sentence": "", "chance": None}
        return {"side": position.to_move, "player": name, "told": "", "lines": [bare], **bare}
    return hints.hint(position, thinker).to_dict()
