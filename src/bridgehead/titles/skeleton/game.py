"""The `Game` and the `Position`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction, InvalidPosition, Reason
from bridgehead.core.kernels.kernel import record_type
from bridgehead.core.kernels.kernel_game import HexPosition, KernelGame
from bridgehead.core.maps.hexmap import HexMap
from bridgehead.core.positions.field_reader import FieldReader
from bridgehead.core.positions.position import EVERYTHING, Event, Position, Result
from bridgehead.core.positions.position_data import (
    count,
    distinct,
    header,
    one_of,
    result,
    schema,
    table,
)
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.notation import RESIGN, Grammar, Packing
from bridgehead.titles.skeleton import records as st
from bridgehead.titles.skeleton import rules
from bridgehead.titles.skeleton.records import ID, SIDES
from bridgehead.titles.skeleton.screen.queries import Movement

FORMAT = 1
FIELDS = (
    "format", "game", "options", "map", "data", "turn", "side", "phase", "units", "moved",
    "result", "to_move", "legal_actions",
)  # fmt: skip


class Skeleton(KernelGame):
    """The game."""

    id = ID
    sides = SIDES
    options = ()
    map: HexMap
    state_type = record_type(st.STATE)
    work_type = record_type(st.WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = rules

    def __init__(self, data: DataSet) -> None:
        self.name = st.TITLE
        self.data, self.map = data, data.map  # type: ignore[assignment]
        self.counters = tuple(data["units.toml"]["unit"])
        self.units = tuple(unit["id"] for unit in self.counters)
        self.hexes = tuple(self.map.grid.hexes())
        self.hex_numbers = frozenset(self.hexes)
        self.set_board(st.BOARD, self._build())
        packing = Packing(verb=st.VERB, unit=st.UNIT, no_unit=st.NO_UNIT)
        self.grammar = Grammar(
            st.VERBS, self.units, self.hexes, off_map_case="2.3", packing=packing
        )
        self.reasons = self

    def _build(self) -> Any:
        """Return the board, made of the data."""
        board = np.zeros(1, record_type(st.BOARD))[0]
        board.hexes, board.units = len(self.hexes), len(self.units)
        board.neighbor[:] = -1
        index = {number: i for i, number in enumerate(self.hexes)}
        for number, i in index.items():
            board.closed[i] = self.map.terrain_of(number) == "lake"
            board.hill[i] = number in self.map.objectives
            for direction in range(6):
                other = self.map.grid.neighbor(number, direction)
                if other is not None:
                    board.neighbor[i, direction] = index[other]
        for u, unit in enumerate(self.counters):
            board.side[u] = SIDES.index(unit["side"])
            board.start[u] = index[unit["hex"]]
        return board

    def start(self) -> SkeletonPosition:
        """Return the position at the start of the game."""
        position = SkeletonPosition(self)
        position.start()
        return position

    def position(self, data: Mapping[str, Any]) -> SkeletonPosition:
        """Return the position of these data; InvalidPosition if they are invalid."""
        return _Reader(self, data).read()

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the positions."""
        unit, place = one_of(self.units), one_of([*st.PLACES.values(), *self.hexes])
        fields = {
            "turn": count(st.TURNS, 1),
            "side": one_of(SIDES),
            "phase": one_of(st.STEPS),
            "units": table(self.units, place),
            "moved": distinct(unit),
            "result": result((*SIDES, "draw"), ("draw", "hill", "resigned")),
        }
        return schema(self, FORMAT, fields, ("result",))

    def expand(self, position: Position, text: str) -> list[str]:
        """Return the decisions of a text: it is always one."""
        return [" ".join(text.split())]

    def refusal(self, position: Position, code: int) -> IllegalAction:
        """Return why an action is not legal."""
        found = self.why(position, code)
        return IllegalAction(found.case, found.text)

    def why(self, position: Any, code: int) -> Reason:
        """Return the rule that forbids an action, in words."""
        unit, verb, place = self.grammar.split(code) if code != RESIGN else (0, st.END, 0)
        number = rules.NOT_NOW
        if verb == st.MOVE and position.state.step == st.MOVEMENT:
            board, state, work = position.arrays
            number = rules.cannot_move(board, state, work, unit, place)
        case, text = rules.SENTENCES[number]
        names = {"waiting": title_of(ID).decisions.steps[position.step].waiting}
        if verb == st.MOVE:
            names |= {"unit": self.units[unit], "hex": self.hexes[place]}
        return Reason(case, text.format(**names))


