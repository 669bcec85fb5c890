"""A game as this process serves it: its windows, and the requests of its players."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from sqlalchemy import Connection

from bridgehead.core.dice.dice import Dice
from bridgehead.core.errors import BridgeheadError, IllegalAction, InvalidRecord
from bridgehead.core.records.record import NOT_TAKEN_BACK, Record
from bridgehead.online.database.database import Database
from bridgehead.online.database.lobby_tables import WATCHERS_CHAT
from bridgehead.online.dice import verifiable
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import games, seen_actions
from bridgehead.online.games.chat import Remark
from bridgehead.online.games.chat import read as read_chat
from bridgehead.online.games.game_data import NO_RECORD
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import CANCEL, DRAW, PAUSE, TAKE_BACK, Entry
from bridgehead.online.live.absences import Absences
from bridgehead.online.live.game_in_memory import MOVED_ON, GameInMemory
from bridgehead.online.live.game_journal import GameJournal
from bridgehead.online.live.readers import Reader, Window
from bridgehead.online.live.replay import record_of, stand_in_comments
from bridgehead.online.orders.standing_orders import StandingOrders
from bridgehead.online.ratings import after_a_game
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.games.plans import follow
from bridgehead.server.games.setup_moves import change_of
from bridgehead.server.views.positions import refusal
from bridgehead.server.web.threads import aside

NOT_YOURS = "it is not for you to decide now"


def _entering(
    connection: Connection, game: str, account: str | None
) -> tuple[GameRow, int | None, Sequence[Remark]]:
    """Return a game's row and, for a player, the number of actions shown and the chat."""
    row = games.load(connection, game)  # names may have changed
    if account is None:
        return row, None, ()
    return row, seen_actions.known(connection, game, account), read_chat(connection, game)


class NoSeatError(BridgeheadError):
    """Only a player of the game may do that."""


