"""`Game` and `Position`: the common interface of all titles.

A title subclasses both. `Game` is immutable: board, counters, switches, and the kernels that know
the rules. `Position` is one record of the title's state, with `push` and `pop`.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.kernels.kernel import Codes
from bridgehead.core.positions.past_states import pack, state_of
from bridgehead.core.positions.position_line import read_line, write_line
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.options import name_and_value
from bridgehead.core.words.notation import RESIGN, ActionList, Grammar, find

NOBODY = -1
EVERYTHING = "everything"  # a viewer that sees everything


@dataclass(frozen=True)
class Result:
    """The result of a game: the winner (a side or "draw"), the case, a sentence, a short name."""

    winner: str
    case: str
    reason: str
    ending: str

    def to_dict(self) -> dict[str, str]:
        """Return the result as JSON data."""
        return {
            "winner": self.winner,
            "ending": self.ending,
            "case": self.case,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Event:
    """An event in the log: a sentence, its rules case, the hexes that it names.

    `settles`: without a roll it ends the attack on these hexes; the result follows a colon.
    """

    text: str
    case: str = ""
    hexes: tuple[str, ...] = ()
    settles: bool = False


class Game(ABC):
    """One playable game: an edition of a title with its options and its map."""

    id: str
    name: str
    options: tuple[str, ...]  # those that are on
    scenario: Scenario | None = None  # the one that is played, if any
    map: Any  # a GameMap: of hexes or of points, as the title has it
    data: DataSet  # map, counters, charts, set-up
    sides: tuple[str, ...]
    units: tuple[str, ...]
    grammar: Grammar
    state_type: np.dtype[Any]
    work_type: np.dtype[Any]
    max_actions: int

    @abstractmethod
    def start(self) -> Position:
        """Return the position at the start of the game."""

    @abstractmethod
    def position(self, data: Mapping[str, Any]) -> Position:
        """Return the position of these data; InvalidPosition if they are invalid."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions; BridgeheadError if it has none."""
        raise BridgeheadError(f"{self.id}: the positions of this game have no schema")

    def from_line(self, text: str) -> Any:
        """Return the position in a line that `Position.to_line` made.

        White space and the `>` of quoted mail are ignored. InvalidPosition if the line is invalid,
        or of a game with another id, other options or other data.
        """
        return read_line(self, text)

    # The rules, called with one-element arrays of the title's records

    @abstractmethod
    def refresh(self, state: Any, work: Any) -> None:
        """Compute `work` from `state`."""

    @abstractmethod
    def list_legal(self, state: Any, work: Any, out: Any) -> int:
        """Write the legal actions' numbers into `out`, ascending; return their count."""

    @abstractmethod
    def carry_out(self, state: Any, work: Any, code: int) -> None:
        """Apply a legal action, or RESIGN."""

    @abstractmethod
    def owner(self, state: Any) -> int:
        """Return the number of the side to decide: `len(sides)` for the dice, -1 for nobody."""

    @abstractmethod
    def expand(self, position: Position, text: str) -> list[str]:
        """Return the decisions of a text: the text itself, or those of a one-line attack."""

    @abstractmethod
    def refusal(self, position: Position, code: int) -> IllegalAction:
        """Return the reason why an action is not legal."""

    @property
    def key(self) -> tuple[str, tuple[str, ...], str]:
        """The identity of a game: id, options, data and scenario."""
        scenario = "" if self.scenario is None else f"+{self.scenario.digest}"
        return self.id, self.options, f"{self.data.digest}{scenario}"

    @property
    def own_map(self) -> bool:
        """Whether the map is the package's."""
        return self.data.own_map

    @property
    def own_data(self) -> bool:
        """Whether map, counters, charts and set-up are all from the package."""
        return self.data.own

    def __copy__(self) -> Self:
        return self  # immutable

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        pairs = map(name_and_value, self.options)
        options = "".join(f", {name}={value or True!r}" for name, value in pairs)
        return f"bridgehead.load({self.id!r}{options})"


