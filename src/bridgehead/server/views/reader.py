"""What one reader sees of a game: greeting, state, earlier states, log and story.

A reader is a side, everybody who watches, or the people at one screen. Whatever a server sends of a
game is composed here, from positions as the reader may see them and from the reader's own log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.annotations import Line
from bridgehead.core.records.origin import is_open
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital
from bridgehead.server.games.setup_moves import placed
from bridgehead.server.views import positions, title_data
from bridgehead.server.views.hello import hello_head, hello_text
from bridgehead.server.views.map_views import map_views
from bridgehead.server.views.story import Story, log_lines, tell
from bridgehead.server.views.turn_told import battles_of_phase
from bridgehead.server.web.connection import Connection, encoded, join

W = TypeVar("W", bound=Connection)


class SecretError(BridgeheadError):
    """The requested data would tell one side the other's secrets."""


class GameView(Generic[W]):
    """What one reader sees of a game, and the connections that show it."""

    def __init__(
        self,
        record: Record,
        viewer: str | None,
        tell: Callable[[Record, str | None], Story] = tell,
    ) -> None:
        """`viewer`: the side that looks, None for spectators. `tell` makes the log for a reader."""
        self.record = record
        self.title = title_of(record.game.id)
        self._map_views = map_views(record.game.id)
        self.windows: set[W] = set()
        self.result: Mapping[str, Any] | None = None  # the end of the game, if its owner notes it
        self.roll: dict[str, Any] | None = None  # the last roll, if nothing has been done since
        self._viewer = viewer
        self._sees_all = False  # nothing is hidden, although nobody saw it so
        self._tell = tell
        self._story: Story | None = None  # made when it is first needed
        self._drawn: dict[str, int] | None = None  # hashes of the drawing that all windows have
        self._known_view: tuple[Any, dict[str, Any]] | None = None
        self._known_facts: tuple[Any, dict[str, Any]] | None = None
        self._known_board: tuple[Any, dict[str, str]] | None = None

    @classmethod
    def whole(cls, record: Record) -> GameView[W]:
        """Return a view that sees everything, for somebody who made the position."""
        view = cls(record, None)
        view._sees_all = True
        return view

    # The reader's knowledge

    @property
    def viewer(self) -> str | None:
        """The side whose view is shown, None for what everybody may see."""
        return self._viewer

    @property
    def shared(self) -> bool:
        """Whether both sides read it, in turn."""
        return False

    @property
    def reader(self) -> str | None:
        """The reader of the log: everybody once the game is over, because nothing is secret then.

        While two people share a screen, neither side's secrets are in the log.
        """
        return EVERYTHING if self.result is not None else self.reader_at(self.record.position)

    def reader_at(self, position: Any) -> str | None:
        """Return the reader of the log at a position."""
        if position.result is not None:
            return EVERYTHING
        return None if self.shared else self.viewer

    @property
    def story(self) -> Story:
        """The log and the marks of turns and phases, as the reader may read them."""
        if self._story is None:
            self._story = self._tell(self.record, self.reader)
        return self._story

    @story.setter
    def story(self, story: Story) -> None:
        self._story = story

    @property
    def length(self) -> int:
        """The number of actions that the reader may know of.

        With two people at one screen, the present viewer knows of their own actions, too.
        """
        count = len(self.record.actions)
        known = self.story.known(count)
        if self.shared and self.record.position.to_move == self.viewer:
            return known + count - self.story.counts[known]
        return known

    def count_of(self, number: int) -> int:
        """Return how many actions the record had when the reader knew of `number`. IndexError."""
        counts = self.story.counts
        if not 0 <= number <= self.length:
            raise IndexError(f"the game has {self.length} actions, not {number}")
        last = min(number, len(counts) - 1)
        return counts[last] + number - last

    def seen(self, position: Any) -> dict[str, Any]:
        """Return a position, present or earlier, as the reader may see it."""
        viewer = EVERYTHING if self._sees_all else self.viewer
        return positions.seen(position, viewer, shared=self.shared)

    def through(self, eyes: str) -> GameView[Any]:
        """Return a view of a game that is over through the eyes of a side, or of EVERYTHING.

        "" is the reader's own. SecretError while the game runs, BridgeheadError for no such side.
        """
        if not eyes:
            return self
        sides = self.record.game.sides
        if eyes not in (*sides, EVERYTHING):
            raise BridgeheadError(f"eyes: must be {', '.join(sides)} or {EVERYTHING}, not {eyes}")
        if self.result is None and self.record.position.result is None:
            raise SecretError("what another side saw can be seen as soon as the game is over")
        twin = GameView[Any](self.record, eyes if eyes in sides else None, self._tell)
        twin.result, twin._story, twin._sees_all = self.result, self.story, eyes == EVERYTHING
        return twin

    async def position_at(self, number: int) -> Any:
        """Return a copy of the position when the reader knew of `number` actions. IndexError."""
        count = self.count_of(number)
        return self.record.position.copy() if number == self.length else await self._past(count)

    async def _past(self, count: int) -> Any:
        """Return an earlier position, after the first `count` actions of the record."""
        return self.record.position_at(count)

    # Events

    def add(self, before: Any, action: str, after: Any, n: int) -> None:
        """Add action number n of the record.

        Nothing changes for a reader who may not know of it.
        """
        known = self.story.known(n - 1)
        if self.story.told < n:
            self.story.add(before, action, after, n)
        if self.shared or self.story.known(n) > known:
            rolled = action.startswith("roll ")
            self.roll = self._map_views.roll_data(before, action, self.reader) if rolled else None

    def cut(self, count: int) -> None:
        """Forget every action after the first `count` of the record."""
        if self._story is None:
            self.roll = None
            return
        known = len(self.story.actions)
        self.story.cut(count)
        if self.shared or len(self.story.actions) < known:
            self.roll = None

    # What can be said about the game, and played on from

    @property
    def is_open(self) -> bool:
        """Whether the whole of each position may be told."""
        return self.result is not None or is_open(self.record)

    def check_open(self, what: str) -> None:
        """Raise SecretError if the whole of a position may not be told yet."""
        if not self.is_open:
            raise SecretError(
                f"{what} would tell what only one side may know while the game goes on; it can be "
                "had as soon as the game is over"
            )

    def annotations(self) -> dict[str, Any]:
        """Return comments and lines, as data, with each action of a line in words."""
        self.check_open("what is said about the game")
        record = self.record
        return {
            "comments": [comment.to_dict() for comment in record.comments],
            "lines": [{**line.to_dict(), "told": self._told_line(line)} for line in record.lines],
        }

    def _told_line(self, line: Line) -> list[str]:
        position, told = self.record.position_at(line.at).copy(), []
        for action in line.actions:
            events = " ".join(event.text for event in position.describe(action))
            plain = positions.named(position.game, capital(action))
            told.append(events or plain)
            position.push(action)
        return told

    async def state_in_line(self, number: int, done: int) -> dict[str, Any]:
        """Return the state after the first `done` actions of a line. IndexError."""
        self.check_open("a line")
        lines = self.record.lines
        if not 0 <= number < len(lines) or not 0 <= done <= len(lines[number].actions):
            raise IndexError("the game has no such line, or the line has fewer actions")
        line = lines[number]
        position = (await self._past(line.at)).copy()
        for action in line.actions[:done]:
            position.push(action)
        shown = self._state(line.at, self._facts(position, decides=False), None)
        last = line.actions[done - 1] if done else shown["last"]
        drawn = {"last": last, "board": self._draw(position), "log": log_lines([])}
        return {**shown, **drawn, "apart": True}

    async def known_at(self, number: int, eyes: str = "") -> tuple[Any, str | None]:
        """Return a copy of the position after `number` actions, and whose knowledge of it counts.

        With `eyes` it is that of another reader, once the game is over. IndexError.
        """
        view = self.through(eyes)
        viewer = EVERYTHING if view._sees_all else view.viewer
        return (await view.position_at(number)).copy(), viewer

    # Messages

    def hello(self, game: str, dice: dict[str, Any], more: Mapping[str, Any]) -> str:
        """Return the first message to a window, encoded: what never changes in the game.

        `dice` says how dice are rolled; `more` is added.
        """
        head = {**hello_head(game, self.record, dice), **more}
        return join(hello_text(self.record.game), encoded(head))

    def present(self, *, mine: bool) -> dict[str, Any]:
        """Return the present state without drawing and log; `mine`: the reader is to decide."""
        facts = self._facts_now(self.record.position, decides=mine)
        now = {"mine": mine, "placed": placed(self.record) if mine else []}
        return {**self._state(self.length, facts, self.roll), **now}

    async def state_at(self, number: int) -> dict[str, Any]:
        """Return the state when the reader knew of `number` actions. IndexError."""
        position = await self.position_at(number)
        shown = self._state(number, self._facts(position, decides=False), None)
        if shown["last"].startswith("roll "):
            before = await self._past(self.count_of(number) - 1)
            rolled = self._map_views.roll_data(before, shown["last"], self.reader)
            shown["roll"] = rolled
        log = [entry for entry in self.story.entries if entry.n == number]
        return {**shown, "board": self._draw(position), "log": log_lines(log)}

    def _state(
        self, count: int, facts: dict[str, Any], roll: dict[str, Any] | None
    ) -> dict[str, Any]:
        """Return a state, in which nobody has anything to do."""
        actions = self.story.actions
        shots = {"shots": self.story.shots_until(count)} if self._map_views.HAS_SHOTS else {}
        curtain = {"curtain": None} if self.title.veils else {}
        return {
            "type": "state",
            "at": count,
            "length": self.length,
            **facts,
            **shots,
            **curtain,
            "mine": False,
            "roll": roll,
            "canUndo": False,
            "placed": [],
            "waiting": None,
            "paused": False,
            "trouble": "",
            "last": actions[min(count, len(actions)) - 1] if count and actions else "",
            "fights": battles_of_phase(self.story) if count == self.length else [],
        }

    def log(self, told_from: int = 0) -> dict[str, Any]:
        """Return the lines of the log from entry `told_from` on."""
        return log_lines(self.story.entries[told_from:], told_from)

    def story_data(self) -> dict[str, Any]:
        """Return the whole log and the marks."""
        return {
            "length": self.length,
            "entries": [entry.to_dict() for entry in self.story.entries],
            "marks": [mark.to_dict() for mark in self.story.marks],
            "said": self.annotations() if self.is_open else None,
        }

    # Positions and drawings. Each is made once and kept until it changes, or until nobody needs it
    # for a while (`drop_work`); do not change them.

    def _key(self, position: Any) -> tuple[Any, ...]:
        return (*positions.key_of(position), position.result, self.viewer, self.shared)

    def _view(self, position: Any) -> dict[str, Any]:
        """Return `seen` of a position, for the data and the drawing."""
        key = self._key(position)
        if self._known_view is None or self._known_view[0] != key:
            self._known_view = key, self.seen(position)
        return self._known_view[1]

    def _facts(self, position: Any, *, decides: bool) -> dict[str, Any]:
        """Return the data of a position, present or earlier, without the drawing."""
        view = self._view(position)
        data = self._map_views.position_facts(position, view, self.viewer, decides=decides)
        return {
            **data,
            "goals": title_data.goals_data(position, None if self.shared else self.viewer),
        }

    def _facts_now(self, position: Any, *, decides: bool) -> dict[str, Any]:
        key = (*self._key(position), decides)
        if self._known_facts is None or self._known_facts[0] != key:
            self._known_facts = key, self._facts(position, decides=decides)
        return self._known_facts[1]

    def board(self) -> dict[str, str]:
        """Return the drawing of the present position."""
        position = self.record.position
        key = self._key(position)
        if self._known_board is None or self._known_board[0] != key:
            self._known_board = key, self._draw(position)
        return self._known_board[1]

    def _draw(self, position: Any) -> dict[str, str]:
        view = self._view(position)
        return self._map_views.board(position, view, self.viewer)

    def hashes(self) -> dict[str, int]:
        """Return the hashes of the groups of the present drawing, which is large itself."""
        return {name: hash(drawn) for name, drawn in self.board().items()}

    def redrawn(self) -> dict[str, str]:
        """Return the groups of the drawing that not all windows have."""
        known = self._drawn or {}
        now = self.board().items()
        return {name: drawn for name, drawn in now if known.get(name) != hash(drawn)}

    def drop_work(self) -> None:
        """Free what was made of the present position; it is made again when it is needed."""
        self._known_view = self._known_facts = self._known_board = None

    # Windows

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to every window."""
        if self.windows:
            self.send_text(encoded(message))

    def send_text(self, text: str) -> None:
        """Send an encoded message to every window."""
        for window in self.windows:
            window.send(text)
