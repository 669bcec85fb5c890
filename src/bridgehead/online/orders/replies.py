"""How standing orders are set, and how a running game answers by them (part of `LiveGame`).

Answers are appended together with the action that led to the decision, so there is no pause.
Decisions that are left to a captain are due work (`captain.py`): to everybody else it looks as if
the game waited for the person.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bridgehead.core.record import Record
from bridgehead.core.registry import title_of
from bridgehead.online.database.database import Database
from bridgehead.online.dice.verifiable import GameDice
from bridgehead.online.games.history import TAKE_BACK, Entry, History
from bridgehead.online.games.journal import StaleError
from bridgehead.online.live.readers import Reader
from bridgehead.online.orders import orders, stored_orders
from bridgehead.online.orders.orders import ASK, CAPTAIN
from bridgehead.online.orders.stored_orders import OtherOrdersError, Standing
from bridgehead.server.computer import Computers
from bridgehead.server.keeping import StaleActionError

DUE = "captain"  # the kind of due work: a captain is to decide for a person
TRIES = 5  # tries of an append while a player changes their orders
MOST = 2000  # replies to one action: protects the server from a title that never stops asking


class Replying:
    """The part of a running game that handles standing orders."""

    id: str
    record: Record
    history: History
    readers: dict[str, Reader]
    computers: Computers
    revision: int
    trouble: str
    standing = Standing()
    database: Database
    _one: asyncio.Lock
    dice: GameDice

    if TYPE_CHECKING:  # the rest of a running game

        def _drawn(self, entries: list[Entry]) -> list[Entry]: ...
        def _push(self, action: str) -> None: ...
        def _play(self, side: str, action: str) -> list[Entry]: ...
        async def _find_again(self) -> None: ...
        async def _read_anew(self) -> None: ...
        async def _request(
            self, side: str, key: str | None, work: Callable[[], list[Entry]]
        ) -> None: ...

    # Setting orders

    def orders_data(self, side: str) -> dict[str, Any]:
        """Return the data about a side's orders for its own windows."""
        game = self.record.game
        return {
            "type": "orders",
            "number": self.standing.number(side),
            "orders": [order.to_dict() for order in self.standing.of(side)],
            "kinds": [
                {
                    "id": kind.id,
                    "text": kind.text,
                    "steps": [step.replace(" ", "_") for step in kind.steps],
                    "verbs": dict(kind.verbs),
                    "several": bool(kind.several),
                    "veiled": kind.veiled,
                    "shared": kind.shared,
                    "placed": bool(kind.where),
                }
                for kind in title_of(game.id).replies(game.id)
            ],
            "hexes": orders.has_distance(game),
        }

    async def order(self, side: str, number: int, data: object) -> None:
        """Replace the orders of a side; `number` is the number of its last change that it knows.

        They apply to later decisions: a pending decision remains the person's.
        """
        found = orders.checked(self.record.game, data)
        async with self._one:
            await self._find_again()
            try:
                await self.database.write(stored_orders.write, self.id, side, number, found)
            except OtherOrdersError as error:
                await self._read_orders()
                raise StaleActionError(str(error)) from error
            except StaleError as error:
                raise StaleActionError(str(error)) from error
            await self._read_orders()

    async def _read_orders(self) -> None:
        """Read the orders again, and send each side its own if they have changed."""
        before = self.standing
        self.standing = await self.database.read(stored_orders.read, self.id)
        for side in self.record.game.sides:
            if side in self.readers and self.standing.number(side) != before.number(side):
                self.readers[side].send(self.orders_data(side))

    # Answering

    def _cascade(self, entries: list[Entry]) -> list[Entry]:
        """Carry out all due draws and all ordered replies after these entries.

        Return the entries together with the added ones. Replies carry no chain link, because no
        browser made them.
        """
        entries = self._drawn(entries)
        for _ in range(MOST):
            side = str(self.record.position.to_move)
            action = self._ordered(side)
            if action in (ASK, CAPTAIN):
                break
            self._push(action)
            entries = self._drawn([*entries, Entry("action", side, action)])
        return entries

    def _ordered(self, side: str) -> str:
        """Return the present answer of a side's orders: an action, ASK, or CAPTAIN."""
        ordered, position = self.standing.of(side), self.record.position
        if not ordered or side != position.to_move or side in self.computers:
            return ASK
        return orders.answer(ordered, position.view(side), side, self.record.game)

    def _due(self, waits_for: str) -> str:
        """Return the kind of work that is due when a side is to decide."""
        return DUE if not self.trouble and self._ordered(waits_for) == CAPTAIN else ""

    @property
    def is_captains(self) -> bool:
        """Whether a captain is to decide for a person."""
        over = self.history.ending is not None or self.trouble
        return not over and self._ordered(str(self.record.position.to_move)) == CAPTAIN

    def _taken_back(self, entries: list[Entry]) -> int | None:
        """Return how many actions remain if these entries take something back by consent.

        Call it before the entries are part of the history.
        """
        if not entries or entries[-1].kind != "accept":
            return None
        offer = self.history.after(entries[:-1]).offer
        return offer.keep if offer is not None and offer.what == TAKE_BACK else None

    async def captain_plays(self, side: str, action: str, found_in: Any) -> None:
        """Carry out a captain's action for a person; StaleActionError if it comes too late."""

        def play() -> list[Entry]:
            if self.record.position != found_in or self.history.ending is not None:
                raise StaleActionError("the game has moved on")
            if self._ordered(side) != CAPTAIN:
                raise StaleActionError("the captain is no longer to decide")
            return self._play(side, action)

        await self._request(side, None, play)

    def captain_for(self) -> tuple[str, Any, int] | None:
        """Return the side for which a captain is to decide, the position, and the seed.

        The seed depends on a secret and the entry, so the same job always gives the same answer.
        """
        side = str(self.record.position.to_move)
        if not self.is_captains:
            return None
        seed = f"captain {self.id} {self.revision}"
        digest = hmac.new(self.dice.secret.encode(), seed.encode(), hashlib.sha256).digest()
        return side, self.record.position.copy(), int.from_bytes(digest[:8], "big")

    async def _with_orders(
        self, change: Callable[[], Awaitable[None]], again: type[StaleError]
    ) -> None:
        """Make a change that depends on the standing orders, which may change at the same time.

        It is made again on the present game after an error of the kind `again`.
        """
        for _ in range(TRIES - 1):
            try:
                await change()
                return
            except again:
                await self._read_anew()
        await change()
