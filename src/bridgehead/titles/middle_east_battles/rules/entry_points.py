"""What Python calls of the kernels: each takes one-element arrays, which are cheap to pass.

(A record costs microseconds to hand to a compiled function, an array of one record a quarter of
one.) Nothing is decided here.
"""

from __future__ import annotations

from bridgehead.core.kernel import Codes, entry
from bridgehead.titles.middle_east_battles.rules import legal, sequence, zones
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works


@entry
def start(board: Boards, state: States, work: Works) -> None:
    """Set up the start of the game."""
    sequence.start(board[0], state[0], work[0])


@entry
def refresh(board: Boards, state: States, work: Works) -> None:
    """Compute work from state."""
    zones.refresh(board[0], state[0], work[0])


@entry
def list_legal(board: Boards, state: States, work: Works, out: Codes) -> int:
    """Write the legal actions, return their count."""
    return legal.legal(board[0], state[0], work[0], out)


@entry
def carry_out(board: Boards, state: States, work: Works, code: int) -> None:
    """Apply a legal action."""
    sequence.apply(board[0], state[0], work[0], code)


@entry
def resign(state: States) -> None:
    """Let the side to move concede."""
    sequence.resign(state[0])


@entry
def owner(state: States) -> int:
    """Return whose decision is pending."""
    return sequence.owner(state[0])
