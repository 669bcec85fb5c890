"""What makes moves foolish in Across Suez (`players.advice.foolish`)."""

from __future__ import annotations

from typing import Any

MOVES = ("move", "cross", "enter", "advance")  # verbs by which a unit moves


def places(game: Any) -> frozenset[str]:
    """Return the hex that decides the game: the crossing."""
    return frozenset({game.hexes[int(game.board[0]["crossing_hex"])]})
