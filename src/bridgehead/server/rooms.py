"""A game that somebody has open: its record, the windows that show it, the computer's steps.

All of a room happens in the event loop, one thing at a time. Only a computer player's choice is
made in a thread, on a copy, so that the page stays live while it thinks.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import math
from collections.abc import Mapping
from typing import Any

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.position import EVERYTHING
from bridgehead.core.record import NOT_TAKEN_BACK, Record
from bridgehead.server import points, titles, views
from bridgehead.server.computer import Adviser, Computers
from bridgehead.server.store import Store
from bridgehead.server.story import Entry, Story
from bridgehead.server.titles import HUMAN
from bridgehead.server.views import summary
from bridgehead.server.window import Window

_log = logging.getLogger(__name__)

PACE = 0.6  # seconds before each step of the computer, until the page says otherwise
SLOWEST = 10.0
EVERY = 0.06  # seconds between two states while the computer plays without pauses


class SecretError(BridgeheadError):
    """What is asked for would tell one side the other's secret."""


class StaleActionError(BridgeheadError):
    """The page that sent an action knew another position."""


class Room:
    """One game being played."""

    def __init__(self, game_id: str, record: Record, store: Store) -> None:
        self.id = game_id
        self.record = record
        self.store = store
        self.windows: set[Window] = set()
        self.pace = PACE
        self.paused = False
        self.trouble = ""  # why the computer or the dice cannot go on
        self._sealed = _is_sealed(record)
        self._hurry = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._roll: dict[str, Any] | None = None
        self._untold: int | None = None  # the log line from which the windows know nothing
        self._told_at = 0.0
        self._computers = Computers(record)
        self._adviser = Adviser()
        if self._sealed:
            self.trouble = SEALED
        self.points = points.has_points(record.game)
        self._eyes: str | None = None  # of two people at one screen: who looks at it
        self._follow()
        self.story = self._tell_all()

    def _tell_all(self) -> Story:
        before = self.record.opening()
        story = Story(before, self.reader)
        for n, action in enumerate(self.record.actions, start=1):
            after = before.copy()
            after.push(action)
            story.add(before, action, after, n)
            before = after
        return story

    # Who sees what

    @property
    def viewer(self) -> str | None:
        """The side whose view the page gets: the only person's; of two, the one to move."""
        people = [side for side in self.record.game.sides if self._is_person(side)]
        if len(people) == 1:
            return people[0]
        if not people:
            return None
        if self.points and self.record.position.result is None:
            return None if self.curtain else self._eyes
        side: str | None = self.record.position.to_move
        return side if side in people else str(self.record.position.side)

    @property
    def curtain(self) -> str | None:
        """Who has to come to the screen first, where two people share one and hide things.

        Until then nothing is shown but what both may see, and nothing can be done.
        """
        position = self.record.position
        side = position.to_move
        if not (self.points and self.shared) or side not in self.record.game.sides:
            return None
        hidden = points.is_veiled(position) and side != self._eyes
        return str(side) if hidden else None

    def look(self, side: object) -> None:
        """Lift the curtain for the side that it is down for."""
        if side is not None and side == self.curtain:
            self._eyes = str(side)
            self._roll = None
            self._changed(len(self.story.entries))
            self.flush()
            self.drive()

    def _follow(self) -> None:
        """Where nothing is hidden, the one who decides has the screen."""
        position = self.record.position
        decides = position.to_move in position.game.sides
        if self.points and decides and not points.is_veiled(position):
            self._eyes = position.to_move

    @property
    def shared(self) -> bool:
        """Whether both sides are people at one screen."""
        return all(self._is_person(side) for side in self.record.game.sides)

    @property
    def reader(self) -> str | None:
        """Whose log the page shows, actions among it: what one side keeps secret is left out.

        Where both sides are people at one screen it is told to neither: both would read it. When
        the game is over there are no secrets.
        """
        if self.record.position.result is not None:
            return EVERYTHING
        return None if self.shared else self.viewer

    def seen(self, position: Any) -> dict[str, Any]:
        """Return a position as the page may see it, now or of an earlier moment."""
        return views.seen(position, self.viewer, shared=self.shared)

    def _is_person(self, side: str | None) -> bool:
        sides = self.record.game.sides
        return side in sides and self.record.players.get(str(side), HUMAN) == HUMAN

    @property
    def mine(self) -> bool:
        """Whether a person decides now, and is at the screen."""
        person = self._is_person(self.record.position.to_move)
        return not self._sealed and person and self.curtain is None

    def hello(self) -> dict[str, Any]:
        """Return what a window is told once."""
        game, record = self.record.game, self.record
        return {
            "type": "hello",
            "game": titles.game_data(game.id),
            "record": {
                "id": self.id,
                "players": {side: record.players.get(side, HUMAN) for side in game.sides},
                "options": list(game.options),
                "dice": record.dice.to_dict(),
                "map": game.map.name,
                "ownMap": game.own_map,
                "ownData": game.own_data,
                "data": game.data.name,
                "line": titles.has_line(game),
            },
            **(points.fixed(game) if self.points else _of_hexes(game)),
        }

    def state(self, told_from: int = 0) -> dict[str, Any]:
        """Return the position now, with the log from that entry on."""
        record = self.record
        side = record.position.to_move
        waiting = None
        if side in self._computers and not self._sealed:
            waiting = {"side": side, "player": self._computers.name(str(side))}
        return {
            **self._shown(record.position, len(record.actions), decides=self.mine),
            "mine": self.mine,
            "roll": self._roll,
            "log": _lines(self.story.entries[told_from:], told_from),
            "canUndo": self.mine and record.can_undo(),
            "waiting": waiting,
            "paused": self.paused,
            "trouble": self.trouble,
            **({"curtain": self.curtain} if self.points else {}),
        }

    def state_at(self, count: int) -> dict[str, Any]:
        """Return the position after the first `count` actions. IndexError where there are fewer."""
        record = self.record
        position = record.position_at(count)
        shown = self._shown(position, count, decides=False)
        roll = None
        if shown["last"].startswith("roll "):
            roll = _roll_data(record.position_at(count - 1), shown["last"], self.reader)
        return {
            **shown,
            "mine": False,
            "roll": roll,
            "log": _lines([entry for entry in self.story.entries if entry.n == count]),
            "canUndo": False,
            "waiting": None,
            "paused": False,
            "trouble": "",
            **({"curtain": None} if self.points else {}),
        }

    def _shown(self, position: Any, count: int, *, decides: bool) -> dict[str, Any]:
        """Return what is shown alike of the position now and of an earlier one."""
        return {
            "type": "state",
            "at": count,
            "length": len(self.record.actions),
            **self._position_data(position, count, decides=decides),
            "last": self.story.actions[count - 1] if count else "",
        }

    def _position_data(self, position: Any, count: int, *, decides: bool) -> dict[str, Any]:
        view = self.seen(position)
        if not self.points:
            return views.position_data(position, view, decides=decides, layers=self._layers())
        data = points.position_data(position, view, self.viewer, decides=decides)
        return {**data, "shots": self.story.shots_until(count)}

    def check_export(self) -> None:
        """SecretError where the record holds what the reader may not know yet."""
        start = self.points and self.record.start is not None  # the truth, hidden counters too
        over = self.record.position.result is not None
        if self.story.actions != self.record.actions or (start and not over):
            raise SecretError(
                "the record names what only one side may know while the game goes on; it can be "
                "had as soon as the game is over"
            )

    def story_data(self) -> dict[str, Any]:
        """Return the whole log and the marks."""
        return {
            "length": len(self.record.actions),
            "entries": [entry.to_dict() for entry in self.story.entries],
            "marks": [vars(mark) for mark in self.story.marks],
        }

    # Windows

    def enter(self, window: Window) -> None:
        """Show the game to one more window, and let the computer go on."""
        self.flush()
        self.windows.add(window)
        window.send(_text(self.hello()))
        window.send(_text(self.state()))
        self.drive()

    def show(self, window: Window, zones: frozenset[str], line: bool) -> None:
        """Draw these layers for a window from now on."""
        window.zones, window.line = zones & set(self.record.game.sides), line
        self.flush()
        window.send(_text(self.state(len(self.story.entries))))

    def _layers(self) -> views.Layers:
        shown = (window.zones for window in self.windows)
        zones = frozenset[str]().union(*shown)
        sides = tuple(side for side in self.record.game.sides if side in zones)
        return views.Layers(sides, any(window.line for window in self.windows))

    def leave(self, window: Window) -> None:
        """Forget a window. Where nobody looks, the computer waits."""
        self.windows.discard(window)
        if not self.windows and self._driver is not None:
            self._driver.cancel()
            self._driver = None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message to every window."""
        text = _text(message)
        for window in self.windows:
            window.send(text)

    def close(self) -> None:
        """Tell every window that the game is gone, and stop."""
        self.tell({"type": "gone"})
        for window in list(self.windows):
            self.leave(window)

    # Playing

    def act(self, action: str, at: object) -> None:
        """Carry out a person's action; IllegalAction, StaleActionError, StoreError: why not."""
        self._check_fresh(at)
        if not self.mine:
            raise IllegalAction("notation", "it is not for a person to decide now")
        self._carry_out(action)
        self.flush()
        self.drive()

    def undo(self, at: object) -> None:
        """Take the last decision back."""
        self._check_fresh(at)
        if not (self.mine and self.record.can_undo()):
            raise IllegalAction("undo", NOT_TAKEN_BACK)
        action = self.record.undo()
        count = len(self.record.actions)
        try:
            position = self.record.position
            self.store.truncate(self.id, count, summary(self.record, position, count))
        except BridgeheadError:
            self.record.do(action)
            raise
        self.story.cut(count)
        self._roll = None
        self._changed(len(self.story.entries))
        self.flush()

    async def hint(self, side: object, at: object) -> dict[str, Any]:
        """Return what a strong player would do for the person who decides.

        StaleActionError where the game is not, or after the thinking no more, where it was asked;
        IllegalAction where it is not for that side, or for no person, to decide.
        """
        self._check_fresh(at)
        if not self.mine or side != self.record.position.to_move:
            raise IllegalAction("notation", "it is not for you to decide now")
        asked = self.record.position.copy()
        found = await self._adviser.hint(asked)
        if self.record.position != asked:
            raise StaleActionError("the game has moved on while this was thought about")
        return {**found, "at": at}

    def _check_fresh(self, at: object) -> None:
        count = len(self.record.actions)
        if at != count:
            raise StaleActionError(
                f"the game has moved on: it is at action {count}, and this page knew {at}"
            )

    def _carry_out(self, action: str) -> None:
        """Save an action, do it, and only then tell of it; nothing is done where one fails."""
        record = self.record
        count, told = len(record.actions), len(self.story.entries)
        before, after = record.position.copy(), record.position.copy()
        decisions = after.push(action)
        self.store.append(self.id, count, decisions, summary(record, after, count + len(decisions)))
        self.trouble = ""
        rolled = action.startswith("roll ")
        self._roll = _roll_data(before, action, self.reader) if rolled else None
        for n, decision in enumerate(decisions, start=count + 1):
            record.do(decision)
            self.story.add(before, decision, record.position, n)
            before = record.position.copy()
        self._follow()
        if self.reader != self.story.reader:
            told = min(told, self._tell_the_truth())
        self._changed(told)

    def _tell_the_truth(self) -> int:
        """Tell the story of a game that is over anew; return how many lines are as they were."""
        old, self.story = self.story.entries, self._tell_all()
        same = zip(old, self.story.entries, strict=False)
        return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], same))

    def _changed(self, told: int) -> None:
        """Note that the windows know the log's first `told` lines, and an older position."""
        self._untold = told if self._untold is None else min(self._untold, told)

    def flush(self) -> None:
        """Tell every window of what has changed."""
        if self._untold is not None:
            told, self._untold = self._untold, None
            self._told_at = asyncio.get_running_loop().time()
            self.tell(self.state(told))

    # The computer and the dice

    def set_pace(self, milliseconds: object) -> None:
        """Set the pause before each step of the computer."""
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            seconds = float(milliseconds) / 1000  # type: ignore[arg-type]
            if math.isfinite(seconds):
                self.pace = min(max(seconds, 0.0), SLOWEST)

    def hurry(self) -> None:
        """Go on without pauses until a person decides."""
        self._hurry.set()

    def pause(self, on: bool) -> None:
        """Hold the computer, or let it go on. A person's own roll is not held."""
        self.paused = on
        self._changed(len(self.story.entries))
        self.flush()
        self.drive()

    def drive(self) -> None:
        """See to it that somebody makes the steps that are not a person's."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        try:
            while self.windows and not self._sealed and await self._step():
                pass
            if self.mine or self.record.position.to_move is None:
                self._hurry.clear()
        except BridgeheadError as error:
            self._fail(str(error))
        except Exception as error:  # a player's own fault must not end the game without a word
            _log.exception("game %s: the computer failed", self.id)
            self._fail(f"the computer player failed ({type(error).__name__}: {error})")
        self.flush()

    def _fail(self, why: str) -> None:
        self.trouble = why
        self._changed(len(self.story.entries))

    async def _step(self) -> bool:
        """Make one step of the dice or of a computer; return False where there is none to make."""
        position = self.record.position
        side, count = position.to_move, len(self.record.actions)
        if side == "dice" and self._is_person(position.side):
            self._carry_out(self.record.next_action())
            self.flush()
            return True
        if self.paused or (side != "dice" and side not in self._computers):
            return False
        if side == "dice":
            await self._wait()
            action = self.record.next_action()
        else:
            if self._pauses:
                player = self._computers.name(str(side))
                self.tell({"type": "thinking", "side": side, "player": player})
            action = await self._computers.choose(str(side), position)
            await self._wait()
        if count == len(self.record.actions) and not self.paused:
            turn = position.turn, position.side
            self._carry_out(action)
            if (self.record.position.turn, self.record.position.side) != turn:
                self._hurry.clear()  # "move now" is for the rest of one side's turn
        if self._pauses or asyncio.get_running_loop().time() - self._told_at > EVERY:
            self.flush()
        return True

    @property
    def _pauses(self) -> bool:
        return self.pace > 0 and not self._hurry.is_set()

    async def _wait(self) -> None:
        if self._pauses:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), self.pace)
        else:
            await asyncio.sleep(0)


SEALED = (
    "The dice of this game hang on a secret that lies with the host that began it: here it can be "
    "looked at, and not be played on."
)


def _is_sealed(record: Record) -> bool:
    """Whether a game cannot be played on here, because the secret of its dice is not here."""
    if record.dice.kind != "committed" or record.position.to_move is None:
        return False
    try:
        record.secrets.get(record.dice.commitment or "")
    except BridgeheadError:
        return True
    return False


def _of_hexes(game: Any) -> dict[str, Any]:
    return {"units": titles.units_data(game), "hexes": titles.hexes_data(game)}


def _lines(entries: list[Entry], told_from: int = 0) -> dict[str, Any]:
    return {"from": told_from, "entries": [entry.to_dict() for entry in entries]}


def _roll_data(before: Any, action: str, reader: str | None) -> dict[str, Any]:
    """Return what the page shows of a roll: the face, the result, the odds it was rolled on."""
    if points.has_points(before.game):
        return points.roll_data(before, action, reader)
    face = int(action.split()[1])
    attack = views.step_of(before, before.to_dict()) == "roll"
    odds = views.pending_odds(before) if attack else None
    result = odds["table"][face - 1][odds["column"]] if odds else ""
    texts = [event.text for event in before.describe(action, reader)]
    return {"face": face, "result": result, "odds": odds, "texts": texts}


def _text(message: Mapping[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))
