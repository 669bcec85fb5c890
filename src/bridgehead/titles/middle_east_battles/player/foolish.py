"""What makes moves foolish in Middle East Battles (`players.advice.foolish`)."""

from __future__ import annotations

from typing import Any

from bridgehead.titles.middle_east_battles.words.prose import NO_EFFECT, RESULT_NAMES

MOVES = ("move", "cross", "enter", "advance")  # verbs by which a unit moves
# Results of combat: those that eliminate the attacker, that harm it alone, that have no effect
LOST = (RESULT_NAMES["AE"],)
HARMS = (RESULT_NAMES["A1"], *LOST)
IDLE = (NO_EFFECT,)


def places(game: Any) -> frozenset[str]:
    """Return the objectives."""
    counts = game.board[0]["objective"]
    return frozenset(name for i, name in enumerate(game.hexes) if counts[i])


def must_attack(position: Any) -> set[str]:
    """Return the units that must attack in this phase."""
    bound = position.state["bound"]
    return {unit for unit, must in zip(position.game.units, bound, strict=False) if must}
