"""How standing orders are given, and how a running game answers by them (`LiveGame` is one).

They answer within the append of the action that led to the decision, so that no pause shows. What
a captain is to decide is due work (`captain.py`): to everybody else it looks as if the game waited
for the person.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bridgehead.core.record import Record
from bridgehead.core.registry import title_of
from bridgehead.online import orders, standing
from bridgehead.online.chained import GameDice
from bridgehead.online.database import Database
from bridgehead.online.history import TAKE_BACK, Entry, History
from bridgehead.online.journal import StaleError
from bridgehead.online.orders import ASK, CAPTAIN
from bridgehead.online.reader import Reader
from bridgehead.online.standing import OtherOrdersError, Standing
from bridgehead.server.computer import Computers
from bridgehead.server.keeping import StaleActionError

DUE = "captain"  # what is due in a game in which a captain decides for a person
TRIES = 5  # of an append, while a player changes their orders
MOST = 2000  # replies to one action: a title that asks for ever would hold everything up


class Replying:
    """The part of a running game that answers by standing orders."""

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

    if TYPE_CHECKING:  # what the rest of a running game does

        def _drawn(self, entries: list[Entry]) -> list[Entry]: ...
        def _push(self, action: str) -> None: ...
        def _play(self, side: str, action: str) -> list[Entry]: ...
        async def _find_again(self) -> None: ...
        async def _read_anew(self) -> None: ...
        async def _request(
            self, side: str, key: str | None, work: Callable[[], list[Entry]]
        ) -> None: ...

    # What a person orders

    def orders_data(self, side: str) -> dict[str, Any]:
        """Return what a side's own windows are told of its orders."""
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
        """Keep the orders of a side in place of those that it knew by their number.

        They are for what comes up from now on: a decision that is pending is the person's.
        """
        found = orders.checked(self.record.game, data)
        async with self._one:
            await self._find_again()
            try:
                await self.database.write(standing.write, self.id, side, number, found)
            except OtherOrdersError as error:
                await self._read_orders()
                raise StaleActionError(str(error)) from error
            except StaleError as error:
                raise StaleActionError(str(error)) from error
            await self._read_orders()

    async def _read_orders(self) -> None:
        """Read the orders anew, and show each side its own where they are others."""
        before = self.standing
        self.standing = await self.database.read(standing.read, self.id)
        for side in self.record.game.sides:
            if side in self.readers and self.standing.number(side) != before.number(side):
                self.readers[side].send(self.orders_data(side))

    # What is answered

    def _cascade(self, entries: list[Entry]) -> list[Entry]:
        """Carry out all draws that are due, and all ordered replies, after these entries.

        Return them with what was added. Replies carry no link of a chain: nobody was there.
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
        """Return what the orders of a side answer now: an action, ASK, or CAPTAIN."""
        ordered, position = self.standing.of(side), self.record.position
        if not ordered or side != position.to_move or side in self.computers:
            return ASK
        return orders.answer(ordered, position.view(side), side, self.record.game)

    def _due(self, waits_for: str) -> str:
        """Return what is due where a side is to decide."""
        return DUE if not self.trouble and self._ordered(waits_for) == CAPTAIN else ""

    @property
    def is_captains(self) -> bool:
        """Whether a captain is to decide for a person."""
        over = self.history.ending is not None or self.trouble
        return not over and self._ordered(str(self.record.position.to_move)) == CAPTAIN

    def _taken_back(self, entries: list[Entry]) -> int | None:
        """Return how many actions are kept where these entries take something back by consent.

        Called before they are part of the history.
        """
        if not entries or entries[-1].kind != "accept":
            return None
        offer = self.history.after(entries[:-1]).offer
        return offer.keep if offer is not None and offer.what == TAKE_BACK else None

    async def captain_plays(self, side: str, action: str, found_in: Any) -> None:
        """Carry out what a captain found for a person; StaleActionError if it came too late."""

        def play() -> list[Entry]:
            if self.record.position != found_in or self.history.ending is not None:
                raise StaleActionError("the game has moved on")
            if self._ordered(side) != CAPTAIN:
                raise StaleActionError("the captain is no longer to decide")
            return self._play(side, action)

        await self._request(side, None, play)

    def captain_for(self) -> tuple[str, Any, int] | None:
        """Return for whom a captain is to decide now, in which position, and from which seed.

        The seed is of a secret and of the entry, so that a job done twice answers alike.
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
        """Make a change by the orders that stand, which somebody may be changing.

        It is made again, on the game as it stands then, after an error of the kind `again`.
        """
        for _ in range(TRIES - 1):
            try:
                await change()
                return
            except again:
                await self._read_anew()
        await change()
