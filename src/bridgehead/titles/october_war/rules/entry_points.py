"""What Python calls of the kernels (`core.entry_points`), and what views and screens ask them."""

from __future__ import annotations

from bridgehead.core import entry_points
from bridgehead.core.binding import bind
from bridgehead.core.kernel import Numbers, entry, kernel
from bridgehead.core.records import Vector
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import kinds, places, sequence, setup, victory, view
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works


@kernel
def list_into(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the legal actions, return their count.

    They are always written into the array in `work` first: for another kind of array every chapter
    would be compiled once more.
    """
    count = sequence.legal(b, s, w, w.list)
    for i in range(count):
        out[i] = w.list[i]
    return count


start, refresh, list_legal, carry_out, resign, owner = bind(
    __name__, kinds, *entry_points.ALL,
    start=setup.start, refresh=places.refresh, legal=list_into, apply=sequence.apply,
    resign=sequence.resign, owner=sequence.owner,
)  # fmt: skip


@entry
def hidden(board: Boards, state: States, work: Works, viewer: int, out: Numbers) -> None:
    """Write for each counter whether a viewer may not know what it is."""
    b, s = board[0], state[0]
    for u in range(b.units):
        out[u] = view.is_hidden(b, s, u, viewer)


@entry
def before_set_up(board: Boards, state: States) -> None:
    """Let the side that sets up stand as it began, as the other side sees it."""
    view.before_set_up(board[0], state[0])


@entry
def victory_points(board: Boards, state: States, work: Works, side: int) -> int:
    """Return what a side's half victory points are now, a bid included."""
    return victory.victory_points(board[0], state[0], work[0], side)


@entry
def blank(board: Boards, state: States) -> None:
    """Make a state in which nothing has happened and nobody is on the map."""
    setup.clear(board[0], state[0])
