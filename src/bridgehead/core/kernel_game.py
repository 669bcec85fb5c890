"""A game whose rules are kernels behind a title's entry points: what every such title does alike.

The title names its module of `entry_points` (which take one-element arrays of its records), its
`board` and its `reasons`.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.notation import RESIGN
from bridgehead.core.position import Game, Position


class KernelGame(Game):
    """One game of a title whose rules are kernels."""

    entry_points: Any  # the title's module of that name
    board: Any  # its board, an array of one record
    reasons: Any  # why an action is refused

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
