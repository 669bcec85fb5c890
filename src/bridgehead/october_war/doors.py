"""The doors between Python and the kernels: each takes one-element arrays, which are cheap to pass.

(A record costs microseconds to hand to a compiled function, an array of one record a quarter of
one.) Nothing is decided here.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.october_war import places, sequence, setup, victory, view


@kernel
def start(board: Any, state: Any, work: Any) -> None:
    """Set up the start of the game."""
    setup.start(board[0], state[0], work[0])


@kernel
def refresh(board: Any, state: Any, work: Any) -> None:
    """Compute work from state."""
    places.refresh(board[0], state[0], work[0])


@kernel
def list_legal(board: Any, state: Any, work: Any, out: Any) -> int:
    """Write the legal actions, return their count.

    They are always written into the array in `work` first: for another kind of array every chapter
    would be compiled once more.
    """
    w = work[0]
    count = sequence.legal(board[0], state[0], w, w.list)
    for i in range(count):
        out[i] = w.list[i]
    return count


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


@kernel
def hidden(board: Any, state: Any, work: Any, viewer: int, out: Any) -> None:
    """Write for each counter whether a viewer may not know what it is."""
    b, s = board[0], state[0]
    for u in range(b.units):
        out[u] = view.is_hidden(b, s, u, viewer)


@kernel
def victory_points(board: Any, state: Any, work: Any, side: int) -> int:
    """Return what a side's victory points are now."""
    return victory.victory_points(board[0], state[0], work[0], side)


@kernel
def blank(board: Any, state: Any) -> None:
    """Make a state in which nothing has happened and nobody is on the map."""
    setup.clear(board[0], state[0])
