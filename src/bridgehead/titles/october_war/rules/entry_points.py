"""What Python calls of the kernels: each takes one-element arrays, which are cheap to pass.

(A record costs microseconds to hand to a compiled function, an array of one record a quarter of
one.) Nothing is decided here.
"""

from __future__ import annotations

from bridgehead.core.kernel import Codes, Numbers, entry
from bridgehead.titles.october_war.rules import places, sequence, setup, victory, view
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works


@entry
def start(board: Boards, state: States, work: Works) -> None:
    """Set up the start of the game."""
    setup.start(board[0], state[0], work[0])


@entry
def refresh(board: Boards, state: States, work: Works) -> None:
    """Compute work from state."""
    places.refresh(board[0], state[0], work[0])


@entry
def list_legal(board: Boards, state: States, work: Works, out: Codes) -> int:
    """Write the legal actions, return their count.

    They are always written into the array in `work` first: for another kind of array every chapter
    would be compiled once more.
    """
    w = work[0]
    count = sequence.legal(board[0], state[0], w, w.list)
    for i in range(count):
        out[i] = w.list[i]
    return count


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


@entry
def hidden(board: Boards, state: States, work: Works, viewer: int, out: Numbers) -> None:
    """Write for each counter whether a viewer may not know what it is."""
    b, s = board[0], state[0]
    for u in range(b.units):
        out[u] = view.is_hidden(b, s, u, viewer)


@entry
def victory_points(board: Boards, state: States, work: Works, side: int) -> int:
    """Return what a side's victory points are now."""
    return victory.victory_points(board[0], state[0], work[0], side)


@entry
def blank(board: Boards, state: States) -> None:
    """Make a state in which nothing has happened and nobody is on the map."""
    setup.clear(board[0], state[0])
