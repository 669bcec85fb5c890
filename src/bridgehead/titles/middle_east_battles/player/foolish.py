"""What makes moves foolish in Middle East Battles (`players.advice.foolish`)."""

from __future__ import annotations

from typing import Any

MOVES = ("move", "cross", "enter", "advance")  # verbs by which a unit moves


def places(game: Any) -> frozenset[str]:
    """Return the objectives."""
    counts = game.board[0]["objective"]
    return frozenset(name for i, name in enumerate(game.hexes) if counts[i])
