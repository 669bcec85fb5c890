"""Batches of games in kernels, and single observations (`core.kernels.batch`)."""

from __future__ import annotations

from bridgehead.core.kernels import batch
from bridgehead.core.kernels.binding import bind
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.envs import observation
from bridgehead.titles.middle_east_battles.envs.actions import possible
from bridgehead.titles.middle_east_battles.envs.observation import observe, observe_again
from bridgehead.titles.middle_east_battles.player.playout import choose, roll
from bridgehead.titles.middle_east_battles.rules import kinds
from bridgehead.titles.middle_east_battles.rules.legal import legal
from bridgehead.titles.middle_east_battles.rules.sequence import apply, owner
from bridgehead.titles.middle_east_battles.rules.zones import refresh

SPAN = 1  # records of a game: with 2, the second is scratch for what a player is given

(
    settle, list_dense, number_all, advance, count_illegal, observe_one,
    left_by, list_again, note_list,
) = bind(
    __name__, kinds, *batch.ALL, *batch.ALL_ANEW,
    choose=choose, roll=roll, refresh=refresh, legal=legal, apply=apply, owner=owner,
    observe=observe, observe_again=observe_again,
    DICE=st.DICE, OVER=st.OVER, VERB=st.VERB, SPAN=SPAN,
)  # fmt: skip

__all__ = ["SPAN", "advance", "count_illegal", "observation", "observe_one", "possible"]
