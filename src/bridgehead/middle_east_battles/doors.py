"""The doors between Python and the kernels: each takes one-element arrays, which are cheap to pass.

(A record costs microseconds to hand to a compiled function, an array of one record a quarter of
one.) Nothing is decided here.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.middle_east_battles import legal, sequence, zones


@kernel
def start(board: Any, state: Any, work: Any) -> None:
    """Set up the start of the game."""
    sequence.start(board[0], state[0], work[0])


@kernel
def refresh(board: Any, state: Any, work: Any) -> None:
    """Compute work from state."""
    zones.refresh(board[0], state[0], work[0])


@kernel
def list_legal(board: Any, state: Any, work: Any, out: Any) -> int:
    """Write the legal actions, return their count."""
    return legal.legal(board[0], state[0], work[0], out)


@kernel
def carry_out(board: Any, state: Any, work: Any, code: int) -> None:
    """Apply a legal action."""
    sequence.apply(board[0], state[0], work[0], code)


@kernel
def resign(state: Any) -> None:
    """Let the side to move concede."""
    sequence.resign(state[0])


@kernel
def owner(state: Any) -> int:
    """Return whose decision is pending."""
    return sequence.owner(state[0])