class SkeletonPosition(HexPosition):
    """A position of the game."""

    __slots__ = ()
    game: Skeleton
    places = st.PLACES
    phase_of_step = st.STEPS

    @property
    def step(self) -> str:
        """The name of the pending decision."""
        return st.STEPS[self.state.step]

    @property
    def result_by_rules(self) -> Result | None:
        """The result, None if the game is not over [3.3, 3.4]."""
        s = self.state
        if s.step != st.OVER:
            return None
        if s.winner < 0:
            return Result("draw", "3.3", "nobody holds more of the hill", "draw")
        winner = SIDES[s.winner]
        if s.resigned:
            return Result(winner, "3.4", f"{SIDES[1 - s.winner].title()} resigned", "resigned")
        return Result(winner, "3.3", f"{winner.title()} holds the hill", "hill")

    def movement(self, unit: str, verb: str | None = None) -> Movement:
        """Return where a unit can go, and why it cannot go elsewhere."""
        del verb
        return Movement(self, unit)

    def pending_odds(self) -> None:
        """Return None: there are no attacks."""

    def line_of_communication(self) -> None:
        """Return None: there is none."""

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data."""
        data = {**header(self, FORMAT, full=full), "units": self.units}
        done = zip(self.game.units, self.state.moved, strict=False)
        moved = [unit for unit, has_moved in done if has_moved]
        if moved or full:
            data["moved"] = moved
        if self.result_by_rules is not None:
            data["result"] = self.result_by_rules.to_dict()
        return data

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return the events of a legal action, as in the log."""
        del viewer
        after = self.copy()
        after.push(text)
        verb, *objects = text.split()
        events = [self._event(verb, objects)]
        if after.result is not None:
            events.append(Event(f"The game is over: {after.result.reason}.", after.result.case))
        return events

    def _event(self, verb: str, objects: list[str]) -> Event:
        if verb == "move":
            unit, hex_ = objects
            return Event(f"{unit} moves to {hex_}.", "2.3", (self.units[unit], hex_))
        if verb == "roll":
            storm = "a storm comes up" if objects == ["1"] else "the weather holds"
            return Event(f"The die shows {objects[0]}: {storm}.", "3.2")
        if verb == "resign":
            return Event(f"{self.side.title()} resigns.", "3.4")
        return Event(f"{self.side.title()} has moved.", "2.0")


class _Reader(FieldReader):
    """Reads a position; errors are raised by `refuse`."""

    def read(self) -> SkeletonPosition:
        if not isinstance(self.data, Mapping):
            raise InvalidPosition(f"a position is an object of fields, not {self.data!r}")
        self.header(FORMAT, FIELDS)
        position: SkeletonPosition = self.game.start()
        s = position.state
        s.turn = self.turn(st.TURNS)
        s.side = SIDES.index(self.one_of(self.data, "side", SIDES, SIDES[0]))
        s.step = st.STEPS.index(self.one_of(self.data, "phase", st.STEPS, st.STEPS[0]))
        if "units" in self.data:
            self._units(s)
        for unit in self.unit_list(self.data, "moved"):
            s.moved[unit] = 1
        self._result(s)
        found: SkeletonPosition = position.copy()
        return found

    def _units(self, s: Any) -> None:
        s.hex[:] = st.ELIMINATED
        there: dict[int, str] = {}
        for name, place in self.mapping(self.data, "units", "unit id to place").items():
            unit = self.unit("units", name)
            if place == st.PLACES[st.ELIMINATED]:
                continue
            hex_ = self.hex(f"units, {name}", place)
            if self.game.board[0].closed[hex_] or hex_ in there:
                raise self.refuse("units", f"{name} cannot be in {place}", (name,), (place,))
            there[hex_] = name
            s.hex[unit] = hex_

    def _result(self, s: Any) -> None:
        given = self.data.get("result")
        if (given is not None) != (s.step == st.OVER):
            raise self.refuse("result", "belongs to the phase over, which needs one")
        if given is None:
            return
        if not isinstance(given, Mapping) or given.get("winner") not in (*SIDES, "draw"):
            raise self.refuse("result", f"names a winner: {', '.join(SIDES)} or draw")
        s.winner = st.NOBODY if given["winner"] == "draw" else SIDES.index(given["winner"])
        s.resigned = given.get("ending") == "resigned"
