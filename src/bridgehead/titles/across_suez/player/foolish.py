"""What makes moves foolish in Across Suez (`players.advice.foolish`)."""

from __future__ import annotations

from typing import Any

from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.words.prose import RESULT_NAMES

MOVES = ("move", "cross", "enter", "advance")  # verbs by which a unit moves
# Results of combat: those that eliminate the attacker, that harm it alone, that have no effect
LOST = (RESULT_NAMES[st.AE],)
HARMS = (RESULT_NAMES[st.AR], *LOST)
IDLE: tuple[str, ...] = ()


def places(game: Any) -> frozenset[str]:
    """Return the hex that decides the game: the crossing."""
    return frozenset({game.hexes[int(game.board[0]["crossing_hex"])]})


def must_attack(position: Any) -> set[str]:
    """Return all units: in turn 1 those beside an enemy must attack, and there is no list."""
    return set(position.units)
