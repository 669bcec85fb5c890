"""The standing orders of a game in memory: how they are set, and how they answer.

Answers are appended together with the action that led to the decision, so there is no pause.
Decisions that are left to a captain are due work (`captain.py`): to everybody else it looks as if
the game waited for the person.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from bridgehead.online.database.database import Database
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StaleError
from bridgehead.online.live.game_in_memory import GameInMemory
from bridgehead.online.orders import stored_orders
from bridgehead.online.orders.stored_orders import OtherOrdersError, Standing
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.orders import orders
from bridgehead.server.orders.orders import ASK, CAPTAIN

DUE = "captain"  # the kind of due work: a captain is to decide for a person
MOST = 2000  # replies to one action: protects the server from a title that never stops asking


class StandingOrders:
    """The standing orders of both sides of a game."""

    def __init__(self, memory: GameInMemory, database: Database) -> None:
        self.standing = Standing()
        self._memory = memory
        self._database = database

    # Setting orders

    def data(self, side: str) -> dict[str, Any]:
        """Return the data about a side's orders for its own windows."""
        game = self._memory.record.game
        return {
            "type": "orders",
            "number": self.standing.number(side),
            "orders": [order.to_dict() for order in self.standing.of(side)],
            "kinds": orders.kinds_data(game),
            "captain": True,
            "hexes": orders.has_distance(game),
        }

    async def order(self, side: str, number: int, data: object) -> None:
        """Replace the orders of a side; `number` is the number of its last change that it knows.

        They apply to later decisions: a pending decision remains the person's. Call it under the
        lock of the journal.
        """
        memory = self._memory
        found = orders.checked(memory.record.game, data)
        try:
            await self._database.write(stored_orders.write, memory.id, side, number, found)
        except OtherOrdersError as error:
            await self.read()
            raise StaleActionError(str(error)) from error
        except StaleError as error:
            raise StaleActionError(str(error)) from error
        await self.read()

    async def read(self) -> None:
        """Read the orders again, and send each side its own if they have changed."""
        before, readers = self.standing, self._memory.readers
        self.standing = await self._database.read(stored_orders.read, self._memory.id)
        for side in self._memory.record.game.sides:
            if side in readers and self.standing.number(side) != before.number(side):
                readers[side].send(self.data(side))

    # Answering

    def cascade(self, entries: list[Entry]) -> list[Entry]:
        """Carry out all due draws and all ordered replies after these entries.

        Return the entries together with the added ones. Replies carry no chain link, because no
        browser made them.
        """
        memory = self._memory
        entries = memory.with_draws(entries)
        for _ in range(MOST):
            side = str(memory.record.position.to_move)
            action = self._ordered(side)
            if action in (ASK, CAPTAIN):
                break
            memory.push(action)
            entries = memory.with_draws([*entries, Entry("action", side, action)])
        return entries

    def _ordered(self, side: str) -> str:
        """Return the present answer of a side's orders: an action, ASK, or CAPTAIN."""
        memory = self._memory
        ordered, position = self.standing.of(side), memory.record.position
        if not ordered or side != position.to_move or side in memory.computers:
            return ASK
        return orders.answer(ordered, position.view(side), side, memory.record.game)

    def due(self, waits_for: str) -> str:
        """Return the kind of work that is due when a side is to decide."""
        return DUE if not self._memory.trouble and self._ordered(waits_for) == CAPTAIN else ""

    @property
    def is_captains(self) -> bool:
        """Whether a captain is to decide for a person."""
        memory = self._memory
        over = memory.history.ending is not None or memory.trouble
        side = str(memory.record.position.to_move)
        return not over and not memory.stands_in(side) and self._ordered(side) == CAPTAIN

    def check_captain(self, side: str) -> None:
        """Raise StaleActionError if a captain is not to decide for a side."""
        if self._ordered(side) != CAPTAIN:
            raise StaleActionError("the captain is no longer to decide")

    def captain_for(self) -> tuple[str, Any, int] | None:
        """Return the side for which a captain is to decide, the position, and the seed.

        The seed depends on a secret and the entry, so the same job always gives the same answer.
        """
        memory = self._memory
        if not self.is_captains:
            return None
        seed = f"captain {memory.id} {memory.revision}"
        digest = hmac.new(memory.dice.secret.encode(), seed.encode(), hashlib.sha256).digest()
        position = memory.record.position.copy()
        return str(position.to_move), position, int.from_bytes(digest[:8], "big")
