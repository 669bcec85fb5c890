"""Entry points that Python calls: each takes one-element arrays, which are cheap to pass.

(A record costs microseconds to pass to a compiled function, an array of one record a quarter of
one.) Nothing is decided here. A title binds these to its kernels (`core.kernels.binding`).
"""

from __future__ import annotations

from bridgehead.core.kernels.binding import Boards, States, Works, shared_entry, title
from bridgehead.core.kernels.kernel import Codes


@shared_entry
def start(board: Boards, state: States, work: Works) -> None:
    """Set up the position at the start of the game."""
    title.start(board[0], state[0], work[0])


@shared_entry
def refresh(board: Boards, state: States, work: Works) -> None:
    """Compute work from state."""
    title.refresh(board[0], state[0], work[0])


@shared_entry
def list_legal(board: Boards, state: States, work: Works, out: Codes) -> int:
    """Write the legal actions and return their number."""
    return int(title.legal(board[0], state[0], work[0], out))


@shared_entry
def carry_out(board: Boards, state: States, work: Works, code: int) -> None:
    """Apply a legal action."""
    title.apply(board[0], state[0], work[0], code)


@shared_entry
def resign(state: States) -> None:
    """Let the side to move concede."""
    title.resign(state[0])


@shared_entry
def owner(state: States) -> int:
    """Return the side whose decision is pending."""
    return int(title.owner(state[0]))


ALL = (start, refresh, list_legal, carry_out, resign, owner)
