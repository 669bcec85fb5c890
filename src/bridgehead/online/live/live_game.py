"""A game as this process serves it: its windows, and the requests of its players.

`game_in_memory.py` keeps it in memory; `changes.py` makes and appends changes.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.record import NOT_TAKEN_BACK
from bridgehead.online.games import games, seen_actions
from bridgehead.online.games.chat import Remark
from bridgehead.online.games.chat import read as read_chat
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import CANCEL, DICE, DRAW, PAUSE, TAKE_BACK, Entry
from bridgehead.online.live.changes import MOVED_ON, ChangingGame
from bridgehead.online.live.readers import Reader, Window
from bridgehead.online.ratings import after_a_game
from bridgehead.server.aside import aside
from bridgehead.server.keeping import StaleActionError
from bridgehead.server.placed import change_of
from bridgehead.server.plans import follow
from bridgehead.server.views import refusal


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


class LiveGame(ChangingGame):
    """A running game, or a finished game that somebody looks at."""

    _told_seats: Mapping[str, Any] | None = None  # the list of people here that the windows have

    # Windows

    @property
    def thinks(self) -> bool:
        """Whether a computer is to decide."""
        is_due = not self.is_over and not self.trouble
        return is_due and self.record.position.to_move in self.computers

    @contextlib.asynccontextmanager
    async def quiet(self, side: str | None) -> AsyncIterator[Reader]:
        """Give the reader of a class while no change is in progress.

        The reader then shows only what is in the database.
        """
        async with self._one:
            await self._find_again()
            yield self.reader_of(side)

    async def enter(self, window: Window) -> None:
        """Show the game in one more window."""
        async with self.quiet(window.viewer) as reader:
            who = window.account if window.viewer is not None else None
            self.row, last, remarks = await self.database.read(_entering, self.id, who)
            # this takes time: the first window of a class waits for a drawing and the whole log as
            # text
            await aside("entering", reader.make_ready)
            reader.windows.add(window)
            window.send(reader.greeting(self.id, self.seats(), last))
            reader.enter(window)
            window.tell(self.timing.told())
            self.timing.watch()
            if window.viewer is not None:
                told = [remark.to_dict() for remark in remarks]
                window.tell({"type": "chat", "from": 0, "remarks": told})
                window.tell(self.orders_data(window.viewer))
        self._tell_people()
        if self.is_over:
            await after_a_game.tell(self, window)

    async def looked(self, window: Window, at: int) -> None:
        """Note how many actions a player's page has shown."""
        shown = min(max(at, 0), self.reader_of(window.viewer).length)
        await self.database.write(seen_actions.note, self.id, window.account, shown)

    def leave(self, window: Window) -> None:
        """Remove a window."""
        for reader in self.readers.values():
            reader.windows.discard(window)
        self._tell_people()

    def _tell_people(self) -> None:
        """Send the windows the list of who is here, if it has changed."""
        seats = self.seats()
        if seats != self._told_seats:
            self._told_seats = seats
            self.tell({"type": "people", "seats": seats})

    async def show(self, window: Window, zones: frozenset[str], line: bool) -> None:
        """Set the layers that are drawn for a window: zones of control, lines of communication."""
        async with self.quiet(window.viewer) as reader:
            if reader.sets_layers(window, zones, line):
                reader.enter(window, len(reader.story.entries))

    def seats(self) -> dict[str, dict[str, Any]]:
        """Return the player of each side, and whether they have the game open."""
        found = {}
        for seat in self.row.seats:
            kind = "computer" if seat.computer else "person"
            here = bool(seat.computer or self.readers[seat.side].windows)
            found[seat.side] = {"name": seat.name, "kind": kind, "here": here}
        return found

    async def hear(self) -> None:
        """Send new chat messages to the players."""
        async with self._one:
            remarks = await self.database.read(read_chat, self.id, self.heard)
            if remarks:
                told = [remark.to_dict() for remark in remarks]
                for side in self.record.game.sides:
                    self.readers[side].send({"type": "chat", "from": self.heard, "remarks": told})
                self.heard = remarks[-1].n

    # Requests. Each names the version that its page had, and a key.

    async def act(
        self, side: str, action: str, at: object, version: object, key: str, link: object = None
    ) -> None:
        """Carry out an action, and roll if a roll is due.

        `link` is the next link of the side's chain.
        """

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
        """Carry out actions one after the other, as many as are legal, and append them together.

        Return how many were carried out and why the others were not; None if the request was
        carried out before. If the first action is not possible, errors are as for `act`.
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
        """Take the last decision back, if that needs no consent."""

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
            change = change_of(self.record, units, place)
            self.record.cut(change.keep)
            for reader in self.readers.values():
                reader.cut(change.keep)
            for action in change.actions:
                self._push(action)
            placed = [Entry("action", side, action) for action in change.actions]
            return [Entry("undo", side, str(change.keep)), *placed]

        await self._request(side, key, set_up, at, version)

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
            # in a friendly game a computer agrees to pauses and take-backs
            if what == DRAW or self.row.is_rated:
                return [offered, Entry("decline", other)]
            return [offered, Entry("accept", other, PAUSE if what == PAUSE else "")]

        await self._request_beside(side, key, offer)

    async def answer(self, side: str, answer: object, version: object, key: str) -> None:
        """Accept, decline or withdraw the pending offer."""

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

    async def resign(self, side: str, key: str, why: str = "") -> None:
        """Resign, whichever side is to decide; `why` is one of `history.LEFT`."""
        await self._request_beside(side, key, lambda: [Entry("resign", side, why)])

    async def decide(self, winner: str, key: str) -> None:
        """End the game by a moderator's decision: a side wins, a draw, or cancelled."""
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

    async def play_for(self, side: str, action: str, found_in: Any) -> None:
        """Carry out a computer's action.

        StaleActionError if its position is not the present one.
        """

        def play() -> list[Entry]:
            if self.record.position != found_in or self.history.ending is not None:
                raise StaleActionError(MOVED_ON)
            return self._play(side, action)

        await self._request(side, None, play)

    async def begin(self) -> None:
        """Roll the dice if the game begins with a roll."""

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
