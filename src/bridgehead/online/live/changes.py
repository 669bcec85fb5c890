"""Changes to a running game: first in memory under a lock, then in the journal.

Nobody is told of a change before it is in the database. If the append fails, the game is read from
the database again, and the change has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.record import Record
from bridgehead.core.registry import hex_title, point_title
from bridgehead.online.clocks import stored_clocks
from bridgehead.online.clocks.clocks import TimeUpError
from bridgehead.online.clocks.game_clocks import Timing
from bridgehead.online.database.database import Database
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import games
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import DICE, Entry
from bridgehead.online.games.journal import After, StaleError
from bridgehead.online.games.rules_version import rules_digest
from bridgehead.online.live.game_in_memory import HeldGame
from bridgehead.online.orders import stored_orders
from bridgehead.online.orders.stored_orders import OrdersChangedError
from bridgehead.online.work.monitoring import timed
from bridgehead.server.aside import aside
from bridgehead.server.keeping import StaleActionError
from bridgehead.server.views import summary

MOVED_ON = "the game has moved on: the page shows how it stands now"
NOT_YOURS = "it is not for you to decide now"


class ChangingGame(HeldGame):
    """A game that people, computers and clocks change."""

    def __init__(
        self,
        row: GameRow,
        record: Record,
        database: Database,
        seal: Seal,
        changed: Callable[[str], None],
    ) -> None:
        """Take the same arguments as `HeldGame`."""
        super().__init__(row, record, database, seal, changed)
        self.timing = Timing(self, database, self._request_beside)

    async def settled(self) -> None:
        """Wait until all changes that have begun are written."""
        await asyncio.gather(*self._changes, return_exceptions=True)

    async def _request(
        self,
        side: str,
        key: str | None,
        work: Callable[[], list[Entry]],
        at: object = None,
        version: object = None,
    ) -> None:
        """Carry out a request once; IllegalAction if the game cannot be played on."""

        def plays_on() -> list[Entry]:
            self._check_plays_on()
            return work()

        await self._request_beside(side, key, plays_on, at, version)

    async def _request_beside(
        self,
        side: str,
        key: str | None,
        work: Callable[[], list[Entry]],
        at: object = None,
        version: object = None,
    ) -> None:
        """Carry out a request once, also one that needs no legal position.

        `work` makes the change in memory and returns the entries. A request with a known key was
        carried out before. A change that has begun is completed even if the caller no longer waits.
        A request that names no version of the game is tried again if another process was quicker.
        """
        again = StaleError if at is None and version is None else OrdersChangedError

        async def once() -> None:
            if key is None or f"{side}:{key}" not in self._keys:
                await self._change(side, key, work, at, version)

        async def change() -> None:
            if self.database.has_jumped:
                await stored_clocks.write_beat(self.database)
            async with self._one:
                await self._find_again()
                try:
                    await self._with_orders(once, again)
                except StaleError as error:  # memory is ahead of the database
                    await self._read_anew()
                    self._check_done(side, key, error)
                except TimeUpError:
                    self.timing.flag_soon()
                    raise
                except StaleActionError as error:
                    await self._catch_up()
                    self._check_done(side, key, error)

        task = asyncio.ensure_future(change())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        await asyncio.shield(task)

    def _check_done(self, side: str, key: str | None, error: Exception) -> None:
        """Raise StaleActionError, unless another process has carried the request out."""
        if key is None or f"{side}:{key}" not in self._keys:
            raise StaleActionError(MOVED_ON) from error

    async def _change(
        self,
        side: str,
        key: str | None,
        work: Callable[[], list[Entry]],
        at: object,
        version: object,
    ) -> None:
        is_done = self.record.position.to_move is None and not self.trouble
        if self.history.ending is not None or is_done:
            raise IllegalAction("over", "the game is over")
        self._check_fresh(side, at, version)
        began = self.record.position.copy()
        known = None if key is None else f"{side}:{key}"
        try:
            entries = work()
            keep = self._taken_back(entries)
            await self._finish(entries)
            readers = self.readers.values()
            changed = {reader: reader.change(draws=bool(reader.windows)) for reader in readers}
            after, write = self._after(began), self.database.write
            orders = self.standing.version
            change = (self.id, self.revision, entries, after, known, orders, keep)
            fresh = await timed(write, stored_orders.append, *change)
        except (IllegalAction, StaleActionError, StaleError):
            raise  # `work` has changed nothing, or the caller reads the game again
        except BaseException:
            await self._read_anew()
            raise
        if not fresh:
            await self._read_anew()
            return
        self.revision, self._last = self.revision + len(entries), entries[-1]
        self._keys |= {known} if known else set()
        for reader, text in changed.items():
            reader.settle()
            if text is not None:
                reader.send_text(text)
        if after.tick is not None:
            self.timing.take(after.tick.clock)
        if keep is not None:
            await self._read_orders()
        self.keep_stories()
        self._changed(self.id)
        if self.is_over:
            await self._tell_aftermath()

    async def _finish(self, entries: list[Entry]) -> None:
        """Update the position in memory from the history after new entries."""
        before = self.history
        self.history = before.after(entries)
        self.dice = self.dice.after(entries)
        if len(self.history.actions) < len(self.record.actions):
            await aside("setup", self._cut, len(self.history.actions))
        await self._tell_end()
        self._note()

    def _after(self, began: Any) -> After:
        """Return the row values of the game as it is now."""
        position, result = self.record.position, self.reader_of(None).result
        waits_for = (*self.owes, str(position.to_move))[0]
        if self.trouble:
            waits_for = self.row.waits_for  # the side that was to decide by the rules of that time
        if result is not None:
            waits_for = ""
        told = self.reader_of(None).story.said(len(self.record.actions))
        snapshot = None
        moved_on = (began.turn, began.side) != (position.turn, position.side)
        if not self.trouble and (moved_on or result is not None):
            snapshot = (rules_digest(self.row.title), position.to_dict())
        return After(
            state=games.OVER if result is not None else games.RUNNING,
            waits_for=waits_for,
            due="think" if waits_for in self.computers else self._due(waits_for),
            views={name: reader.version for name, reader in self.readers.items()},
            summary=summary(self.record, position, told),
            result=result,
            snapshot=snapshot,
            tick=self.timing.tick(),
            data=None if self.trouble else self.record.game.data.digest,
            closing=None if result is None else self._closing(),
        )

    def _closing(self) -> dict[str, Any]:
        """Return the values that are stored with the result when the game ends."""
        by = {side: self.history.by.count(side) for side in self.record.game.sides}
        title = point_title if self.reader_of(None).points else hex_title
        ledger = title(self.record.game.id).screen.ledger(self.record.position)
        points = {side: one["points"] for side, one in ledger.items()} if ledger else None
        return {"by": by, "rolls": self.drawn, "points": points}

    # Within a change

    def _check_turn(self, side: str) -> None:
        if not self.reader_of(side).mine:
            raise IllegalAction("notation", NOT_YOURS)
        self.timing.check(side)

    def _check_fresh(self, side: str, at: object, version: object) -> None:
        reader = self.reader_of(side)
        if (at is not None and at != reader.length) or (
            version is not None and version != reader.version
        ):
            raise StaleActionError(MOVED_ON)

    def _check_plays_on(self) -> None:
        """Raise IllegalAction if the game cannot be played on."""
        if self.trouble:
            raise IllegalAction("rules", self.trouble)

    def _play(self, side: str, action: str, link: str | None = None) -> list[Entry]:
        """Carry out an action, and the draws that follow; return the entries."""
        trial = self.record.position.copy()
        entries: list[Entry] = []
        for decision in trial.push(action):  # IllegalAction: nothing has changed
            self._push(decision)
            entries.append(Entry("action", side, decision, link=None if entries else link))
        return self._cascade(entries)

    def _drawn(self, entries: list[Entry]) -> list[Entry]:
        """Carry out every draw that is due after these entries.

        Return the entries with the draws added. A draw that needs a link of somebody's chain is
        carried out when the link arrives.
        """
        dice = self.dice.after(entries)
        while self.record.position.to_move == DICE and not dice.owes():
            self.drawn += 1
            legal = self.record.position.legal_actions()
            roll = str(legal[dice.draw(self.drawn, len(legal))])
            self._push(roll)
            drawn = Entry("action", DICE, roll, self.drawn)
            entries, dice = [*entries, drawn], dice.after([drawn])
        return entries