class LiveGame:
    """A running game, or a finished game that somebody looks at.

    Its parts: the game in memory, its standing orders, its journal, its clocks.
    """

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
        self.memory = GameInMemory(row, record, seal)
        self.orders = StandingOrders(self.memory, database)
        self.journal = GameJournal(self.memory, self.orders, database, changed)
        self.clocks = self.journal.clocks
        self.absences = Absences(self.memory, self.journal, database)
        self._database = database
        self._told_seats: Mapping[str, Any] | None = None  # who is here, as the windows know it

    @classmethod
    async def open(
        cls, row: GameRow, database: Database, seal: Seal, changed: Callable[[str], None]
    ) -> Self:
        """Read a game; BridgeheadError if it cannot be read."""
        record = await aside("setup", record_of, row, ())
        game = cls(row, record, database, seal, changed)
        await game.journal.read()
        return game

    # Windows

    @contextlib.asynccontextmanager
    async def quiet(self, side: str | None) -> AsyncIterator[Reader]:
        """Give the reader of a class while no change is in progress.

        The reader then shows only what is in the database.
        """
        async with self.journal.lock:
            await self.journal.find_again()
            yield self.memory.reader_of(side)

    async def enter(self, window: Window) -> None:
        """Show the game in one more window."""
        memory = self.memory
        async with self.quiet(window.viewer) as reader:
            who = window.account if window.viewer is not None else None
            memory.row, last, remarks = await self._database.read(_entering, self.id, who)
            # this takes time: the first window of a class waits for a drawing and the whole log as
            # text
            await aside("entering", reader.make_ready)
            reader.windows.add(window)
            window.send(reader.greeting(self.id, memory.seats(), last))
            reader.enter(window)
            window.tell(self.clocks.told())
            self.clocks.watch()
            if window.viewer is not None:
                told = [remark.to_dict() for remark in remarks]
                window.tell({"type": "chat", "from": 0, "remarks": told})
                window.tell(self.orders.data(window.viewer))
        self._tell_people()
        if self._reads_watchers(window):
            await self._tell_watchers([window], 0)
        if memory.is_over:
            await self.tell_aftermath(window)

    async def looked(self, window: Window, at: int) -> None:
        """Note how many actions a player's page has shown."""
        shown = min(max(at, 0), self.memory.reader_of(window.viewer).length)
        await self._database.write(seen_actions.note, self.id, window.account, shown)

    def leave(self, window: Window) -> None:
        """Remove a window."""
        for reader in self.memory.readers.values():
            reader.windows.discard(window)
        self._tell_people()

    def _tell_people(self) -> None:
        """Send the windows the list of who is here, if it has changed."""
        seats = self.memory.seats()
        if seats != self._told_seats:
            self._told_seats = seats
            self.memory.send({"type": "people", "seats": seats})

    async def tell_aftermath(self, fresh: Window | None = None) -> None:
        """Send the windows the aftermath of the finished game, all of it to a `fresh` one."""
        await after_a_game.tell(self.memory, self._database, fresh)

    async def hear(self) -> None:
        """Send new chat messages to the players."""
        memory = self.memory
        async with self.journal.lock:
            remarks = await self._database.read(read_chat, self.id, memory.heard)
            if remarks:
                told = [remark.to_dict() for remark in remarks]
                for side in memory.record.game.sides:
                    memory.readers[side].send(
                        {"type": "chat", "from": memory.heard, "remarks": told}
                    )
                memory.heard = remarks[-1].n

    async def hear_watchers(self) -> None:
        """Send new messages of the spectators' chat to those who may read them."""
        memory = self.memory
        async with self.journal.lock:
            windows = [one for one in memory.windows if self._reads_watchers(one)]
            before = memory.heard_by_watchers
            memory.heard_by_watchers = await self._tell_watchers(windows, before)

    def _reads_watchers(self, window: Window) -> bool:
        """Whether a window shows the spectators' chat.

        Players see it when the game is over; spectators need an account.
        """
        return bool(window.account) and (window.viewer is None or self.memory.is_over)

    async def _tell_watchers(self, windows: Iterable[Window], known: int) -> int:
        """Send spectators' messages after the first `known`; return how many there are."""
        remarks = await self._database.read(read_chat, self.id, known, WATCHERS_CHAT)
        told = [remark.to_dict() for remark in remarks]
        for window in windows:
            window.tell({"type": "chat", "room": "watchers", "from": known, "remarks": told})
        return remarks[-1].n if remarks else known

    async def record_data(self) -> dict[str, Any]:
        """Return the record of a finished game, with all events of its dice."""
        memory = self.memory
        async with self.journal.lock:
            await self.journal.find_again()
            record = memory.record
            if memory.lacks_data:
                raise InvalidRecord(NO_RECORD)
            if memory.is_cut_short:
                raise InvalidRecord(
                    f"the rules of today do not allow action {len(record.actions) + 1} of "
                    "this game: there is no record of it"
                )
            data = record.to_dict()
            if comments := stand_in_comments(memory.history, len(record.actions)):
                data["comments"] = [one.to_dict() for one in comments]
            if memory.dice.chains is None:
                return data
            opening, kept = await self.journal.read_dice()
        trail = await aside("setup", verifiable.trail_of, record, opening, kept.entries)
        return {**data, "dice": Dice("chained", trail=trail).to_dict()}

    async def branch(self, viewer: str | None, count: int | None, view: str) -> Record:
        """Return a new game that begins after `count` actions of the finished game, None for all.

        SecretError if the game is not over; InvalidRecord if no game can begin there. IndexError.
        """
        async with self.quiet(viewer) as reader:
            reader.check_open("a branch")
            if self.memory.lacks_data:
                raise InvalidRecord(NO_RECORD)
            after = reader.length if count is None else reader.count_of(count)
            return await aside("setup", lambda: reader.record.branch(after, view=view))

    async def order(self, side: str, number: int, data: object) -> None:
        """Replace the standing orders of a side (`StandingOrders.order`)."""
        async with self.quiet(side):
            await self.orders.order(side, number, data)

    # Requests. Each names the version that its page had, and a key.

    async def act(
        self, side: str, action: str, at: object, version: object, key: str, link: object = None
    ) -> None:
        """Carry out an action, and roll if a roll is due.

        `link` is the next link of the side's chain.
        """

        def act() -> list[Entry]:
            self._check_turn(side)
            given = self.memory.dice.check_action(side, link)
            return self.absences.returned(side, self._play(side, action, given))

        if action.strip().lower() == "resign":
            await self.resign(side, key)
        else:
            await self.journal.request(side, key, act, at, version)

    async def plan(
        self,
        side: str,
        actions: Sequence[str],
        at: object,
        version: object,
        key: str,
        link: object = None,
    ) -> dict[str, Any] | None:
        """Carry out actions one after the other, as many as are legal, and append them together.

        Return how many were carried out and why the others were not; None if the request was
        carried out before. If the first action is not possible, errors are as for `act`.
        """
        told: dict[str, Any] | None = None
        memory = self.memory

        def plan() -> list[Entry]:
            nonlocal told
            self._check_turn(side)
            given = memory.dice.check_action(side, link)
            found = follow(memory.record.position, actions)
            error = found.error
            if error is not None and not found.done:
                raise error
            refused = refusal(error, game=memory.record.game) if error is not None else None
            told = {"done": found.done, "stopped": found.stopped, "refused": refused}
            played = self.orders.cascade(memory.play_all(side, found.decisions, given))
            return self.absences.returned(side, played)

        await self.journal.request(side, key, plan, at, version)
        return told

    async def undo(self, side: str, at: object, version: object, key: str) -> None:
        """Take the last decision back, if that needs no consent."""

        def undo() -> list[Entry]:
            self._check_turn(side)
            record = self.memory.record
            if not record.can_undo():
                raise IllegalAction("undo", NOT_TAKEN_BACK)
            count = len(record.actions) - 1
            self.memory.check_own(count)
            self.memory.cut(count)
            return self.absences.returned(side, [Entry("undo", side, str(count))])

        await self.journal.request(side, key, undo, at, version)

    async def set_up(
        self,
        side: str,
        units: Sequence[str],
        place: str | None,
        at: object,
        version: object,
        key: str,
    ) -> None:
        """Move a unit that was placed in the present set-up, or take such units back.

        It reaches no farther back than `undo`. The journal records what is taken back, and what is
        placed instead.
        """

        def set_up() -> list[Entry]:
            self._check_turn(side)
            change = change_of(self.memory.record, units, place)
            self.memory.check_own(change.keep)
            self.memory.cut(change.keep)
            placed = self.memory.play_all(side, change.actions, None)
            return self.absences.returned(side, [Entry("undo", side, str(change.keep)), *placed])

        await self.journal.request(side, key, set_up, at, version)

    async def offer(self, side: str, what: object, key: str) -> None:
        """Offer a draw, or ask to take back the side's last decision and everything after it."""

        def offer() -> list[Entry]:
            if what not in (DRAW, TAKE_BACK, PAUSE):
                raise IllegalAction("offer", f"{what!r} must be {DRAW}, {TAKE_BACK} or {PAUSE}")
            if what == TAKE_BACK:
                self.memory.check_plays_on()
            if what == PAUSE and not self.clocks.can_pause:
                raise IllegalAction("offer", "this game has no clock to pause")
            if self.memory.history.offer is not None:
                raise IllegalAction("offer", "an offer stands already")
            keep = self.memory.history.last_of(side)
            if what == TAKE_BACK and keep is None:
                raise IllegalAction("offer", "you have not made a decision yet")
            text = f"{TAKE_BACK} {keep}" if what == TAKE_BACK else str(what)
            offered = Entry("offer", side, text)
            other = self.memory.history.other(side)
            if other not in self.memory.computers:
                return [offered]
            # in a friendly game a computer agrees to pauses and take-backs
            if what == DRAW or self.memory.row.is_rated:
                return [offered, Entry("decline", other)]
            return [offered, Entry("accept", other, PAUSE if what == PAUSE else "")]

        await self.journal.request_beside(side, key, offer)

    async def answer(self, side: str, answer: object, version: object, key: str) -> None:
        """Accept, decline or withdraw the pending offer."""

        def answer_it() -> list[Entry]:
            offer = self.memory.history.offer
            known = ("withdraw",) if offer and offer.side == side else ("accept", "decline")
            if offer is None:
                raise IllegalAction("offer", "there is no offer any more")
            if answer not in known:
                raise IllegalAction("offer", f"{answer!r} must be one of {', '.join(known)}")
            if answer == "accept" and offer.what == TAKE_BACK:
                self.memory.check_plays_on()
            agreed = answer == "accept" and offer.what == PAUSE
            return [Entry(str(answer), side, PAUSE if agreed else "")]

        await self.journal.request_beside(side, key, answer_it, version=version)

    async def resign(self, side: str, key: str, why: str = "") -> None:
        """Resign, whichever side is to decide; `why` is one of `history.LEFT`."""
        await self.journal.request_beside(side, key, lambda: [Entry("resign", side, why)])

    async def abort(self, side: str, key: str) -> None:
        """Call the game off at its beginning: it counts for nothing then."""

        def abort() -> list[Entry]:
            self.memory.check_begins()
            return [Entry("abort", side)]

        await self.journal.request_beside(side, key, abort)

    async def idle(self, side: str, revision: int) -> None:
        """End the game, which is at a revision, because a side did not act for too long.

        If it was agreed, a computer plays on instead.
        """

        def end() -> list[Entry]:
            if self.memory.revision != revision:
                raise StaleActionError(MOVED_ON)
            return [self.memory.ended_by_time("idle", side)]

        await self.journal.request_beside("", f"idle {revision}", end)

    async def decide(self, winner: str, key: str) -> None:
        """End the game by a moderator's decision: a side wins, a draw, or cancelled."""
        kind, text = (CANCEL, "") if winner == CANCEL else ("adjudicate", winner)
        await self.journal.request_beside("", key, lambda: [Entry(kind, "", text)])

    async def anchor(self, side: str, anchor: object, key: str) -> None:
        """Begin a side's dice chain, or a new one."""

        def begin() -> list[Entry]:
            rated = self.memory.row.is_rated
            return self.orders.cascade([self.memory.dice.anchored(side, anchor, is_rated=rated)])

        await self.journal.request(side, key, begin)

    async def link(self, side: str, link: object, ticket: object, key: str) -> None:
        """Take a link that the dice wait for, and roll."""

        def give() -> list[Entry]:
            history = self.memory.history
            entry = self.memory.dice.linked(side, link, ticket, history.actions)
            return self.orders.cascade([entry])

        await self.journal.request(side, key, give)

    async def play_for(self, side: str, action: str, found_in: Any) -> None:
        """Carry out a computer's action, for its own side or for a player who is away.

        StaleActionError if its position is not the present one, or if the player is back.
        """

        def play() -> list[Entry]:
            self.memory.check_position(found_in)
            return self._play(side, action, computer=self.absences.computer_of(side))

        await self.journal.request(side, None, play)

    async def captain_plays(self, side: str, action: str, found_in: Any) -> None:
        """Carry out a captain's action for a person; StaleActionError if it comes too late."""

        def play() -> list[Entry]:
            self.memory.check_position(found_in)
            self.orders.check_captain(side)
            return self._play(side, action)

        await self.journal.request(side, None, play)

    def _check_turn(self, side: str) -> None:
        if not self.memory.reader_of(side).mine:
            raise IllegalAction("notation", NOT_YOURS)
        self.clocks.check(side)
        self.absences.check_may_return(side)

    def _play(
        self, side: str, action: str, link: str | None = None, computer: str | None = None
    ) -> list[Entry]:
        """Carry out an action, and what follows; return the entries."""
        return self.orders.cascade(self.memory.play(side, action, link, computer))

    async def begin(self) -> None:
        """Roll the dice if the game begins with a roll."""

        def is_due() -> bool:
            memory = self.memory
            return memory.rolls and not memory.owes and not memory.trouble

        def roll() -> list[Entry]:
            if not is_due():
                raise StaleActionError(MOVED_ON)
            return self.orders.cascade([])

        if is_due():
            with contextlib.suppress(StaleActionError):  # another process has done it
                await self.journal.request("", None, roll)
