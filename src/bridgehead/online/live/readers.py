"""A game as one class of readers sees it (`server/views/reader.py`): a side, or all spectators.

`version` counts the changes of the class's view. Pages send it with their requests: the revision of
the journal would reveal how often somebody decided something in secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bridgehead.core.records.record import Record
from bridgehead.online.games.history import History
from bridgehead.online.games.stored_logs import Stories
from bridgehead.online.orders.stand_in import StandIn
from bridgehead.server.views.hello import hello_text
from bridgehead.server.views.reader import GameView
from bridgehead.server.views.story import Entry, Story, alike
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.connection import Connection, encoded, join
from bridgehead.server.web.threads import aside

SPECTATORS = ""  # the name of the class of spectators


class Window(Connection):
    """An open browser window (WebSocket) of a user."""

    def __init__(self, viewer: str | None, account: str, session: str, who: str = "") -> None:
        """`who`: the account or address for which the window's messages are counted."""
        super().__init__()
        self.viewer = viewer
        self.account = account
        self.session = session
        self.who = who

    def cut(self, code: int, text: str) -> None:
        """Close the window at once with a code and a reason; waiting messages are dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.code = code
        self.tell({"type": "gone", "text": text})
        self.send(None)


class Reader(GameView[Window]):
    """The view of one class of readers."""

    def __init__(self, viewer: str | None, record: Record, stories: Stories | None = None) -> None:
        """`stories`: stories of the game that are known already."""
        super().__init__(record, viewer, (stories or Stories()).tell)
        self.version = 0
        self.trouble = ""  # the reason why the game cannot be played on
        self.offer: dict[str, Any] | None = None
        self.dice: dict[str, Any] | None = None  # the state of dice that can be checked
        self.stand_in: StandIn | None = None  # that plays for whoever is away
        self.history = History(record.game.sides)
        self._is_settled = False
        self._told: list[Entry] = []  # the log that the windows have
        self._known_dice: dict[str, Any] | None = None  # the dice state that the windows have
        self._known = ""  # the position that the windows have, without the drawing
        self._told_version = 0
        self._next: _Seen | None = None  # the state after the change in progress
        self._whole: tuple[Any, str] | None = None  # a state with the whole log, and its text

    # Events

    @property
    def is_open(self) -> bool:
        """Whether whole positions may be told: when the game is over, because they help to play."""
        return self.result is not None

    @property
    def told_story(self) -> Story | None:
        """The story, None if nobody has needed it yet."""
        return self._story

    def go_back(self, record: Record) -> None:
        """Replace the record by one with fewer actions, because the others were taken back."""
        self.record, self.roll = record, None
        self.cut(len(record.actions))

    def end(self, result: Mapping[str, Any]) -> None:
        """Note how the game ended. The story is told again, because nothing is secret any more."""
        if self.result is None:
            self.result = result
            self._story = None

    @property
    def told(self) -> tuple[int, str, list[Entry], dict[str, Any] | None]:
        """The state that the windows have: version, state, log, dice."""
        if not self._is_settled:
            self.settle()
        return self._told_version, self._known, self._told, self._known_dice

    @property
    def mine(self) -> bool:
        """Whether the class is to decide now."""
        if self.result is not None or self.trouble or self.viewer is None:
            return False
        return bool(self.record.position.to_move == self.viewer)

    async def _past(self, count: int) -> Any:
        """Return an earlier position; a game that was resumed is replayed first."""
        return await aside("setup", self.record.position_at, count)

    # Messages

    def greeting(self, game: str, seats: Mapping[str, Any], last: int | None = None) -> str:
        """Return the first message to a window, encoded.

        `last` is the number of actions that a player's page has shown.
        """
        dice = {"kind": "chained" if self.dice else "sealed"}
        online: dict[str, Any] = {"you": self.viewer, "seats": dict(seats)}
        if self.viewer is not None:
            online["last"] = last
        if self.stand_in is not None:
            agreed = self.stand_in
            online["standIn"] = {"computer": agreed.computer, "onTime": agreed.on_time}
        return self.hello(game, dice, {"online": online})

    def state(self, told_from: int = 0) -> dict[str, Any]:
        """Return the present state, with the log from entry `told_from` on."""
        drawn = {"board": self.board(), "dice": self.dice}
        return {**self._now(), **drawn, **self._log(told_from)}

    def _log(self, told_from: int) -> dict[str, Any]:
        return {"log": self.log(told_from), "version": self.version}

    def enter(self, window: Window) -> None:
        """Send a window the complete state of the game."""
        window.send(self.prepare())
        drawn = self.hashes()
        if self.windows <= {window}:
            self._drawn = drawn
        elif self._drawn != drawn:
            self._drawn = None  # windows differ, so the next change is sent with all groups

    def prepare(self) -> str:
        """Return the complete state as text; it is made once and kept until the state changes."""
        entries = list(self.story.entries)
        given = self._now(), self.board(), self.dice, entries, self.version
        if self._whole is None or self._whole[0] != given:
            self._whole = given, encoded(self.state())
        return self._whole[1]

    def make_ready(self) -> None:
        """Prepare everything that is sent to a new window, and keep it until the state changes."""
        hello_text(self.record.game)
        self.prepare()

    def tell_anew(self) -> None:
        """Send every window the complete state of the game."""
        if self.windows:
            self._drawn = self.hashes()
            self.send(self.state())

    def _now(self) -> dict[str, Any]:
        """Return the present state without drawing, log and version."""
        record, mine = self.record, self.mine
        waits = record.players.get(str(record.position.to_move), HUMAN)
        away = self.history.away if self.stand_in is not None else {}
        if self.stand_in is not None and record.position.to_move in away and not mine:
            waits = self.stand_in.computer
        thinks = self.result is None and waits != HUMAN and not self.trouble
        data = {
            **self.present(mine=mine),
            "canUndo": mine and self._can_undo(),  # without asking the other player
            "waiting": {"side": record.position.to_move, "player": waits} if thinks else None,
            "trouble": self.trouble,
            # whether the game can still be called off
            "begins": self.result is None and record.position.turn <= record.first_turn,
            "offer": self.offer,
            "away": {side: vars(absence) for side, absence in away.items()},
            "byComputer": self._by_computer(),
        }
        if self.result is not None:
            data |= {"result": dict(self.result), "toMove": None}
        return data

    def _can_undo(self) -> bool:
        """Whether the last action may be taken back: not what a computer decided for a player."""
        count = len(self.record.actions)
        is_computers = any(self.history.computers[count - 1 : count]) if count else False
        return not is_computers and self.record.can_undo()

    def _by_computer(self) -> list[list[int]]:
        """Return which actions computers decided for absent players, as the reader may count them.

        Each pair is the first and the last number of such actions in a row.
        """
        decided = ("", *self.history.computers)
        if not any(decided):
            return []
        runs: list[list[int]] = []
        for number, count in enumerate(self.story.counts):
            if count >= len(decided) or not decided[count]:
                continue
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        return runs

    async def state_at(self, number: int) -> dict[str, Any]:
        """Return the state when the class knew of `number` actions. IndexError."""
        return {**await super().state_at(number), "offer": None, "version": self.version}

    # Changes

    def settle(self) -> None:
        """Record that the windows have the present state, once it is in the database."""
        if self._next is None:
            self._next = _Seen(encoded(self._now()), list(self.story.entries), self._drawn)
        self._known, self._told, self._drawn = self._next
        self._known_dice = self.dice
        self._next = None
        self._is_settled = True
        self._told_version = self.version

    def change(self, *, draws: bool = True, version: int | None = None) -> str | None:
        """Return the message with the changes, None if nothing that the class sees has changed.

        If there is a change, the message usually has a new version; call `settle` when the change
        is in the database. If no window is open, nothing is drawn. Windows get the groups of the
        drawing that have changed. `version`: the version that another process has stored for the
        change.
        """
        face, entries = encoded(self._now()), self.story.entries
        told = alike(self._told, entries)
        is_new = face != self._known or not told == len(self._told) == len(entries)
        self._whole = None
        if version is None:
            self.version += is_new  # contributions to the dice make no action stale
        else:
            is_new, self.version = is_new or version != self.version, version
        if not is_new and self.dice == self._known_dice:
            return None
        if not draws:
            self._next = _Seen(face, list(entries), None)
            return None
        self._next = _Seen(face, list(entries), self.hashes())
        news = {"board": self.redrawn(), "dice": self.dice, **self._log(told)}
        return join(face, encoded(news))

    def go_on(self, before: Reader) -> None:
        """Take over the windows of the class's previous reader, and the state that they show."""
        self.windows = before.windows  # the same set that `leave` uses
        self._drawn = before._drawn


class _Seen(NamedTuple):
    """The state that the windows of a class have."""

    face: str  # a state as text; it determines the drawing
    entries: list[Entry]
    drawn: dict[str, int] | None  # hashes; None if not all windows have the same
