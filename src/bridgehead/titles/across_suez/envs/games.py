"""Batches of games of Across Suez in kernels, and single observations (`core.kernels.batch`)."""

from __future__ import annotations

from bridgehead.core.kernels import batch
from bridgehead.core.kernels.binding import bind
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.envs import observation
from bridgehead.titles.across_suez.envs.actions import possible
from bridgehead.titles.across_suez.envs.listing import left_by, list_again, note_list
from bridgehead.titles.across_suez.envs.observation import observe, observe_again
from bridgehead.titles.across_suez.player.playout import choose, roll
from bridgehead.titles.across_suez.rules import kinds
from bridgehead.titles.across_suez.rules.legal import legal
from bridgehead.titles.across_suez.rules.sequence import apply, owner
from bridgehead.titles.across_suez.rules.zones import refresh

SPAN = 1  # records of a game: with 2, the second is scratch for what a player is given

settle, list_dense, number_all, advance, count_illegal, observe_one = bind(
    __name__, kinds, *batch.ALL,
    choose=choose, roll=roll, refresh=refresh, legal=legal, apply=apply, owner=owner,
    observe=observe, observe_again=observe_again,
    left_by=left_by, list_again=list_again, note_list=note_list,
    DICE=st.DICE, OVER=st.OVER, VERB=st.VERB, SPAN=SPAN,
)  # fmt: skip

__all__ = ["SPAN", "advance", "count_illegal", "observation", "observe_one", "possible"]
