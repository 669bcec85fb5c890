"""Batches of games of October War in kernels, and single observations (`core.kernels.batch`)."""

from __future__ import annotations

from bridgehead.core.kernels import batch
from bridgehead.core.kernels.binding import bind
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.envs import observation
from bridgehead.titles.october_war.envs.actions import possible
from bridgehead.titles.october_war.envs.observation import observe
from bridgehead.titles.october_war.player.playout import choose, roll
from bridgehead.titles.october_war.rules import kinds
from bridgehead.titles.october_war.rules.entry_points import list_into as legal
from bridgehead.titles.october_war.rules.places import refresh
from bridgehead.titles.october_war.rules.sequence import apply, owner

observe_again = observe  # what was counted then cannot be told from what a viewer was shown
SPAN = 2  # records of a game: with 2, the second is scratch for what a player is given

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
