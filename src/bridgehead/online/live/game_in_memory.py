"""A game in the memory of this process: nothing here reads or writes the database.

Each class of readers has its own view of it. The state belongs to the revision of the journal at
which it was read (`game_journal.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.positions.ending import Ending
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.record import Record
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.dice.verifiable import GameDice, KeptDice
from bridgehead.online.games.game_data import UNKNOWN_DATA, data_of_row
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import DICE, TAKE_BACK, Entry, History
from bridgehead.online.games.journal import Snapshot, StoredJournal
from bridgehead.online.games.stored_logs import Stories
from bridgehead.online.live.readers import SPECTATORS, Reader, Window
from bridgehead.online.live.replay import is_action, record_of, replayed
from bridgehead.online.orders import stand_in
from bridgehead.online.ratings import ratings
from bridgehead.server.games.computer import Computers
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.web.connection import encoded
from bridgehead.server.web.threads import aside

_log = logging.getLogger(__name__)

MOVED_ON = "the game has moved on: the page shows how it stands now"
OF_COMPUTER = (
    "a computer has decided that while you were away: only your opponent can let you take it back"
)


class GameInMemory:
    """A game at one revision, and the view of it for each class of readers."""

    def __init__(self, row: GameRow, record: Record, seal: Seal) -> None:
        """Begin with the opening position; `rebuild` then replays the journal."""
        self.id = row.id
        self.row = row
        self.record = record
        self.history = History(record.game.sides)
        self.dice = GameDice(row.id)
        self.readers: dict[str, Reader] = {}
        self.computers = Computers(record)
        self._stand_ins: Computers | None = None  # of the present game, made when one is needed
        self.stories = Stories()
        self.trouble = ""  # the reason why the game cannot be played on
        self.revision = self.drawn = 0
        self.last: Entry | None = None  # the last entry up to that revision
        self.keys: set[str] = set()  # of the requests that were carried out
        self.seal = seal
        self.heard_by_watchers = 0  # number of spectators' chat messages that their windows have
        self.heard = 0  # number of chat messages that the windows have
        self.aftermath: tuple[str, str] | None = None  # the rematch state that the windows have
        self.told_after: dict[str, dict[str, Any]] = {}  # by class: its last message about that

    # Views

    @property
    def windows(self) -> set[Window]:
        """Every open window."""
        return set[Window]().union(*(reader.windows for reader in self.readers.values()))

    def reader_of(self, side: str | None) -> Reader:
        """Return the reader of a side or, for None, of spectators."""
        return self.readers[side or SPECTATORS]

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to every window."""
        if self.windows:
            text = encoded(message)
            for reader in self.readers.values():
                reader.send_text(text)

    def drop_work(self) -> None:
        """Free what was computed from the present position, which is large."""
        self.record.position.drop_work()
        for reader in self.readers.values():
            reader.drop_work()

    # State

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.reader_of(None).result is not None

    @property
    def rolls(self) -> bool:
        """Whether a roll is due."""
        return self.record.position.to_move == DICE and self.history.ending is None

    @property
    def owes(self) -> tuple[str, ...]:
        """The sides whose browsers must send something before the roll that is due."""
        return self.dice.owes() if self.rolls else ()

    @property
    def thinks(self) -> bool:
        """Whether a computer is to decide."""
        side = str(self.record.position.to_move)
        is_due = not self.is_over and not self.trouble
        return is_due and (side in self.computers or self.stands_in(side))

    def stands_in(self, side: str) -> bool:
        """Whether a computer plays for a person who is away."""
        is_agreed = self.row.stand_in is not None and side in self.history.away
        runs = self.history.ending is None and not self.history.paused and not self.trouble
        return is_agreed and runs

    def computers_for(self, side: str) -> Computers:
        """Return the computers among which one decides for a side."""
        if side in self.computers or self.row.stand_in is None:
            return self.computers
        if self._stand_ins is None:
            named = dict.fromkeys(self.record.game.sides, self.row.stand_in.computer)
            self._stand_ins = Computers(self.record, named)
        return self._stand_ins

    def give_up(self, unless: Any = None) -> None:
        """Cancel what the computers think unless it is about this position."""
        for computers in (self.computers, self._stand_ins):
            if computers is not None:
                computers.give_up(unless)

    def ended_by_time(self, kind: str, side: str) -> Entry:
        """Return the entry for a side that has used up its time: its loss, or its stand-in.

        `kind` is the kind of the loss. Without the browser of a player who has never been here the
        dice could not be rolled.
        """
        agreed = self.row.stand_in
        if agreed is not None and agreed.on_time and side not in self.owes:
            absence = stand_in.Absence(stand_in.TIME, len(self.history.actions))
            return Entry("away", side, absence.text)
        return Entry(kind, side)

    def returns(self, entries: list[Entry], now: int) -> list[Entry]:
        """Return the entries by which absences end after these entries, which lead to now.

        An absence also ends when the dice need something that only the player's browser has.
        """
        if self.row.stand_in is None:
            return []
        then, position = self.history.after(entries), self.record.position
        if then.ending is not None or len(then.actions) != len(self.record.actions):
            return []  # the game is over, or a take-back by consent comes first
        owes = self.dice.after(entries).owes() if position.to_move == DICE else ()
        return [
            Entry("back", side)
            for side, absence in then.away.items()
            if side in owes or absence.is_over(side, position, now)
        ]

    @property
    def lacks_data(self) -> bool:
        """Whether this server does not have the data that the game was played with."""
        return self.trouble == UNKNOWN_DATA

    @property
    def is_cut_short(self) -> bool:
        """Whether today's rules forbid an action of the game, so that it ends early here."""
        return len(self.record.actions) < len(self.history.actions)

    def check_plays_on(self) -> None:
        """Raise IllegalAction if the game cannot be played on."""
        if self.trouble:
            raise IllegalAction("rules", self.trouble)

    def check_runs(self) -> None:
        """Raise IllegalAction if the game is over."""
        is_done = self.record.position.to_move is None and not self.trouble
        if self.history.ending is not None or is_done:
            raise IllegalAction("over", "the game is over")

    def check_begins(self) -> None:
        """Raise IllegalAction if the game has gone on too far to be called off."""
        if self.record.position.turn > self.record.first_turn:
            raise IllegalAction("abort", "a game can be called off in its first turn only")
        if self.row.is_rated and (self.drawn or len(self.history.by) >= ratings.FEWEST):
            raise IllegalAction("abort", "this rated game counts already: play on, or resign")

    def check_fresh(self, side: str, at: object, version: object) -> None:
        """Raise StaleActionError if a side's page knew an older state."""
        reader = self.reader_of(side)
        if (at is not None and at != reader.length) or (
            version is not None and version != reader.version
        ):
            raise StaleActionError(MOVED_ON)

    def check_position(self, found_in: Any) -> None:
        """Raise StaleActionError if the game has gone on since this position."""
        if self.record.position != found_in or self.history.ending is not None:
            raise StaleActionError(MOVED_ON)

    def check_own(self, keep: int) -> None:
        """Raise IllegalAction if a computer has decided one of the actions after the first `keep`.

        Otherwise a player could let it play, see how it would play on, and play something else.
        """
        if any(self.history.computers[keep:]):
            raise IllegalAction("undo", OF_COMPUTER)

    # Changes

    def play(
        self, side: str, action: str, link: str | None = None, computer: str | None = None
    ) -> list[Entry]:
        """Carry out a side's action; return its entries. IllegalAction: nothing has changed."""
        decisions = self.record.position.copy().push(action)
        return self.play_all(side, decisions, link, computer)

    def play_all(
        self, side: str, decisions: Sequence[str], link: str | None, computer: str | None = None
    ) -> list[Entry]:
        """Carry out decisions; return their entries, the first with the link of a chain.

        `computer` has decided for an absent player.
        """
        for decision in decisions:
            self.push(decision)
        links = (link, *(None for _ in decisions))
        pairs = zip(decisions, links, strict=False)
        return [
            Entry("action", side, decision, link=given, computer=computer)
            for decision, given in pairs
        ]

    def push(self, action: str) -> None:
        """Carry out one action."""
        before = self.record.position.copy()
        self.record.do(action)
        for reader in self.readers.values():
            reader.add(before, action, self.record.position, len(self.record.actions))

    def with_draws(self, entries: list[Entry]) -> list[Entry]:
        """Carry out every draw that is due after these entries.

        Return the entries with the draws added. A draw that needs a link of somebody's chain is
        carried out when the link arrives.
        """
        dice = self.dice.after(entries)
        while self.record.position.to_move == DICE and not dice.owes():
            self.drawn += 1
            legal = self.record.position.legal_actions()
            roll = str(legal[dice.draw(self.drawn, len(legal))])
            self.push(roll)
            drawn = Entry("action", DICE, roll, self.drawn)
            entries, dice = [*entries, drawn], dice.after([drawn])
        return entries

    def cut(self, count: int) -> None:
        """Take back all but the first `count` actions; the record keeps what it can take back."""
        self.record.cut(count)
        for reader in self.readers.values():
            reader.cut(count)

    def kept_by(self, entries: list[Entry]) -> int | None:
        """Return how many actions remain if these entries take something back by consent.

        Call it before the entries are part of the history.
        """
        if not entries or entries[-1].kind != "accept":
            return None
        offer = self.history.after(entries[:-1]).offer
        return offer.keep if offer is not None and offer.what == TAKE_BACK else None

    async def finish(self, entries: list[Entry]) -> None:
        """Add new entries to history and dice; take back in the position what they take back."""
        self.history = self.history.after(entries)
        self.dice = self.dice.after(entries)
        if len(self.history.actions) < len(self.record.actions):
            await aside("setup", self._go_back, len(self.history.actions))
        await self._tell_end()
        self._note()

    def _go_back(self, count: int) -> None:
        """Take back all but the first `count` actions, by consent also rolls."""
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
            if is_action(ending, self.record.position) and not self.is_cut_short:
                self.push("resign")
            else:
                self.record.end(ending)
        result = self._result(ending)
        due, over = self.record.position.to_move == DICE, result is not None
        for reader in self.readers.values():
            reader.dice = self.dice.told(reader.viewer, self.history.actions, due=due, over=over)
            shown = offer is not None and reader.viewer is not None
            reader.offer = {"side": offer.side, "what": offer.what} if offer and shown else None
            reader.stand_in, reader.history = self.row.stand_in, self.history
            if result is not None:
                reader.end(result)
        self.give_up(unless=self.record.position if self.thinks else None)

    def _result(self, ending: Ending | None) -> dict[str, str] | None:
        if self.trouble and self.row.result is not None:
            return dict(self.row.result)  # the stored result: the game cannot be replayed
        found = None if self.trouble else self.record.position.result
        if ending is not None and (found is None or found.ending != ending.kind):
            found = ending.result(self.record.game)
        return None if found is None else dict(found.to_dict())

    # Replaying

    async def follow(self, row: GameRow, kept: StoredJournal) -> bool:
        """Add what other processes have appended; False if the game must be replayed instead.

        That is necessary after a take-back, if the rules have changed, and if the journal does not
        continue the one in memory. The state may be between two revisions then.
        """
        try:
            history, dice = self.history.after(kept.entries), self.dice.after(kept.entries)
            actions = [entry.text for entry in kept.entries if entry.kind == "action"]
            if len(history.actions) != len(self.history.actions) + len(actions):
                return False  # an action was taken back
            for action in actions:
                self.push(action)
        except (BridgeheadError, KeyError):  # today's rules do not allow it
            return False
        self.row, self.history, self.dice = row, history, dice
        self.keys |= kept.keys
        self.revision, self.drawn = kept.revision, max(self.drawn, kept.drawn)
        self.last = kept.entries[-1]
        await self._tell_end()
        self._note()
        for name, reader in self.readers.items():
            text = reader.change(draws=bool(reader.windows), version=row.views.get(name, 0))
            reader.settle()
            if text is not None:  # otherwise the message would reveal hidden events
                reader.send_text(text)
        return True

    def opening_dice(self, dice: KeptDice) -> GameDice:
        """Return the dice at the start of the game."""
        people = [seat.side for seat in self.row.seats if seat.computer is None]
        sides = self.record.game.sides
        return GameDice.of(dice, self.seal, self.id, self.row.title, sides, people)

    def take(self, row: GameRow, kept: StoredJournal, dice: KeptDice, stories: Stories) -> None:
        """Replace the state by what is stored; `rebuild` then replays it."""
        self.row, self.stories = row, stories
        self.dice = self.opening_dice(dice).after(kept.entries)
        self.keys = set(kept.keys)
        self.revision, self.drawn = kept.revision, kept.drawn
        self.last = kept.entries[-1] if kept.entries else None

    def rebuild(self, kept: StoredJournal, snapshots: Sequence[Snapshot]) -> None:
        """Replay the game, which takes a while, and make every view of it again."""
        self.history = History.of(self.record.game.sides, kept.entries)
        data = data_of_row(self.row)
        record, self.trouble = replayed(self.row, self.history, kept, snapshots, data)
        if data is None:
            self.trouble = UNKNOWN_DATA
        if self.trouble:
            _log.warning("game %s cannot be played on: %s", self.id, self.trouble)
        if record.game != self.record.game:
            self.computers, self._stand_ins = Computers(record), None
        self.record = record
        classes = (*record.game.sides, SPECTATORS)
        readers = {name: Reader(name or None, record, self.stories) for name in classes}
        for name in self.readers.keys() & readers.keys():
            readers[name].go_on(self.readers[name])
        self.readers = readers  # with their windows: others send to them, and leave, meanwhile
        self._note()
        for name, reader in self.readers.items():
            reader.version = self.row.views.get(name, 0)
            reader.trouble = self.trouble
            if not self.is_over:  # a finished game does not change any more
                reader.settle()
        if self.is_over:
            self.readers[SPECTATORS].prepare()

    def seats(self) -> dict[str, dict[str, Any]]:
        """Return the player of each side, and whether they have the game open."""
        found = {}
        for seat in self.row.seats:
            kind = "computer" if seat.computer else "person"
            here = bool(seat.computer or self.readers[seat.side].windows)
            found[seat.side] = {"name": seat.name, "kind": kind, "here": here}
        return found
