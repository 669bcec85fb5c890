"""A game as one class of readers sees it: a side, or all spectators.

Everything that the server sends of a running game is made here, from the class's own view and its
own log. `version` counts the changes of that view. Pages send it with their requests: the revision
of the journal would reveal how often somebody decided something in secret.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from bridgehead.core.position import EVERYTHING
from bridgehead.core.record import Record
from bridgehead.core.registry import title_of
from bridgehead.online.games.stored_logs import Stories
from bridgehead.server import points, titles, views
from bridgehead.server.aside import aside
from bridgehead.server.connection import Connection
from bridgehead.server.hello import hello_data, hello_game, hello_head, roll_data
from bridgehead.server.placed import placed
from bridgehead.server.story import Entry, Story, alike, log_lines
from bridgehead.server.titles import HUMAN

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
        self.code = 1000  # the code with which the WebSocket is closed

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to this window alone."""
        self.send(encoded(message))

    def cut(self, code: int, text: str) -> None:
        """Close the window at once with a code and a reason; waiting messages are dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.code = code
        self.tell({"type": "gone", "text": text})
        self.send(None)


class Reader:
    """The view of one class of readers."""

    def __init__(self, viewer: str | None, record: Record, stories: Stories | None = None) -> None:
        """`stories`: stories of the game that are known already."""
        self.viewer = viewer
        self.record = record
        self._stories = stories or Stories()
        self.points = title_of(record.game.id).kind == "points"
        self.version = 0
        self.windows: set[Window] = set()
        self.result: Mapping[str, Any] | None = None  # the end of the game, by the rules or not
        self.trouble = ""  # the reason why the game cannot be played on
        self.offer: dict[str, Any] | None = None
        self.dice: dict[str, Any] | None = None  # the state of dice that can be checked
        self.roll: dict[str, Any] | None = None  # the last roll, if nothing has been done since
        self._story: Story | None = None  # made when it is first needed
        self._is_settled = False
        self._told: list[Entry] = []  # the log that the windows have
        self._known_dice: dict[str, Any] | None = None  # the dice state that the windows have
        self._known = ""  # the position that the windows have, without the drawing
        self._drawn: dict[str, str] | None = None  # the drawing that all windows have
        self._told_version = 0
        self._next: _Seen | None = None  # the state after the change in progress
        self._whole: tuple[Any, str] | None = None  # a state with the whole log, and its text
        self._known_view: tuple[Any, dict[str, Any]] | None = None
        self._known_facts: tuple[Any, dict[str, Any]] | None = None
        self._known_board: tuple[Any, dict[str, str]] | None = None

    # Events

    @property
    def told_story(self) -> Story | None:
        """The story, None if nobody has needed it yet."""
        return self._story

    def add(self, before: Any, action: str, after: Any, n: int) -> None:
        """Add action number n of the record.

        Nothing changes for a class that may not know of it.
        """
        known = self.story.known(n - 1)
        if self.story.told < n:
            self.story.add(before, action, after, n)
        if self.story.known(n) > known:
            rolled = action.startswith("roll ")
            self.roll = roll_data(before, action, self.reader) if rolled else None

    def cut(self, count: int) -> None:
        """Forget every action after the first `count` of the record."""
        if self._story is None:
            self.roll = None
            return
        known = len(self.story.actions)
        self.story.cut(count)
        if len(self.story.actions) < known:
            self.roll = None

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
    def story(self) -> Story:
        """The log and the marks of turns and phases, as the class may read them."""
        if self._story is None:
            self._story = self._stories.tell(self.record, self.reader)
        return self._story

    @property
    def told(self) -> tuple[int, str, list[Entry], dict[str, Any] | None]:
        """The state that the windows have: version, state, log, dice."""
        if not self._is_settled:
            self.settle()
        return self._told_version, self._known, self._told, self._known_dice

    # The class's knowledge

    @property
    def reader(self) -> str | None:
        """The reader of the log: the class, or everybody once the game is over."""
        over = self.result is not None or self.record.position.result is not None
        return EVERYTHING if over else self.viewer

    @property
    def mine(self) -> bool:
        """Whether the class is to decide now."""
        if self.result is not None or self.trouble or self.viewer is None:
            return False
        return bool(self.record.position.to_move == self.viewer)

    @property
    def can_undo(self) -> bool:
        """Whether the deciding player can take back the last decision without asking."""
        return self.mine and self.record.can_undo()

    @property
    def length(self) -> int:
        """The number of actions that the class knows of."""
        return self.story.known(len(self.record.actions))

    def count_of(self, number: int) -> int:
        """Return how many actions the record had when the class knew of `number`. IndexError."""
        if not 0 <= number <= self.length:
            raise IndexError(f"the game has {self.length} actions, not {number}")
        return self.story.counts[number]

    def seen(self, position: Any) -> dict[str, Any]:
        """Return a position as the class may see it."""
        return views.seen(position, self.viewer)

    async def position_at(self, number: int) -> Any:
        """Return a copy of the position when the class knew of `number` actions. IndexError."""
        count = self.count_of(number)
        if number == self.length:
            return self.record.position.copy()
        return await aside("setup", self.record.position_at, count)

    # Messages

    def hello(self, game: str, seats: Mapping[str, Any]) -> dict[str, Any]:
        """Return the first message to a window: what never changes in the game."""
        dice = {"kind": "chained" if self.dice else "sealed"}
        return {**hello_data(game, self.record, dice), **self._online(seats)}

    def greeting(self, game: str, seats: Mapping[str, Any], last: int | None = None) -> str:
        """Return `hello` as text.

        `last` is the number of actions that a player's page has shown.
        """
        dice = {"kind": "chained" if self.dice else "sealed"}
        online = self._online(seats)
        if self.viewer is not None:
            online["online"]["last"] = last
        return join(
            hello_text(self.record.game), encoded({**hello_head(game, self.record, dice), **online})
        )

    def _online(self, seats: Mapping[str, Any]) -> dict[str, Any]:
        return {"online": {"you": self.viewer, "seats": dict(seats)}}

    def state(self, told_from: int = 0) -> dict[str, Any]:
        """Return the present position, with the log from entry `told_from` on."""
        drawn = {"board": self._board(), "dice": self.dice}
        return {**self._now(), **drawn, **self._log(told_from)}

    def _log(self, told_from: int) -> dict[str, Any]:
        log = log_lines(self.story.entries[told_from:], told_from)
        return {"log": log, "version": self.version}

    def enter(self, window: Window, told_from: int = 0) -> None:
        """Send a window the complete state of the game."""
        board = self._board()
        if told_from == 0:
            window.send(self.prepare())
        else:
            window.tell(self.state(told_from))
        if self.windows <= {window}:
            self._drawn = board
        elif self._drawn != board:
            self._drawn = None  # windows differ, so the next change is sent with all groups

    def prepare(self) -> str:
        """Return the complete state as text; it is made once and kept until the state changes."""
        entries = list(self.story.entries)
        given = self._now(), self._board(), self.dice, entries, self.version
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
            self._drawn = self._board()
            self.send(self.state())

    def _now(self) -> dict[str, Any]:
        """Return the state without log and version, and without the drawing of `_face`."""
        record, actions = self.record, self.story.actions
        waits = record.players.get(str(record.position.to_move), HUMAN)
        thinks = self.result is None and waits != HUMAN and not self.trouble
        count, position = self.length, record.position
        data = {
            **self._head(count),
            **self._facts_now(position, decides=self.mine),
            **self._shots(count),
            "mine": self.mine,
            "roll": self.roll,
            "canUndo": self.can_undo,
            "placed": placed(record) if self.mine else [],
            "waiting": {"side": position.to_move, "player": waits} if thinks else None,
            "paused": False,
            "trouble": self.trouble,
            "last": actions[-1] if actions else "",
            "offer": self.offer,
        }
        if self.result is not None:
            data |= {"result": dict(self.result), "toMove": None}
        return data

    async def state_at(self, number: int) -> dict[str, Any]:
        """Return the position when the class knew of `number` actions. IndexError."""
        position = await self.position_at(number)
        shown = {
            **self._head(number),
            **self._facts(position, decides=False),
            **self._shots(number),
            "board": self._draw(position),
        }
        last = self.story.actions[number - 1] if number else ""
        roll = None
        if last.startswith("roll "):
            before = await aside("setup", self.record.position_at, self.count_of(number) - 1)
            roll = roll_data(before, last, self.reader)
        return {
            **shown,
            "mine": False,
            "roll": roll,
            "log": log_lines([entry for entry in self.story.entries if entry.n == number]),
            "canUndo": False,
            "placed": [],
            "waiting": None,
            "paused": False,
            "trouble": "",
            "last": last,
            "offer": None,
            "version": self.version,
        }

    def story_data(self) -> dict[str, Any]:
        """Return the whole log and the marks."""
        return {
            "length": self.length,
            "entries": [entry.to_dict() for entry in self.story.entries],
            "marks": [vars(mark) for mark in self.story.marks],
        }

    def _head(self, count: int) -> dict[str, Any]:
        return {"type": "state", "at": count, "length": self.length}

    def _shots(self, count: int) -> dict[str, Any]:
        if not self.points:
            return {}
        return {"shots": self.story.shots_until(count), "curtain": None}

    def _facts(self, position: Any, *, decides: bool) -> dict[str, Any]:
        """Return the data of a position, present or earlier, without the drawing."""
        view, goals = self._view(position), titles.goals_data(position, self.viewer)
        if self.points:
            data = points.position_facts(position, view, self.viewer, decides=decides)
        else:
            data = views.position_facts(position, view, decides=decides)
        return {**data, "goals": goals}

    def _view(self, position: Any) -> dict[str, Any]:
        """Return `seen` of a position, computed once for the data and the drawing.

        Do not change it.
        """
        key = views.key_of(position)
        if self._known_view is None or self._known_view[0] != key:
            self._known_view = key, self.seen(position)
        return self._known_view[1]

    def _facts_now(self, position: Any, *, decides: bool) -> dict[str, Any]:
        """Return the data of the present position; made once and kept until it changes."""
        key = (*views.key_of(position), decides)
        if self._known_facts is None or self._known_facts[0] != key:
            self._known_facts = key, self._facts(position, decides=decides)
        return self._known_facts[1]

    def _board(self) -> dict[str, str]:
        """Return the drawing of the present position.

        Kept until the position or the layers change.
        """
        position, layers = self.record.position, self._layers()
        key = (*views.key_of(position), layers)
        if self._known_board is None or self._known_board[0] != key:
            self._known_board = key, self._draw(position)
        return self._known_board[1]

    def _draw(self, position: Any) -> dict[str, str]:
        view = self._view(position)
        if self.points:
            return points.board(position.game, view, self.viewer)
        return views.board(position, view, self._layers())

    def _layers(self) -> views.Layers:
        zones = frozenset[str]().union(*(window.zones for window in self.windows))
        sides = tuple(side for side in self.record.game.sides if side in zones)
        return views.Layers(sides, any(window.line for window in self.windows))

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
        board, old = self._board(), self._drawn or {}
        self._next = _Seen(face, list(entries), board)
        news = {name: drawn for name, drawn in board.items() if old.get(name) != drawn}
        return join(face, encoded({"board": news, "dice": self.dice, **self._log(told)}))

    def go_on(self, before: Reader) -> None:
        """Take over the windows of the class's previous reader, and the state that they show."""
        self.windows = before.windows  # the same set that `leave` uses
        self._drawn = before._drawn

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to every window of the class."""
        if self.windows:
            self.send_text(encoded(message))

    def send_text(self, text: str) -> None:
        """Send an encoded message to every window of the class."""
        for window in self.windows:
            window.send(text)


class _Seen(NamedTuple):
    """The state that the windows of a class have."""

    face: str  # a state as text; it and the window's layers determine the drawing
    entries: list[Entry]
    drawn: dict[str, str] | None  # None if not all windows have the same


def encoded(message: Mapping[str, Any]) -> str:
    """Return a message encoded for sending."""
    return json.dumps(message, separators=(",", ":"))


def join(one: str, other: str) -> str:
    """Return the union of two encoded objects, neither of which is empty."""
    return f"{one[:-1]},{other[1:]}"


@lru_cache(maxsize=32)
def hello_text(game: Any) -> str:
    """Return the encoded data about a game that are the same for every window."""
    return encoded(hello_game(game))
