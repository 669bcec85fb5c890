"""Keeps a game in memory in step with its journal in the database.

A change is made in memory under a lock, and then appended. Nobody is told of it before it is in the
database. If the append fails, the game is read again, and the change has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from sqlalchemy import Connection

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.titles.games import title_of
from bridgehead.online.clocks import stored_clocks
from bridgehead.online.clocks.clocks import TimeUpError
from bridgehead.online.clocks.game_clocks import GameClocks
from bridgehead.online.database.database import Database
from bridgehead.online.dice import verifiable
from bridgehead.online.dice.verifiable import GameDice, KeptDice
from bridgehead.online.games import games, journal, stored_logs
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import Snapshot, StaleError, StateAfter, StoredJournal
from bridgehead.online.games.rules_version import rules_digest
from bridgehead.online.games.stored_logs import Stories
from bridgehead.online.live.game_in_memory import MOVED_ON, GameInMemory
from bridgehead.online.orders import stored_orders
from bridgehead.online.orders.stand_in import TIME
from bridgehead.online.orders.standing_orders import StandingOrders
from bridgehead.online.orders.stored_orders import OrdersChangedError
from bridgehead.online.ratings import after_a_game
from bridgehead.online.work.monitoring import timed
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.views.positions import summary
from bridgehead.server.web.threads import aside

_log = logging.getLogger(__name__)

FEW = 50  # up to so many entries of other processes are added to a game; for more it is read again
TRIES = 5  # tries of an append while a player changes their orders

Work = Callable[[], list[Entry]]  # makes a change in memory, and returns its entries


class GameJournal:
    """The journal of a game in memory: reads it, and appends changes."""

    def __init__(
        self,
        memory: GameInMemory,
        orders: StandingOrders,
        database: Database,
        changed: Callable[[str], None],
    ) -> None:
        """Read nothing yet. `changed` is called with the game's id after each append."""
        self.clocks = GameClocks(memory, database, self.request_beside)
        self.lock = asyncio.Lock()
        self._memory = memory
        self._orders = orders
        self._database = database
        self._changed = changed
        self._is_lost = False  # whether memory may be ahead of the database
        self._writes: set[asyncio.Future[Any]] = set()  # in progress

    async def settled(self) -> None:
        """Wait until all changes that have begun are written."""
        await asyncio.gather(*self._writes, return_exceptions=True)

    # Reading

    async def read(self) -> None:
        """Read the whole game; BridgeheadError if it cannot be read."""
        memory = self._memory
        row, kept, dice, snapshots, told = await self._database.read(_kept, memory.id)
        memory.take(row, kept, dice, Stories(told))
        await self._orders.read()
        kind = "archive" if row.state == games.OVER else "opening"
        await aside(kind, memory.rebuild, kept, snapshots)
        self.clocks.take(row.clock)
        self._keep_stories()
        memory.drop_work()

    async def read_dice(self) -> tuple[GameDice, StoredJournal]:
        """Return the dice at the start of the game, and its whole journal."""
        _, kept, dice, *_ = await self._database.read(_kept, self._memory.id)
        return self._memory.opening_dice(dice), kept

    async def refresh(self) -> None:
        """Show changes that another process has made."""
        async with self.lock:
            await self._catch_up()

    async def find_again(self) -> None:
        """Read the game again if this was not possible when a change failed."""
        if self._is_lost:
            await self._read_anew()

    async def _catch_up(self) -> None:
        await self.find_again()
        memory = self._memory
        found = await self._database.read(journal.revisions, [memory.id])
        if found.get(memory.id) != memory.revision and not await self._follow():
            await self._read_anew()

    async def _follow(self) -> bool:
        """Add what other processes have appended; False if the whole game must be read again.

        That is also necessary after new secrets of the dice.
        """
        memory = self._memory
        if memory.last is None or memory.trouble:
            return False
        found = await self._database.read(_newer, memory.id, memory.revision, memory.last)
        if found is None:
            return False
        row, kept, orders = found
        self._is_lost = True
        if not await memory.follow(row, kept):
            return False
        if orders != self._orders.standing.version:
            await self._orders.read()
        self._is_lost = False
        memory.drop_work()
        self.clocks.take(row.clock)
        await self._tell_aftermath()
        return True

    async def _read_anew(self) -> None:
        self._is_lost = True
        memory = self._memory
        before = {name: reader.told for name, reader in memory.readers.items()}
        await self.read()
        self._is_lost = False
        for name, reader in memory.readers.items():
            if reader.told != before.get(name):  # otherwise the message would reveal hidden events
                reader.tell_anew()
        await self._tell_aftermath()

    async def _tell_aftermath(self) -> None:
        """Send the aftermath of a finished game.

        Its end is written already, even if reading this fails.
        """
        if self._memory.is_over:
            with contextlib.suppress(BridgeheadError):
                await after_a_game.tell(self._memory, self._database)

    # Stories

    def _keep_stories(self) -> None:
        """Store the stories of the game in the background if much of them is not stored yet."""
        memory = self._memory
        told = [reader.told_story for reader in memory.readers.values()]
        news = memory.stories.news(memory.record, [story for story in told if story is not None])
        if news:
            self._begin(self._store(news))

    async def _store(self, news: list[stored_logs.News]) -> None:
        memory = self._memory
        try:
            packed = await aside("opening", stored_logs.packed, news)
            await self._database.write(stored_logs.write, memory.id, packed)
        except BridgeheadError as error:  # the story is made again when it is needed
            _log.warning("game %s: what was told of it was not stored: %s", memory.id, error)

    def _begin(self, write: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin to write, and note that until it is done."""
        task = asyncio.create_task(write)
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        return task

    # Changes

    async def request(
        self, side: str, key: str | None, work: Work, at: object = None, version: object = None
    ) -> None:
        """Carry out a request once; IllegalAction if the game cannot be played on."""

        def plays_on() -> list[Entry]:
            self._memory.check_plays_on()
            return work()

        await self.request_beside(side, key, plays_on, at, version)

    async def request_beside(
        self, side: str, key: str | None, work: Work, at: object = None, version: object = None
    ) -> None:
        """Carry out a request once, also one that needs no legal position.

        A request with a known key was carried out before. A change that has begun is completed even
        if the caller no longer waits. A request that names no version of the game is tried again if
        another process was quicker.
        """
        again = StaleError if at is None and version is None else OrdersChangedError
        known = None if key is None else f"{side}:{key}"

        async def once() -> None:
            if known not in self._memory.keys:
                self._memory.check_runs()
                self._memory.check_fresh(side, at, version)
                await self._append(known, work)

        async def change() -> None:
            if self._database.has_jumped:
                await stored_clocks.write_beat(self._database)
            async with self.lock:
                await self.find_again()
                try:
                    await self._tried(once, again)
                except StaleError as error:  # memory is ahead of the database
                    await self._read_anew()
                    self._check_done(known, error)
                except TimeUpError:
                    self.clocks.flag_soon()
                    raise
                except StaleActionError as error:
                    await self._catch_up()
                    self._check_done(known, error)

        await asyncio.shield(self._begin(change()))

    async def _tried(self, once: Callable[[], Awaitable[None]], again: type[StaleError]) -> None:
        """Make a change, and again on the present game after an error of the kind `again`.

        A change depends on the standing orders, which may change at the same time.
        """
        for _ in range(TRIES - 1):
            try:
                await once()
                return
            except again:
                await self._read_anew()
        await once()

    def _check_done(self, known: str | None, error: Exception) -> None:
        """Raise StaleActionError, unless another process has carried the request out."""
        if known not in self._memory.keys:
            raise StaleActionError(MOVED_ON) from error

    async def _append(self, known: str | None, work: Work) -> None:
        """Make a change in memory, append it, and only then show it."""
        memory = self._memory
        began = memory.record.position.copy()
        try:
            entries = work()
            entries += memory.returns(entries, self._database.time())
            keep = memory.kept_by(entries)
            await memory.finish(entries)
            readers = memory.readers.values()
            changed = {reader: reader.change(draws=bool(reader.windows)) for reader in readers}
            after = self.after(began)
            orders = self._orders.standing.version
            change = (memory.id, memory.revision, entries, after, known, orders, keep)
            fresh = await timed(self._database.write, stored_orders.append, *change)
        except (IllegalAction, StaleActionError, StaleError):
            raise  # `work` has changed nothing, or the caller reads the game again
        except BaseException:
            await self._read_anew()
            raise
        if not fresh:
            await self._read_anew()
            return
        memory.revision, memory.last = memory.revision + len(entries), entries[-1]
        memory.keys |= {known} if known else set()
        for reader, text in changed.items():
            reader.settle()
            if text is not None:
                reader.send_text(text)
        if after.tick is not None:
            self.clocks.take(after.tick.clock)
        if keep is not None:
            await self._orders.read()
        self._keep_stories()
        memory.drop_work()
        self._changed(memory.id)
        await self._tell_aftermath()

    def after(self, began: Any) -> StateAfter:
        """Return the row values of the game as it is now, after a change that began there."""
        memory = self._memory
        spectators, record = memory.reader_of(None), memory.record
        position, result = record.position, spectators.result
        waits_for = (*memory.owes, str(position.to_move))[0]
        if memory.trouble:
            waits_for = memory.row.waits_for  # who was to decide by the rules of that time
        if result is not None:
            waits_for = ""
        snapshot = None
        moved_on = (began.turn, began.side) != (position.turn, position.side)
        if not memory.trouble and (moved_on or result is not None):
            snapshot = (rules_digest(memory.row.title), position.to_dict())
        return StateAfter(
            state=games.OVER if result is not None else games.RUNNING,
            waits_for=waits_for,
            due=self._due(waits_for),
            views={name: reader.version for name, reader in memory.readers.items()},
            summary=summary(record, position, spectators.story.said(len(record.actions))),
            result=result,
            snapshot=snapshot,
            tick=self.clocks.tick(),
            data=None if memory.trouble else record.game.data.digest,
            closing=None if result is None else self._closing(),
        )

    def _due(self, waits_for: str) -> str:
        """Return the kind of work that is due when a side is to decide."""
        memory = self._memory
        if waits_for in memory.computers or memory.stands_in(waits_for):
            return "think"
        return self._orders.due(waits_for)

    def _closing(self) -> dict[str, Any]:
        """Return the values that are stored with the result when the game ends."""
        memory = self._memory
        game = memory.record.game
        history = memory.history
        by = {side: history.by.count(side) for side in game.sides}
        decided = [side for side, name in zip(history.by, history.computers, strict=True) if name]
        computers = {side: decided.count(side) for side in game.sides}
        left = [side for side, absence in history.away.items() if absence.kind == TIME]
        ledger = title_of(game.id).screen.ledger(memory.record.position)
        points = {side: one["points"] for side, one in ledger.items()} if ledger else None
        return {
            "by": by, "computers": computers, "left": left, "rolls": memory.drawn,
            "points": points,
        }  # fmt: skip


def _kept(
    connection: Connection, game: str
) -> tuple[GameRow, StoredJournal, KeptDice, list[Snapshot], stored_logs.StoredJournal]:
    """Return everything that is stored of a game, at one revision."""
    row = games.load(connection, game)
    kept = journal.read(connection, game, row.revision)
    dice = verifiable.read(connection, game)
    snapshots = journal.last_snapshots(connection, game, row.revision)
    return row, kept, dice, snapshots, stored_logs.read(connection, game)


def _newer(
    connection: Connection, game: str, base: int, last: Entry
) -> tuple[GameRow, StoredJournal, int] | None:
    """Return what is new in a game since a revision, and the version of its orders.

    None if the whole game must be read again.
    """
    row = games.load(connection, game)
    if not base < row.revision <= base + FEW:
        return None
    kept = journal.read_on(connection, game, base, last, row.revision)
    if kept is None or any(entry.kind == "secret" for entry in kept.entries):
        return None
    if journal.rules_since(connection, game, base, row.revision) - {rules_digest(row.title)}:
        return None
    return row, kept, stored_orders.version(connection, game)
