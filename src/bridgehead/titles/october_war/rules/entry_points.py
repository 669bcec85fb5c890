"""Entry points for Python (`core.kernels.entry_points`), and for views and screens."""

from __future__ import annotations

from bridgehead.core.kernels import entry_points
from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Numbers, entry, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import kinds, places, sequence, view
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.turn import scenario, setup, victory


@kernel
def list_into(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the legal actions and return their number.

    They are always written into the array in `work` first: for another kind of array every chapter
    would be compiled again.
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
look_at_condition, look_at_holder = scenario.look_at_condition, scenario.look_at_holder


@entry
def hidden(board: Boards, state: States, work: Works, viewer: int, out: Numbers) -> None:
    """Write for each counter whether its identity is hidden from a viewer."""
    b, s = board[0], state[0]
    for u in range(b.units):
        out[u] = view.is_hidden(b, s, u, viewer)


@entry
def before_set_up(board: Boards, state: States) -> None:
    """Reset the side that is setting up to its start, as the other side sees it."""
    view.before_set_up(board[0], state[0])


@entry
def victory_points(board: Boards, state: States, work: Works, side: int) -> int:
    """Return a side's present half victory points, including a bid."""
    return victory.victory_points(board[0], state[0], work[0], side)


@entry
def blank(board: Boards, state: States) -> None:
    """Clear a state: nothing has happened and nobody is on the map."""
    setup.clear(board[0], state[0])
