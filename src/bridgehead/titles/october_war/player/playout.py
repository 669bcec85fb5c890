"""Whole games in kernels, for simulation, ladder and perft; and the players of this title.

A player gets what its side knows: `view.mask` makes a position in which the enemy's hidden counters
are nowhere. The list of legal actions depends on nothing else. It is always written into
`work.list`, not into `out`: for another kind of array every chapter would be compiled again.
"""

from __future__ import annotations

from bridgehead.core.kernels.binding import bind
from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.core.search import playout
from bridgehead.core.search.playout import KINDS, RECRUIT, SERGEANT, below
from bridgehead.core.search.random_policy import draw
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player.sergeant import sergeant
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import entry_points, kinds
from bridgehead.titles.october_war.rules.entry_points import list_into
from bridgehead.titles.october_war.rules.ground.movement import legal_unit, may_act
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.places import first_of, refresh
from bridgehead.titles.october_war.rules.sequence import apply, legal, owner
from bridgehead.titles.october_war.rules.view import mask

END_OF_PHASE = st.NO_UNIT * st.UNIT + st.END * st.VERB


@kernel
def might_move(b: Board, s: State, w: Work, u: int) -> bool:
    """Return whether a counter must be searched in this movement phase."""
    return bool(may_act(b, s, u) and first_of(b, s, u))


@kernel
def unit_moves(b: Board, s: State, w: Work, u: int, out: Vector[int], n: int) -> int:
    """List a counter's possible actions; return the length of the list."""
    return 0 + legal_unit(b, s, w, out, n, u)


(draw_move,) = bind(
    __name__, kinds, playout.draw_move,
    might_move=might_move, may_end=playout.always, unit_moves=unit_moves,
    END_OF_PHASE=END_OF_PHASE, MAX_ACTIONS=st.MAX_ACTIONS, MAX_UNITS=st.MAX_UNITS,
)  # fmt: skip


@kernel
def recruit(b: Board, s: State, w: Work, random: Random) -> int:
    """Return the recruit's choice among the legal actions of the pending decision."""
    if s.step == st.MOVE and not s.looking:
        return draw_move(b, s, w, w.list, random)
    count = legal(b, s, w, w.list)
    return draw(w.list, count, random.random(), random.random(), st.UNIT, st.NO_UNIT, st.VERB)


@kernel
def choose(
    b: Board, states: States, works: Works, out: Vector[int], random: Random, kind: int
) -> int:
    """Return the choice of a player of this kind in position 0; position 1 is scratch."""
    s, w = states[0], works[0]
    if kind == SERGEANT:
        count = legal(b, s, w, w.list)
        mask(b, states, works, int(s.owner))
        return 0 + sergeant.choose(b, states[1], works[1], w.list, count, random)
    return recruit(b, s, w, random)


@kernel
def roll(b: Board, s: State, w: Work, random: Random, face: int) -> None:
    """Roll the dice: every outcome is equally likely. A `face` of 0 or more sets the result."""
    count = legal(b, s, w, w.list)
    die = face % count if face >= 0 else below(random, count)
    apply(b, s, w, 0 + w.list[die])


ask, play, count_sequences = bind(
    __name__, kinds, playout.ask, playout.play, playout.count_sequences,
    choose=choose, roll=roll, refresh=refresh, legal=list_into, apply=apply, owner=owner,
    DICE=st.DICE, OVER=st.OVER,
)  # fmt: skip
_players = playout.Playout(ask, play, st.ENDING_NAMES, scratch=True)
decide, play_out, outcome = _players.decide, _players.play_out, _players.outcome


def lead(board: Boards, state: States, work: Works) -> float | None:
    """Return Israel's lead in victory points, including a bid; `work` must be up to date."""
    israel, arab = (entry_points.victory_points(board, state, work, side) for side in range(2))
    return float(israel - arab) / 2.0


__all__ = [
    "KINDS", "RECRUIT", "SERGEANT",
    "count_sequences", "decide", "lead", "outcome", "play_out",
]  # fmt: skip
