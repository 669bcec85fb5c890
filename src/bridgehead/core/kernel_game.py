"""A game whose rules are kernels behind a title's entry points: what every such title does alike.

The title names its module of `entry_points` (which take one-element arrays of its records), its
`board` and its `reasons`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction
from bridgehead.core.kernel import record_type
from bridgehead.core.notation import RESIGN
from bridgehead.core.position import Game, Position
from bridgehead.core.record_data import data_of, load_carried


class KernelGame(Game):
    """One game of a title whose rules are kernels."""

    entry_points: Any  # the title's module of that name
    board: Any  # its board, an array of one record
    reasons: Any  # why an action is refused
    counters: tuple[dict[str, Any], ...]  # those in play, as the data have them
    hexes: tuple[str, ...]  # where units stand: hexes, or points

    def set_board(self, dtype: np.dtype[Any], board: Any) -> None:
        """Keep a board; nobody changes it from now on."""
        self.board = np.zeros(1, record_type(dtype))
        self.board[0] = board
        self.board.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        return load_carried, (self.id, self.options, data_of(self))

    def unit_index(self, unit: str) -> int:
        """Return a unit's place in the counter list; MalformedAction where there is none."""
        return self.grammar.unit(unit)

    def hex_index(self, hex_: str) -> int:
        """Return a hex's place in the list of hexes; MalformedAction where there is none."""
        return self.grammar.hex(hex_)

    def refresh(self, state: Any, work: Any) -> None:
        """Compute `work` from `state`."""
        self.entry_points.refresh(self.board, state, work)

    def list_legal(self, state: Any, work: Any, out: Any) -> int:
        """Write the legal actions' numbers, return their count."""
        return int(self.entry_points.list_legal(self.board, state, work, out))

    def carry_out(self, state: Any, work: Any, code: int) -> None:
        """Apply a legal action, or RESIGN."""
        if code == RESIGN:
            self.entry_points.resign(state)
        else:
            self.entry_points.carry_out(self.board, state, work, code)

    def owner(self, state: Any) -> int:
        """Return whose decision is pending."""
        return int(self.entry_points.owner(state))

    def refusal(self, position: Position, code: int) -> IllegalAction:
        """Return why an action is not legal."""
        found: IllegalAction = self.reasons.refusal(position, code)
        return found


class KernelPosition(Position):
    """A position of such a game. Its state has the fields `turn` and `side`."""

    __slots__ = ()

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """Whose player turn it is; in phases that both sides share, the one that is dealt with."""
        return str(self.game.sides[self.state.side])

    @property
    def phase(self) -> str:
        """The phase."""
        raise NotImplementedError

    def start(self) -> None:
        """Set up the start of the game."""
        if self._work is None:
            self._work = np.zeros(1, self.game.work_type)
        self.game.entry_points.start(self.game.board, self._state, self._work)

    def view(self, side: str | None) -> dict[str, Any]:
        """Return what a side may see, as data; None is a spectator, who sees what all may."""
        if side is not None and side not in self.game.sides:
            raise ValueError(f"{side!r} is not a side; the sides are {', '.join(self.game.sides)}")
        seen = self._seen(side)
        seen["to_move"] = self.to_move
        if side is not None and self.to_move == side:
            seen["legal_actions"] = list(self.legal_actions())
        return seen

    def _seen(self, side: str | None) -> dict[str, Any]:
        """Return the position as data, without what a side may not see of it."""
        del side
        return self.to_dict()

    def __repr__(self) -> str:
        return f"<{self.game.id} turn {self.turn} {self.side} {self.phase}, {self.to_move} to move>"


class HexPosition(KernelPosition):
    """A position of such a game on hexes. Its state has the hex of each unit, and a step."""

    __slots__ = ()
    places: dict[int, str]  # of units that are in no hex
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
        """Where each unit is: a hex number, or a word as "off" or "eliminated"."""
        hexes = self.game.hexes
        return {
            unit: hexes[place] if place >= 0 else self.places[place]
            for unit, place in zip(self.game.units, self.state.hex.tolist(), strict=False)
        }
