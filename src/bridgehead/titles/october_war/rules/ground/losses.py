"""Losses in combat: the boxes of ruling 33, the casualty points of ruling 8.

The position is complete before casualty points are added: they can end the game at once, so callers
must check s.step before they ask anything more.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.components import break_up, can_break, forget
from bridgehead.titles.october_war.rules.places import box_of_loss, casualty_stock, go
from bridgehead.titles.october_war.rules.turn.victory import raise_casualties

SMALL_POINTS, LARGE_POINTS = 1, 3
SMALL_HITS, LARGE_HITS = 1, 4  # what an elimination absorbs [16.1, 21]


@kernel
def _leave(b: Board, s: State, w: Work, u: int, box: int) -> None:
    """Move a lost counter into a box."""
    go(b, s, w, u, box)
    forget(s, u)


@kernel
def _eliminate_small(b: Board, s: State, w: Work, u: int) -> None:
    """[8, 33] Eliminate a small ground counter in combat."""
    stock = casualty_stock(b, s, u)
    _leave(b, s, w, u, box_of_loss(b, s, w, u))
    if b.traits[u] & st.NO_CASUALTY_POINT == 0:
        raise_casualties(b, s, stock, SMALL_POINTS)


@kernel
def eliminate(b: Board, s: State, w: Work, u: int) -> None:
    """Eliminate a ground counter in combat.

    A large one is broken down and its parts are eliminated [22]; if the components are not
    available it is eliminated as a whole, for good [21].
    """
    if not b.large[u]:
        _eliminate_small(b, s, w, u)
    elif can_break(b, s, w, u):
        n = break_up(b, s, w, u)
        for k in range(n):
            _eliminate_small(b, s, w, int(w.slots[k]))
    else:
        stock = casualty_stock(b, s, u)
        _leave(b, s, w, u, st.PERMANENT)
        raise_casualties(b, s, stock, LARGE_POINTS)


@kernel
def lose_in_flight(b: Board, s: State, w: Work, u: int) -> None:
    """[8, 33] Remove a counter whose flight failed, without a casualty point."""
    _leave(b, s, w, u, box_of_loss(b, s, w, u))


@kernel
def lose_strike(b: Board, s: State, w: Work, u: int, to_refit: int) -> None:
    """[8, 33] Send a strike to refit (AR, A), or eliminate it; an allied one is out for good.

    Only an elimination costs a casualty point, and only for TAC and Wild Weasels.
    """
    stock = casualty_stock(b, s, u)
    if b.stock[u] < 0:
        _leave(b, s, w, u, st.PERMANENT)
    elif to_refit:
        _leave(b, s, w, u, st.REFIT)
    else:
        _leave(b, s, w, u, st.ELIMINATED)
    if not to_refit and b.traits[u] & st.NO_CASUALTY_POINT == 0:
        raise_casualties(b, s, stock, SMALL_POINTS)