class Position(ABC):
    """A position of a game, with its history since the start.

    Positions are equal if their games and their states are; the history does not count. Two
    positions share no mutable data.
    """

    __slots__ = ("_buffer", "_codes", "_ended", "_fresh", "_history", "_state", "_work", "game")

    def __init__(self, game: Any) -> None:
        self.game = game
        self._buffer = np.zeros(game.state_type.itemsize, np.uint8)
        self._state = self._buffer.view(game.state_type)
        self._work: Any = None  # created on first use, because it is large
        self._fresh = False
        self._codes: Codes | None = None
        self._history: list[bytes] = []
        self._ended: Result | None = None  # an ending other than by the rules

    # Decisions

    @property
    def to_move(self) -> str | None:
        """The side whose decision is pending, "dice", or None when the game is over."""
        owner = NOBODY if self._ended is not None else self.game.owner(self._state)
        if owner == NOBODY:
            return None
        sides = self.game.sides
        return str(sides[owner]) if owner < len(sides) else "dice"

    def legal_actions(self) -> ActionList:
        """Return the legal actions of the pending decision; `resign` is never among them."""
        return ActionList(self.game.grammar, self.legal_codes())

    def legal_codes(self) -> Codes:
        """Return the legal actions as numbers, ascending. The result is cached."""
        if self._ended is not None:
            return _NONE
        if self._codes is None:
            out = _scratch(self.game.max_actions)
            n = self.game.list_legal(self._state, self.work, out)
            self._codes = out[:n].copy()
            self._codes.flags.writeable = False
        return self._codes

    @property
    def result(self) -> Result | None:
        """The result of the game, None if it is not over."""
        return self._ended or self.result_by_rules

    @property
    @abstractmethod
    def result_by_rules(self) -> Result | None:
        """The result by the rules, None if the game is not over by its rules."""

    def end(self, result: Result) -> None:
        """End the game other than by its rules, so that nobody is to decide.

        The ending is not part of the state: `to_dict` and comparisons ignore it. ValueError if the
        game is over.
        """
        if self.result is not None:
            raise ValueError("end: the game is over already")
        self._ended = result

    # Moving forward and back

    def push(self, text: str) -> list[str]:
        """Carry out an action.

        Return the decisions that it consists of, in their standard spelling. A whole attack may be
        one text ("attack 0910 with matt-3 matt-2 support fire"); it is carried out completely or
        not at all. IllegalAction leaves the position unchanged.
        """
        if not self.game.grammar.is_one(text.split()):
            return self._push_all(self.game.expand(self, text))
        code = self.game.grammar.encode(text)
        self.push_code(code)
        return [self.game.grammar.decode(code)]

    def _push_all(self, texts: list[str]) -> list[str]:
        before = len(self._history)
        codes = []
        try:
            for text in texts:
                codes.append(self.game.grammar.encode(text))
                self.push_code(codes[-1])
        except IllegalAction:
            while len(self._history) > before:
                self.pop()
            raise
        return [self.game.grammar.decode(code) for code in codes]

    def why_not(self, text: str) -> IllegalAction | None:
        """Return why an action is refused now, None if it is legal."""
        try:
            self.copy().push(text)
        except IllegalAction as error:
            return error
        return None

    def push_code(self, code: int) -> None:
        """Carry out the action with this number."""
        if self._ended is not None:
            raise IllegalAction("over", "the game is over")
        if code == RESIGN:
            self._check_resign()
        elif find(self.legal_codes(), code) < 0:
            raise self.game.refusal(self, code)
        work = self.work
        self._history.append(self._buffer.tobytes())
        self.game.carry_out(self._state, work, code)
        self._codes = None

    def _check_resign(self) -> None:
        if not 0 <= self.game.owner(self._state) < len(self.game.sides):
            raise self.game.refusal(self, RESIGN)

    def pop(self) -> None:
        """Take back the last action, and an ending after it. IndexError if there is none."""
        if not self._history:
            raise IndexError("pop: there is no action to take back")
        state = state_of(self._history, len(self._history) - 1)
        self._history.pop()
        self._buffer[:] = np.frombuffer(state, np.uint8)
        self._codes = self._ended = None
        self._fresh = False

    def past(self, number: int) -> Self:
        """Return a copy of the position after the first `number` actions.

        IndexError: it had fewer.
        """
        twin = type(self)(self.game)
        twin._buffer[:] = np.frombuffer(state_of(self._history, number), np.uint8)
        return twin

    def pack_history(self) -> None:
        """Compress the states before older actions; to go back there takes a little longer then."""
        pack(self._history)

    def copy(self) -> Self:
        """Return an independent position with the same state and no history."""
        twin = type(self)(self.game)
        twin._buffer[:] = self._buffer
        twin._ended = self._ended
        return twin

    def at(self, state: Any) -> Self:
        """Return a position of the same game with this state, an array of one record."""
        twin = type(self)(self.game)
        twin._state[0] = state[0]
        return twin

    # Data

    @abstractmethod
    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data that `Game.position` can read.

        Fields with their default values are left out. With `full` only fields of decisions that are
        not pending are left out, such as a combat if none is being resolved.
        """

    def to_line(self) -> str:
        """Return the position as one line of text, `bh1:…`, that `Game.from_line` reads.

        It holds everything, what a side hides too, like `to_dict`.
        """
        return write_line(self)

    @abstractmethod
    def view(self, side: str | None, *, actions: bool = True) -> dict[str, Any]:
        """Return a side's view as data; None is a spectator.

        `actions`: with the legal actions, if the side is to decide.
        """

    @abstractmethod
    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return the events of a legal action in this position, as in the log.

        `viewer` is the reader of the log: a side, None for a spectator, EVERYTHING for all facts.
        """

    def public(self, text: str, viewer: str | None) -> str:
        """Return the text of a legal action as a side, or a spectator (None), may read it.

        An empty text means that the viewer may not even know that there was an action.
        """
        del viewer
        return text

    def shown(self, side: str) -> frozenset[str]:
        """Return the enemy units that a side can identify, if the rules hide some.

        An action that reveals another unit to the side that made it cannot be taken back.
        """
        del side
        return frozenset()

    @property
    def state(self) -> Any:
        """The title's state record. Read it, but do not write to it."""
        return self._state[0]

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """Board, state and work as one-element arrays, for kernels called from Python."""
        return self.game.board, self._state, self.work

    @property
    def work(self) -> Any:
        """The values computed from the state, up to date, as a one-element array."""
        work = self._work
        if work is None or not self._fresh:
            if work is None:
                work = self._work = np.zeros(1, self.game.work_type)
            self.game.refresh(self._state, work)
            self._fresh = True
        return work

    def drop_work(self) -> None:
        """Free what was computed from the state, which is large; it is computed again if needed."""
        self._work, self._fresh = None, False

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.game, self._buffer.tobytes(), tuple(self._history))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.game == other.game) and self._buffer.tobytes() == other._buffer.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self._buffer.tobytes()))


_NONE: Codes = np.zeros(0, np.int32)
_NONE.flags.writeable = False


def _restored(
    kind: type[Position], game: Game, state: bytes, history: tuple[bytes, ...]
) -> Position:
    """Return a pickled position with its history."""
    position = kind(game)
    position._buffer[:] = np.frombuffer(state, np.uint8)
    position._history = list(history)
    return position


class _Buffers(threading.local):
    """Buffers per thread, so that listings in two threads do not mix."""

    def __init__(self) -> None:
        self.by_size: dict[int, Codes] = {}


_buffers = _Buffers()


def _scratch(size: int) -> Codes:
    """Return a buffer for one listing; copy its content at once."""
    buffers = _buffers.by_size
    if size not in buffers:
        buffers[size] = np.zeros(size, np.int32)
    return buffers[size]
