"""A game as one class of readers sees it: a side, or all who only watch.

Everything that leaves the server of a running game is made here, from the class's own view and
its own log. `version` counts how often that has changed. It is what a page names with what it
sends: the revision of the journal would tell how often somebody decided something in secret.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bridgehead.core.position import EVERYTHING
from bridgehead.core.record import Record
from bridgehead.core.registry import title_of
from bridgehead.server import points, titles, views
from bridgehead.server.aside import aside
from bridgehead.server.connection import Connection
from bridgehead.server.sessions import hello_data, roll_data
from bridgehead.server.story import Entry, Story, alike, log_lines, tell
from bridgehead.server.titles import HUMAN

SPECTATORS = ""  # the class of all who play no side, where classes are named


class Window(Connection):
    """One open window of somebody."""

    def __init__(self, viewer: str | None, account: str, session: str) -> None:
        super().__init__()
        self.viewer = viewer
        self.account = account
        self.session = session
        self.code = 1000  # with which it is closed

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to this window alone."""
        self.send(json.dumps(message, separators=(",", ":")))


class Reader:
    """What one class of readers sees of a game."""

    def __init__(self, viewer: str | None, record: Record) -> None:
        self.viewer = viewer
        self.record = record
        self.points = title_of(record.game.id).kind == "points"
        self.version = 0
        self.windows: set[Window] = set()
        self.result: Mapping[str, Any] | None = None  # how it ended, by the rules or otherwise
        self.trouble = ""  # why nobody can go on
        self.offer: dict[str, Any] | None = None
        self.dice: dict[str, Any] | None = None  # what is told of dice that can be checked
        self.roll: dict[str, Any] | None = None  # the last roll, where it is the last thing done
        self.story = self._tell()
        self._told: list[Entry] = []  # the log that the windows have
        self._known_dice: dict[str, Any] | None = None  # what they have been told of the dice
        self._known = ""  # the state that they have, without the drawing
        self._told_version = 0
        self._next: tuple[str, list[Entry]] | None = None  # both after the change that is made

    # What has happened

    def add(self, before: Any, action: str, after: Any, n: int) -> None:
        """Tell action number n of the record; nothing changes for a class that may not know it."""
        known = len(self.story.actions)
        self.story.add(before, action, after, n)
        if len(self.story.actions) > known:
            rolled = action.startswith("roll ")
            self.roll = roll_data(before, action, self.reader) if rolled else None

    def cut(self, count: int) -> None:
        """Forget every action after the first `count` of the record."""
        known = len(self.story.actions)
        self.story.cut(count)
        if len(self.story.actions) < known:
            self.roll = None

    def renew(self, record: Record) -> None:
        """Take another record: the game was read anew, or much was taken back."""
        self.record, self.roll = record, None
        self.story = self._tell()

    def end(self, result: Mapping[str, Any]) -> None:
        """Note how the game ended. It is told anew: there are no secrets any more."""
        if self.result is None:
            self.result = result
            self.story = self._tell()

    def _tell(self) -> Story:
        return tell(self.record.opening(), self.record.actions, self.reader)

    @property
    def told(self) -> tuple[int, str, list[Entry], dict[str, Any] | None]:
        """What the windows have: version, state, log, dice."""
        return self._told_version, self._known, self._told, self._known_dice

    # What the class knows

    @property
    def reader(self) -> str | None:
        """Who reads the log: the class, and everybody once the game is over."""
        over = self.result is not None or self.record.position.result is not None
        return EVERYTHING if over else self.viewer

    @property
    def mine(self) -> bool:
        """Whether the class decides now."""
        if self.result is not None or self.trouble or self.viewer is None:
            return False
        return bool(self.record.position.to_move == self.viewer)

    @property
    def can_undo(self) -> bool:
        """Whether the one who decides can take the last decision back without asking."""
        return self.mine and self.record.can_undo()

    @property
    def length(self) -> int:
        """How many actions there are, as far as the class knows."""
        return self.story.known(len(self.record.actions))

    def count_of(self, number: int) -> int:
        """Return how many actions the record had when the class knew of so many. IndexError."""
        if not 0 <= number <= self.length:
            raise IndexError(f"the game has {self.length} actions, not {number}")
        return self.story.counts[number]

    def seen(self, position: Any) -> dict[str, Any]:
        """Return a position as the class may see it."""
        return views.seen(position, self.viewer)

    async def position_at(self, number: int) -> Any:
        """Return a copy of the position when the class knew of so many actions. IndexError."""
        count = self.count_of(number)
        if number == self.length:
            return self.record.position.copy()
        return await aside("setup", self.record.position_at, count)

    # What it is told

    def hello(self, game: str, seats: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a window is told once."""
        return {
            **hello_data(game, self.record, {"kind": "chained" if self.dice else "sealed"}),
            "online": {"you": self.viewer, "seats": dict(seats)},
        }

    def state(self, told_from: int = 0) -> dict[str, Any]:
        """Return the position now, with the log from that entry on."""
        return {
            **self._now(),
            "log": log_lines(self.story.entries[told_from:], told_from),
            "version": self.version,
        }

    def _now(self) -> dict[str, Any]:
        record, actions = self.record, self.story.actions
        waits = record.players.get(str(record.position.to_move), HUMAN)
        thinks = self.result is None and waits != HUMAN and not self.trouble
        data = {
            **self._shown(record.position, self.length, decides=self.mine),
            "mine": self.mine,
            "roll": self.roll,
            "canUndo": self.can_undo,
            "waiting": {"side": record.position.to_move, "player": waits} if thinks else None,
            "paused": False,
            "trouble": self.trouble,
            "last": actions[-1] if actions else "",
            "offer": self.offer,
            "dice": self.dice,
        }
        if self.result is not None:
            data |= {"result": dict(self.result), "toMove": None}
        return data

    async def state_at(self, number: int) -> dict[str, Any]:
        """Return the position when the class knew of so many actions. IndexError."""
        shown = self._shown(await self.position_at(number), number, decides=False)
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

    def _shown(self, position: Any, count: int, *, decides: bool) -> dict[str, Any]:
        """Return what is shown alike of the position now and of an earlier one."""
        view = self.seen(position)
        head = {"type": "state", "at": count, "length": self.length}
        head["goals"] = titles.goals_data(position, self.viewer)
        if not self.points:
            layers = self._layers()
            data = views.position_data(position, view, decides=decides, layers=layers)
            return {**head, **data}
        data = points.position_data(position, view, self.viewer, decides=decides)
        return {**head, **data, "shots": self.story.shots_until(count), "curtain": None}

    def _layers(self) -> views.Layers:
        zones = frozenset[str]().union(*(window.zones for window in self.windows))
        sides = tuple(side for side in self.record.game.sides if side in zones)
        return views.Layers(sides, any(window.line for window in self.windows))

    # Changes

    def settle(self) -> None:
        """Take what is seen now for what the windows have: it is in the database."""
        if self._next is None:
            self._next = (self._face(self._now()), list(self.story.entries))
        self._known, self._told = self._next
        self._known_dice = self.dice
        self._next = None
        self._told_version = self.version

    def change(self) -> dict[str, Any] | None:
        """Return the state to be sent where what is seen has changed, None if it has not.

        Then it mostly has another version; `settle` follows once the change is in the database.
        """
        now, entries = self._now(), self.story.entries
        face, told = self._face(now), alike(self._told, entries)
        if face != self._known or not told == len(self._told) == len(entries):
            self.version += 1
        elif self.dice == self._known_dice:
            return None  # of what browsers give for the dice no action becomes stale
        self._next = (face, list(entries))
        return {**now, "log": log_lines(entries[told:], told), "version": self.version}

    @staticmethod
    def _face(state: Mapping[str, Any]) -> str:
        """Return a state as text; the drawing follows from the rest, and from a window's layers.

        The dice are not in it.
        """
        left_out = ("board", "dice")
        return json.dumps({name: value for name, value in state.items() if name not in left_out})

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to every window of the class."""
        text = json.dumps(message, separators=(",", ":"))
        for window in self.windows:
            window.send(text)
