"""A game in the memory of this process.

It is read from its journal, and each class of readers has its own view of it. The state in memory
belongs to the revision at which it was read. If memory may be ahead of the database, the game is
read again, and the unwritten change has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any, Self

from sqlalchemy import Connection

from bridgehead.core.dataset import DataSet
from bridgehead.core.dice import Dice
from bridgehead.core.ending import RESIGNED, Ending
from bridgehead.core.errors import BridgeheadError, InvalidRecord
from bridgehead.core.position import EVERYTHING
from bridgehead.core.record import Record
from bridgehead.core.registry import load_with
from bridgehead.online.clocks.game_clocks import Timing
from bridgehead.online.database.database import Database
from bridgehead.online.dice import verifiable
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.dice.verifiable import GameDice, KeptDice
from bridgehead.online.games import games, journal, stored_logs
from bridgehead.online.games.game_data import (
    NO_RECORD,
    UNKNOWN_DATA,
    data_of_row,
    without_data,
)
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import DICE, Entry, History
from bridgehead.online.games.journal import Kept, Snapshot
from bridgehead.online.games.rules_version import rules_digest
from bridgehead.online.games.stored_logs import Stories
from bridgehead.online.live.readers import SPECTATORS, Reader, Window
from bridgehead.online.orders import stored_orders
from bridgehead.online.orders.replies import Replying
from bridgehead.online.ratings import after_a_game
from bridgehead.server.aside import aside
from bridgehead.server.computer import Computers
from bridgehead.server.connection import encoded
from bridgehead.server.titles import HUMAN

_log = logging.getLogger(__name__)

CHANGED_RULES = (
    "The rules of this game are others than when it was played so far: it can be looked at, and "
    "not be played on. You can resign, or agree on a draw; a moderator can decide the game."
)
FEW = 50  # up to so many entries of other processes are added to a game; for more it is read again


class HeldGame(Replying):
    """A game in memory, and the view of it for each class of readers."""

    timing: Timing

    def __init__(
        self,
        row: GameRow,
        record: Record,
        database: Database,
        seal: Seal,
        changed: Callable[[str], None],
    ) -> None:
        """Begin with the opening position; `open` then reads the journal.

        `changed` is called with the game's id after each append.
        """
        self.id = row.id
        self.row = row
        self.record = record
        self.history = History(record.game.sides)
        self.readers: dict[str, Reader] = {}
        self.computers = Computers(record)
        self.heard = 0  # number of chat messages that the windows have
        self.trouble = ""  # the reason why the game cannot be played on
        self.aftermath: tuple[str, str] | None = None  # the rematch state that the windows have
        self.told_after: dict[str, dict[str, Any]] = {}
        self.revision = self.drawn = 0
        self._last: Entry | None = None  # the last entry up to that revision
        self._is_lost = False  # whether memory may be ahead of the database
        self._keys: set[str] = set()
        self.dice = GameDice(row.id)
        self.database = database
        self._seal = seal
        self._changed = changed
        self._one = asyncio.Lock()
        self._changes: set[asyncio.Future[Any]] = set()  # writes in progress
        self.stories = Stories()

    @classmethod
    async def open(
        cls, row: GameRow, database: Database, seal: Seal, changed: Callable[[str], None]
    ) -> Self:
        """Read a game; BridgeheadError if it cannot be read."""
        record = await aside("setup", record_of, row, ())
        game = cls(row, record, database, seal, changed)
        await game._read()
        return game

    @property
    def windows(self) -> set[Window]:
        """Every open window."""
        return set[Window]().union(*(reader.windows for reader in self.readers.values()))

    def reader_of(self, side: str | None) -> Reader:
        """Return the reader of a side or, for None, of spectators."""
        return self.readers[side or SPECTATORS]

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to every window."""
        if self.windows:
            text = encoded(message)
            for reader in self.readers.values():
                reader.send_text(text)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.reader_of(None).result is not None

    @property
    def owes(self) -> tuple[str, ...]:
        """The sides whose browsers must send something before the roll that is due."""
        if self.record.position.to_move != DICE or self.history.ending is not None:
            return ()
        return self.dice.owes()

    @property
    def lacks_data(self) -> bool:
        """Whether this server does not have the data that the game was played with."""
        return self.trouble == UNKNOWN_DATA

    @property
    def is_cut_short(self) -> bool:
        """Whether today's rules forbid an action of the game, so that it ends early here."""
        return len(self.record.actions) < len(self.history.actions)

    def _push(self, action: str) -> None:
        before = self.record.position.copy()
        self.record.do(action)
        for reader in self.readers.values():
            reader.add(before, action, self.record.position, len(self.record.actions))

    def _cut(self, count: int) -> None:
        """Take back all but the first `count` actions."""
        data = self.record.game.data
        self.record = record_of(self.row, self.history.actions[:count], data)
        for reader in self.readers.values():
            reader.go_back(self.record)

    async def _tell_end(self) -> None:
        """Show all of a finished game, which takes a while: from now on nothing is secret."""
        if self.history.ending is not None or self.record.position.result is not None:
            await aside("setup", self.stories.tell, self.record, EVERYTHING)

    def _note(self) -> None:
        """Update the parts of each class's view that are not in the position."""
        ending, offer = self.history.ending, self.history.offer
        if ending is not None and self.record.position.result is None:
            if _is_action(ending, self.record.position) and not self.is_cut_short:
                self._push("resign")
            else:
                self.record.end(ending)
        result = self._result(ending)
        due, over = self.record.position.to_move == DICE, result is not None
        for reader in self.readers.values():
            reader.dice = self.dice.told(reader.viewer, self.history.actions, due=due, over=over)
            shown = offer is not None and reader.viewer is not None
            reader.offer = {"side": offer.side, "what": offer.what} if offer and shown else None
            if result is not None:
                reader.end(result)
        over = result is not None
        self.computers.give_up(unless=None if over else self.record.position)

    def _result(self, ending: Ending | None) -> dict[str, str] | None:
        if self.trouble and self.row.result is not None:
            return dict(self.row.result)  # the stored result: the game cannot be replayed
        found = None if self.trouble else self.record.position.result
        if ending is not None and (found is None or found.ending != ending.kind):
            found = ending.result(self.record.game)
        return None if found is None else dict(found.to_dict())

    async def _tell_aftermath(self) -> None:
        """Send the aftermath of the game.

        Its end is written already, even if reading this fails.
        """
        with contextlib.suppress(BridgeheadError):
            await after_a_game.tell(self)

    # Reading

    async def record_data(self) -> dict[str, Any]:
        """Return the record of a finished game, with all events of its dice."""
        async with self._one:
            await self._find_again()
            if self.lacks_data:
                raise InvalidRecord(NO_RECORD)
            if self.is_cut_short:
                raise InvalidRecord(
                    f"the rules of today do not allow action {len(self.record.actions) + 1} of "
                    "this game: there is no record of it"
                )
            if self.dice.chains is None:
                return self.record.to_dict()
            _, kept, dice, *_ = await self.database.read(_kept, self.id)
        opening = self._opening(dice)
        trail = await aside("setup", verifiable.trail_of, self.record, opening, kept.entries)
        return {**self.record.to_dict(), "dice": Dice("chained", trail=trail).to_dict()}

    def _opening(self, dice: KeptDice) -> GameDice:
        """Return the dice at the start of the game."""
        people = [seat.side for seat in self.row.seats if seat.computer is None]
        sides = self.record.game.sides
        return GameDice.of(dice, self._seal, self.id, self.row.title, sides, people)

    async def refresh(self) -> None:
        """Show changes that another process has made."""
        async with self._one:
            await self._catch_up()

    async def _catch_up(self) -> None:
        await self._find_again()
        found = await self.database.read(journal.revisions, [self.id])
        if found.get(self.id) != self.revision and not await self._follow():
            await self._read_anew()

    async def _follow(self) -> bool:
        """Add what other processes have appended; False if the whole game must be read again.

        That is necessary after a take-back or new secrets of the dice, if the rules have changed,
        and if the journal does not continue the one in memory.
        """
        if self._last is None or self.trouble:
            return False
        found = await self.database.read(_newer, self.id, self.revision, self._last)
        if found is None:
            return False
        row, kept, orders = found
        try:
            history, dice = self.history.after(kept.entries), self.dice.after(kept.entries)
        except BridgeheadError:
            return False
        actions = [entry.text for entry in kept.entries if entry.kind == "action"]
        if len(history.actions) != len(self.history.actions) + len(actions):
            return False  # an action was taken back
        self._is_lost = True
        try:
            for action in actions:
                self._push(action)
        except (BridgeheadError, KeyError):  # today's rules do not allow it
            return False
        self.row, self.history, self.dice = row, history, dice
        self._keys |= kept.keys
        self.revision, self.drawn = kept.revision, max(self.drawn, kept.drawn)
        self._last = kept.entries[-1]
        await self._tell_end()
        self._note()
        for name, reader in self.readers.items():
            text = reader.change(draws=bool(reader.windows), version=row.views.get(name, 0))
            reader.settle()
            if text is not None:  # otherwise the message would reveal hidden events
                reader.send_text(text)
        if orders != self.standing.version:
            await self._read_orders()
        self._is_lost = False
        self.timing.take(row.clock)
        if self.is_over:
            await self._tell_aftermath()
        return True

    async def _find_again(self) -> None:
        """Read the game again if this was not possible when a change failed."""
        if self._is_lost:
            await self._read_anew()

    async def _read_anew(self) -> None:
        self._is_lost = True
        before = {name: reader.told for name, reader in self.readers.items()}
        await self._read()
        self._is_lost = False
        for name, reader in self.readers.items():
            if reader.told != before.get(name):  # otherwise the message would reveal hidden events
                reader.tell_anew()
        if self.is_over:
            await self._tell_aftermath()

    async def _read(self) -> None:
        found = await self.database.read(_kept, self.id)
        self.row, kept, dice, snapshots, told = found
        self.stories = Stories(told)
        self.dice = self._opening(dice).after(kept.entries)
        self._keys = set(kept.keys)
        self.revision, self.drawn = kept.revision, kept.drawn
        self._last = kept.entries[-1] if kept.entries else None
        await self._read_orders()
        kind = "archive" if self.row.state == games.OVER else "opening"
        await aside(kind, self._rebuild, kept, snapshots)
        self.timing.take(self.row.clock)
        self.keep_stories()

    def keep_stories(self) -> None:
        """Store the stories of the game in the background if much of them is not stored yet."""
        told = [reader.told_story for reader in self.readers.values()]
        news = self.stories.news(self.record, [story for story in told if story is not None])
        if news:
            task = asyncio.ensure_future(self._store(news))
            self._changes.add(task)
            task.add_done_callback(self._changes.discard)

    async def _store(self, news: list[stored_logs.News]) -> None:
        try:
            packed = await aside("opening", stored_logs.packed, news)
            await self.database.write(stored_logs.write, self.id, packed)
        except BridgeheadError as error:  # the story is made again when it is needed
            _log.warning("game %s: what was told of it was not stored: %s", self.id, error)

    def _rebuild(self, kept: Kept, snapshots: Sequence[Snapshot]) -> None:
        self.history = History.of(self.record.game.sides, kept.entries)
        data = data_of_row(self.row)
        record, self.trouble = self._replayed(kept, snapshots, data)
        if data is None:
            self.trouble = UNKNOWN_DATA
        if self.trouble:
            _log.warning("game %s cannot be played on: %s", self.id, self.trouble)
        if record.game != self.record.game:
            self.computers = Computers(record)
        self.record = record
        classes = (*record.game.sides, SPECTATORS)
        readers = self.readers
        self.readers = {name: Reader(name or None, record, self.stories) for name in classes}
        self._note()
        for name, reader in self.readers.items():
            if name in readers:
                reader.go_on(readers[name])
            reader.version = self.row.views.get(name, 0)
            reader.trouble = self.trouble
            if not self.is_over:  # a finished game does not change any more
                reader.settle()
        if self.is_over:
            self.readers[SPECTATORS].prepare()

    def _replayed(
        self, kept: Kept, snapshots: Sequence[Snapshot], data: DataSet | None
    ) -> tuple[Record, str]:
        """Replay the game with these data; return the record, and the error where it stopped."""
        record = record_of(self.row, (), data)
        self._resume(record, kept, snapshots)
        try:
            for action in self.history.actions[len(record.actions) :]:
                record.do(action)
            fits = not snapshots or self._leads_to(kept, snapshots[0], data)
        except (BridgeheadError, KeyError) as error:  # shown as far as it can be replayed
            _log.info("game %s, replayed with other rules or data: %s", self.id, error)
            fits = False
        return record, "" if fits else CHANGED_RULES

    def _resume(self, record: Record, kept: Kept, snapshots: Sequence[Snapshot]) -> None:
        """Begin a record at the newest snapshot that today's rules have made, if there is one.

        For a running game the snapshot is before the last action, which may be taken back.
        """
        known, is_over = self.history.actions, self.row.state == games.OVER
        for number, rules, position in snapshots:
            if rules != rules_digest(self.row.title):
                return
            entries = kept.entries
            then = self.history
            if number < len(entries):
                then = History.of(self.history.sides, entries[:number])
            actions = then.actions
            if known[: len(actions)] != actions or not (is_over or len(actions) < len(known)):
                continue
            with contextlib.suppress(BridgeheadError):  # on errors the game is replayed
                found = record.game.position(position)
                if then.ending is not None and found.result is not None:
                    actions = (*actions, "resign")
                record.resume(actions, found)
            return

    def _leads_to(self, kept: Kept, snapshot: Snapshot, data: DataSet | None) -> bool:
        """Whether today's rules and data still lead to the position of the snapshot."""
        number, rules, position = snapshot
        if rules == rules_digest(self.row.title):
            return True
        then = History.of(self.history.sides, kept.entries[:number])
        record = record_of(self.row, then.actions, data)
        if then.ending is not None and _is_action(then.ending, record.position):
            record.do("resign")
        return without_data(record.position.to_dict()) == without_data(position)


def _is_action(ending: Ending, position: Any) -> bool:
    """Whether a game ends by an action that the rules know: the side to decide resigns."""
    return ending.kind == RESIGNED and position.to_move == ending.side


def _kept(
    connection: Connection, game: str
) -> tuple[GameRow, Kept, KeptDice, list[Snapshot], stored_logs.Kept]:
    """Return everything that is stored of a game, at one revision."""
    row = games.load(connection, game)
    kept = journal.read(connection, game, row.revision)
    dice = verifiable.read(connection, game)
    snapshots = journal.last_snapshots(connection, game, row.revision)
    return row, kept, dice, snapshots, stored_logs.read(connection, game)


def _newer(
    connection: Connection, game: str, base: int, last: Entry
) -> tuple[GameRow, Kept, int] | None:
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


def record_of(row: GameRow, actions: tuple[str, ...], data: DataSet | None = None) -> Record:
    """Return the record of a game after these actions; without `data` today's data are used."""
    players = {seat.side: seat.computer or HUMAN for seat in row.seats}
    record = Record(load_with(row.title, row.options, data=data), players=players)
    for action in actions:
        record.do(action)
    return record
