"""The common base of games whose rules are kernels behind a title's entry points.

The title names its module of `entry_points` (which take one-element arrays of its records), its
`board` and its `reasons`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction
from bridgehead.core.kernels.kernel import record_type
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.records.record_data import data_of, load_carried
from bridgehead.core.words.notation import RESIGN


class KernelGame(Game):
    """One game of a title whose rules are kernels."""

    entry_points: Any  # the title's module of that name
    board: Any  # the board, an array of one record
    reasons: Any  # a module: why an action is refused
    counters: tuple[dict[str, Any], ...]  # counters in play, from the data
    hexes: tuple[str, ...]  # places of units: hexes or points

    def set_board(self, dtype: np.dtype[Any], board: Any) -> None:
        """Set the board, which must not be changed from now on."""
        self.board = np.zeros(1, record_type(dtype))
        self.board[0] = board
        self.board.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        return load_carried, (self.id, self.options, data_of(self))

    def unit_index(self, unit: str) -> int:
        """Return a unit's index in the counter list; MalformedAction if there is no such unit."""
        return self.grammar.unit(unit)

    def hex_index(self, hex_: str) -> int:
        """Return a hex's index in the list of hexes; MalformedAction if there is no such hex."""
        return self.grammar.hex(hex_)

    def refresh(self, state: Any, work: Any) -> None:
        """Compute `work` from `state`."""
        self.entry_points.refresh(self.board, state, work)

    def list_legal(self, state: Any, work: Any, out: Any) -> int:
        """Write the numbers of the legal actions; return how many there are."""
        return int(self.entry_points.list_legal(self.board, state, work, out))

    def carry_out(self, state: Any, work: Any, code: int) -> None:
        """Apply a legal action, or RESIGN."""
        if code == RESIGN:
            self.entry_points.resign(state)
        else:
            self.entry_points.carry_out(self.board, state, work, code)

    def owner(self, state: Any) -> int:
        """Return the side whose decision is pending."""
        return int(self.entry_points.owner(state))

    def refusal(self, position: Position, code: int) -> IllegalAction:
        """Return why an action is not legal."""
        found: IllegalAction = self.reasons.refusal(position, code)
        return found


class KernelPosition(Position):
    """A position of a game with kernels. Its state has the fields `turn` and `side`."""

    __slots__ = ()

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """The side whose player turn it is; in a shared phase, the side that is acting."""
        return str(self.game.sides[self.state.side])

    @property
    def phase(self) -> str:
        """The phase."""
        raise NotImplementedError

    def start(self) -> None:
        """Set up the position at the start of the game."""
        if self._work is None:
            self._work = np.zeros(1, self.game.work_type)
        self.game.entry_points.start(self.game.board, self._state, self._work)

    def view(self, side: str | None) -> dict[str, Any]:
        """Return a side's view as data; None is a spectator, who sees what all may see."""
        if side is not None and side not in self.game.sides:
            raise ValueError(f"{side!r} is not a side; the sides are {', '.join(self.game.sides)}")
        seen = self._seen(side)
        seen["to_move"] = self.to_move
        if side is not None and self.to_move == side:
            seen["legal_actions"] = list(self.legal_actions())
        return seen

    def _seen(self, side: str | None) -> dict[str, Any]:
        """Return the position as data, without what a side may not see."""
        del side
        return self.to_dict()

    def __repr__(self) -> str:
        return f"<{self.game.id} turn {self.turn} {self.side} {self.phase}, {self.to_move} to move>"


class HexPosition(KernelPosition):
    """A position of a game on hexes. Its state has the hex of each unit, and a step."""

    __slots__ = ()
    places: dict[int, str]  # words for units that are in no hex
    phase_of_step: tuple[str, ...]

    @property
    def phase(self) -> str:
        """The phase, one of the title's `state.PHASE_OF_STEP`."""
        return str(self.phase_of_step[self.state.step])

    @property
    def is_night(self) -> bool:
        """Whether this game turn is at night."""
        return bool(self.game.board[0].night[self.turn])

    @property
    def units(self) -> dict[str, str]:
        """The place of each unit: a hex number, or a word such as "off" or "eliminated"."""
        hexes = self.game.hexes
        return {
            unit: hexes[place] if place >= 0 else self.places[place]
            for unit, place in zip(self.game.units, self.state.hex.tolist(), strict=False)
        }
