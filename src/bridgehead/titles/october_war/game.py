"""October War as a `Game`, and its `Position`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from bridgehead.core.dataset import DataSet
from bridgehead.core.deprecated import Called
from bridgehead.core.kernel import record_type
from bridgehead.core.kernel_game import KernelGame
from bridgehead.core.position import EVERYTHING, Event, Position, Result
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.data import board as board_module
from bridgehead.titles.october_war.data import editions, fields, position_format
from bridgehead.titles.october_war.data.grammar import PointGrammar
from bridgehead.titles.october_war.data.layout import BOARD
from bridgehead.titles.october_war.data.schema import schema as position_schema
from bridgehead.titles.october_war.rules import entry_points
from bridgehead.titles.october_war.words import prose
from bridgehead.titles.october_war.words.names import unit_names
from bridgehead.titles.october_war.words.refusals import Reasons


class OctoberWar(KernelGame):
    """The game with its options and its map."""

    id = editions.ID
    name = f"{editions.NAME} ({editions.PUBLISHER}, {editions.YEAR})"
    sides = st.SIDES
    state_type = record_type(st.STATE)
    work_type = record_type(st.WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = entry_points

    def __init__(self, options: frozenset[str], data: DataSet) -> None:
        known = (*editions.OPTIONS, *editions.FORMER)
        self.options = tuple(option for option in known if option in options)
        self.data = data
        self.map = cast(Any, data.map)
        self.counters = board_module.counters(data)
        self.unit_names = unit_names(self.counters)
        self.units = tuple(unit["id"] for unit in self.counters)
        self.places = board_module.place_ids(self.map)
        self.hexes = self.places
        self.board = np.zeros(1, record_type(BOARD))
        self.board[0] = board_module.build(data, options)
        self.board.flags.writeable = False
        self.grammar = PointGrammar(self.units, self.places, self.board[0])
        self.place_numbers = {place: p for p, place in enumerate(self.places)}
        self.place_numbers |= {box: -1 - k for k, box in enumerate(st.BOXES)}
        self.place_numbers |= {
            f"{theater}:{mission}": st.MISSION_BOX - (4 * t + m)
            for t, theater in enumerate(st.THEATERS)
            for m, mission in enumerate(st.MISSIONS)
        }
        del self.place_numbers["turn-track"]
        self.reasons = Reasons(self)
        blank = np.zeros(1, self.state_type)
        entry_points.blank(self.board, blank)
        self.blank = blank[0]
        self.standard = board_module.standard_setup(self.board[0])

    def start(self) -> OctoberWarPosition:
        """Return the position in which the game begins: Israel sets up first [5.0]."""
        position = OctoberWarPosition(self)
        entry_points.start(self.board, position._state, position._workspace())
        return position

    def blank_position(self) -> OctoberWarPosition:
        """Return a position in which nothing has happened and no counter is in play."""
        position = OctoberWarPosition(self)
        position._state[0] = self.blank
        return position

    def position(self, data: Mapping[str, Any]) -> OctoberWarPosition:
        """Return the position given as data."""
        return position_format.read(self, data)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions."""
        return position_schema(self)

    def expand(self, position: Position, text: str) -> list[str]:
        """Return the one decision that a text of several words is."""
        return [" ".join(text.split())]

    def flags_of_units(self) -> Any:
        """Return a fresh array with a number for each counter."""
        return np.zeros(st.MAX_UNITS, np.int64)


class OctoberWarPosition(Position):
    """A position of October War."""

    __slots__ = ()
    game: OctoberWar

    def _workspace(self) -> Any:
        if self._work is None:
            self._work = np.zeros(1, self.game.work_type)
        return self._work

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """The phasing side; in phases that both share, the one that is dealt with."""
        return self.game.sides[self.state.side]

    @property
    def phase(self) -> str:
        """The phase, one of `state.PHASES`."""
        return st.PHASES[self.state.phase]

    @property
    def step(self) -> str:
        """The name of the pending decision, one of `state.STEPS`."""
        return st.STEPS[self.state.step]

    @property
    def is_night(self) -> bool:
        """Whether it is night: this game knows no nights."""
        return False

    @property
    def units(self) -> dict[str, str]:
        """Where each counter is, in truth: what a side may know of it is in its `view`."""
        return position_format.units(self)

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return prose.result(self)

    @property
    def casualties(self) -> Called[int]:
        """The casualty index of Israel, Egypt and Syria [7.0]."""
        index = zip(fields.STOCKS, self.state.casualties.tolist(), strict=True)
        return Called("casualties", dict(index))

    @property
    def points(self) -> Called[int]:
        """The victory points of each side, as if the game ended now [4.2]."""
        sides = enumerate(self.game.sides)
        totals = {side: int(entry_points.victory_points(*self.arrays, k)) for k, side in sides}
        return Called("points", totals)

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data, all that is hidden among it.

        `full` leaves out nothing that is at its default.
        """
        return position_format.write(self, full=full)

    def view(self, side: str | None) -> dict[str, Any]:
        """Return what a side may see [27.0]; None is a spectator, who sees what both may."""
        if side is not None and side not in self.game.sides:
            raise ValueError(f"{side!r} is no side; there are {', '.join(self.game.sides)}")
        over = self.result is not None
        viewer = st.SIDES.index(side) if side is not None else st.NOBODY
        if over:  # then all counters are turned up
            seen = {**position_format.write(self), "hidden": {}, "viewer": side or "spectator"}
        else:
            seen = position_format.seen(self, viewer)
        seen["to_move"] = self.to_move
        if side is not None and self.to_move == side:
            seen["legal_actions"] = list(self.legal_actions())
        return seen

    def shown(self, side: str) -> frozenset[str]:
        """Return the enemy counters on the map whose identity a side sees."""
        viewer = st.SIDES.index(side)
        hidden = position_format.hidden_from(self, viewer)
        b, s = self.game.board[0], self.state
        return frozenset(
            id_
            for u, id_ in enumerate(self.game.units)
            if b.side[u] != viewer and s.where[u] >= 0 and not hidden[u]
        )

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return what a legal action does, as the log tells it to a viewer."""
        return prose.describe(self, text, viewer)

    def public(self, text: str, viewer: str | None) -> str:
        """Return an action as a side, or a spectator, may read it."""
        return prose.public(self, text, viewer)

    def __repr__(self) -> str:
        return f"<{self.game.id} turn {self.turn} {self.side} {self.phase}, {self.to_move} to move>"
