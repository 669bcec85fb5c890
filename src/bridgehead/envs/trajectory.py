"""Trajectories: a position, the steps to it, and what each side has read of them.

Adapters of other libraries (`openspiel`) go back and forth in a game, keep thousands of its
positions, and need everything that a side knows. A `Trajectory` is a position and a chain of steps
that copies share, so a copy costs only as much as a position.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from bridgehead.core.dice.dice import Dice
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import EVERYTHING, Game, Position
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.players import title_players

SAID_ELSEWHERE = ("legal_actions",)  # of a view: a library asks for them by itself


class Step:
    """An action of a game: the position before it, who made it, and the previous step."""

    __slots__ = ("_read", "before", "code", "count", "mover", "previous")

    def __init__(self, previous: Step | None, before: Any, mover: int, code: int) -> None:
        self.previous = previous
        self.before = before  # the position, an array of one record
        self.mover = mover  # the number of a side; of the dice it is the number of sides
        self.code = code
        self.count: int = 1 if previous is None else previous.count + 1
        self._read: dict[str | None, tuple[str, str]] = {}

    def read(self, now: Position, viewer: str | None) -> tuple[str, str]:
        """Return the action as a viewer may read it ("" if not at all), and the earlier view.

        The view is a digest; it is "" in games in which nothing is hidden. `now` is any position of
        the game.
        """
        game: Game = now.game
        if viewer not in self._read:
            text = game.grammar.decode(self.code)
            seen = ""
            if hides(game):
                position = now.at(self.before)
                text = position.public(text, viewer)
                seen = digest(view_text(position, viewer))
            self._read[viewer] = text, seen
        return self._read[viewer]


class Trajectory:
    """A position, the steps from a start to it, and what each side knows of them."""

    __slots__ = ("_last", "_start", "_told", "drawn", "position")

    def __init__(self, position: Position, start: Position | None = None) -> None:
        self.position = position
        self.drawn = False  # what a side does not know was drawn anew: the steps do not lead here
        self._start = start  # None: the start of the game
        self._last: Step | None = None
        # by viewer: up to which step, the view then, the lines
        self._told: dict[str | None, tuple[Step | None, str, str]] = {}

    @classmethod
    def begin(cls, game: Game, start: Position | None = None) -> Trajectory:
        """Return a new trajectory from the start of a game, or from the position `start`."""
        if start is not None and start.game != game:
            raise BridgeheadError(f"a game of {game!r} cannot begin in a position of {start.game}")
        return cls(start.copy() if start is not None else game.start(), start)

    @property
    def game(self) -> Game:
        """The game."""
        return self.position.game  # type: ignore[no-any-return]

    @property
    def count(self) -> int:
        """The number of actions so far, including those of the dice."""
        return 0 if self._last is None else self._last.count

    def steps(self) -> list[Step]:
        """Return the steps in order."""
        found, step = [], self._last
        while step is not None:
            found.append(step)
            step = step.previous
        return found[::-1]

    # Going forward and back

    def push(self, code: int) -> None:
        """Carry out an action, given as its number; IllegalAction leaves everything unchanged."""
        before = self.position.arrays[1].copy()
        mover = int(self.game.owner(before))
        self.position.push_code(code)
        self._last = Step(self._last, before, mover, code)

    def pop(self) -> Step:
        """Take back the last action and return it; IndexError if there is none."""
        last = self._last
        if last is None:
            raise IndexError("pop: there is no action to take back")
        self.position = self.position.at(last.before)
        self._last = last.previous
        return last

    def copy(self) -> Trajectory:
        """Return an independent trajectory. The steps are immutable and shared."""
        twin = Trajectory(self.position.copy(), self._start)
        twin._last, twin._told, twin.drawn = self._last, dict(self._told), self.drawn
        return twin

    def __deepcopy__(self, memo: Any) -> Trajectory:
        return self.copy()

    # What a side knows

    def seen(self, viewer: str | None) -> str:
        """Return a viewer's present view as JSON; None is a spectator."""
        return view_text(self.position, viewer)

    def known(self, viewer: str | None) -> str:
        """Return all that a viewer has ever read and seen: a line for each action, then the view.

        The result is equal for two games if and only if the viewer cannot tell them apart: an
        action that it may not know of leaves no line. If the rules hide something, the digests of
        the viewer's views are among the actions, once for as long as a view stays the same.
        """
        upto, shown, told = self._told.get(viewer, (None, "", ""))
        steps, step = [], self._last
        while step is not None and step is not upto:
            steps.append(step)
            step = step.previous
        if step is None:  # what was told before is no part of this game: actions were taken back
            shown, told = "", ""
        movers = (*self.game.sides, "dice")
        for step in reversed(steps):
            text, seen = step.read(self.position, viewer)
            if seen != shown:
                told += f"{seen}\n"
                shown = seen
            if text:
                told += f"{movers[step.mover]}: {text}\n"
        self._told[viewer] = self._last, shown, told
        now = self.seen(viewer)
        if hides(self.game) and digest(now) != shown:
            told += f"{digest(now)}\n"
        return told + now

    def resample(self, side: str, seed: int) -> Trajectory:
        """Return a copy in which everything that a side does not know is drawn at random.

        The side sees and has read the same in both.
        """
        twin = self.copy()
        game = self.game
        if not hides(game):
            return twin
        board, state, work = self.position.arrays
        drawn = state.copy()
        random = np.random.default_rng(seed)
        number = game.sides.index(side)
        title_players.thinking(game.id).determinize(board, drawn, work.copy(), number, random)
        twin.position, twin.drawn = self.position.at(drawn), True
        return twin

    # Records

    def record(self) -> Record:
        """Return the game so far as a record with open dice, to save or show it."""
        record = Record(self.game, Dice("open"), start=self._start)
        for step in self.steps():
            record.do(self.game.grammar.decode(step.code))
        return record

    def __reduce__(self) -> Any:
        texts = [self.game.grammar.decode(step.code) for step in self.steps()]
        blank = Record(self.game, Dice("open"), start=self._start).to_dict()
        drawn = self.position.arrays[1].tobytes() if self.drawn else None
        return restored, ({**blank, "actions": texts}, drawn)


def restored(record: Mapping[str, Any], drawn: bytes | None = None) -> Trajectory:
    """Return a trajectory from the data of a record, as pickle stores it."""
    loaded = Record.from_dict(dict(record) | {"actions": []})
    found = Trajectory.begin(loaded.game, loaded.start)
    for text in record["actions"]:
        found.push(found.game.grammar.encode(text))
    if drawn is not None:
        found.position = found.position.at(np.frombuffer(drawn, found.game.state_type))
        found.drawn = True
    return found


def digest(view: str) -> str:
    """Return the digest that represents a view in a list of views."""
    return hashlib.sha256(view.encode()).hexdigest()[:12]


def hides(game: Game) -> bool:
    """Whether the game hides anything from a side."""
    return game.id in title_of(game.id).hiding


def view_text(position: Position, viewer: str | None) -> str:
    """Return a viewer's view of a position as JSON, always in the same order.

    A viewer is a side, None for a spectator, or EVERYTHING for all facts.
    """
    if viewer == EVERYTHING:
        view = position.to_dict()
    else:
        view = position.view(viewer)
    seen = {field: value for field, value in view.items() if field not in SAID_ELSEWHERE}
    return json.dumps(seen, sort_keys=True, separators=(",", ":"))
