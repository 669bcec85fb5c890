"""The components of the game: map, counters, names and board; and the situation in a position.

Words, data and screens use these. `game.py` makes a `Game` and a `Position` of them.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from bridgehead.core.kernels.kernel import record_type
from bridgehead.core.kernels.kernel_game import KernelGame, KernelPosition
from bridgehead.core.scenarios import conditions
from bridgehead.core.titles.bids import in_points
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.options import in_order
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import board as board_module
from bridgehead.titles.october_war.formats import editions, fields
from bridgehead.titles.october_war.formats.grammar import PointGrammar
from bridgehead.titles.october_war.records import BOARD, STATE, WORK
from bridgehead.titles.october_war.rules import entry_points
from bridgehead.titles.october_war.words.names import place_names, unit_names


class Components(KernelGame):
    """The components of the game."""

    id = editions.ID
    name = f"{editions.NAME} ({editions.PUBLISHER}, {editions.YEAR})"
    sides = st.SIDES
    state_type = record_type(STATE)
    work_type = record_type(WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = entry_points
    conditions = frozenset(conditions.ALL) - {
        conditions.ACROSS, conditions.LINE_OPEN, conditions.LINE_CUT,
    }  # fmt: skip

    def __init__(self, options: frozenset[str], data: DataSet) -> None:
        self.options = in_order(tuple(editions.OPTIONS), options)
        self.data = data
        self.map = cast(Any, data.map)
        self.counters = board_module.counters(data)
        self.unit_names = unit_names(self.counters)
        self.units = tuple(unit["id"] for unit in self.counters)
        self.places = board_module.place_ids(self.map)
        self.hexes = self.places
        self.set_board(BOARD, board_module.build(data, options))
        self.grammar = PointGrammar(self.units, self.places, self.board[0], place_names(self.map))
        self.place_numbers = {place: p for p, place in enumerate(self.places)}
        self.place_numbers |= {box: -1 - k for k, box in enumerate(st.BOXES)}
        self.place_numbers |= {
            f"{theater}:{mission}": st.MISSION_BOX - (4 * t + m)
            for t, theater in enumerate(st.THEATERS)
            for m, mission in enumerate(st.MISSIONS)
        }
        del self.place_numbers["turn-track"]
        blank = np.zeros(1, self.state_type)
        entry_points.blank(self.board, blank)
        self.blank = blank[0]
        self.standard = board_module.standard_setup(self.board[0])

    @property
    def last_turn(self) -> int:
        """The last game turn on the board."""
        return int(self.board[0].last_turn)

    def set_last_turn(self, turn: int) -> None:
        """Change the last game turn on the board while the game is made."""
        self.board[0].last_turn = turn

    def place_name(self, place: str) -> str:
        """Return the name of a place in a sentence."""
        return next((point.name for point in self.map.points if point.id == place), place)

    def flags_of_units(self) -> Any:
        """Return a new array with a number for each counter."""
        return np.zeros(st.MAX_UNITS, np.int64)


class Situation(KernelPosition):
    """The places of all units, and the pending decision."""

    __slots__ = ()
    game: Components

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
        """Whether it is night; this game has no night turns."""
        return False

    @property
    def casualties(self) -> dict[str, int]:
        """The casualty index of Israel, Egypt and Syria [7.0]."""
        index = zip(fields.STOCKS, self.state.casualties.tolist(), strict=True)
        return dict(index)

    @property
    def points(self) -> dict[str, float]:
        """The victory points of each side, as if the game ended now, including a bid [4.2]."""
        sides = enumerate(self.game.sides)
        return {
            side: in_points(int(entry_points.victory_points(*self.arrays, k))) for k, side in sides
        }
