"""A game as this process has it in memory: it checks requests, and appends to the journal.

What is in memory holds at the revision at which it was read. A change is made in memory first,
while nobody can look, then appended; nobody is told of it before it is in the database. Where the
append fails the game is read anew, and nothing has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from sqlalchemy import Connection

from bridgehead.core.dice import Dice
from bridgehead.core.errors import BridgeheadError, IllegalAction, InvalidRecord
from bridgehead.core.record import NOT_TAKEN_BACK, Record
from bridgehead.core.registry import hex_title, load_with, point_title
from bridgehead.online import afterwards, chained, games, journal, looked, standing
from bridgehead.online.chained import GameDice, KeptDice
from bridgehead.online.chat import read as read_chat
from bridgehead.online.clocks import TimeUpError
from bridgehead.online.database import Database
from bridgehead.online.dice import Seal
from bridgehead.online.games import GameRow
from bridgehead.online.history import (
    CANCEL,
    DICE,
    DRAW,
    PAUSE,
    TAKE_BACK,
    Ending,
    Entry,
    History,
)
from bridgehead.online.journal import After, Kept, StaleError
from bridgehead.online.reader import SPECTATORS, Reader, Window
from bridgehead.online.replying import Replying
from bridgehead.online.rules import rules_digest
from bridgehead.online.standing import OrdersChangedError
from bridgehead.online.timing import Timing
from bridgehead.online.watch import timed
from bridgehead.server.aside import aside
from bridgehead.server.computer import Computers
from bridgehead.server.keeping import StaleActionError
from bridgehead.server.plans import follow
from bridgehead.server.titles import HUMAN
from bridgehead.server.views import refusal, summary

_log = logging.getLogger(__name__)

MOVED_ON = "the game has moved on: the page shows how it stands now"
NOT_YOURS = "it is not for you to decide now"
CHANGED_RULES = (
    "The rules of this game are others than when it was played so far: it can be looked at, and "
    "not be played on. You can resign, or agree on a draw; a moderator can decide the game."
)


class NoSeatError(BridgeheadError):
    """Only somebody who plays in a game may do that."""


class LiveGame(Replying):
    """One running game, or one that is over and looked at."""

    def __init__(
        self,
        row: GameRow,
        record: Record,
        database: Database,
        seal: Seal,
        changed: Callable[[str], None],
    ) -> None:
        """Begin with the opening position; `open` reads what has happened since.

        `changed` is told of the game's id after each append.
        """
        self.id = row.id
        self.row = row
        self.record = record
        self.history = History(record.game.sides)
        self.readers: dict[str, Reader] = {}
        self.computers = Computers(record)
        self.heard = 0  # remarks that the windows have
        self.trouble = ""  # why it cannot be played on
        self.aftermath: tuple[str, str] | None = None  # the rematch that the windows know of
        self.told_after: dict[str, dict[str, Any]] = {}
        self.revision = self.drawn = 0
        self._is_lost = False  # whether memory may be ahead of the database
        self._keys: set[str] = set()
        self.dice = GameDice(row.id)
        self.database = database
        self._seal = seal
        self._changed = changed
        self._one = asyncio.Lock()
        self._changes: set[asyncio.Future[Any]] = set()
        self.timing = Timing(self, database, self._request_beside)

    @classmethod
    async def open(
        cls, row: GameRow, database: Database, seal: Seal, changed: Callable[[str], None]
    ) -> LiveGame:
        """Read a game; BridgeheadError if it cannot be read."""
        record = await aside("setup", _record, row, ())
        game = cls(row, record, database, seal, changed)
        await game._read()
        return game

    # Who looks

    @property
    def windows(self) -> set[Window]:
        """Every open window."""
        return set[Window]().union(*(reader.windows for reader in self.readers.values()))

    @property
    def thinks(self) -> bool:
        """Whether a computer is to decide."""
        is_due = not self.is_over and not self.trouble
        return is_due and self.record.position.to_move in self.computers

    async def settled(self) -> None:
        """Wait until everything that was begun has been written."""
        await asyncio.gather(*self._changes, return_exceptions=True)

    def reader_of(self, side: str | None) -> Reader:
        """Return what a side sees, or, for None, what everybody may see."""
        return self.readers[side or SPECTATORS]

    @contextlib.asynccontextmanager
    async def quiet(self, side: str | None) -> AsyncIterator[Reader]:
        """Give what a class sees while no change is being made: nothing that is not written yet."""
        async with self._one:
            await self._find_again()
            yield self.reader_of(side)

    async def enter(self, window: Window) -> None:
        """Show the game to one more window."""
        async with self.quiet(window.viewer) as reader:
            self.row = await self.database.read(games.load, self.id)  # names may be others now
            reader.windows.add(window)
            hello = reader.hello(self.id, self.seats())
            if window.viewer is not None:
                last = await self.database.read(looked.known, self.id, window.account)
                hello["online"]["last"] = last
            window.tell(hello)
            window.tell(reader.state())
            window.tell(self.timing.told())
            self.timing.watch()
            if window.viewer is not None:
                remarks = await self.database.read(read_chat, self.id)
                told = [remark.to_dict() for remark in remarks]
                window.tell({"type": "chat", "from": 0, "remarks": told})
                window.tell(self.orders_data(window.viewer))
        self.tell({"type": "people", "seats": self.seats()})
        if self.is_over:
            await afterwards.tell(self, window)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.reader_of(None).result is not None

    async def looked(self, window: Window, at: int) -> None:
        """Note how many actions a player's page has shown."""
        shown = min(max(at, 0), self.reader_of(window.viewer).length)
        await self.database.write(looked.note, self.id, window.account, shown)

    def leave(self, window: Window) -> None:
        """Forget a window."""
        for reader in self.readers.values():
            reader.windows.discard(window)
        self.tell({"type": "people", "seats": self.seats()})

    async def show(self, window: Window, zones: frozenset[str], line: bool) -> None:
        """Draw these layers for a window from now on."""
        async with self.quiet(window.viewer) as reader:
            window.zones, window.line = zones & set(self.record.game.sides), line
            window.tell(reader.state(len(reader.story.entries)))

    def seats(self) -> dict[str, dict[str, Any]]:
        """Return who plays each side, and whether they look at the game now."""
        found = {}
        for seat in self.row.seats:
            kind = "computer" if seat.computer else "person"
            here = bool(seat.computer or self.readers[seat.side].windows)
            found[seat.side] = {"name": seat.name, "kind": kind, "here": here}
        return found

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message that is for everybody."""
        for reader in self.readers.values():
            reader.send(message)

    async def hear(self) -> None:
        """Send the players what was said since."""
        async with self._one:
            remarks = await self.database.read(read_chat, self.id, self.heard)
            if remarks:
                told = [remark.to_dict() for remark in remarks]
                for side in self.record.game.sides:
                    self.readers[side].send({"type": "chat", "from": self.heard, "remarks": told})
                self.heard = remarks[-1].n

    # What people do. Each request names what its page knew, and a key.

    async def act(
        self, side: str, action: str, at: object, version: object, key: str, link: object = None
    ) -> None:
        """Carry out an action, and roll if a roll is due; `link` is the side's next link."""

        def act() -> list[Entry]:
            self._check_turn(side)
            return self._play(side, action, self.dice.check_action(side, link))

        if action.strip().lower() == "resign":
            await self.resign(side, key)
        else:
            await self._request(side, key, act, at, version)

    async def plan(
        self,
        side: str,
        actions: Sequence[str],
        at: object,
        version: object,
        key: str,
        link: object = None,
    ) -> dict[str, Any] | None:
        """Carry out actions one after the other, as far as they can be, written together.

        Return how many were carried out, and why not all; None if this was done before. Errors
        as for `act`, where not even the first is possible.
        """
        told: dict[str, Any] | None = None

        def plan() -> list[Entry]:
            nonlocal told
            self._check_turn(side)
            given = self.dice.check_action(side, link)
            found = follow(self.record.position, actions)
            error = found.error
            if error is not None and not found.done:
                raise error
            refused = refusal(error, game=self.record.game) if error is not None else None
            told = {"done": found.done, "stopped": found.stopped, "refused": refused}
            entries: list[Entry] = []
            for decision in found.decisions:
                self._push(decision)
                entries.append(Entry("action", side, decision, link=None if entries else given))
            return self._cascade(entries)

        await self._request(side, key, plan, at, version)
        return told

    async def undo(self, side: str, at: object, version: object, key: str) -> None:
        """Take the last decision back, as far as that needs nobody's consent."""

        def undo() -> list[Entry]:
            self._check_turn(side)
            if not self.record.can_undo():
                raise IllegalAction("undo", NOT_TAKEN_BACK)
            self.record.undo()
            count = len(self.record.actions)
            for reader in self.readers.values():
                reader.cut(count)
            return [Entry("undo", side, str(count))]

        await self._request(side, key, undo, at, version)

    async def offer(self, side: str, what: object, key: str) -> None:
        """Offer a draw, or ask to take back the side's last decision and everything after it."""

        def offer() -> list[Entry]:
            if what not in (DRAW, TAKE_BACK, PAUSE):
                raise IllegalAction("offer", f"{what!r} must be {DRAW}, {TAKE_BACK} or {PAUSE}")
            if what == TAKE_BACK:
                self._check_plays_on()
            if what == PAUSE and not self.timing.can_pause:
                raise IllegalAction("offer", "this game has no clock to pause")
            if self.history.offer is not None:
                raise IllegalAction("offer", "an offer stands already")
            keep = self.history.last_of(side)
            if what == TAKE_BACK and keep is None:
                raise IllegalAction("offer", "you have not made a decision yet")
            text = f"{TAKE_BACK} {keep}" if what == TAKE_BACK else str(what)
            offered = Entry("offer", side, text)
            other = self.history.other(side)
            if other not in self.computers:
                return [offered]
            # a computer does not mind a pause, or, in a friendly game, a decision taken back
            if what == PAUSE:
                return [offered, Entry("accept", other, PAUSE)]
            minds = what != TAKE_BACK or self.row.is_rated
            return [offered, Entry("decline" if minds else "accept", other)]

        await self._request_beside(side, key, offer)

    async def answer(self, side: str, answer: object, version: object, key: str) -> None:
        """Accept, decline or withdraw the offer that stands."""

        def answer_it() -> list[Entry]:
            offer = self.history.offer
            known = ("withdraw",) if offer and offer.side == side else ("accept", "decline")
            if offer is None:
                raise IllegalAction("offer", "there is no offer any more")
            if answer not in known:
                raise IllegalAction("offer", f"{answer!r} must be one of {', '.join(known)}")
            if answer == "accept" and offer.what == TAKE_BACK:
                self._check_plays_on()
            agreed = answer == "accept" and offer.what == PAUSE
            return [Entry(str(answer), side, PAUSE if agreed else "")]

        await self._request_beside(side, key, answer_it, version=version)

    async def resign(self, side: str, key: str) -> None:
        """Resign, whoever is to decide."""
        await self._request_beside(side, key, lambda: [Entry("resign", side)])

    async def decide(self, winner: str, key: str) -> None:
        """Let a moderator end the game: a side wins, a draw, or cancelled."""
        kind, text = (CANCEL, "") if winner == CANCEL else ("adjudicate", winner)
        await self._request_beside("", key, lambda: [Entry(kind, "", text)])

    async def anchor(self, side: str, anchor: object, key: str) -> None:
        """Begin a side's dice chain, or a new one."""

        def begin() -> list[Entry]:
            rated = self.row.is_rated
            return self._cascade([self.dice.anchored(side, anchor, is_rated=rated)])

        await self._request(side, key, begin)

    async def link(self, side: str, link: object, ticket: object, key: str) -> None:
        """Take a link that the dice wait for, and roll."""

        def give() -> list[Entry]:
            return self._cascade([self.dice.linked(side, link, ticket, self.history.actions)])

        await self._request(side, key, give)

    @property
    def owes(self) -> tuple[str, ...]:
        """The sides whose browser has to send something before the roll that is due."""
        if self.record.position.to_move != DICE or self.history.ending is not None:
            return ()
        return self.dice.owes()

    async def play_for(self, side: str, action: str, found_in: Any) -> None:
        """Carry out what a computer found in a position; StaleActionError if it is another."""

        def play() -> list[Entry]:
            if self.record.position != found_in or self.history.ending is not None:
                raise StaleActionError(MOVED_ON)
            return self._play(side, action)

        await self._request(side, None, play)

    async def begin(self) -> None:
        """Roll where a game begins with a roll."""

        def is_due() -> bool:
            rolls = self.record.position.to_move == DICE and self.history.ending is None
            return rolls and not self.owes and not self.trouble

        def roll() -> list[Entry]:
            if not is_due():
                raise StaleActionError(MOVED_ON)
            return self._cascade([])

        if is_due():
            with contextlib.suppress(StaleActionError):  # another process has done it
                await self._request("", None, roll)

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

    def _play(self, side: str, action: str, link: str | None = None) -> list[Entry]:
        """Carry out an action, and the draws that follow; return the entries."""
        trial = self.record.position.copy()
        entries: list[Entry] = []
        for decision in trial.push(action):  # IllegalAction: nothing has happened
            self._push(decision)
            entries.append(Entry("action", side, decision, link=None if entries else link))
        return self._cascade(entries)

    def _drawn(self, entries: list[Entry]) -> list[Entry]:
        """Carry out every draw that is due after these entries; return all of them.

        A draw that waits for a link of somebody's chain is carried out when that comes.
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

    def _push(self, action: str) -> None:
        before = self.record.position.copy()
        self.record.do(action)
        for reader in self.readers.values():
            reader.add(before, action, self.record.position, len(self.record.actions))

    def _check_plays_on(self) -> None:
        """Raise IllegalAction if the game cannot be played on."""
        if self.trouble:
            raise IllegalAction("rules", self.trouble)

    async def _request(
        self,
        side: str,
        key: str | None,
        work: Callable[[], list[Entry]],
        at: object = None,
        version: object = None,
    ) -> None:
        """Carry out what somebody asks for, once; IllegalAction if the game cannot be played on."""

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
        """Carry out, once, what somebody asks for that needs no legal position.

        `work` makes the change in memory and returns the entries. A request whose key is known was
        carried out before. Once begun, a change comes to its end, also where nobody waits for it.
        What names no version of the game is tried again where another process was quicker.
        """
        again = StaleError if at is None and version is None else OrdersChangedError

        async def once() -> None:
            if key is None or f"{side}:{key}" not in self._keys:
                await self._change(side, key, work, at, version)

        async def change() -> None:
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
            changed = {reader: reader.change() for reader in self.readers.values()}
            after, write = self._after(began), self.database.write
            orders = self.standing.version
            append = (standing.append, self.id, self.revision, entries, after, known, orders, keep)
            fresh = await timed(write, *append)
        except (IllegalAction, StaleActionError, StaleError):
            raise  # `work` has changed nothing, or the caller reads anew
        except BaseException:
            await self._read_anew()
            raise
        if not fresh:
            await self._read_anew()
            return
        self.revision += len(entries)
        self._keys |= {known} if known else set()
        for reader, state in changed.items():
            reader.settle()
            if state is not None:
                reader.send(state)
        if after.tick is not None:
            self.timing.take(after.tick.clock)
        if keep is not None:
            await self._read_orders()
        self._changed(self.id)
        if self.is_over:
            await self._tell_aftermath()

    async def _tell_aftermath(self) -> None:
        """Tell what became of the game, whose end is written whether this can be read or not."""
        with contextlib.suppress(BridgeheadError):
            await afterwards.tell(self)

    async def _finish(self, entries: list[Entry]) -> None:
        """Bring memory in step with the history after new entries."""
        before = self.history
        self.history = before.after(entries)
        self.dice = self.dice.after(entries)
        if len(self.history.actions) < len(self.record.actions):
            await aside("setup", self._cut, len(self.history.actions))
        self._note()

    def _cut(self, count: int) -> None:
        """Take back all but so many actions."""
        self._renew(_record(self.row, self.history.actions[:count]))

    def _renew(self, record: Record) -> None:
        self.record = record
        for reader in self.readers.values():
            reader.renew(record)

    def _note(self) -> None:
        """Let every class know how the game stands beside its position."""
        ending, offer = self.history.ending, self.history.offer
        resigned = ending is not None and self.record.position.to_move == ending.side != ""
        if resigned and not self.is_cut_short:
            self._push("resign")  # the rules know that, too
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

    @property
    def is_cut_short(self) -> bool:
        """Whether the rules of today do not allow all that was done in the game."""
        return len(self.record.actions) < len(self.history.actions)

    def _result(self, ending: Ending | None) -> dict[str, str] | None:
        found = None if self.trouble else self.record.position.result
        if found is not None and (ending is None or ending.kind != "time"):
            return dict(found.to_dict())
        if ending is None:
            return None
        reason = ENDINGS[ending.kind]
        return {"winner": ending.winner, "ending": ending.kind, "case": "", "reason": reason}

    def _after(self, began: Any) -> After:
        """Return what is known of the game now."""
        position, result = self.record.position, self.reader_of(None).result
        waits_for = (*self.owes, str(position.to_move))[0]
        if self.trouble:
            waits_for = self.row.waits_for  # who was to decide by the rules of then
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
            closing=None if result is None else self._closing(),
        )

    def _closing(self) -> dict[str, Any]:
        """Return what is stored when the game ends, beside its result."""
        decisions = sum(side != DICE for side in self.history.by)
        title = point_title if self.reader_of(None).points else hex_title
        ledger = title(self.record.game.id).screen.ledger(self.record.position)
        points = {side: one["points"] for side, one in ledger.items()} if ledger else None
        return {"decisions": decisions, "points": points}

    # Reading

    async def record_data(self) -> dict[str, Any]:
        """Return the record of a finished game, with all events of its dice."""
        async with self._one:
            await self._find_again()
            if self.is_cut_short:
                raise InvalidRecord(
                    f"the rules of today do not allow action {len(self.record.actions) + 1} of "
                    "this game: there is no record of it"
                )
            if self.dice.chains is None:
                return self.record.to_dict()
            _, kept, dice, _ = await self.database.read(_kept, self.id)
        opening = self._opening(dice)
        trail = await aside("setup", chained.trail_of, self.record, opening, kept.entries)
        return {**self.record.to_dict(), "dice": Dice("chained", trail=trail).to_dict()}

    def _opening(self, dice: KeptDice) -> GameDice:
        """Return the dice before anything has happened."""
        people = [seat.side for seat in self.row.seats if seat.computer is None]
        sides = self.record.game.sides
        return GameDice.of(dice, self._seal, self.id, self.row.title, sides, people)

    async def refresh(self) -> None:
        """Show what another process has done."""
        async with self._one:
            await self._catch_up()

    async def _catch_up(self) -> None:
        await self._find_again()
        found = await self.database.read(journal.revisions, [self.id])
        if found.get(self.id) != self.revision:
            await self._read_anew()

    async def _find_again(self) -> None:
        """Read the game anew where that could not be done when a change failed."""
        if self._is_lost:
            await self._read_anew()

    async def _read_anew(self) -> None:
        self._is_lost = True
        before = {name: reader.told for name, reader in self.readers.items()}
        await self._read()
        self._is_lost = False
        for name, reader in self.readers.items():
            if reader.told != before.get(name):  # else it would tell of what somebody cannot see
                reader.send(reader.state())
        if self.is_over:
            await self._tell_aftermath()

    async def _read(self) -> None:
        self.row, kept, dice, snapshot = await self.database.read(_kept, self.id)
        self.dice = self._opening(dice).after(kept.entries)
        self._keys = set(kept.keys)
        self.revision, self.drawn = kept.revision, kept.drawn
        await self._read_orders()
        await aside("setup", self._rebuild, kept, snapshot)
        self.timing.take(self.row.clock)

    def _rebuild(self, kept: Kept, snapshot: Snapshot | None) -> None:
        self.trouble = ""
        record = _record(self.row, ())
        self.history = History.of(record.game.sides, kept.entries)
        try:
            for action in self.history.actions:
                record.do(action)
            if snapshot is not None:
                self._check(kept, snapshot)
        except (BridgeheadError, KeyError) as error:  # it is shown as far as it can be
            _log.warning("game %s cannot be played on: %s", self.id, error)
            self.trouble = CHANGED_RULES
        self.record = record
        classes = (*record.game.sides, SPECTATORS)
        windows = {name: reader.windows for name, reader in self.readers.items()}
        self.readers = {name: Reader(name or None, record) for name in classes}
        self._note()
        for name, reader in self.readers.items():
            reader.windows = windows.get(name, reader.windows)  # the set that `leave` knows
            reader.version = self.row.views.get(name, 0)
            reader.trouble = self.trouble
            reader.settle()

    def _check(self, kept: Kept, snapshot: Snapshot) -> None:
        """Note where the rules of today lead to another position than those of then."""
        number, rules, position = snapshot
        if rules == rules_digest(self.row.title):
            return
        then = History.of(self.history.sides, kept.entries[:number])
        record = _record(self.row, then.actions)
        if then.ending is not None and record.position.to_move == then.ending.side:
            record.do("resign")
        if record.position.to_dict() != position:
            self.trouble = CHANGED_RULES


ENDINGS = {
    "resigned": "the other side resigned",
    "agreed": "both sides agreed to a draw",
    "time": "the other side ran out of time",
    "adjudicated": "adjudicated by a moderator",
    "cancelled": "cancelled by a moderator; the game does not count",
}


Snapshot = tuple[int, str, dict[str, Any]]


def _kept(connection: Connection, game: str) -> tuple[GameRow, Kept, KeptDice, Snapshot | None]:
    """Return all that is kept of a game, as it stands at one revision."""
    row = games.load(connection, game)
    kept = journal.read(connection, game, row.revision)
    dice = chained.read(connection, game)
    return row, kept, dice, journal.last_snapshot(connection, game, row.revision)


def _record(row: GameRow, actions: tuple[str, ...]) -> Record:
    """Return the record of a game after these actions."""
    players = {seat.side: seat.computer or HUMAN for seat in row.seats}
    record = Record(load_with(row.title, row.options), players=players)
    for action in actions:
        record.do(action)
    return record
