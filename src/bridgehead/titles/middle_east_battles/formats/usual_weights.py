"""The usual weights of the sergeant in each game (`core.titles.title.HeuristicWeights`)."""

from __future__ import annotations

from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.formats.heuristic_weights import NAMES, USUAL


def usual(game_id: str, _side: str) -> dict[str, float]:
    """Return the usual weights of a side: those of all games, and what its game says otherwise."""
    return {**USUAL, **EDITIONS[game_id].weights}


__all__ = ["NAMES", "usual"]
